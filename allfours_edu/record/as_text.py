"""Records as text for people: written to be read aloud, read back from whatever a mail or a chat has made of it.

A text is a row of sections, ``Name: entries.``; the order of the sections is free, line breaks mean nothing, quotation
marks before lines ("> ") are taken off. Names that are not plain words stand in double quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..cards import CardError, card
from ..engine import Action, Call, Position, Side, action_text, parse_action
from ..sources import Rulebook
from .core import LONGEST_NAME, MOST_ACTIONS, MOST_BYTES, VERSION, Record, RecordError, differs, points_of, replayed

TITLE = "All Fours record"
_PLAIN = re.compile(r"[^\W\d_][\w-]*(?:/[^\W\d_][\w-]*)*")
_TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([\w\-/♠♥♦♣♤♡♢♧\ufe0f]+)|([:;,.=+()]))')
_FRAGILE = re.compile(r"[^\S ]| (?= )|(?<= ) |(?<=^\") | (?=\"$)|[>`\x7f-\xa0\u200b-\u200f\u2028-\u202e\ufeff]")
"""What mails and chats change in a name: unusual spaces, marks of quoting, invisible letters."""
_WIDTH = 100


# -- writing ------------------------------------------------------------------------------------------


def to_text(record: Record) -> str:
    lines = [f"{TITLE} {record.version}."]
    for name, entries in _sections(record):
        lines += _wrapped(name, entries)
    return "\n".join(lines) + "\n"


def _wrapped(name: str, entries: list[str]) -> Iterator[str]:
    line = f"{name}:"
    for n, entry in enumerate(entries):
        end = "." if n + 1 == len(entries) else ","
        if len(line) + len(entry) + 2 > _WIDTH and line.strip():
            yield line
            line = " "
        line += f" {entry}{end}"
    yield line


def _sections(record: Record) -> list[tuple[str, list[str]]]:
    """The sections in order; those of :data:`_SHOWN` are derived."""
    position = record.end
    found: list[tuple[str, list[str]]] = [("Book", [f"{_quoted(record.rulebook)} {_quoted(record.hash)}"])]
    if record.options:
        found.append(("Options", [_quoted(name) for name in record.options]))
    if record.house:
        found.append(("House rules", [f"{name} = {_value(value)}" for name, value in record.house.items()]))
    seed = "none" if record.seed is None else record.seed if isinstance(record.seed, int) else json.dumps(record.seed)
    numbered = [f"seed {seed}", f"deal {record.deal}"] + ([f"again {record.attempt}"] if record.attempt else [])
    found.append(("Deal", numbered))
    if record.code:
        found.append(("Code", [record.code]))
    if record.pack is not None:
        texts = [c.text for c in record.pack]
        found.append(("Pack", [" ".join(texts[n : n + 13]) for n in range(0, len(texts), 13)]))
    found.append(("Players", [_quoted(name) for name in record.players]))
    found.append(("Sides", [_side(side) for side in record.sides]))
    found.append(("Dealer", [_quoted(record.dealer)]))
    found.append(("Scores before", _scores(record.scores_before)))
    extra = [f"trump {record.cut_trump}"] if record.cut_trump else []
    extra += [f"pool {record.pool}"] if record.pool else []
    extra += ["simple"] if record.simple else []
    extra += ["referee"] if record.referee else []
    if extra:
        found.append(("Table", extra))
    if record.bots:
        found.append(("Computers", [f"{_quoted(seat)} = {_quoted(bot)}" for seat, bot in record.bots.items()]))
    if position.turn_ups:
        found.append(("Turned", [" ".join(c.text for c in position.turn_ups)]))
    found += _played(position)
    found += [("Trump", [position.trump or "none"]), ("Points", _points(points_of(position)))]
    found += [("Scores after", _scores(position.scores)), ("Winner", [_quoted(position.winner or "nobody")])]
    return found


_SHOWN = ("Code", "Dealer", "Turned", "Trump", "Points", "Scores after", "Winner")
_CORE = (
    "Book", "Options", "House rules", "Deal", "Pack", "Players", "Sides", "Scores before", "Table", "Computers",
    "Calls", "Trick", "Later",
)  # fmt: skip
_NAMES = sorted((*_SHOWN, *_CORE), key=len, reverse=True)


def _quoted(name: str) -> str:
    """A name as it is; in quotes where it is not a plain word."""
    if _PLAIN.fullmatch(name) or re.fullmatch(r"[0-9a-f]{12}|[\w-]+(?:/[\w-]+)*", name):
        return name
    return _FRAGILE.sub(lambda m: f"\\u{ord(m.group()):04x}", json.dumps(name, ensure_ascii=False))


def _value(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return value
    if value is None or isinstance(value, (bool, int)):
        return json.dumps(value)
    return json.dumps(json.dumps(value, default=dict, separators=(",", ":")))


def _side(side: Side) -> str:
    seats = " + ".join(_quoted(seat) for seat in side.seats)
    return seats if side.name == "/".join(side.seats) else f"{_quoted(side.name)} = {seats}"


def _scores(scores: dict[str, int]) -> list[str]:
    return [f"{_quoted(side)} {n}" for side, n in scores.items()]


def _played(position: Position) -> list[tuple[str, list[str]]]:
    """What was done: the calls, then trick by trick, each with its winner."""
    found: list[tuple[str, list[str]]] = []
    tricks, cards_laid = position.tricks, 0
    size = max(len(position.frame.active), 1)
    for seat, action in position.actions():
        entry = f"{_quoted(seat)} {action_text(action)}"
        if isinstance(action, Call):
            name = "Later" if cards_laid else "Calls"
        else:
            name = f"Trick {cards_laid // size + 1}"
            cards_laid += 1
        if not found or found[-1][0] != name:
            found.append((name, []))
        found[-1][1].append(entry)
    for n, trick in enumerate(tricks, 1):
        for name, entries in found:
            if name == f"Trick {n}" and len(entries) == size:
                entries[-1] += f"; {_quoted(trick.winner)} wins"
    return found


def _points(points: dict[str, Any]) -> list[str]:
    found = []
    for point, award in points.items():
        several = award if isinstance(award, list) else [award] if award else []
        for one in several:
            hang = " hanged" if one.get("hang") else ""
            trick = f" trick {one['trick']}" if "trick" in one else ""
            found.append(f"{point} {_quoted(one['side'])} {one['n']}{hang}{trick}")
    return found or ["none"]


# -- reading ------------------------------------------------------------------------------------------

Section = list[list[str]]
"""Entries, each a list of words; a text in quotes keeps its opening quote as a mark."""


def read_text(text: str, book: Rulebook | None) -> Record:
    if not isinstance(text, str):
        raise RecordError("a record is a text; give the text itself")
    if len(text) > MOST_BYTES:
        raise RecordError(f"this is too long for a record ({len(text):,} characters; at most {MOST_BYTES:,})")
    sections, actions, winners = _read_sections(_cleaned(text))
    record = replayed(_core(sections, actions), book)
    _compare(record, sections, winners)
    return record


def _cleaned(text: str) -> str:
    """The text from its title on, without marks of quoting, and with plain quotation marks."""
    text = re.sub(r"(?m)^[ \t]*(?:>[ \t]?)+", "", text)
    text = text.translate(str.maketrans("“”„‟″", '"""""')) if re.search(r"[“„]", text) and '"' not in text else text
    text = text.replace("\ufeff", "").replace("\u200b", "").replace("\u00a0", " ")
    found = re.search(r"all\s+fours\s+record\s+(\d{1,3})\s*\.", text, re.IGNORECASE)
    if found is None:
        raise RecordError(
            f"this is not a record: it should begin with “{TITLE} {VERSION}.” (or be JSON, in braces). "
            "Copy the whole record, from its first line to its last."
        )
    if int(found[1]) != VERSION:
        raise RecordError(
            f"this record has version {found[1]}; this program reads version {VERSION}. Is there a newer one?"
        )
    return text[found.end() :]


def _tokens(text: str) -> Iterator[str]:
    at = 0
    text = text.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            rest = text[at:].strip()
            if rest.startswith("```") or not rest.strip("`*_"):
                return  # the end of a code block
            raise RecordError(f"the record cannot be read from here on: {rest[:40]!r}")
        yield found[0].strip()
        at = found.end()


def _read_sections(text: str) -> tuple[dict[str, Section], list[tuple[str, Action]], dict[int, str]]:
    sections: dict[str, Section] = {}
    actions: list[tuple[str, Action]] = []
    winners: dict[int, str] = {}
    for name, number, entries in _split(list(_tokens(text))):
        if name not in ("Calls", "Trick", "Later"):
            if name in sections:
                raise RecordError(f"“{name}:” stands twice in the record")
            sections[name] = entries
            continue
        for entry in entries:
            if len(entry) == 2 and entry[1] == "wins":
                winners[number] = _name(entry[0])
            else:
                actions.append(_action(entry))
        if len(actions) > MOST_ACTIONS:
            raise RecordError(f"a record has at most {MOST_ACTIONS} actions")
    return sections, actions, winners


def _split(tokens: list[str]) -> Iterator[tuple[str, int, Section]]:
    """Sections in order: name, number (of a trick), entries."""
    heads = list(_heads(tokens))
    if heads and heads[0][0] > 0:
        raise RecordError(f"{' '.join(tokens[: heads[0][0]])[:40]!r} stands before the first section of the record")
    for (_, start, name, number), following in zip(heads, [*heads[1:], None], strict=False):
        body = tokens[start : following[0] if following else len(tokens)]
        entries: Section = [[]]
        for token in body:
            if token in (",", ";", "."):
                entries.append([])
            else:
                entries[-1].append(token)
        yield name, number, [entry for entry in entries if entry]


def _heads(tokens: list[str]) -> Iterator[tuple[int, int, str, int]]:
    """Where sections begin: place of the name, place after the colon, name, number."""
    lower = [token.lower() for token in tokens]
    for n, token in enumerate(tokens):
        if token != ":":
            continue
        for name in _NAMES:
            words = name.lower().split()
            numbered = name == "Trick"
            first = n - len(words) - numbered
            if first >= 0 and lower[first : first + len(words)] == words:
                number = tokens[n - 1] if numbered else "0"
                if not (number.isascii() and number.isdigit()) or len(number) > 4:
                    raise RecordError(f"“Trick {number[:10]}:” has no number")
                yield first, n + 1, name, int(number)
                break
        else:
            raise RecordError(
                f"“{' '.join(tokens[max(n - 1, 0) : n])[:30]}:” is no part of a record; "
                f"the parts are {', '.join(sorted(_NAMES))}"
            )


def _name(token: str) -> str:
    if token.startswith('"'):
        try:
            token = json.loads(re.sub(r"\s+", " ", token))
        except ValueError:
            raise RecordError(f"{token[:40]} cannot be read as a name") from None
    return token


def _action(entry: Sequence[str]) -> tuple[str, Action]:
    try:
        return _name(entry[0]), parse_action(" ".join(entry[1:]))
    except ValueError as error:
        raise RecordError(f"{' '.join(entry)[:60]!r}: {error}") from None


def _core(sections: dict[str, Section], actions: list[tuple[str, Action]]) -> dict[str, Any]:
    read = _Sections(sections)
    book = read.one("Book", "the name of the rule book and the mark of its rules")
    if len(book) != 2:
        raise RecordError("Book: expected the name of the rule book and the mark of its rules")
    players = tuple(_checked(_name(entry[0])) for entry in read.all("Players"))
    if not 2 <= len(players) <= 12 or len(set(players)) != len(players):
        raise RecordError("Players: expected two or more different names")
    sides = _read_sides(read, players)
    numbers = {entry[0].lower(): entry[1] for entry in read.all("Deal") if len(entry) == 2}
    table = {entry[0].lower(): entry[1:] for entry in sections.get("Table", [])}
    if set(table) - {"trump", "pool", "simple", "referee"}:
        raise RecordError("Table: expected trump, pool, simple or referee")
    return {
        "version": VERSION,
        "rulebook": _name(book[0]),
        "hash": _name(book[1]),
        "options": tuple(_name(entry[0]) for entry in sections.get("Options", [])),
        "house": dict(_rule(entry) for entry in sections.get("House rules", [])),
        "players": players,
        "sides": sides,
        "scores": _read_scores(read, sides),
        "seed": _seed(numbers),
        "deal": _whole(numbers.get("deal", "1"), "Deal: deal"),
        "attempt": _whole(numbers.get("again", "0"), "Deal: again"),
        "pack": _read_pack(sections),
        "actions": tuple(actions),
        "bots": dict(_bot(entry) for entry in sections.get("Computers", [])),
        "cut_trump": _suit(table["trump"]) if "trump" in table else None,
        "pool": _whole(" ".join(table.get("pool", ["0"])), "Table: pool"),
        "simple": "simple" in table,
        "referee": "referee" in table,
    }  # fmt: skip


class _Sections:
    def __init__(self, sections: dict[str, Section]):
        self.sections = sections

    def all(self, name: str) -> Section:
        if name not in self.sections:
            raise RecordError(f"“{name}:” is missing. Copy the whole record, from its first line to its last.")
        return self.sections[name]

    def one(self, name: str, what: str) -> list[str]:
        entries = self.all(name)
        if len(entries) != 1:
            raise RecordError(f"{name}: expected {what}")
        return entries[0]


def _checked(name: str) -> str:
    if not name or len(name) > LONGEST_NAME:
        raise RecordError(f"{name[:20]!r} is no name; expected 1 to {LONGEST_NAME} letters")
    return name


def _equation(entry: Sequence[str]) -> tuple[str, str]:
    if len(entry) != 3 or entry[1] != "=":
        raise RecordError(f"{' '.join(entry)[:60]!r}: expected “name = value”")
    return entry[0], entry[2]


def _bot(entry: Sequence[str]) -> tuple[str, str]:
    seat, bot = _equation(entry)
    return _name(seat), _checked(_name(bot))


def _rule(entry: Sequence[str]) -> tuple[str, Any]:
    name, value = _equation(entry)
    if value.startswith('"'):
        try:
            return name, json.loads(_name(value))
        except (ValueError, TypeError, RecursionError):
            raise RecordError(f"House rules: {name} has a value that cannot be read") from None
    if value in ("true", "false", "null"):
        return name, json.loads(value)
    return name, int(value) if re.fullmatch(r"-?\d{1,6}", value) else value


def _read_sides(read: _Sections, players: tuple[str, ...]) -> tuple[Side, ...]:
    sides = []
    for entry in read.all("Sides"):
        named = "=" in entry
        seats = tuple(_name(token) for token in entry[2 * named :: 2])
        sides.append(Side(_name(entry[0]) if named else "/".join(seats), seats))
    if sorted(seat for side in sides for seat in side.seats) != sorted(players):
        raise RecordError(f"Sides: expected every player once ({', '.join(players)})")
    if len({side.name for side in sides}) != len(sides):
        raise RecordError("Sides: expected different names")
    return tuple(sides)


def _read_scores(read: _Sections, sides: tuple[Side, ...]) -> tuple[int, ...]:
    found = {}
    for entry in read.all("Scores before"):
        if len(entry) != 2:
            raise RecordError("Scores before: expected a name and a number for each side")
        found[_name(entry[0])] = _whole(entry[1], "Scores before")
    if sorted(found) != sorted(side.name for side in sides):
        raise RecordError(f"Scores before: expected a number for each of {', '.join(s.name for s in sides)}")
    return tuple(found[side.name] for side in sides)


def _whole(token: str, where: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", token):
        raise RecordError(f"{where}: expected a whole number, found {token[:20]!r}")
    return int(token)


def _seed(numbers: dict[str, str]) -> int | str | None:
    if "seed" not in numbers:
        raise RecordError("Deal: the seed is missing; expected “seed 7” (or “seed none”, and the pack)")
    token = numbers["seed"]
    if token.startswith('"'):
        return _name(token)
    if token == "none":
        return None
    if not re.fullmatch(r"-?\d{1,40}", token):
        raise RecordError(f"Deal: the seed {token[:20]!r} is no number; a word stands in quotes")
    return int(token)


def _suit(words: Sequence[str]) -> str:
    if len(words) == 1 and words[0] in ("S", "H", "D", "C"):
        return words[0]
    raise RecordError("Table: trump is one of S H D C")


def _read_pack(sections: dict[str, Section]) -> tuple[Any, ...] | None:
    if "Pack" not in sections:
        return None
    try:
        return tuple(card(token) for entry in sections["Pack"] for token in entry)
    except CardError as error:
        raise RecordError(f"Pack: {error}") from None


# -- comparing what is shown --------------------------------------------------------------------------


def _compare(record: Record, sections: dict[str, Section], winners: dict[int, str]) -> None:
    if record.seed is None and record.pack is None:
        raise RecordError("Deal: without a seed the record needs the pack")
    derived = {name: entries for name, entries in _sections(record) if name in _SHOWN}
    for name in _SHOWN:
        if name not in sections or name == "Code":
            continue
        shown = [_alike(name, entry) for entry in sections[name]]
        right = [_alike(name, entry) for entry in _entries(list(_tokens(", ".join(derived.get(name, ["none"])))))]
        if shown != right:
            raise differs(name, _said(shown), _said(right), record.notes)
    tricks = record.end.tricks
    for number, winner in winners.items():
        if not 1 <= number <= len(tricks) or tricks[number - 1].winner != winner:
            right_one = tricks[number - 1].winner if 1 <= number <= len(tricks) else "nobody"
            raise differs(f"Trick {number}", f"{winner} wins", f"{right_one} wins", record.notes)


def _alike(name: str, words: Sequence[str]) -> list[str]:
    """The words of an entry, written as the program would write them."""
    try:
        return [card(word).text if name == "Turned" and word != "none" else _name(word) for word in words]
    except CardError as error:
        raise RecordError(f"{name}: {error}") from None


def _entries(tokens: Sequence[str]) -> Section:
    entries: Section = [[]]
    for token in tokens:
        if token == ",":
            entries.append([])
        else:
            entries[-1].append(token)
    return entries


def _said(entries: list[list[str]]) -> str:
    said = ", ".join(" ".join(entry) for entry in entries)
    return f"“{said if len(said) <= 200 else said[:200] + ' …'}”"
