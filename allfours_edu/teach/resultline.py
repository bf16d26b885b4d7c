"""A result line: one played deal in a few characters, to be pasted, written on paper or read aloud.

>>> from ..session import Session
>>> session = Session.new(load_rulebook("trinidad"), seed=7)
>>> while not session.over:
...     _ = session.act(session.position.legal_actions()[0])
>>> line = write_line(session.position, session.book, "South", alias="blue fox")
>>> line
'blue fox · 1TT4-79 · ...'
>>> read_line(line.upper().replace("-", " ").replace("·", "")).end.scores == session.position.scores
True

It holds the deal code, and beside it: which computer players of which version sat there, a mark of the rules, the seat,
what help was asked for, and every choice as *which of the lawful ones*. The others' cards follow from that, since
computer players always do the same. The last character checks all of it, the deal code included.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from ..analysis import players as computers
from ..analysis.players import chance_key
from ..engine import Action, Position, deal
from ..errors import PlainValueError
from ..record import CodeError, CodeFacts, deal_code, read_code
from ..record.codes import LETTERS, _digits, _number, _symbols, _syndrome, _times_a
from ..sources import Rulebook, load_rulebook
from .strings import t

FORM = "R"
LONGEST_ALIAS = 40
_MOST_ACTIONS = 600
_MOST_KNOWN = 20_000
_KNOWN: dict[tuple[object, ...], Action] = {}
"""What the others did where: thirty pupils begin alike, and many go on alike."""
_FIXED = 7  # form, players (2), rules (2), seat, help


class LineError(PlainValueError):
    """A result line that is refused; ``key`` says why in a word, the message in a sentence."""

    def __init__(self, key: str, line: str = "", **facts: Any):
        self.key, self.line = key, line
        super().__init__(t(f"line.{key}", **facts))


class Help(NamedTuple):
    """What a pupil asked for: take-backs and hints (three stand for three or more), and whether it was a new try."""

    taken_back: int = 0
    hints: int = 0
    again: bool = False


class Choice(NamedTuple):
    """One decision of the pupil: where he stood, and what he did."""

    at: Position
    action: Action


class Line(NamedTuple):
    """What a result line says, every card of the deal included."""

    alias: str
    code: str
    facts: CodeFacts
    book: Rulebook
    seat: str
    bots: str
    help: Help
    end: Position
    choices: tuple[Choice, ...]
    text: str = ""
    """As it was written."""

    @property
    def points(self) -> tuple[int, int]:
        """Points of the pupil's side in this deal, and of the best other side."""
        table, scores = self.end.table, self.end.frame.scores
        made = [now - before for now, before in zip(scores, table.scores, strict=True)]
        mine = table.side_of[table.place[self.seat]]
        return made[mine], max(n for k, n in enumerate(made) if k != mine)


# -- marks ------------------------------------------------------------------------------------------------


def _mark(text: str) -> list[int]:
    """Ten bits of a hash, as two symbols."""
    number = int.from_bytes(hashlib.sha256(f"allfours-line/1:{text}".encode()).digest()[:2], "big") >> 6
    return [number >> 5, number & 31]


@cache
def _bots_by_mark() -> dict[tuple[int, ...], str]:
    return {tuple(_mark(bot_version(name))): name for name in computers.NAMES}


def bot_version(name: str) -> str:
    """Name and version of a computer player: "foster 1"."""
    found = computers.player(name)
    return f"{found.name} {found.version}"


def _check(deal_symbols: Sequence[int], own: Sequence[int]) -> int:
    return _times_a(_syndrome([*deal_symbols, *own]))


def _grouped(symbols: Sequence[int]) -> str:
    text = "".join(LETTERS[s] for s in symbols)
    return "-".join(text[i : i + 4] for i in range(0, len(text), 4))


# -- writing ----------------------------------------------------------------------------------------------


def write_line(
    end: Position, book: Rulebook, seat: str, *, alias: str = "", bots: str = "foster", help: Help | None = None
) -> str:
    """The result line of a finished deal. Raises :class:`LineError` where it has none: the deal is not over, was not
    dealt from a code, or the others were not such computer players.
    """
    if not end.over:
        raise LineError("not_over")
    try:
        code = deal_code(book, of=end.table)
    except CodeError as error:
        raise LineError("no_code", reason=str(error)) from None
    if read_code(code).table() != end.table:
        raise LineError("later_deal")
    number, radix, wanted = 0, 1, iter(end.actions())
    at = end.path()[0]
    while not at.over:
        who, action = next(wanted)
        legal = at.legal_actions()
        if who != at.to_act or action not in legal:
            raise LineError("out_of_turn")
        if who == seat:
            number, radix = number + legal.index(action) * radix, radix * len(legal)
        elif action != _theirs(at, bots):
            raise LineError("other_players")
        at = at.apply(action)
    helped = help or Help()
    own = [
        LETTERS.index(FORM), *_mark(bot_version(bots)), *_mark(book.hash), end.table.place[seat],
        min(helped.taken_back, 3) | min(helped.hints, 3) << 2 | helped.again << 4, *_digits(number),
    ]  # fmt: skip
    own.append(_check(_symbols(code), own))
    found = Line(_clean(alias), code, read_code(code), book, seat, bots, helped, end, ())
    ours, theirs = found.points
    return " · ".join(part for part in (found.alias, code, _grouped(own), f"{ours}:{theirs}") if part)


def _theirs(at: Position, bots: str) -> Action:
    assert at.to_act is not None
    return computers.player(bots).choose(at.seen_by(at.to_act), chance_key(at.table)).action


def _clean(alias: str) -> str:
    """An alias that cannot be taken for a code: no middle dots, no line ends."""
    return re.sub(r"[\s·|;,]+", " ", str(alias)).strip()[:LONGEST_ALIAS]


# -- reading ----------------------------------------------------------------------------------------------


def read_line(text: str) -> Line:
    """What a line says, played through. Raises :class:`LineError` with a plain sentence."""
    if len(text) > 500:
        raise LineError("no_codes", text[:80])
    words = [word for word in re.split(r"[\s·|;,]+", text) if word]
    points = None
    if words and (found := re.fullmatch(r"(-?\d+):(-?\d+)", words[-1])):
        points = int(found[1]), int(found[2])
        words.pop()
    alias, code, facts, own = _parted(words, text)
    line = _played(alias, code, facts, own, text)
    if points is not None and points != line.points:
        raise LineError("other_points", text, said=f"{points[0]}:{points[1]}", found="{}:{}".format(*line.points))
    return line


def _parted(words: Sequence[str], text: str) -> tuple[str, str, CodeFacts, list[int]]:
    """Alias, deal code and result code. Where several partings are possible, the one that checks."""
    starts = [n for n, word in enumerate(words) if word[0] in "1IiLl" and n < len(words) - 1]
    ends = [n for n, word in enumerate(words) if word[0] in "Rr"]
    fault = LineError("no_codes", text)
    for start in starts:
        for end in ends:
            if end <= start:
                continue
            try:
                facts = read_code("".join(words[start:end]))
                own = _symbols("".join(words[end:]))
            except CodeError:
                fault = LineError("damaged", text)
                continue
            if len(own) > _FIXED + 1 and not _syndrome([*_symbols("".join(words[start:end])), *own]):
                code = _grouped(_symbols("".join(words[start:end])))
                return " ".join(words[:start])[:LONGEST_ALIAS], code, facts, own[:-1]
            fault = LineError("damaged", text)
    raise fault


def _played(alias: str, code: str, facts: CodeFacts, own: Sequence[int], text: str) -> Line:
    book = facts.book()
    bots = _bots_by_mark().get(tuple(own[1:3]))
    if bots is None:
        now = " · ".join(bot_version(name) for name in computers.NAMES)
        raise LineError("other_bots", text, now=now)
    if list(own[3:5]) != _mark(book.hash):
        raise LineError("other_rules", text, name=load_rulebook(facts.rulebook).title)
    first = deal(facts.table())
    if own[5] >= first.table.size:
        raise LineError("damaged", text)
    seat, helped = first.table.players[own[5]], Help(own[6] & 3, own[6] >> 2 & 3, bool(own[6] & 16))
    number, at, choices = _number(own[_FIXED:]), first, []
    for _ in range(_MOST_ACTIONS):
        if at.to_act is None:
            break
        if at.to_act == seat:
            legal = at.legal_actions()
            number, n = divmod(number, len(legal))
            choices.append(Choice(at, legal[n]))
            at = at.apply(legal[n])
        else:
            known = (code, bots, at.actions())
            if known not in _KNOWN:
                if len(_KNOWN) > _MOST_KNOWN:
                    _KNOWN.clear()
                _KNOWN[known] = _theirs(at, bots)
            at = at.apply(_KNOWN[known])
    if number or not at.over:
        raise LineError("damaged", text)
    return Line(alias, code, facts, book, seat, bots, helped, at, tuple(choices), text)
