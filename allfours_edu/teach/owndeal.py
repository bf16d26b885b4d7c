"""Deals as people type them: hands in many hands' writing, read tolerantly and refused precisely.

>>> hand = read_hand("S: A K 5 / H: QJ / D: - / C: 10")
>>> " ".join(map(str, hand.cards)), hand.unknown
('A♠ K♠ 5♠ Q♥ J♥ 10♣', 0)
>>> read_hand("AK5.QJ..T") == read_hand("♠AK5 ♥QJ ♣10") == read_hand("as ks 5s qh jh tc") == hand
True
>>> deal = read_deal('''
...     South: AK5.QJ..T      # the eldest hand
...     North: 9H 2S ? ? ? ?
...     turned: 4♦
... ''')
>>> deal.hands["North"].unknown, deal.turned
(4, (Card('4D'),))
>>> read_hand("AS 1H")
Traceback (most recent call last):
    ...
allfours_edu.teach.owndeal.OwnDealError: Read “AS ▸1H◂”. “1H” is no card: expected a rank (A K Q J 10 9 … 2) with a ...

What is not said is dealt by the seed: a hand may be short, ``?`` stands for a card that is left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..cards import BY_TEXT, JOKER, RANKS, SUIT_NAMES, SUIT_SIGNS, Card, CardError, card, sort_hand
from .strings import phrase, t

MOST_LETTERS = 4000
_SIGNS = {sign: suit for suit, sign in SUIT_SIGNS.items()} | {"♤": "S", "♡": "H", "♢": "D", "♧": "C"}
_SUIT_WORDS = {word: suit for suit, name in SUIT_NAMES.items() for word in (suit, name.upper(), name[:-1].upper())}
_EMPTY = {"-", "–", "—", "VOID", "NONE", "NOTHING", "∅", "--"}
_OPEN = set("?X")
_SEATS = (
    "south", "west", "north", "east", "north-west", "north-east", "south-west", "south-east", "elder", "eldest",
    "dealer", "pone", "ann", "bob",
)  # fmt: skip
_COMPASS = {"N": "North", "E": "East", "W": "West", "S": "South"}
_KEYS = {
    "turned": "turned", "turn": "turned", "turn-up": "turned", "turn-ups": "turned", "turnup": "turned",
    "turned up": "turned", "dealer is": "dealer", "dealt by": "dealer", "trump": "trump", "trumps": "trump",
    "plays": "plays", "play": "plays",
}  # fmt: skip
_TOKEN = re.compile(r"[^\s,;/|]+")
_COMMENT = re.compile(r"(#|//).*")


class OwnDealError(CardError):
    """A hand or a deal that cannot be read. ``where``: the seat or line, ``read``: the text, ``at``: place in it."""

    def __init__(self, key: str, *, where: str = "", read: str = "", at: int = -1, found: str = "", **facts: Any):
        self.key, self.where, self.read, self.at, self.found = key, where, read, at, found
        marked = _marked(read, at, len(found)) if read else ""
        parts = [f"{where}:" if where else "", t("own.read", text=marked) if marked else ""]
        parts.append(phrase(f"own.{key}", found=found, **facts))
        super().__init__(" ".join(part for part in parts if part))


def _marked(text: str, at: int, length: int) -> str:
    """The text as it was read, shortened, the fault between two arrows."""
    if at < 0:
        return text[:60] + ("…" if len(text) > 60 else "")
    left, fault, right = text[max(0, at - 24) : at], text[at : at + length], text[at + length : at + length + 20]
    dots = ("…" if at > 24 else "", "…" if len(text) > at + length + 20 else "")
    return f"{dots[0]}{left}▸{fault[:24]}◂{right}{dots[1]}"


class Hand(NamedTuple):
    """The cards that were named, in the order of suits, and how many were left open with ``?``."""

    cards: tuple[Card, ...]
    unknown: int = 0


class OwnDeal(NamedTuple):
    """A deal as it was written. Hands without a name stand under "1", "2" … in order of play, the eldest first."""

    hands: Mapping[str, Hand]
    turned: tuple[Card, ...] = ()
    dealer: str | None = None
    trump: str | None = None
    plays: str = ""

    @property
    def named(self) -> bool:
        return not any(name.isdigit() for name in self.hands)


# -- one hand -------------------------------------------------------------------------------------------


def read_hand(text: str | Iterable[str | Card], where: str = "") -> Hand:
    """The cards of one hand. Raises :class:`OwnDealError`: what was read, where, and what was expected."""
    if not isinstance(text, str):
        return _listed(text, where)
    if len(text) > MOST_LETTERS:
        raise OwnDealError("too_long", where=where, n=MOST_LETTERS)
    flat = _COMMENT.sub("", text.replace("\ufe0f", "").replace("\n", " ")).strip()
    found = _dotted(flat, where)
    if found is None:
        found = _Reader(flat, where).read()
    return found


def _listed(many: Iterable[str | Card], where: str) -> Hand:
    named: list[Card] = []
    unknown = 0
    for one in many:
        if isinstance(one, str) and one.strip().upper() in _OPEN:
            unknown += 1
            continue
        try:
            _add(named, card(one), where, str(one), 0, str(one))
        except OwnDealError:
            raise
        except CardError:
            raise OwnDealError("no_card", where=where, read=str(one), at=0, found=str(one)) from None
    return Hand(sort_hand(named), unknown)


def _add(named: list[Card], new: Card, where: str, read: str, at: int, found: str) -> None:
    if new in named:
        raise OwnDealError("twice", where=where, read=read, at=at, found=found, card=new.name)
    named.append(new)


def _dotted(text: str, where: str) -> Hand | None:
    """Spades.hearts.diamonds.clubs, as bridge players write; None where the text is not of that kind."""
    tight = text.replace(" ", "")
    if tight.count(".") < 2 or not re.fullmatch(r"[0-9TJQKAX?.–—-]+", tight.upper()):
        return None
    groups = tight.split(".")
    if len(groups) != 4:
        raise OwnDealError("four_suits", where=where, read=text, n=len(groups))
    named: list[Card] = []
    unknown = 0
    for suit, group in zip("SHDC", groups, strict=True):
        for rank in _ranks(group if group not in _EMPTY else ""):
            if rank in _OPEN:
                unknown += 1
            elif rank not in RANKS:
                raise OwnDealError("no_rank", where=where, read=text, at=text.find(rank), found=rank)
            else:
                _add(named, BY_TEXT[rank + suit], where, text, -1, rank + suit)
    return Hand(sort_hand(named), unknown)


def _ranks(text: str) -> list[str]:
    return list(text.upper().replace("10", "T"))


class _Reader:
    """Reads cards one after another; a suit that is named holds for the ranks after it."""

    def __init__(self, text: str, where: str):
        self.text, self.where = text, where
        self.named: list[Card] = []
        self.unknown = 0
        self.suit: str | None = None

    def read(self) -> Hand:
        for match in _TOKEN.finditer(self.text):
            self._token(match.group(), match.start())
        return Hand(sort_hand(self.named), self.unknown)

    def _token(self, shown: str, at: int) -> None:
        word = shown.upper()
        for sign, letter in _SIGNS.items():
            word = word.replace(sign, letter)
        head, colon, rest = word.partition(":")
        if head in _SUIT_WORDS:
            self.suit = _SUIT_WORDS[head]
            word = rest
        elif colon:
            raise OwnDealError("no_suit", where=self.where, read=self.text, at=at, found=shown)
        if not word or word in _EMPTY:
            return
        if word == "JOKER":
            _add(self.named, JOKER, self.where, self.text, at, shown)
        elif set(word) <= _OPEN:
            self.unknown += len(word)
        else:
            self._cards(word.replace("10", "T"), shown, at)

    def _cards(self, word: str, shown: str, at: int) -> None:
        """Suit and ranks, ranks and suit, or ranks of the suit named before."""
        suit, ranks = self.suit, word
        if word[0] in SUIT_NAMES:
            suit, ranks = word[0], word[1:]
            self.suit = suit
            if ranks in _EMPTY:
                return
        elif word[-1] in SUIT_NAMES:
            suit, ranks = word[-1], word[:-1]
        if not ranks or not set(ranks) <= set(RANKS) | _OPEN:
            raise OwnDealError("no_card", where=self.where, read=self.text, at=at, found=shown)
        if suit is None:
            raise OwnDealError("which_suit", where=self.where, read=self.text, at=at, found=shown)
        for rank in ranks:
            if rank in _OPEN:
                self.unknown += 1
            else:
                _add(self.named, BY_TEXT[rank + suit], self.where, self.text, at, shown)


# -- a whole deal -----------------------------------------------------------------------------------------


def read_deal(given: str | Mapping[str, str | Iterable[str | Card]]) -> OwnDeal:
    """A deal from a text with a line for each seat, or from a mapping of seats to hands.

    Lines may also say ``turned: 4H``, ``dealer: West`` (where a seat is called so), ``trump: hearts`` and
    ``plays: stand, AH``. Raises :class:`OwnDealError`.
    """
    if not isinstance(given, str):
        return _checked(OwnDeal({str(name): read_hand(hand, str(name)) for name, hand in given.items()}))
    if len(given) > MOST_LETTERS:
        raise OwnDealError("too_long", n=MOST_LETTERS)
    hands: dict[str, Hand] = {}
    more: dict[str, Any] = {}
    lines = list(_lines(given))
    if not lines:
        raise OwnDealError("empty")
    for number, line in lines:
        name, text = _seat_and_hand(line)
        key = _KEYS.get(name.lower()) if name else None
        where = t("own.line", n=number) if not name else f"{t('own.line', n=number)}, {name}"
        if key is None and name.lower() == "dealer" and _is_name(text):
            key = "dealer"
        if key is not None:
            more[key] = _value(key, text, where)
            continue
        if not name:
            name = str(sum(n.isdigit() for n in hands) + 1)
        if name.lower() in (n.lower() for n in hands):
            raise OwnDealError("seat_twice", where=where, found=name)
        hands[name] = read_hand(text, where)
    if any(n.isdigit() for n in hands) and not all(n.isdigit() for n in hands):
        raise OwnDealError("some_named", found=next(n for n in hands if not n.isdigit()))
    return _checked(OwnDeal(hands, **more))


def _lines(text: str) -> Iterable[tuple[int, str]]:
    """Numbered lines without comments; one line may hold several seats with semicolons between them."""
    for number, line in enumerate(text.splitlines(), 1):
        rest = _COMMENT.sub("", line.replace("\ufe0f", "")).strip()
        if not rest:
            continue
        pieces = [""]
        for piece in rest.split(";"):
            name = re.match(r"\s*([^\W\d_][\w' -]*?)\s*[:=]", piece)
            if pieces == [""] or (name and name[1].upper() not in _SUIT_WORDS):
                pieces.append(piece)
            else:
                pieces[-1] += f" {piece}"
        yield from ((number, piece.strip()) for piece in pieces if piece.strip())


def _seat_and_hand(line: str) -> tuple[str, str]:
    """The name before the hand, if there is one: "South: …", "West AK5.QJ..T", "N:AK5.QJ..T"."""
    found = re.match(r"([^\W\d_][\w' -]*?)\s*[:=]\s*(.*)$", line)
    if found:
        name, rest = found[1], found[2]
        if name.upper() in _COMPASS and ("." in rest or name.upper() != "S"):
            return _COMPASS[name.upper()], rest
        if name.upper() not in _SUIT_WORDS:
            return name, rest
        return "", line
    first, _, rest = line.partition(" ")
    if first.lower() in _SEATS or first.lower() in _KEYS:
        return first, rest.strip()
    return "", line


def _is_name(text: str) -> bool:
    """Does "dealer: West" say who deals? Else it is the hand of the dealer."""
    try:
        read_hand(text)
    except OwnDealError:
        return bool(re.fullmatch(r"[^\W\d_][\w' -]*", text.strip()))
    return False


def _value(key: str, text: str, where: str) -> Any:
    if key == "turned":
        found = [card_in(word, where, text) for word in _TOKEN.findall(text)]
        if not found:
            raise OwnDealError("no_turn_up", where=where, read=text or " ")
        return tuple(found)
    if key == "trump":
        word = _SIGNS.get(text.strip(), text.strip().upper())
        if word not in _SUIT_WORDS:
            raise OwnDealError("no_suit", where=where, read=text, at=0, found=text)
        return _SUIT_WORDS[word]
    return text.strip()


def card_in(word: str, where: str, text: str) -> Card:
    """One card. Raises :class:`OwnDealError`."""
    try:
        return card(word)
    except CardError:
        raise OwnDealError("no_card", where=where, read=text, at=max(text.find(word), 0), found=word) from None


def _checked(deal: OwnDeal) -> OwnDeal:
    """No card twice."""
    where: dict[Card, str] = {}
    for name, held in [*((n, h.cards) for n, h in deal.hands.items()), (t("own.turned"), deal.turned)]:
        for c in held:
            if c in where:
                raise OwnDealError("two_places", found=c.name, one=where[c], other=name)
            where[c] = name
    return deal
