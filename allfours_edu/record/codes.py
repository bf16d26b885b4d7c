"""Deal codes: a short word that names a deal, and the same pack for ever.

    >>> deal_code("trinidad", seed=7)
    '1TT4-79'
    >>> read_code("1tt4 79")
    CodeFacts(rulebook='trinidad', players=4, seed=7, deal=1, attempt=0, options=(), laid=None)

A code is written in Crockford's base 32 (no I, L, O, U), in groups of four:

* the version of the code, ``1``;
* the two-letter tag of the rule book;
* the number of players (plus 16 where the next character says what else is in the code);
* perhaps: options, each as two characters made from its name, so that a book may gain or reorder options without
  changing any code; the number of the deal in its match and how often it was dealt again;
* the seed, or the cards themselves where the deal was made up (see :mod:`.laid`);
* a check character.

The characters are taken as elements of the field with 32 elements; a code is good where the polynomial they make has a
root at the primitive element *a*. One wrong character changes the sum by *e·aⁱ*, a swap of neighbours by
*(x - y)·aⁱ·(1 + a)*: neither is ever nought, so both are always caught.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from ..asking import held
from ..engine import Position, Table, deal, new_table
from ..errors import Plain
from ..sources import Rulebook, RulebookError, load_rulebook, rulebooks
from . import laid as own_cards
from .laid import Laid, LaidError

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
VERSION = "1"
LONGEST_SEED = 24
"""Bytes of a seed that is text."""
_BETWEEN = r"[-\u2010\u2011\u2012\u2013\u2014. \t\n\r]+"
_LOOKS_LIKE = {"O": "0", "I": "1", "L": "1"}
_MORE, _TEXT, _OPTIONS, _DEAL, _LAID = 16, 1, 2, 4, 8


class CodeError(Plain, ValueError):
    """A deal code that cannot be read or written; the message says why and what to do."""


class CodeFacts(NamedTuple):
    """What a deal code says."""

    rulebook: str
    players: int
    seed: int | str
    deal: int
    attempt: int
    options: tuple[str, ...]
    laid: Laid | None = None
    """The cards of a deal that was made up."""

    def book(self) -> Rulebook:
        return load_rulebook(self.rulebook).with_options(self.options)

    def position(self) -> Position:
        """The deal itself, at its first decision; the usual seats, scores at nought."""
        return deal(self.table())

    def table(self) -> Table:
        """The table, before the deal."""
        table = new_table(self.book().rules, self.players, seed=self.seed, deal=self.deal, attempt=self.attempt)
        return table if self.laid is None else own_cards.lay(table, self.laid)


# -- arithmetic in the field of 32 elements -----------------------------------------------------------


def _times_a(x: int) -> int:
    """x·a, where a is a root of x⁵ + x² + 1."""
    x <<= 1
    return x ^ 0b100101 if x & 32 else x


def _syndrome(symbols: Sequence[int]) -> int:
    """The value at a of the polynomial with these coefficients, by Horner's rule; 0 for a good code."""
    total = 0
    for symbol in symbols:
        total = _times_a(total) ^ symbol
    return total


# -- numbers and texts as symbols ---------------------------------------------------------------------


def _digits(n: int) -> list[int]:
    """A number in base 32, the highest digit first; 0 is one digit."""
    found = [n & 31]
    while n := n >> 5:
        found.append(n & 31)
    return found[::-1]


def _number(symbols: Iterable[int]) -> int:
    n = 0
    for symbol in symbols:
        n = n << 5 | symbol
    return n


def _counted(n: int) -> list[int]:
    """A number that says itself where it ends: four bits a character, 16 added while more follow."""
    digits = [n & 15]
    while n := n >> 4:
        digits.append(n & 15 | 16)
    return digits[::-1]


def option_tag(name: str) -> tuple[int, int]:
    """The two symbols that stand for an option, from nothing but its name."""
    number = int.from_bytes(hashlib.sha256(f"allfours-option/1:{name}".encode()).digest()[:2], "big") >> 6
    return number >> 5, number & 31


@cache
def _book_of(tag: str) -> str | None:
    return next((id for id in rulebooks() if load_rulebook(id).code == tag), None)


# -- writing ------------------------------------------------------------------------------------------


def deal_code(
    book: str | Rulebook, *, seed: object = 0, players: int | None = None, deal: int = 1, attempt: int = 0,
    options: str | Iterable[str] = (), of: Position | Table | None = None,
) -> str:  # fmt: skip
    """The code of a deal: of this book (with options), for so many players, from this seed.

    Or of a deal that is there, however it was made: ``deal_code("foster-1897", of=position)``. A made-up deal has a
    longer code, which holds its cards and the scores before it (names of players are not kept).

    Raises :class:`CodeError` where a deal has no code: a table with house rules, a book that does not come with the
    package, a seed that is too long.
    """
    held(deal_code, locals())
    chosen = load_rulebook(book).with_options(options)
    if chosen.house:
        raise CodeError(
            "a deal code has no room for house rules; keep the record instead (record.to_text()), which has them"
        )
    if chosen.id not in rulebooks():
        raise CodeError(
            f"{chosen.id!r} does not come with the package, so no code can name it; keep the record instead"
        )
    cards: Laid | None = None
    if of is not None:
        table = of if isinstance(of, Table) else of.table
        if table.rules != chosen.rules:
            raise CodeError(f"this deal is not played by {chosen.short} as it is given: name its options as well")
        players, deal, attempt, seed = table.size, table.deal, table.attempt, table.seed
        try:
            cards = own_cards.laid_of(table)
        except LaidError as error:
            raise CodeError(str(error)) from None
    n = chosen.players_default if players is None else players
    if n not in chosen.rules.players:
        raise CodeError(f"{chosen.short} is for {', '.join(map(str, chosen.rules.players))} players, not {n}")
    if deal < 1 or attempt < 0 or max(deal, attempt) >= 1 << 20:
        raise CodeError(f"a deal is numbered from 1 and an attempt from 0, found {deal} and {attempt}")
    seed_symbols, is_text = _seed_symbols(seed)
    if cards is not None:
        seed_symbols, is_text = own_cards.symbols(new_table(chosen.rules, n, seed=cards.seed), cards), False
    numbered = cards is None and (deal, attempt) != (1, 0)
    more = [_TEXT * is_text | _OPTIONS * bool(chosen.active) | _DEAL * numbered | _LAID * (cards is not None)]
    if chosen.active:
        more += [len(chosen.active), *(s for name in chosen.active for s in option_tag(name))]
    if numbered:
        more += [*_counted(deal), *_counted(attempt)]
    head = [*map(LETTERS.index, VERSION + chosen.code), n + _MORE * bool(more[0])]
    symbols = [*head, *(more if more[0] else []), *seed_symbols]
    check = _times_a(_syndrome(symbols))
    text = "".join(LETTERS[s] for s in (*symbols, check))
    return "-".join(text[i : i + 4] for i in range(0, len(text), 4))


def _seed_symbols(seed: object) -> tuple[list[int], bool]:
    text = str(seed)
    if text.isascii() and text.isdigit() and str(int(text[:60])) == text:
        return _digits(int(text)), False
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise CodeError("the seed holds half a character, which cannot be written in a code") from None
    if len(data) > LONGEST_SEED:
        raise CodeError(f"the seed {text[:20]!r}… is too long for a code; at most {LONGEST_SEED} letters")
    return _digits(int.from_bytes(b"\x01" + data, "big")), True


# -- reading ------------------------------------------------------------------------------------------


def read_code(text: str) -> CodeFacts:
    """What a deal code says. Small letters, spaces, O for 0 and I or L for 1 are understood.

    Raises :class:`CodeError` for a code that does not check or names what this version does not know.
    """
    symbols = _symbols(text)
    if len(symbols) < 6:
        raise CodeError(f"{str(text)[:20]!r} is too short for a deal code, which looks like 1TT4-79")
    first = f" A code begins with {VERSION}." if LETTERS[symbols[0]] != VERSION else ""
    if _syndrome(symbols):
        raise CodeError(
            "this code does not check: one character is wrong, or two neighbours have changed places."
            f"{first} Compare it with where you read it; look at 8 and B, 5 and S, 2 and Z, U and V."
        )
    if first:
        raise CodeError(
            f"this code was made by another version of the program, which begins its codes otherwise.{first}"
        )
    groups = [len(group) for group in re.split(_BETWEEN, text) if group]
    if len(groups) > 1 and any(n != 4 for n in groups[:-1]):  # two codes in a row would check, and name a third deal
        raise CodeError("in a code the characters stand in groups of four, as in 1TT4-79; was it copied twice?")
    return _facts(symbols)


def _symbols(text: str) -> list[int]:
    if not isinstance(text, str) or len(text) > 400:
        raise CodeError("a deal code is a short word such as 1TT4-79")
    found = []
    for letter in text.upper():
        letter = _LOOKS_LIKE.get(letter, letter)
        if letter in LETTERS:
            found.append(LETTERS.index(letter))
        elif letter == "U":
            raise CodeError("there is no U in a deal code; could it be a V?")
        elif not re.match(_BETWEEN, letter):
            raise CodeError(f"{letter!r} does not occur in a deal code, which looks like 1TT4-79")
    return found


def _facts(symbols: Sequence[int]) -> CodeFacts:
    tag = LETTERS[symbols[1]] + LETTERS[symbols[2]]
    id = _book_of(tag)
    if id is None:
        raise CodeError(f"this code names a rule book ({tag}) that this version does not have")
    players, rest = symbols[3] & 15, list(symbols[4:-1])
    flags = rest.pop(0) if symbols[3] & _MORE and rest else 0
    try:
        options = _read_options(id, rest) if flags & _OPTIONS else ()
        number, attempt = (_read_counted(rest), _read_counted(rest)) if flags & _DEAL else (1, 0)
    except IndexError:
        raise CodeError("this code breaks off in the middle; is its end missing?") from None
    if not rest:
        raise CodeError("this code has no seed; is its end missing?")
    if flags & _LAID:
        return _laid_facts(id, players, options, rest)
    seed: int | str = _number(rest)
    if flags & _TEXT:
        seed = _text_seed(int(seed))
    if players not in load_rulebook(id).rules.players:
        raise CodeError(f"this code is for {players} players, which {id} is not for")
    return CodeFacts(id, players, seed, number, attempt, options)


def _laid_facts(id: str, players: int, options: tuple[str, ...], rest: list[int]) -> CodeFacts:
    rules = load_rulebook(id).with_options(options).rules
    if players not in rules.players:
        raise CodeError(f"this code is for {players} players, which {id} is not for")
    try:
        laid = own_cards.read(rules, players, rest)
    except (LaidError, IndexError):
        raise CodeError("the cards in this code make no deal; the code was not made by this program") from None
    return CodeFacts(id, players, laid.seed, 1, 0, options, laid)


def _text_seed(number: int) -> str:
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    try:
        if data[:1] == b"\x01":
            return data[1:].decode()
    except UnicodeDecodeError:
        pass
    raise CodeError("the seed in this code cannot be read; the code was not made by this program")


def _read_counted(rest: list[int]) -> int:
    n = 0
    while True:
        symbol = rest.pop(0)
        n = n << 4 | symbol & 15
        if not symbol & 16:
            return n


def _read_options(id: str, rest: list[int]) -> tuple[str, ...]:
    by_tag = {option_tag(name): name for name in load_rulebook(id).options}
    names = []
    for _ in range(rest.pop(0)):
        name = by_tag.get((rest.pop(0), rest.pop(0)))
        if name is None:
            raise CodeError(f"this code names an option of {id} that this version does not have")
        names.append(name)
    try:
        load_rulebook(id).with_options(names)
    except (RulebookError, ValueError) as error:
        raise CodeError(f"the options in this code cannot be chosen together: {error}") from None
    return tuple(names)
