"""The open-cards solver for whoever has hands and a rule book: ``af.solve`` and the command ``allfours solve``.

>>> from allfours_edu.analysis.given_hands import solve
>>> found = solve(["AH 5C 2D", "JH KC QC"], trump="H", leader=0, rulebook="foster-1897")
>>> found.value, {card.text: value for card, value in found.cards.items()}
(2, {'AH': 2, '2D': 0, '5C': 0})
>>> " ".join(f"{player}:{card}" for player, card in found.line)
'0:A♥ 1:J♥ 0:2♦ 1:Q♣ 0:5♣ 1:K♣'
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from .. import asking
from ..cards import SUIT_NAMES, SUIT_SIGNS, Card, CardError, card, cards
from ..engine import IllegalAction, Position, Side, TableError, new_table, set_up
from ..errors import PlainValueError
from ..sources import Rulebook, load_rulebook
from . import solver
from .solver import Solution

MOST = 200_000
"""Starts of tricks looked at before a deal is given up: seconds, and some hundred megabytes at the very most."""
LONGEST_LINE = 20_000
KEYS = ("hands", "trump", "leader", "dealer", "rulebook", "options", "plays", "teams", "scores", "id")


class SolveError(PlainValueError):
    """A question that cannot be put to the solver; the message says what was wrong and what is expected."""


def solve(
    hands: Position | Sequence[Any] | Mapping[str, Any], trump: str | None = None, leader: int | str = 0,
    rulebook: str | Rulebook = "foster-1897", plays: str | Iterable[Any] = (), dealer: int | str | None = None, *,
    options: str | Iterable[str] | Mapping[str, Any] = (), teams: Sequence[Any] | None = None,
    scores: Sequence[int] | None = None, most: int | None = MOST, fast: bool | None = None,
) -> Solution:  # fmt: skip
    """Perfect play with open cards: the value of every lawful card, and a line of best play.

    Parameters
    ----------
    hands : what each player held when the play began, in playing order: a list (players are then 0, 1, 2 …) or a
        mapping of names. Or a position in the phase of play, and nothing else.
    trump, rulebook, options : the trump suit and the book. In a game whose first card makes the trump it may be left
        out where ``plays`` begin with that card.
    leader : who leads the first of these cards; dealer : who dealt (default: the player before the leader). It matters
        where the dealer loses a tie.
    plays : the cards laid so far, as a text or a list.
    teams : the side of each player, for example [0, 1, 1]; by default the sides alternate.
    scores : points before the deal, by side: then going out first comes before any number of points, and counts 1000.
    most : how many starts of tricks may be looked at; fast : True asks for numba, False for Python.

    The value is what side 0 (the first player's, if ``teams`` does not say otherwise) makes in the whole deal, High and
    Low included, less what the others make. With three or more sides it is *paranoid*: the others play together against
    side 0, so it is the least side 0 can be held to, and less than it will mostly make.

    Raises :class:`ValueError` with one sentence, or :class:`~.solver.TooLongError` where it would take too long.
    """
    asking.held(solve, locals())
    if isinstance(hands, Position):
        return solver.solve(hands, most=most, fast=fast)
    names, held = _hands(hands)
    book = load_rulebook(rulebook).with_options(options)
    first = _player(names, leader, "leader")
    last = _player(names, dealer, "dealer") if dealer is not None else (first - 1) % len(names)
    order = (*names[last + 1 :], *names[: last + 1])
    sides = _sides(names, teams)
    if scores is not None and (
        isinstance(scores, (str, Mapping)) or len(scores) != len(sides) or not all(_whole(n) for n in scores)
    ):
        raise SolveError(f"scores: expected {len(sides)} whole numbers, one for each side, found {scores!r:.60}")
    table = new_table(book.rules, order, sides=sides, scores=scores)
    strange = [c for hand in held for c in hand if c not in table.pack]
    if strange:
        raise SolveError(f"the {strange[0].name} is not in the pack of {book.short}")
    laid = _plays(names, plays)
    suit = _suit(trump) if trump is not None else None
    if suit is None and (book.rules.trump_from != "pitch" or not laid):
        raise SolveError("trump: expected a suit, S, H, D or C")
    position = set_up(table, dict(zip(names, held, strict=True)), suit, leader=names[first])
    for who, c in laid:
        position = position.apply(c, by=who)
    return solver.solve(position, sides[0].name, match=scores is not None, most=most, fast=fast)


# -- reading ------------------------------------------------------------------------------------------


def _whole(n: Any) -> bool:
    return isinstance(n, int) and not isinstance(n, bool) and abs(n) <= 1000


def _hands(given: Any) -> tuple[tuple[str, ...], list[tuple[Card, ...]]]:
    if isinstance(given, Mapping):
        names, lists = tuple(str(name) for name in given), list(given.values())
    elif isinstance(given, Sequence) and not isinstance(given, str):
        names, lists = tuple(map(str, range(len(given)))), list(given)
    else:
        raise SolveError(f"hands: expected a list of hands or a mapping of names to hands, found {given!r:.40}")
    if not 2 <= len(names) <= 8:
        raise SolveError(f"hands: expected two to eight hands, found {len(names)}")
    held = []
    for name, one in zip(names, lists, strict=True):
        if not isinstance(one, (str, Sequence)):
            raise SolveError(f"hands: expected cards for {name}, such as 'AH 3H KS', found {one!r:.40}")
        held.append(cards(one))
    sizes = {len(hand) for hand in held}
    if len(sizes) != 1 or sizes == {0}:
        raise SolveError(
            "hands: expected what each player held when the play began, the same number for all; found "
            + ", ".join(str(len(hand)) for hand in held)
            + " cards (cards laid since belong to the hands, and are named in plays)"
        )
    cards([c for hand in held for c in hand])  # a card stands only once
    return names, held


def _player(names: Sequence[str], who: Any, what: str) -> int:
    if _whole(who) and 0 <= who < len(names):
        return int(who)
    if isinstance(who, str) and who in names:
        return names.index(who)
    raise SolveError(f"{what}: expected one of {', '.join(names)}, found {who!r:.40}")


def _sides(names: Sequence[str], teams: Any) -> tuple[Side, ...]:
    """Side 0 first. ``teams`` is a number for each player, or lists of players."""
    numbers = [n % 2 for n in range(len(names))]
    if teams is not None:
        wrong = SolveError(
            f"teams: expected the side of each of {len(names)} players, such as {numbers}, found {teams!r:.60}"
        )
        if not isinstance(teams, Sequence) or isinstance(teams, str):
            raise wrong
        if all(isinstance(team, Sequence) and not isinstance(team, str) for team in teams):
            of = {_player(names, who, "teams"): n for n, team in enumerate(teams) for who in team}
            if len(of) != len(names) or sum(map(len, teams)) != len(names):
                raise wrong
            numbers = [of[n] for n in range(len(names))]
        else:
            numbers = list(teams)
        if len(numbers) != len(names) or not all(_whole(n) for n in numbers):
            raise wrong
        if sorted(set(numbers)) != list(range(len(set(numbers)))) or len(set(numbers)) < 2:
            raise SolveError(f"teams: expected sides numbered 0, 1 …, two of them at least, found {teams!r:.60}")
    found = []
    for side in range(max(numbers) + 1):
        seats = tuple(name for name, n in zip(names, numbers, strict=True) if n == side)
        found.append(Side("/".join(seats), seats))
    return tuple(found)


def _suit(text: Any) -> str:
    word = text.strip() if isinstance(text, str) else ""
    for letter, name in SUIT_NAMES.items():
        if word.upper() == letter or word.lower() == name or word == SUIT_SIGNS[letter]:
            return letter
    raise SolveError(f"trump: expected S, H, D or C, found {text!r:.20}")


def _plays(names: Sequence[str], plays: Any) -> list[tuple[str | None, Card]]:
    """(player, card); the player may be left out."""
    if isinstance(plays, str):
        return [(None, c) for c in cards(plays)]
    if not isinstance(plays, Iterable) or isinstance(plays, Mapping):
        raise SolveError(f"plays: expected the cards laid so far, such as 'AH 7H', found {plays!r:.40}")
    found: list[tuple[str | None, Card]] = []
    for one in plays:
        if isinstance(one, (str, Card)):
            found.append((None, card(one)))
        elif isinstance(one, Sequence) and len(one) == 2:
            found.append((names[_player(names, one[0], "plays")], card(one[1])))
        else:
            raise SolveError(f"plays: expected a card or [player, card], found {one!r:.40}")
    return found


# -- JSON lines ---------------------------------------------------------------------------------------


def answers(lines: Iterable[str], *, most: int = MOST, fast: bool | None = None) -> Iterator[dict[str, Any]]:
    """For every line of JSON a dict: value, cards, line, sides, paranoid; or error and line_number.

    >>> asked = '{"hands": ["AH", "JH"], "trump": "H", "leader": 0, "rulebook": "foster-1897"}'
    >>> for answer in answers([asked, "{}"]):
    ...     print(answer.get("value"), answer.get("error"))
    2 None
    None hands are missing; expected for example {"hands": ["AH 3H", "JH 7H"], ...
    """
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            yield _answer(text, most, fast)
        except (ValueError, solver.TooLongError) as error:  # what is wrong with a line is told, and the next one read
            yield {"error": _told(error), "line_number": number}
        except RecursionError:
            yield {"error": "this is nested too deep to be read", "line_number": number}


def _told(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"this is no JSON: {error.msg} (column {error.colno})"
    if isinstance(error, IllegalAction):
        return f"plays: {error}"
    return str(error)


def _answer(text: str, most: int, fast: bool | None) -> dict[str, Any]:
    if len(text) > LONGEST_LINE:
        raise SolveError(f"the line is too long (over {LONGEST_LINE:,} characters)")
    asked = json.loads(text)
    if not isinstance(asked, dict):
        raise SolveError('expected an object: {"hands": …}')
    if not asking.can_be_written(json.dumps(asked, ensure_ascii=False)):
        raise SolveError(r"the line holds half a character, such as \ud800 alone, which cannot be written down")
    for key in asked:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(KEYS)}"
            raise SolveError(f"nothing is called {key!r:.30} here; {hint}")
    if "hands" not in asked:
        raise SolveError(
            'hands are missing; expected for example {"hands": ["AH 3H", "JH 7H"], "trump": "H", "leader": 0, '
            '"rulebook": "foster-1897"}'
        )
    if not isinstance(asked.get("rulebook"), str) or asked["rulebook"].endswith(".toml"):
        raise SolveError("rulebook: expected the id of a rule book, such as 'foster-1897'")
    options = asked.get("options") or ()
    if not isinstance(options, (list, dict, tuple)):
        raise SolveError(f"options: expected a list of names or an object of fields, found {options!r:.40}")
    found = solve(
        asked["hands"], asked.get("trump"), asked.get("leader", 0), asked["rulebook"], asked.get("plays") or (),
        asked.get("dealer"), options=options, teams=asked.get("teams"), scores=asked.get("scores"), most=most,
        fast=fast,
    )  # fmt: skip
    named = isinstance(asked["hands"], dict)
    sides = [list(side.seats) for side in _sides(_hands(asked["hands"])[0], asked.get("teams"))]

    def who(name: str) -> str | int:
        return name if named else int(name)

    return {
        **({"id": asked["id"]} if "id" in asked else {}),
        "value": found.value,
        "cards": {c.text: value for c, value in found.cards.items()},
        "line": [[who(player), c.text] for player, c in found.line],
        "sides": [[who(name) for name in side] for side in sides],
        "paranoid": found.paranoid,
    }


__all__ = ["MOST", "CardError", "SolveError", "TableError", "answers", "solve"]
