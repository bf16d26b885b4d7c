"""The command ``allfours``: open the course, deal, compare, check worked cases. Every command has ``--help``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from . import __version__, cases

_EPILOG = "Rule books: see 'allfours books'."


def _suggest(what: str, name: str, known: Iterable[str]) -> str:
    known = tuple(known)
    near = get_close_matches(name.lower(), known, 1, 0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
    return f"there is no {what} {name!r}; {hint}"


class _Group(click.Group):
    """Commands that answer a mistake with one sentence instead of a traceback."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.UsageError(_suggest("command", args[0], self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="allfours")
def main() -> None:
    """All Fours and its family: the same deal under many rule books."""
    for stream in (sys.stdout, sys.stderr):  # suit signs on a console of old code pages
        if hasattr(stream, "reconfigure") and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="replace")


# -- check ----------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@click.option("--book", "books", multiple=True, metavar="BOOK", help="Only cases of this rule book (repeatable).")
@click.option("--form", "forms", multiple=True, metavar="FORM", help="Only legal, script, question or court cases.")
def check(files: tuple[Path, ...], books: tuple[str, ...], forms: tuple[str, ...]) -> None:
    """Put worked cases to the engine and compare what it says with what they expect.

    Prints each failure with expected and got, then how many passed and failed. Anything a case asks for that is not
    known is a failure. The exit status is 1 if any case fails.
    """
    found = []
    failed = 0
    for path in files:
        try:
            found += [(path, n, case) for n, case in enumerate(cases.read_cases(path))]
        except cases.CaseError as error:
            click.echo(f"✗ {error}")
            failed += 1
    _check_filters([case for _, _, case in found], books, forms)
    passed = 0
    for path, n, case in found:
        if not cases.wanted(case, books, forms):
            continue
        problems = cases.judge(case)
        if not problems:
            passed += 1
            continue
        failed += 1
        book = case.get("rulebook", "?") if isinstance(case, dict) else "?"
        where = f"{path}: " if len(files) > 1 else ""
        click.echo(f"✗ {where}{cases.case_id(case, n)} ({book})")
        for problem in problems:
            click.echo(f"    {problem}")
    click.echo(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def _check_filters(found: list[Any], books: tuple[str, ...], forms: tuple[str, ...]) -> None:
    from .sources import rulebooks

    named = {case.get("rulebook") for case in found if isinstance(case, dict)}
    known = {*rulebooks(), *(name for name in named if isinstance(name, str))}
    for book in books:
        if book not in known:
            raise click.UsageError(_suggest("rule book", book, sorted(known)))
    for form in forms:
        if form not in cases.FORMS:
            raise click.UsageError(_suggest("form", form, cases.FORMS))


if __name__ == "__main__":
    main()
