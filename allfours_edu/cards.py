"""Cards: small interned values, how they are written, read, spoken and sorted.

>>> card("jh"), str(card("10♦")), card("JH").name
(Card('JH'), '10♦', 'jack of hearts')
>>> card("JH") is card("J♥")
True

Inside the engine a set of cards is an int with one bit a card (suit by suit, two to ace), so
that "which hearts are left" is one ``&``. Users of the package never need to see the bits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from .errors import Plain

SUITS = "SHDC"
RANKS = "23456789TJQKA"
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANK_NAMES = dict(zip(RANKS, ("two three four five six seven eight nine ten jack queen king ace").split(), strict=True))


class CardError(Plain, ValueError):
    """Text that is no card, or a set of cards that cannot be; the message says what was expected."""


class Card:
    """One card of the pack. There is exactly one object a card, so ``is`` and ``==`` agree."""

    __slots__ = ("bit", "index", "rank", "suit", "text")
    text: str
    rank: str
    suit: str
    index: int
    bit: int

    def __init__(self, text: str, index: int):
        self.text = text
        self.rank, self.suit = (text[0], text[1]) if index < 52 else ("", "")
        self.index = index
        self.bit = 1 << index

    @property
    def name(self) -> str:
        """The card in words, as it is spoken: "ten of hearts"."""
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}" if self.suit else "joker"

    @property
    def rank_name(self) -> str:
        """The rank in words: "ten"."""
        return RANK_NAMES[self.rank] if self.suit else "joker"

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return ("10" if self.rank == "T" else self.rank) + SUIT_SIGNS[self.suit] if self.suit else "Joker"

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)


PACK: tuple[Card, ...] = tuple(
    Card(rank + suit, n * 13 + i) for n, suit in enumerate(SUITS) for i, rank in enumerate(RANKS)
)
JOKER = Card("JOKER", 52)
BY_INDEX = (*PACK, JOKER)
BY_TEXT = {c.text: c for c in BY_INDEX}
SUIT_BITS = {suit: 0x1FFF << (13 * n) for n, suit in enumerate(SUITS)}
FULL = (1 << 52) - 1

_SIGN_LETTERS = str.maketrans(
    {sign: suit for suit, sign in SUIT_SIGNS.items()} | {"♤": "S", "♡": "H", "♢": "D", "♧": "C"}
)


def card(text: str | Card) -> Card:
    """The card that ``text`` names: "JH", "jh", "J♥", "10D", "joker".

    Raises :class:`CardError` for anything else.
    """
    if isinstance(text, Card):
        return text
    if isinstance(text, str) and len(text) <= 12:
        short = text.strip().translate(_SIGN_LETTERS).replace("\ufe0f", "").upper().replace("10", "T", 1)
        found = BY_TEXT.get(short)
        if found is not None:
            return found
    shown = str(text)[:20]
    raise CardError(
        f"{shown!r} is not a card. "
        "A card is a rank (A K Q J 10 9 … 2) and a suit letter (S H D C), for example 'JH' or '10D'."
    )


def cards(many: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Several cards, from one text with spaces or commas between, or from a list.

    >>> cards("AH 10D, J♠")
    (Card('AH'), Card('TD'), Card('JS'))

    Raises :class:`CardError` for a text that is no card and for the same card twice.
    """
    if isinstance(many, str):
        if len(many) > 1000:
            raise CardError("that is too long for a list of cards (over 1000 characters)")
        many = many.replace(",", " ").replace(";", " ").split()
    found = tuple(card(c) for c in many)
    if len(set(found)) != len(found):
        twice = next(c for c in found if found.count(c) > 1)
        raise CardError(f"the {twice.name} stands twice; there is only one in the pack")
    return found


class _SuitMasks(dict[int, "tuple[Card, ...]"]):
    """Card tuples by the bits of one suit, made when first asked for: at most 8192 a suit."""

    def __missing__(self, mask: int) -> tuple[Card, ...]:
        found = tuple(c for c in BY_INDEX if c.bit & mask)
        self[mask] = found
        return found


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = (_SuitMasks() for _ in range(4))
_S, _H, _D, _C = SUIT_BITS.values()


def from_bits(mask: int) -> tuple[Card, ...]:
    """The cards of a bit set, suit by suit, low to high."""
    found = _KNOWN.get(mask)
    if found is None:
        found = _SPADES[mask & _S] + _HEARTS[mask & _H] + _DIAMONDS[mask & _D] + _CLUBS[mask & _C]
        if mask > FULL:
            found = (*found, JOKER)
        if len(_KNOWN) < _MOST_KNOWN:
            _KNOWN[mask] = found
    return found


_KNOWN: dict[int, tuple[Card, ...]] = {}
_MOST_KNOWN = 32_768  # small sets come again and again; of large ones it is not worth keeping more


def to_bits(many: Iterable[Card]) -> int:
    """The bit set of some cards."""
    mask = 0
    for c in many:
        mask |= c.bit
    return mask


def sort_hand(hand: Iterable[Card], trump: str | None = None, trumps_first: bool = True) -> tuple[Card, ...]:
    """A hand as a player holds it: by suit, high to low, colours alternating, trumps at one end.

    >>> " ".join(map(str, sort_hand(cards("2C AH 9S KH 3S"), trump="S")))
    '9♠ 3♠ A♥ K♥ 2♣'
    """
    order = "SHCD"  # black and red in turn
    if trump:
        rest = order.replace(trump, "")
        order = trump + rest if trumps_first else rest + trump
    return tuple(sorted(hand, key=lambda c: (order.find(c.suit) if c.suit else -1, -c.index)))


def shuffled(*key: object, joker: bool = False) -> tuple[Card, ...]:
    """The pack that belongs to ``key`` for ever: Lehmer digits of a SHA-512 hash.

    ``key`` is joined by colons after the label ``allfours-pack/1``; the digest, read as one big-endian
    number, is divided by 52, 51, … 1, and each remainder picks a card from those left (in the order
    2♠ … A♠, hearts, diamonds, clubs). A Joker is put in afterwards, at the next remainder by 53, so that
    the other cards lie as they would without it. Same key, same pack, in every language and year.

    >>> " ".join(c.text for c in shuffled(7, 1, 0)[:6])
    'QD 2C 3D 4C 7D KH'
    """
    number = int.from_bytes(hashlib.sha512(":".join(["allfours-pack/1", *map(str, key)]).encode()).digest(), "big")
    left, pack = list(PACK), []
    for n in range(52, 0, -1):
        number, digit = divmod(number, n)
        pack.append(left.pop(digit))
    if joker:
        pack.insert(number % 53, JOKER)
    return tuple(pack)
