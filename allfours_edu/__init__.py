"""All Fours and its family: play the games, step through deals, set the rule books side by side.

>>> import allfours_edu as af
>>> af.card("JH").name
'jack of hearts'

Everything public is listed in ``af.__all__`` and loaded when first used, so that importing the package is light.
"""

# ruff: noqa: F401, PLE0605 - the names below are handed out by __getattr__
from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_WHERE = {
    "Card": "cards", "CardError": "cards", "card": "cards", "cards": "cards",
    "Rules": "rules", "RulesError": "rules",
    "Call": "engine", "IllegalAction": "engine", "Position": "engine", "TableError": "engine", "next_table": "engine",
    "Rulebook": "sources", "RulebookError": "sources", "SourceError": "sources", "rulebook": "api",
    "new_deal": "api", "play": "api", "step": "api", "compare": "api", "glossary": "api", "scenario": "api",
    "exercise": "api", "exercises": "api",
    "reuse": "teach.reusetable", "past": "teach.pasttable", "stemma": "api", "timeline": "api", "witness": "api",
    "chapter": "api",
    "export": "exports", "ExportError": "exports",
    "texts": "api", "variorum": "api", "attach": "api", "detach": "api", "TextError": "anchors.words",
    "books": "teach.booktable", "deals": "teach.dealtable", "plot_style": "teach.plotstyle",
    "chart_text": "teach.plotstyle", "class_results": "teach.classresults", "show_of_hands": "api", "build": "api",
    "handout": "api", "house_rules": "api", "court": "api", "review": "api",
    "puzzle": "api", "examples": "teach.examples",
    "find_difference": "teach.finding", "find_deal": "teach.finding", "weights": "teach.weights",
    "simulate": "analysis.simulation", "solve": "analysis.given_hands",
    "claim": "teach.claimtable", "claims": "teach.claimtable", "cheats": "teach.cheattable",
    "night": "teach.cheattable", "duplicate": "analysis.duplicate", "chart": "teach.charts", "guess": "teach.guess",
    "Record": "record", "RecordError": "record", "deal_code": "record",
}  # fmt: skip
__all__ = sorted(_WHERE)

if TYPE_CHECKING:
    from .analysis.duplicate import duplicate
    from .analysis.given_hands import solve
    from .analysis.simulation import simulate
    from .anchors.words import TextError
    from .api import (
        attach,
        build,
        chapter,
        compare,
        court,
        detach,
        exercise,
        exercises,
        glossary,
        handout,
        house_rules,
        new_deal,
        play,
        puzzle,
        review,
        rulebook,
        scenario,
        show_of_hands,
        stemma,
        step,
        texts,
        timeline,
        witness,
    )
    from .cards import Card, CardError, card, cards
    from .engine import Call, IllegalAction, Position, TableError, next_table
    from .exports import ExportError, export
    from .record import Record, RecordError, deal_code
    from .rules import Rules, RulesError
    from .sources import Rulebook, RulebookError, SourceError
    from .teach.booktable import books
    from .teach.charts import chart
    from .teach.cheattable import cheats, night
    from .teach.claimtable import claim, claims
    from .teach.classresults import class_results
    from .teach.dealtable import deals
    from .teach.examples import examples
    from .teach.finding import find_deal, find_difference
    from .teach.guess import guess
    from .teach.pasttable import past
    from .teach.plotstyle import chart_text, plot_style
    from .teach.reusetable import reuse
    from .teach.weights import weights


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        value = getattr(import_module(f".{_WHERE[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_WHERE]
