"""A question about one relation, read from JSON and checked: every name exists, every value fits its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pitwall.relations import RELATIONS, Field, Relation, relation_named
from pitwall.state.segments import SEGMENT_NUMBERS, segment_code
from toolgate.errors import LocalError
from toolgate.nearest import nearest

OPERATORS = (
    "is", "is_not", "in", "not_in", "less", "at_most", "more", "at_least", "contains", "told", "untold", "latest"
)  # fmt: skip
AGGREGATES = ("count", "min", "max", "avg", "sum", "first", "last", "delta", "every", "any", "distinct")
_ORDERED = ("less", "at_most", "more", "at_least")
_LISTS = ("in", "not_in")
_NUMERIC = ("min", "max", "avg", "sum", "delta")
_MOST_ROWS = 200
POINTS = "points"
"""Stands for a position: the last that gives points in the session that is asked about."""
Scalar = str | int | float | bool


def is_points(name: str, value: object) -> bool:
    """Whether the value of a condition on this column is the last position that gives points."""
    return value == POINTS and "position" in name


class BadQuery(LocalError, ValueError):
    """What is asked cannot be: the message names it, `path` points at it, `candidates` are what could be meant."""

    def __init__(self, message: str, path: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.path = path
        self.candidates = list(candidates)


class Condition(NamedTuple):
    """A field held against a value. The op `latest`, of a track status: of its last span, whether that lasts or not."""

    field: Field
    op: str
    value: Any


class Aggregate(NamedTuple):
    """One value of many rows, and what it is called."""

    op: str
    field: Field | None
    name: str


class Question(NamedTuple):
    """All that is asked. Every condition of `where` must hold, and one of `any_of` where there are any.

    `without`: a car is left out with all its rows if one of them fulfils all of these conditions.
    """

    relation: Relation
    where: tuple[Condition, ...]
    any_of: tuple[Condition, ...]
    without: tuple[Condition, ...]
    select: tuple[Field, ...]
    group_by: tuple[Field, ...]
    per: tuple[Field, str, int] | None
    aggregate: tuple[Aggregate, ...]
    having: tuple[tuple[str, str, Scalar], ...]
    order_by: tuple[tuple[str, bool], ...]
    limit: int

    @property
    def columns(self) -> list[Field]:
        """The columns of the answer: they follow from the question alone."""
        if not self.aggregate and not self.group_by:
            return list(self.select)
        return [*self.group_by, *(_result(one) for one in self.aggregate)]


def read_question(asked: Mapping[str, Any], find_car: Callable[[str, str], str]) -> Question:
    """The question that the arguments ask. BadQuery says what is wrong; `find_car` gives the car that a name means."""
    relation = relation_named(str(asked["from"]))
    if relation is None:
        names = [each.name for each in RELATIONS]
        raise BadQuery(f"no relation {asked['from']!r}", "/from", _near(str(asked["from"]), names))
    where = _behind_somebody(relation, _conditions(relation, asked.get("where", ()), "/where", find_car))
    any_of = _conditions(relation, asked.get("any_of", ()), "/any_of", find_car)
    without = _conditions(relation, asked.get("without", ()), "/without", find_car)
    if without and relation.field("car") is None:
        raise BadQuery(f"{relation.name} are not about cars, and without leaves cars out", "/without")
    group_by = tuple(_field(relation, name, f"/group_by/{i}") for i, name in enumerate(asked.get("group_by", ())))
    aggregate = tuple(_aggregate(relation, one, f"/aggregate/{i}") for i, one in enumerate(asked.get("aggregate", ())))
    if group_by and not aggregate:
        aggregate = (Aggregate("count", None, "count"),)
    chosen = asked.get("select") or ([] if aggregate else relation.shown)
    select = tuple(_field(relation, name, f"/select/{i}") for i, name in enumerate(chosen))
    if select and aggregate:
        raise BadQuery("give select or aggregate, not both: group_by names the columns beside aggregates", "/select")
    question = Question(
        relation, where, any_of, without, select, group_by, _per(relation, asked.get("per")), aggregate, (), (),
        min(int(asked.get("limit", _MOST_ROWS)), _MOST_ROWS),
    )  # fmt: skip
    known = [field.name for field in (question.columns if aggregate else relation.fields)]
    having = tuple(
        _having(known, one, f"/having/{i}", bool(aggregate)) for i, one in enumerate(asked.get("having", ()))
    )
    order_by = tuple(_order(known, one, f"/order_by/{i}") for i, one in enumerate(asked.get("order_by", ())))
    names = [field.name for field in question.columns]
    if len(set(names)) < len(names):
        raise BadQuery("two columns have one name: name aggregates with `as`", "/aggregate")
    return question._replace(having=having, order_by=order_by)


def _field(relation: Relation, name: Any, path: str) -> Field:
    found = relation.field(str(name))
    if found is None:
        candidates = _near(str(name), [field.name for field in relation.fields])
        raise BadQuery(f"{relation.name} has no field {str(name)[:40]!r}", path, candidates)
    return found


def _conditions(
    relation: Relation, asked: Sequence[Mapping[str, Any]], path: str, find_car: Callable[[str, str], str]
) -> tuple[Condition, ...]:
    return tuple(_condition(relation, one, f"{path}/{index}", find_car) for index, one in enumerate(asked))


def _behind_somebody(relation: Relation, where: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions, and where one holds the interval of a car against a number, that there is a car ahead.

    The first car has no interval: that is not a value which the feed has not told.
    """
    first = relation.field("position_now") if relation.name == "drivers" else None
    compares = any(one.field.name == "interval_s" and one.op in _ORDERED for one in where)
    if first is None or not compares or any(one.field == first for one in where):
        return where
    return (*where, Condition(first, "more", 1))


def _condition(
    relation: Relation, asked: Mapping[str, Any], path: str, find_car: Callable[[str, str], str]
) -> Condition:
    field, op = _field(relation, asked["field"], f"{path}/field"), str(asked.get("op", "is"))
    if op not in OPERATORS:
        raise BadQuery(f"no operator {op[:40]!r}", f"{path}/op", OPERATORS)
    if op in ("told", "untold"):
        return Condition(field, op, None)
    if "value" not in asked:
        raise BadQuery(f"{field.name} {op} needs a value", path)
    if op == "latest" and not (field.name == "track_status" and relation.field("status_number")):
        raise BadQuery(f"latest goes with track_status, not with {field.name}", f"{path}/op", OPERATORS[:4])
    value = asked["value"]
    if (op in _LISTS) != isinstance(value, list):
        raise BadQuery(f"{op} takes {'a list' if op in _LISTS else 'one value'}", f"{path}/value")
    if op in _ORDERED and field.type not in ("integer", "number"):
        raise BadQuery(f"{op} compares numbers, and {field.name} is {field.type}", f"{path}/op", OPERATORS[:4])
    if op == "contains" and field.type != "text":
        raise BadQuery(f"contains looks into text, and {field.name} is {field.type}", f"{path}/op", OPERATORS[:2])
    values = [_value(field, each, f"{path}/value", find_car) for each in (value if op in _LISTS else [value])]
    if field.name in ("driver", "code") and relation.field("car") and op in ("is", "is_not", *_LISTS):
        car = relation.field("car")
        return Condition(car or field, op, values if op in _LISTS else values[0])
    return Condition(field, op, values if op in _LISTS else values[0])


def _value(field: Field, value: Any, path: str, find_car: Callable[[str, str], str]) -> Scalar:
    if field.name in ("driver", "code", "car", "passed_car") and isinstance(value, str):
        return find_car(value, path)
    if field.name == "segment":
        value = _segment(field, value)
    fits = {
        "text": isinstance(value, str),
        "flag": isinstance(value, bool),
        "integer": is_points(field.name, value) or (isinstance(value, int | float) and not isinstance(value, bool)),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
    }[field.type]
    if not fits:
        raise BadQuery(f"{field.name} is {field.type}, not {str(value)[:40]!r}", path)
    scalar: Scalar = value
    return scalar


def _segment(field: Field, value: Any) -> Any:
    """Q2 is `q2` or 2, as the field has it, however it is asked for."""
    number = SEGMENT_NUMBERS.get(value.casefold(), value) if isinstance(value, str) else value
    return segment_code(number) if field.type == "text" and type(number) is int else number


def _per(relation: Relation, asked: Mapping[str, Any] | None) -> tuple[Field, str, int] | None:
    if asked is None:
        return None
    named = [end for end in ("first", "last") if end in asked]
    if len(named) != 1:
        raise BadQuery("per needs by, and either first or last with a number of rows", "/per")
    return _field(relation, asked["by"], "/per/by"), named[0], int(asked[named[0]])


def _aggregate(relation: Relation, asked: Mapping[str, Any], path: str) -> Aggregate:
    op, name = str(asked["op"]), str(asked.get("as", ""))
    if not name.isprintable():
        raise BadQuery("a column's name is printable text", f"{path}/as")
    if op not in AGGREGATES:
        raise BadQuery(f"no aggregate {op[:40]!r}", f"{path}/op", AGGREGATES)
    if "field" not in asked:
        if op != "count":
            raise BadQuery(f"{op} needs a field", path)
        return Aggregate(op, None, name or "count")
    field = _field(relation, asked["field"], f"{path}/field")
    if op in _NUMERIC and field.type not in ("integer", "number"):
        raise BadQuery(f"{op} needs numbers: {field.name} is {field.type}", f"{path}/op", ("count", "first", "last"))
    if op in ("every", "any") and field.type != "flag":
        raise BadQuery(f"{op} needs a flag: {field.name} is {field.type}", f"{path}/op", ("count", "first", "last"))
    return Aggregate(op, field, name or f"{op}_{field.name}")


def _result(one: Aggregate) -> Field:
    """The column an aggregate gives."""
    if one.field is None or one.op in ("count", "distinct"):
        of = "rows counted" if one.op == "count" or one.field is None else f"different values of {one.field.of}"
        return Field(one.name, "integer", "", of)
    kind = "number" if one.op in ("avg", "sum", "delta") else one.field.type
    return Field(one.name, kind, one.field.unit, f"{one.op} of {one.field.of}")


def _having(known: Sequence[str], asked: Mapping[str, Any], path: str, grouped: bool) -> tuple[str, str, Scalar]:
    if not grouped:
        raise BadQuery("having is about aggregates: use where", path)
    name, op, value = str(asked["field"]), str(asked.get("op", "is")), asked.get("value")
    if name not in known:
        raise BadQuery(f"the answer has no column {name[:40]!r}", f"{path}/field", _near(name, known))
    if op not in ("is", "is_not", *_ORDERED) or not isinstance(value, str | int | float):
        raise BadQuery(f"having takes is, is_not, {', '.join(_ORDERED)} and one value", path)
    return name, op, value


def _order(known: Sequence[str], asked: Any, path: str) -> tuple[str, bool]:
    name, down = (asked.get("field"), bool(asked.get("down", False))) if isinstance(asked, Mapping) else (asked, False)
    if name not in known:
        raise BadQuery(f"the answer has no column {str(name)[:40]!r}", path, _near(str(name), known))
    return str(name), down


def _near(name: str, known: Sequence[str]) -> list[str]:
    return nearest(name, known, 5) or list(known)[:20]
