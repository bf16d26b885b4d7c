"""The deal builder: click cards into seats, see at once whether they make a deal, then play it or step through it.

builder = af.build("foster-1897")
builder.position                # the deal as it lies there, the rest dealt by the seed
builder.code                    # the line to paste
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from ..analysis.solver import solve
from ..cards import SUIT_SIGNS, SUITS, Card, CardError, card, sort_hand
from ..engine import STAND, Position, Table, TableError, deal, new_table
from ..engine.table import full_pack
from ..record import CodeError, deal_code
from ..session import Session
from ..sources import Rulebook, load_rulebook
from ..teach.classresults import MOST_CARDS
from ..teach.context import Context
from ..teach.owndeal import read_deal
from ..teach.strings import capital, listed, show, t
from . import static
from .base import replace_older
from .state import State
from .stepper import play_out, stepper_state
from .table import RefusedError, TableWidget

TURNED = "turned"
_MOST_STEPS = 200
_MOST_SEED = 999_999


@dataclass(frozen=True)
class Plan:
    """What was given to whom so far. ``players`` in order of play, dealer last."""

    players: tuple[str, ...]
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    turned: tuple[Card, ...] = ()
    scores: tuple[int, ...] = ()
    seed: int = 1
    target: str = ""

    def where(self, c: Card) -> str | None:
        if c in self.turned:
            return TURNED
        return next((seat for seat, hand in self.hands.items() if c in hand), None)

    def without(self, c: Card) -> Plan:
        hands = {seat: tuple(x for x in hand if x is not c) for seat, hand in self.hands.items()}
        return replace(self, hands=hands, turned=tuple(x for x in self.turned if x is not c))


class BuilderWidget(TableWidget):
    """A deal in the making; behind its buttons an ordinary table and a stepper."""

    _esm, _css = static.esm(room=True), static.css(room=True)

    def __init__(self, book: Rulebook, players: Any = None, *, hands: Any = None, seed: int = 1, **traits: Any) -> None:
        table = new_table(book.rules, book.players_default if players is None else players, seed=seed)
        self._turns = book.rules.trump_from == "turn"
        self._plan = Plan(table.players, {}, (), table.scores, seed, table.players[0])
        self._past: list[Plan] = []
        self._screen = "builder"
        self._judged = ""
        self._book = book
        if hands:
            self._plan = self._read(hands)
        super().__init__(Session(book, self._laid()), code=True, **traits)
        self.view = "builder"

    def _read(self, hands: Any) -> Plan:
        own = read_deal(hands)
        seats = {seat.lower(): seat for seat in self._plan.players}
        names = zip(self._plan.players, own.hands, strict=False) if not own.named else [
            (seats.get(name.lower(), name), name) for name in own.hands
        ]  # fmt: skip
        laid = {seat: own.hands[name].cards for seat, name in names}
        unknown = next((seat for seat in laid if seat not in self._plan.players), None)
        if unknown is not None:
            raise TableError(t("own.nobody", who=unknown, seats=", ".join(self._plan.players)))
        return replace(self._plan, hands=laid, turned=own.turned)

    # -- for code -----------------------------------------------------------------------------------------------

    @property
    def deal(self) -> Position:
        """The deal as it lies there, the rest dealt by the seed."""
        return deal(self._laid())

    @property
    def position(self) -> Position:
        return self.deal if self._screen == "builder" else super().position

    @property
    def code(self) -> str:
        """The line to paste into a cell."""
        plan = self._plan
        lines = [f"{seat}: {_dotted(hand)}" for seat, hand in plan.hands.items() if hand]
        if plan.turned:
            lines.append(f"turned: {plan.turned[0].text}")
        usual = new_table(self._book.rules, len(plan.players)).players
        more = ""
        if sorted(plan.players) != sorted(usual):
            more = f", players={list(plan.players)!r}"
        elif len(plan.players) != self._book.players_default:
            more = f", players={len(usual)}"
        if plan.players[-1] != usual[-1]:
            lines.append(f"dealer: {plan.players[-1]}")
        if any(plan.scores):
            more += f", scores={list(plan.scores)}"
        if plan.seed:
            more += f", seed={plan.seed}"
        options = f", options={list(self._book.active)!r}" if self._book.active else ""
        text = '"""\n' + "\n".join(lines) + '\n"""' if lines else ""
        hands = f", hands={text}" if text else ""
        return f'position = af.new_deal("{self._book.id}"{options}{hands}{more})'

    def give(self, seat: str, *cards: Card | str) -> None:
        """Give cards to a seat, or turn one up (``"turned"``)."""
        self._do("target", seat)
        for one in cards:
            self._do("give", one.text if isinstance(one, Card) else str(one))

    # -- what is done ---------------------------------------------------------------------------------------------

    def handle(self, message: dict[str, Any]) -> bool | None:
        if self._screen == "table" or message["kind"] == "command":
            return super().handle(message)
        self.refuse(t("session.no_command"))
        return None

    def _do(self, name: str, arg: Any = None, sure: bool = False) -> None:
        if name == "builder":
            self._open("builder")
        elif self._screen == "table":
            super()._do(name, arg, sure)
        elif name in self._WAYS and self._screen == "builder":
            try:
                self._WAYS[name](self, arg)
            except (TableError, CardError) as error:
                raise RefusedError(str(error)) from None
        else:
            raise RefusedError(t("session.no_command"))

    def _change(self, plan: Plan) -> None:
        self._past = [*self._past[-_MOST_STEPS:], self._plan]
        self._plan, self._judged = plan, ""
        self._draw(None)

    def _target(self, arg: Any) -> None:
        if arg not in (*self._plan.players, *([TURNED] if self._turns else [])):
            raise RefusedError(t("build.no_place"))
        self._plan = replace(self._plan, target=arg)
        self._draw(None)

    def _give(self, arg: Any) -> None:
        """To the chosen place; back into the pack if it lies there already."""
        plan, c = self._plan, card(str(arg))
        if c not in full_pack(self._book.rules):
            raise RefusedError(t("build.no_card", card=c.name))
        if plan.where(c) == plan.target:
            self._change(plan.without(c))
            return
        plan = plan.without(c)
        if plan.target == TURNED:
            self._change(replace(plan, turned=(c,), target=plan.target))
            return
        held = plan.hands.get(plan.target, ())
        if len(held) >= self._book.rules.hand_size:
            raise RefusedError(t("build.full", who=plan.target, n=len(held)))
        full = len(held) + 1 == self._book.rules.hand_size
        plan = replace(plan, hands={**plan.hands, plan.target: sort_hand((*held, c))})
        self._change(replace(plan, target=self._following(plan) if full else plan.target))

    def _following(self, plan: Plan) -> str:
        """The next place that is not full."""
        size = self._book.rules.hand_size
        n = plan.players.index(plan.target)
        order = (*plan.players[n + 1 :], *plan.players[:n])
        open_seat = next((seat for seat in order if len(plan.hands.get(seat, ())) < size), None)
        return open_seat or (TURNED if self._turns else plan.target)

    def _take(self, arg: Any) -> None:
        c = card(str(arg))
        if self._plan.where(c) is None:
            raise RefusedError(t("build.in_pack", card=c.name))
        self._change(self._plan.without(c))

    def _dealer(self, arg: Any) -> None:
        plan = self._plan
        if arg not in plan.players:
            raise RefusedError(t("build.no_place"))
        n = plan.players.index(arg) + 1
        had = {frozenset(side.seats): score for side, score in zip(self._sides(), plan.scores, strict=True)}
        turned = replace(plan, players=plan.players[n:] + plan.players[:n])
        sides = new_table(self._book.rules, turned.players).sides
        self._change(replace(turned, scores=tuple(had[frozenset(side.seats)] for side in sides)))

    def _score(self, arg: Any) -> None:
        names = [side.name for side in self._sides()]
        if not isinstance(arg, dict) or arg.get("side") not in names or type(arg.get("n")) is not int:
            raise RefusedError(t("build.no_place"))
        most = self._book.rules.target - 1
        if not 0 <= arg["n"] <= most:
            raise RefusedError(t("build.score", most=most))
        scores = list(self._plan.scores)
        scores[names.index(arg["side"])] = arg["n"]
        self._change(replace(self._plan, scores=tuple(scores)))

    def _seed(self, arg: Any) -> None:
        if type(arg) is not int or not 0 <= arg <= _MOST_SEED:
            raise RefusedError(t("build.seed", most=_MOST_SEED))
        self._change(replace(self._plan, seed=arg))

    def _deal_rest(self, _arg: Any) -> None:
        at = self.deal
        hands = {seat: at.hand(seat) for seat in at.table.players}
        self._change(replace(self._plan, hands=hands, turned=at.turn_ups[:1] if self._turns else ()))

    def _clear(self, _arg: Any) -> None:
        self._change(replace(self._plan, hands={}, turned=(), target=self._plan.players[0]))

    def _undo_change(self, _arg: Any) -> None:
        if not self._past:
            raise RefusedError(t("build.nothing"))
        self._plan, self._judged = self._past.pop(), ""
        self._draw(None)

    def _judge(self, _arg: Any) -> None:
        self._judged = self._lesson()
        self._draw(None)

    _WAYS: ClassVar[dict[str, Callable[[BuilderWidget, Any], None]]] = {
        "target": _target, "give": _give, "take": _take, "dealer": _dealer, "score": _score, "seed": _seed,
        "deal_rest": _deal_rest, "clear": _clear, "undo": _undo_change, "judge": _judge,
        "play": lambda self, _arg: self._open("table"), "step": lambda self, _arg: self._open("stepper"),
    }  # fmt: skip

    # -- what lies there --------------------------------------------------------------------------------------------

    def _sides(self) -> tuple[Any, ...]:
        return new_table(self._book.rules, self._plan.players).sides

    def _laid(self) -> Table:
        plan = self._plan
        hands = {seat: hand for seat, hand in plan.hands.items() if hand}
        return new_table(
            self._book.rules, plan.players, seed=plan.seed, scores=plan.scores, hands=hands, turn_ups=plan.turned
        )

    def _lesson(self) -> str:
        """What the first card is worth with open cards: whether there is anything to find."""
        at = self.deal
        if at.phase == "beg":
            at = at.apply(STAND)
        if at.phase != "play" or at.left.bit_count() > MOST_CARDS or at.to_act is None:
            return t("build.no_values")
        mine = at.table.sides[at.table.side_of[at.table.place[at.to_act]]].name
        try:
            found = solve(at, mine, line=False)
        except ValueError:
            return t("build.no_values")
        rest = [n for c, n in found.cards.items() if c not in found.best]
        best = listed((show(c) for c in found.best), "or")
        if not rest:
            return t("build.all_equal", who=at.to_act, n=f"{found.value:+d}")
        return t("build.lesson", who=at.to_act, best=best, n=f"{found.value:+d}", least=found.value - max(rest),
                 most=found.value - min(rest))  # fmt: skip

    # -- showing ------------------------------------------------------------------------------------------------------

    def _open(self, screen: str) -> None:
        if screen != "builder":
            self.session = Session(self._book, self._laid())
        self._screen = screen
        with self.hold_sync():  # screen and state arrive together
            if screen == "stepper":
                self._draw_stepper()
            else:
                self._draw(None, first=True)
            self.view = screen

    def _draw_stepper(self) -> None:
        end = play_out(self.deal)
        state = stepper_state(end, self._book, cites=self.known, code=self._deal_code())
        self.at = 0
        self.show(state | {"tools": [{"id": "builder", "label": t("build.return")}]})

    def _draw(self, before: Position | None, *, first: bool = False, said: str = "") -> None:
        if self._screen == "builder":
            self.show(self._state())
        else:
            super()._draw(before, first=first, said=said)

    def _tools(self) -> list[State]:
        return [*super()._tools(), {"id": "builder", "label": t("build.return")}]

    def _deal_code(self) -> str:
        try:
            return deal_code(self._book, of=self._laid())
        except (CodeError, TableError, CardError):
            return ""

    def _state(self) -> State:
        plan, rules = self._plan, self._book.rules
        problem = ""
        try:
            self._laid()
        except (TableError, CardError) as error:
            problem = str(error)
        open_cards = sum(rules.hand_size - len(plan.hands.get(seat, ())) for seat in plan.players)
        said = problem or (t("build.open", n=open_cards, seed=plan.seed) if open_cards else t("build.whole"))
        title = t("build.title_turned") if plan.target == TURNED else t("build.title", who=plan.target)
        ctx = Context(self.deal if not problem else deal(new_table(rules, plan.players)), None, self._book)
        off = {"disabled": True, "why": problem} if problem else {}
        undo: State = {"id": "undo", "label": t("build.undo")}
        if not self._past:
            undo |= {"disabled": True, "why": t("build.nothing")}
        state: State = {
            "title": title, "lead": t("build.lead"), "ok": not problem, "state": said, "target": plan.target,
            "targets": self._targets(), "pack": self._pack(), "seed": plan.seed, "seed_label": t("build.seed_label"),
            "scores": [
                {"side": side.name, "label": capital(ctx.side(side.name)), "n": n, "max": rules.target - 1}
                for side, n in zip(self._sides(), plan.scores, strict=True)
            ],
            "actions": [
                {"id": "deal_rest", "label": t("build.deal_rest"), "text": t("build.deal_rest_text", seed=plan.seed),
                 **off},
                {"id": "play", "label": t("build.play"), "text": t("build.play_text"), "primary": True, **off},
                {"id": "step", "label": t("build.step"), "text": t("build.step_text"), **off},
                {"id": "judge", "label": t("build.judge"), "text": t("build.judge_text"), **off},
            ],
            "tools": [undo, {"id": "clear", "label": t("build.clear")}],
            "judged": self._judged, "code": self.code, "code_label": t("build.code"),
            "deal_code": "" if problem else self._deal_code(), "deal_code_label": t("build.deal_code"),
            "take_label": t("build.take", card="{card}"), "empty": t("build.empty"), "pack_label": t("build.pack"),
            "footer": {"book": self._book.title}, "live": said,
        }  # fmt: skip
        held = [f"{x['label']}: {' '.join(str(card(c)) for c in x['cards']) or '–'}" for x in state["targets"]]
        state["text"] = "\n".join([title, *held, said, *([self._judged] if self._judged else []), state["code"]])
        return state

    def _targets(self) -> list[State]:
        plan = self._plan
        usual = new_table(self._book.rules, plan.players).players
        found: list[State] = [
            {"id": seat, "label": seat, "seat": True, "size": self._book.rules.hand_size, "dealer": seat == usual[-1],
             "note": t("build.leads") if seat == usual[0] else "",
             "cards": [c.text for c in plan.hands.get(seat, ())]}
            for seat in sorted(plan.players, key=_order(self._book, len(plan.players)))
        ]  # fmt: skip
        if self._turns:
            turned = [c.text for c in plan.turned]
            found.append({"id": TURNED, "label": t("build.turned"), "size": 1, "cards": turned, "note": ""})
        return found

    def _pack(self) -> list[list[State]]:
        rows = []
        pack = full_pack(self._book.rules)
        for suit in SUITS:
            row = []
            for c in sorted((c for c in pack if c.suit == suit), reverse=True):
                where = self._plan.where(c)
                entry: State = {"id": c.text}
                if where is not None:
                    label = t("build.turned").lower() if where == TURNED else where
                    entry |= {"in": label, "short": label[:1].upper()}
                row.append(entry)
            rows.append(row)
        joker = [c for c in pack if not c.suit]
        if joker:
            rows.append([{"id": joker[0].text}])
        return rows


def _order(book: Rulebook, n: int) -> Callable[[str], int]:
    """Seats always stand in the same order, whoever deals."""
    usual = list(new_table(book.rules, n).players)
    return lambda seat: usual.index(seat) if seat in usual else n


def _dotted(hand: tuple[Card, ...]) -> str:
    return " / ".join(
        f"{SUIT_SIGNS[suit]} {' '.join('10' if c.rank == 'T' else c.rank for c in hand if c.suit == suit)}"
        for suit in SUITS
        if any(c.suit == suit for c in hand)
    )


def build(
    book: str | Rulebook = "trinidad", *, players: Any = None, hands: Any = None, seed: int = 1, options: Any = ()
) -> BuilderWidget:
    """A builder for deals of one's own. See :func:`allfours_edu.api.build`."""
    widget = BuilderWidget(load_rulebook(book).with_options(options), players, hands=hands, seed=seed)
    replace_older(widget, f"build {book!r:.60}")
    return widget
