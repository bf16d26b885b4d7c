"""What the texts say, and the rule books made of them: read from ``sources/``, checked, and joined to the rules.

A *witness* is one text with its *clauses* (our digest of one statement, its place, its status). A *rule book* gives
every rule field a value and says why: a clause of a witness, or a reason where the texts are silent. A book with a
field nobody explains does not load.

    >>> book = load_rulebook("foster-1897")
    >>> book.rules.low_to, book.why("low_to").status, book.why("low_to").locator
    ('holder', 'explicit', 'OBJECTS, High and Low')
    >>> book.with_options("keep_nine").rules.after_run
    'nine_once'
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from dataclasses import field as default
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_type_hints

from allfours_edu import toml_files as toml
from allfours_edu.asking import shown
from allfours_edu.errors import Plain
from allfours_edu.rules import FIELDS, GROUPS, Rules, RulesError, describe, make_group
from allfours_edu.toml_files import SourceError as SourceError
from allfours_edu.toml_files import no_such, unknown

ClauseKind = Literal["rule", "definition", "example", "advice", "claim", "history", "cheat", "custom"]
ClauseStatus = Literal[
    "explicit", "implied", "example", "ambiguous", "contradictory", "silent", "not_seen", "refers", "not_applicable"
]
FieldStatus = Literal["explicit", "implied", "supplied", "contradictory", "house", "absent"]
BookKind = Literal["single", "eclectic", "reported"]
Seen = Literal["words", "report", "translation"]
Phase = Literal["table", "deal", "trump", "play", "score", "match", "pool", "penalties", "texts"]
Certainty = Literal["high", "medium", "low"]

MOST_WORDS: Final = 40
_SPEAKS: Final = ("explicit", "implied", "example", "ambiguous", "contradictory", "refers")
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_CODE_LETTERS: Final = frozenset("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


class RulebookError(Plain, ValueError):
    """Somebody asked for a rule book, witness, option or field that does not exist; the message says what does."""


class QuiltError(RulebookError):
    """A page put together from several texts was asked for as one book; ``clashes`` and ``gaps`` say why it is none."""

    def __init__(self, message: str, clashes: tuple[Clash, ...], gaps: tuple[str, ...]) -> None:
        super().__init__(message)
        self.clashes, self.gaps = clashes, gaps


# --- what the files hold ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Topic:
    """One question the texts answer or leave open. ``field`` is the rule field it sets, if any.

    ``group`` names the phase of the rules without which the question does not arise. ``procedure`` is said of a rule
    that no deal played here can show, because the cards are dealt and the score is kept by the computer.
    """

    id: str
    title: str
    phase: Phase
    field: str | None = None
    group: str | None = None
    values: Mapping[str, str] = default(default_factory=dict)
    note: str = ""
    procedure: str = ""

    def says(self, value: object) -> str:
        """What a value means, in a learner's words.

        >>> topics()["low_to"].says("holder")
        'Low belongs to the player it was dealt to.'
        """
        sentence = self.values.get(_key(value)) or self.values.get("*", "{value}")
        sentence = sentence.replace("{value}", _spell(value)).replace("{s}", "" if value == 1 else "s")
        return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One way to take a clause that can be taken in several. ``register`` is its number among all disputed readings."""

    id: str
    says: str
    certainty: Certainty
    argument: str
    register: str = ""
    sets: Mapping[str, Any] = default(default_factory=dict)
    preferred: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """One statement of a witness: where it stands, what it says in our words, which rule fields it sets.

    ``of`` names the game it is about, where that is not the plain All Fours or Seven-Up of the witness.
    """

    id: str
    witness: str
    kind: ClauseKind
    topic: str
    locator: str
    status: ClauseStatus
    digest: str
    also: tuple[str, ...] = ()
    of: str = ""
    sets: Mapping[str, Any] = default(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    caution: str = ""

    @property
    def ref(self) -> str:
        """How the clause is cited: ``witness#clause``."""
        return f"{self.witness}#{self.id}"


@dataclass(frozen=True, slots=True, eq=False)
class Years:
    """A span of years; an open end is ``None``."""

    not_before: int | None = None
    not_after: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Dates:
    """Text, printing and carrier are three things, each with its own date or description."""

    text: Years
    printing: str
    carrier: str


@dataclass(frozen=True, slots=True, eq=False)
class EText:
    """A file with the words. ``url`` is a fixed address of that very file, ``page`` one for readers."""

    name: str
    sha256: str = ""
    bytes: int = 0
    note: str = ""
    url: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Version:
    """When the text was read again and what changed."""

    date: str
    note: str


@dataclass(frozen=True, slots=True, eq=False)
class Witness:
    """One text. Silence is data: ``silent`` was read and says nothing, ``not_seen`` could not be read."""

    id: str
    siglum: str
    title: str
    author: str
    place: str
    seen: Seen
    rights: str
    dates: Dates
    clauses: Mapping[str, Clause]
    caution: str = ""
    carrier: str | None = None
    etexts: tuple[EText, ...] = ()
    silent: tuple[str, ...] = ()
    not_seen: tuple[str, ...] = ()
    versions: tuple[Version, ...] = ()

    def on(self, topic: str) -> tuple[Clause, ...]:
        """All clauses that speak to a topic, those given to it alone first."""
        own = [c for c in self.clauses.values() if c.topic == topic]
        return tuple(own + [c for c in self.clauses.values() if topic in c.also and c.topic != topic])

    def status(self, topic: str) -> ClauseStatus | None:
        """How the witness stands to a topic; ``None`` where nobody has recorded anything.

        What it says of its main game comes before what it says of a game beside it (All Fives, Loo).
        """
        found = self.on(topic)
        main = [clause for clause in found if not clause.of]
        if main:
            return main[0].status
        if topic in self.silent:
            return "silent"
        if topic in self.not_seen:
            return "not_seen"
        return found[0].status if found else None


@dataclass(frozen=True, slots=True, eq=False)
class Clash:
    """A question to which one page gives several answers: each value with the places that give it.

    ``open`` where no two places differ, only the readings of one.
    """

    field: str
    answers: tuple[tuple[Any, tuple[str, ...]], ...]

    @property
    def open(self) -> bool:
        return sum(any("@" not in place for place in places) for _, places in self.answers) < 2

    def __str__(self) -> str:
        said = [f"{topics()[self.field].says(value)[:-1]} ({', '.join(places)})" for value, places in self.answers]
        return f"{topics()[self.field].title} {'; '.join(said)}."


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Why a book has a value: as it stands under ``[fields]`` of the file."""

    status: FieldStatus
    value: Any = None
    none: bool = False
    clause: str = ""
    reason: str = ""
    reading: str = ""
    caution: str = ""
    option: str = ""
    via: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A named bundle of values a table may choose, and who vouches for it."""

    name: str
    says: str
    sets: Mapping[str, Any]
    authority: str = ""
    reading: str = ""
    reason: str = ""
    includes: tuple[str, ...] = ()

    @property
    def clause(self) -> Clause | None:
        return find_clause(self.authority) if self.authority else None


@dataclass(frozen=True, slots=True, eq=False)
class Provenance:
    """Where the value of one field comes from. ``chip`` is the one word to show beside it."""

    field: str
    value: Any
    status: FieldStatus
    reason: str = ""
    clause: Clause | None = None
    witness: str = ""
    siglum: str = ""
    locator: str = ""
    digest: str = ""
    seen: Seen | None = None
    reading: Reading | None = None
    option: str = ""
    via: str = ""
    caution: str = ""

    @property
    def chip(self) -> str:
        """Explicit means that we saw the words; what is known at second hand says so.

        >>> load_rulebook("foster-1897").why("tie").chip
        'explicit'
        """
        if self.status in ("explicit", "implied") and self.seen in ("report", "translation"):
            return {"report": "reported", "translation": "translated"}[self.seen]
        return self.status


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A playable book: rules with the reason for each. ``active`` options and ``house`` rules depart from it."""

    id: str
    title: str
    short: str
    code: str
    kind: BookKind
    date: str
    base: str
    players_default: int
    rules: Rules
    sources: Mapping[str, Source]
    year: int | None = None
    note: str = ""
    extends: str = ""
    adopts: tuple[str, ...] = ()
    plays: tuple[str, ...] = ()
    terms: Mapping[str, str] = default(default_factory=dict)
    options: Mapping[str, Option] = default(default_factory=dict)
    citations: Mapping[str, str] = default(default_factory=dict)
    absences: Mapping[str, Source] = default(default_factory=dict)
    active: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """An option or a house rule may be for other tables than the book: then the nearest number of players."""
        known = self.rules.players
        if self.players_default not in known:
            object.__setattr__(self, "players_default", min(known, key=lambda n: abs(n - self.players_default)))

    @property
    def eclectic(self) -> bool:
        """Is the book made of several witnesses by an editor?"""
        return self.kind == "eclectic"

    @property
    def hash(self) -> str:
        """Twelve digits that are the same for the same rules, wherever they came from."""
        plain = {
            name: None if (g := getattr(self.rules, name)) is None else {f.name: getattr(g, f.name) for f in fields(g)}
            for name in GROUPS
        }
        return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:12]

    def why(self, name: str) -> Provenance:
        """Where the value of a field comes from."""
        if name not in FIELDS:
            raise RulebookError(unknown("rule field", name, FIELDS))
        group = FIELDS[name]
        if getattr(self.rules, group) is None:
            source = self.absences.get(group, Source("absent", reason="There is nothing of the kind in this game."))
            return _provenance(name, None, replace(source, status="absent"))
        return _provenance(name, getattr(self.rules, name), self.sources[name])

    def establishes(self, topic: str) -> Clause | None:
        """The clause that establishes a thing in this book (High, the gift, a trick …), or ``None``.

        >>> load_rulebook("foster-1897").establishes("high").locator
        'OBJECTS, High and Low'
        """
        known = topics().get(topic)
        if known is not None and known.group and getattr(self.rules, known.group) is None:
            absence = self.absences.get(known.group)
            return find_clause(absence.clause) if absence and absence.clause else None
        if topic in self.citations:
            return find_clause(self.citations[topic])
        if topic in self.sources and self.sources[topic].clause:
            return find_clause(self.sources[topic].clause)
        found = [clause for witness in (self.base, *self.adopts) for clause in load_witness(witness).on(topic)]
        for game in (*self.plays, ""):
            for clause in found:
                if clause.of == game and clause.status in _SPEAKS and clause.kind in ("rule", "definition", "custom"):
                    return clause
        return None

    def with_options(self, names: str | Iterable[str] | Mapping[str, Any] = ()) -> Rulebook:
        """This book with some of its options chosen; a mapping changes single fields as house rules."""
        if isinstance(names, Mapping):
            return self.replace(**names)
        book = self
        if not isinstance(names, Iterable):
            raise RulebookError(f"options: expected names of options or a mapping of fields, found {shown(names)}.")
        for name in (names,) if isinstance(names, str) else tuple(names):
            if not isinstance(name, str) or name not in book.options:
                raise RulebookError(f"{book.short}: " + unknown("option", name, book.options))
            book = replace(
                book,
                rules=book.rules.replace(**book.options[name].sets),
                sources={**book.sources, **_chosen(book.options, name)},
                active=(*book.active, name),
            )
        return book

    def replace(self, **changes: Any) -> Rulebook:
        """This book with house rules: fields, or whole groups (``beg=None``). What stays as it was keeps its source.

        >>> load_rulebook("foster-1897").replace(low_to="taker").why("low_to").status
        'house'
        """
        rules = self.rules.replace(**changes)
        before, after = dict(self.rules.values()), dict(rules.values())
        changed = [name for name in after if name not in before or before[name] != after[name]]
        gone = [group for group in GROUPS if getattr(rules, group) is None and getattr(self.rules, group) is not None]
        mark = Source("house", reason="A house rule of this table.")
        return replace(
            self,
            rules=rules,
            sources={**self.sources, **dict.fromkeys(changed, mark)},
            absences={**self.absences, **dict.fromkeys(gone, mark)},
            house=tuple(dict.fromkeys((*self.house, *changed, *gone))),
        )

    def __repr__(self) -> str:
        """Short: the whole page would be a screenful.

        >>> load_rulebook("foster-1897").with_options("keep_nine").replace(low_to="taker")
        Rulebook('foster-1897' + keep_nine, low_to='taker')
        """
        house = [f", {name}={getattr(self.rules, name)!r}" for name in self.house]
        return f"Rulebook({self.id!r}{''.join(f' + {name}' for name in self.active)}{''.join(house)})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The page of the book in a notebook, as soon as somebody has said how books are shown."""
        return _display(self, **kwargs) if _display is not None else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rulebook) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
        return self.id, self.hash, self.active, self.house


_display: Callable[..., Any] | None = None


def show_with(display: Callable[..., Any]) -> None:
    """Say how a rule book is shown in a notebook: ``display(book, **kwargs)`` returns a MIME bundle.

    Texts know nothing about screens, so whoever has screens says so once.
    """
    global _display
    _display = display


# --- finding and loading ----------------------------------------------------------------------------------------------


@cache
def folder() -> Path:
    """Where the texts lie: inside the installed package, or beside it in a checkout."""
    here = Path(__file__).resolve().parent
    for place in (here / "_data" / "sources", here.parent / "sources"):
        if (place / "rulebooks").is_dir():
            return place
    raise SourceError("sources", "folder", "not found", f"it at {here / '_data' / 'sources'} or beside the package")


@cache
def rulebooks() -> tuple[str, ...]:
    """Ids of the rule books that come with the package."""
    return _ids("rulebooks")


@cache
def witnesses() -> tuple[str, ...]:
    """Ids of the witnesses that come with the package."""
    return _ids("witnesses")


@cache
def topics() -> dict[str, Topic]:
    """All topics by id, in the order of the file."""
    path = folder() / "topics.toml"
    name = _name(path)
    found = {}
    for key, table in toml.read(path, name).items():
        body = {**toml.table(table, name, key), "id": key}
        found[key] = topic = toml.structure(body, Topic, name, key)
        if topic.field is not None and topic.field not in FIELDS:
            raise SourceError(name, f"{key}.field", f"there is no rule field {topic.field!r}", "a name of rules.FIELDS")
    return found


@cache
def load_witness(id: str) -> Witness:
    """A witness by id, with all its clauses checked."""
    path = folder() / "witnesses" / f"{id}.toml"
    if id not in witnesses():
        raise RulebookError(unknown("witness", id, witnesses()))
    name = _name(path)
    raw = toml.read(path, name)
    clauses = toml.table(raw.get("clauses", {}), name, "clauses")
    raw["clauses"] = {
        key: {**toml.table(table, name, f"clauses.{key}"), "id": key, "witness": id} for key, table in clauses.items()
    }
    witness = toml.structure(raw, Witness, name)
    if witness.id != id:
        raise SourceError(name, "id", f"is {witness.id!r}", f"{id!r}, as the file is called")
    checked = {key: _checked_clause(clause, name, f"clauses.{key}") for key, clause in witness.clauses.items()}
    return replace(witness, clauses=checked)


def find_clause(ref: str) -> Clause:
    """The clause cited as ``witness#clause``."""
    witness, _, clause = ref.partition("#")
    found = load_witness(witness).clauses
    if clause not in found:
        raise RulebookError(unknown(f"clause of {witness}", clause, found))
    return found[clause]


def texts_on(topic: str) -> tuple[tuple[Witness, ClauseStatus | None, tuple[Clause, ...]], ...]:
    """What each witness has on a topic: itself, how it stands to the question, and its clauses.

    >>> [witness.siglum for witness, status, _ in texts_on("tie") if status == "silent"][:3]
    ['Co', 'Co2', 'EB']
    """
    if topic not in topics():
        raise RulebookError(unknown("topic", topic, topics()))
    loaded = [load_witness(id) for id in witnesses()]
    return tuple((witness, witness.status(topic), witness.on(topic)) for witness in loaded)


def load_rulebook(book: str | Path | Rulebook) -> Rulebook:
    """A rule book by id, from a TOML file of your own, or the one already in hand.

    >>> load_rulebook("foster-1897").title
    "Foster's Seven-Up"
    """
    if isinstance(book, Rulebook):
        return book
    if not isinstance(book, (str, Path)):
        raise RulebookError(f"A rule book is named by its id or its file, not by {book!r}.")
    if isinstance(book, Path) or book.endswith(".toml"):
        return _load_book(Path(book), str(book))
    return _shipped_book(book)


@cache
def _shipped_book(id: str) -> Rulebook:
    if id in witnesses() and id not in rulebooks():
        raise _no_book(id)
    if id not in rulebooks():
        raise RulebookError(unknown("rule book", id, rulebooks()))
    path = folder() / "rulebooks" / f"{id}.toml"
    loaded = _load_book(path, _name(path))
    if loaded.id != id:
        raise SourceError(_name(path), "id", f"is {loaded.id!r}", f"{id!r}, as the file is called")
    return loaded


# --- a text that is no book -------------------------------------------------------------------------------------------


def strands(page: str) -> tuple[Witness, ...]:
    """The texts of which a page was put together, the page itself first.

    >>> [text.siglum for text in strands("seed-wiki")][:4]
    ['W', 'W-CD', 'W-AF', 'W-4']
    """
    own = load_witness(page)
    return (own, *(text for text in map(load_witness, witnesses()) if text.carrier == page))


def clashes(page: str) -> tuple[Clash, ...]:
    """The rule fields to which a page, taken whole, gives more than one value (its main game only).

    >>> [clash.field for clash in clashes("seed-wiki") if not clash.open]
    ['players', 'direction', 'turn_points', 'hang_jack', 'begs', 'target']
    """
    return tuple(
        Clash(field, tuple((value, tuple(places)) for value, places in answers.items()))
        for field, answers in _answers(page).items()
        if len(answers) > 1
    )


def _answers(page: str) -> dict[str, dict[Any, list[str]]]:
    """Field, value, places: everything the parts of a page say of their main game."""
    found: dict[str, dict[Any, list[str]]] = {}
    for clause in (c for text in strands(page) for c in text.clauses.values() if not c.of):
        places = [(clause.ref, clause.sets), *((f"{clause.ref}@{r.id}", r.sets) for r in clause.readings)]
        for place, sets in places:
            for key, value in sets.items():
                if place == clause.ref or clause.sets.get(key) != value:
                    found.setdefault(key, {}).setdefault(value, []).append(place)
    return found


def _no_book(id: str) -> RulebookError:
    """Why a text is not a rule book, and what has been made of it."""
    parts = strands(id)
    made = [book for book in rulebooks() if _shipped_book(book).base in {text.id for text in parts}]
    instead = f" Made from it: {', '.join(made)}." if made else ""
    if len(parts) == 1:
        return RulebookError(f"{id!r} is a text, not a rule book.{instead}")
    found = clashes(id)
    apart, several = [c for c in found if not c.open], [c for c in found if c.open]
    gaps = tuple(key for key in FIELDS if key not in _answers(id))
    return QuiltError(
        f"{parts[0].title!r} is put together from {len(parts)} texts, and taken whole it is no rule book: it "
        f"contradicts itself on {len(apart)} questions. {' '.join(map(str, apart))} {len(several)} more can be read "
        f"in several ways, and {len(gaps)} of {len(FIELDS)} are not answered at all.{instead}",
        found,
        gaps,
    )


# --- a book from its file ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Inherits:
    """What makes the rules of the book it extends good for a book too."""

    clause: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class _BookFile:
    """A rule book as it is written down."""

    id: str
    title: str
    short: str
    code: str
    kind: BookKind
    date: str
    base: str
    players_default: int
    absent: tuple[str, ...]
    fields: Mapping[str, Source] = default(default_factory=dict)
    year: int | None = None
    note: str = ""
    extends: str = ""
    inherits: _Inherits = default(default_factory=_Inherits)
    adopts: tuple[str, ...] = ()
    plays: tuple[str, ...] = ()
    terms: Mapping[str, str] = default(default_factory=dict)
    options: Mapping[str, Option] = default(default_factory=dict)
    establishes: Mapping[str, str] = default(default_factory=dict)
    absences: Mapping[str, Source] = default(default_factory=dict)


def _load_book(path: Path, name: str) -> Rulebook:
    raw = toml.read(path, name)
    options = toml.table(raw.get("options", {}), name, "options")
    raw["options"] = {k: {"sets": {}, **toml.table(v, name, f"options.{k}"), "name": k} for k, v in options.items()}
    absences = toml.table(raw.get("absences", {}), name, "absences")
    raw["absences"] = {k: {**toml.table(v, name, f"absences.{k}"), "status": "absent"} for k, v in absences.items()}
    file = toml.structure(raw, _BookFile, name)
    parent = _parent(file, name)
    _check_head(file, name)
    sources = _sources(file, parent, name)
    rules = _rules(file, sources, name)
    book = Rulebook(
        id=file.id, title=file.title, short=file.short, code=file.code, kind=file.kind, date=file.date,
        base=file.base, players_default=file.players_default, rules=rules, sources=sources, year=file.year,
        note=file.note, extends=file.extends, adopts=file.adopts or (parent.adopts if parent else ()), plays=file.plays,
        terms={**(parent.terms if parent else {}), **file.terms}, options={},
        citations={**(parent.citations if parent else {}), **file.establishes}, absences=file.absences,
        house=tuple(key for key, source in sources.items() if source.status == "house"),
    )  # fmt: skip
    return replace(book, options=_options(file, rules, name))


def _parent(file: _BookFile, name: str) -> Rulebook | None:
    if not file.extends:
        return None
    if file.extends not in rulebooks():
        raise SourceError(name, "extends", no_such("rule book", file.extends, rulebooks()), "the id of a rule book")
    if not (file.inherits.clause or file.inherits.reason):
        raise SourceError(name, "inherits", "has no clause and no reason", "why the rules of that book hold here too")
    _check_ref(file.inherits.clause, name, "inherits.clause")
    return _shipped_book(file.extends)


def _check_head(file: _BookFile, name: str) -> None:
    for key, id in (("id", file.id), *((f"options.{option}", option) for option in file.options)):
        if not _ID.fullmatch(id):
            raise SourceError(name, key, f"is called {id[:40]!r}", "a name of letters, figures, - and _, 80 at most")
    if len(file.code) != 2 or not set(file.code) <= _CODE_LETTERS:
        raise SourceError(name, "code", f"is {file.code!r}", "two of 0-9 A-Z without I, L, O and U")
    for key, witness in [("base", file.base), *((f"adopts[{i}]", w) for i, w in enumerate(file.adopts))]:
        if witness not in witnesses():
            raise SourceError(name, key, no_such("witness", witness, witnesses()), "the id of a witness")
    for key in (*file.absent, *file.absences):
        if key not in GROUPS:
            raise SourceError(name, "absent", no_such("group", key, GROUPS), "names of rule groups")
    for topic, ref in file.establishes.items():
        _check_ref(ref, name, f"establishes.{topic}")
    for group, source in file.absences.items():
        _check_ref(source.clause, name, f"absences.{group}.clause")


def _sources(file: _BookFile, parent: Rulebook | None, name: str) -> dict[str, Source]:
    """The source of every field the game has: its own, or that of the book it extends."""
    for key in file.fields:
        if key not in FIELDS:
            raise SourceError(name, f"fields.{key}", no_such("rule field", key, FIELDS), "a name of rules.FIELDS")
        if FIELDS[key] in file.absent:
            raise SourceError(
                name, f"fields.{key}", f"its group {FIELDS[key]!r} is listed as absent", "the one or the other"
            )
    found: dict[str, Source] = {}
    for key, group in FIELDS.items():
        if group in file.absent:
            continue
        if key in file.fields:
            found[key] = _own(key, file.fields[key], name)
        elif parent is not None and key in parent.sources:
            found[key] = _inherited(parent, key, file.inherits)
        else:
            raise SourceError(name, f"fields.{key}", "is missing", "a value with a status and a clause or a reason")
    return found


def _own(key: str, source: Source, name: str) -> Source:
    where = f"fields.{key}"
    wanted = f"clause = 'witness#clause' or reason = '...' ({describe(_domains()[key])})"
    if not (source.clause or source.reason):
        raise SourceError(name, where, "has no clause and no reason", wanted)
    if source.status == "absent" or (source.status == "house" and name.startswith("sources/")):
        said = f"is {source.status!r}"
        raise SourceError(name, f"{where}.status", said, "explicit, implied, supplied or contradictory")
    if source.status == "house" and source.clause:
        raise SourceError(name, where, "is a house rule with a clause", "a reason; what a text says is no house rule")
    if source.status == "explicit" and not source.clause:
        raise SourceError(name, where, "is called explicit without a clause", "the clause that says so")
    if source.none == (source.value is not None):
        raise SourceError(name, where, "needs a value or none = true", describe(_domains()[key]))
    value = _value(key, source.value, name, f"{where}.value")
    clause = _check_ref(source.clause, name, f"{where}.clause")
    if clause is not None:
        _check_agrees(key, value, source, clause, name, where)
    return replace(source, value=value)


def _check_agrees(key: str, value: Any, source: Source, clause: Clause, name: str, where: str) -> None:
    """A clause that sets the field sets it to this value, unless the book says that the text can be read otherwise."""
    if source.reading:
        reading = next((r for r in clause.readings if r.id == source.reading), None)
        if reading is None:
            raise SourceError(name, f"{where}.reading", f"{clause.ref} has no reading {source.reading!r}", "one it has")
        said = reading.sets.get(key, clause.sets.get(key, value))
    else:
        said = clause.sets.get(key, value)
    if said != value and source.status in ("explicit", "implied"):
        raise SourceError(name, where, f"has {value!r} where {clause.ref} sets {said!r}", "the value of the clause")


def _inherited(parent: Rulebook, key: str, by: _Inherits) -> Source:
    """What a book takes over from another is no longer its own text's word: explicit becomes implied."""
    old = parent.sources[key]
    status: FieldStatus = "implied" if old.status == "explicit" else old.status
    reason = " ".join(filter(None, [by.reason, old.reason]))
    return replace(old, status=status, via=parent.id, reason=reason, clause=old.clause or by.clause)


def _rules(file: _BookFile, sources: Mapping[str, Source], name: str) -> Rules:
    groups: dict[str, Any] = dict.fromkeys(GROUPS)
    try:
        for group in GROUPS:
            if group not in file.absent:
                values = {key: sources[key].value for key, its in FIELDS.items() if its == group}
                groups[group] = make_group(group, values)
        return Rules(**groups)
    except RulesError as error:
        raise SourceError(name, "fields", str(error), "rules that make a game") from None


def _options(file: _BookFile, rules: Rules, name: str) -> dict[str, Option]:
    found: dict[str, Option] = {}
    for key, option in file.options.items():
        where = f"options.{key}"
        sets: dict[str, Any] = {}
        for other in option.includes:
            if other not in found:
                raise SourceError(name, f"{where}.includes", f"{other!r} does not stand above it", "an earlier option")
            sets.update(found[other].sets)
        sets.update(_checked_sets(option.sets, name, f"{where}.sets"))
        if not sets:
            raise SourceError(name, where, "sets nothing", "sets = { field = value } or includes = [...]")
        if not (option.authority or option.reason):
            raise SourceError(name, where, "has no authority and no reason", "authority = 'witness#clause' or a reason")
        clause = _check_ref(option.authority, name, f"{where}.authority")
        if option.reading and (clause is None or option.reading not in {r.id for r in clause.readings}):
            raise SourceError(name, f"{where}.reading", f"there is no reading {option.reading!r}", "one of the clause")
        try:
            rules.replace(**sets)
        except RulesError as error:
            raise SourceError(name, where, str(error), "values this book can take") from None
        found[key] = replace(option, sets=sets)
    return found


def _chosen(options: Mapping[str, Option], name: str) -> dict[str, Source]:
    """The source of every value an option sets; in a bundle each part keeps its own authority."""
    option = options[name]
    found: dict[str, Source] = {}
    for part in option.includes:
        found.update(_chosen(options, part))
    clause = option.clause
    status: FieldStatus = "supplied"
    if clause is not None and clause.status in ("explicit", "implied"):
        status = clause.status
    elif option.reading:
        status = "contradictory"
    new = Source(status, None, False, option.authority, option.reason or option.says, option.reading, option=name)
    return {**dict.fromkeys(option.sets, new), **found}


# --- checking ---------------------------------------------------------------------------------------------------------


def _checked_clause(clause: Clause, name: str, where: str) -> Clause:
    words = len(clause.digest.split())
    if words > MOST_WORDS:
        raise SourceError(name, f"{where}.digest", f"has {words} words", f"at most {MOST_WORDS}")
    readings = tuple(
        replace(reading, sets=_checked_sets(reading.sets, name, f"{where}.readings[{i}].sets"))
        for i, reading in enumerate(clause.readings)
    )
    return replace(clause, sets=_checked_sets(clause.sets, name, f"{where}.sets"), readings=readings)


def _checked_sets(sets: Mapping[str, Any], name: str, where: str) -> dict[str, Any]:
    for key in sets:
        if key not in FIELDS:
            raise SourceError(name, f"{where}.{key}", no_such("rule field", key, FIELDS), "a name of rules.FIELDS")
    return {key: _value(key, value, name, f"{where}.{key}") for key, value in sets.items()}


def _check_ref(ref: str, name: str, where: str) -> Clause | None:
    if not ref:
        return None
    witness, mark, clause = ref.partition("#")
    if not mark:
        raise SourceError(name, where, f"{ref!r} names no clause", "'witness#clause'")
    if witness not in witnesses():
        raise SourceError(name, where, no_such("witness", witness, witnesses()), "the id of a witness before #")
    clauses = load_witness(witness).clauses
    if clause not in clauses:
        raise SourceError(name, where, no_such(f"clause of {witness}", clause, clauses), "the id of a clause after #")
    return clauses[clause]


def _value(key: str, raw: Any, name: str, where: str) -> Any:
    """A value as the rule field wants it; lists become tuples."""
    value = toml.frozen(raw)
    try:
        toml.converter().structure(value, _domains()[key])
    except Exception:  # whatever cattrs makes of it, there is one thing to tell the reader
        raise SourceError(name, where, f"{raw!r} is not a value of {key}", describe(_domains()[key])) from None
    return value


@cache
def _domains() -> dict[str, Any]:
    """What each rule field takes; asking ``rules.domain`` a hundred times would cost more than the rest of loading."""
    return {key: hint for group in GROUPS.values() for key, hint in get_type_hints(group).items()}


# --- small things -----------------------------------------------------------------------------------------------------


def _provenance(name: str, value: Any, source: Source) -> Provenance:
    clause = find_clause(source.clause) if source.clause else None
    if clause is None:
        return Provenance(
            name, value, source.status, source.reason, option=source.option, via=source.via, caution=source.caution
        )
    witness = load_witness(clause.witness)
    reading = next((r for r in clause.readings if r.id == source.reading), None)
    return Provenance(
        name, value, source.status, source.reason, clause, witness.id, witness.siglum, clause.locator, clause.digest,
        witness.seen, reading, source.option, source.via, source.caution,
    )  # fmt: skip


def _ids(kind: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (folder() / kind).glob("*.toml")))


def _name(path: Path) -> str:
    return f"sources/{path.relative_to(folder()).as_posix()}"


def _key(value: object) -> str:
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else "" if value == () else str(value)


_SPOKEN: Final = {
    "A": "ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "Ten", "9": "nine", "6": "six", "5": "five", "3": "trey",
    "2": "deuce", "high": "High", "low": "Low", "jack": "Jack", "game": "Game",
}  # fmt: skip


def _spell(value: object) -> str:
    """A value as words: pairs as 'ace 1', lists joined with commas.

    >>> _spell((("A", 1), ("6", 2), ("J", 3))), _spell((2, 3, 4))
    ('ace 1, six 2, Jack 3', '2, 3 or 4')
    """
    if not isinstance(value, tuple):
        return str(value)
    if value and isinstance(value[0], tuple):
        return ", ".join(f"{_SPOKEN.get(card, card)} {n}" for card, n in value)
    words = [_SPOKEN.get(item, str(item)) if isinstance(item, str) else str(item) for item in value]
    if len(words) > 1 and isinstance(value[0], int) and len(set(words)) == len(words):
        return f"{', '.join(words[:-1])} or {words[-1]}"
    return ", ".join(words)
