"""A verdict in words: what was claimed, what proves it, what the book makes of it; and a claim in vain, told kindly."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import Card
from ..engine import Call, Event, IllegalAction, Position, Verb
from ..engine.calls import PRICED
from ..engine.court import Fault, Penalty, faults, proved
from ..engine.evidence import Proof
from ..sources import Rulebook
from .citing import Citation, why
from .context import Context
from .explain import sentence
from .strings import Who, capital, has, listed, phrase, show, suit_name, t


class Verdict(NamedTuple):
    """``tone`` is "good", "bad" or "note" for the reader; ``lines`` are rich text."""

    tone: str
    word: str
    lines: tuple[str, ...]
    points: str = ""
    why: str = ""
    cites: tuple[Citation, ...] = ()
    trick: int = 0
    """The trick in question, from 1."""


def passed(position: Position, seat: str, book: Rulebook) -> Verdict:
    """The verdict that was passed last."""
    at = _sentenced(position)
    assert at.previous is not None
    ctx, then = Context(at, seat, book), Context(at.previous, seat, book)
    penalty: Penalty = at.frame.penalties[-1]
    place, number = penalty.charge.place, penalty.charge.trick + 1
    name = at.table.players[place]
    mine = [e for e in at.events() if e.kind == "penalty" and e.trick == number and e.seat == name]
    guilty = at.table.side_of[place] == at.table.side_of[at.table.place[seat]]
    found = next(f for f in faults(at.previous) if f.place == place and f.trick == number - 1)
    text, cites = why(mine[-1], book)
    lines = [told(found, then), *(sentence(e, ctx) for e in mine), *_besides(mine[-1], penalty, ctx), *_by(cites)]
    if guilty:
        lines.insert(0, t("verdict.accused", who=ctx.who(at.table.players[at.by])))
    points = f"{'−' if penalty.deduct else '+'}{penalty.n}" if penalty.n and not guilty else ""
    return Verdict(
        "bad" if guilty else "good", t("verdict.proved"), tuple(lines), points, text, tuple(cites), number
    )  # fmt: skip


def seen(before: Position | None, position: Position, seat: str, book: Rulebook) -> Verdict | None:
    """The verdict on a fault that all have seen, since ``before`` (None: since the deal): a look too soon, a slip in
    dealing, a point too many, a bid that costs the right to bid. None where there was none."""
    path = position.path()
    since = path if before is None else path[path.index(before) + 1 :] if before in path else []
    at = next((p for p in since if _in_the_open(p)), None)
    if at is None:
        return None
    ctx, events, side_of = Context(at, seat, book), at.events(), at.table.side_of
    call = [e for e in events if e.kind == "call"][-1]
    slip = [e for e in events if e.kind == "slip"][-1]
    fees = [e for e in events if e.kind == "penalty" and e.data.get("fault") == slip.data["verb"]]
    asked = [e for e in position.events() if e.kind == "call" and e.action == Call(Verb.NEW_DEAL)]
    told = (call, slip, *fees, *asked)
    text, cites = why(slip, book)
    lines = (*(sentence(e, ctx) for e in told), *_by(cites, slip.topic))
    guilty = side_of[at.by] == side_of[at.table.place[seat]]
    return Verdict("bad" if guilty else "note", t("verdict.seen"), lines, "", text, tuple(cites))


def _in_the_open(at: Position) -> bool:
    action = at.action
    if not isinstance(action, Call):
        return False
    return action.verb in PRICED or (action.verb == Verb.BID and at.frame.bids[-1:] == ((at.by, 0),))


def _sentenced(position: Position) -> Position:
    """The moment at which the last penalty was passed."""
    at = position
    while at.previous is not None and len(at.previous.frame.penalties) == len(position.frame.penalties):
        at = at.previous
    return at


def _by(cites: list[Citation], rule: str = "revoke_points") -> list[str]:
    """The rule in the book's own standing: what it answers, and in which clause."""
    main = next((c for c in cites if c.get("rule") == rule), None)
    if main is None:
        return []
    clause = main.get("clause") or phrase("court.no_clause")
    question = main.get("question", "")
    return [t("verdict.by", question=question, value=main["value"], clause=clause, status=main["status"])]


def _besides(event: Event, penalty: Penalty, ctx: Context) -> list[str]:
    """What the offender may no longer score, and where he stops."""
    if ctx.rules.score is None:  # counters in a pool: the sentence of the penalty says it
        return []
    side = ctx.side(event.side if penalty.to == (penalty.side,) else ctx.position.table.sides[penalty.side].name)
    found = []
    if penalty.bars and penalty.n < ctx.rules.target:
        every = {point for point, _ in ctx.rules.points} <= set(ctx.rules.revoke_bars)
        points = [phrase(f"point.{p}") if has(f"point.{p}") else capital(p) for p in penalty.bars]
        key = "bars_all" if every else "bars"
        found.append(t(f"verdict.{key}", side=side, points=listed(points, "or")))
    if penalty.capped:
        found.append(t("verdict.caps", side=side, n=ctx.rules.target - 1))
    return found


def told(fault: Fault, ctx: Context) -> str:
    """What was done, and the later card that shows it: the evidence."""
    proof = next((p for f, p in proved(ctx.position) if f.card is fault.card), None)
    who = ctx.who(ctx.position.table.players[fault.place])
    return f"{_done(fault.card, ctx)} {_shown(fault, proof, who)}"


def _shown(fault: Fault, proof: Proof | None, who: Who) -> str:
    could = phrase(f"verdict.could_{fault.reason}") if has(f"verdict.could_{fault.reason}") else phrase("verdict.could")
    if proof is None:
        return t("verdict.looked", who=who, could=could)
    return t("verdict.later", who=who, n=proof.later_trick, card=show(proof.later), could=could)


def _done(card: Card, ctx: Context) -> str:
    """ "In trick 3 hearts were led, and West played the nine of diamonds"."""
    n = next(n for n, (_, c) in enumerate(ctx.plays) if c is card)
    led = ctx.plays[n - n % ctx.size][1]
    suit = suit_name(led.suit or ctx.position.trump or "")
    who = ctx.who(ctx.player_of[card])
    key = "led_it" if led is card else "done"
    return t(f"verdict.{key}", n=n // ctx.size + 1, suit=suit, who=who, card=show(card))


def failed(illegal: IllegalAction, position: Position, seat: str, book: Rulebook) -> Verdict:
    """A claim that is not proved: what was really the case, as far as the table may know it."""
    ctx = Context(position, seat, book)
    action = illegal.action
    card = action.card if action is not None and not isinstance(action, Card) else None
    if not illegal.reason.startswith("claim_"):
        return Verdict("note", t("verdict.not_proved"), (t("verdict.closed"),))
    if card is None or card not in ctx.player_of:
        return Verdict("note", t("verdict.not_proved"), (t(f"refuse.{illegal.reason}", book),))
    n = next(n for n, (_, c) in enumerate(ctx.plays) if c is card)
    led = ctx.plays[n - n % ctx.size][1]
    facts = {
        "who": ctx.who(ctx.player_of[card]),
        "card": show(card),
        "suit": suit_name(led.suit or position.trump or ""),
    }
    reason = illegal.reason
    if reason == "claim_lawful":
        reason = "claim_led" if led is card else "claim_followed" if led.suit == card.suit else "claim_trumped"
    key = f"verdict.{reason}"
    said = t(key, book, **facts) if has(key) else t(f"refuse.{illegal.reason}", book)
    lines = (_done(card, ctx), said) if led is not card else (said,)
    return Verdict("note", t("verdict.not_proved"), lines, trick=n // ctx.size + 1)


def lapsed(fault: Fault, position: Position, seat: str, book: Rulebook) -> str:
    """Once nobody can claim it any more: a fault that went by."""
    return t("verdict.lapsed", told=told(fault, Context(position, seat, book)))
