"""A played deal, step by step: what happened, why, and on whose authority. The browser needs no Python for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..analysis.players import chance_key, player
from ..engine import Position, deal, new_table
from ..errors import PlainTypeError
from ..record import Record, RecordError, read_code
from ..sources import Rulebook, RulebookError, load_rulebook, rulebooks
from ..teach.context import Context
from ..teach.examples import places_of
from ..teach.moments import Moment, moments
from ..teach.scenario import Scenario, is_scenario, load_scenario
from ..teach.strings import plain, t
from .base import AllFoursWidget, replace_older
from .cites import Cites
from .panels import counts, deal_end, ladder, points, score, tone_of
from .state import State, bottom_seat, footer, hands_change, moment_scene, open_hands

_MOST_ACTIONS = 600  # far above any lawful deal
DEFAULT_SEED = 1


class Stepper(AllFoursWidget):
    """A deal to be stepped through. Its frames are all in the state, so it works while Python is busy or gone."""

    def __init__(
        self, position: Position, book: Rulebook, seat: str | None = None, *, code: str = "", at: int = 0,
        example: Scenario | None = None, **traits: Any,
    ) -> None:  # fmt: skip
        super().__init__("stepper", book, **traits)
        self.book, self.seat = book, seat
        self._end = position
        self._moments = tuple(moments(position))
        state = stepper_state(position, book, seat, self.known, code=code)
        if example is not None and example.source:
            lead = f"{example.point} {places_of(example)}"
            steps = str(state["text"]).partition("\n")[2]
            state |= {"title": example.title, "lead": lead, "text": f"{example.title}\n{lead}\n{steps}"}
        self.show(state)
        self.at = max(0, min(at, len(self._moments) - 1))

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self._moments)

    def position(self, n: int | None = None) -> Position:
        """The position at step ``n``, counted from 0 (default: the step that is shown)."""
        return self._moments[self.at if n is None else n].at

    @property
    def record(self) -> Record:
        """The whole deal, to be saved or shared."""
        return Record.of(self._end, self.book)

    def handle(self, message: dict[str, Any]) -> bool | None:
        self.refuse(t("message.not_at_step"))
        return None


def stepper_state(
    position: Position, book: Rulebook | str, seat: str | None = None, cites: Cites | None = None, *, code: str = ""
) -> State:
    """The state of the stepper for the deal up to ``position``, told from ``seat`` (default: by names)."""
    book = load_rulebook(book)
    cites = cites if cites is not None else Cites()
    ctx = Context(position, seat, book)
    views = [{"id": "all", "label": t("step.all_open")}]
    views += [{"id": s, "label": t("step.seat_sees", who=s)} for s in _round(position, seat)]
    frames = _frames(ctx, book, cites)
    state: State = {
        "rev": 1,
        "title": t("step.title", name=book.title),
        "lead": t("step.lead"),
        "frames": frames,
        "views": views,
        "seat_view": seat or "all",
        "panels": [ladder(book, position.trump)] if book.rules.score is not None else [],
        "footer": footer(position, book, code),
    }
    steps = [f"{n}. {f['address']}: {plain(f['text'], book)}" for n, f in enumerate(frames, 1)]
    state["text"] = "\n".join([state["title"], *steps])
    return state


def _round(position: Position, seat: str | None) -> tuple[str, ...]:
    players = position.table.players
    n = players.index(bottom_seat(position, seat))
    return players[n:] + players[:n]


def _frames(ctx: Context, book: Rulebook, cites: Cites) -> list[State]:
    found: list[State] = []
    last: State = {}
    shown: dict[str, State] = {}
    for moment in moments(ctx.position):
        now = moment_scene(moment, ctx.seat, book, cites) | {"hands": open_hands(_held_at(moment))}
        text, why = moment.why(ctx, book)
        frame: State = {
            "scene": {k: v for k, v in now.items() if k not in last or last[k] != v},
            "text": moment.text(ctx), "why": text, "cites": cites.add(why, book), "phase": _phase(moment),
            "trick": moment.trick if moment.kind == "play" else None, "address": _address(moment, ctx),
        }  # fmt: skip
        if frame["trick"]:
            frame["card"] = _card_number(moment, ctx)
        tone = tone_of(moment.events, ctx)
        if tone:
            frame["tone"] = tone
        account = _account(moment, ctx, book, cites)
        changed = [p for p in account if shown.get(p["id"]) != p]
        if changed:
            frame["panels"] = changed
            shown.update({p["id"]: p for p in changed})
        found.append(frame)
        last = now
    if found and ctx.position.over:
        found[-1].setdefault("panels", []).append(_sheet(ctx, book, cites))
    return found


def _sheet(ctx: Context, book: Rulebook, cites: Cites) -> State:
    """All points of the deal once more, on the felt, which is bare by then. The score stands beside it."""
    sheet = deal_end(ctx, book, cites)
    sheet["rows"] = [{k: v for k, v in row.items() if k != "trick"} for row in sheet["rows"]]
    return {k: v for k, v in sheet.items() if k != "score"}


def _held_at(moment: Moment) -> Position:
    """Whose hands are shown: a call that runs the cards still shows the hands before."""
    early = moment.kind == "call" and hands_change(moment)
    return moment.before if early and moment.before is not None else moment.at


def _account(moment: Moment, ctx: Context, book: Rulebook, cites: Cites) -> list[State]:
    """The running account as it stood then."""
    then = Context(moment.at, ctx.seat, book)
    marks = next((e.scores for e in reversed(moment.events) if e.scores), None)
    found = [score(then, book, marks)]
    if book.rules.score is not None:
        found.append(points(then, book, cites))
        if book.rules.game_by != "trump_ten":  # nothing is counted where Game is one card
            found.append(counts(then, book))
    return found


def _phase(moment: Moment) -> str:
    if moment.kind in ("deal", "turned"):
        return "deal"
    if moment.kind in ("award", "settle", "out", "end", "penalty"):
        return "score"
    if moment.kind == "play":
        return "play"
    phase = moment.before.phase if moment.before is not None else "beg"
    return "beg" if phase in ("beg", "answer", "consent", "bunch") else phase


def _address(moment: Moment, ctx: Context) -> str:
    if moment.kind == "play" and moment.trick:
        return t("step.address_trick", trick=moment.trick, card=_card_number(moment, ctx)).lower()
    phase = _phase(moment)
    key = {"deal": "turn" if moment.kind == "turned" else "deal", "beg": "beg", "discard": "discard", "rob": "discard",
           "score": "score", "bid": "bid", "sale": "bid"}.get(phase, "beg")  # fmt: skip
    return t(f"step.address_{key}").lower()


def _card_number(moment: Moment, ctx: Context) -> int:
    card = next(e.cards[0] for e in moment.events if e.kind == "play")
    at = next((n for n, (_, c) in enumerate(ctx.plays) if c is card), 0)
    return at % ctx.size + 1


# -- what may be stepped through ---------------------------------------------------------------------------------------


def step(
    what: Any = "trinidad", *, seed: object = None, seat: str | None = None, players: int | Sequence[str] | None = None,
    options: str | Iterable[str] | Mapping[str, Any] = (), book: Rulebook | str | None = None, bots: str = "foster",
    **traits: Any,
) -> Stepper:  # fmt: skip
    """Step through a deal, every step explained.

    Parameters
    ----------
    what : a rule book (its id or itself): computer players play the deal of ``seed``. Or a deal code, a position, a
        record or its text, a table that was played at, a scenario ("td-01").
    seat : told from that place ("You take …"), at the bottom of the table.
    players : how many, or their names in order of play, the eldest hand first.
    options : named options of the book, or a mapping of single fields (house rules).
    book : the rule book of a position that was played with options; or another book for a scenario.
    bots : who plays, "novice", "foster" or "expert".

    The result has ``.position(n)``, ``.steps`` and ``.record``.
    """
    position, found = played(what, seed=seed, players=players, options=options, book=book, bots=bots)
    if seat is not None and seat not in position.table.place:
        raise RulebookError(t("step.no_seat", seat=seat, seats=", ".join(position.table.players)))
    example = load_scenario(what) if isinstance(what, Scenario) or is_scenario(what) else None
    widget = Stepper(position, found, seat, code=_code(position, found), example=example, **traits)
    replace_older(widget, f"step {what!r:.80} {seed!r} {seat}")
    return widget


def played(
    what: Any, *, seed: object = None, players: int | Sequence[str] | None = None,
    options: str | Iterable[str] | Mapping[str, Any] = (), book: Rulebook | str | None = None, bots: str = "foster",
) -> tuple[Position, Rulebook]:  # fmt: skip
    """The deal that ``what`` names, as far as it was played, and its rule book. See :func:`step`."""
    if isinstance(what, Position):
        return what, load_rulebook(book).with_options(options) if book is not None else book_of(what)
    if isinstance(what, Scenario) or is_scenario(what):
        return _from_scenario(load_scenario(what), load_rulebook(book) if book is not None else None, bots)
    if isinstance(what, str) and what.strip().lower() in rulebooks():
        what = load_rulebook(what.strip().lower())
    elif isinstance(what, str) and what.endswith(".toml"):
        what = load_rulebook(what)
    if isinstance(what, Rulebook):
        found = what.with_options(options)
        count = found.players_default if players is None else players
        return play_out(deal(new_table(found.rules, count, seed=DEFAULT_SEED if seed is None else seed)), bots), found
    if isinstance(what, str):
        return _from_text(what, bots)
    if isinstance(what, Mapping):
        return _from_text(json.dumps(dict(what)), bots)
    record = what if isinstance(what, Record) else getattr(what, "record", None)
    if isinstance(record, Record):
        return record.end, record.book
    raise PlainTypeError(t("step.what", what=type(what).__name__))


def _from_scenario(scenario: Scenario, book: Rulebook | None, bots: str) -> tuple[Position, Rulebook]:
    """The line of play that the scenario stores for its book; else the deal played out."""
    found = book if book is not None else scenario.book
    names = (" + ".join([found.id, *found.active]), found.id)
    stored = next((o for name in names for o in scenario.outcomes if o.book == name), None)
    if stored is not None:
        return scenario.played(stored, found), found
    return play_out(scenario.begun(found), bots), found


def _from_text(text: str, bots: str) -> tuple[Position, Rulebook]:
    """A record as text or JSON, or a deal code; anything else was meant to be the id of a book."""
    short = text.strip()
    if "\n" in short or short.startswith("{"):
        record = Record.read(text)
        return record.end, record.book
    if short[:1].isdigit():
        facts = read_code(short)
        return play_out(facts.position(), bots), facts.book()
    load_rulebook(short)  # says which book may have been meant
    raise RulebookError(short)


def play_out(position: Position, bots: str = "foster") -> Position:
    """The deal played to its end by computer players, who see their views and nothing else."""
    computer = player(bots)
    for _ in range(_MOST_ACTIONS):
        if position.to_act is None:
            return position
        choice = computer.choose(position.seen_by(position.to_act), chance_key(position.table))
        position = position.apply(choice.action)
    raise RuntimeError(f"the deal is not over after {_MOST_ACTIONS} actions")


def book_of(position: Position) -> Rulebook:
    """The shipped book whose rules a position is played by.

    Raises :class:`RulebookError` where there is none: name it with ``book=``.
    """
    for id in rulebooks():
        found = load_rulebook(id)
        if found.rules == position.rules:
            return found
    raise RulebookError(t("step.which_book"))


def _code(position: Position, book: Rulebook) -> str:
    """The deal code, where the deal has one (made-up deals have none)."""
    try:
        return Record.of(position, book).code or ""
    except RecordError:
        return ""
