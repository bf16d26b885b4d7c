"""The form ``court``: an irregularity and its consequences, claimed in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..cards import card
from ..engine import Position, deal, new_table, questions, verdicts
from ..engine.court import Charge
from .ask import made_points, side_name
from .given import Answers, CaseError, Given, any_size
from .legal import playing


def court(given: Given) -> Answers:
    offence = given.get("offence", str)
    if offence not in OFFENCES:
        raise CaseError(f"offence {offence!r} is not known; expected {', '.join(OFFENCES)}")
    return OFFENCES[offence](given)


def _verdict(given: Given, verdict: verdicts.Verdict, turn: bool = False) -> Answers:
    """The answers to a verdict: who may choose what, what is marked, who deals."""
    seating, players = given.seating, given.players
    scores = list(given.scores)
    points: dict[str, int] = {}
    if turn:
        scores[seating.side_of[-1]] += verdict.turn
    for side, n in verdict.points:
        scores[side] += n
        points[seating.names[side]] = points.get(seating.names[side], 0) + n
    out = next((s for s, n in enumerate(scores) if given.rules.target and n >= given.rules.target), None)
    if verdict.loses is not None:
        out = verdicts.others(seating.side_of, verdict.loses)[0]
    return {
        "points": lambda: points,
        "scores_after": lambda: seating.by_name(scores),
        "winner": lambda: side_name(seating, out),
        "redeal": lambda: verdict.redeal,
        "next_dealer": lambda: players[verdict.next_dealer] if verdict.next_dealer is not None else None,
        "choice_of": lambda: [players[p] for p in verdict.choosers],
        "options": lambda: list(verdict.options),
        "turn_points": lambda: {seating.names[seating.side_of[-1]]: verdict.turn},
        "withdraw": lambda: verdict.withdraw,
        "barred": lambda: list(verdict.bars),
        "exposed": lambda: verdict.exposed,
        "forced": lambda: verdict.forced,
        "taken_down": lambda: verdict.taken_down,
        "pays_red": lambda: {given.get("offender", str): verdict.pays_red} if verdict.pays_red else {},
        "pay_to": lambda: "current_pool" if verdict.pays_red else None,
    }


def _misdeal(given: Given) -> Answers:
    given.get("counts", dict, None)
    turned = given.get("turned", str, None)
    offence, when = given.get("offence", str), given.get("when", str, "before_first_play")
    if when not in ("before_first_play", "after_turn"):
        raise CaseError(f"when {when!r} is not known; expected before_first_play or after_turn")
    for seat in given.get("counts", dict, {}):
        given.place("counts", seat)
    verdict = verdicts.misdeal(
        given.rules, given.seating.side_of, card(turned) if turned else None, offence == "misdeal_in_run"
    )
    return _verdict(given, verdict, turn=True)


def _faced(given: Given) -> Answers:
    return _verdict(given, verdicts.faced_card(given.seating.side_of))


def _exposed_in_deal(given: Given) -> Answers:
    card(given.get("card", str))
    to = given.place("dealt_to", given.get("dealt_to", str))
    return _verdict(given, verdicts.exposed_in_deal(given.rules, given.seating.side_of, to))


def _early_look(given: Given) -> Answers:
    place = given.place("offender", given.get("offender", str))
    plain = questions.Seating.of(given.players)  # the deal is laid with scores at nought: a turned card must not end it
    table = new_table(given.rules, plain.players, sides=[s.seats for s in given.seating.sides])
    return _verdict(given, verdicts.early_look(deal(table), place))


def _exposed_in_play(given: Given) -> Answers:
    offender = given.get("offender", str)
    exposed = given.cards("exposed")
    called = given.get("called", (str, type(None)), None)
    wanted = card(called) if called is not None else None
    if wanted is not None and wanted not in exposed:
        raise CaseError("the card called is not among those exposed")
    position = _before(given, offender)
    may = [c.text for c in verdicts.call_exposed(position, wanted)]
    return {"legal": lambda: may, "includes": lambda: may}


def _before(given: Given, seat: str) -> Position:
    """The play where ``seat`` is to act, whatever was called."""
    position = playing(given.without("called"), seat)
    if position.to_act != seat:
        raise CaseError(f"it is not the turn of {seat}")
    return position


def _undertrump(given: Given) -> Answers:
    position = _before(given, given.get("offender", str))
    return _verdict(given, verdicts.undertrump(position, card(given.get("card", str))))


def _charge(given: Given, **more: Any) -> Charge:
    offender = given.get("offender", str)
    holder = given.get("jack_holder", (str, type(None)), None)
    if holder is not None:
        given.place("jack_holder", holder)
    choice = given.get("choice", str, "add")
    if choice not in ("add", "deduct"):
        raise CaseError(f"choice {choice!r} is not known; expected add or deduct")
    facts_of_it = {"jack_out": holder is not None, "jack_held": holder == offender, **more}
    whole = {"top_trumps": False, "undertrump": False, **facts_of_it}
    return Charge(given.place("offender", offender), 0, deduct=choice == "deduct", **whole)


def _revoke(given: Given) -> Answers:
    if given.rules.pool is not None:
        return _pool_revoke(given)
    return _punished(given, _charge(given), given.get("bid", (int, type(None)), None) or 0)


def _pool_revoke(given: Given) -> Answers:
    offender, playing = given.get("offender", str), given.get("in", list)
    for seat in (offender, *playing):
        given.place("in", seat)
    found = questions.pool_revoke(any_size(given), playing, offender, given.get("pool_white", int))
    return {
        "shares_white": lambda: {given.players[p]: n for p, n in found.shares},
        "pool_left_white": lambda: found.stays,
        "pays_red": lambda: {offender: found.pays_red},
        "pay_to": lambda: "next_pool",
        "barred": lambda: ["pool"],
    }


def _word_out_of_turn(given: Given) -> Answers:
    given.place("offender", given.get("offender", str))
    return _verdict(given, verdicts.at_the_pool(given.rules))


def _renege_trump(given: Given) -> Answers:
    kept = given.cards("hand")
    trump = given.settled_trump
    if any(c.suit != trump for c in kept):
        raise CaseError("'hand' lists the trumps withheld")
    return _punished(given, _charge(given, top_trumps=any(c.rank in "AKQJT" for c in kept)), 0)


def _punished(given: Given, charge: Charge, bid: int) -> Answers:
    seating, rules = given.seating, given.rules
    done = questions.settle_revoke(rules, seating, given.scores, made_points(given), charge, bid)
    penalty = done.penalty
    assert penalty is not None
    adds = {seating.names[side]: penalty.n for side in penalty.to} if not penalty.deduct else {}
    off = {seating.names[side]: n for side, n in done.set_back}
    return {
        "points": lambda: adds,
        "set_back": lambda: off,
        "barred": lambda: list(penalty.bars),
        "capped_at": lambda: rules.target - 1 if penalty.capped else None,
        "scores_after": lambda: seating.by_name(done.scores),
        "winner": lambda: side_name(seating, done.winner),
        "out_by": lambda: done.out_by,
    }


def _out_of_turn(given: Given) -> Answers:
    place = given.place("offender", given.get("offender", str))
    followed = [given.place("followed", seat) for seat in given.get("followed", list, [])]
    called = given.rules.out_of_turn == "called_high_low"
    pitcher = given.place("pitcher", given.get("pitcher", str, ... if called else given.players[0]))
    leads = given.get("offence", str) == "led_out_of_turn"
    return _verdict(
        given, verdicts.out_of_turn(given.rules, given.seating.side_of, place, pitcher, followed, leads)
    )  # fmt: skip


def _shown(given: Given) -> Answers:
    place = given.place("offender", given.get("offender", str))
    card(given.get("card", str))
    return _verdict(given, verdicts.shown_in_play(given.rules, given.seating.side_of, place))


def _two_cards(given: Given) -> Answers:
    place = given.place("offender", given.get("offender", str))
    if len(given.cards("exposed")) != 2:
        raise CaseError("'exposed' lists the two cards played to one trick")
    return _verdict(given, verdicts.two_cards(given.rules, given.seating.side_of, place))


def _wrong_score(given: Given) -> Answers:
    side = given.side("offender", given.get("offender", str))
    if side is None:
        raise CaseError("'offender' names the side that scored wrongly")
    return _verdict(given, verdicts.wrong_score(given.rules, given.seating.side_of, side))


def _overbid(given: Given) -> Answers:
    given.place("offender", given.get("offender", str))
    given.get("bid", int)
    return _verdict(given, verdicts.overbid(given.rules))


OFFENCES: dict[str, Callable[[Given], Answers]] = {
    "misdeal_wrong_count": _misdeal, "misdeal_in_run": _misdeal, "misdeal_no_cut": _misdeal, "faced_card": _faced,
    "exposed_in_deal": _exposed_in_deal, "exposed_in_play": _exposed_in_play, "early_look": _early_look,
    "revoke": _revoke, "renege_trump": _renege_trump, "undertrump": _undertrump,
    "declared_out_of_turn": _word_out_of_turn, "led_out_of_turn": _out_of_turn, "played_out_of_turn": _out_of_turn,
    "card_shown": _shown, "two_cards": _two_cards,
    "wrong_score": _wrong_score, "imperfect_pack": _faced, "bid_puts_seller_out": _overbid,
}  # fmt: skip
