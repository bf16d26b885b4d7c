"""The claims as ``sources/claims.toml`` has them, joined to their measures and to the figures that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as default
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from ... import toml_files as toml
from ...errors import PlainValueError
from ...sources import Clause, SourceError, find_clause, folder
from . import counting, highhand, maxims, skill, slips, ties, turning
from .measured import Figure, How, Measure, Measured, Verdict

_FILE: Final = "sources/claims.toml"
FIGURES: Final = Path(__file__).parent / "figures.toml"

MEASURES: Final[Mapping[str, Measure]] = {
    "jack-frequency": turning.jack_turned,
    "jack-suspicion": turning.jack_suspicion,
    "five-of-six": counting.five_of_six,
    "game-rare": counting.no_game,
    "one-card-all-four": counting.one_card,
    "tie-reason": ties.tie_offset,
    "beg-favour": ties.begging,
    "pitch-no-advantage": ties.pitch_deal,
    "pitch-five-best": skill.five_best,
    "shasta-better": skill.shasta,
    "chance-moderate": skill.chance,
    "high-hand": highhand.high_hand,
    "seven-counters": slips.counters,
    "game-by-tricks": slips.tricks_for_game,
    "trinidad-kick": turning.kick,
    "make-your-jack": maxims.jack,
    "secure-your-tens": maxims.tens,
    "win-his-best": maxims.best_cards,
    "lead-a-high-trump": maxims.high_trump,
}


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal to look at: a scenario, or a book with a seed."""

    scenario: str = ""
    book: str = ""
    seed: int = 0
    players: int = 2

    @property
    def line(self) -> str:
        """What to write into a cell."""
        if self.scenario:
            return f'af.step("{self.scenario}")'
        return f'af.step("{self.book}", seed={self.seed}, players={self.players})'


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement.

    ``says``: the statement, in our words. ``at``: where it stands (``witness#clause``). ``tested``: how, and what would
    count as true. ``finding``: what came out. ``labels``: what each figure is.
    """

    id: str
    title: str
    says: str
    at: tuple[str, ...]
    how: How
    tested: str
    verdict: Verdict
    finding: str
    deal: Deal
    labels: Mapping[str, str] = default(default_factory=dict)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures kept for it, measured at full size."""
        return kept().get(self.id, ())

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses it stands in."""
        return tuple(find_clause(ref) for ref in self.at)


def measure(id: str, size: float = 1) -> Measured:
    """Measure a claim anew; ``size`` 0.1 takes a tenth of the deals.

    >>> measure("trinidad-kick")["worth"].value
    Fraction(6, 13)
    """
    return MEASURES[claim(id).id](size)


def claim(id: str) -> Claim:
    """One claim. Raises :class:`ValueError` where there is none of that name."""
    if id not in claims():
        raise PlainValueError(toml.unknown("claim", id, claims()))
    return claims()[id]


@cache
def claims() -> Mapping[str, Claim]:
    """All claims by id, in the order of the file."""
    raw = toml.read(folder() / "claims.toml", _FILE)
    found = {}
    for id, body in toml.table(raw.get("claims"), _FILE, "claims").items():
        made = toml.structure({"id": id, **toml.table(body, _FILE, id)}, Claim, _FILE, id)
        if id not in MEASURES:
            raise SourceError(_FILE, id, "is measured by nothing", "one of " + ", ".join(MEASURES))
        for ref in made.at:
            try:
                find_clause(ref)
            except ValueError as error:
                raise SourceError(_FILE, id, str(error), "witness#clause") from None
        found[id] = made
    return found


# -- the figures that are kept ------------------------------------------------------------------------


@cache
def kept() -> Mapping[str, tuple[Figure, ...]]:
    """The figures of every claim at full size."""
    raw = toml.read(FIGURES, "figures.toml") if FIGURES.exists() else {}
    return {id: tuple(_figure(entry) for entry in entries) for id, entries in raw.items()}


def _figure(entry: Mapping[str, Any]) -> Figure:
    value = entry["value"]
    return Figure(
        entry["name"], Fraction(value) if isinstance(value, str) else value, entry["unit"], entry.get("low"),
        entry.get("high"), entry.get("n", 0),
    )  # fmt: skip


def as_toml(found: Mapping[str, Measured]) -> str:
    """Measured figures as the file that keeps them."""
    lines = ["# The figures of sources/claims.toml at full size. Written by `python -m allfours_edu.analysis.claims`."]
    for id, measured in found.items():
        for f in measured.figures:
            value = (
                f'"{f.value}"' if isinstance(f.value, Fraction) else f"{f.value:.6g}" if f.low is not None else f.value
            )
            lines += ["", f"[[{id}]]", f'name = "{f.name}"', f"value = {value}", f'unit = "{f.unit}"']
            if f.low is not None and f.high is not None:
                lines += [f"low = {f.low:.6g}", f"high = {f.high:.6g}", f"n = {f.n}"]
    return "\n".join(lines) + "\n"
