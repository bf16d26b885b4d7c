"""How the texts hang together and what they tell of the game's past: descent, names, dates, claims, worked cases.

Facts about texts only. Every statement hangs on clauses of witnesses; claims of history are weighed by other witnesses
and never by simulation.

    >>> spoilt = [p for r in stemma().relations for p in r.passages if p.kind == "garbled"]
    >>> [p.later for p in spoilt][:2]
    ['squareman-1916#game', 'squareman-1916#science']
    >>> [claim.verdict for claim in claims()][:3]
    ['unsupported', 'contradicted', 'unsupported']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, TypeVar

from . import toml_files as toml
from .rules import FIELDS
from .sources import (
    Certainty,
    RulebookError,
    SourceError,
    Years,
    find_clause,
    folder,
    load_rulebook,
    load_witness,
    rulebooks,
    witnesses,
)

Kind = Literal["copied", "abridged", "expanded", "garbled", "conflated", "adapted", "kin"]
Standing = Literal["supported", "unsupported", "contradicted", "report only", "contradicts itself"]
T = TypeVar("T")

LOST: Final = "lost:"
_STEMMA: Final = "sources/stemma.toml"
_HISTORY: Final = "sources/history.toml"


# --- descent ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lost:
    """A text nobody has, known only from what descends from it. Its years are a guess, where there are any."""

    id: str
    title: str
    says: str
    not_before: int | None = None
    not_after: int | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """Two clauses side by side. ``share``: the part of the later one's runs of four words that stand in the older."""

    older: str
    later: str
    kind: Kind
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """One text and what became of it in a later one. ``older`` may be a lost text: ``lost:id``.

    ``share`` (0 to 1) shows kinship and not direction; direction is argued in ``evidence``.
    """

    older: str
    later: str
    kind: Kind
    certainty: Certainty
    evidence: tuple[str, ...]
    share: float | None = None
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Stemma:
    """All relations between the texts, and the lost ones among them."""

    lost: Mapping[str, Lost]
    relations: tuple[Relation, ...]

    def parents(self, text: str) -> tuple[Relation, ...]:
        """Where a text comes from.

        >>> [relation.older for relation in stemma().parents("squareman-1916")]
        ['cassell-1881']
        """
        return tuple(relation for relation in self.relations if relation.later == text)

    def children(self, text: str) -> tuple[Relation, ...]:
        """What came of a text."""
        return tuple(relation for relation in self.relations if relation.older == text)

    def texts(self) -> tuple[str, ...]:
        """Every text in it, each after all it comes from."""
        placed: list[str] = []
        waiting = list(dict.fromkeys(text for r in self.relations for text in (r.older, r.later)))
        while waiting:
            ready = [t for t in waiting if all(r.older in placed for r in self.parents(t))]
            if not ready:
                raise SourceError(
                    _STEMMA, "relation", f"goes round in a circle: {', '.join(waiting)}", "older to later"
                )
            placed += ready
            waiting = [text for text in waiting if text not in ready]
        return tuple(placed)


@cache
def stemma() -> Stemma:
    """Which text copied, shortened, widened, mixed or spoilt which, with the evidence."""
    raw = toml.read(folder() / "stemma.toml", _STEMMA)
    lost = {LOST + key: body for key, body in _tables(raw.get("lost", {}), Lost, _STEMMA, "lost").items()}
    relations = _list(raw.get("relation", []), Relation, _STEMMA, "relation")
    for relation in relations:
        where = f"relation {relation.older} to {relation.later}"
        for text in (relation.older, relation.later):
            if text not in lost and text not in witnesses():
                raise SourceError(
                    _STEMMA, where, toml.no_such("text", text, (*lost, *witnesses())), "a witness or lost:id"
                )
        if not relation.evidence:
            raise SourceError(_STEMMA, where, "has no evidence", "evidence = ['...']")
        first, last = _years(relation.older, lost).not_before, _years(relation.later, lost).not_after
        if first is not None and last is not None and first > last:
            raise SourceError(_STEMMA, where, f"goes from {first} back to {last}", "an older text before a later one")
        for share in (relation.share, *(p.share for p in relation.passages)):
            if share is not None and not 0 < share <= 1:
                raise SourceError(_STEMMA, where, f"has the share {share}", "a share above 0 and up to 1")
        _check_clauses((at for p in relation.passages for at in (p.older, p.later)), _STEMMA, where)
    found = Stemma(lost, relations)
    found.texts()  # raises where it goes round in a circle
    return found


def _years(text: str, lost: Mapping[str, Lost]) -> Years:
    if text in lost:
        return Years(lost[text].not_before, lost[text].not_after)
    return load_witness(text).dates.text


# --- the past, as it is told -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Branch:
    """One game of the family and what it came of. ``books`` play it; without any it is only named somewhere.

    ``texts``: further texts that tell of it, beside those of ``at``.
    """

    id: str
    title: str
    at: tuple[str, ...]
    certainty: Certainty
    parent: str = ""
    books: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    why: str = ""

    @property
    def named_only(self) -> bool:
        return not self.books


@dataclass(frozen=True, slots=True)
class Use:
    """A game that a clause calls by a name."""

    game: str
    at: str


@dataclass(frozen=True, slots=True)
class Etymology:
    """One account of where the name comes from, who holds it, and what it weighs."""

    id: str
    title: str
    says: str
    at: tuple[str, ...]
    weight: str
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, or is said to have happened. Events with the same ``quarrel`` cannot all be true.

    ``games``: what it is told of, if not of the whole family.
    """

    title: str
    at: tuple[str, ...]
    standing: Standing
    games: tuple[str, ...] = ()
    not_before: int | None = None
    not_after: int | None = None
    against: tuple[str, ...] = ()
    quarrel: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of history in one text, and the verdict of the others (``by``)."""

    number: int
    says: str
    at: str
    verdict: Standing
    by: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A clause on the way, and what to see in it."""

    at: str
    says: str


@dataclass(frozen=True, slots=True)
class Case:
    """A worked case: how a text went wrong or changed, step by step, and the rule field that lets one play it.

    ``seed`` (with ``scores``) names a deal in which the values part, under ``book`` or the first of ``books``.
    """

    id: str
    title: str
    question: str
    steps: tuple[Step, ...]
    finding: str
    books: tuple[str, ...]
    field: str
    values: tuple[Any, ...] = ()
    book: str = ""
    seed: int = 1
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A point on the timeline: a text, or an event that texts tell of."""

    not_before: int | None
    not_after: int | None
    title: str
    witness: str = ""
    event: Event | None = None


def family() -> Mapping[str, Branch]:
    """The games of the family by id, parents before children.

    >>> [game.title for game in family().values() if game.named_only]
    ['Don', 'Phat', 'Rustle']
    """
    return _history().family


def heirs(game: str) -> tuple[str, ...]:
    """A game and all that came of it.

    >>> heirs("california")
    ('california', 'shasta', 'french')
    """
    found = [game]
    for branch in family().values():  # parents stand before their children
        if branch.parent in found:
            found.append(branch.id)
    return tuple(found)


@cache
def texts_of(game: str) -> frozenset[str]:
    """The texts that tell of a game or of what came of it: its own rules, a name for it, a book made from it.

    Of the root of the family only its own, or it would be all.

    >>> sorted(texts_of("french")), "foster-1897" in texts_of("california")
    (['wiki-french'], True)
    """
    of = heirs(game) if family()[game].parent else (game,)
    games = [family()[id] for id in of]
    places = [at for branch in games for at in branch.at]
    places += [use.at for uses in names().values() for use in uses if use.game in of]
    bases = [load_rulebook(book).base for branch in games for book in branch.books]
    told = [text for branch in games for text in branch.texts]
    return frozenset([*(at.partition("#")[0] for at in places), *bases, *told])


def names() -> Mapping[str, tuple[Use, ...]]:
    """Which name is given to which games, and where.

    >>> sorted({use.game for use in names()["California Jack"]})
    ['california', 'french']
    """
    return _history().names


def etymologies() -> tuple[Etymology, ...]:
    """The rival accounts of the name, the best attested first."""
    return _history().etymologies


def events() -> tuple[Event, ...]:
    """What is told of the game's past, in order of time."""
    return _history().events


def claims() -> tuple[Claim, ...]:
    """Statements of history, each weighed by witnesses."""
    return _history().claims


def cases() -> tuple[Case, ...]:
    """The worked cases: a text going wrong before one's eyes."""
    return _history().cases


@cache
def timeline() -> tuple[Moment, ...]:
    """Texts by the date of their words, and events, in order of time; what has no date at all stands last.

    >>> [moment.witness for moment in timeline() if moment.witness][:3]
    ['cotton-1674', 'cotton-1687', 'hoyle-1807']
    """
    texts = [load_witness(id) for id in witnesses()]
    moments = [Moment(w.dates.text.not_before, w.dates.text.not_after, w.title, witness=w.id) for w in texts]
    moments += [Moment(e.not_before, e.not_after, e.title, event=e) for e in events()]
    return tuple(sorted(moments, key=lambda m: (_when(m), m.title)))


def _when(moment: Moment | Event) -> int:
    """The year to sort by: the latest the thing can be, for that is what is known of most old texts."""
    return moment.not_after or moment.not_before or 9999


# --- reading the file ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _History:
    family: Mapping[str, Branch]
    names: Mapping[str, tuple[Use, ...]]
    etymologies: tuple[Etymology, ...]
    events: tuple[Event, ...]
    claims: tuple[Claim, ...]
    cases: tuple[Case, ...]


@cache
def _history() -> _History:
    raw = toml.read(folder() / "history.toml", _HISTORY)
    unknown = sorted(set(raw) - {"family", "names", "etymology", "event", "claim", "case"})
    if unknown:
        raise SourceError(_HISTORY, unknown[0], "is not a table of this file", "family, names, etymology, event …")
    games = _tables(raw.get("family", {}), Branch, _HISTORY, "family")
    called = {
        name: _list(uses, Use, _HISTORY, f"names.{name}")
        for name, uses in toml.table(raw.get("names", {}), _HISTORY, "names").items()
    }
    found = _History(
        games,
        called,
        tuple(_tables(raw.get("etymology", {}), Etymology, _HISTORY, "etymology").values()),
        tuple(sorted(_list(raw.get("event", []), Event, _HISTORY, "event"), key=_when)),
        _list(raw.get("claim", []), Claim, _HISTORY, "claim"),
        tuple(_tables(raw.get("case", {}), Case, _HISTORY, "case").values()),
    )
    _check(found)
    return found


def _check(history: _History) -> None:
    above: list[str] = []
    for branch in history.family.values():
        where = f"family.{branch.id}"
        if branch.parent and branch.parent not in above:
            raise SourceError(_HISTORY, where, toml.no_such("game above it", branch.parent, above), "a game above it")
        above.append(branch.id)
        _check_clauses(branch.at, _HISTORY, where)
        for text in branch.texts:
            if text not in witnesses():
                raise SourceError(_HISTORY, where, toml.no_such("text", text, witnesses()), "a witness")
        for book in branch.books:
            if book not in rulebooks():
                raise SourceError(_HISTORY, where, toml.no_such("rule book", book, rulebooks()), "a rule book")
    for name, uses in history.names.items():
        for use in uses:
            if use.game not in history.family:
                problem = toml.no_such("game", use.game, history.family)
                raise SourceError(_HISTORY, f"names.{name}", problem, "a game of the family")
        _check_clauses((use.at for use in uses), _HISTORY, f"names.{name}")
    for account in history.etymologies:
        _check_clauses(account.at, _HISTORY, f"etymology.{account.id}")
    for event in history.events:
        where = f"event {event.title!r}"
        _check_clauses((*event.at, *event.against), _HISTORY, where)
        for game in event.games:
            if game not in history.family:
                raise SourceError(_HISTORY, where, toml.no_such("game", game, history.family), "a game of the family")
    for claim in history.claims:
        _check_clauses((claim.at, *claim.by), _HISTORY, f"claim {claim.number}")
    for case in history.cases:
        _check_clauses((step.at for step in case.steps), _HISTORY, f"case.{case.id}")
        if case.field not in FIELDS:
            problem = toml.no_such("rule field", case.field, FIELDS)
            raise SourceError(_HISTORY, f"case.{case.id}", problem, "a name of rules.FIELDS")


def _check_clauses(refs: Iterable[str], name: str, where: str) -> None:
    for ref in refs:
        try:
            find_clause(ref)
        except RulebookError as error:
            raise SourceError(name, where, f"{ref}: {error}", "witness#clause") from None


def _tables(raw: Any, kind: type[T], name: str, prefix: str) -> dict[str, T]:
    """A table of tables, each with its key as its id."""
    bodies = toml.table(raw, name, prefix)
    return {
        key: toml.structure({**toml.table(body, name, f"{prefix}.{key}"), "id": key}, kind, name, f"{prefix}.{key}")
        for key, body in bodies.items()
    }


def _list(raw: Any, kind: type[T], name: str, prefix: str) -> tuple[T, ...]:
    if not isinstance(raw, list):
        raise SourceError(name, prefix, f"is {raw!r}", "a list of tables")
    return tuple(
        toml.structure(toml.table(body, name, f"{prefix}[{i}]"), kind, name, f"{prefix}[{i}]")
        for i, body in enumerate(raw)
    )
