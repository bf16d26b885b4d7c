"""Measure claims at full size, keep the figures, and say where a verdict has changed. All of them take some minutes.

python -m allfours_edu.analysis.claims [ID ...]
"""

from __future__ import annotations

import sys

from .measured import Measured
from .register import FIGURES, MEASURES, as_toml, claims, kept


def main(ids: list[str]) -> int:
    """Write the figures (of some claims, or of all); 1 where a verdict is not the one in the file."""
    found = {id: Measured(claims()[id].verdict, kept().get(id, ())) for id in MEASURES}
    changed = 0
    for id in ids or MEASURES:
        found[id] = MEASURES[id](1)
        was, now = claims()[id].verdict, found[id].verdict
        changed += was != now
        print(f"{id}: {now}" + ("" if was == now else f" (the file says: {was})"), flush=True)
    FIGURES.write_text(as_toml(found), "utf-8")
    return int(changed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
