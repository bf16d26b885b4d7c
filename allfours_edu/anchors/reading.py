"""Bytes of a reader's own file as plain text: any usual encoding, plain text, HTML or the XML of text archives.

Nothing in a file is executed or looked up: entities outside HTML's own list stay as they stand, and every step is a
single pass, so that a file made to be slow is only refused or dull.

    >>> as_text("<p>The <i>deal</i><br>passes</p><p>on.</p>".encode("utf-16"))
    '\\n\\nThe deal\\npasses\\n\\n\\n\\non.\\n\\n'
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .words import TextError

MOST_BYTES: Final = 8_000_000

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_DECLARED: Final = re.compile(rb"""(?:encoding|charset)\s{0,4}=\s{0,4}["']?\s{0,4}([A-Za-z0-9_.:-]{2,40})""")
_OTHER: Final = ((b"%PDF", "a PDF"), (b"PK\x03\x04", "a packed file (DOCX, EPUB or ZIP)"), (b"{\\rtf", "an RTF file"))
_MARKUP: Final = re.compile(r"\s{0,200}(?:<\?xml|<!doctype|<html|<tei|<ets|<body|<div|<p\b|<h[1-6]\b)", re.IGNORECASE)
_TAG: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9:]{0,30})")
_UNSEEN: Final = frozenset(("script", "style"))
_PAGE: Final = re.compile(r"""class\s{0,4}=\s{0,4}["']?[^"'>]{0,40}\bpage""", re.IGNORECASE)
_BREAKS: Final = {
    **dict.fromkeys(("br", "lb", "l"), "\n"), **dict.fromkeys(("td", "th", "cell", "gap"), " "),
    **dict.fromkeys(
        """p div h1 h2 h3 h4 h5 h6 li ul ol dl dt dd tr table blockquote section article header footer figure
        figcaption pre hr center title head item list lg row q sp ab trailer opener closer body text""".split(),
        "\n\n",
    ),
}  # fmt: skip


def read(path: Path | str) -> tuple[str, str]:
    """The plain text of a file, and the SHA-256 of its bytes. Raises :class:`TextError` in one sentence."""
    path = Path(path)
    try:
        if not path.is_file():
            raise TextError(f"There is no file {path.name!r} to attach; give the path of a text, HTML or XML file.")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # a ValueError: a name that no file can have
        if isinstance(error, TextError):
            raise
        raise TextError(f"{path.name!r:.80} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return as_text(data, path.name), hashlib.sha256(data).hexdigest()


def as_text(data: bytes, name: str = "The file") -> str:
    """Bytes as plain text; markup is taken away, blocks are parted by empty lines."""
    if len(data) > MOST_BYTES:
        raise TextError(f"{name} is larger than {MOST_BYTES // 1_000_000} MB; attach the chapter or the book alone.")
    for start, kind in _OTHER:
        if data.startswith(start):
            raise TextError(f"{name} is {kind}; save it as plain text or HTML and attach that.")
    text = _decoded(data, name)
    return plain(text) if _MARKUP.match(text) else text


def _decoded(data: bytes, name: str) -> str:
    tried = [codec for mark, codec in _MARKS if data.startswith(mark)][:1]
    if not tried and b"\x00" in data[:4000]:
        zeros = data[:4000:2].count(0), data[1:4000:2].count(0)
        if max(zeros) < 8 * min(len(data), 4000) // 20 or min(zeros) > len(data) // 20:
            raise TextError(f"{name} is no text file; attach a text, HTML or XML file.")
        tried = ["utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"]
    declared = _DECLARED.search(data[:2000])
    tried += ["utf-8", *([declared.group(1).decode("ascii")] if declared else []), "cp1252", "latin-1"]
    for codec in tried:
        try:
            text = data.decode(codec)
        except (UnicodeError, LookupError, ValueError):  # not that one, or there is no such encoding
            continue
        if isinstance(text, str) and text.count("\x00", 0, 4000) < 8:
            return text
    raise TextError(f"{name} is no text file; attach a text, HTML or XML file.")


def plain(markup: str) -> str:
    """The text of HTML or XML without its tags.

    >>> plain('<p>fol<g ref="char:EOLhyphen"/>low <span class="pagenum">12</span>suit &amp; trump</p>').strip()
    'fol\\xadlow suit & trump'
    """
    return "".join(_pieces(markup))


def _pieces(markup: str) -> Iterator[str]:
    at = 0
    while (tag := markup.find("<", at)) >= 0:
        yield _unescaped(markup[at:tag])
        if markup.startswith("<!--", tag):
            at = _after(markup, "-->", tag)
        elif markup.startswith("<![CDATA[", tag):
            at = _after(markup, "]]>", tag)
            yield markup[tag + 9 : max(at - 3, tag + 9)]
        elif not (markup[tag + 1 : tag + 2].isalpha() or markup[tag + 1 : tag + 2] in ("/", "!", "?")):
            yield "<"
            at = tag + 1
        else:
            at = _after(markup, ">", tag)
            said, at = _tag(markup, tag, at)
            yield said
    yield _unescaped(markup[at:])


def _tag(markup: str, tag: int, end: int) -> tuple[str, int]:
    """What a tag leaves in the text, and where reading goes on."""
    named = _TAG.match(markup, tag, end)
    if named is None:
        return "", end
    name, opens = named.group(1).lower(), markup[tag + 1] != "/" and markup[end - 2] != "/"
    if opens and name in _UNSEEN:
        return "", _after(markup, f"</{name}", end)
    if opens and name in ("span", "a", "p", "div") and _PAGE.search(markup, tag, end):
        closing = markup.find(f"</{name}", end, end + 120)
        if closing >= 0:  # a page number, not a page
            return "", closing
    if name == "g" and "EOLhyphen" in markup[tag:end]:
        return "\u00ad", end
    return _BREAKS.get(name, ""), end


def _after(markup: str, closing: str, at: int) -> int:
    """The place after the next ``closing``; without one, the end: what never closes holds no text."""
    found = markup.find(closing, at)
    return len(markup) if found < 0 else found + len(closing)


def _unescaped(text: str) -> str:
    """Entities as letters, and line breaks of the source as spaces."""
    if "&" in text:
        with contextlib.suppress(ValueError, OverflowError):  # a number no computer should be asked to read
            text = html.unescape(text)
    return re.sub(r"[ \t\r\n\f]+", " ", text)
