"""House rules on the screen: the page of a rule book on which every answer can be changed.

    house = af.house_rules("foster-1897")
    house.flip(low_to="taker")      # or click
    house.book                      # the rules as they stand: af.play(house.book)
    house.save()                    # a rule book of one's own, as a file

It is the rule page (``static/rulebook.js``) with the readings of each rule beside it (``static/house.js``). *Play*
turns it into a table in the same place, and a button there leads back.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import traitlets

from ..asking import held
from ..engine import Position
from ..rules import FIELDS, GROUPS, RulesError
from ..saves import Save, home
from ..session import Session
from ..sources import Rulebook, RulebookError, load_rulebook, rulebooks, topics
from ..teach.bookfile import book_toml, own_id, write_book
from ..teach.bookpage import book_page, value_key
from ..teach.compare import CompareError
from ..teach.compare import compare as compared
from ..teach.glossary import terms_for
from ..teach.house import (
    PARTS,
    House,
    HouseError,
    Nearest,
    Reading,
    from_data,
    key_now,
    mend_says,
    nearest,
    question,
    reading,
    readings,
    refusal,
    says,
    takes_number,
    to_data,
    verdict,
)
from ..teach.strings import listed, t
from . import static
from .base import replace_older
from .cites import Cites
from .compare import compare_state
from .rulebook import rulebook_state, with_table
from .table import RefusedError, TableWidget

State = dict[str, Any]
_MOST_STEPS = 200


class HouseRulesWidget(TableWidget):
    """The page of a book with switches, and behind its *Play* an ordinary table."""

    _esm, _css = static.esm(texts=True, house=True), static.css(texts=True, house=True)
    readings = traitlets.Dict().tag(sync=True)

    def __init__(self, base: Rulebook, *, seed: int = 1, save: bool = True, **traits: Any) -> None:
        self._screen = "rulebook"
        self._seed = seed
        self._past: list[House] = []
        self._offer: tuple[str, Reading, str, tuple[Mapping[str, Any], ...]] | None = None
        self._live = self._written = ""
        self._kept_rules = Save(_call(base), home() / "rules") if save and _shipped(base) else None
        self.house = self._restored(House(base))
        book = self.house.book
        super().__init__(Session(book, _table_of(book, seed)), readings=readings_state(), **traits)
        self.view = "rulebook"

    # -- for code ----------------------------------------------------------------------------------------------

    @property
    def book(self) -> Rulebook:
        """The rules as they stand now, as a rule book: whatever takes a book takes this."""
        return self.house.book

    @property
    def rulebook(self) -> Rulebook:
        return self.house.book

    @property
    def nearest(self) -> Nearest:
        """The printed book with the fewest other answers."""
        return nearest(self.book)

    @property
    def toml(self) -> str:
        """The rule book as text: a whole file for :func:`allfours_edu.rulebook`."""
        return book_toml(self.book)

    def flip(self, **changes: Any) -> None:
        """Change rules, as :meth:`~allfours_edu.sources.Rulebook.replace` does: ``flip(low_to="taker", beg=None)``.

        Raises :class:`RefusedError` with the reason where they would make no game.
        """
        try:
            self._change(self.house.flips(changes))
        except RulesError as error:
            raise RefusedError(error.why) from None

    def save(self, path: str | Path | None = None) -> Path:
        """Write the rules to a TOML file that is not there yet; the result is its path. Nothing is written over."""
        return write_book(self.book, path)

    def play(self, **how: Any) -> Any:
        """A table by these rules in a place of its own; ``how`` as in :func:`allfours_edu.play`."""
        from .laying import play

        return play(self.book, **how)

    def compare(self, **how: Any) -> Any:
        """The book and these rules on the same deal; ``how`` as in :func:`allfours_edu.compare`."""
        from .compare import compare

        return compare(self.house.base, self.book, **how)

    # -- messages ----------------------------------------------------------------------------------------------

    def handle(self, message: dict[str, Any]) -> bool | None:
        if self._screen == "rulebook" and message["kind"] != "command":
            self.refuse(t("session.no_command"))
            return None
        return super().handle(message)

    def _do(self, name: str, arg: Any = None, sure: bool = False) -> None:
        if name == "rules":
            self._open("rulebook")
        elif self._screen == "table":
            super()._do(name, arg, sure)
        elif name in self._WAYS:
            try:
                self._WAYS[name](self, arg)
            except (RulebookError, CompareError, OSError) as error:
                raise RefusedError(str(error)) from None
        else:
            raise RefusedError(t("session.no_command"))

    def _flip(self, arg: Any) -> None:
        """One switch, or (where it makes no game alone) the offer of what would have to change with it."""
        name, chosen = _named(arg)
        found = verdict(self.house, name, chosen.value)
        if found.house is not None:
            self._change(found.house, name)
            return
        self._offer = (name, chosen, found.why, found.mends)
        self._live = t("house.refused", why=found.why)
        self._draw(None)

    def _mend(self, arg: Any) -> None:
        if self._offer is None or type(arg) is not int or not 0 <= arg < len(self._offer[3]):
            raise RefusedError(t("session.no_command"))
        name, chosen, _, mends = self._offer
        self._change(self.house.flips({name: chosen.value, **mends[arg]}), name)

    def _put_back(self, arg: Any) -> None:
        if not isinstance(arg, str) or arg not in self.house.changes:
            raise RefusedError(t("session.no_command"))
        self._flip({"name": arg, "key": key_now(self.house.base, arg)})

    def _undo_flip(self, _arg: Any) -> None:
        if not self._past:
            raise RefusedError(t("house.nothing"))
        before = self._past.pop()
        self._set(before, t("house.undone"))

    def _clear(self, _arg: Any) -> None:
        if not self.house.changes:
            raise RefusedError(t("house.nothing"))
        self._change(House(self.house.base))

    def _compare_nest(self, _arg: Any) -> None:
        if not self.house.changes:
            raise RefusedError(t("house.no_change"))
        self.send(opened_comparison(self.house, self._seed))

    def _write(self, _arg: Any) -> None:
        path = self.save()
        self._written = self._live = t("house.written", file=path.name, folder=str(path.resolve().parent))
        self._draw(None)

    def _texts(self, arg: Any) -> None:
        from .texts import opened_texts

        if not isinstance(arg, str) or arg not in topics():
            raise RefusedError(t("session.no_command"))
        self.send(opened_texts(arg))

    _WAYS: ClassVar[dict[str, Callable[[HouseRulesWidget, Any], None]]] = {
        "flip": _flip, "mend": _mend, "put_back": _put_back, "undo": _undo_flip, "clear": _clear,
        "compare": _compare_nest, "write": _write, "texts": _texts, "play": lambda self, _arg: self._open("table"),
    }  # fmt: skip

    # -- what stands ---------------------------------------------------------------------------------------------

    def _change(self, new: House, name: str | None = None) -> None:
        said = t("house.changed", question=question(name), says=_says_now(new.book, name)) if name else t("house.all")
        self._past = [*self._past[-_MOST_STEPS:], self.house]
        self._set(new, said)

    def _set(self, new: House, said: str) -> None:
        self.house, self._offer, self._written = new, None, ""
        self._live = f"{said} {t('house.nearest', **_near(self.nearest))}"
        if self._screen == "rulebook":
            self._draw(None)
        if self._kept_rules is not None:
            self._kept_rules.write({"changes": to_data(new)})

    def _restored(self, plain: House) -> House:
        """The rules as they were left last time, where they still make a game."""
        if self._kept_rules is None:
            return plain
        for saved in self._kept_rules.found():
            with contextlib.suppress(ValueError, TypeError, KeyError):
                found = from_data(plain.base, saved.match["changes"])
                self._kept_rules.take_up(saved)
                if found.changes:
                    self._past = [plain]
                    self._live = t("house.restored")
                return found
        return plain

    # -- showing -------------------------------------------------------------------------------------------------

    def _open(self, screen: str) -> None:
        if screen == "table":
            self._seed = self._seed + self.session.used
            self.session = Session(self.book, _table_of(self.book, self._seed))
        self._screen, self._live = screen, ""
        with self.hold_sync():  # screen and state arrive together
            self._draw(None, first=True)
            self.view = screen

    def _draw(self, before: Position | None, *, first: bool = False, said: str = "") -> None:
        if self._screen == "table":
            super()._draw(before, first=first, said=said)
        else:
            self.show(self._state())

    def _tools(self) -> list[State]:
        return [*super()._tools(), {"id": "rules", "label": t("house.back")}]

    def _state(self) -> State:
        state = house_state(self.house, undo=bool(self._past), live=self._live, written=self._written)
        if self._offer is not None:
            state["house"]["offer"] = _offered(*self._offer)
            state["cur"] = self._offer[0]
        return state

    def picture(self) -> str:
        return "" if self._screen == "rulebook" else super().picture()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        made = super()._repr_mimebundle_(**kwargs)
        return with_table(made, house_html(self.house)) if self._screen == "rulebook" else made


# -- the state -------------------------------------------------------------------------------------------------------


def house_state(house: House, *, undo: bool = False, live: str = "", written: str = "") -> State:
    """The rule page with switches: what stands, what was changed, what cannot be, and the nearest book."""
    book, near = house.book, nearest(house.book)
    page = replace(book_page(book, near.book), others=tuple(map(load_rulebook, rulebooks())))
    state = rulebook_state(page)
    for phase in state["phases"]:
        for rule in phase["rules"]:
            if rule["field"] in house.changes:
                rule["was"] = says(rule["field"], getattr(house.base.rules, rule["field"]))
    state["phases"].append({"id": "parts", "title": t("house.parts"), "rules": [_part(house, g) for g in PARTS]})
    rules = [_changed(house, name) for name in house.changes]
    state |= {
        "title": t("house.title", title=house.base.title, n=len(rules)) if rules else house.base.title,
        "options": [], "active": [], "live": live, "against": near.book.id,
        "house": {
            "lead": t("house.lead" if rules else "house.lead_none", n=len(rules)),
            "rules": rules, "nearest": _nearest_state(book, near), "now": _now(book), "refused": _refused(house),
            "base": {name: key_now(house.base, name) for name in (*_fields(house.base), *PARTS)},
            "undo": undo, "offer": None, "code": code_lines(house), "toml": book_toml(book),
            "file": f"{own_id(book)}.toml", "written": written, "mark": book.hash,
        },
    }  # fmt: skip
    state["text"] = house_text(house, page.as_text())
    return state


@cache
def readings_state() -> State:
    """Every reading with its authorities: the same for all books, so it is sent once."""
    return {name: _readings(name) for name in (*FIELDS, *PARTS)}


def _readings(name: str) -> State:
    topic = topics().get(name)
    return {
        "question": question(name), "number": takes_number(name),
        "procedure": topic.procedure if topic is not None and name in FIELDS else "",
        "items": [
            {
                "key": found.key, "says": says(name, found.value),
                "books": [[a.who, a.status] for a in found.authorities if a.kind == "book"],
                "options": [[a.who, a.ref.replace("_", " ")] for a in found.authorities if a.kind == "option"],
                "texts": [[a.who, a.status] for a in found.authorities if a.kind == "text"],
            }
            for found in readings(name)
        ],
    }  # fmt: skip


def _fields(book: Rulebook) -> list[str]:
    return [name for name, group in FIELDS.items() if getattr(book.rules, group) is not None]


def _now(book: Rulebook) -> State:
    return {name: key_now(book, name) for name in (*_fields(book), *PARTS)}


def _part(house: House, group: str) -> State:
    changed = group in house.changes or any(FIELDS.get(name) == group for name in house.changes)
    value = getattr(house.book.rules, group)
    made: State = {
        "field": group, "question": question(group), "key": key_now(house.book, group),
        "value": says(group, value), "status": "house" if changed else "absent" if value is None else "",
    }  # fmt: skip
    if group in house.changes:
        made["was"] = says(group, getattr(house.base.rules, group))
    return made


def _changed(house: House, name: str) -> State:
    return {
        "name": name, "question": question(name), "now": _says_now(house.book, name),
        "was": _says_now(house.base, name),
    }  # fmt: skip


def _says_now(book: Rulebook, name: str) -> str:
    if name in FIELDS and getattr(book.rules, FIELDS[name]) is None:
        return t("house.without")
    return says(name, getattr(book.rules, name))


def _near(near: Nearest) -> dict[str, Any]:
    return {"name": near.book.title, "n": len(near.fields)}


def _nearest_state(book: Rulebook, near: Nearest) -> State:
    inside = {name for name in near.fields if FIELDS[name] in near.parts}
    names = [*near.parts, *(name for name in near.fields if name not in inside)]
    return {
        "text": t("house.nearest" if near.fields else "house.nearest_same", **_near(near)),
        "rules": [
            {"name": n, "question": question(n), "here": _says_now(book, n), "there": _says_now(near.book, n)}
            for n in names
        ],
    }  # fmt: skip


def _refused(house: House) -> State:
    """By switch and reading: why it would make no game as things stand."""
    found: State = {}
    for name in (*_fields(house.book), *PARTS):
        now = key_now(house.book, name)
        for other in readings(name):
            if other.key != now and (why := refusal(house, name, other.value)):
                found.setdefault(name, {})[other.key] = why
    return found


def _offered(name: str, chosen: Reading, why: str, mends: tuple[Mapping[str, Any], ...]) -> State:
    return {
        "name": name, "key": chosen.key, "says": says(name, chosen.value), "why": why,
        "mends": [[mend_says(n, v) for n, v in mend.items()] for mend in mends],
    }  # fmt: skip


def _named(arg: Any) -> tuple[str, Reading]:
    """The switch and the reading a message names."""
    if not isinstance(arg, dict) or not all(isinstance(arg.get(key), str) for key in ("name", "key")):
        raise HouseError(t("message.bad_message"))
    return arg["name"], reading(arg["name"], arg["key"])


def code_lines(house: House) -> str:
    """The lines that make these rules in code, and play by them."""
    options = f", {list(house.base.active)!r}" if house.base.active else ""
    book = f'af.rulebook("{house.base.id}"{options})'.replace("'", '"')
    given = ", ".join(f"{name}={_spelled(house, name)}" for name in house.changes)
    return f"house = {book}.replace({given})\naf.play(house)" if given else f"af.play({book})"


def _spelled(house: House, name: str) -> str:
    value = house.changes[name]
    if name in GROUPS and value is not None:
        source = next((way.authorities[0].ref for way in readings(name) if way.value == value), None)
        return f'af.rulebook("{source}").rules.{name}' if source else repr(value)
    return repr(value).replace("'", '"')


def house_text(house: House, page: str) -> str:
    """The screen in words."""
    near = nearest(house.book)
    lines = [t("house.lead" if house.changes else "house.lead_none", n=len(house.changes))]
    lines += [
        t("house.line", question=question(name), now=_says_now(house.book, name), was=_says_now(house.base, name))
        for name in house.changes
    ]
    lines.append(t("house.nearest" if near.fields else "house.nearest_same", **_near(near)))
    return "\n".join([*lines, "", page])


def house_html(house: House) -> str:
    """The page as plain HTML: what a saved notebook shows where no widget runs."""
    page = book_page(house.book, nearest(house.book).book)
    told = house_text(house, "").strip().splitlines()
    items = "".join(f"<li>{escape(line)}</li>" for line in told[1:-1])
    near = nearest(house.book)
    apart = listed([question(name) for name in near.fields])
    return "\n".join(
        filter(
            None,
            [
                f"<p><b>{escape(told[0])}</b></p>",
                f"<ul>{items}</ul>" if items else "",
                f"<p>{escape(told[-1])} {escape(apart)}</p>",
                f"<pre>{escape(code_lines(house))}</pre>",
                page.as_html(),
            ],
        )
    )


def opened_comparison(house: House, seed: int) -> State:
    """The book and the house rules on one deal, below the page."""
    cites = Cites()
    found = compared(house.base, house.book, seed=seed)
    state = compare_state(found, cites) | {"rev": 1, "tools": [], "flips": [], "add": []}
    return {
        "kind": "opened", "key": f"compare {house.book.hash}", "view": "compare", "state": state, "cites": cites.all,
        "terms": terms_for(house.base), "at": 0, "title": t("house.compare_title", seed=seed), "note": "",
        "code": f'af.compare("{house.base.id}", house, seed={seed})',
    }  # fmt: skip


# -- making one ------------------------------------------------------------------------------------------------------


def _shipped(book: Rulebook) -> bool:
    return book.id in rulebooks() and not book.house


def _call(base: Rulebook) -> dict[str, Any]:
    """What names the rules that are kept for next time."""
    return {"book": base.id, "options": list(base.active), "screen": "house rules"}


def _table_of(book: Rulebook, seed: int) -> Any:
    from ..engine import new_table

    players = book.rules.players
    size = book.players_default if book.players_default in players else min(players)
    return new_table(book.rules, size, seed=seed)


def house_rules(
    book: str | Path | Rulebook = "foster-1897", *, options: Any = (), seed: int = 1, save: bool = True
) -> HouseRulesWidget:
    """The page of a book with switches. See :func:`allfours_edu.api.house_rules`."""
    held(house_rules, locals())
    base = load_rulebook(book).with_options(options)
    widget = HouseRulesWidget(base, seed=seed, save=save)
    replace_older(widget, f"house_rules {base.id} {value_key(base.active)}")
    return widget
