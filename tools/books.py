"""Write ``sources/BOOKS.md``: the table of all rule books, read off the books themselves.

python tools/books.py           write the page
python tools/books.py --check   change nothing; fail where the page is not what the books say
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
PAGE = ROOT / "sources" / "BOOKS.md"


def main(words: list[str]) -> int:
    from allfours_edu.teach.booktable import markdown

    page = markdown()
    if words == ["--check"]:
        old = PAGE.read_text("utf-8") if PAGE.exists() else ""
        if old != page:
            print("sources/BOOKS.md is not what the books say; run: python tools/books.py")
        return int(old != page)
    if words:
        print(__doc__)
        return 2
    PAGE.write_text(page, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
