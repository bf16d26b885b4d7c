"""Made-up rule books and the many forms in which a reader may have one: what anchors are tried on.

The words are the project's own: a few dozen sentences with blanks, so that a book is full of look-alikes as real ones
are. Each paragraph is announced by a word of its own ("zq17"), which says afterwards where a passage really stands.
"""

from __future__ import annotations

import html
import random
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from allfours_edu.anchors.fingerprint import SHORTEST, Anchor, Found, find, make_anchor
from allfours_edu.anchors.reading import as_text
from allfours_edu.anchors.words import Profile, stream, words_of

WHEN = """
If {someone} lays down {card} before {moment}
Once {seat} has looked at {thing}
Where {number} sit at the table and {someone} has {card}
As soon as {thing} lies open and {seat} has spoken
Should {card} be shown by accident while {moment}
Unless {other} has asked for {thing} beforehand
Though it seldom happens that {seat} holds {card} with {number} small ones
Whenever {other} can prove that {thing} was looked at too early
In towns where {number} counters are staked on {thing}
After {moment}, but not a breath sooner
With {card} gone and {number} tricks still to come
Since nobody but {seat} knows where {card} may be
Among people who keep the older custom of {custom}
Suppose that {someone} forgets {thing} until {moment}
Even when {card} falls to {other}
For as long as {thing} stays where {seat} has put it
""".strip().split("\n")
THEN = """
{other} may choose between {thing} and a fresh start
{seat} marks {points} and says so aloud
nobody is allowed to touch {thing} again
{someone} pays {points} to each who asks for it
it counts towards the sum of whoever took {card} home
{thing} goes back to the middle and is dealt once more
{seat} has no choice but to follow with {card}
the {points} already marked come off again
whatever {other} has won so far is laid aside unseen
{card} is worth {number} and each of the rest a good deal less
{someone} must say plainly whether {custom} is to hold
the side of {seat} stops {number} short of the end
it is good play to part with {card} and keep {thing} in reserve
the cards are gathered up and {other} deals in his place
{other} cannot be asked for more than {points} in all
both of them lose {thing}, and the next in turn takes it up
""".strip().split("\n")
WHY = """
for otherwise {custom} would soon be forgotten
which most tables find too hard on {someone}
so that {other} can tell at a glance how matters stand
because {seat} had the better chance at {thing}
as every beginner learns before {moment}
although some would rather have {number} than lose {thing}
provided that {someone} does not object before {moment}
and from then on {card} is nothing but a plain card
until {number} deals have gone round in the same fashion
save in matches for {number}, where {custom} decides
even if {other} has already turned {thing} face down
without which {custom} would make little sense
and this is the whole secret of {custom}
which is why careful people count {card} twice
""".strip().split("\n")  # fmt: skip
SLOTS = {
    slot: words.split("|")
    for slot, words in {
        "seat": "the dealer|the eldest hand|the player on the right|the dealer's partner|the last to speak|the youngest"
        "|whoever cut lowest|the keeper of the pool",
        "someone": "a player|one of three|either partner|the leader|a newcomer|somebody who had passed|a careless host",
        "other": "the other side|his left neighbour|any opponent|the whole table|the player opposite|those still in"
        "|the loser of the last deal",
        "card": "the knave|a ten|an ace|the deuce|the king of trumps|a six|the five of the turned suit|a black queen"
        "|the lowest trump|a card of no worth",
        "thing": "_the turned card_|the first trick|the count|the last card|the pool|the stock|the widow's hand"
        "|a second deal|the choice of seats|the trump",
        "moment": "the cut|the second lead|the cards are squared|the counters are pushed in|the stock is turned"
        "|the third round is over|partners are named",
        "custom": "calling aloud|playing blind|selling to the highest|counting from the top|the double stake",
        "points": "one point|two points|three points|a single counter|five points|half the stake",
        "number": "two|three|four|five|seven|nine|eleven|thirteen|twenty-one",
    }.items()
}
HEADINGS = "Dealing|Of the turned card|Laws|Terms|The play of the cards|Marking|Faults|Hints|For three|For partners"
OTHER_WORDS = {
    "cards": "leaves", "player": "gamester", "once": "directly", "nobody": "no one", "trick": "round",
    "counts": "tells", "before": "ere", "Should": "Were", "points": "marks", "both": "the two", "side": "party",
    "while": "whilst", "may": "can", "always": "ever", "whoever": "him who", "last": "final", "keep": "hold",
}  # fmt: skip


@dataclass(frozen=True)
class Paragraph:
    """One paragraph: its word of announcement, what it says, the heading it opens, the label of its list."""

    mark: str
    text: str
    heading: str = ""
    label: str = ""


Book = Sequence[Paragraph]


def made_up_book(seed: int, paragraphs: int = 240) -> list[Paragraph]:
    """A rule book of nobody's, always the same for a seed."""
    rng = random.Random(seed)
    headings = HEADINGS.split("|")
    book, labelled = [], False
    for n in range(paragraphs):
        heading = headings[n * len(headings) // paragraphs] if n * len(headings) % paragraphs < len(headings) else ""
        labelled = rng.random() < 0.4 if heading else labelled
        said = " ".join(_sentence(rng) for _ in range(rng.choice((1, 1, 2, 2, 3))))
        book.append(Paragraph(f"zq{n}", said, heading, f"{n % 19 + 1}." if labelled else ""))
    return book


def _sentence(rng: random.Random) -> str:
    """Three clauses, each with its blanks filled anew: likely to stand in part, unlikely to stand whole, elsewhere."""

    def filled(clauses: Sequence[str]) -> str:
        return re.sub(r"\{(\w+)\}", lambda slot: rng.choice(SLOTS[slot[1]]), rng.choice(clauses))

    parts = [filled(WHEN) + ",", filled(THEN), filled(WHY)]
    return " ".join(parts[: rng.choice((2, 3, 3))]).rstrip(",") + "."


def anchors_in(book: Book, profile: Profile = "plain") -> dict[str, Anchor]:
    """The anchors of all paragraphs long enough to have one of their own."""
    found, heading, ordinal = {}, "", 0
    for paragraph in book:
        heading, ordinal = (paragraph.heading, 1) if paragraph.heading else (heading, ordinal + 1)
        words = words_of(paragraph.text, profile)
        if len(words) >= SHORTEST:
            found[paragraph.mark] = make_anchor(words, heading, ordinal)
    return found


# -- forms ------------------------------------------------------------------------------------------------------------


def _lines(book: Book, width: int = 72) -> str:
    blocks = []
    for p in book:
        if p.heading:
            blocks.append(p.heading.upper() + ".")
        blocks.append(textwrap.fill(f"{p.mark} {p.label} {p.text}" if p.label else f"{p.mark} {p.text}", width))
    return "\n\n".join(blocks)


def _changed(book: Book, change: Callable[[str], str]) -> list[Paragraph]:
    return [replace(p, text=change(p.text)) for p in book]


def plain_copy(book: Book) -> bytes:
    return _lines(book).encode()


def rewrapped(book: Book) -> bytes:
    """Narrow columns, words parted at the ends of lines."""
    rng = random.Random(1)
    text = _lines(book, 46).replace("\n", "\r\n")
    return re.sub(
        r"(?<=[ \n])([a-z]{4})([a-z]{4,}) ", lambda m: m[0] if rng.random() < 0.9 else f"{m[1]}-\r\n{m[2]} ", text
    ).encode()


def curly(book: Book) -> bytes:
    """Typographer's marks and ligatures, no marks for italics."""
    text = _lines(book).replace("_", "").replace("'", "’").replace(", ", " — ", 40).replace("fi", "ﬁ")
    return re.sub(r"\bthe (\w+)", r"the “\1”", text, count=60).encode("utf-8-sig")


def latin_1(book: Book) -> bytes:
    return _lines(_changed(book, lambda text: text.replace("deal ", "déal ").replace("side", "sidë"))).encode(
        "latin-1", "replace"
    )


def utf_16(book: Book) -> bytes:
    return _lines(book, 60).encode("utf-16")


def as_html(book: Book) -> bytes:
    """A web page: no labels, numbers of pages in the margin, entities."""
    said = ["<!DOCTYPE html><html><head><title>A book</title><style>p {color: red}</style></head><body>"]
    for n, p in enumerate(book):
        said += [f"<h2>{html.escape(p.heading)}.</h2>"] if p.heading else []
        text = re.sub(r"_(.+?)_", r"<i>\1</i>", html.escape(p.text)).replace(", ", ",<br />\n", 1)
        text = text.replace("the ", f'the <span class="pagenum">[Pg {n}]</span>', 1) if n % 7 == 3 else text
        said.append(f'<p class="c{n}">{p.mark} {text.replace(" - ", " &mdash; ")}</p>')
    return "\n".join([*said, "</body></html>"]).encode()


def as_xml(book: Book) -> bytes:
    """The XML of a text archive: page breaks, words parted by an element."""
    said = ['<?xml version="1.0" encoding="utf-8"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><div>']
    for n, p in enumerate(book):
        said += [f"</div><div><head>{p.heading}</head>"] if p.heading else []
        text = re.sub(r"\b([a-z]{3})([a-z]{4})", r'\1<g ref="char:EOLhyphen"/>\2', p.text, count=2)
        said.append(f'<p><pb n="{n}"/>{p.mark} <hi>{text.split()[0]}</hi> {text.partition(" ")[2]}</p>')
    return "\n".join([*said, "</div></body></text></TEI>"]).encode()


def excerpt(book: Book) -> bytes:
    return _lines(book[len(book) // 4 : len(book) * 3 // 4]).encode()


def merged(book: Book) -> bytes:
    """Two paragraphs in one, and every fifteenth lost."""
    kept = [p for n, p in enumerate(book) if n % 15]
    pairs = [kept[n : n + 2] for n in range(0, len(kept), 2)]
    return "\n\n".join(" ".join(f"{p.mark} {p.label} {p.text}" for p in pair) for pair in pairs).encode()


def blob(book: Book) -> bytes:
    return re.sub(r"\s+", " ", _lines(book)).encode()


def noisy(share: float) -> Callable[[Book], bytes]:
    """Letters misread here and there, as machines do."""

    def form(book: Book) -> bytes:
        rng = random.Random(int(share * 1000))
        letters = "abcdefghijklmnopqrstuvwxyz"
        spoilt = [
            line
            if line.startswith("zq")
            else "".join(rng.choice(letters) if c.isalpha() and rng.random() < share else c for c in line)
            for line in re.split(r"(zq\d+)", _lines(book))
        ]
        return "".join(spoilt).encode()

    return form


def page_headers(book: Book) -> bytes:
    """A running head and a number after every thirty lines, wherever they fall."""
    lines = _lines(book).split("\n")
    pages = [lines[n : n + 30] for n in range(0, len(lines), 30)]
    return "\n".join(
        "\n".join([*page, f"                {n + 1}", "THE COMPLETE PLAYER"]) for n, page in enumerate(pages)
    ).encode()


def another_edition(book: Book) -> bytes:
    """Reworded here and there, sections in another order, numbered anew, remarks let in."""
    rng = random.Random(9)
    half = next((n for n, p in enumerate(book) if n >= len(book) // 2 and p.heading), len(book) // 2)

    def reworded(text: str) -> str:
        words = [OTHER_WORDS.get(w, w) if rng.random() < 0.4 else w for w in text.split(" ")]
        return " ".join(words) + (" So at least we were taught." if rng.random() < 0.3 else "")

    return _lines(
        [replace(p, label=p.label and "(b)") for p in _changed([*book[half:], *book[:half]], reworded)]
    ).encode()


def old_type(book: Book) -> bytes:
    """Long s, u and v, i and j as in the seventeenth century; read with the second profile."""

    def set_old(text: str) -> str:
        text = re.sub(r"\bu", "v", re.sub(r"(?<=[a-z])v", "u", text)).replace("j", "i")
        return re.sub(r"s(?=[a-z])", "ſ", text).replace("w", "vv").replace("W", "VV")

    return _lines(_changed(book, set_old)).encode()


def wrong_book(_book: Book) -> bytes:
    """The same sentences with other blanks filled in, and none of the passages."""
    return _lines([replace(p, mark="") for p in made_up_book(4711)]).encode()


FORMS: Mapping[str, Callable[[Book], bytes]] = {
    "plain copy": plain_copy, "re-wrapped, hyphens": rewrapped, "curly quotes, ligatures": curly, "Latin-1": latin_1,
    "UTF-16": utf_16, "excerpt": excerpt, "one blob": blob, "page headers": page_headers, "HTML": as_html,
    "archive XML": as_xml, "merged, some lost": merged, "0.5 % noise": noisy(0.005), "2 % noise": noisy(0.02),
    "5 % noise": noisy(0.05), "old type": old_type, "another edition": another_edition, "wrong book": wrong_book,
}  # fmt: skip


# -- the trial --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """What became of the passages that stand in a form (``there``), and of those that do not (``gone``)."""

    there: int
    right: Counter[str]
    wrong: Counter[str]
    missed: int
    gone: int
    said: int

    @property
    def share(self) -> float:
        """The share of passages found where they stand."""
        return sum(self.right.values()) / self.there if self.there else 1.0


def tried(
    book: Book,
    form: bytes,
    profile: Profile = "plain",
    anchors: Mapping[str, Anchor] | None = None,
    truth: Mapping[str, tuple[str, str]] | None = None,
) -> Trial:
    """Look up passages in a form of a book: all its paragraphs, or those of ``anchors``.

    ``truth`` says at which announced paragraph each passage begins and in which it ends.
    """
    text = stream(as_text(form), profile)
    marks = {word: n for n, word in enumerate(text.words) if re.fullmatch(r"zq\d+", word)}
    after = dict(zip(marks, [*marks.values(), len(text)][1:], strict=True))
    anchors = anchors_in(book, profile) if anchors is None else anchors
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    there = missed = gone = said = 0
    for name, found in find(anchors, text).items():
        first, last = truth[name] if truth else (name, name)
        is_there = first in marks and last in after
        there, gone = there + is_there, gone + (not is_there)
        if not found:
            missed, said = missed + is_there, said + (not is_there)
        elif is_there and _within(found, marks[first], after[last]):
            right[found.tier] += 1
        else:
            wrong[found.tier] += 1
    return Trial(there, right, wrong, missed, gone, said)


def _within(found: Found, first: int, last: int) -> bool:
    """Does more than half of what was found lie between two words?"""
    return 2 * (min(last, found.last) - max(first, found.first)) > found.last - found.first
