"""Several people at one screen: one match, and at each moment one person whose cards may be seen.

>>> from allfours_edu.sources import load_rulebook
>>> session = HotSeat.seated(load_rulebook("foster-1897"), ("Ann", "Bob"), seed=7)
>>> session.you, session.table.players, session.opponents
('Ann', ('Ann', 'Bob'), {})
>>> _ = session.act("stand")
>>> session.you
'Ann'
>>> _ = session.act(session.position.legal_actions()[0])
>>> session.you
'Bob'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .engine import Position, Table, new_table
from .session import _LONGEST_DEAL, Session, SessionError, _Standing
from .sources import Rulebook

FEWEST, MOST = 2, 8


class HotSeat(Session):
    """A match of several people and, where seats are left, computer players.

    ``you`` is always the person to act; who acted last, when a deal is over. Nothing is taken back: the screen has
    been passed on.
    """

    def __init__(
        self, book: Rulebook, start: Position | Table, people: Sequence[str], *,
        opponents: str | Mapping[str, str] = "foster",
    ):  # fmt: skip
        self.people = tuple(people)
        super().__init__(book, start, you=self.people[0], opponents=opponents, take_backs=False)
        self.opponents = {seat: name for seat, name in self.opponents.items() if seat not in self.people}
        self._players = {seat: self._players[seat] for seat in self.opponents}

    @classmethod
    def seated(
        cls, book: Rulebook, people: int | Sequence[str], *, seed: object = 0,
        players: int | Sequence[str] | None = None, opponents: str | Mapping[str, str] = "foster", **table: object,
    ) -> HotSeat:  # fmt: skip
        """Lay the table for so many people, or for people of these names; computer players take the seats left over.

        Raises :class:`SessionError` where they do not fit the book.
        """
        n = people if isinstance(people, int) else len(people)
        if isinstance(people, (str, bool)) or not FEWEST <= n <= MOST:
            raise SessionError("hot_seat", "Two people or more can share a screen: give their number or their names.")
        size = players if players is not None else n if n in book.rules.players else book.players_default
        seats: tuple[str, ...] = new_table(book.rules, size).players
        if n > len(seats):
            raise SessionError(
                "hot_seat_full", f"{n} people, and this table has {len(seats)} seats.", n=n, seats=len(seats)
            )
        names = seats[:n] if isinstance(people, int) else tuple(str(name).strip() for name in people)
        if len(set(names)) < n or not all(names):
            raise SessionError("hot_seat", "Two people or more can share a screen: give their number or their names.")
        if not set(names) <= set(seats):
            seats = (*names, *(seat for seat in seats[n:] if seat not in names))
        laid = new_table(book.rules, seats, seed=seed, **table)  # type: ignore[arg-type]
        return cls(book, laid, names, opponents=opponents)

    def _on(self, standing: _Standing) -> tuple[_Standing, tuple[Position, ...]]:
        """The computer players act until a person has to; that person is ``you``."""
        at = standing.now
        news: list[Position] = []
        while at.to_act is not None and at.to_act not in self.people:
            seat = at.to_act
            at = at.apply(self._players[seat].choose(at.seen_by(seat), self._key(at)).action)
            news.append(at)
            if len(news) > _LONGEST_DEAL:
                raise RuntimeError("the computer players do not come to an end")
        if at.to_act is not None:
            self.you = at.to_act
        return standing._replace(now=at), tuple(news)

    @property
    def used(self) -> bool:
        places = {self.table.place.get(name, -2) for name in self.people}
        return bool(self._at.earlier) or any(p.by in places for p in self._since())
