"""numba, where it is installed: how the modules ``*_fast`` compile a function.

Nothing here is imported unless numba is there. The machine code is kept in a cache, so that only the first call ever is
slow. A cached function must not call itself: numba crashes when it loads such a one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function; keep the code where there is a place for it."""
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no folder may be written: compile anew in each session
        return cast(F, numba.njit(nogil=True)(function))


def inlined(function: F) -> F:
    """A small function that is copied into those that call it."""
    return cast(F, numba.njit(inline="always")(function))
