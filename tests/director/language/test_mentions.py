"""Names in a question, however they are written."""

from __future__ import annotations

import pytest

from director.language.mentions import Mention, Names
from director.language.name_meanings import group_kind
from director.language.tokens import tokenise
from toolgate.contract import JsonObject


@pytest.fixture(scope="module")
def names(drivers: list[JsonObject]) -> Names:
    return Names({"driver": drivers})


def find(names: Names, question: str, known: frozenset[str] = frozenset()) -> list[Mention]:
    return names.find(tokenise(question), lambda word: word in known)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Max Verstappen", "VER"),
        ("VERSTAPPEN", "VER"),
        ("max", "VER"),
        ("VER", "VER"),
        ("ver", "VER"),
        ("car 33", "VER"),
        ("#33", "VER"),
        ("no. 33", "VER"),
        ("number 33", "VER"),
        ("Räikkönen", "RAI"),
        ("raikkonen's", "RAI"),
        ("verstappens", "VER"),
        ("hulk", "HUL"),
        ("Lance", "STR"),
        ("PER", "PER"),
        ("PER's", "PER"),
        ("seb", "VET"),
        ("danny", "RIC"),
        ("L. Stroll", "STR"),
        ("LStroll", "STR"),
        ("K-Mag", "MAG"),
        ("car nine", "ERI"),
        ("Daniel ric", "RIC"),
    ],
)
def test_finds_a_driver(names: Names, written: str, code: str) -> None:
    mention = find(names, f"where is {written}")[0]
    assert mention.readings["driver"] == code


def test_every_driver_is_found_by_every_unshared_field(names: Names, drivers: list[JsonObject]) -> None:
    for driver in drivers:
        for written in (driver["name"], driver["name"].split()[-1], driver["code"], f"#{driver['car']}"):
            (mention,) = find(names, f"gap of {written}")
            assert (mention.readings["driver"], mention.firm) == (driver["code"], True)


@pytest.mark.parametrize("written", ["van", "33"])
def test_a_code_that_is_a_word_and_a_bare_number_are_doubtful(names: Names, written: str) -> None:
    (mention,) = find(names, f"gap {written}")
    assert (mention.firm, mention.shaky) == (False, True)


@pytest.mark.parametrize(
    ("written", "firm"),
    [
        ("van and oco", [True, True]),
        ("oco, van", [True, True]),
        ("the van of oco", [False, True]),
        ("van", [False]),
    ],
)
def test_a_code_that_is_a_word_is_a_name_beside_another_code(names: Names, written: str, firm: list[bool]) -> None:
    assert [mention.firm for mention in find(names, written)] == firm


def test_ham_and_mag_are_drivers_where_they_race(names: Names) -> None:
    assert [find(names, f"is {code} in the pits")[0].firm for code in ("ham", "mag")] == [True, True]


def test_a_code_that_is_a_word_of_grammar_is_none_in_small_letters(names: Names) -> None:
    assert find(names, "laps per driver") == []
    assert find(names, "laps of PER")[0].firm


def test_the_catalogues_own_words_are_no_firm_codes(names: Names) -> None:
    assert find(names, "ver")[0].firm
    assert not find(names, "ver", frozenset({"ver"}))[0].firm


def test_a_question_in_capitals_proves_no_code(names: Names) -> None:
    assert not find(names, "WHO IS QUICKEST PER LAP")[0].firm


def test_a_team_of_two_is_text_and_a_group(names: Names) -> None:
    (mention,) = find(names, "ferrari")
    assert mention.readings["team"] == "Ferrari"
    assert mention.readings[group_kind("driver")] == ("VET", "RAI")
    assert "driver" not in mention.readings


def test_a_team_of_one_is_its_driver() -> None:
    names = Names({"driver": [{"car": "7", "code": "ONE", "name": "Ann One", "team": "Solo"}]})
    assert find(names, "Solo")[0].readings["driver"] == "ONE"


def test_a_shared_name_is_ambiguous_unless_said_in_full() -> None:
    entries = [{"car": "1", "name": "George North"}, {"car": "2", "name": "George South"}]
    names = Names({"driver": entries})
    assert find(names, "George")[0].candidates == ("George North", "George South")
    assert find(names, "George South")[0].readings["driver"] == "2"


def test_ordinary_words_are_nobody(names: Names) -> None:
    assert find(names, "has the bottle to pass by force in summer") == []


def test_any_flat_vocabulary_will_do() -> None:
    names = Names({"ingredient": [{"name": "flour", "shelf": "top"}, {"name": "brown sugar", "shelf": "top"}]})
    assert [m.readings["ingredient"] for m in find(names, "Flour and brown sugar")] == ["flour", "brown sugar"]
    assert Names({"x": [{}, {"a": None}, {"b": ""}]}).find(tokenise("anything"), lambda _: False) == []


@pytest.mark.parametrize(
    ("session", "question", "codes"),
    [
        ("A Grand Prix, 2018, Race: lap 3.", "where are the rookies", {"LEC", "SIR"}),
        ("A Grand Prix, 2018, Race: lap 3.", "who is the best rookie", {"LEC", "SIR"}),
        ("A Grand Prix, 2019, Race: lap 3.", "where are the rookies", None),
    ],
)
def test_the_rookies_are_those_of_the_year(
    drivers: list[JsonObject], session: str, question: str, codes: set[str] | None
) -> None:
    found = find(Names({"driver": drivers}, session), question)
    groups = [mention.readings.get(group_kind("driver")) for mention in found]
    assert [set(group) for group in groups if isinstance(group, tuple)] == ([codes] if codes else [])
