"""Hand-written states for every screen: what Python sends, without Python's engine.

They follow the state spec by the letter and double as its examples. The deal is the teaching deal in
which the Queen of trumps takes the Jack; its plays are given, so that the stepper and the comparison
can be drawn from it.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

State = dict[str, Any]

CITES: dict[str, Any] = {
    "follow": {
        "rule": "follow",
        "question": "May you trump although you could follow?",
        "value": "yes, always",
        "clause": "trinidad-12",
        "witness": "pagat-fr",
        "book": "Trinidad",
        "locator": "Play, paragraph 2",
        "status": "explicit",
        "seen": "a translation",
        "text": "Follow the suit led, or trump; only who has none of the suit may throw anything.",
        "digest": "A player follows suit or plays a trump; with neither, any card.",
    },
    "low": {
        "rule": "low_to",
        "question": "Who scores Low?",
        "value": "whoever was dealt it",
        "clause": "trinidad-16",
        "witness": "pagat-fr",
        "locator": "Scoring, point 2",
        "status": "explicit",
        "seen": "a translation",
        "text": "Low belongs to the player to whom it was dealt.",
        "digest": "The lowest trump in play counts one for its first holder.",
    },
    "hang": {
        "rule": "hang_jack",
        "question": "What is a Jack worth when it is taken?",
        "value": "3",
        "clause": "trinidad-17",
        "locator": "Scoring, point 3",
        "status": "explicit",
    },
    "game": {
        "rule": "game_tie",
        "question": "Equal card counts?",
        "value": "nobody",
        "clause": "trinidad-18",
        "locator": "Scoring, point 4",
        "status": "supplied",
        "reason": "the text is silent; most books give the point to nobody",
    },
    "beg": {
        "rule": "begs",
        "question": "How often may eldest beg?",
        "value": "once",
        "clause": "trinidad-7",
        "locator": "The beg",
        "status": "explicit",
    },
    "fives": {
        "rule": "game_five",
        "question": "What does the five of trumps count?",
        "value": "five",
        "clause": "all-fives-4",
        "witness": "foster-1897",
        "locator": "All Fives, paragraph 3",
        "status": "explicit",
        "seen": "words",
    },
}

TERMS: dict[str, Any] = {
    "trump": {"word": "trump", "text": "The suit that beats every other suit in this deal."},
    "hang": {"word": "hang the Jack", "text": "To take the Jack of trumps with a higher trump."},
    "Game": {"word": "Game (card count)", "text": "One point for the side whose cards taken count more."},
    "Low": {"word": "Low", "text": "The lowest trump dealt."},
    "beg": {"word": "beg", "text": "To ask for another trump. The dealer gives one point or runs the cards."},
}

SEATS = [
    {"id": "South", "name": "South", "you": True, "side": "S/N"},
    {"id": "East", "name": "East", "side": "E/W"},
    {"id": "North", "name": "North", "partner": True, "side": "S/N"},
    {"id": "West", "name": "West", "side": "E/W"},
]
SIDES = [{"id": "S/N", "name": "You and North", "you": True}, {"id": "E/W", "name": "East and West", "you": False}]


def scene(**more: Any) -> State:
    base: State = {
        "direction": "right",
        "seats": SEATS,
        "sides": SIDES,
        "dealer": "West",
        "turn": "South",
        "counts": {"South": 3, "East": 2, "North": 2, "West": 2},
        "hands": {},
        "bubbles": {},
        "low": {"seat": "South", "card": "2S", "text": "Low so far"},
        "trump": "S",
        "trump_text": "Spades are trumps",
        "turnup": {
            "card": "9S",
            "label": "turned up: spades are trumps; nobody plays this card",
            "note": "a nine turned scores nothing",
        },
        "aside": [],
        "stock": 27,
        "phase": "play",
        "trick": {
            "number": 4,
            "plays": [
                {"seat": "East", "card": "KD", "led": True},
                {"seat": "North", "card": "4D"},
                {"seat": "West", "card": "JS"},
            ],
            "best": "West",
            "best_text": "winning",
            "done": False,
        },
    }
    return base | more


def trick(number: int, cards: str, leader: str, winner: str, text: str = "") -> State:
    order = ["South", "East", "North", "West"] * 2
    at = order.index(leader)
    plays = [{"seat": s, "card": c} for s, c in zip(order[at : at + 4], cards.split(), strict=True)]
    return {"number": number, "plays": plays, "winner": winner, "text": text or f"{winner} takes it"}


TRICKS = [
    trick(1, "6C 8C AC 3C", "South", "North", "North takes it with the ace"),
    trick(2, "8H 6H 5H KH", "North", "East"),
    trick(3, "AS 4S 5S 2S", "East", "East", "East takes it: the two and the five of spades fall"),
]
TRICKS_ALL = [
    *TRICKS,
    trick(4, "KD 4D JS QS", "East", "South", "You take it, and the Jack with it"),
    trick(5, "7S 3H TD 7C", "South", "South"),
    trick(6, "9D QD 7H TC", "South", "East"),
]

HAND = [
    {"id": "QS", "legal": True, "trump": True},
    {"id": "7S", "legal": True, "trump": True},
    {"id": "9D", "legal": True, "trump": False},
]

SCORE = {
    "id": "score",
    "kind": "score",
    "title": "Match to 14",
    "style": "counters",
    "target": 14,
    "sides": [
        {"id": "S/N", "name": "You and North", "you": True, "n": 6, "before": 4},
        {"id": "E/W", "name": "East and West", "n": 9, "before": 9},
    ],
}
POINTS = {
    "id": "points",
    "kind": "points",
    "title": "High, Low, Jack so far",
    "rows": [
        {"id": "high", "label": "High", "text": "{AS} so far, East", "state": "sure", "tone": "bad", "cites": ["low"]},
        {"id": "low", "label": "Low", "text": "{2S} so far, you", "state": "so far", "tone": "good", "cites": ["low"]},
        {"id": "jack", "label": "Jack", "text": "{JS} is on the table", "state": "open"},
    ],
}
COUNTS = {
    "id": "counts",
    "kind": "counts",
    "title": "Game (card count)",
    "sides": [
        {"name": "You and North", "you": True, "n": 4, "cards": ["AC"]},
        {"name": "East and West", "n": 7, "cards": ["AS", "KH"]},
    ],
    "note": "Cards won count; tricks do not.",
}
LADDER = {"id": "ladder", "kind": "ladder", "level": "four"}
LOG = {
    "id": "log",
    "kind": "log",
    "title": "What happened",
    "lines": [
        {"id": "d", "text": "West deals and turns {9S}.", "head": True},
        {"id": "b", "text": "You stand.", "cites": ["beg"]},
        {"id": "t1", "text": "Trick 1: North takes it with {AC}.", "trick": 1},
        {"id": "t2", "text": "Trick 2: East takes it with {KH}.", "trick": 2},
        {
            "id": "t3",
            "text": "Trick 3: East takes it with {AS}. {2S} falls: [[Low]] is yours.",
            "trick": 3,
            "cites": ["low"],
            "tone": "good",
        },
        {"id": "p1", "text": "East leads {KD}."},
        {"id": "p2", "text": "North plays {4D}."},
        {
            "id": "p3",
            "text": "West trumps with {JS}.",
            "cites": ["follow"],
            "why": "West holds a diamond and may trump all the same.",
        },
    ],
}
TOOLS = [{"id": "hint"}, {"id": "undo"}, {"id": "new_deal"}]
FOOTER = {"book": "Trinidad", "code": "TT-7K2M-9", "seed": 7}


def in_play(**more: Any) -> State:
    return {
        "rev": 1,
        "title": "Your turn. West is winning with {JS}: follow diamonds, or trump.",
        "scene": scene(),
        "hand": deepcopy(HAND),
        "tools": TOOLS,
        "tricks": TRICKS,
        "panels": [SCORE, POINTS, COUNTS, LADDER, LOG],
        "footer": FOOTER,
        "frames": [],
    } | more


def illegal() -> State:
    hand = [
        {"id": "AS", "legal": True, "trump": True},
        {"id": "KH", "legal": True},
        {"id": "3H", "legal": True},
        {"id": "AC", "legal": False, "why": "You hold a heart: follow hearts, or trump.", "cites": ["follow"]},
        {"id": "TC", "legal": False, "why": "You hold a heart: follow hearts, or trump.", "cites": ["follow"]},
        {"id": "JD", "legal": False, "why": "You hold a heart: follow hearts, or trump.", "cites": ["follow"]},
    ]
    t = {
        "number": 1,
        "plays": [{"seat": "West", "card": "QH", "led": True}],
        "best": "West",
        "best_text": "winning",
        "done": False,
    }
    sc = scene(trick=t, counts={"South": 6, "East": 6, "North": 6, "West": 5}, low=None, bubbles={})
    return in_play(title="Your turn: follow hearts, or trump.", hand=hand, scene=sc, tricks=[])


def beg() -> State:
    hand = [
        {"id": c, "legal": False, "trump": c[1] == "S", "why": "First say whether you stand or beg."}
        for c in ("TS", "4S", "KH", "9H", "QD", "3C")
    ]
    calls = [
        {"id": "stand", "label": "Stand", "text": "Spades stay trumps and you lead."},
        {
            "id": "beg",
            "label": "Beg",
            "text": "The dealer gives you 1 point, or runs the cards for another trump.",
            "cites": ["beg"],
        },
    ]
    sc = scene(
        trick=None,
        counts={"South": 6, "East": 6, "North": 6, "West": 6},
        low=None,
        bubbles={"West": "six turned: 2 for us"},
        stock=27,
        turnup={
            "card": "6S",
            "label": "turned up: spades are trumps; nobody plays this card",
            "note": "six turned: dealer's side scores 2",
            "cites": ["beg"],
        },
        aside=[{"card": "9H", "label": "hearts, run"}],
    )
    points = {
        "id": "points",
        "kind": "points",
        "rows": [{"id": "high", "label": "High"}, {"id": "low", "label": "Low"}, {"id": "jack", "label": "Jack"}],
    }
    return in_play(
        title="Spades are turned. Do you stand, or [[beg]]?",
        hand=hand,
        hand_mode="off",
        calls=calls,
        calls_label="Stand or beg?",
        scene=sc,
        tricks=[],
        panels=[SCORE, points, LADDER, LOG],
    )


def discards() -> State:
    cards = ("AS", "9S", "4S", "KH", "TH", "8D", "QC", "5C", "3C")
    hand = [{"id": c, "legal": True, "trump": c[1] == "S"} for c in cards]
    sc = scene(trick=None, counts={"South": 9, "East": 9, "North": 9, "West": 9}, low=None)
    return in_play(
        title="You hold nine cards. Lay three aside.",
        hand=hand,
        hand_mode="choose",
        scene=sc,
        tricks=[],
        choose={
            "verb": "discard",
            "min": 3,
            "max": 3,
            "label": "Discard {n} cards",
            "text": "Keep six for play.",
            "keep": None,
        },
    )


ROWS = [
    {
        "id": "high",
        "label": "High",
        "text": "the best [[trump]] dealt",
        "card": "AS",
        "n": 1,
        "side": "East",
        "tone": "bad",
        "trick": 3,
    },
    {
        "id": "low",
        "label": "Low",
        "text": "the lowest; it fell under the ace and is still yours",
        "card": "2S",
        "n": 1,
        "side": "you",
        "you": True,
        "tone": "good",
        "cites": ["low"],
        "trick": 3,
    },
    {
        "id": "jack",
        "label": "Jack",
        "text": "hanged by your Queen",
        "card": "JS",
        "n": 3,
        "side": "you",
        "you": True,
        "tone": "good",
        "cites": ["hang"],
        "trick": 4,
    },
    {
        "id": "game",
        "label": "Game",
        "text": "card count 20 to 19",
        "n": 1,
        "side": "you",
        "you": True,
        "tone": "good",
        "cites": ["game"],
        "trick": 6,
    },
]


def end_of_deal() -> State:
    sheet = {
        "id": "end",
        "kind": "rows",
        "where": "felt",
        "level": "first",
        "title": "The deal is over: you made five of the six points",
        "rows": ROWS,
        "total": {"text": "You 5, they 1.", "tone": "good"},
        "match": "You need 3 more to win the match.",
        "score": {
            "style": "counters",
            "target": 14,
            "sides": [
                {"id": "a", "name": "You and North", "you": True, "n": 11, "before": 6},
                {"id": "b", "name": "East and West", "n": 10, "before": 9},
            ],
        },
        "actions": [
            {"id": "next_deal", "label": "Next deal", "text": "South deals", "primary": True},
            {"id": "same_deal"},
            {"id": "step", "label": "Step through it"},
        ],
    }
    sc = scene(trick=None, turn=None, counts={}, phase="over")
    return in_play(
        title="The deal is over. **You 5, they 1.**",
        hand=[],
        scene=sc,
        panels=[sheet, SCORE, COUNTS, LADDER, LOG],
        tricks=TRICKS_ALL,
        tools=[{"id": "new_deal"}],
    )


def scenario() -> State:
    lead = (
        "Spades are [[trump|trumps]]: any spade beats every other suit. In a suit the higher card wins: "
        "A K Q J 10 9 … 2. Take the Jack of trumps with a higher trump and you have [[hang|hanged]] it: 3 points."
    )
    hints = {
        "id": "hints",
        "kind": "hints",
        "where": "main",
        "level": "first",
        "title": "",
        "rungs": [],
        "total": 4,
        "next": True,
    }
    return {
        "rev": 1,
        "title": "One of your cards hangs the Jack. Which?",
        "step": "1 of 5",
        "lead": lead,
        "detail": "first",
        "scene": scene(low=None, stock=None),
        "hand": deepcopy(HAND),
        "strip": "You may follow diamonds, or trump.",
        "panels": [hints],
        "tricks": [],
        "tools": [],
        "live": "Your turn. East led the king of diamonds, your partner played the four, West trumped with the jack "
        "of spades and is winning. You hold queen of spades, seven of spades, nine of diamonds. "
        "Which hangs the Jack?",
    }


def scenario_wrong() -> State:
    t = {
        "number": 4,
        "plays": [
            {"seat": "East", "card": "KD", "led": True},
            {"seat": "North", "card": "4D"},
            {"seat": "West", "card": "JS"},
            {"seat": "South", "card": "7S"},
        ],
        "best": "West",
        "done": True,
        "text": "West takes it",
    }
    feedback = {
        "id": "fb",
        "kind": "feedback",
        "where": "main",
        "level": "first",
        "tone": "bad",
        "body": "A [[trump]], so it beats the King. But the Jack is higher, and West keeps it.",
        "actions": [{"id": "take_back", "label": "Take back", "primary": True}],
    }
    hints = {
        "id": "hints",
        "kind": "hints",
        "where": "main",
        "level": "first",
        "title": "",
        "rungs": ["Look at the card that is winning.", "Only a higher spade beats a spade."],
        "total": 4,
        "next": True,
    }
    hand = [c | {"legal": False, "why": "Take your card back first."} for c in HAND if c["id"] != "7S"]
    return scenario() | {
        "rev": 2,
        "scene": scene(low=None, stock=None, turn=None, trick=t),
        "hand": hand,
        "hand_mode": "off",
        "panels": [feedback, hints],
        "strip": None,
    }


def scenario_right() -> State:
    t = {
        "number": 4,
        "plays": [
            {"seat": "East", "card": "KD", "led": True},
            {"seat": "North", "card": "4D"},
            {"seat": "West", "card": "JS"},
            {"seat": "South", "card": "QS"},
        ],
        "best": "South",
        "done": True,
        "text": "You take it",
    }
    feedback = {
        "id": "fb",
        "kind": "feedback",
        "where": "main",
        "level": "first",
        "tone": "good",
        "word": "Hanged",
        "points": "+3",
        "sure": "certain",
        "body": "It was the Queen or nothing: whatever cards are hidden, no other card does it.",
        "why": {
            "label": "Why was I allowed to trump?",
            "body": "You may trump although you hold the suit.",
            "cites": ["follow"],
        },
        "actions": [{"id": "continue", "label": "Go on", "primary": True}],
    }
    return scenario() | {
        "rev": 2,
        "scene": scene(low=None, stock=None, turn=None, trick=t),
        "hand": [c | {"legal": False} for c in HAND[1:]],
        "hand_mode": "off",
        "panels": [feedback],
        "strip": None,
    }


def open_hands() -> State:
    hands = {"East": ["QD", "3H"], "North": ["TD", "7H"], "West": ["TC", "7C"]}
    counts = {
        "id": "counts",
        "kind": "counts",
        "level": "first",
        "where": "main",
        "title": "Game (card count) so far",
        "sides": [
            {"name": "You", "you": True, "n": 10, "cards": ["AC", "KD", "QS", "JS"]},
            {"name": "They", "n": 7, "cards": ["AS", "KH"]},
        ],
    }
    ladder = LADDER | {"level": "first", "where": "main"}
    sc = scene(low=None, stock=None, hands=hands, trick=None, counts={"South": 2, "East": 2, "North": 2, "West": 2})
    return scenario() | {
        "rev": 3,
        "step": "2 of 5",
        "title": "Two cards each, all face up. Who counts more?",
        "lead": "Each card you win counts. You lead: {7S} or {9D}?",
        "scene": sc,
        "hand": [c for c in HAND if c["id"] != "QS"],
        "panels": [ladder, counts],
        "strip": None,
    }


def seat_question() -> State:
    rows = {
        "id": "rows",
        "kind": "rows",
        "where": "main",
        "level": "first",
        "title": "The four points",
        "rows": [ROWS[0], ROWS[1] | {"hidden": True}, ROWS[2] | {"hidden": True}, ROWS[3] | {"hidden": True}],
    }
    q = {
        "id": "who_low",
        "kind": "question",
        "form": "seat",
        "where": "main",
        "level": "first",
        "ask": "Who has [[Low]]?",
        "options": [{"id": s["id"], "label": "You" if s.get("you") else s["name"]} for s in SEATS],
    }
    return scenario() | {
        "rev": 4,
        "step": "3 of 5",
        "title": "The four points, read off this deal.",
        "lead": None,
        "scene": scene(trick=None, turn=None, counts={}, low=None, stock=None),
        "hand": [],
        "tricks": TRICKS_ALL,
        "panels": [q, rows],
        "strip": None,
    }


OUTCOME = {
    "id": "out",
    "kind": "outcome",
    "where": "main",
    "level": "first",
    "caption": "The same cards, the same 24 plays. Only the rule book changes.",
    "columns": ["High", "Low", "Jack", "Game", "marked in play"],
    "rows": [
        {
            "id": "t",
            "book": "Trinidad",
            "cells": [
                {"text": "they 1"},
                {"text": "you 1", "cites": ["low"]},
                {"text": "you **3**", "cites": ["hang"]},
                {"text": "you 1 (20–19)", "cites": ["game"]},
                None,
            ],
            "total": "you 5–1",
            "winner": "you",
            "tone": "good",
        },
        {
            "id": "h",
            "book": "Hoyle, ten up",
            "cells": [
                {"text": "they 1"},
                {"text": "you 1"},
                {"text": "you **1**", "changed": True},
                {"text": "you 1 (20–19)"},
                None,
            ],
            "total": "you 3–1",
            "winner": "you",
            "tone": "good",
        },
        {
            "id": "f",
            "book": "All Fives",
            "year": "Foster",
            "cells": [
                {"text": "they 1"},
                {"text": "you 1"},
                {"text": "in the pegs"},
                {"text": "**they** 1 (20–**24**)", "changed": True, "cites": ["fives"]},
                {"text": "you 3, they **9**", "changed": True},
            ],
            "total": "they 11–4",
            "winner": "they",
            "tone": "bad",
        },
    ],
}


def predict() -> State:
    q = {
        "id": "who_wins",
        "kind": "question",
        "form": "choice",
        "predict": True,
        "where": "main",
        "level": "first",
        "ask": "Predict first: who wins this deal under All Fives?",
        "options": [{"id": "you", "label": "We do"}, {"id": "they", "label": "They do"}],
    }
    return seat_question() | {
        "rev": 5,
        "step": "4 of 5",
        "title": "Nothing changes: the same cards, the same 24 plays. Only the rule book.",
        "panels": [q],
    }


def outcome() -> State:
    doors = {
        "id": "doors",
        "kind": "doors",
        "where": "main",
        "level": "first",
        "title": "Where next?",
        "items": [
            {"id": "first_card", "label": "Play this deal from its first card", "text": "you know the cards now"},
            {"id": "new", "label": "A new deal", "text": "the trump is settled"},
            {"id": "words", "label": "What the words mean", "href": "02_words.ipynb"},
            {"id": "books", "label": "Where the books disagree", "href": "05_books.ipynb"},
        ],
    }
    said = {
        "id": "fb",
        "kind": "feedback",
        "where": "main",
        "level": "first",
        "tone": "note",
        "word": "They do",
        "body": "The five of spades fell in the third trick and nobody looked at it. "
        "In All Fives it is worth five, twice.",
    }
    return predict() | {"rev": 6, "felt": False, "panels": [said, OUTCOME, doors]}


def resume() -> State:
    p = {
        "id": "resume",
        "kind": "resume",
        "where": "felt",
        "level": "first",
        "title": "You left a match here",
        "body": "Trinidad, 6 to 9, third deal, your turn in trick 4.",
    }
    return in_play(
        title="Go on where you were?",
        panels=[p, SCORE],
        hand=[],
        tricks=[],
        scene=scene(trick=None, turn=None, counts={}, low=None),
    )


def seats(n: int, direction: str = "left") -> State:
    names = ["You", "Ann", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus"][:n]
    ss = [{"id": x, "name": x, "you": x == "You", "side": x} for x in names]
    t = {
        "number": 1,
        "plays": [
            {"seat": x, "card": c, "led": i == 0}
            for i, (x, c) in enumerate(zip(names[1:], ["5H", "KH", "3S", "TH", "2H", "AH", "JS"], strict=False))
        ],
        "best": names[min(3, n - 1)],
        "best_text": "winning",
        "done": False,
    }
    sc = scene(
        direction=direction,
        seats=ss,
        sides=[],
        dealer=names[-1],
        turn="You",
        counts=dict.fromkeys(names, 6),
        trick=t,
        low={"seat": names[1], "card": "3S", "text": "Low so far"},
    )
    return in_play(scene=sc, tricks=[], panels=[SCORE, POINTS], title="Your turn: follow hearts, or trump.")


def scores() -> State:
    board = {
        "id": "board",
        "kind": "score",
        "title": "All Fives: sixty-one holes",
        "style": "board",
        "target": 61,
        "sides": [
            {"id": "a", "name": "You and North", "you": True, "n": 34, "before": 31},
            {"id": "b", "name": "East and West", "n": 47, "before": 38},
        ],
    }
    leaving = {
        "id": "leaving",
        "kind": "score",
        "title": "Seven-Up",
        "style": "leaving",
        "target": 7,
        "sides": [{"id": "a", "name": "You", "you": True, "n": 5}, {"id": "b", "name": "Pone", "n": 2}],
    }
    pool = {
        "id": "pool",
        "kind": "score",
        "title": "Pool",
        "style": "pool",
        "pool": {"pile": {"red": 1, "white": 2}, "text": "In the pool: 1 red and 2 white counters."},
        "sides": [
            {"id": "a", "name": "You", "you": True, "pile": {"red": 2, "white": 2}, "text": "2 red, 2 white up"},
            {"id": "b", "name": "Ann", "pile": {"red": 3, "owed": True}, "text": "3 red down"},
        ],
    }
    return in_play(panels=[board, leaving, pool])


# ---- the stepper ------------------------------------------------------------------------------------
DEALT = {
    "South": "QS 7S 2S 6C 9D 5H",
    "East": "AS 8C KD QD KH 3H",
    "North": "4S AC TD 4D 8H 7H",
    "West": "JS 5S TC 7C 3C 6H",
}
NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def stepper() -> State:
    hands = {s: c.split() for s, c in DEALT.items()}
    frames: list[State] = [
        {
            "scene": scene(trick=None, turn="South", hands=deepcopy(hands), counts={}, low=None, bubbles={}),
            "phase": "deal",
            "trick": None,
            "address": "the deal",
            "text": "West deals six cards each and turns {9S}: spades are trumps.",
        },
        {
            "scene": {"bubbles": {"South": "I stand"}},
            "phase": "beg",
            "trick": None,
            "address": "stand or beg",
            "text": "South stands.",
            "why": "With three trumps and the two among them there is no need to [[beg]].",
            "cites": ["beg"],
        },
    ]
    for t in TRICKS_ALL:
        plays: list[State] = []
        for i, p in enumerate(t["plays"]):
            hands = {s: [c for c in h if c != p["card"]] for s, h in hands.items()}
            plays = [*plays, {**p, "led": i == 0}]
            last = i == 3
            best = (
                t["winner"] if last else next((q["seat"] for q in plays if q["seat"] == t["winner"]), plays[0]["seat"])
            )
            sc = {
                "bubbles": {},
                "hands": deepcopy(hands),
                "turn": None if last else t["plays"][i + 1]["seat"],
                "trick": {
                    "number": t["number"],
                    "plays": plays,
                    "best": best,
                    "done": last,
                    "text": t["text"] if last else "",
                },
            }
            verb = (
                "leads" if i == 0 else "trumps with" if p["card"][1] == "S" and plays[0]["card"][1] != "S" else "plays"
            )
            text = f"{p['seat']} {verb} {{{p['card']}}}." + (f" {t['text']}." if last else "")
            frames.append(
                {
                    "scene": sc,
                    "phase": "play",
                    "trick": t["number"],
                    "card": i + 1,
                    "address": f"trick {t['number']}, card {i + 1}",
                    "text": text,
                    "cites": ["follow"] if verb == "trumps with" else [],
                    "why": "A [[trump]] beats every card of another suit." if verb == "trumps with" else None,
                }
            )
    frames += [
        (
            {
                "scene": {"trick": None, "turn": None},
                "phase": "score",
                "trick": None,
                "address": r["label"],
                "text": f"**{r['label']}**: {r['text']}, {r['side']} +{r['n']}.",
                "tone": r["tone"],
                "cites": r.get("cites", []),
            }
        )
        for r in ROWS
    ]
    views = [{"id": "all", "label": "All hands open"}, *({"id": s["id"], "label": f"{s['name']} sees"} for s in SEATS)]
    return {
        "rev": 1,
        "title": "A deal of Trinidad, step by step",
        "frames": frames,
        "views": views,
        "seat_view": "all",
        "footer": FOOTER,
        "panels": [LADDER],
    }


# ---- compare ----------------------------------------------------------------------------------------
def compare() -> State:
    rows: list[State] = [
        {
            "id": "deal",
            "n": 1,
            "phase": "deal",
            "label": "Deal",
            "same": True,
            "text": "West turns {9S}: spades are trumps.",
        }
    ]
    for t in TRICKS_ALL:
        plays = [{**p, "best": p["seat"] == t["winner"]} for p in t["plays"]]
        if t["number"] == 3:
            cells = [
                {"text": "East takes {5S}: nothing yet"},
                {"text": "East takes {5S}: nothing yet"},
                {"text": "East marks 5 for the five of trumps", "tone": "bad", "cites": ["fives"]},
            ]
            rows.append(
                {
                    "id": "t3",
                    "n": 4,
                    "phase": "play",
                    "trick": 3,
                    "label": "Trick 3",
                    "same": False,
                    "plays": plays,
                    "cells": cells,
                    "diff": {
                        "class": "scoring",
                        "label": "scoring during play",
                        "first": True,
                        "text": "Under All Fives the five of trumps counts at once for whoever takes it. "
                        "The other two books count nothing until the end.",
                    },
                }
            )
        else:
            rows.append(
                {
                    "id": f"t{t['number']}",
                    "n": t["number"] + 1,
                    "phase": "play",
                    "trick": t["number"],
                    "label": f"Trick {t['number']}",
                    "same": True,
                    "plays": plays,
                }
            )
    rows.append(
        {
            "id": "jack",
            "n": 8,
            "label": "Jack",
            "same": False,
            "cells": [
                {"text": "you +3", "tone": "good", "cites": ["hang"]},
                {"text": "you +1", "tone": "good"},
                {"text": "already marked"},
            ],
            "diff": {"class": "scoring", "label": "points"},
        }
    )
    rows.append(
        {
            "id": "game",
            "n": 9,
            "label": "Game",
            "same": False,
            "cells": [
                {"text": "you +1, 20 to 19", "tone": "good"},
                {"text": "you +1, 20 to 19", "tone": "good"},
                {"text": "they +1, 24 to 20", "tone": "bad", "cites": ["fives"]},
            ],
            "diff": {"class": "scoring", "label": "card count"},
        }
    )
    other = deepcopy(rows)
    other[4] |= {
        "same": False,
        "plays": None,
        "cells": [
            {"text": "{KD} {4D} {JS} {QS}"},
            {"text": "{KD} {4D} {JS} {QS}"},
            {"text": "West keeps his Jack back and plays {7C}"},
        ],
        "seam": [2],
        "seam_text": "Under All Fives West would not risk his Jack.",
        "diff": {"class": "play", "label": "another card is played", "first": False},
    }
    o = {k: v for k, v in OUTCOME.items() if k not in ("id", "kind", "where", "level")}
    return {
        "rev": 1,
        "title": "The same deal under three books: the winner changes",
        "footer": FOOTER,
        "books": [
            {"id": "trinidad", "title": "Trinidad", "drop": True},
            {"id": "hoyle-ten", "title": "Hoyle, ten up", "drop": True, "house": ["low_to = taker"]},
            {"id": "foster-all-fives", "title": "All Fives", "year": "Foster", "drop": True},
        ],
        "modes": [
            {"id": "same", "label": "Same plays", "text": "every card as it was played"},
            {
                "id": "players",
                "label": "Same players play on",
                "text": "lawful plays first, then the other book's players",
            },
            {"id": "best", "label": "Best play", "disabled": True, "why": "the solver is not here yet"},
        ],
        "mode": "same",
        "tables": {
            "same": {"outcome": o, "rows": rows, "note": "Every card as it was played; only the counting differs."},
            "players": {"outcome": o, "rows": other},
        },
        "add": [
            {"id": "foster-1897", "title": "Seven-Up (Foster)"},
            {"id": "cassell-all-fives", "title": "All Fives (Cassell)"},
        ],
        "tools": [{"id": "new_deal", "label": "New seed"}],
    }
