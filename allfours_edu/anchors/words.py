"""The words of a text as fingerprints see them: the same in every wrapping, encoding, edition of type.

Compatibility forms and accents are folded, capitals are small, words parted at the end of a line are joined, page marks
and the labels of lists are dropped; what is left are words of a–z and 0–9, each with its place in the text.

    >>> stream("iv.  _Low_ be-\\nlongs to the\\n[Page 93]\\ndealer’s ſide.").words
    ['low', 'belongs', 'to', 'the', 'dealer', 's', 'side']
    >>> stream("VVhoſoever Iudges vpon it", "old").words == stream("Whosoever judges upon it", "old").words
    True
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from ..errors import Plain

Profile = Literal["plain", "old"]
"""``old`` is for type of the seventeenth century, where i and j, u and v, vv and w are one letter each."""

MOST_WORDS: Final = 1_200_000


class TextError(Plain, ValueError):
    """A text that cannot be attached: too large, no text, in no known form. One sentence says what to do."""


# Every repetition is bounded or cannot start twice at one place: a hostile text costs no more than a dull one.
_TOKEN: Final = re.compile(
    r"""(?P<mark> [\[{(<][ ]{0,3} (?: (?:page|pag|pg|p|fol)\.?[ ]{0,3} [0-9ivxlc]{1,7} | [0-9]{1,4} ) [ ]{0,3}[\]})>]
        | ^[ \t]{0,60} [-–—]?[ ]{0,3} [0-9]{1,4} [ ]{0,3}[-–—]? [ \t]{0,60}$ )
      | (?P<word> [^\W_] (?: [^\W_] | [\u0300-\u036f\u00ad]
        | [-\u2010][ \t]{0,8}\r?\n[ \t]{0,60}(?=(?-i:[a-z])) )* )""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
_LABEL: Final = re.compile(r"[ivxlc]{1,6}|[0-9]{1,3}|[a-z]", re.IGNORECASE)
_BEFORE_LABEL: Final = frozenset("\n\r.;:!?—–")
_JOINT: Final = re.compile(r"[\u0300-\u036f\u00ad]|[-\u2010]\s+")
_PLAIN: Final = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Stream:
    """The words of a text in order; word ``i`` stands at ``text[starts[i]:ends[i]]``."""

    text: str
    words: list[str]
    starts: array[int]
    ends: array[int]

    def __len__(self) -> int:
        return len(self.words)

    def place(self, first: int, last: int) -> tuple[int, int]:
        """Where the words from ``first`` up to (not with) ``last`` stand in the text."""
        return self.starts[first], self.ends[last - 1]

    def paragraph(self, word: int) -> tuple[int, int]:
        """The words of the paragraph in which a word stands; a paragraph ends at an empty line."""
        first, last = word, word + 1
        while first > 0 and not self._parted(first - 1):
            first -= 1
        while last < len(self.words) and not self._parted(last - 1):
            last += 1
        return first, last

    def paragraphs(self, first: int, last: int) -> int:
        """How many paragraphs end between two words."""
        return sum(self._parted(word) for word in range(first, last))

    def _parted(self, word: int) -> bool:
        return _EMPTY_LINE.search(self.text, self.ends[word], self.starts[word + 1]) is not None


_EMPTY_LINE: Final = re.compile(r"\n[ \t\r]{0,60}\n")


def stream(text: str, profile: Profile = "plain") -> Stream:
    """The words of a text with their places. Raises :class:`TextError` where there are far too many."""
    words: list[str] = []
    starts, ends = array("L"), array("L")
    for start, end, token in _tokens(text):
        for word in _folded(token, profile):
            words.append(word)
            starts.append(start)
            ends.append(end)
        if len(words) > MOST_WORDS:
            raise TextError(f"The text has more than {MOST_WORDS:,} words; attach the chapter or the book alone.")
    return Stream(text, words, starts, ends)


def words_of(text: str, profile: Profile = "plain") -> list[str]:
    """The words alone, for a digest or a heading.

    >>> words_of("93. Terms used in All-Fours.")
    ['terms', 'used', 'in', 'all', 'fours']
    """
    return stream(text, profile).words


def trigrams(words: list[str]) -> Iterator[str]:
    """Each word with the two that follow it."""
    return (f"{pair} {third}" for pair, third in zip(map(" ".join, pairwise(words)), words[2:], strict=False))


def _tokens(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _TOKEN.finditer(text):
        if found.lastgroup == "word" and not _is_label(text, found.start(), found.end()):
            yield found.start(), found.end(), found.group()


def _is_label(text: str, start: int, end: int) -> bool:
    """Is this the number of a list or section: ``ii.``, ``(a)``, ``93.`` at the head of a line or sentence?"""
    if end - start > 6 or text[end : end + 1] not in (".", ")") or not text[end + 1 : end + 2].isspace():
        return False
    if not _LABEL.fullmatch(text, start, end):
        return False
    at = start - 1
    while at >= 0 and start - at < 60 and text[at] in " \t([":
        at -= 1
    return at < 0 or text[at] in _BEFORE_LABEL


@lru_cache(1 << 16)
def _folded(token: str, profile: Profile) -> tuple[str, ...]:
    """A token of the text as words of a–z and 0–9; nearly always one."""
    folded = _JOINT.sub("", token).casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFKC", folded).casefold().replace("æ", "ae").replace("œ", "oe")
        folded = "".join(c for c in unicodedata.normalize("NFD", folded) if not unicodedata.combining(c))
    if profile == "old":
        folded = folded.replace("vv", "w").replace("uu", "w").replace("j", "i").replace("v", "u")
    return tuple(_PLAIN.findall(folded))
