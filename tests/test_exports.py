"""Exports: nothing lost, nothing that breaks another program, silence kept as such; and text reuse as a table."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

import allfours_edu as af
from allfours_edu.anchors.reuse import LEAST_SHARED, kinships, pairs
from allfours_edu.cli import main
from allfours_edu.exports import KINDS, ExportError
from allfours_edu.exports.bibtex import escaped
from allfours_edu.exports.tei import _add
from allfours_edu.sources import find_clause, load_witness, topics, witnesses
from allfours_edu.teach.bookpage import value_key
from allfours_edu.teach.textgrid import UNRECORDED, cells_on

TEI, XML = "{http://www.tei-c.org/ns/1.0}", "{http://www.w3.org/XML/1998/namespace}"


@pytest.fixture(scope="module")
def tei() -> ET.Element:
    return ET.fromstring(af.export("tei"))


def test_apparatus_holds_every_cell(tei: ET.Element) -> None:
    entries = {app.get("n"): app for app in tei.iter(f"{TEI}app")}
    assert list(entries) and set(entries) == set(topics())
    for topic, app in entries.items():
        told = {(rdg.get("wit"), rdg.get("type")) for rdg in app.iter(f"{TEI}rdg") if rdg.text}
        for cell in cells_on(topic or ""):
            wit = f"#{cell.witness.id}"
            assert {(wit, clause.status) for clause in cell.clauses} == {pair for pair in told if pair[0] == wit}
            quiet = [r.get("type") for r in app.iter(f"{TEI}rdg") if not r.text and wit in str(r.get("wit")).split()]
            assert quiet == ([] if cell.clauses or cell.status == UNRECORDED else [cell.status]), (topic, wit)


def test_apparatus_reads_back(tei: ET.Element) -> None:
    nodes = {str(n.get(f"{XML}id")): n for n in tei.iter() if n.get(f"{XML}id")}
    ids = [n.get(f"{XML}id") for n in tei.iter() if n.get(f"{XML}id")]
    assert len(ids) == len(nodes)
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", id) for id in nodes)  # what XML takes for an id
    for node in tei.iter():
        for pointer in f"{node.get('wit', '')} {node.get('target', '')} {node.get('ana', '')}".split():
            assert pointer.removeprefix("#") in nodes
    tie = find_clause("foster-1897#tie-three")
    readings = [nodes[f"tie.foster-1897.tie-three.{reading.id}"] for reading in tie.readings]
    assert [r.text for r in readings] == [reading.says for reading in tie.readings]
    assert [r.get("cert") for r in readings] == [reading.certainty for reading in tie.readings]
    assert [r.get("ana") for r in readings] == ["#taken" if reading.preferred else None for reading in tie.readings]
    low = nodes["low_to.foster-1897.low"]
    assert (low.get("n"), low.text) == (value_key("holder"), find_clause("foster-1897#low").digest)


def test_xml_is_escaped() -> None:
    node = _add(ET.Element("x"), "rdg", 'a < b & "c" \x00\x0b\ud800', wit="#<&'\"\x01")
    back = ET.fromstring(ET.tostring(node, encoding="unicode"))
    assert back.text == 'a < b & "c" ' and back.get("wit") == "#<&'\""


def test_csv_loses_nothing() -> None:
    rows = list(csv.DictReader(io.StringIO(af.export("clauses"))))
    assert len(rows) == sum(len(load_witness(id).clauses) for id in witnesses())
    for row in rows:
        clause = find_clause(row["ref"])
        assert (row["digest"], row["status"], row["locator"]) == (clause.digest, clause.status, clause.locator)
        sets = json.loads(row["sets"] or "{}")
        assert sets == json.loads(json.dumps(dict(clause.sets)))
    readings = list(csv.DictReader(io.StringIO(af.export("readings"))))
    assert {(r["ref"], r["reading"]) for r in readings} == {
        (row["ref"], id) for row in rows for id in row["readings"].split()
    }
    assert [r["id"] for r in csv.DictReader(io.StringIO(af.export("witnesses")))] == list(witnesses())


def test_bibtex_can_be_read() -> None:
    entries = re.split(r"\n\n", af.export("bibtex").strip())
    keys = [re.match(r"@(?:book|misc)\{([a-z][a-z0-9-]*),\n", entry) for entry in entries]
    assert [key and key[1] for key in keys] == list(witnesses())  # unique, and the ids of the witnesses
    for entry in entries:
        bare = re.sub(r"\\[{}]", "", entry)
        depth = [bare[:n].count("{") - bare[:n].count("}") for n in range(1, len(bare) + 1)]
        assert depth[-1] == 0 and min(depth[:-1]) >= 0, entry
        assert not re.search(r"(?<!\\)[&%$#_^~]", re.sub(r"url = \{[^}]*\}", "", bare)), entry
    assert escaped("{\\a & b_1}\n x") == r"\{\textbackslash{}a \& b\_1\} x"


def test_files_are_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "out.xml"
    done = CliRunner().invoke(main, ["export", "tei", "-o", str(path)])
    assert done.exit_code == 0 and path.read_text("utf-8").startswith("<?xml")
    path.write_text("mine", "utf-8")
    assert CliRunner().invoke(main, ["export", "tei", "-o", str(path)]).exit_code == 2
    with pytest.raises(ExportError, match="is there already"):
        af.export("bibtex", path)
    assert path.read_text("utf-8") == "mine"
    af.export("bibtex", path, overwrite=True)
    assert path.read_text("utf-8").startswith("@")
    with pytest.raises(ExportError, match="cannot be written"):
        af.export("bibtex", tmp_path / "none" / "x")
    shown = CliRunner().invoke(main, ["export", "clauses"])
    assert shown.output == af.export("clauses")
    assert set(KINDS) == {"clauses", "readings", "witnesses", "bibtex", "tei"}


# -- text reuse -------------------------------------------------------------------------------------------------------


def test_reuse_finds_the_copyist_and_the_hole_he_left() -> None:
    table = af.reuse("squareman-1916", "cassell-1881")
    same = table[table.topic_a == table.topic_b].groupby("topic_a").contained.max()
    assert (same[["one_trump", "jack", "low", "players"]] > 0.6).all()
    assert same["game"] < 0.3  # the garbled definition between close parallels
    assert (table.shared >= LEAST_SHARED).all() and table.contained.between(0, 1).all()


def test_kin_and_strangers() -> None:
    found = {(kin.a, kin.b): kin for kin in kinships()}
    closest = max(found.values(), key=lambda kin: kin.parallel_a * kin.mean_contained)
    assert (closest.a, closest.b) == ("cassell-1881", "squareman-1916")
    assert found["hoffmann-1909", "wiki-terms"].mean_contained > 0.5  # the list of values, word for word in the article
    assert not any("cotton-1674" in couple for couple in found)  # old spelling cannot be compared
    assert list(pairs("cotton-1674")) == []
    with pytest.raises(af.RulebookError, match="Did you mean 'cassell-1881'"):
        af.reuse("cassel-1881")
