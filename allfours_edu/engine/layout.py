"""What a card is once the trump is known: its suit, its strength, whether it is a trump.

The Joker, Pam and the left pedro are exceptions to "the suit printed on it"; they are nowhere but here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ..cards import BY_INDEX, BY_TEXT, FULL, JOKER, RANKS, SUIT_BITS, SUITS, Card, from_bits
from ..rules import Rules

_COLOUR_PARTNER = {"S": "C", "C": "S", "H": "D", "D": "H"}
_TRUMP = 100  # any trump is stronger than any plain card
_CLUB_JACK = BY_TEXT["JC"]
ANY = (1 << 53) - 1
_NOTHING_SPECIAL = (False, "none", False)
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = SUIT_BITS.values()
_SPECIAL = {
    suit: (_CLUB_JACK.bit | BY_TEXT["J" + suit].bit, BY_TEXT["5" + _COLOUR_PARTNER[suit]].bit) for suit in SUITS
}
"""By trump: the cards that may be Pam, and the one that may be the left pedro."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The pack under one trump. Sets of cards are bit sets; lists go by ``Card.index``."""

    trump: str
    trumps: int
    suit_of: tuple[int, ...]
    """For each card, the bits of all cards of its suit."""
    power: tuple[int, ...]
    """For each card, its strength within a trick."""
    wide: int
    """Cards that may win a trick they did not follow to: the trumps."""
    pam: int
    """The bit of Pam, or 0."""
    ranked: tuple[Card, ...]
    """The trumps, best first."""

    def is_trump(self, card: Card) -> bool:
        """Is the card a trump under this layout, the special cards counted in?"""
        return bool(card.bit & self.trumps)

    def highest(self, mask: int) -> Card:
        """The strongest trump of a set that holds one."""
        for c in self.ranked:
            if c.bit & mask:
                return c
        raise ValueError("no trump among these cards")

    def lowest(self, mask: int) -> Card:
        """The weakest trump of a set that holds one."""
        for c in reversed(self.ranked):
            if c.bit & mask:
                return c
        raise ValueError("no trump among these cards")


def layout_for(rules: Rules, trump: str, among: int = ANY) -> Layout:
    """The layout under ``trump``, "" while none is turned.

    A special card is asked about only where it is ``among`` the cards in question, so that a rule
    is cited only where it could matter.
    """
    return _layout(trump, *_special(rules, trump, among), "suit")


def trick_layout(rules: Rules, trump: str, among: int = ANY) -> Layout:
    """The layout by which a trick is won; what wins it is asked only where not all cards are of one suit."""
    special = _special(rules, trump, among)
    alike = _one_suit(among) and special == _NOTHING_SPECIAL  # else a card may belong to another suit than it shows
    return _layout(trump, *special, "suit" if alike else rules.trick_by)


def _special(rules: Rules, trump: str, among: int) -> tuple[bool, str, bool]:
    if not trump:  # not turned yet
        return False, "none", False
    jacks, left_five = _SPECIAL[trump]
    return (
        among > FULL and rules.joker == "lowest_trump",
        rules.pam if among & jacks else "none",
        among & left_five != 0 and rules.left_pedro,
    )


def _one_suit(among: int) -> bool:
    return not (among & ~_SPADES and among & ~_HEARTS and among & ~_DIAMONDS and among & ~_CLUBS)


@cache
def _layout(trump: str, joker: bool, pam: str, left_pedro: bool, trick_by: str) -> Layout:
    suits = dict(SUIT_BITS)
    power = [RANKS.index(c.rank) if c.suit else -1 for c in BY_INDEX]
    pam_card = {"club_jack": _CLUB_JACK, "trump_jack": BY_TEXT.get(f"J{trump}")}.get(pam)
    left_five = BY_TEXT["5" + _COLOUR_PARTNER[trump]] if left_pedro else None
    suits.setdefault(trump, 0)
    for extra in (JOKER if joker else None, pam_card, left_five):
        if extra is not None:
            for suit in SUITS:
                suits[suit] &= ~extra.bit
            suits[trump] |= extra.bit
    trumps = suits[trump]
    for c in from_bits(trumps):
        if c.suit == trump:
            power[c.index] = _TRUMP + 2 * RANKS.index(c.rank)
    if joker:
        power[JOKER.index] = _TRUMP - 1
    if left_five is not None:
        power[left_five.index] = power[BY_TEXT["5" + trump].index] - 1
    if pam_card is not None:
        power[pam_card.index] = _TRUMP + 99
    ranked = tuple(sorted(from_bits(trumps), key=lambda c: -power[c.index]))
    if trick_by == "any_highest":
        power = [RANKS.index(c.rank) if c.suit else -1 for c in BY_INDEX]
    suit_of = tuple(next((bits for bits in suits.values() if bits & c.bit), c.bit) for c in BY_INDEX)
    return Layout(
        trump,
        trumps,
        suit_of,
        tuple(power),
        wide=ANY if trick_by == "any_highest" else trumps,
        pam=pam_card.bit if pam_card is not None else 0,
        ranked=ranked,
    )


def trick_winner(layout: Layout, trick: tuple[Card, ...]) -> int:
    """The place (0 = leader) of the card that wins a trick; of equals the first played.

    >>> from allfours_edu.cards import cards
    >>> layout = _layout("H", False, "none", False, "suit")
    >>> trick_winner(layout, cards("TS AC QS 2H")), trick_winner(layout, cards("TS AC QS 2S"))
    (3, 2)
    """
    can_win = layout.suit_of[trick[0].index] | layout.wide
    return max(range(len(trick)), key=lambda i: (layout.power[trick[i].index] if trick[i].bit & can_win else -2, -i))
