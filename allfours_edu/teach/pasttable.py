"""What the texts tell of the game's past, and where they clash, as tables.

>>> [row["verdict"] for row in past_rows("claims")][:2]
['unsupported', 'contradicted']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import Any, Final

from .. import conflicts as _conflicts
from .. import history
from ..asking import held
from ..errors import Plain
from ..sources import load_witness
from .tables import table

Row = dict[str, Any]


class PastError(Plain, ValueError):
    """There is no table of that name; the message says which there are."""


def past_rows(kind: str = "claims") -> list[Row]:
    """The rows of :func:`past` as plain data."""
    if kind not in TABLES:
        near = get_close_matches(str(kind), TABLES, 1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        raise PastError(f"There is no table {kind!r} of the past.{meant} There are: {', '.join(TABLES)}.")
    return list(TABLES[kind]())


def past(kind: str = "claims") -> Any:
    """What the texts tell of the game's past, as a table: ``af.past("names")``.

    Parameters
    ----------
    kind : "claims" of history with their verdicts · "names" and the games they are given to · "family", which game came
        of which · "origins", the rival accounts of the name · "events" and who tells of them · "timeline", texts and
        events by year · "stemma", which text copied, shortened, mixed or spoilt which · "cases", texts going wrong step
        by step · "conflicts", every dispute of the rules with its sides.

    A pandas ``DataFrame`` (without pandas, a list of dicts). Texts are named by their sigla; ``at`` and its like are
    places, to be opened with ``af.texts``. Raises :class:`PastError` for another kind.

    >>> table = past("names")
    >>> sorted(set(table[table.name.eq("California Jack")].game))
    ['California Jack', 'French Fours']
    """
    held(past, locals())
    return table(past_rows(kind))


def _claims() -> Iterator[Row]:
    for claim in history.claims():
        yield {
            "number": claim.number, "says": claim.says, "text": _siglum(claim.at), "verdict": claim.verdict,
            "by": _sigla(claim.by), "note": claim.note, "at": claim.at,
        }  # fmt: skip


def _names() -> Iterator[Row]:
    for name, uses in history.names().items():
        for use in uses:
            yield {"name": name, "game": history.family()[use.game].title, "text": _siglum(use.at), "at": use.at}


def _family() -> Iterator[Row]:
    for game in history.family().values():
        yield {
            "game": game.title, "came_of": history.family()[game.parent].title if game.parent else "",
            "certainty": game.certainty, "named_only": game.named_only, "books": ", ".join(game.books),
            "texts": _sigla(game.at), "why": game.why,
        }  # fmt: skip


def _origins() -> Iterator[Row]:
    for account in history.etymologies():
        yield {
            "account": account.title, "says": account.says, "texts": _sigla(account.at),
            "certainty": account.certainty, "weight": account.weight,
        }  # fmt: skip


def _events() -> Iterator[Row]:
    for event in history.events():
        yield {
            "years": _years(event.not_before, event.not_after), "event": event.title, "standing": event.standing,
            "texts": _sigla(event.at), "against": _sigla(event.against), "quarrel": event.quarrel,
        }  # fmt: skip


def _timeline() -> Iterator[Row]:
    for moment in history.timeline():
        yield {
            "years": _years(moment.not_before, moment.not_after), "title": moment.title,
            "text": load_witness(moment.witness).siglum if moment.witness else "",
            "standing": moment.event.standing if moment.event else "",
        }  # fmt: skip


def _stemma() -> Iterator[Row]:
    lost = history.stemma().lost
    for relation in history.stemma().relations:
        yield {
            "older": lost[relation.older].title if relation.older in lost else load_witness(relation.older).siglum,
            "later": lost[relation.later].title if relation.later in lost else load_witness(relation.later).siglum,
            "kind": relation.kind, "certainty": relation.certainty, "share": relation.share,
            "evidence": " ".join(relation.evidence),
            "spoilt": ", ".join(p.later for p in relation.passages if p.kind == "garbled"),
        }  # fmt: skip


def _cases() -> Iterator[Row]:
    for case in history.cases():
        for n, step in enumerate(case.steps, 1):
            yield {"case": case.title, "step": n, "text": _siglum(step.at), "see": step.says, "at": step.at}
        yield {"case": case.title, "step": len(case.steps) + 1, "text": "", "see": case.finding, "at": ""}


def _disputes() -> Iterator[Row]:
    for conflict in _conflicts.conflicts():
        for side in conflict.sides:
            yield {
                "number": conflict.number, "about": conflict.title, "side": side.says, "at": side.at,
                "value": side.value, "field": conflict.field, "taken": conflict.taken,
            }  # fmt: skip


TABLES: Final[dict[str, Callable[[], Iterator[Row]]]] = {
    "claims": _claims, "names": _names, "family": _family, "origins": _origins, "events": _events,
    "timeline": _timeline, "stemma": _stemma, "cases": _cases, "conflicts": _disputes,
}  # fmt: skip


def _siglum(at: str) -> str:
    return load_witness(at.partition("#")[0]).siglum


def _sigla(places: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(map(_siglum, places)))


def _years(first: int | None, last: int | None) -> str:
    """A span of years: ``1674``, ``1700 to 1800``, ``by 1881``, ``from 1897``."""
    if first == last:
        return "" if first is None else str(first)
    if first is None:
        return f"by {last}"
    return f"from {first}" if last is None else f"{first} to {last}"
