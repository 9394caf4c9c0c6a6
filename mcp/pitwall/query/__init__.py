"""Questions about relations: what may be asked is checked with candidates, then an engine in memory answers."""

from pitwall.query.engine import QueryResult, answer
from pitwall.query.paid_positions import asks_of_points
from pitwall.query.question import AGGREGATES, OPERATORS, Aggregate, BadQuery, Condition, Question, read_question

__all__ = [
    "AGGREGATES",
    "OPERATORS",
    "Aggregate",
    "BadQuery",
    "Condition",
    "QueryResult",
    "Question",
    "answer",
    "asks_of_points",
    "read_question",
]
