"""Say first what you expect, then look: ``af.guess("1/10").against(…)``.

>>> from fractions import Fraction
>>> print(guess("1/10").against(Fraction(12, 51)))
You said 1/10; it is 4/17 (0.235). Too low, by a factor of 2.4.
>>> print(guess("").against(Fraction(12, 51)))
Write down what you expect first; then run this cell again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from ..analysis.claims import VERDICTS
from ..errors import PlainValueError
from .claimtable import ClaimCard
from .strings import t

LONGEST = 40
"""Letters of a number that is taken as it is written; a longer one is rounded."""
CLOSE = Fraction(11, 10)
"""Within a tenth of the right number is close."""


@dataclass(frozen=True)
class Words:
    """A sentence, and perhaps the card of a claim after it."""

    text: str
    card: ClaimCard | None = None

    def __str__(self) -> str:
        return self.text if self.card is None else f"{self.text}\n\n{self.card}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.text)}</p>" + ("" if self.card is None else self.card._repr_html_())


@dataclass(frozen=True)
class Guess:
    """What somebody expects: a number, a verdict, or nothing yet."""

    said: str
    number: Fraction | None = None

    def against(self, found: Any) -> Words:
        """Hold it against a number, or a claim (its verdict, or its first figure). Nothing is told before a guess."""
        if not self.said:
            return Words(t("guess.first"))
        if isinstance(found, ClaimCard):
            if self.number is None:
                return Words(self._verdict(found), found)
            return Words(self._close(found.figures[0].value), found)
        return Words(self._close(found))

    def _verdict(self, card: ClaimCard) -> str:
        if self.said not in VERDICTS:
            raise PlainValueError(t("guess.verdicts", found=repr(self.said), known=", ".join(VERDICTS)))
        return t("guess.same" if self.said == card.verdict else "guess.other", said=self.said, found=card.verdict)

    def _close(self, found: Any) -> str:
        if self.number is None:
            raise PlainValueError(t("guess.number", found=repr(self.said)))
        try:
            right = Fraction(found)
        except (TypeError, ValueError, OverflowError):  # NaN and infinity too
            raise PlainValueError(f"A guess is held against a number or a claim, not against {found!r:.40}.") from None
        exact = isinstance(found, (int, Fraction)) and len(str(found)) <= 18
        shown = f"{found} ({float(found):.3g})" if exact and right.denominator > 1 else f"{float(found):.6g}"
        head = t("guess.said", said=self.said, found=shown)
        if self.number == right:
            return f"{head} {t('guess.exact')}"
        if self.number <= 0 or right <= 0:
            return head
        factor = max(self.number / right, right / self.number)
        if factor <= CLOSE:
            return f"{head} {t('guess.close')}"
        return f"{head} {t('guess.low' if self.number < right else 'guess.high', factor=f'{float(factor):.2g}')}"


def guess(said: Any = "") -> Guess:
    """What you expect: a number ("1/10", "12 %", 0.1) or a verdict on a claim ("true", "depends on the reading").

    ``.against(found)`` holds it against what came out. An empty guess tells nothing. Raises :class:`ValueError` for
    what is neither.
    """
    text = str(said).strip()
    if not text:
        return Guess("")
    if text.lower() in VERDICTS:
        return Guess(text.lower())
    try:
        if len(text) > LONGEST or "e" in text.lower():  # 1e-999999999 would be written out
            text = str(float(text.rstrip("% "))) + "%" * text.endswith("%")
        number = Fraction(text.rstrip("% ")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise PlainValueError(t("guess.what", found=repr(text[:40]), known=", ".join(VERDICTS))) from None
    return Guess(text, number)
