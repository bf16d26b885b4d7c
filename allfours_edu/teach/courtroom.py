"""The same offence before every book: what it costs, by which rule, on whose authority.

>>> ruling = ruled("revoke", "foster-1897", jack="out")
>>> ruling.text
'Two points to the other side. The offender can score neither Jack nor Game and stops one short of 7.'
>>> ruling.clause, ruling.status, ruling.because[:2]
('foster-1897#revoke-two', 'explicit', ('target', 'points'))
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..engine import verdicts
from ..engine.court import Charge, Penalty, revoke_penalty
from ..errors import PlainValueError
from ..rules import FIELDS, Rules
from ..sources import Rulebook, load_rulebook, rulebooks, topics
from ..toml_files import unknown
from .citing import Citation, cite_field, cite_topic
from .strings import capital, has, listed, number, phrase, t

JACKS = ("out", "held", "none")
"""Where the Jack of trumps is: in play; in the offender's hand; not in play."""


class Facts(NamedTuple):
    """What the court has to know besides the offence."""

    jack: str = "out"
    withheld: bool = False
    bid: int = 0


@dataclass(frozen=True)
class Ruling:
    """What one book makes of an offence. ``book`` is its id, with its options and house rules; ``n`` are penalty
    points, each of ``paid`` sides marks them; ``because`` are the rule fields that were read to reach it."""

    book: str
    title: str
    year: int | None
    text: str
    n: int
    paid: int
    clause: str
    status: str
    because: tuple[str, ...]
    cites: tuple[Citation, ...]


class _Seats(NamedTuple):
    """A table of the size that is judged; the offender sits third of three or more, else he deals."""

    side_of: tuple[int, ...]
    offender: int


def _seats(rules: Rules, players: int | None, book: Rulebook) -> _Seats:
    n = players if players is not None and players in rules.players else book.players_default
    pairs = n == 4 and rules.sides == "partners_at_four"
    return _Seats(tuple(p % 2 for p in range(n)) if pairs else tuple(range(n)), 1)


# -- one function an offence ----------------------------------------------------------------------------


def _revoke(rules: Any, seats: _Seats, facts: Facts, undertrump: bool = False) -> tuple[str, int, int]:
    if rules.pool is not None:  # counters, not points
        said = [topics()[name].says(getattr(rules, name)) for name in ("loo_revoke", "revoke_fee")]
        return " ".join(said if rules.revoke_fee else said[:1]), 0, 0
    jack = facts.jack
    charge = Charge(seats.offender, 0, jack != "none", jack == "held", facts.withheld, undertrump, False)
    penalty = revoke_penalty(rules, charge, seats.side_of, facts.bid)
    paid = 0 if rules.revoke_to == "set_back" else len(penalty.to)
    choice = penalty.n == 1 and paid > 0 and rules.revoke_choice == "add_or_deduct"
    return _penalty_text(rules, penalty, paid, choice), penalty.n, paid


def _penalty_text(rules: Any, penalty: Penalty, paid: int, choice: bool) -> str:
    n, whole = penalty.n, penalty.n >= rules.target
    words = capital(number(n))
    if not paid:
        said = t("court.set_back", n=number(n))
    elif whole:
        said = t("court.match")
    elif paid > 1:
        said = t("court.each", N=words, n=n)
    else:
        said = t("court.side_or_off" if choice else "court.side", N=words, n=n)
    bars = [phrase(f"point.{p}") if has(f"point.{p}") else capital(p) for p in penalty.bars if not whole]
    every = {point for point, _ in rules.points} <= set(rules.revoke_bars)
    loses = (
        phrase("court.bars_all")
        if every
        else phrase("court.bars_one", point=bars[0])
        if len(bars) == 1
        else phrase("court.bars", points=listed(bars, "nor"))
        if bars
        else ""
    )
    caps = phrase("court.caps", target=rules.target) if penalty.capped and not whole else ""
    if loses or caps:
        said += " " + t("court.offender", what=listed([w for w in (loses, caps) if w]))
    return f"{said} {t('court.red')}" if penalty.red else said


def _says(field: str) -> Callable[[Any, _Seats, Facts], tuple[str, int, int]]:
    def told(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
        return topics()[field].says(getattr(rules, field)), 0, 0

    return told


def _of_verdict(rules: Any, field: str, verdict: verdicts.Verdict) -> tuple[str, int, int]:
    n = verdict.points[0][1] if verdict.points else 0
    return topics()[field].says(getattr(rules, field)), n, len(verdict.points)


def _misdeal(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    return _of_verdict(rules, "misdeal", verdicts.misdeal(rules, seats.side_of))


def _look(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    verdict = verdicts.looked(rules, seats.side_of, seats.offender)
    if rules.look == "all":
        return t("court.may_look"), 0, 0
    if not verdict.points:
        if rules.pool is not None and rules.irregular_fee:
            said = [topics()[name].says(getattr(rules, name)) for name in ("irregular_fee", "irregular_bars")]
            return " ".join(said), 0, 0
        return t("court.duty_only"), 0, 0
    n, paid = verdict.points[0][1], len(verdict.points)
    return t("court.each" if paid > 1 else "court.side", N=capital(number(n)), n=n), n, paid


def _out_of_turn(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    verdict = verdicts.out_of_turn(rules, seats.side_of, seats.offender, 0)
    said = topics()["out_of_turn"].says(rules.out_of_turn)
    if rules.out_of_turn != "exposed":
        return said, 0, 0
    return f"{said} {t('court.open' if verdict.exposed else 'court.not_open', n=number(len(seats.side_of)))}", 0, 0


def _two_cards(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    return _of_verdict(rules, "two_cards", verdicts.two_cards(rules, seats.side_of, seats.offender))


def _shown(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    return _of_verdict(rules, "exposed_in_play", verdicts.shown_in_play(rules, seats.side_of, seats.offender))


def _in_deal(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    return _of_verdict(rules, "exposed_in_deal", verdicts.exposed_in_deal(rules, seats.side_of, seats.offender))


def _wrong(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    verdict = verdicts.wrong_score(rules, seats.side_of, seats.side_of[seats.offender])
    if not verdict.points:
        return t("court.taken_down"), 0, 0
    return _of_verdict(rules, "wrong_score", verdict)


def _undertrump(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    if rules.undertrump == "allowed":
        return t("court.undertrump_lawful"), 0, 0
    if rules.undertrump_penalty == "game":
        return t("court.match"), rules.target, len(set(seats.side_of)) - 1
    return _revoke(rules, seats, facts, undertrump=True)


def _overbid(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    verdicts.overbid(rules)
    return topics()["put_out_seller"].says(rules.put_out_seller), 0, 0


def _faced(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    verdicts.faced_card(seats.side_of)
    return topics()["misdeal"].says("same_dealer"), 0, 0


def _in_cutting(rules: Any, seats: _Seats, facts: Facts) -> tuple[str, int, int]:
    return t("court.no_rule"), 0, 0


OFFENCES: dict[str, tuple[str, Callable[[Any, _Seats, Facts], tuple[str, int, int]]]] = {
    "revoke": ("revoke_points", _revoke), "undertrump": ("undertrump", _undertrump), "misdeal": ("misdeal", _misdeal),
    "exposed_in_deal": ("exposed_in_deal", _in_deal), "exposed_in_play": ("exposed_in_play", _shown),
    "early_look": ("early_look", _look), "out_of_turn": ("out_of_turn", _out_of_turn),
    "two_cards": ("two_cards", _two_cards), "wrong_score": ("wrong_score", _wrong),
    "overbid": ("put_out_seller", _overbid), "faced_card": ("faced_card", _faced),
    "exposed_in_cutting": ("exposed_in_cutting", _in_cutting),
}  # fmt: skip
"""By offence: the rule field (or, where no books differ, the topic) whose clause is shown, and the judge."""


# -- the table of all books -----------------------------------------------------------------------------


def ruled(
    offence: str, book: Rulebook | str, *, jack: str = "out", withheld: bool = False, bid: int = 0,
    players: int | None = None,
) -> Ruling:  # fmt: skip
    """What one book makes of an offence; see :func:`court`."""
    if offence not in OFFENCES:
        raise PlainValueError(t("court.no_offence", what=repr(offence)[:30], known=", ".join(OFFENCES)))
    if jack not in JACKS:
        raise PlainValueError(t("court.no_jack", what=repr(jack)[:30], known=listed(map(repr, JACKS), "or")))
    book = load_rulebook(book)
    field, judge = OFFENCES[offence]
    seats = _seats(book.rules, players, book)
    (text, n, paid), because = verdicts.judged(book.rules, lambda r: judge(r, seats, Facts(jack, withheld, bid)))
    cites = tuple(cite_field(book, name) for name in sorted(because, key=lambda name: name != field))
    said = cite_topic(book, field) if field not in FIELDS else cites[0] if cites else cite_field(book, field)
    if field not in FIELDS and said is not None:
        text, cites = said["value"], (said,)
    main: Citation = said or {}
    clause, status = main.get("clause", ""), main.get("status", phrase("court.silent"))
    house = (f"{name} = {getattr(book.rules, name)}" for name in book.house)
    label = " + ".join([book.id, *book.active, *house])
    return Ruling(label, book.title, book.year, text, n, paid, clause, status, because, cites)


class Courtroom(Sequence[Ruling]):
    """Rulings as a table: shows itself in a notebook, prints as text. ``frame()`` is the same as a DataFrame."""

    def __init__(self, offence: str, rulings: Sequence[Ruling], predict: Mapping[str, int | None] | None = None):
        self.offence, self.rulings = offence, tuple(rulings)
        self.predicted = None if predict is None else dict(predict)

    def __len__(self) -> int:
        return len(self.rulings)

    def __getitem__(self, which: Any) -> Any:
        """A ruling by its number, or by the id of its book."""
        if isinstance(which, str):
            found = next((r for r in self.rulings if r.book == which), None)
            if found is None:
                raise PlainValueError(unknown("ruling", which, [r.book for r in self.rulings]))
            return found
        return self.rulings[which]

    def __iter__(self) -> Iterator[Ruling]:
        return iter(self.rulings)

    @property
    def title(self) -> str:
        return t(f"court.title_{self.offence}")

    @property
    def waits(self) -> bool:
        """Is there a prediction still to be made? Then nothing is told."""
        return self.predicted is not None and any(self.predicted.get(r.book) is None for r in self.rulings)

    @property
    def right(self) -> int:
        """How many predictions were right."""
        return sum(1 for r in self.rulings if (self.predicted or {}).get(r.book) == r.n) if not self.waits else 0

    def frame(self) -> Any:
        """The table as a pandas ``DataFrame`` with the id of the book as its index."""
        import pandas

        heads = self._heads()
        return pandas.DataFrame([dict(zip(heads, self._cells(r), strict=True)) for r in self]).set_index(heads[0])

    def _heads(self) -> tuple[str, ...]:
        names = ("book", "said") if self.waits else ("book", "said", "text", "clause", "status")
        return tuple(phrase(f"court.head_{name}") for name in names if name != "said" or self.predicted is not None)

    def _cells(self, r: Ruling) -> tuple[str, ...]:
        told = (r.text, r.clause or phrase("court.no_clause"), r.status)
        if self.predicted is None:
            return (r.book, *told)
        said = self.predicted.get(r.book)
        if self.waits:
            return r.book, "?" if said is None else str(said)
        return (r.book, f"{'✓' if said == r.n else '✗'} {said}", *told)

    @property
    def note(self) -> str:
        """What is asked of the reader, or how many predictions were right; nothing without a prediction."""
        if self.predicted is None:
            return ""
        return t("court.predict_first") if self.waits else t("court.predicted", n=self.right, of=len(self))

    def __repr__(self) -> str:
        lines = [self.title]
        for r in self:
            book, *cells = self._cells(r)
            if self.predicted is None:
                cells = [f"{cells[0]} [{cells[1]}, {cells[2]}]"]
            lines.append(f"  {book}: {' | '.join(cells)}")
        return "\n".join([*lines, self.note] if self.note else lines)

    def _repr_html_(self) -> str:
        left = ' style="text-align:left;vertical-align:top"'
        head = "".join(f'<th scope="col"{left}>{html.escape(word)}</th>' for word in self._heads())
        rows = []
        for r in self:
            first, *rest = self._cells(r)
            cells = "".join(f"<td{left}>{html.escape(cell)}</td>" for cell in rest)
            rows.append(f'<tr><th scope="row"{left}>{html.escape(first)}</th>{cells}</tr>')
        caption = (
            f'<caption style="text-align:left;caption-side:top;font-weight:bold">{html.escape(self.title)}</caption>'
        )
        note = f"<p>{html.escape(self.note)}</p>" if self.note else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{note}"


def court(
    offence: str = "revoke", *books: Rulebook | str, jack: str = "out", withheld: bool = False, bid: int = 0,
    players: int | None = None, predict: Mapping[str, int | None] | None = None,
) -> Courtroom:  # fmt: skip
    """The same offence before many books. See :func:`allfours_edu.api.court`."""
    if predict is not None and not isinstance(predict, Mapping):
        raise PlainValueError(f"predict: expected a mapping of books to points, found {predict!r:.40}")
    books = books or tuple(predict or ())
    chosen = [load_rulebook(b) for b in books] if books else [b for b in map(load_rulebook, rulebooks()) if _tries(b)]
    if offence == "overbid" and not books:
        chosen = [b for b in chosen if b.rules.seller == "eldest"]
    rulings = [ruled(offence, b, jack=jack, withheld=withheld, bid=bid, players=players) for b in chosen]
    return Courtroom(offence, rulings, predict)


def _tries(book: Rulebook) -> bool:
    """Is it a game of points? Games for a pool have penalties of their own, in counters."""
    return book.rules.pool is None
