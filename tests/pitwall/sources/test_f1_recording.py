"""A recording of live frames is the same race as the archive, from where its frames begin; gaps are told, not filled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import Event, Fault, RaceControl, SessionStatus
from pitwall.sources import SourceError, open_source
from pitwall.sources.f1.live_timing import LONGEST_SILENCE_S
from pitwall.state import RaceView, StateCache
from pitwall.state.run_state import run_state
from tests.examples import examples
from tests.pitwall.sources.live_frames import (
    ALIVE,
    FORMS,
    Said,
    classic,
    classic_keyframe,
    keyframe_at,
    lines,
    race_messages,
)

MESSAGES = race_messages()


@pytest.fixture
def keep(tmp_path: Path) -> Callable[..., str]:
    def write(name: str, recorded: list[bytes]) -> str:
        (tmp_path / name).write_bytes(b"\n".join(recorded) + b"\n")
        return str(tmp_path / name)

    return write


def state(view: RaceView) -> object:
    """What tools are made of: every car's timing, laps and tyres, and what was said of the session."""
    cars = {car: (view.car(car), view.gaps(car).gap_s, view.lap_times(car), view.tyres(car)) for car in view.cars}
    said = [message.message for message in view.race_control]
    return view.order, view.lap, view.drivers, view.session_status, view.track_status, said, cars


def whole(form: str) -> StateCache:
    return loaded_lines(lines(MESSAGES, form))


def loaded_lines(recorded: list[bytes]) -> StateCache:
    from pitwall.sources.f1.frames import read_frames
    from pitwall.sources.f1.live_timing import LiveTiming

    timing, cache = LiveTiming(), StateCache()
    for line in recorded:
        for frame in read_frames(line):
            cache.load(timing.events(frame))
    return cache.load(timing.flush())


WHOLE = whole("classic").view()


@pytest.mark.parametrize("form", FORMS)
def test_a_recording_in_every_form_is_the_race(form: str, keep: Callable[..., str]) -> None:
    recorded = [line for pair in zip(lines(MESSAGES, form), ALIVE * len(MESSAGES), strict=False) for line in pair]
    view = StateCache().load(open_source(keep("race.txt", recorded))).view()
    assert view.lap == 7
    assert state(view) == state(WHOLE)
    assert not view.faults
    assert not view.outages


@pytest.mark.parametrize("share", [0.3, 0.8])
def test_who_joins_late_knows_the_state_and_what_race_control_said(share: float) -> None:
    at = int(len(MESSAGES) * share)
    view = loaded_lines([classic_keyframe(keyframe_at(MESSAGES, at)), *lines(MESSAGES[at:], "classic")]).view()
    assert (view.order, view.lap, view.drivers) == (WHOLE.order, WHOLE.lap, WHOLE.drivers)
    assert [said.message for said in view.race_control] == [said.message for said in WHOLE.race_control]
    assert {car: view.gaps(car).gap_s for car in view.cars} == {car: WHOLE.gaps(car).gap_s for car in WHOLE.cars}
    assert {car: view.tyres(car) for car in view.cars} == {car: WHOLE.tyres(car) for car in WHOLE.cars}


def test_a_reconnect_at_once_leaves_the_state_as_if_it_had_never_dropped() -> None:
    at = len(MESSAGES) // 2
    frames = [
        *lines(MESSAGES[:at], "classic"),
        classic_keyframe(keyframe_at(MESSAGES, at)),
        *lines(MESSAGES[at:], "core"),
    ]
    view = loaded_lines(frames).view()
    assert state(view) == state(WHOLE)
    assert not view.faults
    assert not view.outages


def test_what_was_not_received_is_told_in_seconds() -> None:
    first = MESSAGES[len(MESSAGES) // 3]
    later = next(index for index, said in enumerate(MESSAGES) if said.utc > first.utc + 100)
    frames = [
        *lines(MESSAGES[: len(MESSAGES) // 3], "classic"),
        classic_keyframe(keyframe_at(MESSAGES, later)),
        *lines(MESSAGES[later:], "classic"),
    ]
    view = loaded_lines(frames).view()
    [silence] = view.outages
    last, since = MESSAGES[len(MESSAGES) // 3 - 1].utc, MESSAGES[0].utc
    assert (silence.t, silence.until) == pytest.approx((last - since, MESSAGES[later].utc - since))
    assert (view.order, view.lap) == (WHOLE.order, WHOLE.lap)
    assert [said.message for said in view.race_control] == [said.message for said in WHOLE.race_control]


@pytest.mark.parametrize(("silence", "told"), [(LONGEST_SILENCE_S - 0.5, False), (LONGEST_SILENCE_S + 0.5, True)])
def test_a_silence_is_told_from_so_long_on(silence: float, told: bool) -> None:
    beat = [Said("Heartbeat", {"Utc": "2025-05-03T19:20:00Z"}, 1_746_300_000.0 + t) for t in (0, silence)]
    assert bool(loaded_lines(lines(beat, "list")).view().outages) is told


@pytest.mark.parametrize(("away_s", "taken"), [(6 * 3600 - 1, True), (6 * 3600 + 1, False), (-6 * 3600 - 1, False)])
def test_a_message_so_far_from_the_one_before_has_a_wrong_time(away_s: float, taken: bool) -> None:
    said = [Said("LapCount", {"TotalLaps": 50 + n}, MESSAGES[0].utc + t) for n, t in enumerate((0.0, away_s))]
    view = loaded_lines(lines(said, "list")).view()
    assert view.total_laps == (51 if taken else 50)
    assert view.faults == ({} if taken else {("live timing", "messages of an impossible time"): 1})


def test_several_files_are_joined_in_the_order_of_their_time(keep: Callable[..., str], tmp_path: Path) -> None:
    third = len(MESSAGES) // 3
    keep("b.txt", lines(MESSAGES[: 2 * third], "classic"))
    keep("c.txt", [classic_keyframe(keyframe_at(MESSAGES, third)), *lines(MESSAGES[third:], "classic")])
    keep("a.txt", lines(MESSAGES[third // 2 : third], "classic"))
    for uri in (f"{tmp_path}/*.txt", f"{tmp_path}/c.txt,{tmp_path}/b.txt"):
        view = StateCache().load(open_source(uri)).view()
        assert state(view) == state(WHOLE)


def test_frames_of_another_session_are_left_out() -> None:
    other = dict(keyframe_at(race_messages(seed=3), 200))
    other["SessionInfo"] = {"Meeting": {"Name": "Elsewhere"}, "Name": "Race", "StartDate": "2025-05-03T01:00:00"}
    ours = keyframe_at(MESSAGES, 300)
    strange = [said._replace(utc=MESSAGES[300].utc) for said in race_messages(seed=3)[200:260]]
    frames = [
        classic_keyframe(ours),
        *lines(MESSAGES[300:310], "classic"),
        classic_keyframe(other),
        *lines(strange, "classic"),
        classic_keyframe(keyframe_at(MESSAGES, 310)),
        *lines(MESSAGES[310:], "classic"),
    ]
    view = loaded_lines(frames).view()
    assert (view.order, view.lap, view.drivers) == (WHOLE.order, WHOLE.lap, WHOLE.drivers)
    assert view.faults == {("live timing", "keyframes of another session"): 1}


def test_the_history_of_a_keyframe_comes_at_its_own_time() -> None:
    stamp = Said("", {}, MESSAGES[0].utc - 600).stamp
    history = {
        "StatusSeries": [{"Utc": stamp, "SessionStatus": "Started"}, {"Utc": stamp, "TrackStatus": "SCDeployed"}],
        "Series": [{"Utc": stamp, "Lap": 1}, {"Utc": MESSAGES[0].stamp, "Lap": 2}],
    }
    view = loaded_lines([classic_keyframe({"SessionData": history}), classic(MESSAGES[0])]).view()
    assert (view.started_at, view.lap, view.track_status) == (0.0, 1, "safety_car")
    assert view.t == pytest.approx(600, abs=0.01)
    assert list(view.lap_leaders) == [None]


def test_laps_that_were_not_received_do_not_make_a_car_stop() -> None:
    """Outage says that a car has stopped, but not where nobody was heard."""
    third = len(MESSAGES) // 3
    later = next(index for index, said in enumerate(MESSAGES) if said.utc > MESSAGES[third].utc + 400)
    laps = [Said("", {}, MESSAGES[third].utc + 80 * lap).stamp for lap in range(1, 6)]
    begun = {"Series": [{"Utc": utc, "Lap": number} for number, utc in enumerate(laps, 4)]}
    gone = {
        topic: body
        for topic, body in keyframe_at(MESSAGES, later).items()
        if topic not in ("TimingData", "SessionStatus")
    }
    frames = [
        *lines(MESSAGES[:third], "classic"),
        classic_keyframe({**gone, "SessionData": begun}),
        classic(MESSAGES[later]),
    ]
    view = loaded_lines(frames).view()
    assert view.lap >= 6
    assert {run_state(view, car)[0] for car in view.cars} <= {"running", "in_pit"}


def test_status_told_by_two_topics_is_one() -> None:
    stamp = MESSAGES[0].stamp
    said = [
        Said("SessionStatus", {"Status": "Started"}, MESSAGES[0].utc),
        Said("SessionData", {"StatusSeries": {"1": {"Utc": stamp, "SessionStatus": "Started"}}}, MESSAGES[0].utc),
    ]
    from pitwall.sources.f1.frames import read_frames
    from pitwall.sources.f1.live_timing import LiveTiming

    timing = LiveTiming()
    events: list[Event] = [
        e for line in lines(said, "list") for frame in read_frames(line) for e in timing.events(frame)
    ]
    assert [event for event in events if isinstance(event, SessionStatus)] == [SessionStatus(0.0, "started")]


@examples(25)
@given(st.data())
def test_whatever_happens_to_a_recording_it_is_read_and_counted(data: st.DataObject) -> None:
    """Lines cut, doubled, put elsewhere, of a wrong type or time: no crash, and what was left out is counted."""
    some = lines(MESSAGES[:400], data.draw(st.sampled_from(sorted(FORMS))))
    for _ in range(data.draw(st.integers(1, 20))):
        at = data.draw(st.integers(0, len(some) - 1))
        match data.draw(st.sampled_from(["cut", "double", "swap", "type", "time", "drop"])):
            case "cut":
                some[at] = some[at][: data.draw(st.integers(0, len(some[at])))]
            case "double":
                some.insert(at, some[at])
            case "swap":
                some.append(some.pop(at))
            case "type":
                some[at] = some[at].replace(b'"Lines": {', b'"Lines": [{').replace(b":", b": 1e999,", 1)
            case "time":
                some[at] = classic(MESSAGES[at % 400]._replace(utc=data.draw(st.floats(0, 4e9))))
            case _:
                del some[at]
    read = damaged(some)
    assert all(event.t >= -1e-6 or isinstance(event, Fault | RaceControl) for event in read)


def damaged(recorded: list[bytes]) -> list[Event]:
    from pitwall.sources.f1.frames import UnreadableLine, read_frames
    from pitwall.sources.f1.live_timing import LiveTiming

    timing, cache = LiveTiming(), StateCache()
    read: list[Event] = []
    for line in recorded:
        try:
            frames = read_frames(line)
        except UnreadableLine:
            continue
        for frame in frames:
            read += timing.events(frame)
    cache.load(read)
    assert cache.view().messages == sum(not isinstance(event, Fault) for event in read)
    return read


@pytest.mark.parametrize("content", [b"hello\n", b"", b"\x00\x01\x02" * 100, b"NUMBER, LAP\n1, 2\n"])
def test_a_file_that_is_no_recording_is_refused_by_name(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(content)
    with pytest.raises(SourceError, match=r"'notes\.txt' isn't a recording of a race"):
        open_source(str(tmp_path / "notes.txt"))


def test_a_pattern_that_fits_no_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no file fits"):
        open_source(f"{tmp_path}/nothing*.txt")


WIRE = "Miami_Grand_Prix_Sprint_20250503_175146.data.txt"


@pytest.fixture(scope="module")
def sprint(shared: Path) -> StateCache:
    return StateCache().load(open_source(str(shared / "data" / "f1_wire" / WIRE)))


def test_frames_of_a_sprint_are_the_archive_of_it(sprint: StateCache, shared: Path) -> None:
    """The same moment of UTC, in both: order, laps, gaps and pit lane of every car."""
    archive = StateCache().load(open_source(str(shared / "data" / "f1_static" / "2025_miami_sprint")))
    assert sprint.clock.offset is not None
    assert archive.clock.offset is not None
    shift = sprint.clock.offset - archive.clock.offset
    compared = 0
    last = sprint.view().t
    from pitwall.state.moment import format_session_time

    for t in (last - 400, last - 250, last - 100, last - 30, last - 5):
        ours, theirs = sprint.view(format_session_time(t)), archive.view(format_session_time(t + shift))
        same = [car for car in ours.cars if ours.car(car).position == theirs.car(car).position]
        assert len(same) >= len(ours.cars) - 2  # the clocks of both agree to a second, within which cars can swap
        assert abs(ours.lap - theirs.lap) <= 1
        compared += len(same)
    assert compared > 80


def test_a_race_in_pieces_says_what_it_did_not_receive(shared: Path) -> None:
    view = StateCache().load(open_source(str(shared / "data" / "f1_wire" / "Miami_Grand_Prix_Race_*"))).view()
    assert (view.lap, view.order[0], len(view.cars)) == (51, "81", 20)
    assert [round(silence.until - silence.t) for silence in view.outages] == [1131, 3324]
    assert not view.faults
    assert view.utc_at(view.started_at or 0.0) in (
        "2025-05-04T20:03:41Z",
        "2025-05-04T20:03:42Z",
        "2025-05-04T20:03:45Z",
    )


def test_a_moment_that_was_not_received_is_told_as_old(shared: Path) -> None:
    cache = StateCache().load(open_source(str(shared / "data" / "f1_wire" / "Miami_Grand_Prix_Race_*")))
    assert cache.view("lap:15").data_age_s < 1
    unheard = cache.view("lap:30")
    assert unheard.data_age_s > 1200
    assert unheard.utc == "2025-05-04T20:51:27Z"


def test_the_recorder_of_fastf1_without_a_keyframe_knows_only_what_was_said(shared: Path) -> None:
    folder = shared / "data" / "f1_wire" / "fastf1_recorder"
    view = StateCache().load(open_source(str(folder / "2025-11-08_sao_paulo_sprint_laps08-24.txt"))).view()
    unplaced = [car for car in view.cars if view.car(car).position is None]
    assert view.lap == 24
    assert unplaced  # who never changed places has never been told to have one
    assert not view.drivers
