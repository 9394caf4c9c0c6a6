"""Naming a driver: number, code, surname, full name, team; accents and case aside."""

from __future__ import annotations

import pytest

from pitwall.context import race_context
from pitwall.events import CarTiming, Driver, Roster, Timing
from pitwall.facts.names import crew_name, find_car, full_name, named, names_in_words, row_name, short_name
from pitwall.state import RaceView, StateCache
from toolgate.contract import InvalidArgument

DRIVERS = (
    Driver("7", "RAI", "Kimi Räikkönen", team="Ferrari"),
    Driver("12", "ANT", "Andrea Kimi Antonelli", "Antonelli", team="Mercedes"),
    Driver("31", "OCO", "Esteban Ocon", team="Haas F1 Team"),
    Driver("45", "DEV", "Nyck de Vries", team="AlphaTauri"),
    Driver("5", "VET", "Sebastian Vettel", team="Ferrari"),
    Driver("10", "O'W", "Pato O'Ward", team="Arrow"),
)


@pytest.fixture
def view() -> RaceView:
    cache = StateCache().load([Roster(0, DRIVERS), Timing(1, {"99": CarTiming(position=1)})])
    return cache.view()


@pytest.mark.parametrize(
    ("name", "car"),
    [
        ("7", "7"), ("car 7", "7"), ("#7", "7"), ("no. 7", "7"), ("number 7", "7"), ("rai", "7"), ("RAI", "7"),
        ("raikkonen", "7"), ("Räikkönen", "7"), ("KIMI RÄIKKÖNEN", "7"), ("raikkonen kimi", "7"), (" kimi  raikkonen ", "7"),
        ("antonelli", "12"), ("kimi antonelli", "12"), ("de vries", "45"), ("vries", "45"), ("haas", "31"),
        ("Haas F1 Team", "31"), ("alphatauri", "45"), ("o'ward", "10"), ("o ward", "10"), ("99", "99"), ("sebastian", "5"),
        ("mercedes", "12"),
    ],
)  # fmt: skip
def test_one_driver_is_meant(view: RaceView, name: str, car: str) -> None:
    assert find_car(view, name, path="/driver") == car


def test_a_place_means_who_holds_it(view: RaceView) -> None:
    assert find_car(view, "P1", path="/driver") == "99"
    assert find_car(view, "leader", path="/driver") == "99"
    with pytest.raises(InvalidArgument, match="no car holds P2: the feed places 1 cars"):
        find_car(view, "p2", path="/driver")


def test_a_name_for_several_lists_them(view: RaceView) -> None:
    with pytest.raises(InvalidArgument, match="names 2 drivers") as error:
        find_car(view, "ferrari", path="/driver")
    assert {candidate["code"] for candidate in error.value.details["candidates"]} == {"RAI", "VET"}


@pytest.mark.parametrize(("name", "near"), [("Vetel", ["VET"]), ("raikonen", ["RAI"]), ("antonel", ["ANT"])])
def test_a_name_for_nobody_lists_the_nearest(view: RaceView, name: str, near: list[str]) -> None:
    with pytest.raises(InvalidArgument, match="no driver") as error:
        find_car(view, name, path="/driver")
    assert [candidate["code"] for candidate in error.value.details["candidates"]] == near


@pytest.mark.parametrize("name", ["Zzyzx", "", "#"])
def test_a_name_near_nobody_lists_the_first_of_the_field(view: RaceView, name: str) -> None:
    with pytest.raises(InvalidArgument, match="no driver") as error:
        find_car(view, name, path="/driver")
    assert [candidate["car"] for candidate in error.value.details["candidates"]] == ["99", "7", "12", "31", "45"]


@pytest.mark.parametrize(
    ("name", "car"), [("Łukasz Groß", "8"), ("lukasz gross", "8"), ("GROẞ", "8"), ("isik", "9"), ("IŞIK", "9")]
)
def test_letters_that_unicode_does_not_take_apart_are_told_alike(name: str, car: str) -> None:
    cache = StateCache().load([Roster(0, (Driver("8", "LUG", "Łukasz Groß"), Driver("9", "ALI", "Ali Işık")))])
    assert find_car(cache.view(), name, path="/driver") == car


def test_what_the_feed_has_not_named_has_a_number_only(view: RaceView) -> None:
    assert named(view, "99") == {"car": "99", "code": None, "name": None}
    assert short_name(view, "99") == "car 99"
    assert short_name(view, "12") == "Antonelli"
    assert short_name(view, "45") == "de Vries"


def test_in_a_race_of_several_classes_a_name_has_the_cars_number() -> None:
    crew = [Driver("7", "", name, class_name="GTP") for name in ("Nick Tandy", "Felipe Nasr")]
    alone = StateCache().load([Roster(0, (crew[0], Driver("12", "", "Ray Fell", class_name="GTP")))])
    assert (short_name(alone.view(), "7"), full_name(alone.view(), "7")) == ("Tandy", "Nick Tandy")
    assert names_in_words(alone.view()) == {}
    entry = (crew[0], Driver("33", class_name="GTD"), Driver("34", "", "Ray Fell", class_name="GTD"))
    cache = StateCache().load([Roster(0, entry), Roster(5, (crew[1], Driver("35", "", "Ray Fell", class_name="GTD")))])
    cache.load([Timing(9, {car: CarTiming(position=n) for n, car in enumerate(("7", "33", "34", "35"), 1)})])
    view = cache.view()
    assert (short_name(view, "7"), short_name(view, "7", 2), full_name(view, "7")) == (
        "#7 Nasr", "#7 Tandy", "#7 Felipe Nasr",
    )  # fmt: skip
    assert (row_name(view, "7"), crew_name(view, "7")) == ("Nasr", "#7 Nasr")
    assert short_name(view, "33") == "car 33"
    assert names_in_words(view)["Tandy"] == "#7 Tandy"
    assert "Fell" not in names_in_words(view)  # a driver of two cars


def test_a_car_is_found_by_everybody_who_has_driven_it_so_far() -> None:
    crew = [Driver("93", "", name, team="Shank") for name in ("Renger van der Zande", "Nick Yelloly", "Kaku Ohta")]
    events = [Roster(t, (driver,)) for t, driver in enumerate((*crew, crew[1]))]
    cache = StateCache().load([*events, Timing(9, {"93": CarTiming(position=1)})])
    view = cache.view()
    assert [driver.name for driver in view.crew("93")] == [driver.name for driver in crew]
    assert {find_car(view, name, path="/driver") for name in ("van der Zande", "Kaku Ohta", "yelloly", "shank")} == {
        "93"
    }
    assert [entry["name"] for entry in race_context(view).vocabularies["driver"]] == [
        "Nick Yelloly", "Renger van der Zande", "Kaku Ohta",
    ]  # fmt: skip
    early = cache.view("00:00:01")
    assert [driver.name for driver in early.crew("93")] == ["Renger van der Zande", "Nick Yelloly"]
    with pytest.raises(InvalidArgument, match="no driver 'Ohta'"):  # who is to come is not known yet
        find_car(early, "Ohta", path="/driver")


def test_a_driver_whose_name_is_told_late_is_no_change_of_driver() -> None:
    events = [Roster(0, (Driver("7", "RAI"),)), Roster(1, (DRIVERS[0],)), Timing(2, {"7": CarTiming(position=1)})]
    view = StateCache().load(events).view()
    assert not view.has_changed_driver("7")
