"""query_race: one tool for the long tail: any question of filtering, ranking, counting over the race's relations."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from pitwall.facts.drs import DRS_RANGE_S, drs_state
from pitwall.facts.heard_from import watched_from
from pitwall.facts.names import find_car, names_in_words, row_name, short_name
from pitwall.facts.points import last_paid, why_unpaid
from pitwall.query import (
    AGGREGATES,
    OPERATORS,
    BadQuery,
    QueryResult,
    Question,
    answer,
    asks_of_points,
    read_question,
)
from pitwall.query.conditions import held_by
from pitwall.query.reading import reading
from pitwall.relations import RELATIONS
from pitwall.relations.shared_fields import CAR_FIELDS, WHEN_FIELDS
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.kinds import KIND_WORDS, QUALIFYINGS
from pitwall.tools import schemas as s
from pitwall.tools.dropped_out import dropped_out, first_lap
from pitwall.tools.drs_words import drs_allowed
from pitwall.tools.never_shown import never_shown
from pitwall.tools.query_questions import EXAMPLES
from pitwall.tools.query_remarks import remark, told_together
from pitwall.tools.query_words import asks_who_lost, question_words, summary_words
from pitwall.tools.start_passes import is_of_lap_one, of_the_start, start_words
from pitwall.tools.tool import race_tool
from pitwall.tools.words import NO_PAID, sentence
from toolgate.contract import SUMMARY_MAX_CHARS, InvalidArgument, JsonObject, ToolSpec

_MOST_ROWS = 200
_NAMED = ("driver", "passed")
"""Columns of names."""
_AS_THEY_HAPPEN = ("overtakes", "stops", "passages", "laps")
"""Relations of what a feed tells as it happens, and to nobody who hears it later."""
_MOST_PARTS = 12
_FAR = 1_000_000_000
_SCALAR: s.JsonSchema = {"type": ["string", "number", "boolean"], "maxLength": 60, "minimum": -_FAR, "maximum": _FAR}


def build_query_race_tool(cache: StateCache) -> ToolSpec:
    """Rows of one relation: filtered, cut, grouped, aggregated and ordered."""
    spec = race_tool(
        cache,
        _handle,
        name="query_race",
        description="Any question of filtering, ranking, counting or averaging that no other tool answers, over one "
        f"relation of the race. {_relations_named()}.",
        arguments=_arguments(),
        required=["from"],
        payload={
            "columns": s.rows(
                s.record(
                    {
                        "name": s.text(longest=40),
                        "unit": s.text("empty: a name or a count", longest=10),
                        "of": s.text("what it is", longest=120),
                    }
                ),
                most=40,
            ),
            "rows": s.rows(
                {
                    "type": "object",
                    "maxProperties": 40,
                    "additionalProperties": {
                        "type": ["string", "number", "boolean", "null"],
                        "maxLength": 1000,
                        "minimum": -_FAR,
                        "maximum": _FAR,
                    },
                },
                "values by column; null: the feed has not told it",
                most=_MOST_ROWS,
            ),
            "rows_total": s.integer("rows of the whole answer", high=1_000_000),
            "undecided": s.integer("rows that might be meant: the feed has not told what that takes", high=1_000_000),
            "asked": s.text("the question in words", longest=300),
        },
        examples=EXAMPLES,
    )
    return replace(spec, input_schema={**spec.input_schema, "x-reading": reading()})


def _arguments() -> s.JsonSchema:
    compared = (*OPERATORS[:2], *OPERATORS[4:8])
    value = {**_SCALAR, "type": [*_SCALAR["type"], "array"], "maxItems": 64, "items": _SCALAR}
    condition = {
        "field": _name("a field of the relation"),
        "op": s.choice(
            *OPERATORS,
            description="how it is held against the value; default: is. latest is of track_status: under the last "
            "safety car, red flag and so on",
        ),
        "value": {
            **value,
            "description": "of the field's type; a list for in and not_in; of "
            "a position points too: the last one that gives points in this session",
        },
    }
    aggregate = {
        "op": s.choice(
            *AGGREGATES,
            description="of the rows; every and any are of flags, delta is last less first, distinct how many values",
        ),
        "field": _name("a field of the relation; count needs none"),
        "as": _name("the column's name"),
    }
    having = {
        "field": _name("a column of the answer"),
        "op": s.choice(*compared, description="default: is"),
        "value": {**_SCALAR, "description": "what it is held against"},
    }
    per = {
        "by": _name("a field of the relation"),
        "first": s.integer("so many from the beginning", low=1, high=_MOST_ROWS),
        "last": s.integer("so many from the end", low=1, high=_MOST_ROWS),
    }
    order = {"field": _name("a column"), "down": s.flag("the largest first")}
    return {
        "from": s.choice(*(each.name for each in RELATIONS), description="the relation"),
        "where": _list(_closed(condition, ["field"]), "all of these hold"),
        "any_of": _list(_closed(condition, ["field"]), "at least one of these holds"),
        "without": _list(
            _closed(condition, ["field"]), "leaves out every car that has a row of which all of these hold"
        ),
        "select": _list(_name(""), "columns; default: all but segment of laps, sectors and speeds", most=40),
        "group_by": _list(_name(""), "one row of the answer for each value of these"),
        "per": {**_closed(per, ["by"]), "description": "only the first or last so many rows of each value of a field"},
        "aggregate": _list(_closed(aggregate, ["op"]), "values of many rows: of each group, else of all"),
        "having": _list(_closed(having, ["field"]), "conditions on the columns of grouped rows"),
        "order_by": _list(_closed(order, ["field"]), "in this order"),
        "limit": {**s.integer("rows of the answer", low=1, high=_MOST_ROWS), "default": _MOST_ROWS},
    }


def _name(description: str) -> s.JsonSchema:
    return {**s.text(description, longest=40), "minLength": 1}


def _closed(properties: s.JsonSchema, required: list[str]) -> s.JsonSchema:
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def _list(item: s.JsonSchema, description: str, most: int = _MOST_PARTS) -> s.JsonSchema:
    return {"type": "array", "items": item, "maxItems": most, "description": description}


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    try:
        question = read_question(given, lambda name, path: _car(view, name, path))
    except BadQuery as bad:
        raise InvalidArgument(str(bad), path=bad.path, candidates=bad.candidates) from None
    relation = question.relation
    if view.kind is not None and view.kind not in relation.kinds:
        meant = " or ".join(KIND_WORDS[kind] for kind in relation.kinds)
        verb = "is" if relation.name == "distance" else "are"
        raise InvalidArgument(
            f"this is {KIND_WORDS[view.kind]}: {relation.name} {verb} of {meant}",
            path="/from",
            session=view.kind,
            meant_for=list(relation.kinds),
        )
    _of_this_kind(view, question)
    found = answer(view, question)
    unpaid = why_unpaid(view) if asks_of_points(question) and last_paid(view) is None else ""
    lost = dropped_out(view, question) if asks_who_lost(question) else []
    out = lost or _out_among(view, question, found)
    return {
        "summary": sentence(unpaid) if unpaid else _summary(view, question, found, out),
        "columns": [{"name": field.name, "unit": field.unit, "of": field.of} for field in found.columns],
        "rows": found.rows,
        "rows_total": found.rows_total,
        "undecided": found.undecided,
        "asked": question_words(question, lambda car: short_name(view, car))[:300],
        "missing": [NO_PAID]
        if unpaid
        else [*_missing(question, found), *_not_told_of(view, [] if question.without else out)],
    }


def _summary(view: RaceView, question: Question, found: QueryResult, out: list[str]) -> str:
    start = of_the_start(question)
    if start is not None and is_of_lap_one(start):
        question, found = start, answer(view, start)
    said = summary_words(
        told_together(view, question) if found.rows else question,
        _as_said(view, found),
        lambda car: short_name(view, car),
        out,
        _heard_only(view, question) + remark(view, question, found),
    )
    if not found.matching and (never := never_shown(view, question)):
        return f"{said.removesuffix('.')}: {never}."[:SUMMARY_MAX_CHARS]
    if _in_drs_range(question) and drs_state(view) is not None:
        return f"{said.removesuffix('.')}; {drs_allowed(view)}."[:SUMMARY_MAX_CHARS]
    if start is None or question is start:
        return said
    return f"{said.removesuffix('.')}{start_words(view, start)}."[:SUMMARY_MAX_CHARS]


def _in_drs_range(question: Question) -> bool:
    """Whether it is of cars so near to the one ahead that they may use DRS where that is enabled."""
    near = (("interval_s", "at_most", DRS_RANGE_S), ("interval_s", "less", DRS_RANGE_S))
    return question.relation.name == "drivers" and any((one.field.name, *one[1:]) in near for one in question.where)


def _as_said(view: RaceView, found: QueryResult) -> QueryResult:
    """What was found, with names as sentences have them."""
    if not (said := names_in_words(view)):
        return found
    named = [name for name in _NAMED if any(field.name == name for field in found.columns)]
    rows = [row | {name: said.get(row[name], row[name]) for name in named} for row in found.rows]
    return found._replace(rows=rows)


def _of_this_kind(view: RaceView, question: Question) -> None:
    """InvalidArgument for a question about segments in a session that has none."""
    asked = [*(one.field for one in held_by(question)), *question.group_by]
    if view.kind is None or view.kind in QUALIFYINGS or not any(field.seldom for field in asked):
        return
    raise InvalidArgument(
        f"this is {KIND_WORDS[view.kind]}: segments are of {' or '.join(KIND_WORDS[kind] for kind in QUALIFYINGS)}",
        path="/where",
        session=view.kind,
        meant_for=list(QUALIFYINGS),
    )


def _car(view: RaceView, name: str, path: str) -> str:
    return find_car(view, name, path=path)


def _missing(question: Question, found: QueryResult) -> list[str]:
    if not found.carried:
        return [f"{question.relation.name}: the feed does not tell of them"]
    if not found.undecided:
        return []
    fields: dict[str, Any] = {each.field.name: None for each in (*question.where, *question.any_of)}
    return [f"{', '.join(fields)} of {found.undecided} {question.relation.name}"[:200]]


def _out_among(view: RaceView, question: Question, found: QueryResult) -> list[str]:
    """Of cars that lack something, those that are out and can have it no more."""
    names = {row.get("driver") for row in found.rows} if question.without else set()
    return [car for car in view.cars if view.run_state(car)[0] in OUT_STATES and row_name(view, car) in names]


def _heard_only(view: RaceView, question: Question) -> str:
    """` (heard only since lap 12)`: where that leaves something out; empty where no earlier row is meant."""
    lap = watched_from(view) if question.relation.name in _AS_THEY_HAPPEN else None
    first = max(map(partial(first_lap, view), question.where), default=0)
    return f" (heard only since lap {lap})" if lap is not None and first <= lap else ""


def _not_told_of(view: RaceView, out: list[str]) -> list[str]:
    named = ", ".join(short_name(view, car) for car in out)
    return [f"positions that cars lost as they dropped out: {named}"[:200]] if out else []


def _relations_named() -> str:
    """Each relation with its fields. Those that most share are named once, as CAR and WHEN."""
    shared = {"CAR": CAR_FIELDS, "WHEN": WHEN_FIELDS}
    words = [f"{word} is {', '.join(field.name for field in fields)}" for word, fields in shared.items()]
    for relation in RELATIONS:
        held = {word: fields for word, fields in shared.items() if set(fields) <= set(relation.fields)}
        own = [field.name for field in relation.fields if not any(field in fields for fields in held.values())]
        words.append(f"{relation.name}: {', '.join((*held, *own))}")
    return "; ".join(words)
