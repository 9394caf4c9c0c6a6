"""Fields of a query that become others once something narrows it: within a class, the position is that in the class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from director.planners.offline.composing.topics import NotComposed
from toolgate.contract import JsonObject

_NAMING = ("where", "any_of", "without", "aggregate", "order_by", "having")
_NAMES = ("select", "group_by")


def renamed(query: JsonObject, instead: Mapping[str, str], fields: Sequence[str]) -> JsonObject:
    """The query with other fields instead. NotComposed where the relation has none of them."""

    def name(field: str) -> str:
        new = instead.get(field, field)
        if new != field and new not in fields:
            raise NotComposed(field)
        return new

    def each(part: Any) -> Any:
        return {**part, "field": name(part["field"])} if "field" in part else part

    return {
        key: [each(part) for part in value]
        if key in _NAMING
        else [name(field) for field in value]
        if key in _NAMES
        else value
        for key, value in query.items()
    }
