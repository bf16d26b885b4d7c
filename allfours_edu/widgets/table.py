"""The card table: a match against computer players, deal after deal, by mouse, keyboard or code.

The rules are the engine's, the course of the match is the session's, the words are those of ``teach``. This module
joins them to the browser: it answers messages, shows states, and keeps what was played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from ..analysis.choice import Choice
from ..cards import Card
from ..engine import Action, Call, IllegalAction, Position, Table, Verb, action_text, pack_for, parse_action
from ..engine.frame import Result
from ..errors import Plain
from ..record import Record, deal_code
from ..saves import Save, Saved
from ..session import Session, SessionError
from ..sources import Rulebook
from ..teach import explain, hints, verdict
from ..teach.context import Context
from ..teach.review import Review, look_back
from ..teach.strings import capital, plain, t
from . import court
from .base import AllFoursWidget, _cell
from .review import BACK, ON, review_state
from .state import table_state

State = dict[str, Any]
GO_ON = "go_on"
_EXPERT_FROM = 3  # rungs of the ladder from which the expert is asked: he takes a moment
_PATIENCE = 30_000  # ms a browser waits for experts to play, or for a deal to be looked back on


class RefusedError(Plain, ValueError):
    """Something that may not be done at the table now, in a learner's words. The table stands as it was."""

    def __init__(self, why: str, cites: Sequence[str] = (), card: str | None = None):
        self.why, self.cites, self.card = plain(why), list(cites), card
        super().__init__(self.why)


class Kept(NamedTuple):
    """A match that may be gone on with: from a file, or (without one) the one that is open here."""

    session: Session
    saved: Saved | None


class TableWidget(AllFoursWidget):
    """A table to play at. ``kept`` are matches begun before: then the learner first chooses which to go on with.

    ``begin`` makes the match that was asked for once more; without it, starting again is the same match.
    """

    def __init__(
        self, session: Session, save: Save | None = None, *, kept: Iterable[Kept] = (),
        begin: Callable[[], Session] | None = None, detail: str = "full", pace: str = "steady", code: bool = True,
        **traits: Any,
    ) -> None:  # fmt: skip
        super().__init__("table", session.book, detail=detail, pace=pace, **traits)
        self.session = session
        self._save = save
        self._kept = list(kept)
        self._rungs = 0
        self._reviewed: Review | None = None
        self._counsel: tuple[Position, Choice | None] | None = None
        self._sure: str | None = None  # a command that waits for "yes"
        self._notices: list[str] = []
        self._begin = begin
        self._with_code = code
        self._code_of: tuple[Table, str] | None = None
        self._cells: set[str] = set()
        self._desk = court.Desk()
        self._hear()
        if not self._kept:
            self._judge(None)
        self._draw(None, first=True)

    # -- for code ------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Where the match stands."""
        return self._standing.position

    @property
    def record(self) -> Record:
        """The present deal, written down."""
        return self._standing.record

    @property
    def records(self) -> tuple[Record, ...]:
        """Every deal of the match, the present one last."""
        return self._standing.records

    @property
    def result(self) -> Result | None:
        """How the present deal ended; None while it goes on."""
        return self.position.result

    @property
    def rulebook(self) -> Rulebook:
        return self.session.book

    @property
    def _standing(self) -> Session:
        """The match that is shown: while there is a choice, the one begun before."""
        return self._kept[0].session if self._kept else self.session

    def act(self, *actions: Action | str) -> None:
        """Do something as if it had been clicked: a card, a call, or several cards to throw away.

        Raises :class:`RefusedError` with the reason where it may not be done.
        """
        self._do_actions([action_text(a) if isinstance(a, (Card, Call)) else str(a) for a in actions])

    def undo(self) -> None:
        """Take back what you did last."""
        self._do("undo")

    def hint(self) -> None:
        """The next rung of the ladder of hints."""
        self._do("hint")

    def go_on(self) -> None:
        """Let a right of yours pass."""
        self._do(GO_ON)

    def claim(self, trick: int, card: str | None = None, *, off: bool = False) -> None:
        """At a referee's table: claim that an adversary played unlawfully to a trick. The court shows what it finds.

        ``card`` says which card; without it, any of theirs. ``off`` asks for a point off instead of one for you.
        """
        self._claim(trick, card, off)

    def next_deal(self) -> None:
        """The next deal of the match."""
        self._do("next_deal")

    def same_deal(self) -> None:
        """This deal again, from where it was entered."""
        self._do("same_deal")

    def new_deal(self) -> None:
        """Another match, from the next seed. What was played is kept in the saves."""
        self._do("new_deal", sure=True)

    def restart(self) -> None:
        """The same match from its first deal. What was played is kept in the saves."""
        self._do("restart", sure=True)

    def what_if(self) -> None:
        """Try something beside the match."""
        self._do("what_if")

    def back(self) -> None:
        """Back to the match."""
        self._do("back")

    def resume(self, number: int = 0) -> None:
        """Go on with a match begun before."""
        self._do("resume", number)

    def start_again(self) -> None:
        """Begin again instead of resuming; the old match is kept beside the new one."""
        self._do("start_again")

    # -- messages ------------------------------------------------------------------------------------

    def handle(self, message: dict[str, Any]) -> bool | None:
        """Answer the browser: the same paths as for code, a refusal as a sentence at the table."""
        rev = self.rev
        try:
            if message["kind"] == "act":
                self._do_actions([message["action"]])
            elif message["kind"] == "acts":
                self._do_actions(message["actions"])
            elif message["kind"] == "command":
                self._do(message["name"], message["arg"])
            elif message["kind"] == "answer" and self.session.referee:
                self._answered(message["question"], message["value"])
            else:
                raise RefusedError(t("session.no_question"))
        except RefusedError as refusal:
            self.refuse(refusal.why, card=refusal.card, cites=refusal.cites)
            return None
        return self.rev != rev

    def _do_actions(self, texts: Sequence[str]) -> None:
        if texts == [GO_ON]:
            self._do(GO_ON)
            return
        self._nothing_asked()
        try:
            actions = [parse_action(text) for text in texts]
        except ValueError:
            raise RefusedError(t("refuse.no_action")) from None
        before = self.session.position
        thrown = [a for a in actions if isinstance(a, Call) and a.verb == Verb.DISCARD]
        if thrown and len(thrown) == len(actions) and explain.may_throw_more(before):
            actions.insert(0, Call(Verb.EXCHANGE, n=len(thrown)))
        if self._desk.arm == court.ARMS[2]:
            actions = court.together(actions)
        try:
            self.session.act_all(actions)
        except IllegalAction as illegal:
            raise self._refusal(illegal, before) from None
        if actions:
            self._moved(before)

    def _refusal(self, illegal: IllegalAction, before: Position) -> RefusedError:
        session = self.session
        why, cites = explain.refusal(illegal, session.book, before, session.you)
        card = illegal.action.text if isinstance(illegal.action, Card) else None
        return RefusedError(why, self.known.add(cites, session.book), card)

    def _do(self, name: str, arg: Any = None, sure: bool = False) -> None:
        """One command, whoever gives it."""
        command = self._COMMANDS.get(name)
        if command is None:
            raise RefusedError(t("session.no_command"))
        if name not in ("resume", "start_again"):
            self._nothing_asked()
        waits, self._sure = self._sure, None
        try:
            if name in ("new_deal", "restart") and not sure and self.session.used and not self.session.match_over:
                self._sure = name
                self._draw(self.position)
            elif name == "yes":
                if waits is None:
                    raise RefusedError(t("session.no_command"))
                self._do(waits, sure=True)
            else:
                command(self, arg)
        except SessionError as error:
            self._sure = waits
            raise RefusedError(t(f"session.{error.key}", **error.facts)) from None

    # -- the court -------------------------------------------------------------------------------------

    def _court(self, _arg: Any) -> None:
        """Open the drawer, or close it."""
        if not self.session.referee:
            raise RefusedError(t("session.no_command"))
        was = self._desk.open
        self._desk.shut()
        self._desk.open = not was
        self._desk.verdict = None
        self._draw(self.position)

    def _arm_off(self, _arg: Any) -> None:
        self._desk = court.Desk()
        self._draw(self.position)

    def _arm_expose(self, _arg: Any) -> None:
        self._arm(court.ARMS[0])

    def _arm_lead(self, _arg: Any) -> None:
        if self.session.waits_for != "trick":
            raise RefusedError(t("courtroom.lead_not_now"))
        self._arm(court.ARMS[1])

    def _arm_two(self, _arg: Any) -> None:
        if not self.session.referee or not court.may_play_two(self.session):
            raise RefusedError(t("courtroom.two_not_now"))
        self._arm(court.ARMS[2])

    def _fault(self, verb: str) -> None:
        """A fault without a card, at once."""
        if not self.session.referee or not court.may_commit(self.session, verb):
            raise RefusedError(court.why_not(self.session, verb))
        self._do_actions([verb])

    def _arm(self, verb: str) -> None:
        """The next card clicked is a slip."""
        if not self.session.referee or self.position.phase != "play" or not self.position.hand(self.session.you):
            raise RefusedError(t("courtroom.not_now"))
        self._desk.shut()
        self._desk.arm = verb
        self._draw(self.position)

    def _answered(self, question: str, value: Any) -> None:
        """A step of a claim: the trick, the card, and how it is to be paid."""
        self._nothing_asked()
        desk, position, you = self._desk, self.position, self.session.you
        theirs = court.accusable(position, you)
        number = int(value) if question == court.TRICK and str(value).isascii() and str(value).isdigit() else desk.trick
        if not desk.open or number not in theirs:
            raise RefusedError(t("session.no_question"))
        cards = theirs[number]
        chosen = cards[0] if question == court.TRICK and len(cards) == 1 else value if question == court.CARD else None
        if question == court.HOW and desk.card is not None and value in ("add", "off"):
            self._claim(number, desk.card, value == "off")
            return
        desk.trick = number
        if chosen is None and question == court.TRICK:
            self._draw(position)
        elif chosen not in cards:
            raise RefusedError(t("session.no_question"))
        elif court.asks_how(position):
            desk.card = str(chosen)
            self._draw(position)
        else:
            self._claim(number, str(chosen), False)

    def _claim(self, number: int, card: str | None, off: bool) -> None:
        self._nothing_asked()
        session, before = self.session, self.position
        if not session.referee or type(number) is not int or number not in court.accusable(before, session.you):
            raise RefusedError(t("courtroom.no_such_trick", n=number))
        calls = [
            c for c in court.claims(before, session.you, number, off) if card in (None, str(c.card and c.card.text))
        ]
        refused: IllegalAction | None = None
        for call in calls:
            try:
                session.act(call)
            except IllegalAction as illegal:
                refused = refused or illegal
            else:
                self._moved(before)
                return
        if refused is None:
            raise RefusedError(t("courtroom.no_such_trick", n=number))
        self._desk.shut()
        self._desk.verdict = verdict.failed(refused, before, session.you, session.book)
        self._draw(before)

    def _judge(self, before: Position | None) -> None:
        """Put away what was being asked, and show a verdict that has been passed since."""
        session, now = self.session, self.position
        self._desk = court.Desk()
        same = before is not None and before.table is now.table and before in now.path()
        known = len(before.frame.penalties) if same and before is not None else len(now.frame.penalties)
        if session.referee and len(now.frame.penalties) > known:
            self._desk.verdict = verdict.passed(now, session.you, session.book)
        elif session.referee and session.you in now.table.place:
            since = before if before is not None and before.table is now.table else None
            self._desk.verdict = verdict.seen(since, now, session.you, session.book)

    def _nothing_asked(self) -> None:
        if self._kept:
            raise RefusedError(t("session.asks_first"))

    # -- what is done ----------------------------------------------------------------------------------

    def _go_on(self, _arg: Any) -> None:
        before = self.position
        self.session.go_on()
        self._moved(before)

    def _undo(self, _arg: Any) -> None:
        before = self.position
        self.session.undo()
        self._moved(before, said=t("session.taken_back"))

    def _next_deal(self, _arg: Any) -> None:
        before, session = self.position, self.session
        gone = [verdict.lapsed(f, before, session.you, session.book) for f in session.unclaimed()]
        session.next_deal()
        self._notices += gone
        self._moved(before)

    def _same_deal(self, _arg: Any) -> None:
        self.session.same_deal()
        self._moved(None)

    def _new_deal(self, _arg: Any) -> None:
        self._set_aside()
        self.session.new_deal()
        self._moved(None)

    def _restart(self, _arg: Any) -> None:
        self._set_aside()
        self.session.restart()
        self._moved(None)

    def _what_if(self, _arg: Any) -> None:
        self.session.what_if()
        self._moved(self.position)

    def _back(self, _arg: Any) -> None:
        before = self.position
        self.session.back()
        self._moved(before)

    def _review(self, _arg: Any) -> None:
        """Look back on the deal: in place of the table, until the way back is taken."""
        session = self.session
        if not session.over:
            raise RefusedError(t("session.deal_goes_on"))
        found = look_back(session.position, session.book, session.you, progress=self._working)
        self._reviewed = found
        state = review_state(found, self.known, table=True)
        with self.hold_sync():  # screen and state arrive together
            self.at = state["at"]
            self.show(state)
            self.view = "review"

    def _working(self, n: int, of: int) -> None:
        """How far the review has come."""
        self.show({**self.state, "frames": [], "title": t("review.working", n=n, of=of), "live": ""})

    def _back_to_table(self, _arg: Any) -> None:
        self._draw(self.position)

    def _on_from_here(self, arg: Any) -> None:
        """From a decision that is looked back on, try something else: beside the match."""
        told = self._reviewed.told if self._reviewed is not None else ()
        if type(arg) is not int or not 0 <= arg < len(told) or not told[arg].you:
            raise RefusedError(t("review.no_row"))
        if self.session.in_branch:
            self.session.back()
        self.session.what_if(told[arg].decision.at)
        self._moved(self.position)

    def _hint(self, _arg: Any) -> None:
        self._ladder()  # says so if there is nothing to advise
        if self._rungs >= hints.RUNGS:
            raise RefusedError(t("hint.all_given"))
        self._rungs += 1
        self._draw(self.position)

    def _no(self, _arg: Any) -> None:
        self._draw(self.position)

    def _resume(self, arg: Any) -> None:
        if not self._kept:
            raise RefusedError(t("session.nothing_asked"))
        n = arg if type(arg) is int and 0 <= arg < len(self._kept) else 0
        chosen = self._kept[n]
        self._kept = []
        self.session = chosen.session
        if chosen.saved is not None and self._save is not None:
            self._save.take_up(chosen.saved)
        self._rungs = 0
        self._notices += chosen.session.notes
        self._draw(self.position)

    def _start_again(self, _arg: Any) -> None:
        if not self._kept:
            raise RefusedError(t("session.nothing_asked"))
        kept, self._kept = self._kept, []
        self._set_aside(*(k.saved for k in kept if k.saved is not None))
        if any(k.session is self.session for k in kept):
            if self._begin is not None:
                self.session = self._begin()
            else:
                self.session.restart()
        self._rungs = 0
        self._draw(None)

    _COMMANDS: ClassVar[dict[str, Callable[[TableWidget, Any], None]]] = {
        "court": _court, "arm_expose": _arm_expose, "arm_lead": _arm_lead, "arm_two": _arm_two, "arm_off": _arm_off,
        "fault_look": lambda self, _: self._fault(Verb.LOOK), "fault_face": lambda self, _: self._fault(Verb.FACE),
        "fault_misdeal": lambda self, _: self._fault(Verb.MISDEAL),
        "fault_mark_wrong": lambda self, _: self._fault(Verb.MARK_WRONG),
        GO_ON: _go_on, "undo": _undo, "take_back": _undo, "next_deal": _next_deal, "same_deal": _same_deal,
        "new_deal": _new_deal, "restart": _restart, "what_if": _what_if, "back": _back, "hint": _hint,
        "review": _review, BACK: _back_to_table, ON: _on_from_here,
        "resume": _resume, "start_again": _start_again, "yes": _no, "no": _no,
    }  # fmt: skip

    def _moved(self, before: Position | None, said: str = "") -> None:
        """The match has changed: show it, then keep it (the learner does not wait for the disk)."""
        self._rungs, self._sure = 0, None
        self._judge(before)
        self._draw(before, said=said)
        self._keep()

    # -- saving ----------------------------------------------------------------------------------------

    def _keep(self) -> None:
        if self._save is None or not (self.session.used or self._save.begun):
            return
        self._save.write(self.session.to_data())
        if self._hear():
            self._draw(self.position)

    def _set_aside(self, *others: Saved) -> None:
        if self._save is not None:
            self._save.begin_again(*others)

    def _hear(self) -> bool:
        """Turn what the save has to tell into sentences. Is there anything new?"""
        if self._save is None:
            return False
        notes = [t(f"save.{note.key}", **note.facts) for note in self._save.take_notes()]
        self._notices += notes
        return bool(notes)

    def ask_again(self) -> None:
        """Offer to go on or to begin again, as after a restart: the line that laid this table was run once more."""
        if not self._kept and self.session.used:
            self._kept = [Kept(self.session, None)]
            self._draw(self.position)

    def shut(self) -> None:
        """Close the widget, unless another cell still shows it."""
        cell, _ = _cell()
        self._cells.discard(cell or "")
        if not self._cells:
            super().shut()

    def shown_in_cell(self) -> None:
        """Remember that the cell now running shows this table."""
        cell, _ = _cell()
        if cell is not None:
            self._cells.add(cell)

    # -- showing ---------------------------------------------------------------------------------------

    def _draw(self, before: Position | None, *, first: bool = False, said: str = "") -> None:
        session = self._standing
        state = table_state(
            session.position, session.you, session.book, self.known, rev=0, before=before, first_drawing=first,
            tools=self._tools(), code=self._code(session),
        )  # fmt: skip
        state["step"] = t("session.step", n=session.table.deal)
        if said:
            state["live"] = f"{said} {state['live']}"
        if session.over or "expert" in session.opponents.values():
            state["patience"] = _PATIENCE
        if self._kept:
            self._show_choice(state)
        else:
            self._show_rest(state)
        with self.hold_sync():
            self.show(state)
            if self._reviewed is not None:
                self._reviewed, self.view, self.at = None, "table", 0

    def _show_rest(self, state: State) -> None:
        session = self.session
        panels: list[State] = state["panels"]
        if session.over:
            self._end_actions(panels)
        elif session.waits_for == "right":
            self._show_pause(state)
        if session.referee:
            court.dress(state, session, self._desk, self.known)
        if self._sure is not None:
            state |= {"title": t("session.sure_title"), "lead": ""}
        more = [self._sure_panel(), self._branch_panel(), self._hint_panel(), self._notice_panel()]
        panels[:0] = [panel for panel in more if panel]

    def _show_pause(self, state: State) -> None:
        """The others wait: what you may do out of turn, and a button to let it pass."""
        session = self.session
        if any(isinstance(a, Card) for a in session.rights):
            self._show_sale(state)
            return
        mine = [a for a in session.rights if isinstance(a, Card) or a.verb != Verb.CLAIM_PENALTY]
        what = explain.call_label(mine[0], session.book)
        state["title"] = t("session.waits", what=what)
        state["lead"] = ""
        state["calls_label"] = plain(state["title"])
        state["calls"] = [*state["calls"], {"id": GO_ON, "label": t("session.go_on"), "text": t("session.go_on_text")}]

    def _show_sale(self, state: State) -> None:
        """You sell the pitch: hear the bids, or pitch a card unasked and be bound for it."""
        n = self.session.book.rules.unasked_pitch
        state["title"], state["lead"] = t("session.sells"), t("session.sells_lead", n=n)
        state["calls_label"] = ""
        state["calls"] = [{"id": GO_ON, "label": t("session.hear"), "text": t("session.hear_text"), "primary": True}]

    def _end_actions(self, panels: list[State]) -> None:
        """What may come after a deal, on the sheet at its end."""
        session = self.session
        sheet = next(panel for panel in panels if panel["id"] == "deal_end")
        same = _button("same_deal", text=t("session.same_deal_text"))
        if session.in_branch:
            sheet["actions"] = [_button("back", t("session.back"), t("session.back_text"), primary=True), same]
        elif session.match_over:
            sheet["actions"] = [
                _button("new_deal", text=t("session.new_deal_text"), primary=True),
                _button("restart", text=t("session.restart_text")), same,
            ]  # fmt: skip
        else:
            result = session.position.result
            assert result is not None
            who = Context(session.position, session.you, session.book).who(result.next_dealer)
            sheet["actions"] = [
                _button("next_deal", text=t("session.next_deal_text", dealer=who), primary=True), same,
            ]  # fmt: skip
        if session.book.rules.pool is None and session.position.frame.layout is not None:
            sheet["actions"].append(_button("review", t("review.button"), t("review.button_text")))

    def _sure_panel(self) -> State | None:
        if self._sure is None:
            return None
        scores = explain.scores_line(Context(self.position, self.session.you, self.session.book))
        return {
            "id": "sure", "kind": "text", "where": "felt", "level": "first", "title": "",
            "body": t("session.sure", scores=scores), "tone": "note",
            "actions": [
                _button("yes", t(f"session.sure_{self._sure}"), primary=True), _button("no", t("session.sure_no")),
            ],
        }  # fmt: skip

    def _branch_panel(self) -> State | None:
        if not self.session.in_branch:
            return None
        key = "branch_over" if self.session.over else "branch"
        return {
            "id": "branch", "kind": "text", "where": "main", "level": "first", "title": "", "tone": "note",
            "body": t(f"session.{key}"), "actions": [_button("back", t("session.back"), t("session.back_text"))],
        }  # fmt: skip

    def _notice_panel(self) -> State | None:
        if not self._notices:
            return None
        return {
            "id": "notice", "kind": "text", "where": "main", "level": "first", "title": t("save.notice"),
            "tone": "note", "body": self._notices[-3:],
        }  # fmt: skip

    def _hint_panel(self) -> State | None:
        if not self._rungs:
            return None
        found = self._ladder()
        return {
            "id": "hints", "kind": "hints", "where": "main", "level": "first", "title": t("hint.title"),
            "rungs": list(found.rungs[: self._rungs]), "total": hints.RUNGS, "next": self._rungs < hints.RUNGS,
            "note": t("hint.note", source=found.source if self._rungs > 1 else "").strip(),
        }  # fmt: skip

    def _ladder(self) -> hints.Ladder:
        session, now = self.session, self.position
        advice = session.advice()
        if self._rungs < _EXPERT_FROM:
            return hints.ladder(advice, now, session.you, session.book)
        if self._counsel is None or self._counsel[0] is not now:
            self._counsel = now, session.counsel()
        return hints.ladder(advice, now, session.you, session.book, self._counsel[1])

    def _tools(self) -> list[State]:
        if self._kept:
            return []
        session = self.session
        found: list[State] = [{"id": "hint"}, {"id": "undo"}]
        if session.position.to_act != session.you:
            found[0] |= {"disabled": True, "why": t("hint.none_now")}
        if not session.can_undo:
            key = "nothing_to_undo" if session.take_backs else "no_take_backs"
            found[1] |= {"disabled": True, "why": t(f"session.{key}")}
        found.append({"id": "back", "label": t("session.back")} if session.in_branch else {"id": "what_if"})
        found += [court.tool(self._desk)] if session.referee else []
        return [*found, {"id": "same_deal", "label": t("session.same_deal")}, {"id": "new_deal"}]

    def _code(self, session: Session) -> str:
        """The code of the present deal; nothing where it has none."""
        if not self._with_code:
            return ""
        table = session.table
        if self._code_of is None or self._code_of[0] is not table:
            try:
                usual, _ = pack_for(table.rules, table.size, table.seed, table.deal, table.attempt)
                if table.pack == usual:  # whoever deals and whatever the score: the number of the deal says the cards
                    code = deal_code(
                        session.book, seed=table.seed, players=table.size, deal=table.deal, attempt=table.attempt
                    )
                else:
                    code = deal_code(session.book, of=table)
            except ValueError:
                code = ""
            self._code_of = (table, code)
        return self._code_of[1]

    # -- the choice between going on and beginning again ----------------------------------------------

    def _show_choice(self, state: State) -> None:
        found = [_told(kept) for kept in self._kept]
        actions = []
        for n, kept in enumerate(self._kept):
            key = "resume_over" if kept.session.match_over else "resume"
            text = t(f"save.{key}_text", deal=kept.session.table.deal)
            actions.append({**_button("resume", t(f"save.{key}"), text, primary=n == 0), "arg": n})
        actions.append(_button("start_again", t("save.start_again"), t("save.start_again_text")))
        panels = [
            {"id": "resume", "kind": "resume", "where": "felt", "level": "first", "title": "",
             "body": [*found, t("save.ask")], "actions": actions},
            self._notice_panel(),
        ]  # fmt: skip
        lines = [t("save.title"), *found, t("save.ask")]
        state |= {
            "title": t("save.title"), "lead": "", "live": plain(" ".join(lines)), "text": plain("\n".join(lines)),
            "frames": [], "hand": [], "hand_mode": "off", "calls": [], "calls_label": "", "tricks": [],
            "panels": [panel for panel in panels if panel],
        }  # fmt: skip
        for name in ("choose", "step"):
            state.pop(name, None)


def _button(id: str, label: str = "", text: str = "", primary: bool = False) -> State:
    found: State = {"id": id}
    if label:
        found["label"] = label
    if text:
        found["text"] = text
    if primary:
        found["primary"] = True
    return found


def _scores(session: Session) -> str:
    return capital(explain.scores_line(Context(session.position, session.you, session.book)))


def _told(kept: Kept) -> str:
    """One line about a match begun before."""
    facts: dict[str, Any] = {"deal": kept.session.table.deal, "scores": _scores(kept.session)}
    if kept.saved is None:
        return t("save.found_open", **facts)
    then, now = time.localtime(kept.saved.when), time.localtime()
    clock = time.strftime("%H:%M", then)
    if then[:3] == now[:3]:
        when = t("save.today", time=clock)
    else:
        when = t("save.on_day", day=time.strftime("%Y-%m-%d", then), time=clock)
    return t("save.found_over" if kept.session.match_over else "save.found", when=when, **facts)
