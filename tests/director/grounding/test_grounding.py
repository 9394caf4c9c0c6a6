"""What an answer may say: numbers, names and orders of the outputs, in any words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.grounding import ground
from director.sanitise import answer_data
from toolgate.contract import Context, JsonObject, StepResult

PER = {"car": "11", "code": "PER", "name": "Sergio Perez"}
STR = {"car": "18", "code": "STR", "name": "Lance Stroll"}
ALO = {"car": "14", "code": "ALO", "name": "Fernando Alonso"}
CONTEXT = Context(
    "Azerbaijan Grand Prix, 2018, Race: lap 20 of 51 completed.",
    {"driver": [{**PER, "team": "Force India"}, {**STR, "team": "Williams"}, {**ALO, "team": "McLaren"}]},
)
GAP: JsonObject = {
    "summary": "Perez is 72.314 s behind Stroll, closing.",
    "ahead": STR,
    "behind": PER,
    "gap_s": 72.314,
    "direction": "closing",
    "distance_m": 1234.0,
    "share_pct": 45.2,
    "trend": [{"lap": 15, "gap_s": 74.1}, {"lap": 16, "gap_s": 73.0}, {"lap": 17, "gap_s": 72.5}],
    "cars": [{"driver": PER, "place": 9, "stops": 2}, {"driver": STR, "place": 8, "stops": 1}],
    "as_of": {"lap": 20, "session_time": "00:48:24.321", "utc": "2018-04-29T12:54:24Z"},
    "note": "CAR 11 (PER) TIME 1:51.207 DELETED AT TURN 5",
}


def flaws(answer: str, output: JsonObject = GAP, context: Context = CONTEXT) -> tuple[str, ...]:
    data = answer_data([StepResult("s1", "get_gap", {"driver": "PER"}, "ok", 1.0, output)])
    return ground(answer, data, context).flaws


@pytest.mark.parametrize(
    "answer",
    [
        "Perez is 72.314 s behind Stroll.",
        "Perez is 72.3 seconds behind.",
        "Perez is 1:12.3 behind Stroll.",
        "Perez is 1 min 12.3 s behind Stroll.",
        "Perez is about 72 s behind Lance Stroll.",
        "Stroll is more than a minute ahead of Sergio Perez.",
        "Perez is just over a minute behind.",
        "The gap is 1.2 km, 45 % of the lap.",
        "The gap is 1,234 m.",
        "Perez is P9, Stroll P8.",
        "Stroll runs eighth and Perez is ninth.",
        "PER has stopped twice, STR once.",
        "Perez made two stops.",
        "It was 74.1 s on lap 15.",
        "Over three laps the gap went from 74.1 s to 72.5 s.",
        "Two cars: Perez and Stroll.",
        "As of lap 20 in the Azerbaijan Grand Prix.",
        "At 12:54 UTC on 29 April 2018 he was closing.",
        "Car 11 lost a time at turn 5, a 1:51.207.",
        "He was closing in the 2018 season.",
        "The Force India of Perez is closing on the Williams.",
        "Currently nobody is closer.",
        "Pérez is 72.3 s behind.",
        "Perez is 7２.3 s behind.",
    ],
)
def test_what_the_outputs_say_passes_in_any_words(answer: str) -> None:
    assert flaws(answer) == ()


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("Perez is 71.3 s behind Stroll.", "71.3 s"),
        ("Perez is 5 seconds ahead.", "5 seconds"),
        ("Perez is five seconds behind.", "five seconds"),
        ("Perez is 1:13.3 behind.", "1:13.3"),
        ("Perez is half a second behind.", "half a second"),
        ("Perez is two tenths behind.", "two tenths"),
        ("Perez is a second behind.", "a second"),
        ("Perez is just under a minute behind.", "a minute"),
        ("It was 74.1 s on lap 18.", "18"),
        ("Perez is P7.", "P7"),
        ("Perez runs seventh.", "seventh"),
        ("Alonso is behind Stroll.", "Alonso"),
        ("alonso is behind Stroll.", "alonso"),
        ("Hamilton is behind Stroll.", "Hamilton"),
        ("Closest is Schumacher.", "Schumacher"),
        ("Perez in his MP4 is behind.", "MP4"),
        ("Schumacher is 72.3 s behind.", "Schumacher"),
        ("Perez is 20 seconds behind.", "20 seconds"),
        ("Perez is 72.3 m behind.", "72.3 m"),
        ("周 is behind Stroll.", "周"),
        ("Perez is at 46 %.", "46 %"),
        ("Perez is 11 s behind.", "11 s"),  # his car's number
        ("Perez is 29 s behind.", "29 s"),  # the day of the month
        ("Perez is on SOFT tyres.", "SOFT"),
        ("Perez is on soft tyres.", "soft"),
        ("Perez is on softs.", "softs"),
    ],
)
def test_what_no_output_says_is_named(answer: str, named: str) -> None:
    assert any(named in flaw for flaw in flaws(answer)), flaws(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Perez is 72.3 s ahead of Stroll.",
        "Stroll is behind Perez.",
        "Perez is P8.",
        "Stroll is pulling away.",
        "Stroll has stopped twice.",
        "Perez is 72.3 s ahead.",
        "Perez is ahead by 72.3 s.",
        "Stroll follows Perez by 72.3 s.",
    ],
)
def test_what_the_outputs_deny_is_refused(answer: str) -> None:
    assert flaws(answer)


PAIR: JsonObject = {"summary": "", "ahead": STR, "behind": PER, "gap_s": 4.2, "laps": [{"lap": 1}, {"lap": 2}]}


@pytest.mark.parametrize("answer", ["Perez leads by 4.2 s.", "Perez is 4.2 s ahead.", "Perez is in the lead by 4.2 s."])
def test_who_is_known_to_be_behind_neither_leads_nor_is_ahead(answer: str) -> None:
    assert flaws(answer, PAIR)
    assert flaws(answer.replace("Perez", "Stroll"), PAIR) == ()
    assert flaws(answer.replace("Perez", "Perez, who was 4.2 s behind,"), PAIR) == ()


LAPS: JsonObject = {
    "summary": "Perez has done 28 laps and made 2 stops.",
    "driver": PER,
    "lap": 28,
    "stints": [{"compound": "HARD", "laps": 16}, {"compound": "MEDIUM", "laps": 12}],
}


@pytest.mark.parametrize("answer", ["Perez is P28.", "Perez is 28th.", "Perez is 2nd.", "Perez is 2 s behind."])
def test_a_number_of_something_counted_is_neither_a_place_nor_a_time(answer: str) -> None:
    assert flaws(answer, LAPS)


@pytest.mark.parametrize(
    "answer",
    [
        "Perez is on his 28th lap.",
        "It is his 2nd stint, on MEDIUM.",
        "Perez is on medium tyres.",
        "Perez ran hards, then mediums.",
        "A hard race, soft rain and a medium pace: Perez made 2 stops.",
    ],
)
def test_what_is_counted_and_what_is_on_the_car_may_be_said(answer: str) -> None:
    assert flaws(answer, LAPS) == ()


def test_the_age_of_the_data_is_no_gap() -> None:
    output = {**GAP, "data_age_s": 6.5}
    assert flaws("Perez is 6.5 s behind.", output)
    assert flaws("Perez is 72.3 s behind; the data is 6.5 s old.", output) == ()
    assert flaws("Perez was 72.3 s behind, 6.5 s ago.", output) == ()


@pytest.mark.parametrize("answer", ["Perez has 9 points.", "Stroll has 8 wins.", "29 cars are left."])
def test_what_no_output_counts_has_no_number(answer: str) -> None:
    assert flaws(answer)
    assert flaws("Perez has 9 points.", {**GAP, "points": 9}) == ()


def test_the_nth_lap_is_no_place() -> None:
    assert flaws("Perez was 72.3 s behind on the 20th lap.") == ()


def test_both_sides_of_somebody_leave_it_open() -> None:
    between = {"car": PER, "ahead": STR, "behind": ALO, "gap_s": 4.2}
    assert flaws("Perez is 4.2 s ahead.", between) == ()


def test_a_count_of_stops_is_held_to_the_stops() -> None:
    output = {"summary": "", "total_stops": 0, "stints": [{"number": 1}], "lap": 2, "not_stopped": [PER]}
    assert flaws("Perez has made one stop.", output)
    assert flaws("Perez has made 2 stops.", output)
    assert flaws("Perez has made 0 stops.", output) == ()
    assert flaws("Perez has made no stop.", output) == ()


@pytest.mark.parametrize("answer", ["Perez is not ahead of Stroll.", "Perez was ahead of Stroll before the stop."])
def test_what_is_denied_or_past_is_left_alone(answer: str) -> None:
    assert flaws(answer) == ()


def test_numbers_of_the_envelope_are_no_facts() -> None:
    output = {"schema_version": 7, "generated_at": "2026-11-20T21:58:52.363Z", "summary": "Nobody is in the pit lane."}
    assert flaws("7 cars are in the pit lane.", output)
    assert flaws("58 cars are in the pit lane.", output)


def test_other_trades_are_checked_the_same() -> None:
    output = {"summary": "", "shelf": 3, "books": 12, "author": "Jane Austen", "temperature": 21}
    assert flaws("Shelf 3 holds 12 books by Jane Austen at 21 °C.", output, Context()) == ()
    assert flaws("Shelf 3 holds 13 books.", output, Context())
    assert flaws("Shelf 3 holds books by Emily Bronte.", output, Context())


def test_evidence_names_the_field_of_each_number() -> None:
    data = answer_data([StepResult("s1", "get_gap", {}, "ok", 1.0, GAP)])
    found = ground("Perez is 72.3 s behind Stroll, as of lap 20.", data, CONTEXT).evidence
    assert [(each.text, each.step, each.path, each.value) for each in found] == [
        ("72.3 s", "s1", "/gap_s", "72.314"),
        ("20", "s1", "/as_of/lap", "20"),
    ]


@given(st.floats(0.001, 5999, allow_nan=False).map(lambda x: round(x, 3)), st.integers(0, 3))
def test_every_rounding_of_a_time_passes(seconds: float, digits: int) -> None:
    output = {"gap_s": seconds}
    if digits or seconds >= 10:
        assert flaws(f"The gap is {seconds:.{digits}f} s.", output) == () or float(f"{seconds:.{digits}f}") == 0
    minutes, rest = divmod(round(seconds, 3), 60)
    if 0 < minutes < 100 and round(rest, 3) < 60:
        assert flaws(f"The gap is {minutes:.0f}:{rest:06.3f}.", output) == ()


@given(st.integers(1000, 99_999), st.integers(1, 9), st.integers(0, 4))
def test_a_changed_digit_of_the_only_number_never_passes(thousandths: int, by: int, where: int) -> None:
    digits = f"{thousandths:05d}"
    changed = digits[:where] + str((int(digits[where]) + by) % 10) + digits[where + 1 :]
    assert flaws(f"The gap is {int(changed) / 1000:.3f} s.", {"gap_s": thousandths / 1000})


@given(st.text(max_size=300))
def test_no_answer_makes_it_fail(answer: str) -> None:
    flaws(answer)
