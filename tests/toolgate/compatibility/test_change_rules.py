"""The table of rules: printed in the docs as it is in the code, each kind once."""

from __future__ import annotations

from pathlib import Path

from toolgate.compatibility.change_rules import RULES

DOC = Path(__file__).resolve().parents[3] / "docs" / "schema-changes.md"


def test_the_doc_prints_the_table_of_the_code() -> None:
    lines = DOC.read_text(encoding="utf-8").splitlines()
    first = lines.index("| kind | input | output | note | why |") + 2
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[first : first + len(RULES)]]
    assert rows == [[rule.kind, rule.input, rule.output, rule.note or "", rule.why] for rule in RULES]
    assert not lines[first + len(RULES)].startswith("|")


def test_each_kind_has_one_row() -> None:
    kinds = [rule.kind for rule in RULES]
    assert sorted(set(kinds)) == sorted(kinds)


def test_a_note_is_asked_only_where_something_breaks() -> None:
    for rule in RULES:
        if rule.note is not None:
            assert "breaking" in (rule.input, rule.output), rule.kind
