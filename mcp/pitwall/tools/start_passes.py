"""Overtakes of lap 1: what came between the grid and its line is told as the start."""

from __future__ import annotations

from pitwall.query import Question, answer
from pitwall.state import RaceView
from pitwall.tools.words import count_text


def of_the_start(question: Question) -> Question | None:
    """The same of the passes of the start, where overtakes on track on lap 1 are asked for, or on the first laps."""
    laps = [(one.op, one.value) for one in question.where if one.field.name == "lap"]
    opening = len(laps) == 1 and (laps[0] == ("is", 1) or laps[0][0] in ("at_most", "less"))
    where = tuple(one._replace(value="start") if one.field.name == "how" else one for one in question.where)
    on_track = any((one.field.name, one.op, one.value) == ("how", "is", "track") for one in question.where)
    if question.relation.name != "overtakes" or not opening or not on_track:
        return None
    return question._replace(where=where)


def is_of_lap_one(question: Question) -> bool:
    """Whether no other lap is meant."""
    return any((one.field.name, one.op) == ("lap", "is") for one in question.where)


def start_words(view: RaceView, start: Question) -> str:
    """`; at the start, from the grid to the line of lap 1, 18 changes of order`: what is told beside the laps after."""
    plain = start._replace(select=start.relation.fields, group_by=(), aggregate=(), having=(), order_by=())
    total = answer(view, plain).rows_total
    return f"; at the start, from the grid to the line of lap 1, {count_text(total, 'change', 'changes')} of order"
