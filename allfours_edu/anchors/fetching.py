"""Fetch a public-domain text from its fixed public address, when somebody asks for exactly that.

Nothing else in the package opens a connection. A file that has changed since the clauses were read is still used, with
a warning: its fingerprints decide what is found in it.
"""

from __future__ import annotations

import hashlib
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ..saves import home
from ..sources import EText
from .data import texts_of
from .reading import MOST_BYTES
from .words import TextError

SECONDS: Final = 30
_SCHEMES: Final = ("https://", "http://127.0.0.1:")  # the second: tests fetch from their own machine


class ChangedTextWarning(UserWarning):
    """The text at the public address is not the one in which the clauses were read."""


def fetch(witness: str) -> Path:
    """The file of a witness, fetched once and kept in the reader's own folder. Raises :class:`TextError`."""
    text = next((text for text in texts_of(witness) if text.url), None)
    if text is None:
        pages = [text.page for text in texts_of(witness) if text.page]
        where = f" Open {pages[0]}, save the text and attach that file." if pages else ""
        raise TextError(f"There is no fixed public address from which {witness} can be fetched.{where}")
    path = Path(_retrieve(text))
    if text.sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != text.sha256:
        warnings.warn(
            f"The text at {text.url} has changed since the clauses were read; each passage is looked for by its words.",
            ChangedTextWarning,
            stacklevel=3,
        )
    return path


def _retrieve(text: EText) -> str:
    try:
        pooch = import_module("pooch")
    except ImportError:
        raise TextError(
            "Fetching needs the package pooch (pip install 'allfours-edu[fetch]'); "
            f"or save the text from {text.page or text.url} and attach that file."
        ) from None
    if not text.url.startswith(_SCHEMES):
        raise TextError(f"{text.url} is no https address.")
    try:
        found: str = pooch.retrieve(
            text.url, known_hash=None, fname=text.name, path=home() / "texts", downloader=_limited, progressbar=False
        )
    except TextError:
        raise
    except Exception as error:  # no net, no such page, no room on the disk: for a reader all the same
        raise TextError(
            f"{text.url} could not be fetched ({type(error).__name__}); "
            f"save the text from {text.page or text.url} and attach that file."
        ) from None
    return found


def _limited(url: str, file: Any, _pooch: Any, check_only: bool = False) -> None:
    """Download no more than a text may have."""
    requests = import_module("requests")  # pooch brings it along
    size = 0
    with requests.get(url, stream=True, timeout=SECONDS) as answer, open(file, "wb") as out:
        answer.raise_for_status()
        if not answer.url.startswith(_SCHEMES):  # led on to somewhere else
            raise TextError(f"{url} led to an address that is not https.")
        for piece in answer.iter_content(1 << 16):
            size += len(piece)
            if size > MOST_BYTES:
                raise TextError(f"{url} is larger than {MOST_BYTES // 1_000_000} MB; that is not the text.")
            out.write(piece)
