"""Clauses, readings and witnesses as CSV: one row each, keys as in ``sources/``.

>>> clauses_csv().splitlines()[0]
'ref,witness,siglum,clause,kind,of,topic,also,status,seen,locator,digest,sets,readings,caution'
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..sources import Clause, Witness, load_witness, witnesses

Row = Mapping[str, Any]


def clauses_csv() -> str:
    """Every clause of every witness."""
    return _csv(_clause(witness, clause) for witness, clause in _all())


def readings_csv() -> str:
    """Every reading of a disputed clause."""
    return _csv(
        {
            "ref": clause.ref, "reading": reading.id, "register": reading.register, "says": reading.says,
            "sets": _sets(reading.sets), "certainty": reading.certainty, "argument": reading.argument,
            "preferred": "yes" if reading.preferred else "",
        }
        for _, clause in _all()
        for reading in clause.readings
    )  # fmt: skip


def witnesses_csv() -> str:
    """Every text: who, where, when, how it was seen, what it is silent on."""
    return _csv(_witness(load_witness(id)) for id in witnesses())


def _all() -> Iterator[tuple[Witness, Clause]]:
    return ((witness, clause) for witness in map(load_witness, witnesses()) for clause in witness.clauses.values())


def _clause(witness: Witness, clause: Clause) -> Row:
    return {
        "ref": clause.ref, "witness": witness.id, "siglum": witness.siglum, "clause": clause.id, "kind": clause.kind,
        "of": clause.of, "topic": clause.topic, "also": " ".join(clause.also), "status": clause.status,
        "seen": witness.seen, "locator": clause.locator, "digest": clause.digest, "sets": _sets(clause.sets),
        "readings": " ".join(reading.id for reading in clause.readings), "caution": clause.caution,
    }  # fmt: skip


def _witness(witness: Witness) -> Row:
    text = witness.dates.text
    return {
        "id": witness.id, "siglum": witness.siglum, "title": witness.title, "author": witness.author,
        "place": witness.place, "not_before": text.not_before, "not_after": text.not_after,
        "printing": witness.dates.printing, "carrier": witness.dates.carrier, "seen": witness.seen,
        "rights": witness.rights, "within": witness.carrier or "", "silent": " ".join(witness.silent),
        "not_seen": " ".join(witness.not_seen), "caution": witness.caution,
    }  # fmt: skip


def _sets(sets: Mapping[str, Any]) -> str:
    """Field values as JSON, so that a program reads back what it was."""
    return json.dumps(dict(sets), ensure_ascii=False) if sets else ""


def _csv(rows: Iterable[Row]) -> str:
    found = list(rows)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()
