"""Fields of a query that become others once something narrows it: within a class, the position is that in the class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from director.planners.offline.composing.lexicon import Way
from director.planners.offline.composing.topics import NotComposed
from toolgate.contract import JsonObject

_NAMING = ("where", "any_of", "without", "aggregate", "order_by", "having")
_NAMES = ("select", "group_by")


def within(query: JsonObject, ways: Sequence[Way], fields: Sequence[str], *, several: bool) -> JsonObject:
    """The query with the fields that ways put in others' place; as it was where `several` have no order together."""
    kept = {field for way in ways if way.overall for field, *_ in way.where}
    instead = {old: new for way in ways for old, new in way.instead.items() if old not in kept}
    one = renamed(query, instead, fields) if instead else query
    return query if several else one


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
