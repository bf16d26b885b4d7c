"""Words: every event, refusal and call has a sentence, told from the reader's place and in the book's language."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import tables

from allfours_edu.api import new_deal
from allfours_edu.cards import Card
from allfours_edu.engine import (
    BEG,
    GIVE,
    RUN,
    STAND,
    Call,
    IllegalAction,
    Position,
    deal,
    new_table,
    next_table,
    parse_action,
)
from allfours_edu.sources import Rulebook, load_rulebook, rulebooks
from allfours_edu.teach import explain
from allfours_edu.teach.citing import cite_field, cite_topic, why, why_fields
from allfours_edu.teach.context import Context
from allfours_edu.teach.glossary import GlossaryError, glossary, terms_for
from allfours_edu.teach.moments import moments
from allfours_edu.teach.strings import Who, catalogue, phrase, plain, signs, t, term
from allfours_edu.teach.twin import as_text, story

HOLE = re.compile(r"\{@?\w+(?::[^{}|]*\|[^{}|]*)?\}")
CARD_MARK = re.compile(r"\{(?:JOKER|[2-9TJQKA][SHDC])\}")
BOOKS = tables()


def random_deal(book: Rulebook, players: int, seed: int, scores: list[int] | None = None) -> Position:
    rng = random.Random(f"{book.id}/{players}/{seed}")
    position = deal(new_table(book.rules, players, seed=seed, scores=scores))
    while position.to_act is not None:
        position = position.apply(rng.choice(position.legal_actions()))
    return position


def deals(seeds: int = 8) -> Iterator[tuple[Rulebook, Position]]:
    for id, n in BOOKS:
        book = load_rulebook(id)
        for seed in range(seeds):
            yield book, random_deal(book, n, seed)
        for name in book.options:
            other = book.with_options(name)
            if n in other.rules.players:
                yield other, random_deal(other, n, 1)


def clean(text: str) -> bool:
    """No hole was left open, and it reads like a sentence."""
    bare = CARD_MARK.sub("Q", text)
    return bool(text) and "{" not in bare and "  " not in bare and "None" not in bare and text.strip() == text


# -- events --------------------------------------------------------------------------------------------------


def test_every_event_has_a_sentence_for_every_reader() -> None:
    for book, position in deals():
        for seat in (None, position.table.players[0], position.table.players[-1]):
            ctx = Context(position, seat, book)
            for event in position.events():
                text = explain.sentence(event, ctx)
                assert clean(text), (book.id, event, text)
                if seat is None:
                    assert not re.search(r"\b[Yy]ou\b", text), text


def test_the_reader_is_you() -> None:
    book = load_rulebook("trinidad")
    position = deal(new_table(book.rules, seed=7)).apply(BEG).apply(GIVE)
    told = [explain.sentence(e, Context(position, "South", book)) for e in position.events()]
    assert told[0] == "West deals six cards each, three at a time. You are the player on the dealer's right."
    assert told[2] == "You beg: the dealer may give a point, or run the cards."
    assert told[-1] == "You and North mark **1** for the [[gift|one given]]."
    from_west = [explain.sentence(e, Context(position, "West", book)) for e in position.events()]
    assert from_west[0].startswith("You deal six cards each")
    assert from_west[-1] == "South and North mark **1** for the [[gift|one given]]."


def test_a_hanged_jack_and_low_that_fell() -> None:
    book = load_rulebook("trinidad")
    hands = {
        "South": "QS 7S 2S 6C 9D 5H", "East": "AS 8C KD QD KH 3H", "North": "4S AC TD 4D 8H 7H",
        "West": "JS 5S TC 7C 3C 6H",
    }  # fmt: skip
    position = deal(new_table(book.rules, hands=hands, turn_ups="9S")).apply(STAND)
    plays = "6C 8C AC 3C 8H 6H 5H KH AS 4S 5S 2S KD 4D JS QS 7S 3H TD 7C 9D QD 7H TC"
    for text in plays.split():
        position = position.apply(text)
    ctx = Context(position, "South", book)
    told = {e.point: explain.sentence(e, ctx) for e in position.events() if e.kind == "award"}
    assert told == {
        "high": "**High**: {AS} was the highest trump out. East and West score 1.",
        "low": "**Low**: {2S} was the lowest trump out. It fell to East, but it belongs to the side it was dealt to: you and North score 1.",  # noqa: E501
        "jack": "**Jack**: you and North [[hang|hanged]] {JS} and score 3.",
        "game": "**Game** (card count): 20 to 19. You and North score 1.",
    }
    plays_told = [explain.sentence(e, ctx) for e in position.events() if e.kind == "play"]
    assert plays_told[14] == "West trumps with {JS}." and plays_told[15] == "You overtrump with {QS}."
    known = {k.point: plain(k.text) for k in explain.points_known(ctx)}
    assert known["jack"] == "Hanged: you took jack of spades"


def test_the_words_of_the_book() -> None:
    assert term("jack", "cassell-all-fives") == "knave"
    assert plain("{JS} falls", "cassell-all-fives") == "Knave of spades falls"
    book = load_rulebook("cassell-all-fives")
    position = next(p for b, p in deals() if b.id == book.id and any(e.data.get("not_out") for e in p.events()))
    event = next(e for e in position.events() if e.data.get("not_out"))
    assert "knave" in explain.sentence(event, Context(position, None, book))


def test_what_may_not_be_seen_is_not_told() -> None:
    book = load_rulebook("foster-1897")
    position = deal(new_table(book.rules, 2, seed=7)).apply(BEG).apply(RUN)
    while position.phase == "discard":
        position = position.apply(position.legal_actions()[0])
    told = [m.text(Context(position, "South", book)) for m in moments(position) if m.kind == "discard"]
    assert CARD_MARK.search(told[0]) and told[1] == "North discards three cards."


# -- why -----------------------------------------------------------------------------------------------------


def test_every_point_names_its_authority() -> None:
    for book, position in deals(4):
        for event in position.events():
            text, cites = why(event, book)
            assert clean(text)
            if event.kind in ("award", "turn", "gift", "peg", "trick"):
                assert cites, (book.id, event)
            for field in event.because:
                if event.kind not in ("out", "settle"):
                    assert field in {c["rule"] for c in cites}
            for cite in cites:
                assert cite["status"] and cite["short"] and cite.get("question")
                assert cite.get("locator") or cite.get("reason"), (book.id, cite)


def test_what_establishes_it_comes_first() -> None:
    book = load_rulebook("foster-1897")
    position = random_deal(book, 2, 3)
    low = next(e for e in position.events() if e.point == "low")
    _, cites = why(low, book)
    assert cites[0]["rule"] == "low" and "low_to" in [c["rule"] for c in cites]


def test_silence_and_dispute_are_said() -> None:
    for id in rulebooks():
        book = load_rulebook(id)
        for field, _ in book.rules.values():
            status = book.why(field).status
            text, cites = why_fields(book, None, [field])
            if status == "supplied":
                assert "supplied" in text and cites[0]["status"] == "supplied"
            if status == "contradictory":
                assert "more than one way" in text


def test_a_house_rule_says_so() -> None:
    book = load_rulebook("foster-1897").replace(low_to="taker")
    cite = cite_field(book, "low_to")
    assert cite["status"] == "house" and "house rule" in cite["reason"]
    assert cite_field("foster-1897", "low_to")["status"] == "explicit"


def test_second_hand_is_said() -> None:
    cite = cite_topic("trinidad", "turned")
    assert cite is not None and cite["status"] == "translated"


# -- why not -------------------------------------------------------------------------------------------------


def test_every_reason_of_the_engine_has_a_sentence() -> None:
    engine = Path(explain.__file__).parents[1] / "engine"
    text = "\n".join(p.read_text("utf-8") for p in engine.glob("*.py"))
    keys = set(re.findall(r'reason, field = "(\w+)"', text)) | set(re.findall(r'return "(\w+)", (?:"\w+"|None)', text))
    keys |= {f"not_in_{phase}" for phase in ("beg", "answer", "consent", "bunch", "bid", "sale", "declare", "exchange", "name", "discard", "rob")}  # fmt: skip # noqa: E501
    keys |= {"must_trump", "must_overtrump", "gift_puts_out", "gift_needs_trump", "bid_higher_or_pass", "bid_puts_seller_out", "bid_out_of_bounds", "no_such_player"}  # fmt: skip # noqa: E501
    assert len(keys) > 25
    book = load_rulebook("trinidad")
    for key in keys:
        said, _ = explain.refusal(IllegalAction(BEG, (), key, None, "South"), book)
        assert said != t("refuse.another"), key
        assert clean(said)


def test_must_follow() -> None:
    book = load_rulebook("trinidad")
    hands = {"South": "KH 3H AC 2C 5D 4S", "East": "QH 4H 2D 3D 6D 7C"}
    position = deal(new_table(book.rules, hands=hands, turn_ups="9S")).apply(STAND).apply("KH")
    refused = position.why_not("2D")
    assert refused is not None
    text, cites = explain.refusal(refused, book, position, "East")
    assert text == "You hold a heart: follow hearts, or trump."
    assert [c["rule"] for c in cites] == ["follow"]


def test_a_gift_that_would_put_out() -> None:
    book = load_rulebook("foster-1897")
    position = deal(new_table(book.rules, 2, seed=7, scores=[6, 0])).apply(BEG)
    refused = position.why_not(GIVE)
    if refused is None:  # the book lets the gift put out: ask for the other rule
        book = book.replace(gift_may_put_out=False)
        position = deal(new_table(book.rules, 2, seed=7, scores=[6, 0])).apply(BEG)
        refused = position.why_not(GIVE)
    assert refused is not None
    text, cites = explain.refusal(refused, book, position)
    assert text == "You may not give: the point would put South out."
    assert cites[0]["rule"] == "gift_may_put_out"


def test_all_refusals_in_play_are_sentences() -> None:
    rng = random.Random(5)
    for book, position in deals(3):
        for at in rng.choices(position.path(), k=4):
            if at.to_act is None:
                continue
            for c in at.hand(at.to_act):
                refused = at.why_not(c)
                if refused is not None:
                    text, _ = explain.refusal(refused, book, at)
                    assert clean(text) and text != t("refuse.another"), (book.id, refused.reason)


# -- calls, titles, twins ------------------------------------------------------------------------------------


def test_every_call_says_what_comes_of_it() -> None:
    for book, position in deals(4):
        for at in position.path():
            for action in at.legal_actions():
                if isinstance(action, Call):
                    assert clean(explain.call_label(action, book))
                    assert clean(explain.call_consequence(action, at, book)), (book.id, action)


def test_beg_and_its_answer() -> None:
    book = load_rulebook("foster-1897")
    position = deal(new_table(book.rules, 2, seed=7))
    said = explain.call_consequence(BEG, position, book)
    assert said == "The dealer may give you one point, or run the cards: three more each and a new trump."
    position = position.apply(BEG)
    assert explain.call_consequence(GIVE, position, book) == "South gets one point, and spades stay trumps."
    assert explain.title_line(Context(position, "North", book)) == "South begs. **Give a point, or run the cards?**"


def test_a_turned_card_means_something() -> None:
    book = load_rulebook("trinidad")
    from allfours_edu.cards import card

    assert explain.turn_meaning(card("6C"), book.rules) == "Six turned: the dealer's side scores 2"
    assert "nothing" in explain.turn_meaning(card("7C"), book.rules)


def test_titles_twins_and_stories() -> None:
    for book, position in deals(3):
        for at in position.path()[::3]:
            for seat in (None, *position.table.players):
                assert clean(explain.title_line(Context(at, seat, book)))
                twin = as_text(at, seat, book)
                assert all(clean(line) for line in twin.splitlines()), twin
        told = story(position, book, why=True)
        assert all("{" not in line for line in told.splitlines())


def test_a_match_is_told_to_its_end() -> None:
    book = load_rulebook("foster-1897")
    position = random_deal(book, 2, 1)
    for seed in range(60):
        following = next_table(position)
        if following is None:
            break
        rng = random.Random(seed)
        position = deal(following)
        while position.to_act is not None:
            position = position.apply(rng.choice(position.legal_actions()))
    assert position.winner is not None
    ctx = Context(position, position.table.players[0], book)
    assert "the match" in explain.title_line(ctx)
    out = next(e for e in position.events() if e.kind == "out")
    assert "out with" in explain.sentence(out, ctx)


def test_what_is_known_comes_from_the_table_alone() -> None:
    book = load_rulebook("trinidad")
    position = deal(new_table(book.rules, seed=7)).apply(STAND)
    assert explain.low_so_far(Context(position, "South", book)) is None
    assert {k.state for k in explain.points_known(Context(position, "South", book))} == {"open"}
    shown = set()
    for at in random_deal(book, 4, 5).path():
        for known in explain.points_known(Context(at, "South", book)):
            assert known.card is None or known.card in {c for _, c in at.plays}
            shown.add(known.state)
    assert shown == {"open", "so far", "sure"}


def test_counts_add_up_to_the_award() -> None:
    for book, position in deals(4):
        game = next((e for e in position.events() if e.point == "game" and "count" in e.data), None)
        if game is not None:
            counted = {side: n for side, (n, _) in explain.card_counts(Context(position, None, book)).items()}
            assert counted == dict(game.data["count"])


# -- the catalogue -------------------------------------------------------------------------------------------


def test_the_catalogue_is_sound() -> None:
    for section, strings in catalogue().items():
        if section == "numbers":
            continue
        for name, text in strings.items():
            assert isinstance(text, str), (section, name)
            bare = HOLE.sub("", CARD_MARK.sub("", text))
            assert "{" not in bare and "}" not in bare, (section, name, text)
            assert text.count("**") % 2 == 0 and text.count("[[") == text.count("]]"), (section, name)
            for key in re.findall(r"\[\[([^\]|]+)", text):
                assert key in terms_for(), (section, name, key)


def test_forms_of_the_verb() -> None:
    assert phrase("play.lead", who=Who("West"), card="{KS}") == "West leads {KS}."
    assert phrase("play.lead", who=Who("West and East", many=True), card="{KS}") == "West and East lead {KS}."
    with pytest.raises(KeyError):
        t("play.lead", who=Who("West"))
    assert signs("{TH} and **{JS}**") == "10♥ and J♠"


# -- the glossary --------------------------------------------------------------------------------------------

FIRST_WORDS = "trump Jack hang lead trick Game High Low peg book".split()


def test_the_first_words_are_there() -> None:
    known = terms_for()
    assert set(FIRST_WORDS) <= set(known)
    for key, entry in known.items():
        assert entry["word"] and entry["text"].endswith("."), key
        assert len(re.findall(r"[.!?](?:\s|$)", entry["text"])) <= 3, key


def test_a_word_in_the_language_of_a_book() -> None:
    assert glossary("eldest", "trinidad").word == "player on the dealer's right"  # type: ignore[union-attr]
    assert glossary("revoke", "trinidad").word == "renege"  # type: ignore[union-attr]
    assert glossary("knave", "cassell-all-fives").word == "knave"  # type: ignore[union-attr]
    assert "<strong>" in glossary("pone")._repr_html_()
    assert len(str(glossary()).splitlines()) == len(terms_for())


def test_an_unknown_word() -> None:
    with pytest.raises(GlossaryError, match=r"Near it: .*trump"):
        glossary("trumpf")
    with pytest.raises(GlossaryError, match="lists them all"):
        glossary("xyzzy")


def test_cards_are_cards() -> None:
    assert all(
        isinstance(a, (Card, Call)) for a in deal(new_table(load_rulebook("trinidad").rules, seed=1)).legal_actions()
    )


def test_a_card_taken_back_and_played_later_has_not_followed_the_first_time() -> None:
    hands = {"South": "TS 9D 8D 7C 6C 5C", "West": "AS 2S KD 4D 3C 6H"}
    hands |= {"North": "3S 9S QD TD 8C JH", "East": "QS 8S AD 2D TC KH"}
    begun = new_deal("trinidad", hands=hands, turned="7H", dealer="North", plays="stand, AS, 5C", referee=True)
    position = begun.apply(parse_action("correct TS"), by="South")
    for card in "QS 3S 2S 9D 8S 9S 8C 3C 5C".split():
        position = position.apply(parse_action(card))
    ctx = Context(position, "South", load_rulebook("trinidad"))
    fives = [e for e in position.events() if e.kind == "play" and str(e.cards[0]) == "5♣"]
    assert [explain.play_kind(e, ctx) for e in fives] == ["play", "follow"]
