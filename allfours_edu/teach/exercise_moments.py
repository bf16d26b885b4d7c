"""Questions asked in the middle of a deal: what is lawful, who takes the trick, what may be called, what is best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ..analysis.solver import solve
from ..cards import RANKS, Card
from ..engine import BEG, STAND, Call, Position, Verb
from ..sources import Rulebook
from .context import Context
from .exercise_deals import Dealt, Show, after_runs, finish_trick, play_out, replayed
from .exercise_task import EITHER, NOBODY, Answer, Task, each, only, sound, texts
from .scenario import book_named, follow
from .strings import listed, show, show_all, suit_name

_TEN_HIGH = "23456789JQKTA"
"""The ranks in the order of those who take what a card counts for its strength."""
_LEAST_CHOICE = 3  # cards in the hand: with fewer a question about the choice is none


# -- what is lawful ----------------------------------------------------------------------------------------------------


def _turns(end: Position, you: str) -> Iterator[Position]:
    """The moments of the play in which you follow to a trick."""
    for at in end.path():
        if at.phase == "play" and at.to_act == you and at.led and len(at.hand(you)) >= _LEAST_CHOICE:
            yield at


def legal(d: Dealt) -> Iterator[Task]:
    """Which of your cards may be played?

    Tags: "can_follow", "void", "trump_led", "has_trump", "heads" (the trick must be headed), "bound" (void, but not
    free).
    """
    for at in _turns(d.end, d.you):
        hand = at.hand(d.you)
        led = at.trick[0][1]
        layout = at.frame.layout
        assert layout is not None
        suit = [c for c in hand if c.bit & at.led]
        trumps = [c for c in hand if layout.is_trump(c)]
        others = [c for c in hand if c not in suit]
        lawful = [c for c in hand if at.why_not(c) is None]
        taking = [c for c in hand if layout.power[c.index] > at.best and (c in suit or c in trumps)]
        jack = [c for c in trumps if c.rank == "J"]
        ideas: dict[str, Iterable[Answer]] = {
            "must_follow": [texts(suit)] if suit else [],
            "must_trump": [texts(trumps)] if trumps and not suit else [],
            "may_trump": [texts([*suit, *trumps])] if suit and trumps else [],
            "no_jack": [texts([c for c in lawful if c not in jack])] if suit and jack else [],
            "must_take": [texts(taking)] if taking else [],
            "anything": [texts(hand)],
        }
        tags = {"can_follow"} if suit else {"void"}
        tags |= {"trump_led"} if layout.is_trump(led) else set()
        tags |= {"has_trump"} if [c for c in trumps if c not in suit] else set()
        tags |= {"has_jack"} if jack else set()
        tags |= {"heads"} if suit and set(lawful) < set(suit) else set()
        tags |= {"bound"} if not suit and len(lawful) < len(hand) else set()
        accepted = (texts(lawful),)
        free = next((c for c in lawful if c in (trumps if suit else others)), lawful[0])
        facts = {
            "led": show(led), "leader": Context(at, d.you, d.book).who(at.trick[0][0]), "suit": suit_name(led.suit),
            "trump": suit_name(at.trump or "S"), "lawful": show_all(lawful), "trick": len(at.tricks) + 1,
            "suits": show_all(suit), "trumps": show_all(trumps), "one": show(free), "n": len(lawful),
        }  # fmt: skip
        yield Task(
            at, d.you, "cards", accepted, sound(ideas, accepted), facts, frozenset(tags), tuple(c.text for c in hand),
            Show(at, finish_trick(at.apply(free), d.seed) if _unfinished(at, free) else at.apply(free)),
        )  # fmt: skip


def _unfinished(at: Position, card: Card) -> bool:
    return bool(at.apply(card).trick)


def which_book(d: Dealt) -> Iterator[Task]:
    """A card that only one of two books allows. Tags: "trump" (it is a trump), "jack"."""
    first, second = (book_named(name) for name in d.exercise.books)
    other = replayed(d.end, second)
    end = other or _as_far(d.end, second)
    theirs = {len(p.laid()): p for p in end.path() if p.phase == "play"}
    for at in _turns(d.end, d.you):
        then = theirs.get(len(at.laid()))
        if then is None or then.laid() != at.laid() or then.to_act != d.you:
            return
        for c in at.hand(d.you):
            here, there = at.why_not(c) is None, then.why_not(c) is None
            if here == there:
                continue
            right = first.id if here else second.id
            ideas = {
                "always_follow": [only(NOBODY)],
                "same_everywhere": [only(EITHER)],
                "other_book": [only(second.id if here else first.id)],
            }
            accepted = each([right])
            led = at.trick[0][1]
            facts = {
                "card": show(c), "led": show(led), "suit": suit_name(led.suit), "trick": len(at.tricks) + 1,
                "trump": suit_name(at.trump or "S"), "yes": first.short if here else second.short,
                "no": second.short if here else first.short,
            }  # fmt: skip
            tags = {"trump"} if c.suit == at.trump else set()
            tags |= {"jack"} if c.rank == "J" and c.suit == at.trump else set()
            lawful_at = at if here else then
            yield Task(
                at, d.you, "choice", accepted, sound(ideas, accepted), facts, frozenset(tags),
                (first.id, second.id, EITHER, NOBODY), Show(lawful_at, finish_trick(lawful_at.apply(c), d.seed)
                if _unfinished(lawful_at, c) else lawful_at.apply(c)),
            )  # fmt: skip


def _as_far(end: Position, book: Rulebook) -> Position:
    """The same actions under another book, as far as they are lawful there."""
    found = None
    for at in end.path():
        then = replayed(at, book)
        if then is None:
            break
        found = then
    return found if found is not None else end.path()[0]


# -- who takes it ------------------------------------------------------------------------------------------------------


def trick_winner(d: Dealt) -> Iterator[Task]:
    """Who takes the trick on the table? Tags: "trumped", "trump_led"."""
    layout = d.end.frame.layout
    if layout is None:
        return
    for number, trick in enumerate(d.ctx.tricks, 1):
        shown = d.show_trick(number)
        assert shown is not None
        played = {c: seat for seat, c in trick.plays}
        led = trick.plays[0][1]
        trumps = [c for c in played if layout.is_trump(c)]
        among = trumps or [c for c in played if c.suit == led.suit]
        plain = [c for c in played if c.suit == led.suit]

        def best(cards: list[Card], order: str = RANKS) -> Card:
            return max(cards, key=lambda one: order.index(one.rank))

        ranks = sorted((RANKS.index(c.rank) for c in played), reverse=True)
        high = [c for c in played if RANKS.index(c.rank) == ranks[0]]
        winner = next(c for c, seat in played.items() if seat == trick.winner)
        ideas: dict[str, Iterable[Answer]] = {
            "ten_beats": [only(played[best(among, _TEN_HIGH)])],
            "suit_led_only": [only(played[best(plain)])],
            "highest_rank": [only(played[high[0]])] if len(high) == 1 else [],
            "last_card": [only(trick.plays[-1][0])],
        }
        accepted = each([trick.winner])
        tags = {"trumped"} if trumps and not layout.is_trump(led) else set()
        tags |= {"trump_led"} if layout.is_trump(led) else set()
        ten = next((c for c in among if c.rank == "T"), None)
        facts = {
            "winner": d.ctx.who(trick.winner), "card": show(winner), "led": show(led), "trick": number,
            "suit": suit_name(led.suit), "trump": suit_name(d.end.trump or "S"), "ten": show(ten) if ten else "",
            "best": show(best(plain)), "high": show(high[0]),
        }  # fmt: skip
        yield Task(
            shown.after, d.you, "seat", accepted, sound(ideas, accepted), facts, frozenset(tags),
            tuple(d.end.table.players), shown, hidden_winner=True,
        )  # fmt: skip


# -- the best card -----------------------------------------------------------------------------------------------------


def hang(d: Dealt) -> Iterator[Task]:
    """The Jack of trumps lies there and you play last: what takes it? Certain, for nobody plays after you."""
    for at in _turns(d.end, d.you):
        ctx = Context(at, d.you, d.book)
        trick = at.trick
        if len(trick) != ctx.size - 1:
            continue
        jack = next(((s, c) for s, c in trick if c.rank == "J" and c.suit == at.trump), None)
        if jack is None or ctx.side_of(jack[0]) == ctx.mine:
            continue
        taking = [c for c in at.hand(d.you) if at.why_not(c) is None and _takes(at, c, d.you)]
        rest = [c for c in at.hand(d.you) if at.why_not(c) is None and c not in taking]
        if not taking or not rest or at.table.players[at.taker] != jack[0]:
            continue
        low = [c for c in rest if c.suit == at.trump]
        suit = [c for c in rest if c.bit & at.led and c.suit != at.trump]
        ideas: dict[str, Iterable[Answer]] = {
            "lower_trump": each(c.text for c in low),
            "plain_card": each(c.text for c in [*suit, *(c for c in rest if c not in suit and c not in low)]),
        }
        accepted = each(c.text for c in taking)
        facts = {
            "jack": show(jack[1]), "who": ctx.who(jack[0]), "card": listed((show(c) for c in taking), "or"),
            "trick": len(at.tricks) + 1, "led": show(trick[0][1]), "suit": suit_name(trick[0][1].suit),
            "trump": suit_name(at.trump or "S"), "hang": d.rules.hang_jack,
        }  # fmt: skip
        shows = {name: Show(at, at.apply(next(iter(a[0])))) for name, a in sound(ideas, accepted).items()}
        tags = ({"low_trump"} if low else set()) | ({"can_follow"} if suit else set())
        yield Task(
            at, d.you, "card", accepted, sound(ideas, accepted), facts, frozenset(tags),
            tuple(c.text for c in [*taking, *rest]), Show(at, at.apply(taking[0])), shows,
        )  # fmt: skip


def _takes(at: Position, card: Card, you: str) -> bool:
    return at.table.players[at.apply(card).taker] == you


def best(d: Dealt) -> Iterator[Task]:
    """Which card is best with all hands open? Every card of the highest value is right; wrong ones are played out."""
    scenario = d.scenario
    book = d.book
    at = follow(scenario.begun(book), scenario.plays)
    you = scenario.you
    ctx = Context(at, you, book)
    side = ctx.mine or ""
    solved = solve(at, side, match=d.exercise.match, line=False)
    right = [c for c in at.hand(you) if c in solved.best]
    rest = [c for c in at.hand(you) if c in solved.cards and c not in right]
    layout = at.frame.layout
    assert layout is not None
    trumps = [c for c in rest if layout.is_trump(c)]
    ideas: dict[str, Iterable[Answer]] = {
        "wrong_trump": each(c.text for c in trumps),
        "plain_card": each(c.text for c in rest if c not in trumps),
    }
    accepted = each(c.text for c in right)
    kept = sound(ideas, accepted)
    shows = {name: Show(at, partial(_line, at, answers[0], side, d.exercise.match)) for name, answers in kept.items()}
    facts = {
        "card": listed((show(c) for c in right), "or"), "trump": suit_name(at.trump or "S"),
        "value": solved.value, "trick": len(at.tricks) + 1, "suit": suit_name(at.trick[0][1].suit) if at.trick else "",
        "other": listed((show(c) for c in rest), "or"), "who": ctx.who(next(s for s in at.table.players if s != you)),
    }  # fmt: skip
    yield Task(
        at, you, "card", accepted, kept, facts, frozenset(), tuple(c.text for c in [*right, *rest]),
        Show(at, partial(_line, at, only(right[0].text), side, d.exercise.match)), shows, open_hands=True,
    )  # fmt: skip


def _line(at: Position, answer: Answer, side: str, match: bool) -> Position:
    """A card, and then best play to the end."""
    at = follow(at, next(iter(answer)))
    if at.over:
        return at
    for _, card in solve(at, side, match=match).line:
        at = at.apply(card)
    return at


def sure_points(d: Dealt) -> Iterator[Task]:
    """Which of High and Low are yours already, whatever the others hold? Tags: "high", "low", "both"."""
    at = next((p for p in d.end.path() if p.phase == "play"), None)
    if at is None or at.trump is None or at.rules.point_to == "taker":
        return
    seat = d.you
    trump, mine = at.trump, {c.rank for c in at.dealt(seat) if c.suit == at.trump}
    gone = {c.rank for c in at.turn_ups if c.suit == trump}
    top = next(r for r in reversed(RANKS) if r not in gone)
    bottom = next(r for r in RANKS if r not in gone)
    high, low = top in mine, bottom in mine and at.rules.low_to == "holder"
    right = "both" if high and low else "high" if high else "low" if low else NOBODY
    ideas: dict[str, Iterable[Answer]] = {
        "can_be_lost": [only(NOBODY)],
        "low_can_be_lost": [only("high")] if right == "both" else [],
        "high_can_be_lost": [only("low")] if right == "both" else [],
    }
    accepted = each([right])
    facts = {
        "trump": suit_name(trump), "high": show(top + trump), "low": show(bottom + trump),
        "hand": show_all(at.hand(seat)), "trick": 1,
    }  # fmt: skip
    tags = frozenset({right})
    yield Task(
        at, seat, "choice", accepted, sound(ideas, accepted), facts, tags, ("high", "low", "both", NOBODY),
        Show(at, d.end) if d.end.over else None,
    )  # fmt: skip


# -- before the play ---------------------------------------------------------------------------------------------------


def beg_answer(d: Dealt) -> Iterator[Task]:
    """The eldest hand has begged: what may the dealer do?"""
    if d.first.phase != "beg":
        return
    at = d.first.apply(BEG)
    if at.phase != "answer":
        return
    offered = {a.verb for a in at.legal_actions() if isinstance(a, Call)}
    right = EITHER if {Verb.GIVE, Verb.RUN} <= offered else Verb.RUN if Verb.RUN in offered else Verb.GIVE
    you = at.table.dealer
    ctx = Context(at, you, d.book)
    ideas = {"always_both": [only(EITHER)], "never_out": [only(Verb.RUN)], "must_give": [only(Verb.GIVE)]}
    accepted = each([right])
    beggar = ctx.side(ctx.side_of(at.table.eldest))
    facts = {
        "who": ctx.who(at.table.eldest), "side": beggar, "target": d.rules.target,
        "score": at.scores[ctx.side_of(at.table.eldest)], "trump": suit_name(at.turn_ups[-1].suit), "trick": 0,
    }  # fmt: skip
    after = at.apply(Verb.RUN)
    yield Task(
        at, you, "choice", accepted, sound(ideas, accepted), facts, frozenset(), (EITHER, Verb.GIVE, Verb.RUN),
        Show(at, at.apply(Verb.GIVE) if right == EITHER else after),
    )  # fmt: skip


def turned_worth(d: Dealt) -> Iterator[Task]:
    """What does the turned card bring the dealer's side? With ``point`` "refused" it is a Jack of the suit that was
    begged against. Tags: the rank of the card."""
    refused = d.exercise.point == "refused"
    if refused:
        at = after_runs(
            d.book, d.exercise.players, d.seed, f"{'4578'[d.seed % 4]}J{'3789'[d.seed // 4 % 4]}", again=True
        )
        first, card = at.turn_ups[0], at.turn_ups[1]
    else:
        at = d.first
        if at.turned is None:
            return
        first = card = at.turned
    you = at.table.players[0]
    ctx = Context(at, you, d.book)
    marked = [e for e in at.events() if e.kind == "turn" and e.cards[0] is card]
    right = sum(e.n for e in marked)
    usual = dict(d.rules.turn_points).get(card.rank, 0) if d.rules.turn is not None else 0
    ideas: dict[str, Iterable[Answer]] = {
        "refused_counts": [only(usual)] if refused else [],
        "refused_nothing": [only(0)] if refused else [],
        "jack_only": [only(0)] if card.rank != "J" else [],
        "jack_is_one": [only(1)] if card.rank == "J" else [],
        "three_for_jack": [only(3)] if card.rank == "J" else [],
        "six_is_two": [only(2)] if card.rank == "6" else [],
    }
    accepted = each([right])
    facts = {
        "card": show(card), "n": right, "dealer": ctx.who(at.table.dealer), "first": show(first),
        "suit": suit_name(first.suit), "side": ctx.side(ctx.side_of(at.table.dealer)), "trick": 0,
    }  # fmt: skip
    tags = {card.rank, "scores"} if right else {card.rank}
    shown = Show(at, at.apply(STAND)) if at.phase == "beg" else Show(at.path()[0], at)
    yield Task(
        at, you, "choice", accepted, sound(ideas, accepted), facts, frozenset(tags),
        ("0", "1", "2", "3"), shown,
    )  # fmt: skip


def after_run(d: Dealt) -> Iterator[Task]:
    """The cards were run: with how many does each player go into the play?"""
    runs = d.exercise.runs
    ranks = f"{'4578'[d.seed % 4]}{'3789'[d.seed // 4 % 4]}" + ("Q" if runs > 1 else "")
    at = after_runs(d.book, d.exercise.players, d.seed, ranks, again=runs > 1)
    if at.over or at.frame.runs != runs:
        return
    playing = play_out(at, d.seed, "play")
    you = playing.table.players[0]
    right = playing.frame.hands[0].bit_count()
    more, size = d.rules.run_cards, d.rules.hand_size
    ideas = {
        "six_always": [only(size)],
        "all_kept": [only(size + more * runs)],
        "one_run_only": [only(size + more)],
        "three_only": [only(more)],
    }
    accepted = each([right])
    ctx = Context(at, you, d.book)
    facts = {
        "n": right, "size": size, "more": more, "all": size + more * runs, "dealer": ctx.who(at.table.dealer),
        "first": show(at.turn_ups[0]), "last": show(at.turn_ups[-1]), "trump": suit_name(at.turn_ups[-1].suit),
        "throw": size + more * runs - right, "trick": 0,
    }  # fmt: skip
    yield Task(
        at,
        you,
        "number",
        accepted,
        sound(ideas, accepted),
        facts,
        frozenset(),
        (),
        Show(at.path()[0], playing),
        most=26,
    )
