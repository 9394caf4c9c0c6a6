"""What averages of the last laps say beside each other: who is quickest of late, by how much, and who is level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]
_By = Mapping[str, list[Statement]]


def pace_of_late(by: _By) -> _Found:
    """Each average, who has the best and the worst of all, which rank, and how the averages of two compare."""
    for step in {one.step: one for one in by.get("recent_average", ())}:
        rows = [one for one in by["recent_average"] if one.step == step]
        yield from _of_each(rows)
        yield from _of_two(rows)


def _of_each(rows: list[Statement]) -> _Found:
    values = sorted(one.value("value") for one in rows)
    whole = len(rows) > 1 and all(one.table for one in rows)
    for one in rows:
        value = one.value("value")
        yield _made("average_lap", one, "value")
        yield _made("clean_average", one, "value", "total")
        if not whole or values.count(value) > 1:
            continue
        rank = StatementPart(values.index(value) + 1, "position", one.parts["value"].pointer)
        yield Statement("recent_rank", one.step, {**_parts(one, "subject", "over"), "value": rank}, one.moment)
        if value == values[0]:
            margin = StatementPart(round(values[1] - value, 3), "seconds", one.parts["value"].pointer)
            yield Statement(
                "best_recent", one.step, {**_parts(one, "subject", "value", "over"), "start": margin}, one.moment
            )
        if value == values[-1]:
            yield _made("worst_recent", one, "value")
        if value in (values[0], values[-1]):
            yield _made("best_average" if value == values[0] else "slowest_average", one, "value", over=False)


def _of_two(rows: list[Statement]) -> _Found:
    for one, other in permutations(rows, 2):
        more = round(other.value("value") - one.value("value"), 3)
        two = {"subject": one.parts["subject"], "object": other.parts["subject"], **_parts(one, "over")}
        if more > 0:
            value = StatementPart(more, "seconds", one.parts["value"].pointer)
            yield Statement("faster_pace", one.step, {**two, "value": value}, one.moment)
            turned = {"subject": two["object"], "object": two["subject"], "value": value}
            yield Statement("slower_average", one.step, turned, one.moment)
        if not more:
            yield Statement("level_recent", one.step, {**two, "value": one.parts["value"]}, one.moment)


def _made(says: str, one: Statement, *roles: str, over: bool = True) -> Statement:
    parts = _parts(one, "subject", *roles, *(("over",) if over and says != "clean_average" else ()))
    return Statement(says, one.step, parts, one.moment, one.event)


def _parts(one: Statement, *roles: str) -> dict[str, StatementPart]:
    return {role: one.parts[role] for role in roles if role in one.parts}
