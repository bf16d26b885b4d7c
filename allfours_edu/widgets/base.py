"""What every widget of the package shares: the front end, the traits, messages that cannot harm, a still picture."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from ..sources import Rulebook
from ..teach.glossary import terms_for
from ..teach.strings import plain, t
from . import static
from .art import ART
from .cites import Cites
from .static_picture import data_image, picture

_MOST_BYTES = 20_000
_SHAPES: dict[str, dict[str, tuple[type, ...]]] = {
    "act": {"action": (str,)},
    "acts": {"actions": (list,)},
    "answer": {"question": (str,), "value": (str, int, bool, list, type(None))},
    "command": {"name": (str,), "arg": (str, int, bool, list, dict, type(None))},
}
_MOST_TEXT = 200


class BadMessageError(ValueError):
    """A message from the browser that the front end does not write."""


class AllFoursWidget(anywidget.AnyWidget):
    """One screen of the front end. Subclasses build the state and answer messages in :meth:`handle`.

    A state is set with :meth:`show`, which numbers it. Whatever goes wrong while a message is answered is shown in the
    widget; nothing the browser sends can leave the widget in another state than before.
    """

    _esm = static.esm()
    _css = static.css()
    view = traitlets.Unicode("table").tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    _art = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    cites = traitlets.Dict().tag(sync=True)
    terms = traitlets.Dict().tag(sync=True)
    four_colour = traitlets.Bool(False).tag(sync=True)
    pace = traitlets.Enum(("at_once", "steady", "on_key"), "steady").tag(sync=True)
    detail = traitlets.Enum(("first", "four", "full"), "full").tag(sync=True)
    trumps_last = traitlets.Bool(False).tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)

    def __init__(self, view: str, book: Rulebook | None = None, **traits: Any) -> None:
        self.known = Cites()
        """The citations of this widget; :meth:`show` sends the new ones."""
        super().__init__(view=view, _art=ART, terms=terms_for(book), **traits)
        self.on_msg(self._on_message)

    # -- states ------------------------------------------------------------------------------------

    @property
    def rev(self) -> int:
        """The number of the state that is shown."""
        return int(self.state.get("rev", 0))

    def show(self, state: Mapping[str, Any]) -> None:
        """Show a new state; it gets the next number."""
        with self.hold_sync():
            if len(self.known.all) != len(self.cites):
                self.cites = dict(self.known.all)
            self.state = {**state, "rev": self.rev + 1}

    # -- messages ----------------------------------------------------------------------------------

    def handle(self, message: dict[str, Any]) -> bool | None:
        """Answer one message of the right shape. Return False if nothing changed, so that the browser unlocks."""
        raise NotImplementedError

    def refuse(self, why: str, *, card: str | None = None, cites: list[str] | None = None) -> None:
        """Tell the learner why something was not done. The table stands as it was."""
        if len(self.known.all) != len(self.cites):
            self.cites = dict(self.known.all)
        self.send({"kind": "refused", "why": plain(why), **({"card": card} if card else {}), "cites": cites or []})

    def again(self) -> None:
        """Nothing changed: let the learner go on."""
        self.send({"kind": "again"})

    def _on_message(self, _widget: Any, content: Any, _buffers: Any = None) -> None:
        try:
            message = checked(content)
        except BadMessageError:
            self.refuse(t("message.bad_message"))
            return
        if message.get("rev", self.rev) != self.rev:
            self.send_state("state")
            self.again()
            return
        rev = self.rev
        try:
            changed = self.handle(message)
        except Exception as error:  # a callback's exception would vanish in the browser's console
            self.log.warning("".join(traceback.format_exception(error)))
            self.refuse(t("message.error", error=f"{type(error).__name__}: {error}"[:_MOST_TEXT]))
            return
        if changed is False and self.rev == rev:
            self.again()

    # -- what stays when no Python runs ----------------------------------------------------------------

    def as_text(self) -> str:
        """The screen in words."""
        return str(self.state.get("text") or plain(str(self.state.get("title", ""))))

    def picture(self) -> str:
        """The still picture as SVG."""
        return picture(self.view, self.state, self.at, self.four_colour)

    def __repr__(self) -> str:
        return self.as_text()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, meta = bundle
        data["text/plain"] = self.as_text()
        data["text/html"] = data_image(self.picture(), self.as_text())
        return data, meta

    def shut(self) -> None:
        """Close the widget and its layout, so that a cell that is run again leaves nothing behind."""
        if self.layout is not None:
            self.layout.close()
        self.close()


def checked(content: Any) -> dict[str, Any]:
    """A message of the right shape and size. Raises :class:`BadMessageError`.

    >>> checked({"kind": "act", "action": "QS", "rev": 3})
    {'kind': 'act', 'action': 'QS', 'rev': 3}
    """
    if not isinstance(content, dict) or not isinstance(content.get("kind"), str) or content["kind"] not in _SHAPES:
        raise BadMessageError("kind")
    try:
        if len(json.dumps(content)) > _MOST_BYTES:
            raise BadMessageError("size")
    except (TypeError, ValueError, RecursionError) as error:
        raise BadMessageError("not JSON") from error
    shape = _SHAPES[content["kind"]]
    found: dict[str, Any] = {"kind": content["kind"]}
    for key, kinds in shape.items():
        value = content.get(key)
        if type(value) not in kinds:
            raise BadMessageError(key)
        found[key] = value
    for text in [v for v in found.values() if isinstance(v, str)]:
        if len(text) > _MOST_TEXT:
            raise BadMessageError("text")
    if "actions" in found and not all(isinstance(a, str) and len(a) <= _MOST_TEXT for a in found["actions"]):
        raise BadMessageError("actions")
    rev = content.get("rev")
    if rev is not None:
        if type(rev) is not int:
            raise BadMessageError("rev")
        found["rev"] = rev
    return found


# -- one widget a place ------------------------------------------------------------------------------------------------

_SHOWN: dict[tuple[str, str, int], AllFoursWidget] = {}
_RUN: dict[str, tuple[object, dict[str, int]]] = {}


def replace_older(widget: AllFoursWidget, call: str) -> None:
    """Close the widget that the same call in the same cell made when the cell was run before.

    A cell that is run fifty times then holds one widget, not fifty. Where the cell is not known (outside JupyterLab),
    nothing is closed.
    """
    cell, run = _cell()
    if cell is None:
        return
    seen_run, counts = _RUN.get(cell, (None, {}))
    if seen_run != run:
        counts = {}
        _RUN[cell] = (run, counts)
    n = counts[call] = counts.get(call, 0) + 1
    old = _SHOWN.pop((cell, call, n), None)
    if old is not None and old is not widget:
        old.shut()
    _SHOWN[(cell, call, n)] = widget


def _cell() -> tuple[str | None, object]:
    """The id of the cell that is running, and of this run of it."""
    try:
        from IPython import get_ipython

        shell = get_ipython()
        parent = shell.get_parent()
        return parent["metadata"].get("cellId"), parent["header"]["msg_id"]
    except (ImportError, AttributeError, KeyError, TypeError):
        return None, None
