"""A rule book as a page: phase by phase each question in plain words, the book's answer, and how we know it.

Nothing on the page is written for it: questions and answers come from the topics, reasons and places from the book and
its witnesses.

>>> page = book_page("hoyle-ten")
>>> page.against.id, len(page.differences)
('foster-1897', 20)
>>> rule = page.rule("tie")
>>> rule.status, rule.where, rule.caution[:23]
('supplied', 'Ho, p. 2, N.B.', 'Supplied by the editor:')
>>> page.kin("tie")[0].value
'The dealer drops out of the tie: if one other is left, he has it; if two are left, nobody.'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from ..rules import FIELDS, GROUPS, RulesError
from ..sources import Provenance, Rulebook, RulebookError, load_rulebook, load_witness, rulebooks, topics
from .citing import standing
from .strings import listed, phrase, t

PHASES = ("table", "deal", "trump", "play", "score", "match", "pool", "penalties")
STATUSES = ("explicit", "reported", "translated", "implied", "supplied", "contradictory", "house")
YARDSTICK = "foster-1897"  # the fullest book at hand: the others are measured by it


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the page. ``key`` tells values apart.

    ``why`` is said in full where the rule does not simply stand in the text; ``reason`` is the editor's alone.
    """

    field: str
    phase: str
    question: str
    key: str
    value: str
    status: str
    why: str = ""
    reason: str = ""
    where: str = ""
    ref: str = ""
    witness: str = ""
    seen: str = ""
    digest: str = ""
    reading: str = ""
    certainty: str = ""
    argument: str = ""
    caution: str = ""
    option: str = ""


@dataclass(frozen=True, slots=True)
class Absence:
    """A phase the game does not have, and what is known about that."""

    group: str
    text: str
    why: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of the book: who vouches for it, and the lines it changes. ``fixed`` ones cannot be put back here."""

    id: str
    says: str
    authority: str
    reason: str
    ref: str
    rules: tuple[Rule, ...]
    on: bool = False
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Kin:
    """The books that answer a question alike. ``value`` is empty where they have no such phase."""

    key: str
    value: str
    books: tuple[Rulebook, ...]
    same: bool


@dataclass(frozen=True)
class BookPage:
    """A rule book, ready to be shown. ``plain`` is the book before its options were chosen, as far as it is known."""

    book: Rulebook
    plain: Rulebook
    others: tuple[Rulebook, ...]
    against: Rulebook

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """All lines, in the order of the page."""
        return tuple(self.line(self.book, field) for field in fields_of(self.book))

    @cached_property
    def phases(self) -> tuple[tuple[str, tuple[Rule, ...]], ...]:
        """The lines by phase; phases without one are left out."""
        grouped = ((phase, tuple(r for r in self.rules if r.phase == phase)) for phase in PHASES)
        return tuple((phase, rules) for phase, rules in grouped if rules)

    def rule(self, field: str) -> Rule:
        """One line."""
        found = next((rule for rule in self.rules if rule.field == field), None)
        if found is None:
            raise RulebookError(f"{self.book.short} has no rule {field!r}.")
        return found

    def line(self, book: Rulebook, field: str) -> Rule:
        """The line of a field as another state of the book has it."""
        return rule_line(book, field)

    @cached_property
    def absences(self) -> tuple[Absence, ...]:
        """The phases this game does not have."""
        return tuple(_absence(self.book, group) for group in GROUPS if getattr(self.book.rules, group) is None)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The options of the book, each with the lines it would change in the plain book.

        Where house rules took away the part of the game that an option is about, it is none any more.
        """
        found = (self._choice(name) for name in self.book.options)
        return tuple(choice for choice in found if choice is not None)

    def _choice(self, name: str) -> Choice | None:
        option = self.book.options[name]
        try:
            chosen = self.plain if name in self.plain.active else self.plain.with_options(name)
        except RulesError:
            return None
        clause = option.clause
        return Choice(
            name, option.says, f"{load_witness(clause.witness).siglum}, {clause.locator}" if clause else "",
            option.reason, clause.ref if clause else "",
            tuple(self.line(chosen, field) for field in option.sets if FIELDS[field] in _groups(chosen)),
            on=name in self.book.active, fixed=name in self.plain.active,
        )  # fmt: skip

    @property
    def cautions(self) -> tuple[Rule, ...]:
        """The lines with a warning of the editor."""
        return tuple(rule for rule in self.rules if rule.caution)

    @property
    def counts(self) -> dict[str, int]:
        """How many rules we know in which way."""
        found = Counter(rule.status for rule in self.rules)
        return {status: found[status] for status in STATUSES if found[status]}

    @property
    def differences(self) -> tuple[str, ...]:
        """The fields in which the book differs from the one it is measured by; phases only one has are not counted."""
        return differences(self.book, self.against)

    def kin(self, field: str) -> tuple[Kin, ...]:
        """All books by their answer to one question: first this one's, then the others by how many give them."""
        own = value_key(getattr(self.book.rules, field)) if FIELDS[field] in _groups(self.book) else None
        grouped: dict[str | None, list[Rulebook]] = {own: []}
        for book in self.others:
            key = value_key(getattr(book.rules, field)) if FIELDS[field] in _groups(book) else None
            grouped.setdefault(key, []).append(book)
        lines = [
            Kin(key or "", topics()[field].says(getattr(books[0].rules, field)) if key and books else "",
                tuple(books), key == own)
            for key, books in grouped.items() if books
        ]  # fmt: skip
        return tuple(sorted(lines, key=lambda kin: (not kin.same, not kin.key, -len(kin.books))))

    # -- words -----------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.book.title

    @property
    def kind(self) -> str:
        """What sort of book it is, in a sentence."""
        base = load_witness(self.book.base)
        return t(f"bookpage.kind_{self.book.kind}", base=base.title, siglum=base.siglum)

    @property
    def known(self) -> str:
        """How well the book is known, in one line."""
        parts = [f"{n} {phrase(f'status.{status}')}" for status, n in self.counts.items()]
        return phrase("bookpage.known", n=len(self.rules), parts=listed(parts))

    def difference_line(self) -> str:
        """ "Differs from Foster in 7 rules." """
        n = len(self.differences)
        said = [t("bookpage.differs" if n else "bookpage.same", other=self.against.short, n=n)]
        for one, other in ((self.book, self.against), (self.against, self.book)):
            extra = [phase_name(g) for g in GROUPS if g in _groups(one) and g not in _groups(other)]
            if extra:
                said.append(t("bookpage.only", one=one.short, other=other.short, phases=listed(extra)))
        return " ".join(said)

    def code_line(self, active: Iterable[str] | None = None) -> str:
        """The line of code that shows this page."""
        options = list(self.book.active if active is None else active)
        shown = "" if not options else f', "{options[0]}"' if len(options) == 1 else f", {options}".replace("'", '"')
        return f'af.rulebook("{self.book.id}"{shown})'

    def as_text(self) -> str:
        """The page in words, one rule a line."""
        lines = [self.title, self.book.date, self.kind, self.book.note, self.known, self.difference_line()]
        lines += [t("bookpage.active", options=listed(_spoken(self.book.active)))] if self.book.active else []
        lines += [t("bookpage.caution_line", question=r.question, caution=r.caution) for r in self.cautions]
        for phase, rules in self.phases:
            lines += ["", phrase(f"bookpage.phase_{phase}").upper()]
            lines += [f"{rule.question} {rule.value} {self._known_as(rule)}" for rule in rules]
        lines += ["", t("bookpage.absent").upper(), *(f"{a.text} {a.why}".strip() for a in self.absences)]
        if self.choices:
            lines += ["", t("bookpage.options").upper()]
            lines += [f"{'[x]' if c.on else '[ ]'} {c.id}: {c.says} {vouched(c)}" for c in self.choices]
        return "\n".join(line for n, line in enumerate(lines) if line or n > 5)

    def _known_as(self, rule: Rule) -> str:
        return f"[{'; '.join(filter(None, [phrase(f'status.{rule.status}'), rule.where]))}]"

    def as_html(self) -> str:
        """The page as plain HTML: what a saved notebook shows where no widget runs."""
        return "\n".join(_html(self))


def book_page(book: Rulebook | str | Path, against: Rulebook | str | None = None) -> BookPage:
    """The page of a book, measured by another: by itself as printed, if it was changed; else by Foster."""
    book = load_rulebook(book)
    plain = _plain(book)
    changed = bool(book.active or book.house) or book.id not in rulebooks()
    others = tuple(load_rulebook(id) for id in rulebooks() if changed or id != book.id)
    if against is not None:
        yardstick = load_rulebook(against)
    elif book.id in rulebooks() and changed:
        yardstick = load_rulebook(book.id)
    elif book.id != YARDSTICK:
        yardstick = load_rulebook(YARDSTICK)
    else:
        yardstick = min(others, key=lambda other: len(differences(book, other)) + 10 * _phases_apart(book, other))
    return BookPage(book, plain, others, yardstick)


def rule_line(book: Rulebook, field: str) -> Rule:
    """One line of the page of a book."""
    topic, why = topics()[field], book.why(field)
    reading = why.reading
    return Rule(
        field, topic.phase, topic.title, value_key(why.value), topic.says(why.value), why.chip,
        why=standing(why), reason=why.reason, where=_where(why), ref=why.clause.ref if why.clause else "",
        witness=load_witness(why.witness).title if why.witness else "", seen=why.seen or "", digest=why.digest,
        reading=reading.says if reading else "", certainty=reading.certainty if reading else "",
        argument=reading.argument if reading else "", caution=why.caution, option=why.option,
    )  # fmt: skip


def fields_of(book: Rulebook) -> tuple[str, ...]:
    """The rule fields a book has, in the order of the questions."""
    groups = _groups(book)
    ordered = [topic.field for topic in topics().values() if topic.field]
    found = [field for field in ordered if FIELDS[field] in groups]
    return tuple(sorted(found, key=lambda field: PHASES.index(topics()[field].phase)))


def differences(book: Rulebook, other: Rulebook) -> tuple[str, ...]:
    """The fields both books have and answer differently.

    >>> foster = load_rulebook("foster-1897")
    >>> differences(foster, foster.replace(low_to="taker"))
    ('low_to',)
    """
    both = _groups(book) & _groups(other)
    ours = (field for field in fields_of(book) if FIELDS[field] in both)
    return tuple(field for field in ours if getattr(book.rules, field) != getattr(other.rules, field))


def value_key(value: object) -> str:
    """A value as a short text that tells it from others."""
    return "-" if value is None else str(value)


def phase_name(group: str) -> str:
    """What a group of rules is about, in a word."""
    return phrase(f"bookpage.group_{group}")


def vouched(choice: Choice) -> str:
    """Who vouches for an option, in brackets."""
    said = "; ".join(filter(None, [choice.authority, choice.reason]))
    return f"[{said}]" if said else ""


def _spoken(names: Iterable[str]) -> list[str]:
    return [name.replace("_", " ") for name in names]


def _plain(book: Rulebook) -> Rulebook:
    """The book before its options, where the package can tell: house rules stay, since they are the table's."""
    if not book.active or book.id not in rulebooks():
        return book
    shipped = load_rulebook(book.id)
    kept = {name: getattr(book.rules, name) for name in book.house}
    plain = shipped.replace(**kept)
    again = plain.with_options(book.active)
    return plain if again.replace(**kept).rules == book.rules else book


def _groups(book: Rulebook) -> frozenset[str]:
    return frozenset(group for group in GROUPS if getattr(book.rules, group) is not None)


def _phases_apart(book: Rulebook, other: Rulebook) -> int:
    return len(_groups(book) ^ _groups(other))


def _where(why: Provenance) -> str:
    return f"{why.siglum}, {why.locator}" if why.clause is not None else ""


def _absence(book: Rulebook, group: str) -> Absence:
    source = book.absences.get(group)
    reason = source.reason if source is not None and (source.reason or source.clause) else ""
    return Absence(group, t("bookpage.no_group", phase=phase_name(group)), reason, source.clause if source else "")


# -- HTML ------------------------------------------------------------------------------------------------------------


def _html(page: BookPage) -> Iterator[str]:
    book = page.book
    yield f"<h4>{escape(page.title)}</h4>"
    for text in (f"{book.date}. {page.kind} {book.note}", f"{page.known} {page.difference_line()}"):
        yield f"<p>{escape(text.strip())}</p>"
    if page.cautions:
        yield f"<p><b>{escape(t('bookpage.cautions'))}</b></p><ul>"
        yield from (f"<li>{escape(r.question)} {escape(r.caution)}</li>" for r in page.cautions)
        yield "</ul>"
    other = page.against.short
    heads = [t(f"bookpage.column_{key}", other=other) for key in ("question", "answer", "known", "where", "other")]
    yield f"<table><caption>{escape(t('bookpage.caption', title=page.title))}</caption>"
    yield "<thead><tr>" + "".join(f'<th scope="col">{escape(head)}</th>' for head in heads) + "</tr></thead>"
    for phase, rules in page.phases:
        yield "<tbody>"
        yield f'<tr><th colspan="5" scope="rowgroup">{escape(t(f"bookpage.phase_{phase}"))}</th></tr>'
        for rule in rules:
            known = escape(phrase(f"status.{rule.status}"))
            cells = [escape(rule.value), known, _html_where(rule), _html_other(page, rule)]
            yield (
                f'<tr><th scope="row">{escape(rule.question)}</th>' + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"
            )
        yield "</tbody>"
    yield "</table>"
    if page.choices:
        yield f"<p><b>{escape(t('bookpage.options'))}</b></p><ul>"
        for choice in page.choices:
            on = f" ({escape(t('bookpage.on'))})" if choice.on else ""
            yield f"<li><code>{escape(choice.id)}</code>{on}: {escape(choice.says)} {escape(vouched(choice))}</li>"
        yield "</ul>"


def _html_where(rule: Rule) -> str:
    return escape(". ".join(filter(None, [rule.where, rule.why])))


def _html_other(page: BookPage, rule: Rule) -> str:
    if rule.field not in page.differences:
        return ""
    return escape(topics()[rule.field].says(getattr(page.against.rules, rule.field)))


def values_of(book: Rulebook) -> Mapping[str, Any]:
    """A book's values by field, as keys; fields of phases it has not are left out."""
    return {field: value_key(getattr(book.rules, field)) for field in fields_of(book)}
