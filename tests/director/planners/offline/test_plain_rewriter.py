"""The rewriter that comes with the package: what it says, and that it makes up nobody."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from director.language.rewriting.rewriter import BEAMS
from director.planners.base import Turn
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain.asks import PlainAsks, split_asks
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, Plan

NAMES = {"HAM": "Lewis Hamilton", "LEC": "Charles Leclerc", "VER": "Max Verstappen"}
CONTEXT = Context(
    "A race: lap 30 of 57 completed.",
    {"driver": [{"code": code, "name": name, "team": f"{code} Racing"} for code, name in NAMES.items()]},
    "Race",
)


@pytest.fixture(scope="module")
def asks() -> PlainAsks:
    knowledge = Knowledge()
    knowledge.refresh(catalogue(build_tools(StateCache())), CONTEXT)
    return PlainAsks(knowledge, lambda _: None)


def likeliest(asks: PlainAsks, question: str, *memory: Turn) -> tuple[str, ...]:
    return asks.of(question, memory)[0].texts


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("mate how old is the rubber on verstappen's car by now", {"tyres", "verstappen"}),
        ("could leclerc get past lewis before the end you think", {"catch", "leclerc", "lewis"}),
        ("any idea how many times hamilton has been in the pits", {"stops", "hamilton"}),
    ],
)
def test_what_people_type_is_said_in_plain_words(asks: PlainAsks, question: str, words: set[str]) -> None:
    said = " ".join(likeliest(asks, question)).lower()
    assert words <= set(re.findall(r"\w+", said)), said


def test_small_talk_asks_nothing(asks: PlainAsks) -> None:
    assert likeliest(asks, "what a great day to be alive lads") == ()


def test_he_is_whom_the_turn_before_was_about(asks: PlainAsks) -> None:
    before = Turn("where is leclerc", Plan(), "Charles Leclerc is P2.")
    assert "leclerc" in " ".join(likeliest(asks, "how many stops has he made", before)).lower()


def test_names_that_change_are_heard_anew(asks: PlainAsks) -> None:
    assert any("Verstappen" in text or "verstappen" in text for text in likeliest(asks, "tyres of verstappen"))
    other = {"driver": [{"code": "VER", "name": "Jos Verstappen"}, {"code": "PRO", "name": "Alain Prost"}]}
    knowledge = Knowledge()
    knowledge.refresh(catalogue(build_tools(StateCache())), CONTEXT)
    own = PlainAsks(knowledge, lambda _: None)
    before = own.of("is prost on softs")
    knowledge.refresh(catalogue(build_tools(StateCache())), Context("A race.", other, "Race"))
    assert own.of("is prost on softs") is not before
    assert any("prost" in text.lower() for text in likeliest(own, "is prost on softs"))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.sampled_from(["who", "hamilton", "gap", "lap", "7", "and", "tyres", "leclerc", "?", "stop", "P3", "x"]),
        min_size=1, max_size=60,
    )
)  # fmt: skip
def test_it_is_bounded_and_names_only_who_was_named(asks: PlainAsks, said: list[str]) -> None:
    question = " ".join(said)
    found = asks.of(question)
    assert len(found) <= BEAMS
    for ask in found:
        assert 0 <= ask.likely <= 1
        told = " ".join(ask.texts).lower()
        assert all(name not in told or name in question for name in ("hamilton", "leclerc", "verstappen"))
        assert not re.search(r"\b[DTLKNM]\d\b", " ".join(ask.texts))


def test_asks_are_split_where_one_ends() -> None:
    assert split_asks(["who", "leads", ";", "top", "N1"]) == [["who", "leads"], ["top", "N1"]]
    assert split_asks([";", "who"]) == [["who"]]
