"""Several people at one screen: nobody's cards are in what the browser is sent but those of the person who looks."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from shelf import KINDS

import allfours_edu as af
from allfours_edu.cards import PACK, Card
from allfours_edu.engine import Position, action_text
from allfours_edu.hotseat import HotSeat
from allfours_edu.session import SessionError
from allfours_edu.sources import load_rulebook
from allfours_edu.widgets.hotseat import HotSeatWidget, WatchWidget
from allfours_edu.widgets.table import RefusedError

TABLES = [(book, n, m) for book in KINDS for n in load_rulebook(book).rules.players if n <= 4
          for m in range(2, n + 1)]  # fmt: skip
NAMES = {c.name: c for c in PACK}


def cards_in(state: Any) -> set[Card]:
    """Every card that a state names, in whatever way."""
    state = state | {"panels": [panel for panel in state["panels"] if panel["id"] != "ladder"]}  # 5♠ is a rule there
    text = json.dumps(state, ensure_ascii=False)
    found = {af.card(short) for short in re.findall(r"\b([2-9TJQKA][SHDC])\b", text)}
    spoken = re.findall(r"\w+ of (?:spades|hearts|diamonds|clubs)", text)
    found |= {NAMES[name.replace("knave", "jack")] for name in spoken
              if name.replace("knave", "jack") in NAMES}  # fmt: skip
    found |= {af.card(sign) for sign in re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", text)}
    return found


def public(position: Position) -> set[Card]:
    shown = {*position.turn_ups, *(c for _, c in position.plays)}
    if position.rules.draw_seen == "open":  # drawn before everybody's eyes
        first = position.path()[0]
        shown |= {c for seat in position.table.players for c in set(position.dealt(seat)) - set(first.dealt(seat))}
    return shown | set(position.seen_by(position.table.players[0]).stock_open) | set(position.table.removed)


def hot(book: str, people: Any, **how: Any) -> HotSeatWidget:
    made = af.play(book, hot_seat=people, **{"seed": 7, **how})
    assert isinstance(made, HotSeatWidget)
    return made


@pytest.mark.parametrize(("book", "n", "m"), TABLES)
def test_nobody_elses_cards_are_ever_in_the_state(book: str, n: int, m: int) -> None:
    chance = random.Random(f"{book}{n}{m}")
    table = hot(book, m, players=n, seed=chance.randrange(1000))
    for _ in range(60):
        if table.session.over:
            break
        position, seat = table.position, table.session.you
        assert seat in table.people and position.to_act == seat
        if table.covered:
            assert cards_in(table.state) <= public(position), "the covered screen names a card"
            with pytest.raises(RefusedError, match="covered"):
                table.act(action_text(position.legal_actions()[0]))
            table.uncover()
        seen = position.seen_by(seat)
        own = {*(seen.hand or ()), *(position.dealt(seat) if seen.hand else ())}
        assert cards_in(table.state) <= public(position) | own
        table.act(action_text(chance.choice(position.legal_actions())))
    assert table.session.over
    assert "deal_end" in [panel["id"] for panel in table.state["panels"]]
    assert table.state["panels"][0]["actions"]


def test_the_screen_is_covered_exactly_when_it_passes_on() -> None:
    table = hot("foster-1897", ("Ann", "Bob"))
    assert table.covered and "Pass the screen to **Ann**" in table.state["title"] and table.state["hand"] == []
    table.uncover()
    assert len(table.state["hand"]) == 6
    table.act("stand")
    assert not table.covered and table.session.you == "Ann"  # she leads as well
    table.act(table.state["hand"][0]["id"])
    assert table.covered and "Bob" in table.state["title"]
    table.uncover()
    assert table.state["frames"]  # what happened since he last looked
    with pytest.raises(RefusedError, match="card laid is a card played"):
        table.undo()


def test_people_and_computers_share_a_table() -> None:
    table = hot("trinidad", ("Ann", "Bob", "Cy"), players=4)
    assert table.people == ("Ann", "Bob", "Cy") and len(table.session.opponents) == 1
    assert hot("trinidad", ("South", "East"), players=4).session.opponents.keys() == {"North", "West"}
    assert hot("trinidad", 4).session.opponents == {}


@pytest.mark.parametrize("people", [1, 0, True, "Ann", ("Ann",), ("Ann", "Ann"), ("Ann", " ")])
def test_who_cannot_share_a_screen(people: Any) -> None:
    with pytest.raises(SessionError):
        HotSeat.seated(load_rulebook("trinidad"), people)


def test_too_many_people() -> None:
    with pytest.raises(ValueError, match="3 people"):
        hot("foster-1897", 3, players=2)


def test_from_deal_to_deal_and_the_record() -> None:
    table = hot("foster-1897", 2)
    while not table.session.over:
        if table.covered:
            table.uncover()
        table.act(action_text(table.position.legal_actions()[0]))
    record = table.record
    assert record.bots == {} and len(record.actions) > 12
    table.next_deal()
    assert table.covered and table.session.table.deal == 2
    table.same_deal()
    assert table.covered and not table.position.plays


def test_a_message_from_the_browser_uncovers() -> None:
    table = hot("foster-1897", 2)
    table._on_message(table, {"kind": "act", "action": "stand", "rev": table.rev})
    assert table.covered
    table._on_message(table, {"kind": "command", "name": "uncover", "arg": None, "rev": table.rev})
    assert not table.covered


def test_own_cards_at_a_hot_seat() -> None:
    position = af.new_deal("foster-1897", hands="South: AH 3H\nNorth: JH", turned="4H")
    table = af.play(position, hot_seat=2)
    assert isinstance(table, HotSeatWidget) and table.position.hand("South") == position.hand("South")


# -- nobody plays ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", KINDS)
def test_watching_a_deal(book: str) -> None:
    watched = af.play(book, seed=3, you=None)
    assert isinstance(watched, WatchWidget) and [c["id"] for c in watched.state["calls"]] == ["step", "trick", "deal"]
    first = watched.position
    assert watched.state["scene"]["hands"].keys() == set(first.table.players)
    watched.step()
    assert watched.position.previous is first and watched.state["frames"]
    watched.back()
    assert watched.position is first
    with pytest.raises(RefusedError, match="begins"):
        watched.back()
    watched.trick()
    watched.trick()
    assert len(watched.position.tricks) in (1, 2) or watched.position.over
    if not watched.position.over:
        watched.deal_out()
    assert watched.position.over and watched.state["panels"][0]["actions"][0]["id"] in ("next_deal", "new_deal")
    assert af.step(book, seed=3).position(-1).scores == watched.position.scores or first.table.size != len(
        af.step(book, seed=3).position(-1).table.players
    )
    with pytest.raises(RefusedError, match="over"):
        watched.step()


def test_watching_by_message_and_the_record() -> None:
    watched = af.play("trinidad", seed=3, you=None, opponents="novice")
    assert isinstance(watched, WatchWidget)
    watched._on_message(watched, {"kind": "act", "action": "deal", "rev": watched.rev})
    assert watched.position.over and set(watched.record.bots.values()) == {"novice 1"}
    for name in ("next_deal", "new_deal", "same_deal"):
        watched._on_message(watched, {"kind": "command", "name": name, "arg": None, "rev": watched.rev})
        if name == "next_deal":
            watched._on_message(watched, {"kind": "act", "action": "trick", "rev": watched.rev})
    assert not watched.position.plays
