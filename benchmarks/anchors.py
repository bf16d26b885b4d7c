"""Are passages found again in other forms of a text, and is the wrong place ever called sure?

    python benchmarks/anchors.py                 the made-up book of the tests
    python benchmarks/anchors.py FOLDER          and the real texts in a folder, by the anchors of the package

For each form: passages that stand in it, the share found in the right place, by tier; how many were found in a wrong
one; how many were said not to be found. Of the form "wrong book" nothing stands in it: there another text of the
folder is searched, and what is found are parallels of the texts, or look-alikes.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from anchor_forms import FORMS, Paragraph, Trial, made_up_book, tried  # noqa: E402

from allfours_edu.anchors.data import load_anchors  # noqa: E402
from allfours_edu.anchors.fingerprint import SHORTEST, Anchor, find  # noqa: E402
from allfours_edu.anchors.reading import read  # noqa: E402
from allfours_edu.anchors.words import Stream, stream  # noqa: E402
from allfours_edu.sources import witnesses  # noqa: E402

OLD = "old type"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("texts", type=Path, nargs="?", metavar="FOLDER")
    told = parser.parse_args()
    book = made_up_book(7)
    show("made-up book", {name: timed(book, name) for name in FORMS})
    if told.texts:
        totals: dict[str, list[Trial]] = {name: [] for name in FORMS if name != "wrong book"}
        for id in witnesses():
            for name, trial in real(id, told.texts):
                totals[name].append(trial)
        show("real texts, clauses of at least twelve words", {name: summed(trials) for name, trials in totals.items()})
        parallels(told.texts)


def timed(book: list[Paragraph], name: str) -> Trial:
    return tried(book, FORMS[name](book), "old" if name == OLD else "plain")


def real(id: str, texts: Path) -> Iterator[tuple[str, Trial]]:
    """The forms of the texts of one witness."""
    anchored = load_anchors(id)
    for n, file in enumerate(anchored.files if anchored else ()):
        assert anchored is not None
        text = stream(read(texts / file.name)[0], anchored.profile)
        mine = {c: p for c, p in anchored.clauses.items() if p.file == n and p.whole is None and p.n >= SHORTEST}
        book, truth = cut(text, {clause: place.at for clause, place in mine.items()})
        anchors = {clause: place.anchor for clause, place in mine.items()}
        for name, form in FORMS.items():
            if name != "wrong book" and (name != OLD or anchored.profile == "old"):
                yield name, tried(book, form(book), anchored.profile, anchors, truth)


def cut(text: Stream, places: Mapping[str, tuple[int, int]]) -> tuple[list[Paragraph], dict[str, tuple[str, str]]]:
    """A text in paragraphs that begin where its paragraphs and clauses do, never inside a clause."""
    inside = {word for first, last in places.values() for word in range(first + 1, last)}
    cuts = [first for first, _ in places.values()]
    word = 0
    while word < len(text):
        cuts.append(word)
        word = text.paragraph(word)[1]
    starts = sorted({0, *(at for at in cuts if at not in inside)})
    ends = [*starts[1:], len(text)]
    book = [
        Paragraph(f"zq{n}", re.sub(r"\s+", " ", text.text[text.starts[first] : text.ends[last - 1]]))
        for n, (first, last) in enumerate(zip(starts, ends, strict=True))
    ]
    number = {word: n for n, (first, last) in enumerate(zip(starts, ends, strict=True)) for word in range(first, last)}
    return book, {c: (f"zq{number[first]}", f"zq{number[last - 1]}") for c, (first, last) in places.items()}


def summed(trials: list[Trial]) -> Trial:
    right, wrong = (sum((getattr(trial, name) for trial in trials), Counter()) for name in ("right", "wrong"))
    there, missed, gone, said = (sum(getattr(t, name) for t in trials) for name in ("there", "missed", "gone", "said"))
    return Trial(there, right, wrong, missed, gone, said)


def show(title: str, rows: Mapping[str, Trial]) -> None:
    print(f"\n{title}")
    print(f"{'form':26} there   found  exact  near  weak   wrong (exact/near/weak)   said: not found")
    for name, trial in rows.items():
        right, wrong = (
            [kind.get(tier, 0) for tier in ("exact", "near", "weak")] for kind in (trial.right, trial.wrong)
        )
        said = trial.missed + trial.said
        share = f"{trial.share:.1%}" if trial.there else "–"
        print(
            f"{name:26}{trial.there:6}{share:>8}{right[0]:7}{right[1]:6}{right[2]:6}"
            f"   {'/'.join(map(str, wrong)):>10}{said:>28}"
        )


def parallels(texts: Path) -> None:
    """Every witness looked up in the texts of all others: the wrong book, on real texts."""
    print("\nwrong book: what of one witness is found in the text of another (exact/near/weak of all)")
    files = sorted({file.name for id in witnesses() if (found := load_anchors(id)) for file in found.files})
    for name in files:
        start = time.perf_counter()
        text, cells = read(texts / name)[0], []
        for id in witnesses():
            anchored = load_anchors(id)
            if anchored is None or name in {file.name for file in anchored.files}:
                continue
            anchors: dict[str, Anchor] = {c: p.anchor for c, p in anchored.clauses.items() if p.whole is None}
            tiers = [found.tier for found in find(anchors, stream(text, anchored.profile)).values()]
            if any(tier != "not found" for tier in tiers):
                cells.append(f"{id} {'/'.join(str(tiers.count(t)) for t in ('exact', 'near', 'weak'))} of {len(tiers)}")
        print(f"{name} ({time.perf_counter() - start:.1f} s): {'; '.join(cells) or 'nothing'}")


if __name__ == "__main__":
    main()
