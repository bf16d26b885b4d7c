"""A passage of the reader's own copy as a message to the browser. It is never part of a widget's state."""

from __future__ import annotations

from typing import Any

from ..anchors.copy import attached
from ..anchors.data import load_anchors
from ..sources import RulebookError, find_clause, witnesses
from ..teach.attached import told
from ..teach.strings import phrase


def own_witnesses() -> list[str]:
    """The texts of which the reader has attached a copy."""
    return [id for id in witnesses() if attached(id) is not None]


def may_be_attached(witness: str) -> bool:
    """Are there fingerprints by which a copy could be searched?"""
    return load_anchors(witness) is not None


def own_passage(ref: str) -> dict[str, Any] | None:
    """The passage of one clause, how surely it was found and where; None for a clause or copy that is not there."""
    try:
        clause = find_clause(ref)
    except RulebookError:
        return None
    copy = attached(clause.witness)
    if copy is None:
        return None
    found, passage = copy.found[ref], copy.passage(ref)
    message = {
        "kind": "own", "ref": ref, "name": copy.name, "note": told(clause, found),
        "tier": found.tier, "tier_word": phrase(f"attached.tier_{found.tier.replace(' ', '_')}"),
    }  # fmt: skip
    if passage is None:
        return message
    words = {"before": passage.before, "words": passage.words, "after": passage.after}
    return {**message, **words, "where": phrase("attached.line", n=passage.line)}
