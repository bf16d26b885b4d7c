"""A ladder of four hints: where to look, which rule, two things to choose from, what to do.

They are drawn from what the player of maxims would do in the reader's place, seeing what the reader sees; where the
expert knows better, the last two are his. So they are *likely* and never more than that, and :data:`SURE` says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..analysis.choice import signed
from ..analysis.maxims import WORDS
from ..analysis.players import Choice
from ..cards import Card
from ..engine import Action, Call, Position
from ..sources import Rulebook, find_clause, load_witness
from .explain import call_label
from .strings import capital, listed, phrase, show, t, term

SURE = "likely"
RUNGS = 4

# Where to look first, by maxim; the others are told by the phase.
_LOOK = {
    "trick": ("catch_jack", "win_counters", "win_cheaply", "make_counter", "win_trick", "bring_low_home"),
    "winning": ("spare_counters", "low_is_safe", "play_small"),
    "jack": ("save_jack", "lead_jack"),
    "partner": ("rescue_jack", "jack_to_partner", "feed_partner", "partner_sure", "leave_partner", "secure_trick"),
    "trumps": ("hunt_jack", "draw_trumps", "hold_back"),
    "gone": ("lead_winner",),
    "small": ("throw_lead", "lead_small"),
    "score": ("stand_near_out", "run_no_gift", "refuse_out"),
    "one": ("only_card", "only_call"),
}
_LOOK_FOR = {maxim: look for look, maxims in _LOOK.items() for maxim in maxims}


class Ladder(NamedTuple):
    """The rungs as rich text, and where the advice comes from."""

    rungs: tuple[str, ...]
    source: str


def ladder(
    choices: Sequence[Choice], position: Position, seat: str, book: Rulebook, expert: Choice | None = None
) -> Ladder:
    """The hints for what ``choices`` would do in this position: one choice, or one for each card thrown away.

    ``expert``: what the expert would do, where it has been asked. Where he knows better, the last two rungs are his.
    """
    first = choices[0]
    source = _source(first)
    if expert is None or expert.estimate is None:
        narrowed, done = _narrowed([choice.action for choice in choices], position, seat, book), _done(choices, book)
    else:
        narrowed = _narrowed([expert.action], position, seat, book)
        done = _done([first] if expert.action == first.action else [expert], book)
        found = expert.estimate.of(expert.action)
        if found is not None:
            done = f"{done} {t('hint.expert', n=expert.estimate.samples, mean=signed(found.mean))}"
        if expert.action != first.action:
            source = f"{source} {t('hint.source_expert')}"
    return Ladder((_look(first, position, book), _rule(first, book), narrowed, done), source)


def _look(choice: Choice, position: Position, book: Rulebook) -> str:
    phase = position.phase
    look = _LOOK_FOR.get(choice.maxim.id) if choice.maxim else None
    if look is None:
        look = "lead" if phase == "play" and not position.trick else phase if phase in ("play", "discard") else "call"
        if phase in ("bid", "sale", "name"):
            look = "suits"  # there is no trump yet
    return t(f"hint.look_{look}", book)


def _rule(choice: Choice, book: Rulebook) -> str:
    if choice.maxim is None:
        return t("hint.no_rule")
    return capital(choice.maxim.advises.format_map(_words(book)))


def _narrowed(actions: Sequence[Action], position: Position, seat: str, book: Rulebook) -> str:
    """The advised action beside one other, in the order in which they stand, which gives nothing away."""
    if len(actions) > 1:
        keep = [c for c in position.hand(seat) if c not in {_thrown(a) for a in actions}]
        return t("hint.keep", cards=listed(show(c) for c in keep[:2]))
    offered = list(position.legal_actions())
    if len(offered) < 2:
        return t("hint.only", what=_named(actions[0], book))
    if isinstance(actions[0], Card):
        offered = [c for c in position.hand(seat) if c in offered]
    at = offered.index(actions[0])
    near = at + 1 if at + 1 < len(offered) else at - 1
    return t("hint.either", a=_named(offered[min(at, near)], book), b=_named(offered[max(at, near)], book))


def _done(choices: Sequence[Choice], book: Rulebook) -> str:
    first = choices[0]
    if len(choices) > 1:
        what = listed(show(c) for choice in choices if (c := _thrown(choice.action)) is not None)
        return t("hint.throw", cards=what)
    why = capital(first.maxim.reason(_facts(first), _words(book))) if first.maxim else ""
    return t("hint.do", what=f"**{_named(first.action, book)}**", why=why).strip()


def _thrown(action: Action) -> Card | None:
    return action if isinstance(action, Card) else action.card


def _named(action: Action, book: Rulebook) -> str:
    card = _thrown(action)
    return show(card) if card is not None else call_label(action, book)


def _facts(choice: Choice) -> dict[str, str]:
    return {name: _fact(value) for name, value in choice.facts.items()}


def _fact(value: object) -> str:
    """A fact as rich text, so that cards in it are drawn."""
    if isinstance(value, Card):
        return show(value)
    if isinstance(value, Call):
        return f"“{call_label(value)}”"
    if isinstance(value, tuple):
        return " ".join(map(_fact, value)) or phrase("hint.none")
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _words(book: Rulebook) -> Mapping[str, str]:
    return {word: term(word, book) for word in WORDS}


def _source(choice: Choice) -> str:
    """Whose advice it is."""
    if choice.maxim is None or choice.maxim.ours:
        return t("hint.ours")
    clause = find_clause(choice.maxim.clause)
    return t("hint.source", witness=load_witness(clause.witness).title, locator=clause.locator)
