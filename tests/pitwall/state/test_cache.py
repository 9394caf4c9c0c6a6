"""The cache: nothing is overwritten, every moment can be asked again, now cannot be passed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import (
    CarTiming,
    Clock,
    Driver,
    Event,
    Fault,
    LapCount,
    RaceControl,
    Roster,
    SessionStatus,
    Timing,
    TrackStatus,
    Tyres,
)
from pitwall.events import (
    Stint as StintNews,
)
from pitwall.state import BadMoment, RaceView, StateCache, parse_moment
from pitwall.state.liveness import Liveness
from pitwall.state.moment import format_session_time, parse_session_time
from pitwall.tools.tool import evidence
from tests.rows import each_row


def timing(t: float, car: str = "1", **fields: Any) -> Timing:
    return Timing(t, {car: CarTiming(**fields)})


def started(*events: Event) -> StateCache:
    return StateCache().load([SessionStatus(0.0, "started"), *events])


def test_a_field_not_mentioned_keeps_its_value_and_an_emptied_one_loses_it() -> None:
    cache = started(timing(1, position=3, gap_s=1.5), timing(2, gap_s=None), timing(3, position=2))
    assert (cache.view().car("1").position, cache.view().gaps("1").gap_s) == (2, None)
    assert cache.view("00:00:01").gaps("1").gap_s == 1.5


def test_an_empty_cache_gives_an_empty_view() -> None:
    view = StateCache().view()
    assert (view.lap, view.order, view.leader, view.data_age_s, view.utc) == (0, (), None, 0.0, None)
    assert view.run_state("1") == ("unknown", False)
    assert StateCache().view("end").cars == {}


def test_lap_n_is_the_moment_the_first_car_completes_it_that_message_included() -> None:
    both = Timing(10, {"1": CarTiming(laps=1, position=1), "2": CarTiming(position=2, gap_s=0.5)})
    cache = started(timing(5, position=1), both, timing(11, "2", laps=1, gap_s=0.7))
    view = cache.view("lap:1")
    assert view.lap == 1
    assert view.t == 10
    assert view.gaps("2").gap_s == 0.5
    assert view.car("2").laps == 0


def test_a_lap_not_completed_yet_is_refused_with_the_laps_there_are() -> None:
    cache = started(timing(10, laps=1), timing(20, laps=2))
    with pytest.raises(BadMoment, match="lap 3 hasn't been completed yet: choose a lap from 0 to 2"):
        cache.view("lap:3")
    assert cache.view("lap:0").t == 0


@pytest.mark.parametrize("text", ["lap:25", "25", "lap25", "L25", "l25", "LAP 25", " lap:25 "])
def test_a_lap_is_named_in_several_ways(text: str) -> None:
    assert parse_moment(text) == parse_moment("lap:25")
    assert parse_moment("END") == parse_moment("end")


def test_now_cannot_be_passed() -> None:
    cache = started(timing(10, laps=1), timing(20, laps=2), timing(30, laps=3))
    cache.pin("lap:2")
    assert cache.view().lap == 2
    assert cache.view("end").lap == 2
    with pytest.raises(BadMoment):
        cache.view("lap:3")
    with pytest.raises(BadMoment, match="after the last message"):
        cache.view("00:00:25")
    cache.pin("end")
    assert cache.view().lap == 3


def test_a_time_that_is_named_as_now_is_now_though_nothing_is_told_then() -> None:
    cache = started(timing(10, laps=1), timing(20, laps=2))
    cache.pin("00:00:15")
    assert (cache.view().t, cache.view().data_age_s, cache.view().lap) == (15, 5, 1)
    assert cache.view("00:00:13").t == 13
    cache.pin("lap:1")
    assert cache.view().t == 10
    cache.pin("end")
    assert cache.view().t == 20


def test_data_age_is_session_time_since_the_feed_last_spoke_whatever_it_said() -> None:
    cache = started(timing(10, position=1), Event(14.0), timing(20, position=1))
    assert cache.view("00:00:13").data_age_s == 3
    assert cache.view("00:00:15").data_age_s == 1
    assert cache.view().data_age_s == 0


def test_a_clock_that_steps_back_does_not_turn_the_race_back() -> None:
    cache = started(timing(10, position=1), timing(8, position=2), timing(11, position=3))
    assert cache.view("00:00:10").car("1").position == 2
    assert list(cache.times) == sorted(cache.times)


def test_a_lap_count_that_steps_back_completes_no_lap_twice() -> None:
    cache = started(timing(10, laps=2), timing(11, laps=1), timing(12, laps=2), timing(20, laps=3))
    assert [lap.number for lap in cache.view().laps("1")] == [2, 3]
    assert cache.view().lap == 3


@pytest.mark.parametrize("status", ["inactive", "finalised"])
def test_passages_count_only_in_the_race(status: str) -> None:
    cache = StateCache().load([SessionStatus(0, status), timing(1, in_pit=True), timing(2, in_pit=False)])
    assert cache.view().passages("1") == ()


def test_a_passage_is_open_until_the_car_comes_out_at_every_moment() -> None:
    cache = started(timing(90, laps=1), timing(170, in_pit=True), timing(192, in_pit=False))
    (open_one,) = cache.view("00:02:55").passages("1")
    assert (open_one.lap, open_one.t_in, open_one.t_out) == (2, 170, None)
    (done,) = cache.view().passages("1")
    assert done.t_out == 192
    assert cache.view("00:02:00").passages("1") == ()


def test_into_the_pits_after_the_flag_is_no_passage() -> None:
    cache = started(
        LapCount(0, total=2),
        timing(90, laps=1),
        timing(180, laps=2),
        timing(200, in_pit=True),
        timing(300, in_pit=False),
    )
    assert cache.view().finished
    assert cache.view().run_state("1") == ("finished", True)
    assert cache.view().passages("1") == ()


@pytest.mark.parametrize("said_at", [179.9, 181.0])
def test_a_race_without_a_distance_ends_where_the_winner_crosses_near_the_word_finished(said_at: float) -> None:
    events: list[Event] = [timing(90, laps=1), timing(100, "2", laps=1), timing(180, laps=2), timing(190, "2", laps=2)]
    cache = started(*sorted([*events, SessionStatus(said_at, "finished")], key=lambda event: event.t))
    assert [cache.view().run_state(car)[0] for car in "12"] == ["finished", "finished"]
    assert cache.view("00:03:05").run_state("2")[0] == "running"
    assert not cache.view("00:02:59").finished


def test_a_race_that_is_called_off_ends_at_the_last_crossing_of_its_leader() -> None:
    cache = started(LapCount(0, total=50), timing(90, laps=1), timing(180, laps=2), SessionStatus(900, "finished"))
    assert not cache.view().finished
    cache.apply(SessionStatus(1000, "finalised"))
    assert cache.view().run_state("1") == ("finished", True)


def test_a_car_that_stops_completing_laps_has_stopped_and_that_is_derived() -> None:
    events: list[Event] = [timing(10, "2", laps=1, position=2)]
    events += [timing(10.0 * lap, "1", laps=lap, position=1) for lap in range(1, 6)]
    cache = started(*sorted(events, key=lambda event: event.t))
    assert cache.view("lap:3").run_state("2") == ("running", False)
    assert cache.view("lap:5").run_state("2") == ("stopped", True)
    assert cache.view("lap:5").run_state("1") == ("running", False)


def test_the_feeds_own_word_on_a_stop_is_not_derived() -> None:
    cache = started(timing(10, stopped=True), timing(10, "2", retired=True))
    assert cache.view().run_state("1") == ("stopped", False)
    assert cache.view().run_state("2") == ("retired", False)


def test_order_follows_the_feeds_places_and_a_tie_goes_to_the_car_named_last() -> None:
    cache = started(timing(1, "a", position=1), timing(1, "b", position=2), timing(2, "b", position=1))
    assert cache.view().order == ("b", "a")


def test_the_feed_corrects_earlier_sets_of_tyres() -> None:
    cache = started(
        Tyres(1, {"1": (StintNews(0, compound="SOFT", laps=3),)}),
        Tyres(50, {"1": (StintNews(1, compound="UNKNOWN", laps=0),)}),
        Tyres(60, {"1": (StintNews(1, compound="HARD"), StintNews(0, laps=20))}),
    )
    assert [(tyre.compound, tyre.laps) for tyre in cache.view().tyres("1")] == [("SOFT", 20), ("HARD", 0)]
    assert [(tyre.compound, tyre.laps) for tyre in cache.view("00:00:55").tyres("1")] == [("SOFT", 3), ("UNKNOWN", 0)]


def test_roster_is_added_to_and_replaced_by_car() -> None:
    cache = started(Roster(1, (Driver("1", "AAA"), Driver("2", "BBB"))), Roster(5, (Driver("2", "CCC"),)))
    assert {car: driver.code for car, driver in cache.view().drivers.items()} == {"1": "AAA", "2": "CCC"}
    assert cache.view("00:00:02").drivers["2"].code == "BBB"


def test_utc_comes_from_the_latest_sending_of_a_known_time() -> None:
    cache = started(Clock(10, 1_000_009.0), Clock(20, 1_000_019.8), timing(30, position=1))
    assert cache.view().utc == "1970-01-12T13:47:09Z"


def test_faults_are_kept_by_topic_and_are_no_message() -> None:
    cache = started(Fault(0, "A", "corrupt lines", 2), Fault(0, "A", "corrupt lines", 1))
    assert cache.view().faults == {("A", "corrupt lines"): 3}
    assert len(cache.times) == 1


@each_row(
    "text",
    ["", "lap", "lap:", "lap:-1", "lap:x", "1:2", "00:61:00", "ENDE", "lap:999999", "q0", "q", "q2+5", "q2-01:00"],
)
def test_what_is_no_moment_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadMoment, match="try lap:30, 01:02:03"):
        parse_moment(text)


@given(st.integers(0, 99 * 3600 * 1000))
def test_session_time_survives_being_written(milliseconds: int) -> None:
    assert round(parse_session_time(format_session_time(milliseconds / 1000)) * 1000) == milliseconds


cars = st.sampled_from(["1", "2", "3"])
news = st.fixed_dictionaries(
    {},
    optional={
        "position": st.integers(1, 3) | st.none(),
        "gap_s": st.floats(0, 90) | st.none(),
        "laps": st.integers(0, 6),
        "in_pit": st.booleans(),
        "stopped": st.booleans(),
    },
)
histories = st.lists(st.tuples(st.floats(0, 500), cars, news), max_size=40)


@given(histories, st.data())
def test_a_view_of_the_past_is_what_now_was_then(history: list[tuple[float, str, dict[str, Any]]], data: Any) -> None:
    """Whatever the feed says later, the race after message n is the race that stopped at message n."""
    events = [timing(t, car, **fields) for t, car, fields in history]
    whole = started(*events)
    cut = data.draw(st.integers(0, len(events)))
    then, past = started(*events[:cut]).view(), RaceView(whole.heard, cut)
    assert past.cars == then.cars
    assert past.order == then.order
    assert past.lap == then.lap
    assert {car: past.passages(car) for car in past.cars} == {car: then.passages(car) for car in then.cars}
    assert {car: past.run_state(car) for car in past.cars} == {car: then.run_state(car) for car in then.cars}


def laps_told(*counts: tuple[float, int], car: str = "1") -> list[Event]:
    return [timing(t, car, laps=laps, last_lap_s=90.0) for t, laps in counts]


def test_a_count_of_laps_that_cannot_be_is_not_taken_and_counted() -> None:
    cache = started(*laps_told((90, 1), (180, 2), (270, 92), (360, 4), (450, 5)))
    assert cache.view().lap == 5
    assert [cache.view(f"lap:{lap}").t for lap in (2, 4, 5)] == [180, 360, 450]
    assert cache.view("00:05:00").car("1").laps == 2
    assert cache.view().faults == {("timing", "impossible counts of laps"): 1}


def test_laps_that_nobody_counted_are_taken_where_there_was_time_for_them() -> None:
    cache = started(*laps_told((90, 1), (180, 2), (360, 4)))
    assert (cache.view().lap, cache.view().faults) == (4, {})
    assert cache.view("lap:3").t == 360


def test_a_count_that_cannot_be_is_believed_once_the_next_goes_on_from_it() -> None:
    cache = started(*laps_told((90, 1), (180, 9), (270, 10)))
    assert cache.view("00:03:00").car("1").laps == 1
    assert (cache.view().car("1").laps, cache.view().faults) == (10, {})


def test_a_feed_that_is_joined_on_its_way_is_believed() -> None:
    assert started(timing(10, laps=30, position=1)).view().lap == 30


def test_a_distance_that_the_race_exceeds_was_wrong_and_with_it_the_flag() -> None:
    cache = started(LapCount(0, total=2), *laps_told((90, 1), (180, 2), (270, 3)))
    assert not cache.view().finished
    assert cache.view().total_laps is None
    cache.apply(LapCount(280, total=1))  # fewer than are done
    assert cache.view().total_laps is None


def test_a_position_that_the_field_does_not_have_is_none() -> None:
    roster = Roster(0, (Driver("1", "AAA"), Driver("2", "BBB")))
    cache = started(roster, timing(1, position=1, grid=9), timing(2, "2", position=99, gap_s=1.5))
    assert (cache.view().car("1").grid, cache.view().car("2").position, cache.view().gaps("2").gap_s) == (
        None,
        None,
        1.5,
    )
    assert cache.view().faults == {("timing", "impossible positions"): 2}


@pytest.mark.parametrize("number", ["", "123456789", "4\x004", " 44"])
def test_what_no_car_is_called_is_no_car(number: str) -> None:
    cache = started(Roster(0, (Driver(number, "AAA"),)), timing(1, number, position=1), Tyres(2, {number: ()}))
    assert (dict(cache.view().cars), dict(cache.view().drivers)) == ({}, {})
    assert sum(cache.view().faults.values()) == 3


def test_one_wrong_clock_does_not_move_the_time_of_day() -> None:
    right = [Clock(float(t), 1_000_000.0 + t) for t in range(5)]
    assert started(*right, Clock(6, 4_000_000_000.0)).view("00:00:04").utc == "1970-01-12T13:46:44Z"
    assert started(right[0], Clock(6, 4_000_000_000.0)).view().utc is None


def test_a_message_of_race_control_that_comes_twice_was_said_once() -> None:
    said = RaceControl(5.0, "TRACK CLEAR")
    assert list(started(said, said, RaceControl(6.0, "TRACK CLEAR")).view().race_control) == [
        said,
        RaceControl(6.0, "TRACK CLEAR"),
    ]


def test_a_race_whose_start_was_not_told_has_started_when_a_lap_is_done() -> None:
    events = [SessionStatus(0, "inactive"), *laps_told((90, 1)), timing(100, in_pit=True), timing(120, in_pit=False)]
    view = StateCache().load(events).view()
    assert (view.started, view.started_at, len(view.passages("1"))) == (True, None, 1)


@given(st.text(max_size=20) | st.from_regex(r"(lap:[0-9]{0,7}|[0-9:.]{1,16}|end)", fullmatch=True))
def test_any_text_is_a_moment_or_refused(text: str) -> None:
    told, t = "", 0.0
    try:
        t = parse_moment(text).t or 0.0
    except BadMoment as refused:
        told = str(refused)
    assert "\n" not in told
    assert 0 <= t < 100 * 3600


def test_a_slow_car_has_three_laps_of_its_own_before_it_is_taken_to_have_stopped() -> None:
    events = [timing(100.0 * lap, "2", laps=lap, position=2) for lap in (1, 2)]
    events += [timing(60.0 * lap, "1", laps=lap, position=1) for lap in range(1, 10)]
    cache = started(*sorted(events, key=lambda event: event.t))
    assert cache.view("lap:8").run_state("2") == ("running", False)  # 480 s: the leader has done five laps since
    assert cache.view("lap:9").run_state("2") == ("stopped", True)


def test_a_first_count_beyond_the_distance_is_not_taken() -> None:
    cache = started(LapCount(0, total=7), timing(1, laps=1999, position=1), *laps_told((90, 1), (180, 2)))
    assert (cache.view().lap, cache.view().total_laps, cache.view().finished) == (2, 7, False)
    assert cache.view().faults == {("timing", "impossible counts of laps"): 1}


def test_that_the_race_was_stopped_is_told_of_the_past_alone() -> None:
    for stopped in (TrackStatus(5, "red"), SessionStatus(5, "aborted")):
        cache = started(TrackStatus(1, "green"), stopped, TrackStatus(9, "green"))
        assert cache.view().has_been_stopped
        assert not cache.view("00:00:04").has_been_stopped


def test_who_asks_of_the_same_now_shares_a_view_until_something_is_told() -> None:
    cache = started(timing(1.0, position=1))
    before = cache.view()
    assert cache.view() is before
    cache.apply(Fault(1.0, "CarData.z", "not_compressed"))  # no message, but what a view tells of
    after = cache.view()
    assert after is not before
    cache.apply(timing(2.0, position=2))
    assert (before.car("1").position, cache.view().car("1").position) == (1, 2)
    cache.pin("00:00:01")
    assert cache.view().car("1").position == 1
    cache.pin("end")
    assert cache.view().car("1").position == 2
    for name in ("official", "standings"):
        before = cache.view()
        setattr(cache, name, ())
        assert cache.view() is not before
    before = cache.view()
    assert cache.load([Fault(3.0, "A", "corrupt lines")]).view() is not before


@pytest.mark.parametrize("at", ["end", "00:00:01"])
def test_while_a_race_is_happening_each_view_tells_of_the_feed_as_it_is(at: str) -> None:
    trouble = ["nothing heard for 9 s", ""]
    cache = StateCache()
    cache.liveness = Liveness(lambda: trouble[0])
    assert evidence(cache.view())["missing"][0] == "the live feed: nothing heard for 9 s"
    cache.apply(timing(1.0, position=1))
    cache.pin(at)
    assert evidence(cache.view())["missing"][0] == "the live feed: nothing heard for 9 s"
    del trouble[0]
    assert not any("live feed" in missing for missing in evidence(cache.view())["missing"])
