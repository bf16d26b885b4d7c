"""What all errors of the package share: in a notebook they are one sentence, not a page of somebody else's code.

A learner who mistypes the name of a book should read which name was meant. Python's own traceback would put thirty
lines of ours above that sentence. The whole of it is still there for those who want it: set the variable
ALLFOURS_TRACEBACK, or catch the error.
"""

from __future__ import annotations

import linecache
import os
import traceback
from types import TracebackType

LONGEST = 1500
"""Letters of a sentence; of what a longer one quotes, the middle is left out."""


def _again(kind: type[BaseException], args: tuple[object, ...], state: dict[str, object]) -> BaseException:
    """An error as it was, without asking its class for what it was made of."""
    made = kind.__new__(kind, *args)
    made.__dict__.update(state)
    return made


class Plain:
    """Goes before the base class: ``class CardError(Plain, ValueError)``. IPython asks such an error how to show it."""

    __slots__ = ()

    def __str__(self) -> str:
        said = super().__str__()
        return said if len(said) <= LONGEST else f"{said[: LONGEST - 100]} … {said[-100:]}"

    def __reduce__(self) -> tuple[object, ...]:  # it has to come back from other processes
        assert isinstance(self, BaseException)
        return _again, (type(self), self.args, self.__dict__)

    def _render_traceback_(self) -> list[str]:
        assert isinstance(self, BaseException)
        if os.environ.get("ALLFOURS_TRACEBACK"):
            return traceback.format_exception(self)
        name = type(self).__name__
        return [*_where(self.__traceback__), f"\x1b[31m\x1b[1m{name}\x1b[0m: {self}"]


class PlainTypeError(Plain, TypeError):
    """Something of the wrong kind; the message says what is expected."""


class PlainValueError(Plain, ValueError):
    """A value that cannot be; the message says what is expected."""


def _where(trace: TracebackType | None) -> list[str]:
    """The reader's own line: the last one that is neither of this package nor of what it calls.

    >>> _where(None)
    []
    """
    here = os.path.dirname(__file__)
    line: list[str] = []
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith(here):
            break
        text = linecache.getline(file, trace.tb_lineno).strip()
        line = [f"line {trace.tb_lineno}:  {text}"] if text else []
        trace = trace.tb_next
    return line
