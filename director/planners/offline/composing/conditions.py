"""Conditions of a query, from the words that narrow a question, or the contrary of those words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from director.planners.offline.composing.lexicon import Way
from director.planners.offline.composing.scan import Narrowed
from director.planners.offline.composing.topics import NotComposed
from director.references import KEY as REF
from toolgate.contract import JsonObject

NEGATED = {
    "is": "is_not", "is_not": "is", "in": "not_in", "not_in": "in", "less": "at_least", "at_least": "less",
    "more": "at_most", "at_most": "more",
}  # fmt: skip
"""The operator that holds of all for which another does not."""
_IS = ("is", "in")
OF_SEVERAL = {"is": "in", "is_not": "not_in"}
"""The operator of several values for that of one."""


def clash(some: Iterable[Sequence[Any]], others: Iterable[Sequence[Any]]) -> bool:
    """Whether conditions on one field say both what it is and what it is or is not."""
    fields = [{field: op for field, op, *_ in each if op in (*_IS, "is_not", "not_in")} for each in (some, others)]
    both = fields[0].keys() & fields[1].keys()
    return any(each[field] in _IS for field in both for each in fields)


def contrary(way: Way, narrow: Narrowed, held: Iterable[Sequence[Any]]) -> list[Any]:
    """The condition that holds wherever a way's condition does not, beside those that are held already.

    NotComposed where no single one does, or another says already what the field is.
    """
    told = {field for field, op, *_ in held if op in _IS}
    if len(way.where) != 1 or way.find is not None or way.arguments or way.where[0][0] in told:
        raise NotComposed("not")
    field, op, *rest = way.where[0]
    if op not in NEGATED or not rest:
        raise NotComposed("not")
    value = filled(rest[0], narrow.values, None)
    return [field, NEGATED[OF_SEVERAL.get(op, op) if isinstance(value, list) else op], value]


def filled(value: Any, values: Mapping[str, Any], source: tuple[str, str] | None) -> Any:
    """A value of a way: of a slot (`{-n}`: less than nothing by so much), of an earlier step (`{1/lap}`: of its second
    row), or as it is written; of several slots, all of them.
    """
    if isinstance(value, dict):
        return {name: filled(each, values, source) for name, each in value.items()}
    if isinstance(value, list):
        each = [filled(one, values, source) for one in value]
        return [one for some in each for one in (some if isinstance(some, list) else [some])]
    if isinstance(value, Mapping):
        return {key: filled(one, values, source) for key, one in value.items()}
    if not isinstance(value, str) or value[:1] != "{":
        return value
    name = value[1:-1]
    if name.startswith("-"):
        return -filled(f"{{{name[1:]}}}", values, source)
    row, _, field = name.partition("/")
    if not field:
        if not values:
            raise NotComposed(name)
        return values[name] if name in values else next(iter(values.values()))
    assert source is not None
    step, pick = source
    if row:
        return {REF: f"{step}#/rows/{row}/{field}"}
    name = f"/{field}"
    if pick.isdigit():
        return {REF: f"{step}#/rows/{int(pick) - 1}{name}"}
    return {REF: f"{step}#/rows", "pick": pick, "get": name}


def conditions(where: Iterable[Sequence[Any]]) -> list[JsonObject]:
    """`[field, op, value]` as a query writes it: `{"field", "op", "value"}`; `told` and `untold` take no value."""
    return [
        {"field": field, "op": op} if op in ("told", "untold") else {"field": field, "op": op, "value": rest[0]}
        for field, op, *rest in where
    ]
