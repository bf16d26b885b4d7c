"""The front door: what ``import allfours_edu as af`` offers, each loaded when it is first called.

>>> import allfours_edu as af
>>> position = af.new_deal("foster-1897", hands={"elder": "AH 3H KS", "dealer": "JH 7H QS"}, turned="4H")
>>> position.to_act, position.legal_actions()
('elder', (Call(verb='stand'...), Call(verb='beg'...)))
>>> af.rulebook("trinidda")
Traceback (most recent call last):
    ...
allfours_edu.sources.RulebookError: There is no rule book 'trinidda'. Did you mean 'trinidad'? ...
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .anchors.words import TextError
from .asking import held
from .cards import SUIT_NAMES, SUIT_SIGNS, Card, card, cards
from .engine import STAND, Action, Call, Position, Table, TableError, deal, new_table, pack_for, parse_action
from .engine.scoring import turn_worth
from .errors import PlainValueError
from .record import CodeFacts, read_code
from .sources import Rulebook, load_rulebook, load_witness, rulebooks, show_with
from .teach.strings import listed, t

if TYPE_CHECKING:
    from .teach.attached import OwnText
    from .teach.owndeal import OwnDeal

Book = str | Path | Rulebook
Hands = Mapping[str, str | Iterable[str | Card]]


def rulebook(book: Book, options: str | Iterable[str] | Mapping[str, Any] = ()) -> Rulebook:
    """A rule book by its id, from a TOML file of your own, or the one already in hand. In a notebook it shows its page.

    ``options`` are named options of the book, or a mapping of single fields (house rules).
    Raises :class:`~allfours_edu.sources.RulebookError` with a suggestion.
    """
    held(rulebook, locals())
    return load_rulebook(book.strip().lower() if isinstance(book, str) and "." not in book else book).with_options(
        options
    )


def new_deal(
    book: Book,
    *,
    seed: int | str = 0,
    players: int | Sequence[str] | None = None,
    hands: str | Hands | None = None,
    turned: str | Card | None = None,
    turn_ups: str | Iterable[str | Card] = (),
    scores: Mapping[str, int] | Sequence[int] | None = None,
    dealer: str | None = None,
    sides: Any = None,
    options: str | Iterable[str] | Mapping[str, Any] = (),
    trump: str | None = None,
    plays: str | Iterable[Any] = (),
    referee: bool = False,
) -> Position:
    """Deal. The result is a position: ``legal_actions()``, ``apply()``, ``events()`` …

    Parameters
    ----------
    book : a rule book, or a deal code such as ``"1TT4-79"`` (which says book, players, seed and options).
    seed : a number or a word; the same seed deals the same pack for ever.
    players : how many, or their names in order of play (the eldest hand first).
    hands : cards for named players, or a text with a line for each ("South: AK5.QJ..T" or "South: S: A K 5 / H: QJ");
        what is not named (``?``) is dealt from the seed. The text may also say "turned: 4H" and "dealer: West".
    turned, turn_ups : the card turned up, or all cards to be turned, in order.
    scores : points before the deal, by side or by player.
    dealer : who deals; he is moved to the end of the order of play.
    trump : the suit, where only the play matters: a card of the suit that scores nothing is turned up, and the eldest
        hand stands.
    plays : what has been done so far, as one text ("stand, AH, 7H") or a list. A card where the eldest hand might beg
        means that he stands.
    referee : unlawful cards may be played, to be corrected or claimed: ``apply("claim_penalty 9D", by="West")``.

    Raises :class:`~allfours_edu.engine.TableError` (a :class:`ValueError`), :class:`~allfours_edu.cards.CardError` or
    :class:`~allfours_edu.engine.IllegalAction`, each with one sentence.
    """
    held(new_deal, locals())
    code = _as_code(book)
    if code is not None:
        book, options = code.rulebook, code.options
    whole = rulebook(book, options)
    if code is not None:
        return _played(deal(code.table()), plays, stand=False)
    own = _own(whole, hands, players)
    if own is not None:
        turned, turn_ups = _said(own.turned, turned, turn_ups)
        dealer, trump, plays = dealer or own.dealer, trump or own.trump, plays or own.plays
    named: Hands = {} if own is None else {name: hand.cards for name, hand in own.hands.items()}
    size = _players(whole, players, named, dealer)
    names = {str(n).lower(): str(n) for n in (() if isinstance(size, int) else size)}
    dealer = names.get(dealer.lower(), dealer) if dealer is not None else None
    if dealer is None and not isinstance(size, int) and "dealer" in size:
        dealer = "dealer"
    ups = (card(turned),) if turned is not None else cards(turn_ups)
    table = new_table(whole.rules, size, sides=sides, dealer=_dealer(whole, size, dealer), seed=seed)
    laid: dict[str, Any] = {
        "hands": {_seat(table, name): hand for name, hand in named.items()},
        "scores": _scores(table, scores),
        "turn_ups": ups,
    }
    _check_sizes(whole, laid)
    if trump is not None:
        laid |= _trump(whole, table, _suit(trump), laid)
    table = new_table(whole.rules, table.players, sides=table.sides, seed=seed, referee=referee, **laid)
    return _played(deal(table), plays, stand=trump is not None)


# -- the screens: loaded only when they are wanted ----------------------------------------------------


def play(what: Any = "trinidad", /, **how: Any) -> Any:
    """A table to play at: ``af.play("trinidad", seed=7)``, then click a card. The others are computer players.

    Parameters
    ----------
    what : a rule book (its id or itself), a deal code, a position, a record or its text, or a scenario ("td-01").
    seed : a number or a word; the same seed deals the same cards. Without one, a new one each time.
    players : how many, or their names in order of play, the eldest hand first.
    you : your seat; South, or the eldest hand where nobody is called so. None: you watch computer players, all hands
        open, card by card or at the pace chosen.
    hot_seat : how many people share this screen, or their names; between turns the cards are covered.
    opponents : "novice", "foster" or "expert" for all, or a mapping of seats to names (your partner is one of them).
    options : named options of the book, or a mapping of single fields (house rules).
    dealer, scores : who deals first, and the points before the first deal.
    book : the rule book of a position that was played with options.
    detail : "first" (the cards), "four" (and the four points) or "full"; pace : "at_once", "steady" or "on_key".
    take_backs : False, and a card laid is a card played.
    referee : True, and nobody is kept from an unlawful card: you may be the culprit, and now and then (``faults``, the
        chance each time they could; 0.1) an adversary fails to follow suit or lets a card be seen. Nothing is said of
        it until it is claimed (R, or ``.claim(3)`` for trick 3), with a later card as evidence, before the next deal.
        The others claim against you what they can see. Who erred may mend it in time, as the book has it.
    alias : this is a class deal: one try, no take-backs (unless you allow them), and a result line under this name at
        the end, for :func:`class_results`. save : False, and the match is neither kept nor looked for.

    The result is the table: ``.act("QS")``, ``.position``, ``.record``, ``.records``, ``.result``. What is played is
    kept in your own folder; the same line, run again, offers to go on with it or to start again.
    """
    return import_module("allfours_edu.widgets.laying").play(what, **how)


def show_of_hands(what: Any = "trinidad", /, **how: Any) -> Any:
    """One question for a class without devices: type how many are for each card, then reveal.

    ``what`` is a scenario ("td-01"), a position, a deal code, or a rule book with ``seed``, ``seat`` and ``options``.
    Large enough for a projector (F: full screen); the hand is covered until a key; PageUp and PageDown present.
    """
    return import_module("allfours_edu.widgets.classroom").show_of_hands(what, **how)


def handout(deal: Any = "td-01", /, **how: Any) -> Any:
    """Sheets for a class as one file that prints: a pupil sheet, the hands to cut up, witness cards, the key.

    ``deal`` is a scenario ("td-01"), a position, a deal code, or a rule book with ``seed`` and ``options``.
    ``seat``: who is asked; ``books``: whose accounts the key gives; ``sheets``: some of "pupil", "hands",
    "witnesses", "key".
    The result shows itself; ``.save("handout.html")`` writes the file, ``.html`` is its text.
    """
    return import_module("allfours_edu.widgets.handout").handout(deal, **how)


def build(book: Any = "trinidad", /, **how: Any) -> Any:
    """A deal of your own: click cards into seats, deal the rest by a seed, then play it or step through it.

    ``players``, ``options``; ``hands`` to begin with (as in :func:`new_deal`); ``seed`` deals what is left open.
    The result has ``.deal`` (the position) and ``.code`` (the line to paste).
    """
    return import_module("allfours_edu.widgets.builder").build(book, **how)


def _is_finding(what: Any) -> bool:
    """Is this a deal that was looked for (and found)?"""
    if type(what).__name__ != "Finding":
        return False
    if not what:
        raise PlainValueError(str(what))
    return True


def step(what: Any, /, **how: Any) -> Any:
    """Walk through a played deal: a book and a seed, a record or its text, a position, a scenario, a finding."""
    what = what.position if _is_finding(what) else what
    return import_module("allfours_edu.widgets.stepper").step(what, **how)


def review(what: Any, /, **how: Any) -> Any:
    """Look back on a played deal: every decision with open cards, and on what could be known.

    ``what``: a table you played at, a record or its text, a deal code, a position, a scenario. ``seat``: whose
    decisions are judged by what could be known as well (at your own table, yours). ``samples``: deals the expert
    imagines for a decision. The result has ``.review``, whose ``.told`` are the decisions.
    """
    return import_module("allfours_edu.widgets.review").review(what, **how)


def puzzle(position: Any, books: Iterable[str | Rulebook] = (), **how: Any) -> Any:
    """The deal doctor: is this position a good puzzle? A table of card by book, and what to know before asking it.

    ``position``: a moment of the play at which somebody has a choice, or a table standing there. ``books``: other books
    to look under; ``book``: its own, where it was played with options. The result says whether the answer is
    ``.unique`` and ``.sure`` ("certain" or "open"), and ``.save("my-puzzle.toml")`` writes it as a lesson (an existing
    file is never overwritten).
    """
    return import_module("allfours_edu.teach.puzzle").puzzle(position, books, **how)


def compare(*books: Any, **how: Any) -> Any:
    """The same deal under several books: ``af.compare("hoyle-ten", "trinidad", seed=7)``; or a deal that was found."""
    if len(books) == 1 and _is_finding(books[0]):
        books, how = books[0].books, {"position": books[0].position, **how}
    return import_module("allfours_edu.widgets.compare").compare(*books, **how)


def texts(topic: str | Iterable[str] | None = None) -> Any:
    """What each text says on a question, side by side: ``af.texts("tie")``, ``af.texts("begging")``; else all."""
    held(texts, locals())
    return import_module("allfours_edu.widgets.texts").texts(topic)


def variorum(*columns: Any, topics: str | Iterable[str] | None = None, deal: Any = None, book: Any = None) -> Any:
    """All questions against all texts, each clause to be seen at work: ``af.variorum()``.

    ``columns``: texts (id or siglum) and rule books ("trinidad", "book:foster-1897" where a text has the same id);
    none: all texts, the oldest first. ``topics``: questions or subjects, as for :func:`texts`; default: all. ``deal``
    (with ``book`` where it does not say): whatever :func:`step` takes, for the filter *only what matters in this deal*.
    Raises :class:`~allfours_edu.sources.RulebookError` with a suggestion.

    >>> print(variorum("En", "Sq", topics="tie"))
    The variorum: Who has Game when the counts are level?
    Who has Game when the counts are level? — silent [En]. The dealer ...
    """
    held(variorum, locals())
    return import_module("allfours_edu.widgets.variorum").variorum(*columns, topics=topics, deal=deal, book=book)


def attach(witness: str, path: str | Path | None = None, *, fetch: bool = False) -> OwnText:
    """Set your own copy of a text beside our digests: ``af.attach("enquire-1894", "my-copy.txt")``, then ``af.texts``.

    Parameters
    ----------
    witness : the text, by its id.
    path : your file: plain text (of Project Gutenberg, say), HTML, or the XML of a text archive, in any usual encoding,
        8 MB at most. It is read on this computer and goes nowhere; nothing of it is written into a notebook.
    fetch : True, and the text is fetched from the fixed public address in its witness file (needs the package pooch).
        Nothing else opens a connection.

    The result lists every clause with how it was found: exact, near, weak, not found; none where there is no anchor.
    Raises :class:`~allfours_edu.anchors.words.TextError` or :class:`~allfours_edu.sources.RulebookError`.

    >>> attach("squareman-1916")
    Traceback (most recent call last):
        ...
    allfours_edu.anchors.words.TextError: Give the path of a file, or fetch=True for the public address of the text: ...
    """
    held(attach, locals())
    name = witness.strip().lower()
    load_witness(name)
    if path is None and not fetch:
        raise TextError(t("attached.which_one", witness=repr(name)))
    if path is not None and fetch:
        raise TextError(t("attached.not_both"))
    copies, attached = (import_module(f"allfours_edu.{part}") for part in ("anchors.copy", "teach.attached"))
    file = import_module("allfours_edu.anchors.fetching").fetch(name) if path is None else path
    return cast("OwnText", attached.OwnText(copies.keep(copies.open_copy(name, file))))


def detach(witness: str) -> bool:
    """Take your copy of a text away again. Was there one?"""
    held(detach, locals())
    return bool(import_module("allfours_edu.anchors.copy").forget(witness.strip().lower()))


def stemma(family: str = "") -> Any:
    """Which text copied, shortened, mixed or spoilt which: a drawing with the evidence for every line.

    ``family``: a branch of the family ("trinidad", "pitch" …), to draw only the texts that tell of it. The result shows
    itself; ``str()`` of it is the same in words, ``.rows`` and ``.frame()`` the data, ``.save("stemma.html")`` a file.
    Raises :class:`ValueError` with the branches there are.

    >>> print(str(stemma()).splitlines()[1])
    Drawn: 35 texts, 4 of them lost; 31 lines between them; of 28 more texts no descent is known.
    """
    held(stemma, locals())
    return import_module("allfours_edu.widgets.stemma").stemma(family)


def timeline(family: str = "") -> Any:
    """The texts by the date of their words, and what they tell of, from 1674 to today; what is in doubt is a span.

    ``family``: a branch of the family ("pitch" …): its texts and the events they tell of. The result is as that of
    :func:`stemma`. Raises :class:`ValueError` with the branches there are.

    >>> timeline("trinidad").rows[0]["text"]
    'Pg'
    """
    held(timeline, locals())
    return import_module("allfours_edu.widgets.timeline").timeline(family)


def witness(id: str) -> Any:
    """One text on one page: its three dates, what it says of how much, its kin, its disputes.

    ``id``: of a text, such as "squareman-1916". The result is as that of :func:`stemma`; ``.rows`` are its clauses.
    Raises :class:`~allfours_edu.sources.RulebookError` with a suggestion for a text nobody knows.

    >>> len(witness("squareman-1916").rows)
    19
    """
    held(witness, locals())
    return import_module("allfours_edu.widgets.witness").witness(id)


def chapter(name: str = "") -> Any:
    """The past as a page: ``af.chapter("names")``; without a name, the list of chapters.

    ``name``: "names" and the games they are given to, "family", "origins" of the name, "spread", "claims" of history
    weighed, "quilt" (a page that is no rule book), or a worked case such as "garbled-game". The result is as that of
    :func:`stemma`; a case has ``.compare()`` and ``.step()`` too. Raises :class:`ValueError` with those there are.

    >>> str(chapter("garbled-game")).splitlines()[1]
    'How is the point of Game found?'
    """
    held(chapter, locals())
    return import_module("allfours_edu.widgets.chapters").chapter(name)


def house_rules(book: Book = "foster-1897", **how: Any) -> Any:
    """The page of a rule book with switches: change any rule, see who has each reading, and play by it at once.

    What makes no game is refused with the reason and with what else would have to change. The result has ``.book`` (a
    rule book like any other), ``.flip(low_to="taker")``, ``.undo()``, ``.nearest`` (the printed book with the fewest
    other answers), ``.play()``, ``.compare(seed=7)``, ``.toml`` and ``.save("ours.toml")`` (never over a file).

    ``options``: named options of the book; ``seed``: of the deals shown. What you changed is kept in your own folder
    and stands again when the line is run again; ``save=False`` keeps nothing.
    """
    return import_module("allfours_edu.widgets.house").house_rules(book, **how)


def _page_of(book: Rulebook, **how: Any) -> Any:
    """What a rule book shows of itself in a notebook."""
    return import_module("allfours_edu.widgets.rulebook").bundle(book, **how)


show_with(_page_of)


def court(offence: str = "revoke", *books: Any, **facts: Any) -> Any:
    """The same offence before many books: what each makes of it, by which clause, and how we know.

    ``offence``: "revoke", "undertrump", "misdeal", "exposed_in_deal", "exposed_in_play", "early_look", "out_of_turn",
    "two_cards", "wrong_score", "overbid", "faced_card" or "exposed_in_cutting". ``books``: some books (or their ids);
    else every book that is played for points (games for a pool have penalties of their own).
    ``jack``: "out" (the Jack of trumps is in play), "held" (by the offender) or "none"; ``withheld``: a trump from ace
    to Ten was kept back from a trump lead; ``bid``: the number bid; ``players``: at a table of how many. ``predict``:
    a mapping of books to points, to commit to before you see; while one of them is None, nothing is told.

    The result shows itself as a table and holds a ruling for each book (``["trinidad"].text``, ``.n`` points,
    ``.because`` the rule fields read, ``.clause``, ``.status``); ``.frame()`` is a DataFrame.
    Raises :class:`ValueError` for an offence it does not know.

    >>> print(court("revoke", "enquire-1894", "trinidad", withheld=True))
    What a revoke costs
      enquire-1894: One point to the other side. [enquire-1894#follow, explicit]
      trinidad: The match is lost. [pagat-fr#renege, translated]
    """
    held(court, locals())
    return import_module("allfours_edu.teach.courtroom").court(offence, *books, **facts)


def glossary(*words: str, **how: Any) -> Any:
    """What a word means, in the words of a book: ``af.glossary("pone")``."""
    return import_module("allfours_edu.teach.glossary").glossary(*words, **how)


def scenario(name: Any) -> Any:
    """A prepared deal by its name: ``af.scenario("td-01")``."""
    return import_module("allfours_edu.teach.scenario").load_scenario(name)


def exercise(id: str | None = None, **how: Any) -> Any:
    """An exercise on the table: ``af.exercise("low-stays")``. Without an id, the next one by your progress.

    ``seed`` asks for another deal of the same kind. The result is the widget: ``.commit("North")``, ``.solved``.
    What you answer is kept in your own folder; the same line, run again, shows your answer as it stood.
    """
    return import_module("allfours_edu.widgets.exercise").exercise(id, **how)


def exercises() -> Any:
    """All exercises, with what you have done so far."""
    return import_module("allfours_edu.teach.progress").exercises()


# -- reading what people write ------------------------------------------------------------------------


def _own(book: Rulebook, hands: str | Hands | None, players: int | Sequence[str] | None) -> OwnDeal | None:
    """The hands as they were written; hands without names go to the players in order of play."""
    if not hands:
        return None
    own = import_module("allfours_edu.teach.owndeal").read_deal(hands)
    if not own.hands or own.named:
        return cast("OwnDeal", own)
    n = len(own.hands)
    if players is None and n not in book.rules.players:
        raise TableError(t("own.how_many", found=n, players=listed(map(str, book.rules.players), "or")))
    seats = new_table(book.rules, n if players is None else players).players
    if n > len(seats):
        raise TableError(t("own.how_many", found=n, players=len(seats)))
    return cast("OwnDeal", own._replace(hands=dict(zip(seats, own.hands.values(), strict=False))))


def _said(own: tuple[Card, ...], turned: str | Card | None, turn_ups: str | Iterable[str | Card]) -> tuple[None, Any]:
    """The cards to be turned, from the text of the deal or from the call."""
    ups = (card(turned),) if turned is not None else cards(turn_ups)
    if own and ups and own != ups:
        raise TableError(t("own.twice_said", what=t("own.turned")))
    return None, own or ups


def _dealer(book: Rulebook, size: int | Sequence[str], dealer: str | None) -> str | None:
    if dealer is None or not isinstance(size, int):
        return dealer
    seats = {seat.lower(): seat for seat in new_table(book.rules, size).players}
    return seats.get(dealer.strip().lower(), dealer)


def _as_code(book: Book) -> CodeFacts | None:
    """A deal code stands where a book is expected: it begins with 1, as no rule book does.

    An I or an l is read as 1 where no rule book of such a name could be meant.
    """
    if not isinstance(book, str) or book.endswith(".toml"):
        return None
    first = book.strip()[:1]
    if first == "1" or (first in ("I", "l") and not get_close_matches(book.strip().lower(), rulebooks(), 1)):
        return read_code(book)
    return None


def _players(
    book: Rulebook, players: int | Sequence[str] | None, hands: Hands | None, dealer: str | None
) -> int | Sequence[str]:
    """How many or who. Hands given to names that no seat has name the players."""
    if isinstance(players, str):
        raise TableError(f"players: expected a number or a list of names, found the text {players!r}")
    if players is not None:
        return players
    usual: tuple[str, ...] = new_table(book.rules, book.players_default).players
    known = {name.lower() for name in usual}
    if not hands or all(name.lower() in known for name in hands):
        return book.players_default
    for n in book.rules.players:
        if all(name.lower() in {s.lower() for s in new_table(book.rules, n).players} for name in hands):
            return int(n)
    if any(name.lower() in known for name in hands):  # most likely a slip of the pen: the table will say who sits
        return book.players_default
    if len(hands) not in book.rules.players:
        who = next(name for name in hands if name.lower() not in known)
        raise TableError(t("own.nobody", who=who, seats=", ".join(usual)))
    return tuple(hands)


def _seat(table: Table, name: str) -> str:
    return next((seat for seat in table.players if seat.lower() == str(name).strip().lower()), name)


def _check_sizes(book: Rulebook, laid: Mapping[str, Any]) -> None:
    """More than the dealt hand can be given only where the turn-ups say that the cards are run."""
    runs = max(len(laid["turn_ups"]) - 1, 0) if book.rules.beg is not None else 0
    most = book.rules.hand_size + runs * (book.rules.run_cards or 0)
    for name, hand in laid["hands"].items():
        if len(cards(hand)) > most:
            more = "; the cards of a run need its turn-ups (turn_ups='5H 9S')" if book.rules.beg is not None else ""
            raise TableError(f"{name} was given {len(cards(hand))} cards, and this deal gives {most}{more}")


def _scores(table: Table, scores: Mapping[str, int] | Sequence[int] | None) -> Mapping[str, int] | Sequence[int] | None:
    """Scores by side, where they may be given by player."""
    if not isinstance(scores, Mapping):
        if scores is not None and len(scores) != len(table.sides):
            raise TableError(f"scores: expected {len(table.sides)} numbers, one a side, or a name for each")
        return scores
    names = {seat.lower(): side.name for side in table.sides for seat in side.seats}
    found = {names.get(str(name).strip().lower(), name): n for name, n in scores.items()}
    for name, n in found.items():
        if not isinstance(n, int) or isinstance(n, bool):
            raise TableError(f"scores: expected a whole number for {name}, found {n!r}")
    return found


def _suit(text: str) -> str:
    """A suit letter from "H", "hearts" or "♥"."""
    word = str(text).strip()
    for letter, name in SUIT_NAMES.items():
        if word.upper() == letter or word.lower() in (name, name[:-1]) or word == SUIT_SIGNS[letter]:
            return letter
    raise TableError(f"{word[:20]!r} is no suit; expected S, H, D or C")


def _trump(book: Rulebook, table: Table, suit: str, laid: Mapping[str, Any]) -> dict[str, Any]:
    """How a settled trump is laid: as such after a cut, else as a card of the suit turned up that scores nothing."""
    rules = book.rules
    if rules.trump_from == "cut":
        return {"trump": suit}
    if rules.trump_from != "turn":
        raise TableError(
            f"in {book.short} no card is turned up: the trump comes from the play, so give plays instead of a trump"
        )
    if laid["turn_ups"]:
        if laid["turn_ups"][-1].suit != suit:
            raise TableError(f"the {laid['turn_ups'][-1].name} is turned up, so {SUIT_NAMES[suit]} cannot be trumps")
        return {}
    taken = {c for hand in laid["hands"].values() for c in cards(hand)}
    pack, _ = pack_for(rules, table.size, table.seed)
    free = [c for c in pack if c.suit == suit and c not in taken]
    plain = [c for c in free if not turn_worth(rules, c, None)]
    if not free:
        raise TableError(f"every card of {SUIT_NAMES[suit]} stands in a hand, so none can be turned up")
    return {"turn_ups": (plain or free)[:1]}


def _played(position: Position, plays: str | Iterable[Any], stand: bool) -> Position:
    """The position after what has been done; eldest stands where a card comes instead of his call."""
    if stand and position.phase == "beg":
        position = position.apply(STAND)
    if isinstance(plays, str):
        plays = [p for p in (plays.replace(";", ",").split(",") if "," in plays else plays.split()) if p.strip()]
    for given in plays:
        seat, action = _action(given)
        if isinstance(action, Card) and position.phase == "beg":
            position = position.apply(STAND)
        position = position.apply(action, by=seat)
    return position


def _action(given: Any) -> tuple[str | None, Action]:
    """An action as people write it: a card, "beg", or (player, action)."""
    if isinstance(given, (Card, Call)):
        return None, given
    if isinstance(given, str):
        return None, parse_action(given.strip())
    if isinstance(given, Sequence) and len(given) == 2:
        seat, action = given
        return seat, parse_action(action) if isinstance(action, str) else action
    raise TableError(f"plays: {str(given)[:30]!r} is no play; expected cards or calls, such as 'AH' or 'beg'")
