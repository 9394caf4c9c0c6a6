"""Which clauses ask: those that name somebody or add a topic after an ask, and all that call out topics in a list."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from director.planners.offline.apart.clause_splitting import Clause
from director.planners.offline.filling import is_topic

TOO = frozenset({"and", "too", "also", "or"})
A_LIST = 3
"""So many asks are a list of them."""
FEW_WORDS = 5
"""What calls out a topic in a list has no more."""
FEW_OF_A_TOPIC = 2
"""A topic alone has no more words: "best lap?"."""


def is_of_that_one(ask: Clause, said: Clause) -> bool:
    """Whether a bare topic is asked of the one of whom something was said: "Gasly had a quiet race, position?"."""
    bare = not (ask.opens or ask.named) and len(ask.items) <= FEW_OF_A_TOPIC and any(map(is_topic, ask.items))
    return bare and len(said.named) == 1 and "driver" in said.named[0].readings


def asked_too(clauses: Sequence[Clause]) -> Sequence[Clause]:
    """The clauses; one after an ask that only names somebody asks the same of him, "is he out? and Albon too", and one
    that adds a topic asks for that: "where is he, and gap ahead".
    """
    return [
        structs.replace(clause, asks=True) if at and clauses[at - 1].asks and _goes_on(clause) else clause
        for at, clause in enumerate(clauses)
    ]


def _goes_on(said: Clause) -> bool:
    adds = said.text.lower().startswith("and ") and calls_a_topic(said) and len(said.items) <= FEW_WORDS
    return adds or only_names(said)


def only_names(said: Clause) -> bool:
    """Whether a clause says nothing but names: "and Albon too"."""
    return bool(said.named) and all(item in said.named or item.said in TOO for item in said.items)


def calls_a_topic(said: Clause) -> bool:
    """Whether a clause has words that are asked for, and none that the catalogue does not know."""
    return any(map(is_topic, said.items)) and all(item.known for item in said.items)


def listed(clauses: Sequence[Clause]) -> Sequence[Clause]:
    """The clauses, each of which asks where all of them call out a topic or ask: "leader, gap, laps to go"."""
    others = [clause for clause in clauses if not clause.asks]
    if len(clauses) < A_LIST or not all(calls_a_topic(said) and len(said.items) <= FEW_WORDS for said in others):
        return clauses
    return [structs.replace(clause, asks=True) for clause in clauses]
