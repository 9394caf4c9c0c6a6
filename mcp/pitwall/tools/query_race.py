"""query_race: one tool for the long tail: any question of filtering, ranking, counting over the race's relations."""

from __future__ import annotations

from typing import Any

from pitwall.facts.names import find_car, short_name
from pitwall.query import AGGREGATES, OPERATORS, Answer, BadQuery, Question, answer, read_question
from pitwall.relations import RELATIONS
from pitwall.state import RaceView, StateCache
from pitwall.state.kinds import KIND_WORDS
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.query_words import question_words, summary_words
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_MOST_ROWS = 200
_MOST_PARTS = 12
_NAME: s.JsonSchema = {"type": "string", "minLength": 1, "maxLength": 40}
_SCALAR: s.JsonSchema = {"type": ["string", "number", "boolean"], "maxLength": 60}

_GOING: JsonObject = {"field": "state", "op": "in", "value": ["running", "in_pit", "finished"]}

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"from": "stops", "where": [{"field": "track_status", "op": "is", "value": "safety_car"}]},
        "who pitted under the safety car / who stopped under the safety car / who boxed under the safety car",
    ),
    *asked(
        {"from": "drivers", "where": [_GOING, {"field": "laps_down", "op": "at_least", "value": 1}]},
        "which cars are a lap down / who is a lap down / which drivers have been lapped",
    ),
    *asked(
        {"from": "drivers", "where": [_GOING, {"field": "interval_s", "op": "less", "value": 1}]},
        "how many cars are within a second of the car ahead / which cars are within a second of the car ahead",
    ),
    *asked(
        {"from": "stints", "order_by": [{"field": "laps", "down": True}], "limit": 1},
        "what was the longest stint / longest stint so far / who did the longest stint",
    ),
)


def build_query_race_tool(cache: StateCache) -> ToolSpec:
    """Rows of one relation: filtered, cut, grouped, aggregated and ordered."""
    relations = "; ".join(f"{each.name}: {', '.join(field.name for field in each.fields)}" for each in RELATIONS)
    return race_tool(
        cache,
        _handle,
        name="query_race",
        description="Any question of filtering, ranking, counting or averaging that no other tool answers, over one "
        f"relation of the race. Relations and fields: {relations}",
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
                    "additionalProperties": {"type": ["string", "number", "boolean", "null"], "maxLength": 1000},
                },
                "values by column; null: the feed has not told it",
                most=_MOST_ROWS,
            ),
            "rows_total": s.integer("rows of the whole answer", high=1_000_000),
            "undecided": s.integer("rows that might be meant: the feed has not told what that takes", high=1_000_000),
            "asked": s.text("the question in words", longest=300),
        },
        examples=_EXAMPLES,
    )


def _arguments() -> s.JsonSchema:
    condition = _closed({"field": _NAME, "op": {"enum": list(OPERATORS)}, "value": {**_any()}}, ["field"])
    aggregate = _closed({"op": {"enum": list(AGGREGATES)}, "field": _NAME, "as": _NAME}, ["op"])
    compared = {"enum": list(OPERATORS[:2] + OPERATORS[4:8])}
    having = _closed({"field": _NAME, "op": compared, "value": _SCALAR}, ["field"])
    order = _closed({"field": _NAME, "down": {"type": "boolean"}}, ["field"])
    count = s.integer(low=1, high=_MOST_ROWS)
    return {
        "from": {**s.choice(*(each.name for each in RELATIONS)), "description": "the relation"},
        "where": _list(condition, "all of these hold; op: is where left out"),
        "any_of": _list(condition, "at least one of these holds"),
        "select": _list(_NAME, "columns of the rows; default: all", most=40),
        "group_by": _list(_NAME, "one row of the answer for each value of these"),
        "per": {
            **_closed({"by": _NAME, "first": count, "last": count}, ["by"]),
            "description": "only the first or last so many rows of each value of a field",
        },
        "aggregate": _list(aggregate, "values of many rows: of each group, else of all"),
        "having": _list(having, "conditions on the columns of grouped rows"),
        "order_by": _list(order, "columns; down: the largest first"),
        "limit": {**s.integer("rows of the answer", low=1, high=_MOST_ROWS), "default": _MOST_ROWS},
    }


def _closed(properties: s.JsonSchema, required: list[str]) -> s.JsonSchema:
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def _list(item: s.JsonSchema, description: str, most: int = _MOST_PARTS) -> s.JsonSchema:
    return {"type": "array", "items": item, "maxItems": most, "description": description}


def _any() -> s.JsonSchema:
    return {
        "type": ["string", "number", "boolean", "array"],
        "maxLength": 60,
        "maxItems": 64,
        "items": _SCALAR,
    }


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    try:
        question = read_question(given, lambda name, path: _car(view, name, path))
    except BadQuery as bad:
        raise InvalidArgument(str(bad), path=bad.path, candidates=bad.candidates) from None
    relation = question.relation
    if view.kind is not None and view.kind not in relation.kinds:
        meant = " or ".join(KIND_WORDS[kind] for kind in relation.kinds)
        raise InvalidArgument(
            f"this is {KIND_WORDS[view.kind]}: {relation.name} are of {meant}",
            path="/from",
            session=view.kind,
            meant_for=list(relation.kinds),
        )
    found = answer(view, question)
    return {
        "summary": summary_words(question, found, lambda car: short_name(view, car)),
        "columns": [{"name": field.name, "unit": field.unit, "of": field.of} for field in found.columns],
        "rows": found.rows,
        "rows_total": found.rows_total,
        "undecided": found.undecided,
        "asked": question_words(question, lambda car: short_name(view, car))[:300],
        "missing": _missing(question, found),
    }


def _car(view: RaceView, name: str, path: str) -> str:
    return find_car(view, name, path=path)


def _missing(question: Question, found: Answer) -> list[str]:
    if not found.carried:
        return [f"{question.relation.name}: the feed does not tell of them"]
    if not found.undecided:
        return []
    fields: dict[str, Any] = {each.field.name: None for each in (*question.where, *question.any_of)}
    return [f"{', '.join(fields)} of {found.undecided} {question.relation.name}"[:200]]
