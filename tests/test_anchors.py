"""Anchors: a passage is found again in any form of its text, the wrong place is never called sure, no word is kept."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from anchor_forms import FORMS, Trial, as_html, made_up_book, noisy, plain_copy, tried
from click.testing import CliRunner

import allfours_edu as af
from allfours_edu.anchors import copy, data, fetching, words
from allfours_edu.anchors.data import Anchored, Place, TextFile, load_anchors, why_silent
from allfours_edu.anchors.fingerprint import GRAMS, Anchor, find, gram_hash, make_anchor
from allfours_edu.anchors.reading import MOST_BYTES, as_text
from allfours_edu.anchors.words import TextError, stream, trigrams, words_of
from allfours_edu.cli import main
from allfours_edu.sources import folder, load_witness, witnesses
from allfours_edu.teach.textgrid import text_grid
from allfours_edu.widgets.owntext import own_passage
from allfours_edu.widgets.texts import TextsWidget, texts_state

BOOK = made_up_book(7, 120)
LEAST = {
    "HTML": 0.92, "archive XML": 0.92, "merged, some lost": 0.85, "2 % noise": 0.85, "5 % noise": 0.6,
    "another edition": 0.85,
}  # fmt: skip
"""The share of passages to be found; of plain copies, in whatever wrapping or encoding, 94 in 100."""
ANCHORED = tuple(id for id in witnesses() if load_anchors(id))


# -- the bench --------------------------------------------------------------------------------------------------------


@functools.cache
def trial(form: str) -> Trial:
    return tried(BOOK, FORMS[form](BOOK), "old" if form == "old type" else "plain")


@pytest.mark.parametrize("form", FORMS)
def test_bench(form: str) -> None:
    result = trial(form)
    assert result.wrong["exact"] == 0
    assert result.share >= LEAST.get(form, 0.94), result
    assert result.wrong.total() <= len(BOOK) // 25, result
    found = result.right.total() + result.wrong.total()
    assert found + result.missed + result.said == result.there + result.gone == len(BOOK)  # nothing passes in silence


def test_the_bench_can_fail() -> None:
    blank = tried(BOOK, b"nothing of it at all")
    assert (blank.there, blank.gone, blank.said) == (0, 120, 120)
    assert tried(BOOK, noisy(0.6)(BOOK)).share < 0.1
    shifted = {p.mark: (BOOK[n - 1].mark, BOOK[n - 1].mark) for n, p in enumerate(BOOK)}
    assert tried(BOOK, plain_copy(BOOK), truth=shifted).wrong["exact"] == 120


def test_same_words_twice_are_told_apart_by_their_heading_or_not_at_all() -> None:
    rule = "Nobody may look at the stock before the dealer has squared it and the eldest hand has led."
    anchor = {"x": make_anchor(words_of(rule), "For three", 1)}
    twice = stream(f"For two\n\n{rule}\n\n{'Other words. ' * 800}\n\nFor three\n\n{rule}\n\n")
    found = find(anchor, twice)["x"]
    assert found.tier == "exact" and found.first > 1000
    assert find(anchor, stream(f"{rule} {rule}"))["x"].tier == "not found"
    assert find(anchor, stream(rule))["x"].tier == "exact"
    twin = {
        "x": replace(anchor["x"], twin=True)
    }  # known to stand twice in the text: one of them alone may be the other
    assert find(twin, stream(rule))["x"].tier == "not found"
    assert find(twin, stream(f"For three\n\n{rule}\n\n"))["x"].tier == "exact"


def test_words() -> None:
    assert words_of("  (a) Œuvre, façade ﬁnal [Pg 12] {3}\n  17  \nre\u00adturn be-\n low Low-\nHigh 3d. ii. Ace") == [
        "oeuvre", "facade", "final", "return", "below", "low", "high", "3d", "ace",
    ]  # fmt: skip
    assert words_of("Vpon Ioyning vve haue", "old") == words_of("upon joyning we have", "old")


# -- files nobody should have made ------------------------------------------------------------------------------------

HOSTILE = {
    "comments": b"<html>" + b"<!--" * 200_000, "tags": b"<p " * 300_000, "entities": b"<p>&#" + b"9" * 900_000,
    "dashes": b"a-\n" * 300_000, "spaces": b"\n" + b" " * 900_000, "marks": "a\u0301".encode() * 300_000,
    "brackets": b"[Pg " * 200_000, "one word": b"a" * 900_000, "open scripts": b"<p><script>" * 80_000,
    "page classes": b"<p>" + b'<p class="page">' * 60_000, "same again": b"trump " * 150_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_dull(name: str) -> None:
    anchor = {"x": make_anchor(["trump"] * 40)}
    start = time.process_time()
    with contextlib.suppress(TextError):
        find(anchor, stream(as_text(HOSTILE[name])))
    assert time.process_time() - start < 2  # what costs the square of its length takes minutes


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.7 ...", "is a PDF"), (b"PK\x03\x04....", "packed file"), (b"\x00\x01\x02" * 999, "no text file"),
        (b"a" * (MOST_BYTES + 1), "larger than 8 MB"), (b"a " * 5_001, "more than 5,000 words"), (None, "no file"),
    ],
)  # fmt: skip
def test_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, said: str
) -> None:
    monkeypatch.setattr(words, "MOST_WORDS", 5_000)
    path = tmp_path / "mine.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TextError, match=said) as error:
        af.attach("cassell-1881", path)
    assert "\n" not in str(error.value) and len(str(error.value)) < 160


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1"])
def test_any_encoding(codec: str) -> None:
    assert words_of(as_text("Façade of the Knave.".encode(codec))) == ["facade", "of", "the", "knave"]


# -- what comes with the package --------------------------------------------------------------------------------------


KEYS = set("scheme w3h profile plain old files words sections at file n ord whole twin true clauses".split())


def test_only_free_texts_have_anchors_and_no_word_is_kept() -> None:
    assert len(ANCHORED) >= 16
    for id in ANCHORED:
        assert data.may_be_anchored(id), id
        names = [text.name for text in data.texts_of(id)]
        raw = (folder() / "anchors" / f"{id}.toml").read_text("utf-8")
        for head in re.findall(r'head = "([^"]*)"', raw):
            assert len(head.split()) <= 7, (id, head)
        kept = re.sub(r'(?:head|name|full|grams) = "[^"]*"|^#.*|^\w[\w-]* = \{', "", raw, flags=re.M)
        assert set(re.findall(r"[A-Za-z]\w*", kept)) <= KEYS | {w for name in names for w in re.findall(r"\w+", name)}
        for place in load_anchors(id).clauses.values():  # type: ignore[union-attr]
            assert re.fullmatch(r"[0-9a-f]{16}", place.full)
            assert 0 < len(place.anchor.grams) <= GRAMS
            assert all(re.fullmatch(r"[0-9a-f]{8}", gram) for gram in place.anchor.grams)
            assert place.n == (place.whole or place.at)[1] - (place.whole or place.at)[0] >= 12


def test_clauses_without_an_anchor_say_why() -> None:
    reasons = {c.ref: why_silent(c) for id in witnesses() for c in load_witness(id).clauses.values()}
    assert set(reasons.values()) <= {None, "silent", "rights", "no_text", "no_place"}
    for id in ANCHORED:
        told = [reasons[c.ref] for c in load_witness(id).clauses.values() if c.status not in ("silent", "not_seen")]
        assert told.count(None) >= 0.6 * len(told)  # the rest: read after the places were noted, id
    assert reasons["pagat-fr#follow"] == "rights"


def test_no_digest_stands_too_close_to_its_passage() -> None:
    for id in ANCHORED:
        anchored = load_anchors(id)
        assert anchored is not None
        for clause, place in anchored.clauses.items():
            known = load_witness(id).clauses[clause]
            for said in (known.digest, *(r.says for r in known.readings), *(r.argument for r in known.readings)):
                assert not too_close(said, place.anchor, anchored.profile), (known.ref, said)


def too_close(digest: str, anchor: Anchor, profile: Any = "plain") -> bool:
    """Three kept trigrams in common: more than a term of art."""
    hits = {gram for gram in trigrams(words_of(digest, profile)) if gram_hash(gram) in anchor.grams}
    return len(hits) >= 3


def test_a_copied_digest_would_be_noticed() -> None:
    said = BOOK[3].text
    assert too_close(said, make_anchor(words_of(said)))
    assert not too_close("Whoever deals may not beg.", make_anchor(words_of(said)))


# -- attaching --------------------------------------------------------------------------------------------------------

TEXT = "squareman-1916"


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A witness whose clauses stand, for a test, in the made-up book: its clauses in order."""
    clauses = list(load_witness(TEXT).clauses)
    heads = iter(BOOK)
    places = {}
    for clause in clauses[:-2]:
        anchor = make_anchor(words_of(next(heads).text))
        places[clause] = Place((0, anchor.n), 0, None, anchor.n, "", 0, anchor.full, " ".join(anchor.grams))
    fake = Anchored("w3h/1", "plain", (TextFile("x", 0),), places)
    for module in (data, copy):
        monkeypatch.setattr(module, "load_anchors", lambda id: fake if id == TEXT else None)
    yield clauses
    af.detach(TEXT)


def test_attach_lists_every_clause(made_up: list[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.html"
    path.write_bytes(as_html(BOOK[2:]))
    own = af.attach(" Squareman-1916 ", path)
    rows = {row["clause"].partition("#")[2]: row for row in own.rows()}
    assert list(rows) == made_up
    tiers = [rows[clause]["tier"] for clause in made_up]
    assert tiers == ["not found"] * 2 + ["exact"] * (len(made_up) - 4) + ["none"] * 2
    assert rows[made_up[0]]["line"] is None and "look for yourself" in rows[made_up[0]]["note"]
    assert "exact" in str(own) and "of it is sent anywhere" in str(own)
    passage = own.passage(made_up[4])
    assert passage is not None and words_of(passage.words) == words_of(BOOK[4].text)
    done = CliRunner().invoke(main, ["attach", TEXT, str(path), "--json"])
    told = json.loads(done.output)
    assert [row["tier"] for row in told["clauses"]] == tiers and told["known"] is False
    assert words_of(BOOK[4].text)[3] and BOOK[4].text[:30] not in done.output
    assert "none" in CliRunner().invoke(main, ["attach", TEXT, str(path)]).output
    assert CliRunner().invoke(main, ["attach", TEXT, str(tmp_path)]).exit_code == 2
    assert af.detach(TEXT) and not af.detach(TEXT)


def test_nothing_of_the_copy_is_in_what_is_saved(made_up: list[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(plain_copy(BOOK).replace(b"the", b"<b zzclick=x>the</b>"))
    own = af.attach(TEXT, path)
    topic = load_witness(TEXT).clauses[made_up[4]].topic
    widget = TextsWidget(topic)
    assert TEXT in widget.state["own"]
    sent: list[Any] = []
    widget.send = sent.append
    widget._on_message(widget, {"kind": "command", "name": "own", "arg": f"{TEXT}#{made_up[4]}"})
    assert "<b zzclick=x>" in sent[0]["words"] + sent[0]["before"] + sent[0]["after"]  # text, for text nodes alone
    saved = json.dumps([widget.get_state(), str(widget._repr_mimebundle_()), str(own), own._repr_html_()], default=str)
    assert "zzclick" not in saved
    for n in range(8):
        assert " ".join(BOOK[n].text.split()[2:6]) not in saved
    assert "own" in texts_state(text_grid(topic), still=True) and texts_state(text_grid(topic), still=True)["own"] == []
    widget._on_message(widget, {"kind": "command", "name": "own", "arg": "nobody#knows"})
    assert sent[-1]["kind"] == "refused" and own_passage("squareman-1916#nonsense") is None
    widget.close()


# -- fetching ---------------------------------------------------------------------------------------------------------


class Quiet(http.server.BaseHTTPRequestHandler):
    body = b""

    def do_GET(self) -> None:
        self.send_response(200 if self.body else 404)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = http.server.HTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/text.txt"
    server.shutdown()


def test_fetching(made_up: list[str], address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pooch")
    monkeypatch.setenv("ALLFOURS_HOME", str(tmp_path))
    text = replace(load_witness(TEXT).etexts[0], url=address)
    monkeypatch.setattr(fetching, "texts_of", lambda _: (text,))
    with pytest.raises(TextError, match="could not be fetched"):
        af.attach(TEXT, fetch=True)
    monkeypatch.setattr(Quiet, "body", b"x" * (MOST_BYTES + 1))
    with pytest.raises(TextError, match="larger than"):
        af.attach(TEXT, fetch=True)
    monkeypatch.setattr(Quiet, "body", plain_copy(BOOK))
    with pytest.warns(fetching.ChangedTextWarning, match="has changed"):
        own = af.attach(TEXT, fetch=True)
    assert {row["tier"] for row in own.rows()} == {"exact", "none"}  # a changed file is judged by what it holds
    monkeypatch.setattr(fetching, "import_module", _absent)
    with pytest.raises(TextError, match="needs the package pooch"):
        af.attach(TEXT, fetch=True)


def _absent(name: str) -> Any:
    raise ImportError(name)


def test_addresses_are_fixed_public_ones() -> None:
    found = [text.url for id in witnesses() for text in load_witness(id).etexts if text.url]
    assert len(found) >= 5
    assert all(re.fullmatch(r"https://[\w./-]+/[0-9a-f]{40}/[\w.-]+", url) for url in found)
    with pytest.raises(TextError, match=r"no fixed public address .*ebooks/53881"):
        af.attach("foster-1897", fetch=True)
    with pytest.raises(TextError, match="not both"):
        af.attach("foster-1897", "x.txt", fetch=True)
