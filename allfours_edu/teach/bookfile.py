"""A rule book with house rules as a file of its own: TOML that :func:`~allfours_edu.sources.load_rulebook` reads again.

>>> book = load_rulebook("foster-1897").replace(low_to="taker", target=11)
>>> print(book_toml(book, "our-seven-up"))  # doctest: +ELLIPSIS
# Foster's Seven-Up with house rules.
...
[fields]
target = { value = 11, status = "house", reason = "A house rule of this table." }
low_to = { value = "taker", status = "house", reason = "A house rule of this table." }
<BLANKLINE>
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..asking import held
from ..new_file import ThereAlreadyError, write_new
from ..rules import FIELDS, GROUPS
from ..sources import Rulebook, Source, find_clause, load_rulebook, rulebooks
from .strings import t

CODE = "HR"
"""Deal codes name books that everybody has; a table's own book has none, and this only fills the place."""


def book_toml(book: Rulebook, id: str = "", title: str = "") -> str:
    """The whole book as TOML. It leans on the printed book it was made from; what was changed stands in ``[fields]``.

    Parameters
    ----------
    book : a book, with options chosen or house rules in it.
    id, title : what the new book is called; default: the old names, as a house's.
    """
    return "\n".join(_lines(book, id or own_id(book), title or t("house.file_title", title=book.title))) + "\n"


def own_id(book: Rulebook) -> str:
    """A name for a table's own book.

    >>> own_id(load_rulebook("trinidad"))
    'trinidad-house'
    """
    return book.id if book.id not in rulebooks() else f"{book.id}-house"


def write_book(book: Rulebook, path: str | Path | None = None) -> Path:
    """Write the book to a file that is not there yet, and say which. Nothing is ever written over.

    ``path`` may be a file or a folder; without it the file goes into the folder of the notebook. Raises
    :class:`FileExistsError` where a file of the given name is there already, a
    :class:`~allfours_edu.new_file.NotWrittenError` where none can be made.
    """
    held(write_book, locals())
    given = Path(path) if path is not None else Path()
    if os.path.isdir(given):  # which says no to a name that no folder can have
        tries: Iterator[Path] = (given / name for name in _names(own_id(book)))
    else:
        tries = iter([given if given.suffix == ".toml" else given.with_name(given.name + ".toml")])
    for file in tries:
        try:
            return write_new(file, book_toml(book, _id_of(file)))
        except FileExistsError:
            continue
    raise ThereAlreadyError(t("house.file_there", file=str(given)))


def _names(stem: str) -> Iterator[str]:
    yield f"{stem}.toml"
    yield from (f"{stem}-{n}.toml" for n in range(2, 1000))


def _id_of(file: Path) -> str:
    """The id of a book is the name of its file, in plain letters, and none that a printed book has."""
    id = re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "house"
    return id if id not in rulebooks() else f"{id}-house"


def _lines(book: Rulebook, id: str, title: str) -> Iterator[str]:
    parent = _parent(book)
    head: dict[str, Any] = {
        "id": id, "title": title, "short": t("house.file_short", short=book.short), "code": CODE,
        "kind": "reported" if book.kind == "reported" else "eclectic", "date": t("house.file_date"), "base": book.base,
    }  # fmt: skip
    if parent is not None:
        head["extends"] = parent.id
    head |= {"players_default": book.players_default, "adopts": book.adopts, "plays": book.plays}
    head["absent"] = [group for group in GROUPS if getattr(book.rules, group) is None]
    yield f"# {t('house.file_head', title=book.title)}"
    yield f"# {t('house.file_use', file=f'{id}.toml')}"
    yield from (f"{key} = {_value(value)}" for key, value in head.items() if value not in ((), None))
    if parent is not None:
        yield from ("", "[inherits]", f"reason = {_value(t('house.file_inherits', title=book.title))}")
    else:
        yield from ("", "[establishes]", *(f"{_value(k)} = {_value(v)}" for k, v in book.citations.items()))
    if book.terms:
        yield from ("", "[terms]", *(f"{_value(word)} = {_value(own)}" for word, own in book.terms.items()))
    gone = {group: source for group, source in book.absences.items() if getattr(book.rules, group) is None}
    for group, source in gone.items():
        yield from ("", f"[absences.{group}]", *(f"{k} = {_value(v)}" for k, v in _said(source).items()))
    yield from ("", "[fields]")
    yield from _fields(book, parent)


def _parent(book: Rulebook) -> Rulebook | None:
    """The printed book this one leans on."""
    id = book.id if book.id in rulebooks() else book.extends
    return load_rulebook(id) if id in rulebooks() else None


def _fields(book: Rulebook, parent: Rulebook | None) -> Iterator[str]:
    """What the parent does not say, or says otherwise."""
    for name, group in FIELDS.items():
        if getattr(book.rules, group) is None:
            continue
        value, source = getattr(book.rules, name), book.sources[name]
        old = parent.sources.get(name) if parent is not None else None
        same = parent is not None and getattr(parent.rules, name) == value and old is not None
        if same and source.status != "house" and not source.option:
            continue
        shown = ["none = true"] if value is None else [f"value = {_value(value)}"]
        shown += [f"{key} = {_value(found)}" for key, found in _standing(name, value, source).items()]
        yield f"{name} = {{ {', '.join(shown)} }}"


def _standing(name: str, value: Any, source: Source) -> dict[str, str]:
    """Status and authority of a value as the file may claim them: no text is said to give what it does not."""
    if source.status == "house":
        return {"status": "house", "reason": source.reason}
    said = {"status": source.status, **_said(source)}
    if source.option and not source.clause:
        said["status"] = "supplied"
    sure = source.status in ("explicit", "implied") and source.clause and not source.reading
    if sure and find_clause(source.clause).sets.get(name, value) != value:
        said["status"] = "contradictory"
    return said


def _said(source: Source) -> dict[str, str]:
    found = {"clause": source.clause, "reading": source.reading, "reason": source.reason, "caution": source.caution}
    return {key: text for key, text in found.items() if text}


def _value(value: Any) -> str:
    """A value as TOML writes it.

    >>> _value((("J", 1), ("A", 2))), _value(True), _value('say "ten"')
    ('[["J", 1], ["A", 2]]', 'true', '"say \\\\"ten\\\\""')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f") if isinstance(value, str) else str(value)
