"""One critical apparatus as TEI XML: topics against witnesses, with readings, certainty and silence.

What an apparatus usually gives as variant words stands here as variant *rules*, in our own words: every ``app`` is a
question, every ``rdg`` what a witness answers. Silence is an empty reading that names its witnesses, which is not the
same as having no reading. A disputed clause is a group of readings, each with its certainty and its argument.

    >>> root = apparatus()
    >>> tie = root.find(".//tei:app[@n='tie']", {"tei": TEI})
    >>> [reading.get("type") for reading in tie.iter(f"{{{TEI}}}rdg") if reading.get("wit") == "#foster-1897"][0]
    'explicit'
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from ..rules import FIELDS
from ..sources import Clause, Reading, Topic, Witness, load_witness, topics, witnesses
from ..teach.bookpage import value_key
from ..teach.strings import phrase, t
from ..teach.textgrid import PHASES, UNRECORDED, Cell, age, cells_on, game

TEI = "http://www.tei-c.org/ns/1.0"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # characters XML has no room for


def apparatus_tei() -> str:
    """The apparatus as one XML document."""
    ET.register_namespace("", TEI)
    root = apparatus()
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def apparatus() -> ET.Element:
    """The apparatus as a tree."""
    root = ET.Element(_name("TEI"), {_LANGUAGE: "en"})
    header = _add(root, "teiHeader")
    file = _add(header, "fileDesc")
    _add(_add(file, "titleStmt"), "title", t("export.title"))
    publication = _add(file, "publicationStmt")
    _add(publication, "p", t("export.licence"))
    described = _add(file, "sourceDesc")
    listed = _add(described, "listWit")
    for id in witnesses():
        _witness(listed, load_witness(id))
    encoding = _add(header, "encodingDesc")
    _add(encoding, "variantEncoding", method="location-referenced", location="external")
    _add(_add(encoding, "editorialDecl"), "p", t("export.policy"))
    taxonomy = _add(_add(encoding, "classDecl"), "taxonomy", id="readings")
    _add(_add(taxonomy, "category", id="taken"), "catDesc", t("export.taken"))
    body = _add(_add(root, "text"), "body")
    for phase in PHASES:
        division = _add(body, "div", type="phase", n=phase)
        _add(division, "head", t(f"bookpage.phase_{phase}"))
        entries = _add(division, "listApp")
        for topic in topics().values():
            if topic.phase == phase:
                _entry(entries, topic)
        if not len(entries):
            body.remove(division)
    return root


def _witness(parent: ET.Element, witness: Witness) -> None:
    node = _add(_add(parent, "witness", id=witness.id, n=witness.siglum), "bibl")
    _add(node, "title", witness.title)
    _add(node, "author", witness.author)
    _add(node, "pubPlace", witness.place)
    years = {"notBefore": witness.dates.text.not_before, "notAfter": witness.dates.text.not_after}
    _add(node, "date", age(witness), **{key: f"{year:04}" for key, year in years.items() if year is not None})
    for kind, said in (
        ("printing", witness.dates.printing), ("carrier", witness.dates.carrier), ("rights", witness.rights),
        ("seen", phrase(f"seen.{witness.seen}")), ("caution", witness.caution),
    ):  # fmt: skip
        if said:
            _add(node, "note", said, type=kind)
    if witness.carrier:
        _add(node, "ref", load_witness(witness.carrier).title, target=f"#{witness.carrier}")


def _entry(parent: ET.Element, topic: Topic) -> None:
    """One question with all answers; silences last, each kind of them once."""
    app = _add(parent, "app", id=f"topic.{topic.id}", n=topic.id, type="field" if topic.field in FIELDS else "topic")
    _add(app, "note", topic.title, type="question")
    quiet: dict[str, list[str]] = {}
    for cell in cells_on(topic.id):
        for clause in cell.clauses:
            _clause(app, topic, cell, clause)
        if not cell.clauses and cell.status != UNRECORDED:
            quiet.setdefault(cell.status, []).append(cell.witness.id)
    for status, ids in quiet.items():
        _add(app, "rdg", type=status, wit=" ".join(f"#{id}" for id in ids))


def _clause(app: ET.Element, topic: Topic, cell: Cell, clause: Clause) -> None:
    """What one clause answers: a reading, or a group of readings."""
    id, wit = f"{topic.id}.{clause.witness}.{clause.id}", f"#{clause.witness}"
    told = {"type": clause.status, "wit": wit}
    if not clause.readings:
        _add(app, "rdg", clause.digest, id=id, **told, **_value(topic, clause))
    else:
        group = _add(app, "rdgGrp", type=clause.status, id=id)
        for reading in clause.readings:
            certain = {"cert": reading.certainty, **({"ana": "#taken"} if reading.preferred else {})}
            _add(group, "rdg", reading.says, id=f"{id}.{reading.id}", **told, **certain, **_value(topic, reading))
            _add(app, "note", reading.argument, type="argument", target=f"#{id}.{reading.id}")
        _add(app, "note", clause.digest, type="digest", target=f"#{id}")
    detail = "; ".join(filter(None, [clause.locator, game(clause)]))
    _add(app, "witDetail", detail, wit=wit, target=f"#{id}", type=clause.kind)
    if clause.caution:
        _add(app, "note", clause.caution, type="caution", target=f"#{id}")


def _value(topic: Topic, part: Clause | Reading) -> dict[str, str]:
    """The value of the rule field, where the clause sets it: what a program compares."""
    if topic.field is None or topic.field not in part.sets:
        return {}
    return {"n": value_key(part.sets[topic.field])}


def _name(tag: str) -> str:
    return f"{{{TEI}}}{tag}"


def _add(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
    """A child; ``id`` becomes ``xml:id``. The tree escapes what must be escaped."""
    given = {_ID if key == "id" else key: _NO_XML.sub("", value) for key, value in attributes.items()}
    node = ET.SubElement(parent, _name(tag), given)
    node.text = _NO_XML.sub("", text) or None
    return node
