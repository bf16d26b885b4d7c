"""What players do: plays (a play is its card) and calls, as values and as text; and why an action may be refused."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from ..cards import Card, card
from ..errors import Plain, PlainValueError


class Verb:
    """Everything a player may do besides playing a card."""

    STAND, BEG, GIVE, RUN = "stand", "beg", "give", "run"
    PROPOSE_BUNCH, AGREE, REFUSE = "propose_bunch", "agree", "refuse"
    DISCARD = "discard"
    BID, PASS, SELL, REFUSE_SALE, NAME = "bid", "pass", "sell", "refuse_sale", "name"
    DECLARE_IN, DECLARE_OUT, TAKE_WIDOW, EXCHANGE = "declare_in", "declare_out", "take_widow", "exchange"
    DEFEND, PAM_CIVIL = "defend", "pam_be_civil"
    CALL_EXPOSED, CLAIM_PENALTY, CORRECT = "call_exposed", "claim_penalty", "correct"
    CALL_HIGHEST, CALL_LOWEST, CALL_TRUMP, CALL_NOT_TRUMP = (
        "call_highest",
        "call_lowest",
        "call_trump",
        "call_not_trump",
    )
    CHOOSE_CARD = "choose_card"
    EXPOSE, OUT_OF_TURN, SECOND_CARD = "expose", "out_of_turn", "second_card"
    LOOK, MISDEAL, FACE, MARK_WRONG = "look", "misdeal", "face", "mark_wrong"
    NEW_DEAL = "new_deal"


VERBS = frozenset(value for name, value in vars(Verb).items() if name.isupper())
SLIPS = (Verb.EXPOSE, Verb.OUT_OF_TURN, Verb.SECOND_CARD)
"""Faults that are no card played in one's turn: nobody has a right to them, and a referee's table lets them happen."""
PRICED = (Verb.LOOK, Verb.MISDEAL, Verb.FACE, Verb.MARK_WRONG)
"""Faults that the whole table sees at once: a look too soon, a misdeal, a card seen in dealing, a point not made."""
DEMANDS = (Verb.CALL_EXPOSED, Verb.CALL_HIGHEST, Verb.CALL_LOWEST, Verb.CALL_TRUMP, Verb.CALL_NOT_TRUMP)
"""What may be demanded of a player who has shown a card or played before his turn."""
TAKES_BACK = (Verb.CORRECT, Verb.CHOOSE_CARD)
"""Calls that put another card in the place of one that was played."""
_NEEDS_CARD = {Verb.DISCARD, Verb.CALL_EXPOSED, Verb.CORRECT, Verb.CHOOSE_CARD, *SLIPS}
_WITH_CARD = _NEEDS_CARD | {Verb.CLAIM_PENALTY}
_WITH_NUMBER = {Verb.BID, Verb.EXCHANGE, Verb.CLAIM_PENALTY}


class Call(NamedTuple):
    """An action that is not a play: a verb, with a card (``discard``), a number (``bid``) or a suit (``name``).

    A claim names the card that was played unlawfully; its number 1 asks for a point off instead of a point.
    """

    verb: str
    card: Card | None = None
    n: int | None = None
    suit: str | None = None

    def __str__(self) -> str:
        return action_text(self)


Action = Card | Call
STAND, BEG, GIVE, RUN = Call(Verb.STAND), Call(Verb.BEG), Call(Verb.GIVE), Call(Verb.RUN)
PROPOSE_BUNCH, AGREE, REFUSE = Call(Verb.PROPOSE_BUNCH), Call(Verb.AGREE), Call(Verb.REFUSE)
PASS, SELL, REFUSE_SALE = Call(Verb.PASS), Call(Verb.SELL), Call(Verb.REFUSE_SALE)
DECLARE_IN, DECLARE_OUT, TAKE_WIDOW = Call(Verb.DECLARE_IN), Call(Verb.DECLARE_OUT), Call(Verb.TAKE_WIDOW)
DEFEND, PAM_CIVIL = Call(Verb.DEFEND), Call(Verb.PAM_CIVIL)
CLAIM = Call(Verb.CLAIM_PENALTY)


@cache
def discard(c: Card) -> Call:
    """The call that throws a card away."""
    return Call(Verb.DISCARD, card=c)


@cache
def bid(n: int) -> Call:
    """The call that bids a number of points."""
    return Call(Verb.BID, n=n)


def action_text(action: Action) -> str:
    """An action as text, for records: "JH", "beg", "bid 3", "discard 4C", "name H".

    >>> action_text(bid(3)), action_text(card("JH"))
    ('bid 3', 'JH')
    """
    if isinstance(action, Card):
        return action.text
    details = (action.card.text if action.card else None, action.suit, action.n)
    return " ".join([action.verb, *(str(detail) for detail in details if detail is not None)])


def parse_action(text: str) -> Action:
    """The action that ``text`` writes; the reverse of :func:`action_text`.

    Raises :class:`ValueError` for anything else.

    >>> parse_action("discard 4C"), parse_action("claim_penalty QS 1")
    (Call(verb='discard', card=Card('4C'), n=None, suit=None), Call(verb='claim_penalty', card=Card('QS'), n=1, ...))
    """
    words = str(text)[:40].split()
    if len(words) == 1 and words[0].lower() not in VERBS:
        return card(words[0])
    if words and words[0].lower() in VERBS:
        verb, rest = words[0].lower(), words[1:]
        if not rest and verb not in _NEEDS_CARD and verb not in (Verb.BID, Verb.EXCHANGE, Verb.NAME):
            return Call(verb)
        if len(rest) == 1 and verb in _WITH_NUMBER and rest[0].isascii() and rest[0].isdigit():
            return Call(verb, n=int(rest[0]))
        if len(rest) == 1 and verb in _WITH_CARD:
            return Call(verb, card=card(rest[0]))
        if len(rest) == 2 and verb == Verb.CLAIM_PENALTY and rest[1] == "1":
            return Call(verb, card=card(rest[0]), n=1)
        if len(rest) == 1 and verb == Verb.NAME and rest[0].upper() in tuple("SHDC"):
            return Call(verb, suit=rest[0].upper())
    raise PlainValueError(
        f"{str(text)[:40]!r} is not an action; expected a card such as 'JH' or a call such as 'beg' or 'bid 3'"
    )


def _told(action: Any) -> str:
    """An action, or whatever was given in its place, in a few words."""
    try:
        return (action_text(action) if isinstance(action, (Card, Call)) else repr(action))[:40]
    except (AttributeError, TypeError, ValueError):  # a call made by hand of the wrong things
        return "that"


class IllegalAction(Plain, ValueError):
    """An action that may not be done now. The position is unchanged.

    Attributes: ``action``; ``legal``, what was lawful; ``reason``, a short key ("must_follow", "not_your_turn" …);
    ``field``, the rule field that forbids it, or None; ``seat``, who would have acted.
    """

    def __init__(self, action: Any, legal: tuple[Action, ...], reason: str, field: str | None, seat: str | None):
        self.action, self.legal, self.reason, self.field, self.seat = action, legal, reason, field, seat
        shown = ", ".join(map(action_text, legal)) or "nothing"
        by = f" (rule: {field})" if field else ""
        what = _told(action)
        super().__init__(
            f"{what} is not possible now: {reason.replace('_', ' ')}{by}. Lawful for {seat or 'nobody'}: {shown}"
        )
