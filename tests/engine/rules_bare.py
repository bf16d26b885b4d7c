"""Rules written out by hand, without books or sources: one value for each family of games the engine must carry.

They lean on Foster 1897, but nothing here is a claim about a text: these are the smallest complete games in which every
kind of phase occurs. The books proper are data, see ``sources/``.
"""

from __future__ import annotations

from typing import Any

from allfours_edu.rules import Rules, make_group

NAMES = ("turn", "beg", "auction", "draw", "exchange", "score", "peg", "pool")

SEVEN_UP: dict[str, dict[str, Any]] = {
    "game": {
        "players": [2, 3, 4], "sides": "partners_at_four", "target": 7, "count_from": "nought",
        "match_ends": "first_out", "out_order": ["high", "low", "jack", "game"], "out_first": "order",
    },
    "pack": {"joker": "none", "pam": "none", "left_pedro": False, "stripped": "none", "remainder": "none"},
    "cut": {"cut_rank": "ace_high", "cut_wins": "highest", "cut_tie": "tied_only", "cut_least": 4, "partners": "cut"},
    "deal": {
        "direction": "left", "hand_size": 6, "packets": [3, 3], "widow": 0, "look": "eldest_then_dealer",
        "trump_from": "turn",
    },
    "turn": {"turn_points": [["J", 1]], "refused_suit": "nothing", "earlier_turns": "kept"},
    "beg": {
        "begs": "once", "gift_to": "all_adversaries", "gift_may_put_out": False, "gift_needs_trump": False,
        "bunch": "two_handed", "run_cards": 3, "after_run": "six", "exhausted": "same_dealer",
    },
    "play": {
        "follow": "follow_or_trump", "void": "free", "undertrump": "allowed", "jack_free": False, "trick_by": "suit",
        "first_lead": "eldest", "lead_duty": "free", "lead_top": "free", "lead_of_two": "free", "after_trick": "free",
        "must_head": False, "pam_civil": "no",
    },
    "score": {
        "points": [["high", 1], ["low", 1], ["jack", 1], ["game", 1]], "low_to": "holder", "point_to": "as_named",
        "hang_jack": 1, "game_by": "pips", "pips": "usual", "trump_five": 0, "tie": "non_dealer",
        "discarded": "out_of_play",
    },
    "court": {
        "misdeal": "passes", "turned_jack_stands": "unless_announced", "exposed_in_deal": "adversaries",
        "exposed_in_play": "called_at_four", "out_of_turn": "exposed", "two_cards": "adversaries_choose",
        "early_look": 1, "wrong_score": "off", "claim_until": "next_deal", "revoke_set": "quitted_or_next_card",
        "revoke_points": "one_two_jack_out", "revoke_to": "opponents_side", "revoke_bars": ["jack", "game"],
        "revoke_caps": True, "revoke_choice": "add_or_deduct", "undertrump_penalty": "none",
    },
}  # fmt: skip

AUCTION: dict[str, Any] = {
    "seller": "eldest", "first_bid": "left_of_eldest", "bid_least": 1, "bid_most": 4, "rebid": False,
    "equal_bid": "nobody", "put_out_seller": "barred", "refused_bid": "seller_bound", "unasked_pitch": 4,
    "all_pass": "eldest_unbound", "surplus": True, "set_back": True, "set_back_red": False, "smudge": "none",
}  # fmt: skip

POOL: dict[str, Any] = {
    "deal_stake": 5, "red_is": 5, "declare": "in_turn_unseen", "simple": "none", "simple_trump": "turned",
    "club_law": False, "widow_only": "no", "one_stands": "dealer_may", "flush": "five_any", "flush_rank": "elder",
    "flush_looes": "table", "looed": "five_red", "sweep": "none", "odd_counters": "stay", "loo_revoke": "divide",
    "revoke_fee": 6, "irregular_fee": 3, "irregular_bars": True,
}  # fmt: skip


def rules_of(groups: dict[str, dict[str, Any]], **changes: Any) -> Rules:
    """Rules from plain groups; ``changes`` are single fields, or None for a group to be left out."""
    made: dict[str, Any] = {name: make_group(name, values) for name, values in groups.items()}
    gone = [name for name, value in changes.items() if value is None]
    for name in NAMES:
        made.setdefault(name, None)
    made.update(dict.fromkeys(gone))
    flat = {name: value for name, value in changes.items() if value is not None}
    return Rules(**made).replace(**flat)


def with_groups(base: dict[str, dict[str, Any]], **groups: Any) -> dict[str, dict[str, Any]]:
    """The groups of ``base``, some with other values, some new, some left out (None)."""
    new = {name: dict(values) for name, values in base.items()}
    for name, values in groups.items():
        if values is None:
            new.pop(name, None)
        else:
            new[name] = {**new.get(name, {}), **values}
    return new


_PITCH = with_groups(SEVEN_UP, turn=None, beg=None, deal={"trump_from": "pitch", "look": "all"})
_SELL = with_groups(
    _PITCH,
    game={"players": [4, 5, 6, 7], "sides": "each", "out_first": "bidder"},
    auction=AUCTION,
    play={"first_lead": "bidder"},
    score={"tie": "nobody"},
    court={
        "revoke_points": "bid_or_two", "revoke_to": "set_back", "revoke_bars": ["high", "low", "jack", "game"],
        "revoke_caps": False, "revoke_choice": "add",
    },
)  # fmt: skip
_PEDRO_POINTS = [["high", 1], ["low", 1], ["jack", 1], ["game", 1], ["three", 3], ["five", 5], ["nine", 9]]


def seven_up(**changes: Any) -> Rules:
    """Begging, running the cards, bunching: two to four hands."""
    return rules_of(SEVEN_UP, **changes)


def pitch(**changes: Any) -> Rules:
    """The first card led makes the trump."""
    return rules_of(_PITCH, **changes)


def california_jack(**changes: Any) -> Rules:
    """A stock face up, drawn from after each trick; Low to its taker."""
    return rules_of(
        with_groups(
            _PITCH,
            game={"players": [2], "sides": "each"},
            deal={"trump_from": "cut"},
            draw={"stock": "face_up", "draw_seen": "open"},
            score={"low_to": "taker", "point_to": "taker", "tie": "nobody"},
        ),
        **changes,
    )


def sell_out(**changes: Any) -> Rules:
    """The eldest hand sells the pitch."""
    return rules_of(_SELL, **changes)


def board(**changes: Any) -> Rules:
    """Bidding to the board: nobody receives the bid, and all four made win the match (smudge)."""
    return rules_of(
        with_groups(_SELL, auction={"seller": "nobody", "first_bid": "eldest", "smudge": "bidder"}), **changes
    )


def snoozer(**changes: Any) -> Rules:
    """Thirty-six points, second bids, and the Joker as the lowest trump."""
    order = ["high", "low", "jack", "game", "three", "five", "nine", "snoozer"]
    return rules_of(
        with_groups(
            _SELL,
            game={"target": 100, "out_order": order},
            pack={"joker": "lowest_trump"},
            auction={"bid_most": 36, "rebid": True},
            score={
                "points": [*_PEDRO_POINTS, ["snoozer", 15]],
                "low_to": "taker",
                "point_to": "taker",
                "game_by": "trump_ten",
            },
        ),
        **changes,
    )


def cinch(**changes: Any) -> Rules:
    """The bidder names the trump, the dealer robs the pack; two fives of one colour are pedros."""
    order = ["high", "low", "jack", "game", "right_pedro", "left_pedro"]
    return rules_of(
        with_groups(
            _SELL,
            game={"players": [4], "sides": "partners_at_four", "target": 51, "out_order": order},
            pack={"left_pedro": True},
            deal={"hand_size": 9, "packets": [3, 3, 3], "trump_from": "bidder_names"},
            auction={"seller": "nobody", "first_bid": "eldest", "bid_most": 14, "all_pass": "redeal"},
            exchange={"exchange_by": "dealer_robs", "exchange_most": 9, "must_then_play": True, "exchange_to": 6},
            score={
                "points": [[p, 1] for p in order[:4]] + [["right_pedro", 5], ["left_pedro", 5]],
                "low_to": "taker",
                "point_to": "taker",
                "game_by": "trump_ten",
            },
        ),
        **changes,
    )


def five_card_loo(**changes: Any) -> Rules:
    """Counters instead of points: a pool, cards exchanged, flushes, and Pam."""
    return rules_of(
        with_groups(
            SEVEN_UP,
            turn=None,
            beg=None,
            score=None,
            game={"players": [3, 4, 5, 6], "sides": "each"},
            pack={"pam": "club_jack"},
            deal={"hand_size": 5, "packets": [3, 2], "look": "in_turn"},
            exchange={"exchange_by": "players", "exchange_most": 5, "must_then_play": True, "exchange_to": 5},
            play={
                "follow": "follow_else_any",
                "void": "must_overtrump",
                "lead_duty": "trump_if_held",
                "lead_top": "ace_or_king",
                "after_trick": "trump",
                "must_head": True,
                "pam_civil": "always",
            },
            pool=POOL,
        ),
        **changes,
    )


def three_card_loo(**changes: Any) -> Rules:
    """A widow to be taken, and a dealer who defends the pool."""
    mine: dict[str, Any] = {
        "exchange": None, "hand_size": 3, "packets": (3,), "widow": 3, "pam": "none", "pam_civil": "no",
        "flush": "three_trumps", "flush_looes": "in_but_flush", "looed": "three_red", "deal_stake": 3,
        "one_stands": "dealer_defends", "widow_only": "takes_pool", "simple": "after_widow_only",
    }  # fmt: skip
    return five_card_loo(**{**mine, **changes})


ALL = {
    "seven_up": seven_up, "pitch": pitch, "california_jack": california_jack, "sell_out": sell_out, "board": board,
    "snoozer": snoozer, "cinch": cinch, "five_card_loo": five_card_loo, "three_card_loo": three_card_loo,
}  # fmt: skip
