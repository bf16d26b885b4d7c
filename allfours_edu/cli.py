"""The command ``allfours``: open the course, deal, compare, check worked cases. Every command has ``--help``."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from . import cases
from .analysis import given_hands
from .analysis import players as computers
from .analysis.solver import has_numba
from .engine import Position, TableError, deal, new_table
from .record import Record, read_code
from .rules import RulesError
from .sources import Rulebook, RulebookError, SourceError, load_rulebook, rulebooks


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
@click.version_option(str(import_module("allfours_edu").__version__), prog_name="allfours")
def main() -> None:
    """All Fours and its family: the same deal under many rule books."""
    for stream in (sys.stdout, sys.stderr):  # suit signs on a console of old code pages
        if hasattr(stream, "reconfigure") and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="replace")


# -- lab ------------------------------------------------------------------------------------------------------------


def _named(_context: click.Context, _parameter: click.Parameter, folder: str) -> Path:
    if not folder.strip():  # what an unset variable leaves; the notebooks should not be strewn about for it
        raise click.BadParameter("name a folder")
    return Path(folder)


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("folder", default="allfours", type=click.Path(file_okay=False), callback=_named)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.option("--no-open", is_flag=True, help="Copy the notebooks, but do not open JupyterLab.")
def lab(folder: Path, words: tuple[str, ...], no_open: bool) -> None:
    """Copy the notebooks of the course to FOLDER (default: allfours) and open JupyterLab on the first.

    A notebook that is there already is never written over. Further words go to JupyterLab: allfours lab -- --port 9000

    JupyterLab does not start for the administrator (root) unless it is told so: allfours lab -- --allow-root
    """
    if str(folder).startswith("-"):  # no folder was named: this is the first of the words for JupyterLab
        folder, words = Path("allfours"), (str(folder), *words)
    copied, kept = copy_notebooks(folder)
    click.echo(f"{folder}: {_count(copied, 'notebook')} copied, {_count(kept, 'notebook')} already there (left alone)")
    if no_open:
        return
    if find_spec("jupyterlab") is None:
        raise click.ClickException("JupyterLab is not installed; install it with: pip install 'allfours-edu[lab]'")
    start = folder / "00_start.ipynb"
    opened = str(start if start.exists() else folder)
    status = subprocess.call([sys.executable, "-m", "jupyterlab", opened, *words])
    if status and hasattr(os, "geteuid") and os.geteuid() == 0 and "--allow-root" not in words:
        raise click.ClickException(
            "JupyterLab does not start for the administrator (root). Be an ordinary user; or, in a container of your "
            f"own, say: allfours lab {folder} -- --allow-root"
        )
    sys.exit(status)


def notebooks_folder() -> Path:
    """Where the notebooks lie: inside the installed package, or beside it in a checkout."""
    here = Path(__file__).resolve().parent
    return next((p for p in (here / "_data" / "notebooks", here.parent / "notebooks") if p.is_dir()), here.parent)


def copy_notebooks(folder: Path) -> tuple[int, int]:
    """Copy the notebooks that are not there yet: how many were copied, how many were left alone."""
    copied = kept = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for source in sorted(notebooks_folder().glob("*.ipynb")):
            try:
                target = (folder / source.name).open("xb")
            except FileExistsError:
                kept += 1
                continue
            try:
                with target, source.open("rb") as original:
                    shutil.copyfileobj(original, target)
            except BaseException:  # half a notebook would be left alone for ever
                (folder / source.name).unlink(missing_ok=True)
                raise
            copied += 1
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be written: {error.strerror or error}") from None
    return copied, kept


def _count(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"


# -- books ----------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("book", required=False)
def books(book: str | None) -> None:
    """List the rule books, or the options of one BOOK."""
    if book is None:
        for id in rulebooks():
            click.echo(f"{id:20} {load_rulebook(id).title}")
        return
    found = _book(book)
    click.echo(f"{found.title} ({found.date}), for {', '.join(map(str, found.rules.players))} players")
    for name, option in found.options.items():
        click.echo(f"  --option {name:24} {option.says}")


def _book(id: str, options: Iterable[str] = ()) -> Rulebook:
    """A rule book, or one sentence saying what is wrong with its name or its options."""
    try:
        return load_rulebook(id).with_options(options)
    except (RulebookError, SourceError, RulesError) as error:
        raise click.UsageError(str(error)) from None


# -- deal -----------------------------------------------------------------------------------------------------------


@main.command("deal")
@click.argument("book", metavar="BOOK|CODE")
@click.option("--players", type=int, metavar="N", help="How many play (default: as the book is mostly played).")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="The seed of the first deal.")
@click.option("--count", type=click.IntRange(1, 100_000), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option of the book (repeatable).")
@click.option("--player", default="foster", show_default=True, metavar="NAME", help="Which computer player plays.")
@click.option("--json", "as_json", is_flag=True, help="One record a line instead of the story.")
def deal_command(
    book: str, players: int | None, seed: int, count: int, options: tuple[str, ...], player: str, as_json: bool
) -> None:
    """Deal and play: independent deals of BOOK from the seeds S, S+1 …, scores at nought, the last seat deals.

    Computer players play. The story is told in words, or with --json as one record a line. In place of a book there
    may be the code of a deal ("1TT4-BH"): then that deal is told, whoever dealt it.
    """
    if player not in computers.NAMES:
        raise click.UsageError(_suggest("computer player", player, computers.NAMES))
    if book[:1].isdigit():
        record = _by_code(book, player)
        for line in [record.to_json()] if as_json else story(record):
            click.echo(line)
        return
    found = _book(book, options)
    for n in range(count):
        record = play_deal(found, seed + n, players, player)
        if as_json:
            click.echo(record.to_json())
        else:
            click.echo("\n" * bool(n), nl=False)
            for line in story(record):
                click.echo(line)


def _by_code(code: str, name: str) -> Record:
    """The deal of a code, played by computer players; what it has of plays already stands."""
    try:
        facts = read_code(code)
        return _played(facts.position(), facts.book(), name)
    except ValueError as error:  # all errors of codes, records and books are of this kind
        raise click.UsageError(str(error)) from None


def play_deal(book: Rulebook, seed: int, players: int | None = None, name: str = "foster") -> Record:
    """One deal from its first card to its last, played by computer players."""
    try:
        table = new_table(book.rules, book.players_default if players is None else players, seed=seed)
    except TableError as error:
        raise click.UsageError(f"{book.short}: {error}") from None
    return _played(deal(table), book, name)


def _played(position: Position, book: Rulebook, name: str) -> Record:
    table, bot = position.table, computers.player(name)
    key = computers.chance_key(table)
    while position.to_act is not None:
        position = position.apply(bot.choose(position.seen_by(position.to_act), key).action)
    return Record.of(position, book, dict.fromkeys(table.players, f"{bot.name}/{bot.version}"))


def story(record: Record) -> Iterator[str]:
    """A deal in words, a line an event; after each point the place in the texts that gives it."""
    from .teach.citing import why
    from .teach.context import Context
    from .teach.explain import sentence
    from .teach.strings import signs

    position, book = record.end, record.book
    ctx = Context.of(position, None, book)
    yield f"{book.title}, seed {record.seed}" + (f", code {record.code}" if record.code else "")
    for seat in record.players:
        yield f"  {seat:12} {' '.join(str(c) for c in _held_first(position, seat))}"
    trick = 0
    for event in position.events():
        if event.kind == "play":
            if event.trick != trick:
                trick = event.trick
                yield f"Trick {trick}"
            yield f"  {signs(sentence(event, ctx), book)}"
        else:
            indent = "  " if event.kind in ("trick", "peg", "draw") else ""
            yield f"{indent}{signs(sentence(event, ctx), book)}{_source(why(event, book)[1], event.kind)}"


def _held_first(position: Position, seat: str) -> Iterable[object]:
    return position.path()[0].hand(seat)


def _source(citations: Iterable[Any], kind: str) -> str:
    """The first place in the texts, in brackets, for what brings points."""
    if kind not in ("turn", "gift", "award", "penalty", "out"):
        return ""
    cited = next((c for c in citations if c.get("locator")), None)
    return f"  [{cited['witness']}: {cited['locator']}]" if cited else ""


# -- compare --------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("chosen", nargs=-1, required=True, metavar="BOOK BOOK…")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="The seed of the deal.")
@click.option("--players", type=int, metavar="N", help="How many play (default: the fewest all books allow).")
def compare(chosen: tuple[str, ...], seed: int, players: int | None) -> None:
    """The same deal under two or more rule books, side by side, and where they first part."""
    if len(chosen) < 2:
        raise click.UsageError("give two or more rule books, for example: allfours compare hoyle-ten trinidad")
    found = [_book(id) for id in chosen]
    try:
        compared = import_module("allfours_edu.teach.compare").compare(*found, seed=seed, players=players)
    except (ValueError, RulebookError, SourceError) as error:
        raise click.UsageError(str(error)) from None
    click.echo(compared.to_text())


# -- attach ---------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("witness")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One object: what the file is, and a row for each clause.")
def attach(witness: str, file: Path, as_json: bool) -> None:
    """Look up the clauses of WITNESS in your own FILE: text, HTML or XML, in any usual encoding.

    For each clause: how it was found (exact, near, weak, not found; none where there is no anchor, as for what a text
    does not say), how much agrees, and where. Nothing is sent anywhere, and no word of the file is printed.
    """
    from .anchors.copy import open_copy
    from .anchors.words import TextError
    from .teach.attached import OwnText

    try:
        found = OwnText(open_copy(witness, file))
    except (TextError, RulebookError, SourceError) as error:
        raise click.UsageError(str(error)) from None
    click.echo(json.dumps(found.as_data(), ensure_ascii=False, indent=1) if as_json else str(found))


# -- export ---------------------------------------------------------------------------------------------------------


@main.command("export")
@click.argument("kind", type=click.Choice(["clauses", "readings", "witnesses", "bibtex", "tei"]))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write (default: the screen).")
@click.option("--overwrite", is_flag=True, help="Write over a file that is there.")
def export_command(kind: str, output: Path | None, overwrite: bool) -> None:
    """The edition for other programs: clauses, readings or witnesses as CSV, bibtex, or tei.

    tei is one critical apparatus (TEI XML): topics against witnesses, with readings, certainty and silence. All of it
    is in the editors' own words; no sentence of a text is in it.
    """
    from .exports import ExportError, export

    try:
        text = export(kind, output, overwrite=overwrite)
    except (ExportError, SourceError) as error:
        raise click.UsageError(str(error)) from None
    click.echo(text if output is None else f"{output}: {text.count(chr(10)):,} lines", nl=output is not None)


# -- check ----------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@click.option("--book", "books", multiple=True, metavar="BOOK", help="Only cases of this rule book (repeatable).")
@click.option("--form", "forms", multiple=True, metavar="FORM", help="Only legal, script, question or court cases.")
def check(files: tuple[Path, ...], books: tuple[str, ...], forms: tuple[str, ...]) -> None:
    """Put worked cases to the engine and compare what it says with what they expect.

    FILE is JSON: {"version": 2, "cases": [...]}. A case has an id, a form (legal, script, question or court), a
    rulebook, options, what is given, and what to expect; ARCHITECTURE.md describes them, and tests/data/cases.json is
    such a file.

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
    named = {case.get("rulebook") for case in found if isinstance(case, dict)}
    known = {*rulebooks(), *(name for name in named if isinstance(name, str))}
    for book in books:
        if book not in known:
            raise click.UsageError(_suggest("rule book", book, sorted(known)))
    for form in forms:
        if form not in cases.FORMS:
            raise click.UsageError(_suggest("form", form, cases.FORMS))


# -- solve ----------------------------------------------------------------------------------------------------------


@main.command("solve")
@click.argument("file", type=click.File("r", encoding="utf-8", errors="replace"))
@click.option(
    "--most",
    type=click.IntRange(1, 1_000_000_000),
    default=given_hands.MOST,
    show_default=True,
    metavar="N",
    help="Starts of tricks looked at before a deal is given up.",
)
@click.option("--fast/--python", default=None, help="With numba, or without (default: with, where it is installed).")
def solve_command(file: Any, most: int, fast: bool | None) -> None:
    """Perfect play with open cards, for every line of FILE (or - for what comes in): JSON in, JSON out.

    A line is an object: {"hands": ["AH 5C 2D", "JH KC QC"], "trump": "H", "leader": 0, "rulebook": "foster-1897"}.
    "hands" are what each player held when the play began, in playing order (or an object: name to hand). There may be
    "dealer" (else the player before the leader), "options" of the book, "plays" (cards laid so far), "teams" (the side
    of each player; else the sides alternate), "scores" by side, and an "id", which comes back.

    For each line comes "value": the points of side 0 less those of the others under best play, High and Low included;
    "cards": the value of each lawful card; "line": [player, card] of best play. With "scores" going out first counts
    1000. With three sides or more the others play together against side 0 ("paranoid").

    A line that cannot be read or solved gets {"error": …, "line_number": …}, and the next one is read. The exit status
    is then 1. Ctrl-C stops; what has been answered stands.
    """
    if fast and not has_numba():
        raise click.UsageError("numba is not installed; install it with: pip install 'allfours-edu[fast]'")
    failed = False
    try:
        for answer in given_hands.answers(_lines(file), most=most, fast=fast):
            failed |= "error" in answer
            click.echo(json.dumps(answer, ensure_ascii=False))
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
        sys.exit(130)
    sys.exit(1 if failed else 0)


def _lines(file: Any) -> Iterator[str]:
    """The lines of a file, none of them read further than can be meant."""
    most = given_hands.LONGEST_LINE + 2
    while line := file.readline(most):
        yield line
        while len(line) == most and not line.endswith("\n"):
            line = file.readline(most)


if __name__ == "__main__":
    main()
