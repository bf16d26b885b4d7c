"""Where a table keeps what was played: one file for each way a table was laid, in the reader's own data folder.

A file is never written over unless it is, to the letter of its token, what this table wrote or took up last. So two
notebooks (or two kernels) on one save cannot harm each other: the second to write goes on in a file of its own. Nothing
is deleted: a match begun again leaves the old one beside it, and a file nobody can read is put aside by another name.

Nothing here raises for want of a disk. What a reader has to be told waits in :attr:`Save.notes`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = 1
LARGEST = 4_000_000
"""Bytes; a long match takes some fifty thousand."""
_HEAD = re.compile(rb'^\{"allfours_save": \d+, "token": "([0-9a-f]{16,64})"')
_TRIES = 4  # Windows refuses to replace a file that a virus scanner or an indexer holds open for a moment


class Note(NamedTuple):
    """Something to be told to the reader: which sentence, and what goes into it."""

    key: str
    facts: Mapping[str, Any]


class Saved(NamedTuple):
    """A match that was found."""

    path: Path
    token: str
    match: Mapping[str, Any]
    when: float
    """Seconds since the epoch."""


class UnreadableSaveError(ValueError):
    """A file that is no save of this table; the message says why."""


def home() -> Path:
    """The reader's folder: the variable ALLFOURS_HOME, or the place the system keeps data of programs."""
    named = os.environ.get("ALLFOURS_HOME")
    if named:
        with contextlib.suppress(RuntimeError):  # a home of somebody who is not there
            return Path(named).expanduser()
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("allfours_edu", appauthor=False))


def stem(call: Mapping[str, Any]) -> str:
    """The name of the file for a table laid by ``call``: the book, readable, and a mark of all the rest.

    >>> stem({"book": "trinidad", "seed": 7}) == stem({"seed": 7, "book": "trinidad"})
    True
    >>> stem({"book": "../x y", "seed": 7})[:4]
    'x-y-'
    """
    plain = re.sub(r"[^a-z0-9]+", "-", str(call.get("book", "")).lower()).strip("-")[:40] or "table"
    return f"{plain}-{hashlib.sha256(_spell(call).encode()).hexdigest()[:12]}"


def _spell(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))


class Save:
    """The file of one table. ``call`` is what the table was laid with: plain JSON values."""

    def __init__(self, call: Mapping[str, Any], folder: Path | None = None):
        self.call: dict[str, Any] = json.loads(_spell(call))
        self.notes: list[Note] = []
        self.working = True
        """False from a failed attempt to the next that succeeds."""
        self._stem = stem(self.call)
        self._given = folder
        self._token: str | None = None
        self._path: Path | None = None

    # -- where ----------------------------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        return self._given if self._given is not None else home() / "tables"

    @property
    def path(self) -> Path:
        """The file this table writes to."""
        return self._path if self._path is not None else self.folder / f"{self._stem}.json"

    @property
    def begun(self) -> bool:
        """Has this table a file?"""
        return self._token is not None

    # -- looking --------------------------------------------------------------------------------------

    def found(self, check: Callable[[Mapping[str, Any]], object] | None = None) -> list[Saved]:
        """The matches kept for this call, newest first. Files that cannot be read are put aside, with a note.

        ``check`` may look at a match more closely; a :class:`ValueError` from it counts as unreadable.
        """
        try:
            mine = re.compile(re.escape(self._stem) + r"(-\d{1,4})?\.json\Z")
            paths = [p for p in self.folder.iterdir() if mine.match(p.name)]
        except OSError:
            return []
        kept = []
        for path in paths:
            try:
                saved = self._read(path)
                if check is not None:
                    check(saved.match)
            except FileNotFoundError:
                continue
            except OSError as error:
                self._say("save_left", file=path.name, why=_plain(error))
            except (ValueError, RecursionError) as error:
                self.put_aside(path, str(error))
            else:
                kept.append(saved)
        return sorted(kept, key=lambda s: (s.when, s.path.name), reverse=True)

    def _read(self, path: Path) -> Saved:
        status = path.stat()
        if status.st_size > LARGEST:
            raise UnreadableSaveError(f"it is too large ({status.st_size:,} bytes)")
        text = path.read_bytes()
        head = _HEAD.match(text)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise UnreadableSaveError("it is no whole JSON text") from None
        if not isinstance(data, dict) or head is None or "allfours_save" not in data:
            raise UnreadableSaveError("it is not a save of this program")
        if data["allfours_save"] != FORMAT:
            raise UnreadableSaveError(f"it has form {data['allfours_save']}, and this version writes form {FORMAT}")
        if data.get("call") != self.call or not isinstance(data.get("match"), dict):
            raise UnreadableSaveError("it belongs to another table")
        return Saved(path, head[1].decode(), data["match"], status.st_mtime)

    def put_aside(self, path: Path, why: str) -> None:
        """Give a file that is of no use here another name, so that nothing in it is lost."""
        now = _free(path.parent, f"{path.stem}.aside-{{}}.json")
        try:
            os.rename(path, now)
        except OSError:
            self._say("save_left", file=path.name, why=why)
        else:
            self._say("save_unreadable", file=path.name, why=why, now=now.name)

    # -- taking up and beginning again ----------------------------------------------------------------

    def take_up(self, saved: Saved) -> None:
        """Go on writing where ``saved`` was found."""
        self._path, self._token = saved.path, saved.token

    def begin_again(self, *others: Saved) -> None:
        """Keep what was written so far (and ``others``) under numbered names; the next match gets a fresh file."""
        paths = {s.path: s.token for s in others}
        if self._token is not None:
            paths.setdefault(self.path, self._token)
        for path, token in paths.items():
            if _token_in(path) == token:  # else another table is at it, and it is theirs
                with contextlib.suppress(OSError):
                    os.rename(path, _free(path.parent, f"{path.stem}.{{}}.bak"))
        self._path = self._token = None

    # -- writing --------------------------------------------------------------------------------------

    def write(self, match: Mapping[str, Any]) -> bool:
        """Put the match on disk. Says in :attr:`notes` what the reader should know; False where it could not be."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not self._is_mine(self.path):
                taken = self.path.name
                self._path, self._token = _free(self.folder, f"{self._stem}-{{}}.json", first=2), None
                self._say("save_forked", file=taken, now=self._path.name)
            token = secrets.token_hex(12)
            data = {"allfours_save": FORMAT, "token": token, "call": self.call, "match": match}
            _replace(self.path, json.dumps(data))  # plain letters: whatever a name holds can be written
        except OSError as error:
            if self.working:
                self._say("save_failed", folder=str(self.folder), why=_plain(error))
            self.working = False
            return False
        if not self.working:
            self._say("save_works_again", file=self.path.name)
        self._token, self.working = token, True
        return True

    def _is_mine(self, path: Path) -> bool:
        """May this file be written over? If it is not there, or is what was written last from here."""
        try:
            with path.open("rb") as file:
                head = _HEAD.match(file.read(120))
        except FileNotFoundError:
            return True
        return head is not None and head[1].decode() == self._token

    def _say(self, key: str, **facts: Any) -> None:
        self.notes.append(Note(key, facts))

    def take_notes(self) -> list[Note]:
        """What there is to tell, once."""
        taken, self.notes = self.notes, []
        return taken


def _token_in(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            head = _HEAD.match(file.read(120))
    except OSError:
        return None
    return head[1].decode() if head else None


def _free(folder: Path, pattern: str, first: int = 1) -> Path:
    """The first path of a numbered row that is not taken."""
    number = first
    while (folder / pattern.format(number)).exists():
        number += 1
    return folder / pattern.format(number)


def _replace(path: Path, text: str) -> None:
    """Write a whole file or nothing."""
    handle, name = tempfile.mkstemp(prefix=path.stem, suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        for attempt in range(_TRIES):
            try:
                os.replace(name, path)
                break
            except PermissionError:
                if attempt == _TRIES - 1:
                    raise
                time.sleep(0.03 * (attempt + 1))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _plain(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
