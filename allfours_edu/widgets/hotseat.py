"""Screens for several people, and for nobody: passing the screen round, and watching computer players.

Between two people the screen is covered: its data hold what everybody may see, and no hand at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..analysis.players import chance_key, player
from ..engine import Position, Table, deal, new_table, next_table
from ..hotseat import HotSeat
from ..record import CodeError, Record, deal_code
from ..session import following_seed
from ..sources import Rulebook
from ..teach import explain
from ..teach.context import Context
from ..teach.strings import capital, plain, t
from . import panels
from .base import AllFoursWidget
from .cites import Cites
from .state import State, footer, frames, scene, tricks
from .table import RefusedError, TableWidget

UNCOVER = "uncover"


class HotSeatWidget(TableWidget):
    """A table for several people at one screen. ``covered``: nobody's cards are shown until a key is pressed."""

    def __init__(self, session: HotSeat, **traits: Any) -> None:
        self.covered = True
        self._seen: dict[str, Position] = {}
        super().__init__(session, **traits)

    @property
    def people(self) -> tuple[str, ...]:
        assert isinstance(self.session, HotSeat)
        return self.session.people

    def uncover(self) -> None:
        """The person to act looks at the screen."""
        self._do(UNCOVER)

    def _do_actions(self, texts: Sequence[str]) -> None:
        if self.covered and not self.session.over:
            raise RefusedError(t("hot.first_uncover", who=self.session.you))
        self._seen[self.session.you] = self.session.position
        super()._do_actions(texts)

    def _do(self, name: str, arg: Any = None, sure: bool = False) -> None:
        if name == UNCOVER:
            self.covered = False
            self._draw(self._seen.get(self.session.you))
            self._seen[self.session.you] = self.session.position
        else:
            super()._do(name, arg, sure)

    def _moved(self, before: Position | None, said: str = "") -> None:
        same_deal = before is not None and before.table is self.position.table
        looking = same_deal and self._seen.get(self.session.you) is before
        self.covered = not looking  # the one who moved is to act again, and nobody else has looked
        super()._moved(before, said)
        if not self.covered:
            self._seen[self.session.you] = self.session.position

    def _draw(self, before: Position | None, *, first: bool = False, said: str = "") -> None:
        session = self.session
        if session.over and self._sure is None:
            state = self._end(before)
        elif self.covered:
            state = cover_state(session.position, session.you, session.book, self.known, code=self._code(session))
            state["tools"] = self._tools()
            sure = self._sure_panel()
            if sure:
                state["panels"].insert(0, sure)
        else:
            super()._draw(before, first=first, said=said)
            return
        state["step"] = t("session.step", n=session.table.deal)
        self.show(state)

    def _end(self, before: Position | None) -> State:
        session = self.session
        state = open_state(
            session.position, session.book, self.known, before=before, code=self._code(session), tools=self._tools(),
            log=False,
        )  # fmt: skip
        self._end_actions(state["panels"])
        return state

    def _tools(self) -> list[State]:
        return [{"id": "same_deal", "label": t("session.same_deal")}, {"id": "new_deal"}]


def cover_state(position: Position, seat: str, book: Rulebook, cites: Cites, *, code: str = "") -> State:
    """The screen between two people: what lies open on the table, and nobody's cards."""
    title = t("hot.pass", who=seat)
    drawn = scene(position, None, book, cites, bottom=seat)
    drawn["bubbles"] = {name: word for name, word in drawn["bubbles"].items() if name != seat}
    return {
        "title": title, "lead": "", "live": plain(f"{title} {t('hot.press', who=seat)}"),
        "frames": [], "scene": drawn, "hand": [], "hand_mode": "off", "calls": [], "calls_label": "", "tricks": [],
        "text": plain(f"{title}\n{t('hot.press', who=seat)}"),
        "panels": [
            {"id": "cover", "kind": "text", "where": "main", "level": "first", "title": "", "tone": "note",
             "body": t("hot.press", who=seat),
             "actions": [{"id": UNCOVER, "label": t("hot.uncover", who=seat), "text": t("hot.uncover_text"),
                          "primary": True}]},
            panels.score(Context(position, None, book), book),
        ],
        "footer": footer(position, book, code), "tools": [],
    }  # fmt: skip


def open_state(
    position: Position, book: Rulebook, cites: Cites, *, before: Position | None = None, first_drawing: bool = False,
    tools: Sequence[State] = (), code: str = "", show_hands: bool = False, log: bool = True,
) -> State:  # fmt: skip
    """A table told by names, for nobody in particular; with ``show_hands`` every hand lies open."""
    ctx = Context(position, None, book)
    happened = [] if first_drawing else frames(before, position, None, book, cites, show_hands=show_hands)
    said = " ".join(frame["say"] for frame in happened)
    title = explain.title_line(ctx)
    return {
        "title": title, "lead": explain.lead_line(ctx), "live": plain(f"{said} {title}".strip()), "frames": happened,
        "scene": scene(position, None, book, cites, show_hands=show_hands and not position.over),
        "hand": [], "hand_mode": "off", "calls": [], "calls_label": "", "tools": list(tools),
        "tricks": tricks(position, None), "panels": panels.panels(position, None, book, cites, log=log),
        "footer": footer(position, book, code),
    }  # fmt: skip


# -- nobody plays -----------------------------------------------------------------------------------------


class WatchWidget(AllFoursWidget):
    """Computer players play and you watch, all hands open: card by card, trick by trick, or the whole deal."""

    def __init__(
        self, book: Rulebook, start: Table | Position, *, opponents: str | dict[str, str] = "foster", **traits: Any
    ) -> None:
        super().__init__("table", book, **traits)
        self.rulebook = book
        first = deal(start) if isinstance(start, Table) else start
        names = opponents if isinstance(opponents, dict) else {}
        usual = opponents if isinstance(opponents, str) else "foster"
        self.opponents = {seat: names.get(seat, usual) for seat in first.table.players}
        self._players = {seat: player(name) for seat, name in self.opponents.items()}
        self._begun = self._first = self._at = first
        self._draw(None, first=True)

    @property
    def position(self) -> Position:
        return self._at

    @property
    def record(self) -> Record:
        """The present deal, written down."""
        bots = {seat: f"{p.name} {p.version}" for seat, p in self._players.items()}
        return Record.of(self._at, self.rulebook, bots)

    # -- what is done --------------------------------------------------------------------------------------

    def step(self) -> None:
        """One call or card."""
        self._play(lambda at: True)

    def trick(self) -> None:
        """To the end of the trick; before the play, up to the first lead."""
        done, playing = len(self._at.tricks), self._at.phase == "play"
        self._play(lambda at: len(at.tricks) > done if playing else at.phase == "play")

    def deal_out(self) -> None:
        """To the end of the deal."""
        self._play(lambda at: False)

    def _play(self, enough: Any) -> None:
        if self._at.over:
            raise RefusedError(t("watch.over"))
        before = self._at
        while self._at.to_act is not None:
            seat = self._at.to_act
            choice = self._players[seat].choose(self._at.seen_by(seat), chance_key(self._at.table))
            self._at = self._at.apply(choice.action)
            if enough(self._at):
                break
        self._draw(before)

    def back(self) -> None:
        """One call or card back."""
        if self._at is self._first or self._at.previous is None:
            raise RefusedError(t("watch.first"))
        self._at = self._at.previous
        self._draw(self._at, first=True)

    def next_deal(self) -> None:
        """The next deal of the match."""
        following = next_table(self._at) if self._at.over else None
        if following is None:
            raise RefusedError(t("watch.no_next"))
        self._begin(deal(following))

    def same_deal(self) -> None:
        self._begin(self._first)

    def new_deal(self) -> None:
        """Another match, from the next seed."""
        old = self._begun.table
        fresh = new_table(old.rules, old.players, sides=old.sides, seed=following_seed(old.seed))
        self._begun = deal(fresh)
        self._begin(self._begun)

    def _begin(self, first: Position) -> None:
        self._first = self._at = first
        self._draw(None)

    _COMMANDS: ClassVar[dict[str, str]] = {
        "step": "step", "trick": "trick", "deal": "deal_out", "undo": "back", "next_deal": "next_deal",
        "same_deal": "same_deal", "new_deal": "new_deal",
    }  # fmt: skip

    def handle(self, message: dict[str, Any]) -> bool | None:
        name = message["action"] if message["kind"] == "act" else message.get("name")
        command = self._COMMANDS.get(str(name))
        try:
            if command is None:
                raise RefusedError(t("session.no_command"))
            getattr(self, command)()
        except RefusedError as refusal:
            self.refuse(refusal.why)
            return None
        return True

    # -- showing ---------------------------------------------------------------------------------------------

    def _draw(self, before: Position | None, *, first: bool = False) -> None:
        at, book = self._at, self.rulebook
        undo: State = {"id": "undo", "label": t("watch.back")}
        if at is self._first:
            undo |= {"disabled": True, "why": t("watch.first")}
        tools = [undo, {"id": "same_deal", "label": t("session.same_deal")}, {"id": "new_deal"}]
        state = open_state(
            at, book, self.known, before=before, first_drawing=first, tools=tools, code=_code(at, book),
            show_hands=True,
        )  # fmt: skip
        state["step"] = t("session.step", n=at.table.deal)
        if at.over:
            self._end_actions(state)
        else:
            state["calls_label"] = t("watch.label")
            state["calls"] = [
                {"id": id, "label": t(f"watch.{id}"), "text": t(f"watch.{id}_text"), "primary": id == "step"}
                for id in ("step", "trick", "deal")
            ]
        self.show(state)

    def _end_actions(self, state: State) -> None:
        sheet = next(p for p in state["panels"] if p["id"] == "deal_end")
        following = next_table(self._at)
        ways = ("next_deal", "same_deal") if following is not None else ("new_deal", "same_deal")
        sheet["actions"] = [
            {"id": way, "label": capital(t(f"watch.{way}")), "primary": n == 0} for n, way in enumerate(ways)
        ]


def _code(position: Position, book: Rulebook) -> str:
    try:
        return deal_code(book, of=position)
    except CodeError:
        return ""
