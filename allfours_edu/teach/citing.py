"""Why: the rules that decided something, joined with the texts on whose authority the book has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from ..engine import Event
from ..rules import FIELDS
from ..sources import Clause, Provenance, Rulebook, load_rulebook, load_witness, topics
from .strings import capital, phrase, t

# Fields that decide the end of a match for the reader; all other points of the deal stand behind it as well.
_OUT_FIRST = ("target", "match_ends", "out_order", "out_first")
_MOST_IN_TEXT = 4


class Citation(TypedDict, total=False):
    """One authority, ready to be shown."""

    rule: str
    question: str
    value: str
    text: str
    clause: str
    witness: str
    book: str
    locator: str
    status: str
    seen: str
    reason: str
    digest: str
    short: str


class _Kept:
    """What was worked out for the books in use: a table asks the same thing at every card."""

    def __init__(self, most: int = 16) -> None:
        self._most = most
        self._books: dict[int, tuple[Rulebook, dict[tuple[str, str], Citation | None]]] = {}

    def of(self, book: Rulebook) -> dict[tuple[str, str], Citation | None]:
        if id(book) not in self._books:
            if len(self._books) >= self._most:
                self._books.pop(next(iter(self._books)))
            self._books[id(book)] = (book, {})  # the book itself is kept, so that its id() stays its own
        return self._books[id(book)][1]


_KEPT = _Kept()


def cite_field(book: Rulebook | str, field: str) -> Citation:
    """The authority a book has for its value of a rule field.

    >>> cite_field("foster-1897", "low_to")["value"]
    'Low belongs to the player it was dealt to.'
    """
    book = load_rulebook(book)
    kept = _KEPT.of(book)
    if ("field", field) not in kept:
        kept["field", field] = _field(book, field)
    found = kept["field", field]
    assert found is not None
    return found


def _field(book: Rulebook, field: str) -> Citation:
    why = book.why(field)
    topic = topics().get(field)
    found: Citation = {"rule": field, "book": book.short, "status": why.chip}
    if topic is not None:
        found["question"] = topic.title
        found["value"] = topic.says(why.value)
    else:
        found["value"] = str(why.value)
    said = standing(why)
    if said:
        found["reason"] = said
    if why.clause is not None:
        _add_clause(found, why.clause)
    found["short"] = _chip(found, book)
    return found


def cite_topic(book: Rulebook | str, topic: str) -> Citation | None:
    """The clause that establishes a thing in a book (High, a trick, the gift …), or None where no text at hand has it.

    >>> cite_topic("foster-1897", "high")["locator"]
    'OBJECTS, High and Low'
    """
    book = load_rulebook(book)
    kept = _KEPT.of(book)
    if ("topic", topic) not in kept:
        kept["topic", topic] = _topic(book, topic)
    return kept["topic", topic]


def _topic(book: Rulebook, topic: str) -> Citation | None:
    clause = book.establishes(topic)
    if clause is None:
        return None
    seen = load_witness(clause.witness).seen
    status = {"report": "reported", "translation": "translated"}.get(seen, clause.status)
    found: Citation = {"rule": topic, "book": book.short, "status": status}
    if topic in topics():
        found["question"] = topics()[topic].title
    found["short"] = _chip(found, book)
    found["value"] = clause.digest
    _add_clause(found, clause)
    found.pop("digest", None)  # it is the value already
    return found


def _add_clause(found: Citation, clause: Clause) -> None:
    witness = load_witness(clause.witness)
    found["clause"], found["locator"], found["digest"] = clause.ref, clause.locator, clause.digest
    found["witness"], found["seen"] = witness.title, witness.seen


def standing(why: Provenance) -> str:
    """How sure a rule is, where it does not simply stand in the text: silent, disputed, a house rule, second hand.

    >>> standing(load_rulebook("foster-1897").why("low_to"))
    ''
    """
    said = [_doubt(why)] if _doubt(why) else []
    if not said and why.reason:
        said.append(_end(capital(why.reason)))
    elif not said and why.status == "implied":
        said.append(t("why.implied"))
    if why.status in ("explicit", "implied") and why.seen == "report":
        said.append(t("why.reported"))
    elif why.status in ("explicit", "implied") and why.seen == "translation":
        said.append(t("why.translated"))
    if why.via:
        said.append(t("why.via", other=load_rulebook(why.via).short))
    return " ".join(said)


def _doubt(why: Provenance) -> str:
    """What must be said aloud: silence, dispute, an option, a house rule."""
    said = [t("why.option", option=why.option.replace("_", " "))] if why.option else []
    if why.status in ("supplied", "contradictory"):
        reason = _end(why.reason)
        said.append(t(f"why.{why.status}_reason", reason=reason) if reason else t(f"why.{why.status}"))
    elif why.status == "house":
        said.append(t("why.house"))
    return " ".join(said)


def why(event: Event, book: Rulebook | str) -> tuple[str, list[Citation]]:
    """Why something happened, in words and with its authorities: what establishes it first, then the deciding rules."""
    book = load_rulebook(book)
    fields = event.because
    if event.kind in ("out", "settle"):
        fields = _settling(event)
    return why_fields(book, event.topic, fields)


def _settling(event: Event) -> tuple[str, ...]:
    """What a reader wants to know of the count: why nothing counts for a bidder, why this side is first out."""
    if event.data.get("set_back"):
        return ("set_back", "set_back_red") if event.data.get("red") else ("set_back",)
    if event.point == "smudge":
        return ("smudge", "match_ends")
    told = ("surplus", *_OUT_FIRST) if event.data.get("bid_made") else _OUT_FIRST
    return tuple(f for f in told if f in event.because or f in ("target", "match_ends"))


def why_fields(book: Rulebook | str, topic: str | None, fields: Iterable[str]) -> tuple[str, list[Citation]]:
    """As :func:`why`, for a topic and rule fields."""
    book = load_rulebook(book)
    known = [f for f in dict.fromkeys(fields) if f in FIELDS]
    cites: list[Citation] = []
    said: list[str] = []
    first = cite_topic(book, topic) if topic is not None and topic not in known else None
    if first is not None:
        cites.append(first)
        said.append(_end(capital(first["value"])))
    for field in sorted(known, key=lambda name: _idle(book, name)):
        cites.append(cite_field(book, field))
        if len(said) < _MOST_IN_TEXT and (not _idle(book, field) or not said):
            said.append(_told(cites[-1]))
            doubt = _doubt(book.why(field))
            if doubt:
                said[-1] += " " + doubt
    if not cites:
        said.append(t("why.nobody_says"))
    return " ".join(said), cites


def _told(found: Citation) -> str:
    """The value as a sentence that stands alone: a bare yes or no after its question."""
    value = _end(found["value"])
    return f"{found['question']} {value}" if "question" in found and value.startswith(("Yes", "No,", "No.")) else value


def _idle(book: Rulebook, field: str) -> bool:
    """Was the field asked only to learn that nothing is out of the way (no Pam …), or is it the list of points?"""
    return field == "points" or getattr(book.rules, field) in ("none", False, None, 0, "first_out")


def _end(text: str) -> str:
    text = text.strip()
    return text if not text or text[-1] in ".!?…”" else text + "."


def _chip(found: Citation, book: Rulebook) -> str:
    """The few words that stand for a citation: what was asked and how sure the answer is."""
    return phrase("why.chip", name=found.get("question", book.short), status=found["status"])
