"""Looking for a deal that shows something: where two books part, or what is asked in game terms.

Deals of consecutive seeds are played by computer players and judged by both books; of those that show what is asked the
shortest and clearest is kept: an award rather than a matter of form, few other differences, no cards run, early. What
the players leave to chance hangs on seed, trick and seat, so that only the rule changes.

>>> found = find_difference("foster-1897", "group-seven-up", about="tie")
>>> found.kind, found.fields, found.where
('award', ('tie',), 'game')
>>> print(find_deal("trinidad", "jack_turned, jack_hung"))
Seed ...
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from ..analysis.weight import paid, played_deal
from ..asking import held
from ..engine import Position, Table, TableError, new_table
from ..errors import PlainValueError
from ..record import CodeError, deal_code
from ..rules import FIELDS
from ..sources import Rulebook, topics
from .bookpage import value_key
from .compare import Comparison, Difference, Row, Side, common_size
from .conditions import Condition, parse_all
from .outcome import named
from .scenario import book_named
from .strings import listed, signs, t

_KINDS = ("award", "order", "legality", "penalty", "procedure", "choice", "follows")  # the clearer, the earlier
_LOOK_ON = 60  # further deals looked at once one is found: there may be a clearer one
_AT_NOUGHT = 40  # so many deals from nought; where they show nothing, the match is begun near its end
_SHORT_BY = 4
_ENOUGH = (0, 1, 0)  # an award, one row that differs, no cards run: no need to look on
MOST_SECONDS = 3600
_WAYS = (("foster", False), ("novice", False), ("foster", True), ("novice", True))  # player; the books the other way


@dataclass(frozen=True)
class Finding:
    """What was looked for and what was found; false where nothing was.

    ``seed`` and ``position`` (the deal played out) are None where nothing was found; ``tried`` says in how many deals.
    ``af.compare(finding)`` sets the books side by side on it, ``af.step(finding)`` walks through it. ``player`` played
    it; ``books`` stand in the order in which it shows, the first one's deal being the one played.
    """

    books: tuple[Rulebook, ...]
    size: int
    asked: str
    tried: int
    seed: int | None = None
    player: str = "foster"
    mode: str = "same"
    position: Position | None = None
    stopped: bool = False
    about: str | None = None

    def __bool__(self) -> bool:
        return self.seed is not None

    @property
    def comparison(self) -> Comparison | None:
        """Both books side by side on this deal; None without two books or a deal."""
        if self.position is None or len(self.books) < 2:
            return None
        return Comparison(self.books, self.position, self.seed, recorded=self.player != "foster")

    @property
    def _row(self) -> Row | None:
        both = self.comparison
        return _telling(both.table(self.mode), self.about) if both is not None else None

    @property
    def difference(self) -> Difference | None:
        """The first difference (with ``about``, the first one it makes): its class and the fields that make it."""
        row = self._row
        return row.difference if row is not None else None

    @property
    def kind(self) -> str:
        return self.difference.kind if self.difference is not None else ""

    @property
    def fields(self) -> tuple[str, ...]:
        return self.difference.fields if self.difference is not None else ()

    @property
    def where(self) -> str:
        """The step at which the books part: "turn", "trick 3", "low", "game" …"""
        row = self._row
        return row.key if row is not None else ""

    @property
    def code(self) -> str:
        """The deal as a short code, where it has one."""
        try:
            return deal_code(self.books[0], of=self.position.table) if self.position is not None else ""
        except CodeError:
            return ""

    def __str__(self) -> str:
        facts: dict[str, Any] = {
            "n": self.size,
            "tried": self.tried,
            "asked": f" ({self.asked})" if self.asked else "",
            "seed": self.seed,
        }
        names = listed(named(book) for book in self.books)
        if not self:
            said = t("finding.stopped" if self.stopped else "finding.nothing", books=names, **facts)
            return f"{said} {self._differ()}".strip()
        head = t("finding.found", books=names, **facts)
        if self.difference is None:
            return head
        where = self._row.label if self._row is not None else ""
        lines = [head, t("finding.first", where=where, kind=self.difference.label, text=signs(self.difference.text))]
        told = [name for name in self.fields if topics()[name].title not in self.difference.text]  # not twice the same
        lines += [
            f"  {topics()[n].title} " + " ".join(f"{named(b)}: {_value_says(b, n)}" for b in self.books) for n in told
        ]
        return "\n".join(lines)

    def _differ(self) -> str:
        """What the two books answer differently, so that nobody takes an empty search for their agreement."""
        if len(self.books) < 2:
            return ""
        one, other = (b.rules for b in self.books)
        names = [name for name in FIELDS if getattr(one, name) != getattr(other, name)]
        return t("finding.differ", n=len(names), questions=" ".join(topics()[name].title for name in names[:6]))

    def _repr_html_(self) -> str:
        from html import escape

        return "<p>" + "<br>".join(escape(line) for line in str(self).splitlines()) + "</p>"


def find_difference(
    book_a: str | Rulebook,
    book_b: str | Rulebook,
    about: str | None = None,
    *,
    where: str | Iterable[str] = (),
    players: int | None = None,
    seed: int = 0,
    seconds: float = 5.0,
    progress: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """The shortest, clearest deal on which two books part.

    Parameters
    ----------
    book_a, book_b : two books (or one book and the same with a house rule).
    about : the rule field that should make the difference, such as ``"tie"`` or ``"low_to"``.
    where : conditions the deal should meet, in game terms: ``"jack_can_be_hung, runs >= 2"`` (see
        :data:`.conditions.FACTS`).
    players : how many (default: the fewest that suit both).
    seed : deals are tried from this one on.
    seconds : so long is looked at most.
    progress, stop : told the number of deals tried now and then; asked whether to end. Ctrl-C ends it too.

    Raises :class:`ValueError` where the books agree on ``about``, share no number of players, or a word is unknown.
    """
    held(find_difference, locals())
    _check_seconds(seconds)
    one, other = (book_named(b) if isinstance(b, str) else b for b in (book_a, book_b))
    if (one.id, one.hash) == (other.id, other.hash):
        raise PlainValueError(t("finding.same_book", name=named(one)))
    asked = parse_all(where)
    if about is not None:
        _check_about(one, other, about)
    size = common_size((one, other)) if players is None else players
    wanted = listed([*([f"about {about}"] if about else []), *(c.text for c in asked)])
    best: tuple[tuple[int, ...], Finding] | None = None
    tried, found_at, stopped = 0, 0, False
    ways = [(a, b, who) for who, turned in _WAYS for a, b in ([(other, one)] if turned else [(one, other)])]
    try:
        for number in _until(seconds, seed, progress, stop):
            a, b, who = ways[number % len(ways)] if best is None or number % 4 == 0 else ways[0]
            tried += 1
            near = best is None and tried > _AT_NOUGHT and tried % 2 == 0
            for rank, found in _on(a, b, who, _table(a, size, number, b if near else None), about, asked, wanted):
                if best is None or rank < best[0]:
                    best = rank, found
                    found_at = tried
            if best is not None and (best[0][:3] <= _ENOUGH or tried - found_at > _LOOK_ON):
                break
    except KeyboardInterrupt:
        stopped = True
    stopped = stopped or bool(stop is not None and stop())
    if best is None:
        return Finding((one, other), size, wanted, tried, stopped=stopped)
    f = best[1]
    return replace(f, tried=tried)


def find_deal(
    book: str | Rulebook,
    where: str | Iterable[str],
    *,
    players: int | None = None,
    seed: int = 0,
    seconds: float = 5.0,
    progress: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Finding:
    """The first deal of a book, played by computer players, that meets conditions in game terms.

    The arguments are those of :func:`find_difference`.

    >>> found = find_deal("foster-1897", "runs >= 1, jack_turned", players=2)
    >>> found.seed is not None and found.position.frame.runs >= 1
    True
    """
    held(find_deal, locals())
    _check_seconds(seconds)
    one = book_named(book) if isinstance(book, str) else book
    asked = parse_all(where)
    if not asked:
        raise PlainValueError(t("finding.no_condition"))
    size = min(one.rules.players) if players is None else players
    wanted, tried, stopped = listed(c.text for c in asked), 0, False
    try:
        for number in _until(seconds, seed, progress, stop):
            tried += 1
            end = played_deal(_table(one, size, number), "foster")
            if all(condition.holds(end) for condition in asked):
                return Finding((one,), size, wanted, tried, number, position=end)
    except KeyboardInterrupt:
        stopped = True
    return Finding((one,), size, wanted, tried, stopped=stopped or bool(stop is not None and stop()))


# -- how it is looked for --------------------------------------------------------------------------------------------


def _check_seconds(seconds: float) -> None:
    if not 0 < seconds <= MOST_SECONDS:
        raise PlainValueError(f"seconds: expected a number over 0 and up to {MOST_SECONDS:,}, found {seconds!r:.30}.")


def _until(
    seconds: float, seed: int, progress: Callable[[int], None] | None, stop: Callable[[], bool] | None
) -> Iterator[int]:
    end = time.monotonic() + seconds
    for n in count(seed):
        if time.monotonic() > end or (stop is not None and stop()):
            return
        if progress is not None and n % 50 == 0:
            progress(n - seed)
        yield n


def _table(book: Rulebook, size: int, seed: int, other: Rulebook | None = None) -> Table:
    """A deal; with another book, one that may end the match: how far that goes is a rule as well."""
    if size not in book.rules.players:
        known = listed(map(str, book.rules.players), "or")
        raise TableError(f"{book.short} is for {known} players, not {size}.")
    table = new_table(book.rules, size, seed=seed)
    if other is None or "target" in (book.rules.count_from, other.rules.count_from):
        return table
    score = max(0, min(book.rules.target, other.rules.target) - _SHORT_BY)
    return new_table(book.rules, size, seed=seed, scores=[score] * len(table.sides))


def _on(
    a: Rulebook,
    b: Rulebook,
    who: str,
    table: Table,
    about: str | None,
    asked: tuple[Condition, ...],
    wanted: str,
) -> Iterator[tuple[tuple[int, ...], Finding]]:
    """The differences one deal shows, each with its rank: the smaller, the clearer."""
    end, seed = played_deal(table, who), int(str(table.seed))
    if not all(condition.holds(end) for condition in asked):
        return
    both = Comparison((a, b), end, seed, recorded=who != "foster")
    modes = ("same",) if about is not None and paid(end) != paid(end, b.rules) else ("same", "players")
    for mode in modes:
        side = both.table(mode)
        row = _telling(side, about)
        if row is None or row.difference is None:
            continue
        kind = row.difference.kind
        rank = (
            _KINDS.index(kind) if kind in _KINDS else len(_KINDS),
            sum(r.difference is not None for r in side.rows),
            int(end.frame.runs),
            who != "foster",
            side.rows.index(row),
        )
        yield rank, Finding((a, b), table.size, wanted, 0, seed, who, mode, end, about=about)


def _telling(side: Side, about: str | None) -> Row | None:
    """The first step at which the books differ, or at which a rule makes them differ."""
    if about is None:
        return side.first
    rows = (row for row in side.rows if row.difference is not None)
    return next((row for row in rows if row.difference is not None and about in row.difference.fields), None)


def _check_about(one: Rulebook, other: Rulebook, about: str) -> None:
    if about not in FIELDS:
        raise PlainValueError(t("finding.no_field", name=about[:40]))
    groups = [getattr(b.rules, FIELDS[about]) is not None for b in (one, other)]
    if groups == [False, False] or (all(groups) and getattr(one.rules, about) == getattr(other.rules, about)):
        raise PlainValueError(
            t("finding.agree", one=named(one), other=named(other), question=topics()[about].title,
              says=_value_says(one, about))
        )  # fmt: skip


def _value_says(book: Rulebook, name: str) -> str:
    if getattr(book.rules, FIELDS[name]) is None:
        return t("finding.no_phase")
    value = getattr(book.rules, name)
    return topics()[name].says(value) or value_key(value)
