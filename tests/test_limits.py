"""docs/limits.md: every limit with its value in the code and a test that is there."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from director.settings import environment_name
from director.settings.fields import FIELDS
from director.settings.quick_values import HINTS
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[1]
ROWS = [
    [cell.strip().strip("`") for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "limits.md").read_text().splitlines()
    if line.startswith("| ") and not line.startswith("| limit ")
]
BY_ENVIRONMENT = {environment_name(name): field for name, field in FIELDS.items()}
NO_LIMITS = {
    "http_port": "a port",
    "data_age_s": "when an answer says that data is old; nothing is refused",
    "chat_pull_batch": "how many messages come at once; nothing is refused",
    "chat_pull_interval": "how long one pull waits; the next follows",
    "chat_replicas": "handed to the server",
    "chat_digest_s": "how often answers go out together",
    "chat_stats_every": "how often counters are logged",
    "audit_interval_ms": "how often records are brought to the disk; they are written at once",
    "audit_rotate_bytes": "when a log goes on in a new file; nothing is refused or lost",
    "plan_temperature": "handed to the provider",
    "answer_temperature": "handed to the provider",
    "plan_max_tokens": "handed to the provider, which keeps it",
    "answer_max_tokens": "handed to the provider, which keeps it",
    "model_connect_timeout_s": "handed to the HTTP library, which keeps it",
    "catalogue_tokens": "which tools a prompt shows; the others can still be called",
}
"""Numbers among the settings that are no limit of ours, and why."""


def set_to(where: str) -> Any:
    """The value that a setting, a constant or a field of a class has where nobody says otherwise."""
    if where in BY_ENVIRONMENT:
        return BY_ENVIRONMENT[where].default
    module, _, name = where.rpartition(".")
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError:
        package, _, owner = module.rpartition(".")
        kind = getattr(import_module(package), owner)
        told = fields(kind) if is_dataclass(kind) else msgspec.structs.fields(kind)
        return next(field.default for field in told if field.name == name)


@each_row("row", ROWS)
def test_a_limit_is_what_the_code_has_and_is_proven(row: list[str]) -> None:
    _, value, where, test = row
    if value != "-":
        assert str(set_to(where)) == value
    file, _, name = test.partition("::")
    assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text(), re.MULTILINE), test


def test_what_is_said_to_be_no_limit_is_a_number_that_is_not_listed() -> None:
    numbers = {name for name in FIELDS if HINTS[name] in (int, float)}
    assert NO_LIMITS.keys() <= numbers
    assert not {environment_name(name) for name in NO_LIMITS} & {row[2] for row in ROWS}


def test_every_limit_among_the_settings_is_listed() -> None:
    listed = {row[2] for row in ROWS}
    for name in FIELDS:
        if HINTS[name] in (int, float) and name not in NO_LIMITS:
            assert environment_name(name) in listed, name
