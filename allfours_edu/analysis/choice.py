"""What a player answers: an action, the maxim that speaks for it, and (the expert) what it expects of each action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..engine import Action, Call, action_text
from .maxims import WORDS, Maxim


class Option(NamedTuple):
    """One thing that may be done. ``mean``: points it brings more than the others get, on the whole.

    ``share``: in how many of the deals (0 to 1) nothing else would have been better. ``error``: the standard error of
    ``mean`` less that of the best option.
    """

    action: Action
    mean: float
    share: float
    error: float


@dataclass(frozen=True)
class Estimate:
    """What is expected of each action, best first.

    ``how``: "open" (played out perfectly with open cards), "played" (played out by maxims) or "maxims" (nothing could
    be dealt, and ``why`` says what hid too much: "pool", "stock", "court"). ``samples``: the deals that were judged.
    ``promised``: the mean if one could see the cards before choosing; the blind spot of open cards lies between it and
    the best mean. ``cut``: "time" or "stopped" where it was cut short.
    """

    how: str
    samples: int = 0
    options: tuple[Option, ...] = ()
    promised: float = 0.0
    cut: str = ""
    why: str = ""

    def of(self, action: Action) -> Option | None:
        """What is expected of an action; None where it was not judged."""
        return next((o for o in self.options if o.action == action), None)

    @property
    def unseen(self) -> float:
        """What not seeing the cards costs, in points."""
        return self.promised - self.options[0].mean if self.options else 0.0

    def said(self, action: Action) -> str:
        """In words, for the action that was taken."""
        found = self.of(action)
        if found is None:
            return _MAXIMS_ONLY.get(self.why, _MAXIMS_ONLY[""])
        sentence = _SAID[self.how].format(n=self.samples, share=round(100 * found.share), mean=signed(found.mean))
        return sentence + (_CUT[self.cut] if self.cut else "")


_SAID = {
    "open": "In {n} deals that agree with what was seen, played out with open cards, it brings {mean} on the whole "
    "and is as good as anything in {share} of 100.",
    "played": "In {n} deals that agree with what was seen, played out by the maxims, it brings {mean} on the whole "
    "and is as good as anything in {share} of 100.",
}
_CUT = {"time": " (Time ran out.)", "stopped": " (It was stopped.)"}
_MAXIMS_ONLY = {
    "stock": "While cards are still to be drawn nothing is dealt out; this is by the maxims alone.",
    "pool": "In a pool nothing is dealt out; this is by the maxims alone.",
    "": "No deals could be made up; this is by the maxims alone.",
}


def signed(points: float) -> str:
    """Points with their sign.

    >>> signed(1.25), signed(-0.5), signed(0.01)
    ('+1.2', '−0.5', '0.0')
    """
    text = f"{abs(points):.1f}"
    return text if text == "0.0" else ("+" if points > 0 else "−") + text


@dataclass(frozen=True)
class Choice:
    """What a player does and, where it can say so, why."""

    action: Action
    maxim: Maxim | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    estimate: Estimate | None = None

    @property
    def text_key(self) -> str | None:
        return self.maxim.text_key if self.maxim else None

    def reason(self, words: Mapping[str, str] = WORDS) -> str:
        """The reason in words; empty where there is none. ``words`` are the book's own (``jack`` …)."""
        parts = []
        if self.maxim is not None:
            shown = {name: spoken(value) for name, value in self.facts.items()}
            parts.append(self.maxim.reason(shown, words))
        if self.estimate is not None:
            parts.append(self.estimate.said(self.action))
        return " ".join(parts)


def spoken(value: object) -> str:
    """A fact as it is written in a reason: cards with their suit signs, lists with "and"."""
    if isinstance(value, Call):
        return f"“{action_text(value)}”"
    if isinstance(value, tuple):
        return " ".join(map(spoken, value)) or "none"
    if isinstance(value, float):
        return f"{value:.1f}"
    return str(value)
