"""Card art as data: one source for the browser's view and for the pictures in saved notebooks.

Every shape is our own drawing, given as SVG path text in a card of 100 x 140. Court cards are drawn
for the upper half only; the lower half is the same turned by 180 degrees. A part names its *ink*
(``suit``, ``second``, ``gold``, ``skin`` …), so that one drawing serves four suits and both packs.
"""

from __future__ import annotations

from html import escape
from typing import Any

RANK_NAMES = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

# Suit shapes in a 32 x 32 box: drawn, not typed, so that no font decides how a club looks.
SUIT_PATHS = {
    "H": "M16 29C6 21 2 16 2 10.5 2 6 5.5 3 9 3c3 0 5.800 1.800 7 4.500C17.200 4.800 20 3 23 3c3.500 0 7 3 7 7.500"
    "C30 16 26 21 16 29Z",
    "D": "M16 2c3 6 7 10.500 11 14-4 3.500-8 8-11 14-3-6-7-10.500-11-14 4-3.500 8-8 11-14Z",
    "S": "M16 2c4 7 14 11.500 14 18 0 4-3 6.500-6.300 6.500-2.700 0-5.100-1.500-6.400-3.700C17.500 26 18.500"
    " 28.500 20.500 30"
    "h-9c2-1.500 3-4 3.200-7.200-1.300 2.200-3.700 3.700-6.400 3.700C5 26.500 2 24 2 20 2 13.500 12 9 16 2Z",
    "C": "M22.600 9A6.600 6.600 0 0 1 20.100 14.200 6.700 6.700 0 1 1 17.600 21.700C17.800 25.600 18.800 28.500"
    " 20.800 30h-9.600"
    "C13.200 28.500 14.200 25.600 14.400 21.700A6.700 6.700 0 1 1 11.900 14.200 6.600 6.600 0 1 1 22.600 9Z",
}

_L, _C, _R = 36.0, 50.0, 64.0
_ROWS = (27.0, 55.7, 84.3, 113.0)
_SIX = [(x, y) for x in (_L, _R) for y in (27.0, 70.0, 113.0)]
_EIGHT = [(x, y) for x in (_L, _R) for y in _ROWS]
PIPS: dict[str, list[tuple[float, float]]] = {
    "A": [(_C, 70)],
    "2": [(_C, 27), (_C, 113)],
    "3": [(_C, 27), (_C, 70), (_C, 113)],
    "4": [(_L, 27), (_R, 27), (_L, 113), (_R, 113)],
    "5": [(_L, 27), (_R, 27), (_C, 70), (_L, 113), (_R, 113)],
    "6": _SIX,
    "7": [*_SIX, (_C, 48.5)],
    "8": [*_SIX, (_C, 48.5), (_C, 91.5)],
    "9": [*_EIGHT, (_C, 70)],
    "T": [*_EIGHT, (_C, 41), (_C, 99)],
}


def _part(fill: str, d: str, line: bool = False) -> dict[str, Any]:
    return {"fill": fill, "d": d, "line": line}


_FRAME = (25, 12, 50, 116)
_COURT_PIP = (32, 19.5)

# Painted from back to front.
COURTS: dict[str, list[dict[str, Any]]] = {
    "K": [
        _part("paper", "M65.500 15.500h3v-3h0v3h3v3h-3V70h-3V18.500h-3v-3Z", True),  # sceptre
        _part("hair", "M41 23C35.500 27 35 37 38.500 44L45 46V24ZM59 23C64.500 27 65 37 61.500 44L55 46V24Z", True),
        _part("suit", "M25.500 70C26 55 33 49 43 46.500L50 54 57 46.500C67 49 74 55 74.500 70Z", True),
        _part("second", "M25.500 70C26 60 29 54.500 34 51L38 70ZM74.500 70C74 60 71 54.500 66 51L62 70Z", True),
        _part("gold", "M45.500 52 50 56 54.500 52 57 70H43Z", True),
        _part("paper", "M38.500 48.500 43 44.500 50 51.500 57 44.500 61.500 48.500 50 60Z", True),  # ermine collar
        _part(
            "ink",
            "M43 48.200l1.200 2-1.200 1-1.200-1ZM57 48.200l1.200 2-1.200 1-1.200-1ZM50 54l1.200 2-1.200 1-1.200-1Z",
        ),
        _part("skin", "M42.500 24.500h15V35C57.500 42 54 46 50 46S42.500 42 42.500 35Z", True),
        _part(
            "hair",
            "M42.500 34.500C42.500 44 45.500 50 50 51.500 54.500 50 57.500 44 57.500 34.500 55.500 38"
            " 53 37.500 50 37.300"
            " 47 37.500 44.500 38 42.500 34.500Z",
            True,
        ),
        _part("lip", "M47.300 40.300h5.400L50 42Z"),
        _part(
            "ink",
            "M45.300 30.300h3.200v1.500h-3.200ZM51.500 30.300h3.200v1.500h-3.200ZM49.400 31.500h1.200"
            "v4.300h-1.900v-1h.7Z",
        ),
        _part("gold", "M39.800 26 38 15.500 44 20 50 13.500 56 20 62 15.500 60.200 26Z", True),
        _part("suit", "M39.800 26V23.300C46 21.800 54 21.800 60.200 23.300V26C54 24.600 46 24.600 39.800 26Z", True),
        _part("skin", "M63.600 54.500h6.800v6.500h-6.800Z", True),  # the hand on the sceptre
    ],
    "Q": [
        _part("hair", "M42 21C34 26 37 38 34 50L45 53V24ZM58 21C66 26 63 38 66 50L55 53V24Z", True),
        _part("suit", "M25.500 70C26 57 33 50.500 43 48.500 45 56 55 56 57 48.500 67 50.500 74 57 74.500 70Z", True),
        _part("second", "M36 70C35 61 37 54 41 49.500 43 58 57 58 59 49.500 63 54 65 61 64 70Z", True),
        _part(
            "gold", "M40.500 49.500C43 58.500 57 58.500 59.500 49.500L61.500 51C59 62.500 41 62.500 38.500 51Z", True
        ),
        _part("skin", "M46.500 42h7V50C53.500 53.500 46.500 53.500 46.500 50Z", True),
        _part("skin", "M43 24.500h14V34C57 41 53.500 45 50 45S43 41 43 34Z", True),
        _part(
            "hair",
            "M42 30C41 22 46 20 50 20S59 22 58 30C56.500 26.500 53.500 25.500 50 25.500S43.500 26.500 42 30Z",
            True,
        ),
        _part("lip", "M48 39h4L50 41Z"),
        _part("ink", "M45.300 31.300h3v1.400h-3ZM51.700 31.300h3v1.400h-3ZM49.500 32.500h1v3.800h-1.600v-.9h.6Z"),
        _part(
            "gold",
            "M41 24 39.500 16 44.500 19 47 14 50 18 53 14 55.500 19 60.500 16 59 24C54 21.600 46 21.600 41 24Z",
            True,
        ),
        _part("lip", "M46 20.300h1.800v1.800H46ZM52.200 20.300H54v1.800h-1.800Z"),
        _part(
            "leaf",
            "M67.600 38h1.400V64h-1.400ZM68.300 50C64.500 49 63.500 46.500 63.500 44.500 66.500 45 68 47 68.300 50Z",
        ),
        _part(
            "lip",
            "M68.300 28.500c2.300-2.200 5 .6 3.300 3 2.600 1.200 1.600 4.800-1.200 4.400-.6"
            " 2.800-4.200 2.800-4.400 0-2.800.2-3.600-3.200-1"
            "-4.400-1.600-2.400 1.200-5.200 3.300-3Z",
            True,
        ),
        _part("gold", "M68.300 30.800l1.600 1.500-1.600 1.600-1.600-1.600Z"),
        _part("skin", "M65 57h6.500v6H65Z", True),
    ],
    "J": [
        _part("paper", "M66.500 30h3V70h-3Z", True),  # staff and blade
        _part("gold", "M68 13.500 72.500 22 71 27.500C73.500 29 73.500 33 70 35V31H66V26.500L63.500 22Z", True),
        _part(
            "hair",
            "M41.500 24C38.500 29 39.500 37 38 43 40 45.500 44 45 45 43V26ZM58.500 24C61.500 29"
            " 60.500 37 62 43"
            " 60 45.500 56 45 55 43V26Z",
            True,
        ),
        _part("suit", "M25.500 70C26 56 33 50 43 47.500L50 51.500 57 47.500C67 50 74 56 74.500 70Z", True),
        _part("gold", "M39.500 70 40.500 49 44 48 46 70ZM60.500 70 59.500 49 56 48 54 70Z", True),
        _part(
            "second",
            "M25.500 70C26 61 28.500 55.500 33 52L36 61 33 70ZM74.500 70C74 61 71.500 55.500 67 52L64 61 67 70Z",
            True,
        ),
        _part("paper", "M42 46.500 50 51 58 46.500 59.500 51 50 57.500 40.500 51Z", True),  # collar
        _part("skin", "M43 25h14V35C57 41.500 53.500 45.500 50 45.500S43 41.500 43 35Z", True),
        _part("lip", "M47.800 39.800h4.400L50 41.300Z"),
        _part("ink", "M45.300 31h3v1.500h-3ZM51.700 31h3v1.500h-3ZM50.200 32.200h1.100V36.500h-2v-1h.9Z"),
        _part("suit", "M38.500 24.500C36.500 17.500 44 14 51 14 58.500 14 62.500 17.500 61.500 24.500Z", True),
        _part("gold", "M38.500 23.500H61.500V27.500C54 25.800 46 25.800 38.500 27.500Z", True),
        _part(
            "paper",
            "M41 22.500C34.500 21 33.500 27 29.500 28.500 28 33 35 33.500 38.500 29.500 41 27 41.500 25 41 22.500Z",
            True,
        ),
    ],
    "JOKER": [
        _part("suit", "M50 70C36 70 34 60 35 50L26.500 33 42 42 50 20 58 42 73.500 33 65 50C66 60 64 70 50 70Z", True),
        _part(
            "gold",
            "M50 15.500a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM27 29a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM73 29a4 4 0 1"
            " 1 0 8 4 4 0 0 1 0-8Z",
            True,
        ),
        _part("skin", "M41 54H59C59 64 55 69.500 50 69.500S41 64 41 54Z", True),
        _part("ink", "M45 58.500h2.500v1.600H45ZM52.500 58.500H55v1.600H52.500Z"),
        _part("lip", "M46.500 64h7L50 66.500Z"),
    ],
}


def card_name(card: str) -> str:
    """The spoken name of a card.

    >>> card_name("TH")
    'ten of hearts'
    """
    return "joker" if card == "JOKER" else f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


ART: dict[str, Any] = {
    "suits": SUIT_PATHS,
    "pips": {rank: [list(spot) for spot in spots] for rank, spots in PIPS.items()},
    "courts": COURTS,
    "frame": list(_FRAME),
    "court_pip": list(_COURT_PIP),
    "names": {r + s: card_name(r + s) for s in SUIT_NAMES for r in RANK_NAMES} | {"JOKER": "joker"},
}

# Inks for pictures without a style sheet; the browser has the same values in its CSS.
TWO_COLOURS = {"S": "#1d2126", "C": "#1d2126", "H": "#bd1e2d", "D": "#bd1e2d", "": "#5b3a8c"}
FOUR_COLOURS = {"S": "#1d2126", "C": "#17713a", "H": "#bd1e2d", "D": "#1b56b0", "": "#5b3a8c"}
_INKS = {
    "gold": "#e3b23c", "skin": "#fbe3c8", "hair": "#8a5a2b", "paper": "#fffdf7", "ink": "#1d2126",
    "lip": "#bd1e2d", "leaf": "#2e7d46",
}  # fmt: skip
_SECOND = {"#1d2126": "#bd1e2d", "#bd1e2d": "#27406b", "#17713a": "#27406b", "#1b56b0": "#bd1e2d", "#5b3a8c": "#e3b23c"}
_FONT = "Georgia,Liberation Serif,DejaVu Serif,serif"


def _pip(suit: str, x: float, y: float, size: float, turned: bool = False) -> str:
    turn = "rotate(180) " if turned else ""
    at = f"translate({x:g} {y:g}) {turn}scale({size / 32:g}) translate(-16 -16)"
    return f'<path d="{SUIT_PATHS[suit]}" transform="{at}"/>'


def card_svg(card: str, x: float = 0, y: float = 0, w: float = 60, four: bool = False) -> str:
    """One card face as an SVG group, with its spoken name."""
    rank, suit = ("JOKER", "") if card == "JOKER" else (card[0], card[1])
    ink = (FOUR_COLOURS if four else TWO_COLOURS)[suit]
    label = {"T": "10", "JOKER": "★"}.get(rank, rank)
    squeeze = ' textLength="22" lengthAdjust="spacingAndGlyphs"' if len(label) > 1 else ""
    corner = (
        f'<text x="13" y="26" text-anchor="middle" font-family="{_FONT}" font-weight="700" font-size="26"{squeeze}>'
        f"{label}</text>" + (_pip(suit, 13, 38, 16) if suit else "")
    )
    out = [
        f'<g transform="translate({x:g} {y:g}) scale({w / 100:g})" role="img" aria-label="{escape(card_name(card))}">',
        '<rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf7" stroke="#b9b4a4" stroke-width="1.5"/>',
        f'<g fill="{ink}">{corner}<g transform="rotate(180 50 70)">{corner}</g>',
    ]
    if rank in PIPS:
        size = 48 if rank == "A" else 21
        out += [_pip(suit, px, py, size, py > 71) for px, py in PIPS[rank]]
    else:
        fx, fy, fw, fh = _FRAME
        frame = f'<rect x="{fx}" y="{fy}" width="{fw}" height="{fh}" rx="4"'
        inks = _INKS | {"suit": ink, "second": _SECOND[ink]}
        outline = {True: ' stroke="#1d2126" stroke-width=".8"', False: ""}
        half = "".join(f'<path d="{p["d"]}" fill="{inks[p["fill"]]}"{outline[p["line"]]}/>' for p in COURTS[rank])
        half += _pip(suit, *_COURT_PIP, 11) if suit else ""
        out += [frame + ' fill="#fdf4d8"/>', half, f'<g transform="rotate(180 50 70)">{half}</g>']
        out.append(frame + ' fill="none" stroke="#b98f2f" stroke-width="1.2"/>')
    return "".join(out) + "</g></g>"


def back_svg(x: float = 0, y: float = 0, w: float = 60) -> str:
    """One card back as an SVG group."""
    lozenges = "".join(
        f'<path d="M{cx} {cy - 12}l9 12-9 12-9-12z"/>' for cy in (34, 58, 82, 106) for cx in (32, 50, 68)
    )  # fmt: skip
    return (
        f'<g transform="translate({x:g} {y:g}) scale({w / 100:g})" aria-hidden="true">'
        '<rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf7" stroke="#b9b4a4" stroke-width="1.5"/>'
        '<rect x="8" y="8" width="84" height="124" rx="5" fill="#8e2740"/>'
        f'<g fill="none" stroke="#f3c9d2" stroke-width="2">{lozenges}</g></g>'
    )
