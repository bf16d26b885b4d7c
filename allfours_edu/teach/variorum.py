"""The variorum: all questions against all texts and rule books one asks for, each reading short and in its form.

A *column* is a text or a rule book, a *cell* what it has on one question. A cell invents nothing: a text that was read
and says nothing is silent, one that nobody looked at stands empty.

>>> grid = variorum_grid("enquire-1894", "squareman-1916", "trinidad", topics="tie")
>>> [(column.siglum, column.cell("tie").status) for column in grid.columns]
[('En', 'silent'), ('Sq', 'implied'), ('Trinidad', 'reported')]
>>> grid.differs("tie")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from html import escape

from ..conflicts import conflicts
from ..errors import PlainTypeError
from ..sources import Clause, Reading, Rulebook, RulebookError, Topic, Witness, load_rulebook, rulebooks, topics
from .compare import in_words
from .strings import capital, listed, phrase, plain, t
from .textgrid import PHASES, UNRECORDED, age, by_age, find, game

LONGEST = 88  # letters of a digest in a cell; the whole of it stands below the grid
MOST_TABLE = 12  # columns of a printed table; more are told by their answers
GUESS, TAKEN, OTHER, GLOSS = "guess", "taken", "other", "gloss"
_MARKED = frozenset({"ambiguous", "contradictory"})


@dataclass(frozen=True, slots=True)
class Said:
    """One reading in a cell. ``form`` is how sure it is: "" for the plain answer of a text, "taken" and "other" for
    readings of a doubtful one, "guess" for a conjecture, "gloss" for a note that answers no question of the rules."""

    text: str
    form: str = ""
    of: str = ""

    @property
    def answers(self) -> bool:
        """Is it an answer that can be set against another, of the main game of its text?"""
        return self.form != GLOSS and not self.of

    def __str__(self) -> str:
        body = f"[{self.text}]" if self.form == GUESS else self.text
        return f"{body} ({self.of})" if self.of else body


@dataclass(frozen=True, slots=True)
class Cell:
    """A column on one question."""

    status: str
    said: tuple[Said, ...] = ()

    def __str__(self) -> str:
        if not self.said:
            return f"{phrase(f'mark.{self.status}')} {phrase(f'status.{self.status}')}".strip()
        body = " / ".join(map(str, self.said))
        if self.status == "supplied":
            return f"⟨{body}⟩"
        return f"{phrase('mark.ambiguous')} {body}" if self.status in _MARKED else body


@dataclass(frozen=True, slots=True)
class Column:
    """A text or a rule book as a column."""

    of: Witness | Rulebook

    @property
    def id(self) -> str:
        return self.of.id if isinstance(self.of, Witness) else f"book:{self.of.id}"

    @property
    def siglum(self) -> str:
        return self.of.siglum if isinstance(self.of, Witness) else self.of.short

    @property
    def title(self) -> str:
        return self.of.title

    @property
    def age(self) -> str:
        return age(self.of) if isinstance(self.of, Witness) else phrase("variorum.rule_book")

    @property
    def witness(self) -> str:
        """The text behind it."""
        return self.of.id if isinstance(self.of, Witness) else self.of.base

    def cell(self, topic: str) -> Cell:
        if isinstance(self.of, Witness):
            return _of_witness(self.of, topic)
        return _of_book(self.of, topics()[topic])


@dataclass(frozen=True)
class VariorumGrid:
    """Questions against columns."""

    columns: tuple[Column, ...]
    topics: tuple[Topic, ...]

    @property
    def title(self) -> str:
        return t("variorum.title" if len(self.topics) != 1 else "variorum.title_one", question=self.topics[0].title)

    def differs(self, topic: str) -> bool:
        """Do the columns give more than one answer? Silence is none; where no rule is set, the register of disputes
        has to say so."""
        if topics()[topic].field is None:
            sides = disputed().get(topic, ())
            return sum(column.id in sides or column.witness in sides for column in self.columns) > 1
        return len({said.text for column in self.columns for said in column.cell(topic).said if said.answers}) > 1

    @property
    def summary(self) -> str:
        """How much it is, in a sentence."""
        return t("variorum.summary", title=self.title, n=len(self.topics), m=len(self.columns))

    def as_text(self) -> str:
        """The grid in words: for each question its answers, and who gives them."""
        return "\n".join([self.title, *self._lines()])

    def _lines(self) -> Iterator[str]:
        for topic in self.topics:
            yield f"{topic.title} {' '.join(f'{said} [{who}].' for said, who in self._told(topic))}"

    def _told(self, topic: Topic) -> Iterator[tuple[str, str]]:
        """The answers to a question, each with the columns that give it; what was not looked at is left out."""
        voices: dict[str, list[str]] = {}
        for column in self.columns:
            cell = column.cell(topic.id)
            if cell.status != UNRECORDED:
                voices.setdefault(str(cell).rstrip("."), []).append(column.siglum)
        for said, sigla in voices.items():
            yield said, ", ".join(sigla)

    def as_html(self) -> str:
        """A plain table: what a saved notebook shows where no widget runs. Many columns are told by their answers."""
        return "\n".join(self._table() if len(self.columns) <= MOST_TABLE else self._answers())

    def _table(self) -> Iterator[str]:
        yield self._caption()
        heads = (f'<th scope="col">{escape(c.siglum)}<br>{escape(c.age)}</th>' for c in self.columns)
        yield f'<thead><tr><th scope="col">{escape(t("variorum.question"))}</th>{"".join(heads)}</tr></thead><tbody>'
        for topic in self.topics:
            cells = "".join(f"<td>{escape(str(c.cell(topic.id)))}</td>" for c in self.columns)
            yield f'<tr><th scope="row">{escape(topic.title)}</th>{cells}</tr>'
        yield self._foot()

    def _answers(self) -> Iterator[str]:
        yield self._caption()
        heads = "".join(f'<th scope="col">{escape(t(f"variorum.{key}"))}</th>' for key in ("question", "answers"))
        yield f"<thead><tr>{heads}</tr></thead><tbody>"
        for topic in self.topics:
            told = "<br>".join(f"{escape(said)} <b>{escape(who)}</b>" for said, who in self._told(topic))
            yield f'<tr><th scope="row">{escape(topic.title)}</th><td>{told}</td></tr>'
        yield self._foot()

    def _caption(self) -> str:
        return f"<table><caption>{escape(self.title)}</caption>"

    def _foot(self) -> str:
        return f"</tbody></table><p>{escape(t('variorum.marks'))} {escape(t('texts.edition'))}</p>"


# -- what a column has on a question ---------------------------------------------------------------------------------


@cache
def _of_witness(witness: Witness, topic: str) -> Cell:
    found = sorted(witness.on(topic), key=lambda clause: bool(clause.of))
    said = [one for clause in found for one in _said(clause, topics()[topic])]
    return Cell(witness.status(topic) or UNRECORDED, tuple(dict.fromkeys(said)))


def _said(clause: Clause, topic: Topic) -> Iterator[Said]:
    of, field = game(clause), topic.field
    if field is None:
        yield from [Said(r.says, _form(r), of) for r in clause.readings] or [Said(short(clause.digest), GLOSS, of)]
        return
    readings = [r for r in clause.readings if field in r.sets]
    for reading in readings:
        yield Said(in_words(topic, reading.sets[field]), _form(reading), of)
    if not readings:
        sets = field in clause.sets
        yield Said(in_words(topic, clause.sets[field]) if sets else short(clause.digest), "" if sets else GLOSS, of)


def _form(reading: Reading) -> str:
    if reading.certainty == "low":
        return GUESS
    return TAKEN if reading.preferred else OTHER


def _of_book(book: Rulebook, topic: Topic) -> Cell:
    if topic.field is None:
        clause = book.establishes(topic.id)
        return Cell(clause.status, (Said(short(clause.digest), GLOSS),)) if clause is not None else Cell(UNRECORDED)
    why = book.why(topic.field)
    return Cell("absent") if why.status == "absent" else Cell(why.chip, (Said(in_words(topic, why.value)),))


def short(digest: str) -> str:
    """The beginning of a digest, whole words, as much as a cell holds."""
    if len(digest) <= LONGEST:
        return digest
    return f"{digest[:LONGEST].rsplit(' ', 1)[0].rstrip(',;:')} …"


# -- which columns, which questions ----------------------------------------------------------------------------------


def variorum_grid(*columns: str | Witness | Rulebook, topics: str | Iterable[str] | None = None) -> VariorumGrid:
    """The grid of some texts and rule books (all texts, the oldest first) and some questions (all of them).

    Raises :class:`~allfours_edu.sources.RulebookError` with a suggestion.
    """
    chosen = tuple(dict.fromkeys(column(one) for one in columns)) or tuple(Column(w) for w in by_age())
    return VariorumGrid(chosen, _questions(topics))


def _questions(wanted: str | Iterable[str] | None) -> tuple[Topic, ...]:
    known = topics()
    if wanted is None:
        return tuple(topic for phase in PHASES for topic in known.values() if topic.phase == phase)
    names = (wanted,) if isinstance(wanted, str) else tuple(wanted)
    found = tuple(dict.fromkeys(id for name in names for id in find(name)))
    if not found:
        raise RulebookError(t("variorum.no_questions"))
    return tuple(known[id] for id in found)


def column(wanted: str | Witness | Rulebook) -> Column:
    """A column by the id or siglum of a text, the id of a rule book, or the thing itself.

    Where a text and a rule book have one id, the text is meant; ``book:ID`` is the rule book.

    >>> column("En").id, column("foster-1897").id, column("book:foster-1897").id, column("trinidad").id
    ('enquire-1894', 'foster-1897', 'book:foster-1897', 'book:trinidad')
    """
    if isinstance(wanted, (Witness, Rulebook)):
        return Column(wanted)
    if not isinstance(wanted, str):
        raise PlainTypeError(t("variorum.what", what=type(wanted).__name__))
    name = wanted.strip()
    kind, mark, rest = name.partition(":")
    if mark and kind == "book":
        return Column(load_rulebook(rest.lower()))
    known = _texts()
    text = known.get(name) or known.get(name.lower())
    if text is not None:
        return Column(text)
    book, *options = (part.strip() for part in name.split("+"))
    if book.lower() in rulebooks():
        return Column(load_rulebook(book.lower()).with_options(options))
    near = get_close_matches(name.lower(), [*known, *rulebooks()], 3, 0.5)
    hint = t("texts.near", near=listed((repr(n) for n in near), "or")) if near else ""
    raise RulebookError(" ".join(filter(None, [t("variorum.none", wanted=repr(name[:40])), hint])))


@cache
def _texts() -> dict[str, Witness]:
    return {**{w.siglum: w for w in by_age()}, **{w.id: w for w in by_age()}}


@cache
def disputed() -> dict[str, tuple[str, ...]]:
    """By question: the texts that the register of disputes sets against each other."""
    found: dict[str, list[str]] = {}
    for conflict in conflicts():
        for side in conflict.sides:
            where = side.at.removeprefix("silent:").partition("#")[0].partition("+")[0]
            found.setdefault(conflict.topic, []).append(where)
    return {topic: tuple(dict.fromkeys(sides)) for topic, sides in found.items()}


def register(topic: str) -> tuple[str, ...]:
    """The disputes on a question, as the register numbers and names them.

    >>> register("tie")[0]
    '1. A tie for Game between two'
    """
    return tuple(f"{c.number}. {plain(c.title)}" for c in conflicts() if c.topic == topic)


def why_no_act(topic: Topic) -> str:
    """Why no clause on a question can be seen at a table; empty where one may be."""
    if topic.procedure:
        return topic.procedure
    return capital(phrase("variorum.no_act_texts")) if topic.phase == "texts" else ""
