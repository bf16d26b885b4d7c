"""Files for the reader: written whole, and only where there is none yet."""

from __future__ import annotations

from pathlib import Path

from .errors import Plain


class NotWrittenError(Plain, OSError):
    """A file that cannot be written; the message says why."""


class ThereAlreadyError(NotWrittenError, FileExistsError):
    """A file of that name is there, and is left as it is."""


def write_new(file: Path, text: str, there: str = "") -> Path:
    """Write ``text`` to a file that is not there yet. ``there`` is what is said where one is.

    Raises :class:`ThereAlreadyError` or :class:`NotWrittenError`.
    """
    name = f"{str(file)!r:.80}"
    try:
        data = text.encode()  # first, so that no empty file is left
        with file.open("xb") as out:
            out.write(data)
    except FileExistsError:
        raise ThereAlreadyError(there or f"{name} is there already, and is left as it is; give another name.") from None
    except (OSError, ValueError) as error:  # a ValueError: a name that no file can have
        why = getattr(error, "strerror", None) or str(error)
        raise NotWrittenError(f"{name} cannot be written: {why}; give another name or folder.") from None
    return file
