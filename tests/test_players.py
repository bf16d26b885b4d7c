"""Computer players: lawful everywhere, blind to what is hidden, the same answer to the same question, and reasons."""

from __future__ import annotations

import random
import string
import time
from collections.abc import Iterable
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest
from engine.variants import every_rules, switched

from allfours_edu.analysis import MAXIMS, VERSION, Choice, player
from allfours_edu.analysis.maxims import WORDS
from allfours_edu.cards import Card, card, cards
from allfours_edu.engine import BEG, GIVE, RUN, STAND, Position, Table, View, deal, new_table, set_up
from allfours_edu.rules import Rules, RulesError
from allfours_edu.sources import find_clause, load_rulebook

FOSTER, NOVICE = player("foster"), player("novice")
NAMES = ("foster", "novice")  # the expert has a file of its own
SEVEN_UP = load_rulebook("foster-1897").rules
FOUR = load_rulebook("trinidad").rules
FIVES = load_rulebook("foster-all-fives").rules
NESW = ("A", "B", "C", "D")


def played(table: Table, who: dict[str, Any], key: int = 0) -> Position:
    at = deal(table)
    while at.to_act:
        at = at.apply(who[at.to_act].choose(at.seen_by(at.to_act), key).action)
    return at


def asked(at: Position, key: int = 0) -> Choice:
    """What foster does in a position."""
    assert at.to_act is not None
    return FOSTER.choose(at.seen_by(at.to_act), key)


# -- lawful, whatever the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_lawful_in_every_book_option_and_bare_game(name: str) -> None:
    who, rng = player(name), random.Random(11)
    seen: set[str] = set()
    for label, rules in every_rules():
        for n in rules.players:
            table = a_table(rules, n, rng)
            seen |= lawfully(deal(table), who, label)
    assert {"beg", "answer", "discard", "play", "bid", "sale", "name", "rob", "declare", "exchange"} <= seen


def test_lawful_under_random_switches() -> None:
    rng = random.Random(5)
    for _ in range(150):
        label, base = rng.choice(every_rules())
        rules = switched(base, rng)
        lawfully(deal(a_table(rules, rng.choice(rules.players), rng)), FOSTER, label)


def a_table(rules: Rules, n: int, rng: random.Random) -> Table:
    sides = len(new_table(rules, n).sides)
    scores = [rng.randrange(rules.target) if rules.pool is None else 0 for _ in range(sides)]
    return new_table(rules, n, seed=rng.randrange(10**6), scores=scores, simple=rules.pool is not None and n == 3)


def lawfully(at: Position, who: Any, label: str) -> set[str]:
    """Play a deal out; every choice must be lawful, and its reason must read as a sentence."""
    phases = set()
    while at.to_act:
        view = at.seen_by(at.to_act)
        choice = who.choose(view, 3)
        assert choice.action in view.actions, label
        if choice.maxim is not None:
            sentence = choice.reason()
            assert sentence.endswith(".") and "None" not in sentence and "{" not in sentence, (label, sentence)
        phases.add(at.phase)
        at = at.apply(choice.action)
    return phases


def test_consent_and_bunching_are_answered() -> None:
    rules = SEVEN_UP.replace(begs="by_consent", bunch="any_table")
    asked_for = set()
    for seed in range(60):
        at = deal(new_table(rules, 3, seed=seed))
        while at.to_act and at.phase in ("beg", "answer", "consent", "bunch"):
            asked_for.add(at.phase)
            view = at.seen_by(at.to_act)
            assert FOSTER.choose(view, seed).action in view.actions
            action = {"beg": BEG, "answer": RUN}.get(at.phase) or FOSTER.choose(view, seed).action
            at = at.apply(action)
            proposer = next((p for p in at.table.players if at.phase == "beg" and at.rights(p)), None)
            if proposer:
                at = at.apply(at.rights(proposer)[0], by=proposer)
    assert {"consent", "bunch"} <= asked_for


def test_nobody_is_asked_out_of_turn() -> None:
    at = deal(new_table(SEVEN_UP, 2, seed=1))
    waiting = next(p for p in at.table.players if p != at.to_act)
    for name in NAMES:
        with pytest.raises(ValueError, match="nothing to decide"):
            player(name).choose(at.seen_by(waiting), 1)


def test_unknown_player() -> None:
    with pytest.raises(ValueError, match="novice, foster, expert"):
        player("expert?")


# -- the same question, the same answer -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_same_view_and_key_same_answer(name: str) -> None:
    who = dict.fromkeys(new_table(FOUR, 4).players, player(name))
    one, two = (played(new_table(FOUR, 4, seed=9), who, 4) for _ in range(2))
    assert one.actions() == two.actions()
    assert player(name).version == VERSION


def test_the_key_changes_what_is_left_to_chance() -> None:
    who = dict.fromkeys(new_table(FOUR, 4).players, NOVICE)
    assert len({played(new_table(FOUR, 4, seed=9), who, key).actions() for key in range(8)}) > 4


def test_in_two_books_only_the_rule_changes() -> None:
    """As long as the lawful actions are the same, the draw is the same; a card taken away leaves the other lots."""
    same = differ = 0
    for seed in range(40):
        at = deal(new_table(SEVEN_UP, 2, seed=seed))
        other = deal(new_table(SEVEN_UP.replace(follow="follow_else_any", low_to="taker"), 2, seed=seed))
        while at.to_act and other.to_act and at.actions() == other.actions():
            one, two = (
                NOVICE.choose(at.seen_by(at.to_act), 1).action,
                NOVICE.choose(other.seen_by(other.to_act), 1).action,
            )
            if one in other.legal_actions():
                assert one == two
                same += 1
            differ += one != two
            at, other = at.apply(one), other.apply(two)
    assert same > 200 and differ > 5


# -- blind ----------------------------------------------------------------------------------------------------------


def stub(view: View) -> Any:
    """An object with the fields of a view and nothing else (no position behind it)."""
    bare = SimpleNamespace(**{f.name: getattr(view, f.name) for f in fields(View)})
    bare.dealer, bare.trick, bare.tricks = view.dealer, view.trick, view.tricks
    bare.side_of = view.side_of
    return bare


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_the_view_is_read(name: str) -> None:
    who, rng = player(name), random.Random(2)
    for _, rules in every_rules():
        at = deal(a_table(rules, rules.players[-1], rng))
        while at.to_act:
            view = at.seen_by(at.to_act)
            choice = who.choose(view, 1)
            assert who.choose(stub(view), 1) == choice
            at = at.apply(choice.action)


# -- maxims ----------------------------------------------------------------------------------------------------------


def test_every_maxim_is_cited_or_ours() -> None:
    for name, maxim in MAXIMS.items():
        assert name == maxim.id
        assert maxim.text_key == f"maxim.{name}"
        assert maxim.ours == (not maxim.clause)
        for ref in (maxim.clause, *maxim.see):
            if ref:
                clause = find_clause(ref)
                assert clause.digest
                assert ref != maxim.clause or clause.kind == "advice", f"{name} rests on {ref}, which is no advice"
    assert {m.id for m in MAXIMS.values() if m.ours} >= {"partner_sure", "feed_partner"}


def test_templates_name_known_facts() -> None:
    known = {"card", "who", "partner", "caught", "won", "kept", "top", "held", "other", "what", "suit", "n", *WORDS}
    for maxim in MAXIMS.values():
        for text in (maxim.because, maxim.advises):
            assert {name for _, name, _, _ in string.Formatter().parse(text) if name} <= known
        assert {name for _, name, _, _ in string.Formatter().parse(maxim.advises) if name} <= set(WORDS)


def test_words_of_the_book() -> None:
    book = load_rulebook("hoyle-ten")
    assert "knave" in MAXIMS["hunt_jack"].reason({"card": "A♠"}, {**WORDS, "jack": "knave"})
    assert MAXIMS["save_jack"].reason({"card": card("JH")}, book.terms).startswith("The J♥ wins")


def four(hands: str, trump: str, trick: Iterable[tuple[str, str]] = (), rules: Rules = FOUR, **more: Any) -> Position:
    """Four at the table, partners A and C, B and D: their hands in order of play, apart by bars."""
    table = new_table(rules, list(NESW), scores=more.pop("scores", None))
    return set_up(table, dict(zip(NESW, hands.split("|"), strict=True)), trump, trick=tuple(trick), **more)


def two(elder: str, dealer: str, trump: str, trick: Iterable[tuple[str, str]] = (), **more: Any) -> Position:
    rules = more.pop("rules", SEVEN_UP)
    table = new_table(rules, ["elder", "dealer"], scores=more.pop("scores", None))
    return set_up(table, {"elder": elder, "dealer": dealer}, trump, trick=tuple(trick), **more)


CASES: list[tuple[str, Position, str, str, dict[str, Any]]] = [
    ("hang the jack", four("2C 3C|4C 5C|6C QS|7C 8C 9H", "S", [("A", "9D"), ("B", "JS")], leader="A"),
     "catch_jack", "QS", {"caught": card("JS"), "who": "B"}),
    ("partner's jack in danger", four("2C 3C|4C 5C|AS 4S 6C|7C 8C", "S", [("A", "JS"), ("B", "QS")], leader="A"),
     "rescue_jack", "AS", {"caught": card("JS"), "partner": "A"}),
    ("save the jack last in hand", two("2C 3C", "JS 4D 9C", "S", [("elder", "TD")]), "save_jack", "JS", {}),
    ("jack on partner's sure trick", four("2C 3C|4C 5C|6C 7C|JS 8C 9C", "S", [("A", "3D"), ("B", "AS"), ("C", "2D")]),
     "jack_to_partner", "JS", {"partner": "B"}),
    ("a ten on partner's sure trick", four("2C 3C|4C 5C|6C 7C|TD 8D 9C", "S", [("A", "3D"), ("B", "AD"), ("C", "2D")]),
     "feed_partner", "TD", {"partner": "B"}),
    ("partner's sure trick", four("2C 3C|4C 5C|6C 7C|KD 5D 9C", "S", [("A", "3D"), ("B", "QD"), ("C", "2D")]),
     "partner_sure", "5D", {"partner": "B"}),
    ("nothing but overtaking", four("2C 3C|4C 5C|6C 7C|KD AD", "S", [("A", "3D"), ("B", "QD"), ("C", "2D")]),
     "forced_over", "AD", {"partner": "B"}),
    ("secure partner's trick",
     four("2C 3C 4H 5H|4C 5C 7H 8H|3D AS 6H 2H|7C 8C 2D 4D", "S", [("A", "JD"), ("B", "TD")], leader="A"),
     "secure_trick", "AS", {"partner": "A"}),
    ("trump a ten", two("2C 3C", "3S 4D 9C", "S", [("elder", "TD")]), "win_counters", "3S", {"won": cards("TD")}),
    ("make the ten", two("2C 3C", "TD 4D 9C", "S", [("elder", "9D")]), "make_counter", "TD", {}),
    ("low to the taker", two("3C 4C", "2S 4D 9C", "S", [("elder", "9D")], rules=SEVEN_UP.replace(low_to="taker")),
     "bring_low_home", "2S", {}),
    ("spare the ten", two("2C 3C", "TD 4D 9C", "S", [("elder", "KD")]), "spare_counters", "4D", {"kept": card("TD")}),
    ("low needs no saving", two("5C 4C", "2S 9S", "S", [("elder", "AS")]), "low_is_safe", "2S", {}),
    ("neither jack nor ten", two("AS 3S 8D 9D 6C 7C", "2S 5S 3D 4D 5C 8C", "S"), "hunt_jack", "AS", {}),
    ("lead the jack", two("JS 4D 9C", "2C 3C 5S", "S", turn_ups=cards("AS"), stock=cards("4C"),
     dealt={"elder": "JS 4D 9C", "dealer": "2C 3C 5S"}), "lead_jack", "JS", {}),
    ("throw the lead", two("TD 4C 9C 3H", "KD 5C AC 2H", "S"), "throw_lead", "", {"kept": card("TD")}),
    ("hold back at fives", two("AS KC 4C 3D 6D 2S", "TS 5S 7C 8C 9D TD", "S", rules=FIVES.replace(hang_jack=1)),
     "hold_back", "", {"kept": card("AS")}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("at", "maxim", "play", "facts"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_maxim_speaks_and_names_the_facts(at: Position, maxim: str, play: str, facts: dict[str, Any]) -> None:
    if maxim == "lead_jack":  # the higher trumps have been seen
        at = jack_led()
    choice = asked(at)
    assert choice.maxim is not None
    assert (choice.maxim.id, str(choice.action)) == (maxim, str(card(play)) if play else str(choice.action))
    assert choice.facts["card"] is choice.action
    assert {name: choice.facts[name] for name in facts} == facts
    assert str(choice.action) in choice.reason()


def jack_led() -> Position:
    """Ace, King and Queen of trumps have been played; the Jack's holder leads."""
    at = two("AS KS QS JS 2D 3D", "4S 5S 6S 4D 5D 6D", "S")
    for text in "AS 4S KS 5S QS 6S".split():
        at = at.apply(card(text))
    return at


def test_a_jack_that_may_be_caught_waits() -> None:
    assert asked(two("JS 3S 5D 7D 8D 9D", "QS 2S 6H 7H 8H 9H", "S")).action is not card("JS")
    assert asked(two("JS 3S 5D 7D", "2C 3C 4C 5C", "S")).action is not card("JS")


def test_a_jack_that_will_probably_win_says_so() -> None:
    choice = asked(four("2C 3C|JS 5C 3S|6C QS|7C 8C 9H", "S", [("A", "9S")]))
    assert choice.action is card("JS")
    assert choice.maxim is MAXIMS["try_jack"]


def test_partner_first_in_whole_deals() -> None:
    """A partner's trick that nobody can take any more is overtaken only where every lawful card would."""
    overtaken = trials = 0
    for seed in range(100):
        at = deal(new_table(FOUR, 4, seed=seed))
        while at.to_act:
            view = at.seen_by(at.to_act)
            choice = FOSTER.choose(view, seed)
            trick = view.trick
            if at.phase == "play" and len(trick) == 3 and at.table.players[at.taker] in view.side_of(view.seat).seats:
                after = at.apply(choice.action)
                spared = [c for c in view.actions if isinstance(c, Card) and at.apply(c).taker == at.taker]
                trials += 1
                made = choice.maxim is MAXIMS["save_jack"]  # the one exception: a Jack is safe there as well
                overtaken += bool(spared) and not made and after.taker != at.taker
            at = at.apply(choice.action)
    assert trials > 100
    assert overtaken == 0


def test_no_ten_is_thrown_away() -> None:
    """Last to play on the other side's trick, a Ten is kept where something smaller would do."""
    for seed in range(60):
        at = deal(new_table(FOUR, 4, seed=seed))
        while at.to_act:
            view = at.seen_by(at.to_act)
            choice = FOSTER.choose(view, seed)
            if isinstance(choice.action, Card) and len(view.trick) == 3 and choice.action.rank == "T":
                after = at.apply(choice.action)
                lost = at.table.players[after.taker] not in view.side_of(view.seat).seats
                assert not lost or all(isinstance(c, Card) and c.rank == "T" for c in view.actions)
            at = at.apply(choice.action)


# -- calls ------------------------------------------------------------------------------------------------------------


def begging(
    elder: str, dealer: str, turned: str, scores: tuple[int, int] = (0, 0), rules: Rules = SEVEN_UP
) -> Position:
    return deal(
        new_table(
            rules, ["elder", "dealer"], hands={"elder": elder, "dealer": dealer}, turn_ups=[turned], scores=scores
        )
    )


def test_good_cards_stand_and_poor_ones_beg() -> None:
    good = asked(begging("AS JS 2S KD 4C 5C", "3H 4H 5H 6H 7H 8H", "9S"))
    assert good.action == STAND and good.maxim is MAXIMS["stand_good"]
    assert good.facts["held"] == cards("AS JS 2S")
    poor = asked(begging("4D 8D 9C 7C 6H 5H", "AS 4H 3H TH 7H 8H", "9S"))
    assert poor.action == BEG and poor.maxim is MAXIMS["beg_weak"]
    run_to = asked(begging("8S AD JD 2D KD 5H", "AS 4H 3H TH 7H 8H", "9S"))
    assert run_to.action == BEG and run_to.maxim is MAXIMS["run_to"] and run_to.facts["suit"] == "diamonds"


def test_the_dealer_gives_on_good_trumps_and_runs_on_poor_ones() -> None:
    strong = asked(begging("4D 8D 9C 7C 6H 5H", "AS KS JS 2S 7H 8H", "9S").apply(BEG))
    assert strong.action == GIVE and strong.maxim is MAXIMS["give_strong"]
    weak = asked(begging("4D 8D 9C 7C 6H 5H", "8S 3H 4H 6D 7H 8H", "9S").apply(BEG))
    assert weak.action == RUN and weak.maxim is MAXIMS["run_weak"]


@pytest.mark.parametrize("may", [False, True])
def test_the_dealer_never_gives_the_match_away(may: bool) -> None:
    rules = SEVEN_UP.replace(gift_may_put_out=may)
    at = begging("4D 8D 9C 7C 6H 5H", "AS KS JS 2S 7H 8H", "9S", scores=(6, 0), rules=rules).apply(BEG)
    assert asked(at).action == RUN


def test_trumps_are_kept_when_discarding() -> None:
    thrown = 0
    for seed in range(30):
        at = deal(new_table(SEVEN_UP, 2, seed=seed)).apply(BEG)
        at = at.apply(RUN) if RUN in at.legal_actions() else at
        while at.to_act and at.phase == "discard":
            view = at.seen_by(at.to_act)
            choice = FOSTER.choose(view, seed)
            plain = [c for c in view.hand or () if c.suit != view.trump]
            assert not plain or choice.action.card.suit != view.trump  # type: ignore[union-attr]
            thrown += 1
            at = at.apply(choice.action)
    assert thrown > 60


# -- strength and speed -----------------------------------------------------------------------------------------------


def duel(rules: Rules, n: int, deals: int) -> float:
    """Mean points a deal of foster's side over the others, each deal played once from every side."""
    total, count = 0.0, 0
    for seed in range(deals):
        table = new_table(rules, n, seed=seed)
        for mine in table.sides:
            who = {seat: FOSTER if seat in mine.seats else NOVICE for seat in table.players}
            scores = played(table, who).scores
            total += scores[mine.name] - sum(v for s, v in scores.items() if s != mine.name) / (len(scores) - 1)
            count += 1
    return total / count


@pytest.mark.parametrize(("book", "n"), [("foster-1897", 2), ("trinidad", 4)])
def test_foster_beats_novice_on_the_same_cards(book: str, n: int) -> None:
    assert duel(load_rulebook(book).rules, n, 200) > 0.8


def test_quick() -> None:
    """A typical answer takes well under 0.3 ms; the bound leaves room for a slow machine."""
    took = []
    for seed in range(20):
        at = deal(new_table(FOUR, 4, seed=seed))
        while at.to_act:
            view = at.seen_by(at.to_act)
            start = time.perf_counter()
            action = FOSTER.choose(view, seed).action
            took.append(time.perf_counter() - start)
            at = at.apply(action)
    assert sorted(took)[len(took) // 2] < 0.001


def test_rules_are_rules() -> None:
    with pytest.raises(RulesError):
        FOUR.replace(low_to="nobody")


def test_an_open_stock_is_looked_at() -> None:
    """California Jack: the Ten of trumps on the stock is won with the ace, a small card on it is not."""
    book = load_rulebook("foster-california-jack")
    hands = {"elder": "KD 9C 8C 7H 6H 5H", "dealer": "AD 2D 3C 4C 5C 6C"}
    said = {}
    for top in ("TS", "4H"):
        table = new_table(book.rules, ("elder", "dealer"), hands=hands, stock=top, trump="S")
        at = deal(table).apply("KD")
        said[top] = player("foster").choose(at.seen_by("dealer"), "x")
    assert {top: choice.action.text for top, choice in said.items()} == {"TS": "AD", "4H": "2D"}
    assert "from the stock" in said["TS"].reason()
