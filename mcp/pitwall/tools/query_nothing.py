"""An answer without rows in words: that there is none, or that all are otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.query import QueryResult, Question
from pitwall.query.question import POINTS, Condition
from pitwall.relations.drivers import DRIVERS
from pitwall.tools.query_heading import COUNTS, complement, heading, held_to_a_time, tyre_words
from pitwall.tools.query_nouns import Named
from pitwall.tools.words import joined

_OF_CARS = ("position_now", "class_name")
_ALWAYS_SOME = {"state", "position_now", "class_name", "class_position"}
"""Whatever the conditions on these are, some car fulfils them: that all such cars are on hards then tells something."""


def none_of_these(question: Question, named: Named) -> str:
    """`Neither Sainz nor Leclerc is among the cars in the top 3`."""
    cars = next(one for one in question.where if one.field.name == "car")
    rest = question._replace(where=tuple(one for one in question.where if one is not cars))
    names = [named(str(car)) for car in (cars.value if isinstance(cars.value, list) else [cars.value])]
    whom = f"Neither {' nor '.join(names)} is" if len(names) == 2 else f"None of {joined(names)} is"
    return f"{whom if len(names) > 1 else f'{names[0]} is not'} among the {heading(rest, named)}"


def nothing(question: Question, found: QueryResult, named: Named) -> str:
    """That there is no such row; or, where every car has what `without` excludes, that they all do."""
    if found.matching and question.without:
        of_rows = tuple(one for one in question.where if one.field.name not in _OF_CARS)
        had = heading(complement(question._replace(where=of_rows)), named, 1)
        return f"Every {_who(question, named)} has had {'an' if had[0] in 'aeiou' else 'a'} {had}"
    if [field.name for field in question.group_by] == ["team"] and question.having:
        return f"No {of_teams(question, heading(question, named)).replace('Teams', 'team', 1)}"
    if found.matching and (often := _how_often(question)):
        return f"No driver has {often} {heading(question._replace(having=()), named)}"
    if found.matching and (than := held_to_a_time(question, named)):
        return f"No driver {than}"
    against = [one for one in question.where if one.field.name == "compound" and one.op in ("is_not", "not_in")]
    others = [other for other in question.where if other not in against]
    if len(against) == 1 and _some_fulfil(question.relation.name, others) and found.carried:
        one = against[0]
        flipped = one._replace(op="is" if one.op == "is_not" else "in")
        rest = question._replace(where=tuple(other for other in question.where if other is not one))
        return f"All {heading(rest, named)} are {tyre_words(flipped.op, flipped.value)}"
    asked = question if found.matching else question._replace(without=())
    return f"No {heading(asked, named, 1)}{' so far' if _asks_whether_any(question) else ''}"


def _how_often(question: Question) -> str:
    """How many rows of each driver are asked for and nothing else; empty where something else is."""
    if [field.name for field in question.group_by] != ["driver"] or len(question.having) != 1:
        return ""
    name, op, value = question.having[0]
    return COUNTS[op].format(value) if name == "count" and op in COUNTS else ""


def _some_fulfil(relation: str, conditions: Sequence[Condition]) -> bool:
    """Whether some row is sure to fulfil these: a car's, or its first stint."""
    if relation == "stints":
        return [(one.field.name, one.op, one.value) for one in conditions] == [("stint", "is", 1)]
    return relation == "drivers" and all(one.field.name in _ALWAYS_SOME for one in conditions)


def _who(question: Question, named: Named) -> str:
    """The cars that a question of who has none is narrowed to: `car in the points`."""
    placed = tuple(one for one in question.where if one.field.name in _OF_CARS)
    return heading(question._replace(relation=DRIVERS, where=placed, without=(), group_by=(), having=()), named, 1)


def _asks_whether_any(question: Question) -> bool:
    """Whether nothing is asked but whether there was one at all."""
    kinds = ("status", "penalised")
    return all(one.field.name in kinds for one in question.where) and not (question.having or question.any_of)


def of_teams(question: Question, asked: str) -> str:
    """Which teams they are: by how many such cars they have, or by the best of them."""
    name, op, value = question.having[0]
    if name == "reached" and op == "less":
        return f"Teams with no car in Q{value}"
    if name == "best_position" and op == "more":
        return f"Teams still in the race with no car in the {value if value == POINTS else f'top {value}'}"
    cars = "cars still going" if asked.startswith("cars with ") else asked.partition(" with ")[0]
    if (op, value) == ("is", 1):
        return f"Teams with only one car{cars.removeprefix('cars')}"
    return f"Teams with {value} or more {cars}" if int(value) > 1 else f"Teams by {cars}"
