"""How a question is heard by the rewriter, and how its plain questions are said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.planners.offline.item_reader import ItemReader
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain.marking import Values, heard, spoken, told
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context

NAMES = ("Lewis Hamilton", "Charles Leclerc", "Max Verstappen", "Sergio Perez")
CONTEXT = Context(
    "A race: lap 30 of 57 completed.",
    {
        "driver": [
            {
                "car": str(number),
                "code": name.split()[1][:3].upper(),
                "name": name,
                "team": f"{'Red Bull' if number > 3 else 'Ferrari'}",
            }
            for number, name in enumerate(NAMES, 2)
        ],
        "team": [{"name": "Ferrari"}, {"name": "Red Bull"}],
        "class": [{"name": "GTP"}],
    },
    "Race",
)


@pytest.fixture(scope="module")
def reader() -> ItemReader:
    knowledge = Knowledge()
    knowledge.refresh(catalogue(build_tools(StateCache())), CONTEXT)
    return knowledge.reader


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How far is Max behind Charles Leclerc?", "how far is hamilton behind leclerc?"),
        ("is Perez ahead of Hamilton, or is Hamilton?", "is hamilton ahead of leclerc, or is leclerc?"),
        ("what's Max's gap", "what's hamilton's gap"),
        ("order on lap 12, top 5", "order on lap 12 alpha, top 5 beta"),
        ("who is within a second of first", "who is within a second of first"),
        ("who is P4", "who is p4 alpha"),
        ("the Ferraris on softs", "the ferrari on softs"),
    ],
)
def test_names_are_heard_as_stand_ins_and_numbers_are_counted(reader: ItemReader, question: str, said: str) -> None:
    assert heard(question, reader.read(question), Values()) == said


def test_who_is_named_again_later_keeps_his_mark(reader: ItemReader) -> None:
    values = Values()
    assert heard("and Leclerc?", reader.read("and Leclerc?"), values) == "and hamilton?"
    before = "where are Hamilton and Charles Leclerc"
    assert heard(before, reader.read(before), values) == "where are leclerc and hamilton"
    assert values.texts == {"D1": "Leclerc", "D2": "Hamilton"}


@pytest.mark.parametrize(
    "plain",
    [
        "how far is Hamilton behind Leclerc",
        "what was the gap between Leclerc and Hamilton on lap 12",
        "what is Hamilton's best lap",
        "who is in P4",
        "who was 4th on lap 12",
    ],
)
def test_a_plain_question_is_said_as_it_was_marked(reader: ItemReader, plain: str) -> None:
    values = Values()
    asked = "Hamilton Leclerc 12 4"
    heard(asked, reader.read(asked), values)
    tokens = told(plain, reader.read(plain), values)
    assert tokens is not None
    assert not {"Hamilton", "Leclerc", "12", "4"} & set(tokens)
    assert spoken(tokens, values.texts).lower() == plain.lower()


def test_a_plain_question_of_somebody_who_was_not_named_has_no_tokens(reader: ItemReader) -> None:
    values = Values()
    heard("who is ahead", reader.read("who is ahead"), values)
    assert told("how far is Hamilton ahead", reader.read("how far is Hamilton ahead"), values) is None


@pytest.mark.parametrize("said", ["who is within half a second", "who is second", "a stop or one more"])
def test_small_numbers_in_words_are_words(reader: ItemReader, said: str) -> None:
    values = Values()
    assert (heard(said, reader.read(said), values), values.texts) == (said, {})


@given(st.text(max_size=60))
def test_whatever_is_asked_is_heard(text: str) -> None:
    knowledge = _known()
    said = heard(text, knowledge.read(text), Values())
    assert said == said.strip()


_READERS: list[ItemReader] = []


def _known() -> ItemReader:
    if not _READERS:
        knowledge = Knowledge()
        knowledge.refresh(catalogue(build_tools(StateCache())), CONTEXT)
        _READERS.append(knowledge.reader)
    return _READERS[0]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("who is in the 31 now", "who is in hamilton now"),
        ("has the 31's driver stopped", "has hamilton's driver stopped"),
        ("is the 31 ahead of the 7?", "is hamilton ahead of leclerc?"),
        ("the 7 fastest laps", "the 7 alpha fastest laps"),
        ("within the 7 seconds of it", "within the 7 alpha seconds of it"),
        ("who is in 31 now", "who is in 31 alpha now"),
    ],
)
def test_a_number_is_a_car_where_it_stands_as_one(question: str, said: str) -> None:
    knowledge = Knowledge()
    cars = {"driver": [{"car": "31", "name": "Jack Aitken"}, {"car": "7", "name": "Felipe Nasr"}]}
    knowledge.refresh(catalogue(build_tools(StateCache())), Context("A race.", cars, "Race"))
    assert heard(question, knowledge.reader.read(question), Values()) == said
