"""A class: one deal for everybody with a line at its end, and a show of hands on the projector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..analysis import players as computers
from ..analysis.players import chance_key
from ..analysis.solver import solve
from ..cards import Card
from ..engine import Action, Position, action_text, parse_action
from ..session import Session, SessionError
from ..sources import Rulebook, load_rulebook
from ..teach import explain
from ..teach.classresults import MOST_CARDS
from ..teach.context import Context
from ..teach.resultline import Help, LineError, write_line
from ..teach.scenario import Scenario, Step, is_scenario, load_scenario
from ..teach.strings import capital, listed, plain, show, spoken_card, t
from . import static
from .base import AllFoursWidget
from .state import State, footer, frames, scene, tricks
from .stepper import book_of
from .table import RefusedError, TableWidget

_MOST_VOTES = 999
_LONGEST = 600


class ClassTable(TableWidget):
    """The table of one pupil in a class deal. ``line`` is the result line when the deal is over."""

    def __init__(self, session: Session, save: Any = None, *, alias: str = "", **more: Any) -> None:
        self.alias = alias
        self._help = Help()
        super().__init__(session, save, **more)

    @property
    def line(self) -> str:
        """The result line. Raises :class:`~allfours_edu.teach.resultline.LineError` while there is none."""
        bots = set(self.session.opponents.values())
        if len(bots) != 1:
            raise LineError("other_players")
        return write_line(
            self.position, self.session.book, self.session.you, alias=self.alias, bots=bots.pop(), help=self._help
        )

    def _do(self, name: str, arg: Any = None, sure: bool = False) -> None:
        session = self.session
        if name in ("what_if", "same_deal", "restart", "start_again") and not session.take_backs and not session.over:
            raise RefusedError(t("line.no_take_backs"))
        before = session.table
        done = self._help
        super()._do(name, arg, sure)
        if name in ("undo", "take_back"):
            self._help = done._replace(taken_back=done.taken_back + 1)
        elif name == "hint":
            self._help = done._replace(hints=done.hints + 1)
        elif name in ("same_deal", "restart"):
            self._help = Help(again=True)
        elif self.session.table is not before:
            self._help = Help()

    def _show_rest(self, state: State) -> None:
        super()._show_rest(state)
        if not self.session.over or self.session.in_branch:
            return
        try:
            line, text = self.line, t("line.copy")
        except LineError as error:
            line, text = "", str(error)
        panel: State = {
            "id": "line", "kind": "text", "where": "felt", "level": "first", "title": t("line.your_line"),
            "body": [f"**{line}**", text] if line else [text], "tone": "note",
        }  # fmt: skip
        state["panels"].append(panel)
        if line:
            state["live"] += f" {t('line.your_line')}: {line}"
            state["text"] += f"\n{t('line.your_line')}: {line}"

    def _tools(self) -> list[State]:
        barred = () if self.session.take_backs or self.session.over else ("what_if", "same_deal")
        return [
            tool | {"disabled": True, "why": t("line.no_take_backs")} if tool["id"] in barred else tool
            for tool in super()._tools()
        ]


# -- a show of hands ----------------------------------------------------------------------------------------


class ShowOfHands(AllFoursWidget):
    """One hand, one question, large: the class puts up its hands, the teacher types the numbers and reveals.

    PageDown (or the presenter's clicker) shows the covered cards, reveals and goes on; PageUp goes back.
    """

    _esm, _css = static.esm(room=True), static.css(room=True)

    def __init__(
        self, book: Rulebook, at: Position, seat: str | None = None, *, step: Step | None = None,
        opponents: str = "foster", sure: str = "open", **traits: Any,
    ) -> None:  # fmt: skip
        super().__init__("table", book, detail="first", **traits)
        self.rulebook = book
        self._player = computers.player(opponents)
        self.seat = seat if seat is not None else at.to_act
        self._step, self._sure = step, sure
        self._asked = self._forward(at)[-1]
        self._before: list[tuple[Position, dict[str, int]]] = []
        self.counts: dict[str, int] = {}
        self.revealed = False
        self._draw(None, cover=True)

    @property
    def position(self) -> Position:
        return self._asked

    # -- what is done -----------------------------------------------------------------------------------------

    def reveal(self, counts: Mapping[str, int] | Sequence[int] = ()) -> None:
        """Show the numbers, in the order of the options or by action, and what the cards say."""
        ids = [action_text(a) for a in self._options()]
        given = dict(counts) if isinstance(counts, Mapping) else dict(zip(ids, counts, strict=False))
        for id, n in given.items():
            if id not in ids or type(n) is not int or not 0 <= n <= _MOST_VOTES:
                raise RefusedError(t("hands.number", found=f"{n!r:.12}"))
        self.counts = {id: given.get(id, 0) for id in ids}
        self.revealed = True
        self._draw(None)

    def go_on(self, action: Action | str | None = None) -> None:
        """Play a card (default: one of the best, else what most were for), then the others up to the next question."""
        if self._asked.over:
            raise RefusedError(t("watch.over"))
        if action is None:
            action = self._right()[0] if self._right() else max(self.counts, key=lambda id: self.counts[id])
        chosen = parse_action(action) if isinstance(action, str) else action
        if chosen not in self._asked.legal_actions():
            raise RefusedError(t("refuse.no_action"))
        self._before.append((self._asked, self.counts))
        before = self._asked
        self._asked = self._forward(before.apply(chosen))[-1]
        self.counts, self.revealed = {}, False
        self._step = None
        self._draw(before)

    def back(self) -> None:
        """The question before, or before its answer."""
        if self.revealed:
            self.revealed = False
        elif self._before:
            self._asked, self.counts = self._before.pop()
        else:
            raise RefusedError(t("hands.first"))
        self._draw(None)

    def _forward(self, at: Position) -> list[Position]:
        """Up to the next decision of the seat; where there is only one thing to do, it is done."""
        found = [at]
        for _ in range(_LONGEST):
            at = found[-1]
            if at.to_act is None or (at.to_act == self.seat and len(at.legal_actions()) > 1):
                break
            choice = self._player.choose(at.seen_by(at.to_act), chance_key(at.table))
            found.append(at.apply(choice.action))
        return found

    def handle(self, message: dict[str, Any]) -> bool | None:
        try:
            if message["kind"] == "command" and message["name"] == "hands_reveal":
                if not isinstance(message["arg"], (list, dict)):
                    raise RefusedError(t("hands.number", found=f"{message['arg']!r:.12}"))
                self.reveal(message["arg"])
            elif message["kind"] == "command" and message["name"] == "hands_next":
                self.go_on(message["arg"] if isinstance(message["arg"], str) else None)
            elif message["kind"] == "command" and message["name"] == "undo":
                self.back()
            else:
                raise RefusedError(t("session.no_command"))
        except (RefusedError, ValueError) as refusal:
            self.refuse(str(refusal))
            return None
        return True

    # -- what the cards say -------------------------------------------------------------------------------------

    def _options(self) -> list[Action]:
        """What may be done, cards in the order of the hand."""
        lawful = self._asked.legal_actions()
        place = self._asked.table.place
        hand = self._asked.hand(self.seat) if self.seat is not None and self.seat in place else ()
        return sorted(lawful, key=lambda a: hand.index(a) if isinstance(a, Card) else -1)

    def _values(self) -> dict[Card, int] | None:
        at = self._asked
        if at.phase != "play" or at.left.bit_count() > MOST_CARDS or at.to_act is None:
            return None
        mine = at.table.sides[at.table.side_of[at.table.place[at.to_act]]].name
        try:
            return dict(solve(at, mine, line=False).cards)
        except ValueError:
            return None

    def _right(self) -> list[Action]:
        if self._step is not None:
            return [parse_action(a.id) for a in self._step.answers if a.right]
        values = self._values()
        return [c for c, n in values.items() if n == max(values.values())] if values else []

    def _said(self, action: Action, values: dict[Card, int] | None) -> tuple[str, bool]:
        """What the reveal says of one option, and whether it is right."""
        if self._step is not None:
            answer = self._step.answer(action_text(action))
            if answer is not None:
                return answer.says, answer.right
        if isinstance(action, Card) and values:
            best = max(values.values())
            n = values[action]
            return (t("hands.lost", n=best - n), False) if n < best else (t("hands.best", n=f"{n:+d}"), True)
        return "", False

    # -- showing --------------------------------------------------------------------------------------------------

    def _draw(self, before: Position | None, *, cover: bool = False) -> None:
        at, book, seat = self._asked, self.rulebook, self.seat
        ctx = Context(at, None, book)
        happened = frames(before, at, seat, book, self.known) if before is not None else []
        drawn = scene(at, None, book, self.known, bottom=seat)
        drawn["show_turnup"] = True
        state: State = {
            "title": t("hands.title", who=seat) if not at.over else explain.title_line(ctx), "lead": "",
            "frames": happened, "scene": drawn, "hand": [], "hand_mode": "off", "calls": [], "projector": True,
            "cover": cover or before is not None, "detail": "first", "tricks": tricks(at, None),
            "tools": [{"id": "undo", "label": t("hands.back")}], "footer": footer(at, book),
            "panels": [self._panel()] if not at.over else [_end_panel(ctx)],
        }  # fmt: skip
        state["strip"] = t("hands.strip", who=seat)
        lines = [plain(state["title"]), *self._lines()]
        state["text"] = "\n".join(lines)
        state["live"] = " ".join(lines[:2]) if not self.revealed else " ".join(lines)
        self.show(state)

    def _panel(self) -> State:
        at, book = self._asked, self.rulebook
        values = self._values() if self.revealed and self._step is None else None
        options = []
        for action in self._options():
            id = action_text(action)
            count = self.counts.get(id, 0 if self.revealed else None)
            option: State = {"id": id, "label": _label(action, book), "count": count}
            if isinstance(action, Card):
                option["card"] = action.text
            if self.revealed:
                text, right = self._said(action, values)
                option |= {"text": text, "right": right, "word": t("hands.right")}
            options.append(option)
        if at.phase == "play" and self.seat is not None:
            lawful = set(at.legal_actions())
            options += [
                {"id": c.text, "card": c.text, "label": show(c), "disabled": True, "why": t("hands.unlawful")}
                for c in at.hand(self.seat) if c not in lawful
            ]  # fmt: skip
        elif self.seat is not None:
            hand = listed(show(c) for c in at.hand(self.seat))
            return self._votes(options) | {"ask": t("hands.ask_call", who=self.seat, hand=hand)}
        return self._votes(options)

    def _votes(self, options: list[State]) -> State:
        panel: State = {
            "id": "votes", "kind": "votes", "where": "main", "level": "first", "title": "",
            "key": str(len(self._before)),
            "ask": self._step.ask if self._step is not None else t("hands.ask", who=self.seat),
            "options": options, "revealed": self.revealed, "reveal": t("hands.reveal"),
            "count_label": t("hands.count_label"), "go": t("hands.go"),
        }  # fmt: skip
        if self.revealed:
            panel["note"] = self._note()
            panel["actions"] = [{"id": "hands_next", "label": t("hands.next"), "primary": True}]
        return panel

    def _note(self) -> str:
        if self._step is not None:
            return t(f"hands.sure_{self._step.sure or self._sure}")
        if self._values() is not None:
            return t("hands.sure_open")
        choice = self._player.choose(self._asked.seen_by(str(self.seat)), chance_key(self._asked.table))
        return t("hands.maxim", what=_label(choice.action, self.rulebook), why=choice.reason())

    def _lines(self) -> list[str]:
        """The question and, once revealed, the numbers: to be pasted into a chat as well."""
        if self._asked.over:
            return []
        panel = self._panel()
        found = [plain(panel["ask"], self.rulebook)]
        for option in panel["options"]:
            if option.get("disabled"):
                continue
            name = spoken_card(option["card"], self.rulebook) if "card" in option else plain(option["label"])
            if self.revealed:
                name += f": {option['count']}. {plain(option['text'])}"
            found.append(f"- {name}")
        return [*found, plain(panel.get("note", ""))] if self.revealed else found


def _label(action: Action, book: Rulebook) -> str:
    return show(action) if isinstance(action, Card) else explain.call_label(action, book)


def _end_panel(ctx: Context) -> State:
    return {"id": "end", "kind": "text", "where": "main", "level": "first", "title": "", "tone": "note",
            "body": capital(explain.scores_line(ctx))}  # fmt: skip


def show_of_hands(
    what: Any = "trinidad", *, seed: int | str = 1, seat: str | None = None, players: Any = None, options: Any = (),
    book: Any = None, opponents: str = "foster",
) -> ShowOfHands:  # fmt: skip
    """One question for a class without devices. See :func:`allfours_edu.api.show_of_hands`."""
    if isinstance(what, Scenario) or is_scenario(what):
        lesson = load_scenario(what)
        chosen = lesson.book
        step = lesson.steps[0] if lesson.steps and lesson.steps[0].kind in ("card", "call") else None
        return ShowOfHands(chosen, lesson.start(), lesson.you, step=step, sure=lesson.sure, opponents=opponents)
    if isinstance(what, Position):
        whole = load_rulebook(book) if book is not None else book_of(what)
        return ShowOfHands(whole, what, seat, opponents=opponents)
    from .laying import play  # which knows the table of a class

    table = play(what, seed=seed, players=players, options=options, you=seat or "", save=False)
    if not isinstance(table, TableWidget):
        raise SessionError("what", t("session.what", what=type(what).__name__))
    return ShowOfHands(table.rulebook, table.position, table.session.you, opponents=opponents)
