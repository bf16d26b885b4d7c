"""Which passages of one text stand in another: read off the fingerprints, without either text.

The kept trigrams of a passage are its smallest hashes, so the smallest hashes of two passages together are a fair
sample of both: what share of that sample stands in both estimates how much they have in common. Likeness shows kinship,
not its direction; and texts read in different profiles (old type, plain type) cannot be compared.

    >>> pair = next(pairs("squareman-1916", "cassell-1881"))
    >>> pair.a, pair.b, pair.contained
    ('squareman-1916#one-trump', 'cassell-1881#one-trump', 1.0)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ..sources import find_clause, witnesses
from .data import Anchored, Place, load_anchors
from .fingerprint import GRAMS

LEAST_SHARED = 3
"""One or two trigrams in common are turns of phrase (“the elder hand”), not reuse."""
PARALLEL = 0.3
"""So much of the shorter passage must stand in the other to call them parallel; below it lie phrases and chance."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two clauses and what their passages have in common.

    ``shared`` kept trigrams stand in both; ``alike`` estimates the common share of all trigrams of the two,
    ``contained`` that of the shorter. ``sampled``: estimated from a sample; else all trigrams of both were compared.
    """

    a: str
    b: str
    topic_a: str
    topic_b: str
    shared: int
    alike: float
    contained: float
    sampled: bool


@dataclass(frozen=True, slots=True)
class Kinship:
    """Two texts: how many anchored clauses of the first have a parallel in the second, and how close these are."""

    a: str
    b: str
    clauses_a: int
    clauses_b: int
    parallel_a: int
    parallel_b: int
    verbatim: int
    mean_contained: float


def pairs(*chosen: str, least: int = LEAST_SHARED) -> Iterator[Pair]:
    """Pairs of clauses with at least ``least`` trigrams in common, the closest first.

    ``chosen``: ids of witnesses. One: its parallels with all others; several: those among them; none: all.
    """
    found = []
    for a, b in _couples(chosen):
        first, second = load_anchors(a), load_anchors(b)
        if first is None or second is None or first.profile != second.profile:
            continue
        for one, place in first.clauses.items():
            for other, beside in second.clauses.items():
                if not _same_words(first, place, second, beside):
                    pair = _pair(f"{a}#{one}", place, f"{b}#{other}", beside)
                    found += [pair] if pair.shared >= least else []
    return iter(sorted(found, key=lambda pair: (-pair.contained, -pair.shared, pair.a, pair.b)))


def side_by_side(a: str, b: str) -> Pair | None:
    """Two clauses and what their passages have in common, be it nothing; None where one of them has no fingerprint.

    >>> side_by_side("squareman-1916#game", "cassell-1881#game").contained
    0.218
    """
    (one, first), (other, second) = (_anchored(ref) for ref in (a, b))
    if first is None or second is None or first.profile != second.profile:
        return None
    if one not in first.clauses or other not in second.clauses:
        return None
    return _pair(a, first.clauses[one], b, second.clauses[other])


def _anchored(ref: str) -> tuple[str, Anchored | None]:
    witness, _, clause = ref.partition("#")
    return clause, load_anchors(witness)


def kinships(*chosen: str, least: int = LEAST_SHARED) -> Iterator[Kinship]:
    """The same by pairs of texts, the closest kin first. ``verbatim``: pairs of passages that agree word for word."""
    found: dict[tuple[str, str], list[Pair]] = {}
    for pair in (pair for pair in pairs(*chosen, least=least) if pair.contained >= PARALLEL):
        found.setdefault((_witness(pair.a), _witness(pair.b)), []).append(pair)
    rows = []
    for (a, b), alike in found.items():
        best: dict[str, float] = {}
        for pair in alike:
            best[pair.a] = max(best.get(pair.a, 0), pair.contained)
        full = sum(_full(pair.a) == _full(pair.b) for pair in alike)
        counts = _size(a), _size(b), len(best), len({pair.b for pair in alike})
        rows.append(Kinship(a, b, *counts, full, round(sum(best.values()) / len(best), 3)))
    return iter(sorted(rows, key=lambda row: (-row.parallel_a * row.mean_contained, row.a, row.b)))


def _couples(chosen: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if len(chosen) == 1:
        return ((chosen[0], other) for other in witnesses() if other != chosen[0])
    return combinations(chosen or witnesses(), 2)


def _pair(a: str, place: Place, b: str, beside: Place) -> Pair:
    first, second = set(place.grams.split()), set(beside.grams.split())
    sampled = GRAMS in (len(first), len(second))
    # Below the smaller of the two largest kept hashes both samples are complete.
    bound = min((max(kept) for kept in (first, second) if len(kept) == GRAMS), default="g")
    sample = {gram for gram in first | second if gram <= bound}
    both = sample & first & second
    alike = len(both) / len(sample)
    sizes = [max(p.n - 2, 1) for p in (place, beside)]
    contained = min(alike * sum(sizes) / (1 + alike) / min(sizes), 1.0)
    topics = find_clause(a).topic, find_clause(b).topic
    return Pair(a, b, *topics, len(first & second), round(alike, 3), round(contained, 3), sampled)


def _same_words(first: Anchored, place: Place, second: Anchored, beside: Place) -> bool:
    """Are both anchored by words of the very same place (two strands of one page)?"""
    here, there = place.whole or place.at, beside.whole or beside.at
    same_file = first.files[place.file].name == second.files[beside.file].name
    return same_file and here[0] < there[1] and there[0] < here[1]


def _witness(ref: str) -> str:
    return ref.partition("#")[0]


def _full(ref: str) -> str:
    anchored = load_anchors(_witness(ref))
    return anchored.clauses[ref.partition("#")[2]].full if anchored else ""


def _size(witness: str) -> int:
    anchored = load_anchors(witness)
    return len(anchored.clauses) if anchored else 0
