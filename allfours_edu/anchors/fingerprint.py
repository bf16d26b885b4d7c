"""Anchors of the scheme ``w3h/1``: find a passage again in another copy of a text, without keeping its words.

Kept are a hash of the whole passage, the 24 smallest hashes of its word trigrams, its length, the heading above it and
the number of its paragraph below that heading. From these nobody can read the passage; with a copy in hand it is found.

    >>> from allfours_edu.anchors.words import stream
    >>> rules = "High is the best trump out. Low is the lowest trump out, and its first holder marks a point for it."
    >>> low = make_anchor(words_of(rules)[6:], "Terms")
    >>> found = find({"low": low}, stream("TERMS. " + rules.upper().replace("ITS", "it’s")))["low"]
    >>> found.tier, found.score
    ('near', 0.769)
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Final, Literal

from .words import Stream, trigrams, words_of

SCHEME: Final = "w3h/1"
GRAMS: Final = 24
WINDOW: Final = 1.4
SHORTEST: Final = 12
"""A clause of fewer words is anchored to the paragraph it stands in: rule books are full of short look-alikes."""

Tier = Literal["exact", "near", "weak", "not found", "none"]
LEVELS: Final[tuple[tuple[Tier, float, float, bool], ...]] = (  # tier, score, margin, must the heading agree?
    ("exact", 0.90, 0.20, False), ("near", 0.45, 0.20, False), ("weak", 0.15, 0.10, True),
)  # fmt: skip
_HEADING_REACH: Final = 1_500  # words above a passage in which its heading is looked for
_COMMON: Final = 4_000  # a trigram that stands in a text more often than this tells nothing about a place
_MOST_COPIES: Final = 50


@dataclass(frozen=True, slots=True)
class Anchor:
    """The fingerprints of one passage. ``n``: its length in words; ``twin``: its very words stand elsewhere too."""

    n: int
    full: str
    grams: tuple[str, ...]
    head: str = ""
    ord: int = 0
    twin: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """Where a passage was found: how surely, at which words; ``first == last`` where it was not."""

    tier: Tier
    score: float = 0.0
    margin: float = 0.0
    first: int = 0
    last: int = 0
    whole: bool = False

    def __bool__(self) -> bool:
        return self.tier in ("exact", "near", "weak")


def gram_hash(gram: str) -> str:
    """Eight hexadecimal digits for three words."""
    return sha256(gram.encode()).hexdigest()[:8]


def full_hash(words: list[str]) -> str:
    """Sixteen hexadecimal digits for all words of a passage."""
    return sha256(" ".join(words).encode()).hexdigest()[:16]


def make_anchor(words: list[str], head: str = "", ord: int = 0) -> Anchor:
    """The anchor of a passage, from its normalised words."""
    grams = heapq.nsmallest(GRAMS, {gram_hash(gram) for gram in trigrams(words)})
    return Anchor(len(words), full_hash(words), tuple(grams), " ".join(words_of(head)), ord)


def find(anchors: Mapping[str, Anchor], text: Stream) -> dict[str, Found]:
    """Each passage in a text. What cannot be told from a look-alike is *not found*: nothing is guessed."""
    places = _places(text.words, {gram for anchor in anchors.values() for gram in anchor.grams})
    return {name: _find(anchor, text, places) for name, anchor in anchors.items()}


def _places(words: list[str], wanted: set[str]) -> dict[str, list[int]]:
    """Where in the text the wanted trigrams begin."""
    known: dict[str, str | None] = {}
    places: dict[str, list[int]] = {}
    for at, gram in enumerate(trigrams(words)):
        hashed = known.get(gram, "")
        if hashed == "":
            hashed = gram_hash(gram)
            known[gram] = hashed = hashed if hashed in wanted else None
        if hashed is not None:
            places.setdefault(hashed, []).append(at)
    return {gram: found for gram, found in places.items() if len(found) <= _COMMON}


def _find(anchor: Anchor, text: Stream, places: Mapping[str, list[int]]) -> Found:
    hits = sorted((at, gram) for gram in anchor.grams for at in places.get(gram, ()))
    if not hits:
        return Found("not found")
    width = max(math.ceil(WINDOW * anchor.n), 3)
    windows = list(_windows(hits, width, len(anchor.grams)))
    whole = list(islice(_whole(anchor, text.words, windows), _MOST_COPIES))
    if len(whole) > 1 or (whole and anchor.twin):  # only heading and paragraph can tell which of the places is meant
        whole = _as_headed(anchor, text, whole)
        if len(whole) != 1:
            return Found("not found", 1.0)
    if whole:
        return Found("exact", 1.0, _margin(windows, whole[0], width), whole[0], whole[0] + anchor.n, True)
    best = max(windows, key=lambda window: window.score)
    margin = _margin(windows, best.at, width)
    for tier, score, lead, heading in LEVELS:
        if best.score < score or margin < lead:
            continue
        if not heading or _heading(anchor, text.words, best.at, misread=True) is not None:
            return Found(tier, round(best.score, 3), margin, best.at, best.last)
    return Found("not found", round(best.score, 3), margin)


@dataclass(frozen=True, slots=True)
class _Window:
    """A stretch of text that begins with a trigram of the passage; ``last`` is the word after its last one."""

    at: int
    last: int
    score: float


def _windows(hits: list[tuple[int, str]], width: int, grams: int) -> Iterator[_Window]:
    """For each hit the window that begins there, with its share of the kept trigrams."""
    inside: dict[str, int] = {}
    end = 0
    for at, gram in hits:
        while end < len(hits) and hits[end][0] <= at + width - 3:
            inside[hits[end][1]] = inside.get(hits[end][1], 0) + 1
            end += 1
        yield _Window(at, hits[end - 1][0] + 3, len(inside) / grams)
        inside[gram] -= 1
        if not inside[gram]:
            del inside[gram]


def _margin(windows: list[_Window], at: int, width: int) -> float:
    """How far the best window leads over the best one that does not overlap it."""
    here = max(window.score for window in windows if window.at == at or at <= window.at < at + width)
    other = max((w.score for w in windows if w.at >= at + width or w.at + width <= at), default=0.0)
    return round(here - other, 3)


def _whole(anchor: Anchor, words: list[str], windows: Iterable[_Window]) -> Iterator[int]:
    """Where the passage stands word for word: tried around the windows that hold all of its trigrams."""
    tried = -1
    for window in windows:
        if window.score < 1:
            continue
        for at in range(max(window.at - anchor.n, tried + 1, 0), min(window.at, len(words) - anchor.n) + 1):
            tried = at
            if full_hash(words[at : at + anchor.n]) == anchor.full:
                yield at


def _as_headed(anchor: Anchor, text: Stream, places: list[int]) -> list[int]:
    """Those of several places that stand under the heading of the passage; if that does not tell, as its paragraph."""
    headed = {at: head for at in places if (head := _heading(anchor, text.words, at)) is not None}
    if len(headed) > 1 or anchor.twin:
        headed = {at: head for at, head in headed.items() if text.paragraphs(head, at) == anchor.ord}
    return list(headed)


def _heading(anchor: Anchor, words: list[str], at: int, misread: bool = False) -> int | None:
    """Where the heading of the passage stands above this place, near enough to be its heading.

    ``misread``: a word in three may differ.
    """
    head = anchor.head.split()
    if not head:
        return None
    above = range(at - len(head), max(at - _HEADING_REACH, 0) - 1, -1)
    enough = len(head) - (len(head) // 3 if misread else 0)
    return next((i for i in above if _agree(words[i : i + len(head)], head) >= enough), None)


def _agree(words: list[str], other: list[str]) -> int:
    """How many words are the same, place by place."""
    return sum(map(str.__eq__, words, other))
