"""What every text says on a question, side by side: silences, doubts and second readings as such.

A *cell* is one witness on one topic. The grid invents nothing: where no note was made it says so.

>>> grid = text_grid("tie")
>>> [(cell.witness.siglum, cell.status) for cell in grid.row("tie") if cell.status == "ambiguous"]
[('W-L', 'ambiguous')]
>>> [(told.siglum, told.dates.text.not_after) for told in grid.witnesses][:2]
[('Co', 1674), ('Co2', 1674)]
>>> grid.apparatus("low_to")[0].value
'Low belongs to the player it was dealt to.'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from html import escape
from typing import Any

from ..rules import FIELDS
from ..sources import (
    Clause,
    Reading,
    Rulebook,
    RulebookError,
    Topic,
    Witness,
    load_rulebook,
    load_witness,
    rulebooks,
    texts_on,
    topics,
)
from .bookpage import value_key
from .strings import capital, listed, phrase, t

PHASES = ("table", "deal", "trump", "play", "score", "match", "pool", "penalties", "texts")
SUBJECTS = ("cut", "deal", "turn", "beg", "auction", "draw", "play", "score", "peg", "pool", "court")
UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Subject:
    """Several questions that belong together: all of begging, say."""

    id: str
    title: str
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One witness on one topic. ``status`` is that of the text; ``unrecorded`` where nobody made a note."""

    witness: Witness
    topic: str
    status: str
    clauses: tuple[Clause, ...] = ()

    @property
    def speaks(self) -> bool:
        """Does the text say anything?"""
        return bool(self.clauses)


@dataclass(frozen=True, slots=True)
class Voice:
    """A witness that gives an answer: beyond doubt or by one of several readings; on another game than its main one."""

    witness: str
    doubt: bool = False
    of: str = ""


@dataclass(frozen=True, slots=True)
class Support:
    """One answer to a question and the texts that give it."""

    key: str
    value: str
    voices: tuple[Voice, ...]

    @property
    def firm(self) -> int:
        """How many give it beyond doubt, of the main game."""
        return sum(not voice.doubt and not voice.of for voice in self.voices)


@dataclass(frozen=True, slots=True)
class Played:
    """What a rule book plays on a topic, and why; ``key`` is empty where the topic sets no field."""

    book: Rulebook
    key: str
    value: str
    status: str
    why: str = ""
    ref: str = ""
    reading: str = ""


@dataclass(frozen=True)
class TextGrid:
    """Topics against witnesses, in the order of their texts."""

    title: str
    shown: tuple[Topic, ...]

    @cached_property
    def witnesses(self) -> tuple[Witness, ...]:
        return by_age()

    @cached_property
    def cells(self) -> Mapping[str, tuple[Cell, ...]]:
        """By topic: a cell for every witness."""
        return {topic.id: cells_on(topic.id) for topic in self.shown}

    def row(self, topic: str) -> tuple[Cell, ...]:
        return self.cells[topic]

    def apparatus(self, topic: str) -> tuple[Support, ...]:
        """Who gives which answer, the best attested first."""
        return apparatus(topic)

    def played(self, topic: str) -> tuple[Played, ...]:
        """Each rule book on the topic."""
        return tuple(_played(load_rulebook(id), topics()[topic]) for id in rulebooks())

    def as_text(self) -> str:
        """The grid in words."""
        return "\n".join(_text(self))

    def as_html(self) -> str:
        """The grid as plain HTML tables, one a topic: what a saved notebook shows where no widget runs."""
        return "\n".join(_html(self))


def text_grid(wanted: str | Iterable[str] | None = None) -> TextGrid:
    """The grid of a topic, of several, or of a subject ("begging").

    Raises :class:`~allfours_edu.sources.RulebookError` with a suggestion.
    """
    if wanted is None:
        return TextGrid(t("texts.title_picker"), ())
    if not isinstance(wanted, str):
        found = [one for name in wanted for one in text_grid(name).shown]
        return TextGrid(t("texts.title_several"), tuple(dict.fromkeys(found)))
    found_topics = find(wanted)
    subject = next((s for s in subjects() if s.topics == found_topics), None)
    title = topics()[found_topics[0]].title if len(found_topics) == 1 else subject.title if subject else wanted
    return TextGrid(title, tuple(topics()[id] for id in found_topics))


def find(wanted: str) -> tuple[str, ...]:
    """The topics somebody means: by id, by subject, by a part of the question.

    >>> find("tie"), find("Begging")[:3], find("jack of trumps be played")
    (('tie',), ('begs', 'gift_to', 'gift_may_put_out'), ('jack_free',))
    >>> find("beging")
    Traceback (most recent call last):
        ...
    allfours_edu.sources.RulebookError: There is no topic 'beging'. Did you mean 'begging', ...
    """
    word = " ".join(wanted.split()).casefold()
    plain = word.replace(" ", "_").replace("-", "_")
    if plain in topics():
        return (plain,)
    for subject in subjects():
        if word in (subject.id, subject.title.casefold()):
            return subject.topics
    hits = tuple(
        id for id, topic in topics().items() if word and all(w in topic.title.casefold() for w in word.split())
    )
    if len(hits) == 1:
        return hits
    names = {**{id: id for id in topics()}, **{s.title.casefold(): s.title.lower() for s in subjects()}}
    near = [names[n] for n in get_close_matches(plain, names, 3, 0.6)] or list(hits[:4])
    hint = t("texts.near", near=listed((repr(n) for n in near), "or")) if near else ""
    raise RulebookError(" ".join(filter(None, [t("texts.none", wanted=repr(wanted[:40])), hint, phrase("texts.all")])))


@cache
def subjects() -> tuple[Subject, ...]:
    """The subjects, each with the topics of one part of the game, fields first."""
    found = []
    for group in SUBJECTS:
        fields = [topic.id for topic in topics().values() if topic.field and FIELDS[topic.field] == group]
        others = [topic.id for topic in topics().values() if not topic.field and topic.group == group]
        found.append(Subject(group, t(f"texts.subject_{group}"), (*fields, *others)))
    return tuple(found)


@cache
def by_age() -> tuple[Witness, ...]:
    """All witnesses, by the age of their text as far as it is known; undated ones last."""
    from ..sources import witnesses

    return tuple(sorted(map(load_witness, witnesses()), key=_age))


def _age(witness: Witness) -> tuple[int, bool, str]:
    years = witness.dates.text
    return years.not_after or years.not_before or 9999, witness.carrier is not None, witness.siglum


def cells_on(topic: str) -> tuple[Cell, ...]:
    """A cell for every witness on one topic."""
    known = {witness.id: (status, clauses) for witness, status, clauses in texts_on(topic)}
    return tuple(Cell(w, topic, known[w.id][0] or UNRECORDED, known[w.id][1]) for w in by_age())


def apparatus(topic: str) -> tuple[Support, ...]:
    """Who gives which answer to a question that sets a field, the best attested answer first.

    >>> sorted({(voice.witness, voice.of) for support in apparatus("tie") for voice in support.voices if voice.of})[:1]
    [('cassell-1881', 'fives')]
    """
    field = topics()[topic].field
    if field is None:
        return ()
    voices: dict[str, dict[str, Voice]] = {}
    values: dict[str, Any] = {}
    for cell in cells_on(topic):
        for value, doubt, of in _answers(cell, field):
            key = value_key(value)
            values[key] = value
            voices.setdefault(key, {}).setdefault(cell.witness.id, Voice(cell.witness.id, doubt, of))
    says = topics()[topic].says
    found = [Support(key, says(value), tuple(voices[key].values())) for key, value in values.items()]
    return tuple(sorted(found, key=lambda s: (-s.firm, -len(s.voices))))


def _answers(cell: Cell, field: str) -> Iterator[tuple[Any, bool, str]]:
    """The values a witness gives a field: each with whether it is in doubt, and of which other game."""
    for clause in sorted(cell.clauses, key=lambda c: bool(c.of)):
        if any(field in reading.sets for reading in clause.readings):
            for reading in clause.readings:
                if field in reading.sets:
                    yield reading.sets[field], True, clause.of
        elif field in clause.sets:
            yield clause.sets[field], clause.status in ("ambiguous", "contradictory"), clause.of


def _played(book: Rulebook, topic: Topic) -> Played:
    if topic.field is None:
        clause = book.establishes(topic.id)
        if clause is None:
            return Played(book, "", t("texts.nobody"), UNRECORDED)
        return Played(book, "", clause.digest, clause.status, ref=clause.ref)
    why = book.why(topic.field)
    if why.status == "absent":
        return Played(book, "", t("texts.absent"), "absent")
    return Played(
        book, value_key(why.value), topic.says(why.value), why.chip, why=why.reason,
        ref=why.clause.ref if why.clause else "", reading=why.reading.id if why.reading else "",
    )  # fmt: skip


# -- words of a witness ----------------------------------------------------------------------------------------------


def age(witness: Witness) -> str:
    """When the text was written, as far as it is known.

    >>> from allfours_edu.sources import load_witness
    >>> age(load_witness("cotton-1674")), age(load_witness("enquire-1894")), age(load_witness("seed-wiki"))
    ('1674', 'by 1894', 'undated')
    """
    years = witness.dates.text
    first, last = years.not_before, years.not_after
    if first is None and last is None:
        return phrase("texts.undated")
    if first == last:
        return str(first)
    if first is None:
        return phrase("texts.by", year=last)
    return phrase("texts.from", year=first) if last is None else phrase("texts.between", first=first, last=last)


def game(clause: Clause) -> str:
    """The game a clause is about, where it is not the main one of its text."""
    return phrase(f"texts.of_{clause.of}") if clause.of else ""


def sets_of(part: Clause | Reading) -> list[tuple[str, str, str]]:
    """What a clause or reading sets: field, key of the value, the value in words."""
    return [(field, value_key(value), topics()[field].says(value)) for field, value in part.sets.items()]


# -- text and HTML ---------------------------------------------------------------------------------------------------


def _text(grid: TextGrid) -> Iterator[str]:
    yield grid.title
    if not grid.shown:
        for phase in PHASES:
            yield ""
            yield t(f"bookpage.phase_{phase}").upper()
            yield from (f"{topic.id}: {topic.title}" for topic in topics().values() if topic.phase == phase)
    for topic in grid.shown:
        yield ""
        yield topic.title
        for support in apparatus(topic.id):
            yield f"  {support.value} {_sigla(support)}"
        quiet: dict[str, list[str]] = {}
        for cell in grid.row(topic.id):
            if not cell.speaks:
                quiet.setdefault(cell.status, []).append(cell.witness.siglum)
                continue
            for clause in cell.clauses:
                yield f"{_head(cell.witness)}: {clause.digest} {_marks(cell.witness, clause)}"
                yield from (f"    {_reading(reading)}" for reading in clause.readings)
        for status, sigla in quiet.items():
            yield f"{capital(phrase(f'status.{status}'))}: {', '.join(sigla)}"
        yield t("texts.books_title")
        for played in grid.played(topic.id):
            yield f"  {played.book.short}: {played.value} {_authority(played)}"


def _head(witness: Witness) -> str:
    seen = "" if witness.seen == "words" else f", {phrase(f'seen.{witness.seen}')}"
    return f"{witness.siglum} ({age(witness)}{seen})"


def _sigla(support: Support) -> str:
    return f"[{', '.join(_voice(voice) for voice in support.voices)}]"


def _voice(voice: Voice) -> str:
    of = f" {phrase(f'texts.of_{voice.of}')}" if voice.of else ""
    return f"{load_witness(voice.witness).siglum}{phrase('mark.ambiguous') if voice.doubt else ''}{of}"


def _marks(witness: Witness, clause: Clause) -> str:
    return f"[{'; '.join(filter(None, [phrase(f'status.{clause.status}'), game(clause), clause.locator, clause.ref]))}]"


def _reading(reading: Reading) -> str:
    default = f", {phrase('texts.preferred')}" if reading.preferred else ""
    sure = phrase(f"certainty.{reading.certainty}")
    said = f"[{reading.says}]" if reading.certainty == "low" else reading.says
    return f"{reading.id}. {said} ({sure}{default}: {reading.argument})"


def _authority(played: Played) -> str:
    reason = f"⟨{played.why}⟩" if played.status == "supplied" else played.why
    inside = "; ".join(filter(None, [phrase(f"status.{played.status}"), played.ref, reason]))
    return f"[{inside}]"


def _html(grid: TextGrid) -> Iterator[str]:
    yield f"<h4>{escape(grid.title)}</h4>"
    if not grid.shown:
        yield f"<p>{escape(t('texts.lead_picker'))}</p>"
        for phase in PHASES:
            ids = ", ".join(f"<code>{x.id}</code>" for x in topics().values() if x.phase == phase)
            yield f"<p><b>{escape(t(f'bookpage.phase_{phase}'))}</b>: {ids}</p>"
        return
    for topic in grid.shown:
        yield from _html_topic(grid, topic)
    yield f"<p>{escape(legend())}</p>"


def _html_topic(grid: TextGrid, topic: Topic) -> Iterator[str]:
    yield f"<table><caption>{escape(topic.title)}</caption><thead><tr>"
    heads = (t(f"texts.column_{key}") for key in ("text", "says", "known", "where"))
    yield from (f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    quiet: dict[str, list[str]] = {}
    for cell in grid.row(topic.id):
        if not cell.speaks:
            quiet.setdefault(cell.status, []).append(cell.witness.siglum)
        for clause in cell.clauses:
            told = [escape(clause.digest), *(escape(_reading(r)) for r in clause.readings)]
            known = f"{phrase(f'mark.{clause.status}')} {phrase(f'status.{clause.status}')}"
            where = escape("; ".join(filter(None, [game(clause), clause.locator])))
            yield (
                f'<tr><th scope="row">{escape(_head(cell.witness))}</th><td>{"<br>".join(told)}</td>'
                f"<td>{escape(known)}</td><td>{where}</td></tr>"
            )
    for status, sigla in quiet.items():
        mark, word = phrase(f"mark.{status}"), phrase(f"status.{status}")
        yield (
            f'<tr><th scope="row">{escape(", ".join(sigla))}</th><td>{escape(mark)}</td>'
            f"<td>{escape(word)}</td><td></td></tr>"
        )
    yield "</tbody></table>"
    yield f"<p><b>{escape(t('texts.books_title'))}</b></p><ul>"
    for played in grid.played(topic.id):
        yield f"<li>{escape(played.book.short)}: {escape(played.value)} {escape(_authority(played))}</li>"
    yield "</ul>"


LEGEND = ("explicit", "implied", "example", "ambiguous", "contradictory", "refers", "silent", "not_seen", "supplied")


def legend() -> str:
    """What the marks mean, in one line."""
    marks = [f"{phrase(f'mark.{s}')} {phrase(f'status.{s}')}" for s in LEGEND]
    return " · ".join([*marks, t("texts.conjecture")])
