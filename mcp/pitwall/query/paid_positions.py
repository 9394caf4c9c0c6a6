"""Conditions that take which positions give points: `points` stands for the last of them."""

from __future__ import annotations

from pitwall.facts.points import last_paid
from pitwall.query.conditions import held_by
from pitwall.query.question import Condition, Question, is_points
from pitwall.state import RaceView


def asks_of_points(question: Question) -> bool:
    """Whether a condition of the question depends on which positions give points."""
    return any(map(_of_points, held_by(question))) or any(is_points(name, value) for name, _, value in question.having)


def with_points(view: RaceView, question: Question) -> Question | None:
    """The question with the position itself where `points` stands; None where no position is known to give any."""
    if not asks_of_points(question):
        return question
    last = last_paid(view)
    if last is None:
        return None

    def meant(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        return tuple(one._replace(value=last) if _of_points(one) else one for one in conditions)

    return question._replace(
        where=meant(question.where),
        any_of=meant(question.any_of),
        without=meant(question.without),
        having=tuple((name, op, last if is_points(name, value) else value) for name, op, value in question.having),
    )


def without_points(question: Question) -> Question:
    """The question without its conditions on `points`: the rows it may be about, whichever positions give points."""
    where = tuple(one for one in question.where if not _of_points(one))
    any_of = () if any(map(_of_points, question.any_of)) else question.any_of
    without = () if any(map(_of_points, question.without)) else question.without
    return question._replace(where=where, any_of=any_of, without=without, having=())


def _of_points(one: Condition) -> bool:
    return is_points(one.field.name, one.value)
