"""The cheating lab as a reader meets it: the list of what the old books warn of, and evenings to look through.

>>> evening = night("hidden-ten", deals=40)
>>> print(str(evening).splitlines()[1])
A Ten never seen: 1 of the four in 40 deals. An honest pack: at most 1 in 995,342.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from ..analysis import cheats as lab
from ..analysis.cheats import Evidence, Night
from ..asking import held
from ..sources import load_witness
from .strings import phrase, t

LEVEL = Fraction(1, 1000)
"""Rarer than this is worth a question, even though several things are counted at once."""


@dataclass(frozen=True)
class Evening:
    """A row of deals and what its record shows: ``.record`` the deals, ``.cheat`` what was done, or None."""

    night: Night

    @property
    def cheat(self) -> str | None:
        """The cheat of that evening; None where it was honest. Look at the evidence first."""
        return self.night.cheat

    @property
    def record(self) -> Any:
        """A row a deal: a pandas table (a list of dicts without pandas)."""
        return _table(self.night.rows())

    def evidence(self) -> Any:
        """Every count, the least likely first: of what, whose, how many of how many, and the exact chance."""
        return _table([
            {"test": e.test, "player": e.player, "k": e.k, "n": e.n, "chance": float(e.chance), "odds": e.odds,
             "in_words": told(e)}
            for e in self.night.evidence()
        ])  # fmt: skip

    def chance(self, test: str, player: str = "") -> Fraction:
        """The exact chance of one count, as a fraction."""
        return next(e.chance for e in self.night.evidence() if e.test == test and e.player == player)

    def __str__(self) -> str:
        found = self.night.evidence()
        loud = sum(e.chance <= LEVEL for e in found)
        end = phrase("cheats.loud", n=loud, all=len(found)) if loud else t("cheats.quiet", all=len(found))
        return "\n".join([phrase("cheats.evening", n=len(self.night.ends)), *(told(e) for e in found[:4]), end])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *lines, end = str(self).splitlines()
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        return f"<p>{escape(head)}</p><ul>{items}</ul><p><strong>{escape(end)}</strong></p>"


def told(e: Evidence) -> str:
    """One count in words."""
    return t(f"cheats.test_{e.test}", who=e.player, k=e.k, n=e.n, odds=e.odds)


def night(cheat: str | None = None, deals: int = 50, seed: int | str = 1) -> Evening:
    """An evening between South and North, who deal in turn; name a cheat and North is one.

    ``cheat``: one of those that :func:`cheats` marks as playable, None for an honest evening, or "?" for one of which
    the seed decides and you are not told. The result shows what its record speaks for. Raises :class:`ValueError` for
    another name or an impossible number of deals.
    """
    held(night, locals())
    return Evening(lab.mystery(seed, deals) if cheat == "?" else lab.night(cheat, deals, seed))


def cheat_rows() -> list[dict[str, Any]]:
    """The rows of :func:`cheats` as plain data."""
    return [
        {
            "cheat": c.id, "title": c.title, "detectable": c.detectable, "why": c.why, "night": c.playable,
            "place": "; ".join(dict.fromkeys(f"{load_witness(k.witness).siglum}, {k.locator}" for k in c.clauses)),
            "at": ", ".join(c.at),
        }
        for c in lab.cheats().values()
    ]  # fmt: skip


def cheats() -> Any:
    """The cheats that the old books warn of, and whether records of the deals can show them: a pandas table.

    ``night`` says for which there is an evening to look through (:func:`night`). Without pandas, a list of dicts.

    >>> table = cheats()
    >>> list(table[table.detectable == "perhaps"].cheat)
    ['marked-cards', 'shaped', 'seconds']
    """
    return _table(cheat_rows())


def _table(rows: list[dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
