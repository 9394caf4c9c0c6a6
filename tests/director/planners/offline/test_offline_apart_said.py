"""Where what was typed falls into clauses, and which of them ask."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.planners.offline.apart.anaphora import confirmed, without_hearsay
from director.planners.offline.apart.chained_asks import whom_found
from director.planners.offline.apart.clause_splitting import MAX_CLAUSES, clauses_of
from director.planners.offline.apart.context_clauses import must_hold, set_by
from director.planners.offline.apart.coordination import of_both
from director.planners.offline.conversation.people import People
from director.planners.offline.question_items import Item
from toolgate.contract import Plan, Step

NAMES = {"max": "VER", "lando": "NOR", "oscar": "PIA"}


def read(text: str, known: object = None) -> Sequence[Item]:
    """Names, and every other word as one that the catalogue knows."""
    said = [word.strip("?!.,").lower() for word in text.split()]
    named = {word: Item(word, "", {"driver": NAMES[word]}, firm=True) for word in said if word in NAMES}
    return [named.get(word) or Item(word, word, said=word) for word in said]


@pytest.mark.parametrize(
    ("question", "clauses"),
    [
        ("who leads", [("who leads", True)]),
        ("wow. who leads and by how much?", [("wow", False), ("who leads", True), ("by how much", True)]),
        ("no idea who won", [("no idea", False), ("who won", True)]),
        ("can't believe that, where is he now", [("can't believe that", False), ("where is he now", True)]),
        ("what a mess, who is out?", [("what a mess", False), ("who is out", True)]),
        # a list is one clause, and so are alternatives
        ("is max, lando or oscar ahead", [("is max, lando or oscar ahead", True)]),
        ("who of max, lando, oscar leads", [("who of max, lando, oscar leads", True)]),
        ("is it red or are they running", [("is it red or are they running", True)]),
        # which one it is goes on, and asks nothing by itself
        ("quickest car who has not stopped", [("quickest car who has not stopped", False)]),
        ("fastest lap who has it", [("fastest lap", False), ("who has it", True)]),
        # "on which lap" is asked whole
        ("he stopped, on which lap was that", [("he stopped", False), ("on which lap was that", True)]),
        # of a mark alone asks only what says of whom
        ("three laps left? how many", [("three laps left", False), ("how many", True)]),
        ("max stops? how many", [("max stops", True), ("how many", True)]),
    ],
)
def test_clauses_of_a_question(question: str, clauses: list[tuple[str, bool]]) -> None:
    assert [(clause.text, clause.asks) for clause in clauses_of(question, read)] == clauses


def test_a_question_has_so_many_clauses_and_no_more() -> None:
    assert len(clauses_of(". ".join(["he went"] * MAX_CLAUSES), read)) == MAX_CLAUSES
    assert clauses_of(". ".join(["he went"] * (MAX_CLAUSES + 1)), read) == []


@given(st.text(max_size=120))
def test_no_word_of_a_text_is_in_two_clauses(text: str) -> None:
    words = text.split()
    said = [word for clause in clauses_of(text, read) for word in clause.text.split()]
    assert len(said) <= len(words) + text.count(",")


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("my mate swears max is out", "max is out"),
        ("they told me that lando stopped", "lando stopped"),
        ("what did he say to max", "what did he say to max"),
        ("has max said anything", "has max said anything"),
    ],
)
def test_what_was_said_is_told_from_who_said_it(said: str, rest: str) -> None:
    assert without_hearsay(said) == rest


@pytest.mark.parametrize(
    ("ask", "asked"),
    [
        ("is that true", "max dropped to tenth"),
        ("is that because he stopped", "why has max lost places"),
        ("is that lap valid", None),
    ],
)
def test_that_stands_for_a_statement(ask: str, asked: str | None) -> None:
    assert confirmed(ask, "max dropped to tenth") == asked


def planned(text: str) -> Plan:
    """A plan of its own for each wording that makes sense."""
    told = {"where did max start", "where did max finish", "gap ahead for max", "gap behind for max", "who did win"}
    told |= {"how many spins were there", "who had the most spins", "how many laps were deleted"}
    told |= {"who had the most deleted laps"}
    told |= {"who has the oldest tyres", "who has the freshest tyres", "highest top speed", "lowest top speed"}
    return Plan((Step("s1", "tell", {"of": text}),)) if text in told else Plan()


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("where did max start and finish", ["where did max start", "where did max finish"]),
        ("gap ahead and behind for max", ["gap ahead for max", "gap behind for max"]),
        ("highest and lowest top speed", ["highest top speed", "lowest top speed"]),
        ("how many spins were there, and who had the most", ["how many spins were there", "who had the most spins"]),
        (
            "how many laps were deleted and who had the most of them",
            ["how many laps were deleted", "who had the most deleted laps"],
        ),
        ("who has the oldest tyres and who the fastest", []),
        ("who pitted and retired", []),
        ("where did max start, and finish", []),
        ("where did max start and stop", []),
        ("who did win and did lose", []),
    ],
)
def test_two_things_of_the_same(question: str, texts: list[str]) -> None:
    plan = of_both(question, planned)
    assert [step.arguments["of"] for step in (plan or Plan()).steps] == texts


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("if it rains, who leads", True),
        ("with two laps left, who leads", True),
        ("lap 12 was wild, who led", True),
        ("max the past six laps, who leads", True),
        ("max was slow the past six laps, who leads", False),
        ("if only i had seen it, who leads", False),
        ("what a race, who leads", False),
        ("max looks slow, who leads", False),
    ],
)
def test_what_an_answer_must_hold(question: str, held: bool) -> None:
    said, ask = clauses_of(question, read)
    assert must_hold(said, ask) is held


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("max and lando are close, is he faster", ["Max"]),
        ("max and lando are close, who is ahead", ["Max Lando"]),
        ("what a race, who is ahead", []),
    ],
)
def test_a_clause_leaves_whom_it_names(question: str, left: list[str]) -> None:
    said, ask = clauses_of(question, read)
    people = People({who: {"name": name.title()} for name, who in NAMES.items()})
    assert [turn.question for turn in set_by(said, ask, people)] == left


@pytest.mark.parametrize(
    ("rows", "arguments", "found"),
    [
        ("laps", {"top_n": 1}, {"$ref": "s1#/laps/0/driver/car"}),
        ("cars", {"order": "oldest"}, {"$ref": "s1#/cars/0/driver/car"}),
        ("laps", {"top_n": 2}, None),
        ("fastest", {"order": "slowest"}, None),
    ],
)
def test_whom_a_call_puts_first(rows: str, arguments: dict[str, object], found: object) -> None:
    driver = {"type": "object", "properties": {"car": {"type": "string"}}}
    held = {rows: {"type": "array", "items": {"type": "object", "properties": {"driver": driver}}}}
    entry = {"name": "rank", "output_schema": {"type": "object", "properties": held}}
    assert whom_found(Plan((Step("s1", "rank", arguments),)), [entry]) == found
