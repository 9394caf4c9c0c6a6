"""Names from a changing list (`x-vocabulary`): drivers, cars, teams.

The tool finds out who is meant; the checks never guess a name and never cut one. An entry of the list given
whole stands for its first field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from director.language.folding import fold
from toolgate.contract import JsonObject

Vocabularies = Mapping[str, list[JsonObject]]


def name_of(value: JsonObject, entries: list[JsonObject]) -> str | None:
    """The first field of the entries that have all of the value's fields, apart from case and accents, where it is one.

    A car that several have driven is one, with several names.
    """
    fields = {(key, plain(item)) for key, item in value.items()}
    meant = {
        next(iter(entry.values()), None)
        for entry in entries
        if fields <= {(key, plain(item)) for key, item in entry.items()}
    }
    name = next(iter(meant)) if fields and len(meant) == 1 else None
    return name if isinstance(name, str) else None


def plain(value: Any) -> str:
    """A value's text without case and accents."""
    return fold(str(value))
