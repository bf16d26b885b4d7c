"""The game itself: a state machine that knows rules, not variants.

>>> from allfours_edu.sources import load_rulebook, rulebooks
>>> position = deal(new_table(load_rulebook(rulebooks()[-1]).rules, 4, seed=7))
>>> position.to_act, [str(action) for action in position.legal_actions()]
('South', ['stand', 'beg'])
"""

from .calls import (
    AGREE,
    BEG,
    CLAIM,
    DECLARE_IN,
    DECLARE_OUT,
    DEFEND,
    GIVE,
    PAM_CIVIL,
    PASS,
    PROPOSE_BUNCH,
    REFUSE,
    REFUSE_SALE,
    RUN,
    SELL,
    STAND,
    TAKE_WIDOW,
    VERBS,
    Action,
    Call,
    IllegalAction,
    Verb,
    action_text,
    bid,
    discard,
    parse_action,
)
from .dealing import first_position as deal
from .events import Event
from .frame import Contract, Result, Trick
from .match import next_table
from .position import Position
from .setup import set_up
from .table import Side, Table, TableError, new_table, pack_for, sides_for
from .view import View

__all__ = [
    "AGREE", "BEG", "CLAIM", "DECLARE_IN", "DECLARE_OUT", "DEFEND", "GIVE", "PAM_CIVIL", "PASS", "PROPOSE_BUNCH",
    "REFUSE", "REFUSE_SALE", "RUN", "SELL", "STAND", "TAKE_WIDOW", "VERBS", "Action", "Call", "Contract", "Event",
    "IllegalAction", "Position",
    "Result", "Side", "Table", "TableError", "Trick", "Verb", "View", "action_text", "bid", "deal", "discard",
    "new_table", "next_table", "pack_for", "parse_action", "set_up", "sides_for",
]  # fmt: skip
