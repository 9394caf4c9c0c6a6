"""docs/audit.md has every field, and no race tool's argument is taken for a secret."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.audit.last_record import record_of
from toolgate.audit.secrets import is_secret_name

DOCS = (Path(__file__).resolve().parents[3] / "docs" / "audit.md").read_text()


def test_every_field_is_documented(make_log: Callable[..., Any], record: Callable[..., Any], log_file: Path) -> None:
    make_log().append(record())
    fields = record_of(log_file.read_bytes())
    assert fields is not None
    rows = re.findall(r"^\| (`.+?) \|", DOCS.partition("## Fields")[2].partition("## Redaction")[0], re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(fields)


def test_no_argument_of_a_race_tool_is_taken_for_a_secret() -> None:
    specs = build_tools(StateCache().load(open_source("sim:cars=2,laps=2")))
    names = {name for spec in specs for name in spec.input_schema["properties"]}
    assert len(names) > 5
    assert not [name for name in names if is_secret_name(name)]
