"""Make the anchors of the witnesses from a folder of texts: places and fingerprints, none of their words.

    python tools/anchors.py FOLDER                      make all of sources/anchors/*.toml anew
    python tools/anchors.py FOLDER enquire-1894         only those of one witness
    python tools/anchors.py FOLDER --check              change nothing; exit status 1 if something would change
    python tools/anchors.py FOLDER --place enquire-1894#low "Low. For" "adversary."
                                                        say where a clause stands: its first and its last words

FOLDER holds the e-texts under the names that the witness files give them (`[[etexts]] name`). A place (`at`) is counted
in words of that very file, so the file must have the hash that the witness file gives; everything else is made from it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from allfours_edu.anchors.data import Anchored, Place, TextFile, read_anchors, texts_of
from allfours_edu.anchors.fingerprint import SHORTEST, find, make_anchor
from allfours_edu.anchors.reading import read
from allfours_edu.anchors.words import Stream, stream, words_of
from allfours_edu.sources import folder, load_witness

LONGEST_PARAGRAPH = 200
HEAD = "# Places in the e-text and fingerprints, made by tools/anchors.py, which keeps `at`. No words of the text.\n"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("texts", type=Path, metavar="FOLDER")
    parser.add_argument("witness", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--place", nargs=3, metavar=("CLAUSE", "FIRST", "LAST"))
    told = parser.parse_args(words)
    ids = [told.place[0].partition("#")[0]] if told.place else told.witness or sorted(ids_here())
    changed = 0
    for id in ids:
        path = folder() / "anchors" / f"{id}.toml"
        old = read_anchors(path, id)
        streams = [opened(told.texts, id, file, old) for file in old.files]
        if told.place:
            place = placed(streams, *told.place[1:])
            old = replace(old, clauses={**old.clauses, told.place[0].partition("#")[2]: place})
        new = made(id, old, streams)
        text = HEAD + "\n".join(written(new)) + "\n"
        changed += text != path.read_text("utf-8")
        if not told.check:
            path.write_text(text, "utf-8")
        for line in report(id, new, streams):
            print(line)
    return int(bool(told.check and changed))


def ids_here() -> Iterator[str]:
    return (path.stem for path in (folder() / "anchors").glob("*.toml"))


def opened(texts: Path, id: str, file: TextFile, old: Anchored) -> Stream:
    """The words of the file in which places are counted, if it is that file."""
    known = next(text for text in texts_of(id) if text.name == file.name)
    text, sha256 = read(texts / file.name)
    found = stream(text, old.profile)
    if sha256 != known.sha256 or file.words not in (0, len(found)):
        sys.exit(f"{file.name}: is another file than the one in which the places of {id} were counted")
    return found


def placed(streams: list[Stream], first: str, last: str) -> Place:
    """The place that begins and ends with these words, if there is only one."""
    found = []
    for n, text in enumerate(streams):
        start, end = words_of(first), words_of(last)
        for at in places(text.words, start):
            stop = next(iter(places(text.words, end, at)), None)
            found += [] if stop is None else [Place((at, stop + len(end)), n)]
    if len(found) != 1:
        sys.exit(f"{first!r} … {last!r} stands in {len(found)} places; give more words")
    return found[0]


def places(words: list[str], wanted: list[str], at: int = 0) -> Iterator[int]:
    n = len(wanted)
    return (i for i in range(at, len(words) - n + 1) if words[i] == wanted[0] and words[i : i + n] == wanted)


def made(id: str, old: Anchored, streams: list[Stream]) -> Anchored:
    """The anchors from the places."""
    order = {clause: n for n, clause in enumerate(load_witness(id).clauses)}
    clauses = {
        clause: anchored(place, old.files[place.file], streams[place.file])
        for clause, place in sorted(old.clauses.items(), key=lambda item: order[item[0]])
    }
    files = tuple(replace(file, words=len(text)) for file, text in zip(old.files, streams, strict=True))
    return replace(old, files=files, clauses=clauses)


def anchored(place: Place, file: TextFile, text: Stream) -> Place:
    first, last = place.at
    whole = widened(text, first, last) if last - first < SHORTEST else None
    start, end = whole or (first, last)
    above = max((s for s in file.sections if s.at <= first), key=lambda s: s.at, default=None)
    ordinal = 0 if above is None else text.paragraphs(above.at, first)
    words = text.words[start:end]
    anchor = make_anchor(words, above.head if above else "", ordinal)
    twin = sum(1 for _ in places(text.words, words)) > 1
    return Place(place.at, place.file, whole, anchor.n, anchor.head, ordinal, anchor.full, " ".join(anchor.grams), twin)


def widened(text: Stream, first: int, last: int) -> tuple[int, int]:
    """What a short clause is anchored by: its paragraph; with its neighbours where even that is short, or too long."""
    start, end = text.paragraph(first)
    end = max(end, last)
    if end - start > LONGEST_PARAGRAPH:
        return max(first - SHORTEST, 0), min(last + SHORTEST, len(text))
    while end - start < SHORTEST:
        start, end = text.paragraph(max(start - 1, 0))[0], text.paragraph(min(end, len(text) - 1))[1]
    return start, end


def written(anchored: Anchored) -> Iterator[str]:
    """The file, line by line."""
    yield f'scheme = "{anchored.scheme}"'
    yield f'profile = "{anchored.profile}"'
    for file in anchored.files:
        yield f'\n[[files]]\nname = "{file.name}"\nwords = {file.words}\nsections = ['
        yield from (f'    {{ at = {section.at}, head = "{section.head}" }},' for section in file.sections)
        yield "]"
    yield "\n[clauses]"
    for id, place in anchored.clauses.items():
        where = f"at = [{place.at[0]}, {place.at[1]}]" + (f", file = {place.file}" if place.file else "")
        whole = f", whole = [{place.whole[0]}, {place.whole[1]}]" if place.whole else ""
        twin = ", twin = true" if place.twin else ""
        yield (
            f'{id} = {{ {where}{whole}{twin}, n = {place.n}, head = "{place.head}", ord = {place.ord}, '
            f'full = "{place.full}", grams = "{place.grams}" }}'
        )


def report(id: str, anchored: Anchored, streams: list[Stream]) -> Iterator[str]:
    """What an author should know: clauses without a place, anchors that do not find themselves."""
    witness = load_witness(id)
    speak = [c.id for c in witness.clauses.values() if c.status not in ("silent", "not_seen", "not_applicable")]
    missing = [clause for clause in speak if clause not in anchored.clauses]
    short = sum(place.whole is not None for place in anchored.clauses.values())
    yield f"{id}: {len(anchored.clauses)} of {len(speak)} clauses anchored, {short} of them with what stands around"
    if missing:
        yield f"  without a place: {', '.join(missing)}"
    for n, text in enumerate(streams):
        own = {clause: place.anchor for clause, place in anchored.clauses.items() if place.file == n}
        for clause, found in find(own, text).items():
            start = (anchored.clauses[clause].whole or anchored.clauses[clause].at)[0]
            if found.tier != "exact" or found.first != start:
                yield f"  {clause}: does not find itself ({found.tier}, margin {found.margin})"


if __name__ == "__main__":
    sys.exit(main())
