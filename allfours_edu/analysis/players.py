"""Computer players. They see a view and nothing else, and the same view with the same key gets the same answer.

>>> player("foster").name, player("novice").choose.__doc__.split(".")[0]
('foster', 'What to do now, with the maxim that says so')

``novice`` draws among what is lawful. ``foster`` plays by the maxims of :mod:`.maxims` and names the one it follows.
``expert`` deals out what it cannot see many times over and does what comes out best (:mod:`.expert`).
Whatever is left to chance is drawn from a hash of the key, the deal, the seat and the number of the decision: in two
rule books the same player draws the same, and only the rule makes the difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Protocol

from ..cards import Card
from ..engine import Action, Call, Table, View, action_text
from ..errors import PlainValueError
from . import calling, playing
from .choice import Choice, spoken
from .maxims import MAXIMS

VERSION = "1"
"""Goes into records: a player that would now answer otherwise has another version."""


def chance_key(table: Table) -> str:
    """The key for a deal at a table: the same at every screen and under every book, so that anybody gets the same."""
    return f"{table.seed}/{table.deal}/{table.attempt}"


class Player(Protocol):
    """Anything that can take a seat."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def choose(self, view: View, key: Hashable = 0) -> Choice:
        """What to do now. ``key`` stands for the seed: all that is left to chance hangs on it."""
        ...


class NotItsTurn(ValueError):
    """A player was asked what to do where its seat may do nothing."""


def draw(view: View, key: Hashable, action: Action) -> bytes:
    """The lot of one action. The highest lot wins, so that a rule that takes another card away changes nothing."""
    own = sum(1 for who, _ in view.plays if who == view.seat) if view.phase == "play" else _calls(view)
    label = f"allfours-player/1:{key}:{view.deal}:{view.seat}:{view.phase}:{own}:{action_text(action)}"
    return hashlib.blake2b(label.encode(), digest_size=8).digest()


def _calls(view: View) -> int:
    return sum(1 for who, _ in view.calls if who == view.seat)


def _drawn(view: View, key: Hashable, among: tuple[Action, ...]) -> Action:
    if len(among) == 1:
        return among[0]
    return max(among, key=lambda action: draw(view, key, action))


def _turn(view: View) -> None:
    if not view.actions:
        raise NotItsTurn(f"{view.seat} has nothing to decide now; {view.to_act or 'nobody'} is to act")


@dataclass(frozen=True)
class Novice:
    """Does anything that is lawful."""

    name: str = "novice"
    version: str = VERSION

    def choose(self, view: View, key: Hashable = 0) -> Choice:
        """What to do now, with the maxim that says so. A novice has none."""
        _turn(view)
        return Choice(_drawn(view, key, view.actions))


@dataclass(frozen=True)
class ByMaxims:
    """Plays by the maxims of the old books and by a few of the house."""

    name: str = "foster"
    version: str = VERSION

    def choose(self, view: View, key: Hashable = 0) -> Choice:
        """What to do now, with the maxim that says so."""
        _turn(view)
        if len(view.actions) == 1:
            action = view.actions[0]
            if isinstance(action, Card):
                return Choice(action, MAXIMS["only_card"], {"card": action})
            return Choice(action, MAXIMS["only_call"], {})
        found = (playing if isinstance(view.actions[0], Card) else calling).advise(view)
        action = _drawn(view, key, found.equal) if len(found.equal) > 1 else found.equal[0]
        name, facts = found.why(action)
        return Choice(action, MAXIMS[name], facts)


def _expert() -> Player:
    from .expert import Expert  # it plays on where the maxims leave it, so it stands behind them

    return Expert()


_PLAYERS: dict[str, Callable[[], Player]] = {"novice": Novice, "foster": ByMaxims, "expert": _expert}
NAMES = tuple(_PLAYERS)


def player(name: str) -> Player:
    """The computer player called ``name``.

    >>> player("fostr")
    Traceback (most recent call last):
    allfours_edu.errors.PlainValueError: there is no computer player 'fostr'; there are novice, foster, expert
    """
    if name not in _PLAYERS:
        raise PlainValueError(f"there is no computer player {name!r}; there are {', '.join(NAMES)}")
    return _PLAYERS[name]()


__all__ = ["NAMES", "VERSION", "Call", "Choice", "NotItsTurn", "Player", "draw", "player", "spoken"]
