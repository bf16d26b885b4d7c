"""A record: one deal written down, from which everything else can be worked out again.

    >>> from allfours_edu.engine import STAND, deal, new_table
    >>> book = load_rulebook("trinidad")
    >>> position = deal(new_table(book.rules, seed=7)).apply(STAND)
    >>> record = Record.of(position, book)
    >>> record.code, record.dealer, record.trump == position.trump
    ('1TT4-79', 'West', True)
    >>> Record.read(record.to_text()) == Record.read(record.to_json()) == record
    True

What is kept is the core: the rule book with its options and house rules, the seed (or the cards), who sat where, the
scores before, what was done, and which computer players did it. All that a record shows besides (points, tricks,
scores, events …) is worked out by the engine when it is written, and compared when it is read.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any

from ..cards import Card
from ..engine import Action, IllegalAction, Position, Side, Table, TableError, deal, pack_for
from ..errors import Plain
from ..rules import FIELDS, GROUPS, Rules, RulesError, make_group
from ..sources import Rulebook, RulebookError, load_rulebook, rulebooks
from . import facts
from .codes import CodeError, deal_code

VERSION = 1
MOST_ACTIONS = 2000
LONGEST_NAME = 40
MOST_BYTES = 400_000


class RecordError(Plain, ValueError):
    """A record that cannot be read or written; the message says what was wrong and what to do next."""


class RecordWarning(UserWarning):
    """Something a reader of an old record should know: the book has changed since."""


@dataclass(frozen=True, repr=False)
class Record:
    """One deal, finished or not. Make one with :meth:`of`; read one with :meth:`read`."""

    rulebook: str
    hash: str
    """Of the rules played by, options and house rules included."""
    options: tuple[str, ...]
    house: Mapping[str, Any]
    """House rules: field -> value; a whole group where the game gained or lost one."""
    players: tuple[str, ...]
    """In order of play: eldest hand first, dealer last."""
    sides: tuple[Side, ...]
    scores: tuple[int, ...]
    """Before the deal, in the order of the sides."""
    seed: int | str | None
    deal: int
    attempt: int
    pack: tuple[Card, ...] | None
    """The pack from the top, where it is not the one of the seed."""
    actions: tuple[tuple[str, Action], ...]
    bots: Mapping[str, str] = field(default_factory=dict)
    """Seat -> name and version of the computer player that sat there."""
    cut_trump: str | None = None
    pool: int = 0
    simple: bool = False
    referee: bool = False
    version: int = VERSION
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What a reader should know: the book has changed since …"""
    end: Position = field(default=None, compare=False, repr=False)  # type: ignore[assignment]
    book: Rulebook = field(default=None, compare=False, repr=False)  # type: ignore[assignment]

    def __hash__(self) -> int:
        return hash((self.rulebook, self.seed, self.deal, self.players, self.actions))

    # -- making -----------------------------------------------------------------------------------

    @classmethod
    def of(cls, position: Position, book: str | Rulebook, bots: Mapping[str, str] | None = None) -> Record:
        """The record of a deal up to ``position``, which was played by ``book`` (with its options and house rules).

        Raises :class:`RecordError` where the position was played by other rules, or was set up in mid-deal.
        """
        table, whole = position.table, load_rulebook(book)
        if table.rules != whole.rules:
            raise RecordError(_other_rules(table.rules, whole))
        _check_names(table)
        _check_dealt(position)
        usual, _ = pack_for(table.rules, table.size, table.seed, table.deal, table.attempt)
        seed = table.seed if isinstance(table.seed, (int, str)) or table.seed is None else str(table.seed)
        return cls(
            rulebook=whole.id, hash=whole.hash, options=whole.active, house=house_rules(whole), players=table.players,
            sides=table.sides, scores=table.scores, seed=seed, deal=table.deal, attempt=table.attempt,
            pack=None if usual == table.pack and seed is not None else table.pack,
            actions=position.actions(), bots=dict(bots or {}), cut_trump=table.trump, pool=table.pool,
            simple=table.simple, referee=table.referee, end=position, book=whole,
        )  # fmt: skip

    @classmethod
    def read(cls, text: str | Mapping[str, Any], book: Rulebook | None = None) -> Record:
        """A record from its JSON (text or object) or from its readable text, whichever it is.

        ``book`` is needed only for a rule book that does not come with the package. Raises :class:`RecordError`.
        """
        if isinstance(text, str) and not text.lstrip("\ufeff \t\r\n`>").startswith("{"):
            return cls.from_text(text, book)
        return cls.from_json(text, book)

    @classmethod
    def from_json(cls, text: str | Mapping[str, Any], book: Rulebook | None = None) -> Record:
        """A record from the JSON of :meth:`to_json`, every shown result checked."""
        from .as_json import read_json

        return read_json(text, book)

    @classmethod
    def from_text(cls, text: str, book: Rulebook | None = None) -> Record:
        """A record from the text of :meth:`to_text`, as it comes out of a mail or a chat; every result checked."""
        from .as_text import read_text

        return read_text(text, book)

    # -- writing ----------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain values: the core and all that follows from it."""
        from .as_json import to_dict

        return to_dict(self)

    def to_json(self, indent: int | None = None) -> str:
        """The record as JSON, on one line unless ``indent`` is given."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def to_text(self) -> str:
        """The record as text for people: one paste, readable, and read again by :meth:`read`."""
        from .as_text import to_text

        return to_text(self)

    def to_html(self) -> str:
        """One self-contained page that steps through the deal: no kernel, no network."""
        page = import_module("allfours_edu.widgets.html")  # the screens stand below; they are asked only here
        return str(page.record_html(self))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        dealt = f"seed {self.seed!r}, deal {self.deal}" if self.pack is None else "cards laid by hand"
        return f"<Record: {self.rulebook}, {', '.join(self.players)}, {dealt}, {len(self.actions)} actions>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.to_text())  # a notebook shows the text

    # -- looking ----------------------------------------------------------------------------------

    def position(self) -> Position:
        """The deal as it stood at the end of the record; its ``path()`` are all positions before."""
        return self.end

    @property
    def code(self) -> str | None:
        """The code of the deal, or None where only a record can say what it is (own cards, house rules)."""
        if self.pack is not None or self.house or self.seed is None:
            return None
        book = self.rulebook
        try:
            return deal_code(
                book, seed=self.seed, players=len(self.players), deal=self.deal, attempt=self.attempt,
                options=self.options,
            )  # fmt: skip
        except (CodeError, RulebookError):
            return None

    @property
    def dealer(self) -> str:
        return self.players[-1]

    @property
    def trump(self) -> str | None:
        return self.end.trump

    @property
    def winner(self) -> str | None:
        """The side that has won the match, or None."""
        return self.end.winner

    @property
    def scores_before(self) -> dict[str, int]:
        return {side.name: n for side, n in zip(self.sides, self.scores, strict=True)}

    @property
    def scores_after(self) -> dict[str, int]:
        return self.end.scores

    @property
    def points(self) -> dict[str, Any]:
        """Point -> {side, n, …} or None; ``gift`` a list where two sides got one, ``pegs`` a list."""
        return points_of(self.end)


# -- the core, checked and played again ---------------------------------------------------------------


def replayed(core: dict[str, Any], book: Rulebook | None) -> Record:
    """The record whose core these values are, played through. Raises :class:`RecordError`."""
    whole = _book(core, book)
    notes = () if whole.hash == core["hash"] else (_changed(whole, core["hash"]),)
    try:
        table = _table(core, whole.rules)
        position = deal(table)
    except (TableError, ValueError) as error:
        raise RecordError(f"this deal cannot be laid: {error}") from None
    for n, (seat, action) in enumerate(core["actions"], 1):
        try:
            position = position.apply(action, by=seat)
        except IllegalAction as error:
            raise RecordError(f"action {n} of the record is not possible: {error}{_because(notes)}") from None
    for note in notes:
        warnings.warn(note, RecordWarning, stacklevel=4)
    house = house_rules(whole)
    return Record(
        **{**core, "hash": whole.hash, "options": whole.active, "house": house}, notes=notes, end=position, book=whole
    )


def _because(notes: tuple[str, ...]) -> str:
    return f" ({notes[0]})" if notes else ""


def differs(name: str, shown: object, derived: object, notes: tuple[str, ...]) -> RecordError:
    """The error for a shown result that does not follow from the deal."""
    return RecordError(
        f"{name}: the record shows {shown}, but the cards and plays give {derived}. "
        f"Something in it was changed by hand or lost on the way{_because(notes)}; "
        "take away what it shows there, and the rest can be read."
    )


def _changed(book: Rulebook, old: str) -> str:
    return (
        f"this record was played by another version of {book.id} (rules {old}); it is shown by the rules of today "
        f"({book.hash})"
    )


def _book(core: Mapping[str, Any], given: Rulebook | None) -> Rulebook:
    id = core["rulebook"]
    try:
        if given is not None and given.id == id and id not in rulebooks():
            base = given
        elif id in rulebooks():
            base = load_rulebook(id)
        else:
            load_rulebook(_no_path(id))  # says which books there are
        whole = base.with_options([o for o in core["options"] if o not in base.active])
        return with_house_rules(whole, core["house"])
    except RulebookError as error:
        own = "" if given else ". If it is a book of your own, give it as well: Record.read(text, book)"
        raise RecordError(f"{error}{own}") from None
    except RulesError as error:
        raise RecordError(f"the house rules of the record make no game: {error}") from None


def _no_path(id: str) -> str:
    return id[: -len(".toml")] if id.endswith(".toml") else id


def _table(core: Mapping[str, Any], rules: Rules) -> Table:
    players = core["players"]
    fewer = rules.match_ends == "last_pays" and 2 <= len(players) < max(rules.players)  # the others are out
    if len(players) not in rules.players and not fewer:
        raise TableError(f"{len(players)} players, where the book is for {', '.join(map(str, rules.players))}")
    usual, removed = pack_for(rules, len(players), core["seed"], core["deal"], core["attempt"])
    pack = core["pack"]
    if pack is not None and sorted(pack) != sorted(usual):
        raise TableError(f"the pack must hold each of the {len(usual)} cards of this game once")
    return Table(
        rules, players, core["sides"], core["scores"], usual if pack is None else pack, core["seed"], core["deal"],
        core["attempt"], core["cut_trump"], removed, core["pool"], core["simple"], core["referee"],
    )  # fmt: skip


def _check_names(table: Table) -> None:
    for name in (*table.players, *(side.name for side in table.sides)):
        if not name or len(name) > LONGEST_NAME * (4 if "/" in name else 1):
            raise RecordError(f"the name {name[:20]!r}… has no letters or too many (at most {LONGEST_NAME})")


def _check_dealt(position: Position) -> None:
    first = position.path()[0]
    fresh = deal(position.table)
    if (first.frame.hands, first.phase, first.turn_ups) != (fresh.frame.hands, fresh.phase, fresh.turn_ups):
        raise RecordError(
            "this position was set up in mid-deal, so there is no deal to write down. "
            "Lay the whole deal (new_deal(…, hands=…, turned=…)) and play to it."
        )


# -- house rules --------------------------------------------------------------------------------------


def house_rules(book: Rulebook) -> dict[str, Any]:
    """The house rules of a book as plain values, so that they can be written down."""
    base = load_rulebook(book.id).with_options(book.active).rules if book.id in rulebooks() else None
    if not book.house:
        return {}
    found: dict[str, Any] = {}
    for group in GROUPS:
        now = getattr(book.rules, group)
        before = getattr(base, group) if base is not None else now
        names = [f.name for f in fields(now)] if now is not None else []
        if now is None and (before is not None or (base is None and group in book.house)):
            found[group] = None
        elif before is None and now is not None:
            found[group] = {name: getattr(now, name) for name in names}
        else:
            changed = (
                [n for n in names if getattr(now, n) != getattr(before, n)]
                if base is not None
                else [n for n in names if n in book.house]
            )
            found.update({name: getattr(now, name) for name in changed})
    return found


def with_house_rules(book: Rulebook, house: Mapping[str, Any]) -> Rulebook:
    """A book with the house rules of a record."""
    if not house:
        return book
    changes: dict[str, Any] = {}
    for name, value in house.items():
        if name in GROUPS and isinstance(value, Mapping):
            changes[name] = make_group(name, value)
        elif name in GROUPS and value is not None:
            raise RulesError(f"{name!r} is a group of rules: expected its fields, or nothing")
        elif name not in GROUPS and name not in FIELDS:
            raise RulesError(f"there is no rule field {str(name)[:30]!r}")
        else:
            changes[name] = value
    return book.replace(**changes)


def _other_rules(rules: Rules, book: Rulebook) -> str:
    mine, its = dict(rules.values()), dict(book.rules.values())
    name = next(n for n in (*mine, *its) if mine.get(n) != its.get(n))
    return (
        f"the position was not played by {book.id} as it is given: {name} is {mine.get(name)!r} at the table and "
        f"{its.get(name)!r} in the book. Give the book with its options: rulebook({book.id!r}).with_options(…)."
    )


# -- what a deal shows --------------------------------------------------------------------------------


def points_of(position: Position) -> dict[str, Any]:
    """Point -> {side, n, …} or None. ``gift`` is a list where several sides got one; ``pegs`` a list of all of them."""
    events = position.events()
    made = facts.awards(events)
    found: dict[str, Any] = dict.fromkeys((*facts.CARD_POINTS, *(p for p in made if p not in facts.CARD_POINTS)))
    counts = facts.game_count(events)
    for point, e in made.items():
        found[point] = {"side": e.side, "n": e.n}
        if e.cards:
            found[point]["card"] = e.cards[0].text
        if point == "jack" and position.rules.hang_jack > 1:
            found[point]["hang"] = bool(e.data.get("hang"))
    if found["game"] is not None and counts is not None:
        found["game"]["count"] = counts
    turned = [{"side": side, "n": n} for side, n in facts.turned_for(events).items()]
    gifts = [{"side": side, "n": n} for side, n in facts.gifts(events)]
    found["turn"] = turned[0] if turned else None
    found["gift"] = None if not gifts else gifts[0] if len(gifts) == 1 else gifts
    pegs = [{"side": side, "n": n, "trick": trick} for side, n, trick in facts.pegs(events)]
    found["pegs"] = pegs or None
    return found
