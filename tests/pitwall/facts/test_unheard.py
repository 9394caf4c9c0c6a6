"""What is derived of a race over a time in which nothing was received: less than of the whole race, and nothing else."""

from __future__ import annotations

import pytest

from pitwall.facts.catching import closing
from pitwall.facts.gap_trend import gap_trend
from pitwall.facts.gaps import gap_between
from pitwall.facts.laps import timed_laps
from pitwall.facts.passages import judge_passages
from pitwall.facts.passing import passes
from pitwall.facts.wear import wear
from pitwall.sources.f1.live_timing import LONGEST_SILENCE_S
from pitwall.state import RaceView
from tests.examples import some
from tests.pitwall.sources.live_frames import classic_keyframe, keyframe_at, lines, race_messages
from tests.pitwall.sources.test_f1_recording import loaded_lines


class Race:
    """A race, and what is derived of it where all of it was heard."""

    def __init__(self) -> None:
        self.messages = race_messages(seed=2, cars=8, laps=22)
        whole = loaded_lines(lines(self.messages, "classic")).view()
        self.lane_s = {
            (car, item.passage.lap): item.lane_s for car in whole.cars for item in judge_passages(whole, car)
        }
        self.times_s = {(car, lap.number): lap.seconds for car in whole.cars for lap in timed_laps(whole, car)}
        self.on_track = {(one.lap, one.car, one.passed) for one in passes(whole) if one.how == "track"}

    def interrupted(self, share: float, silence_s: float) -> RaceView:
        """The race with a silence in it, after which a keyframe tells how it stands."""
        told = self.messages
        at = int(len(told) * share)
        again = next(index for index, said in enumerate(told) if said.utc > told[at].utc + silence_s)
        frames = [*lines(told[:at], "classic"), classic_keyframe(keyframe_at(told, again))]
        return loaded_lines([*frames, *lines(told[again:], "classic")]).view()


@pytest.fixture(scope="module")
def race() -> Race:
    return Race()


@pytest.mark.parametrize("silence_s", some((LONGEST_SILENCE_S + 5.0, 100.0, 250.0, 400.0), each=2))
@pytest.mark.parametrize("share", some((0.3, 0.2, 0.4375, 0.55), each=2))
def test_nothing_is_derived_of_what_nobody_heard(race: Race, share: float, silence_s: float) -> None:
    view = race.interrupted(share, silence_s)
    [outage] = view.outages
    for car in view.cars:
        for lap in timed_laps(view, car):
            if lap.source is not None:
                assert lap.seconds == pytest.approx(race.times_s[car, lap.number], abs=1.0)
        for item in judge_passages(view, car):
            known = race.lane_s.get((car, item.passage.lap))
            assert item.lane_s is None or item.lane_s == pytest.approx(known, abs=0.01)
        for one in wear(view, car):
            ends = {lap.number: lap.t for lap in view.laps(car)}
            sets = {
                len(view.tyres(car, lap.message)) for lap in view.laps(car) if one.from_lap <= lap.number <= one.to_lap
            }
            assert len(sets) == 1 or not ends[one.from_lap] < outage.t < ends[one.to_lap]
    assert {(one.lap, one.car, one.passed) for one in passes(view) if one.how == "track"} <= race.on_track


def pairs(view: RaceView) -> list[tuple[str, str]]:
    return list(zip(view.order, view.order[1:], strict=False))


@pytest.mark.parametrize("share", [0.3, 0.55])
def test_no_trend_runs_over_a_silence(race: Race, share: float) -> None:
    view = race.interrupted(share, 150.0)
    [outage] = view.outages
    cut = 0
    for lap in range(view.lap, 3, -1):
        then = view.at_lap(lap)
        assert then is not None
        for ahead, behind in pairs(then):
            gap = gap_between(then, ahead, behind)
            if gap is None or gap.seconds is None:
                continue
            points, why, _ = gap_trend(then, gap, 20)
            ends = {one.number: one.t for one in then.laps(gap.behind)}
            if then.t > outage.until and points:
                assert len({ends[point.lap] >= outage.until for point in points}) == 1
                cut += why is not None and why.startswith("nothing was received during lap")
    assert cut > 5


def test_a_prediction_rests_on_laps_after_the_silence(race: Race) -> None:
    view = race.interrupted(0.5, 150.0)
    [outage] = view.outages
    after = next(lap for lap in range(view.lap) if (then := view.at_lap(lap)) is not None and then.t > outage.until)
    for lap, rests in ((after, False), (after + 1, False), (view.lap, True)):
        then = view.at_lap(lap)
        assert then is not None
        told = [gap for ahead, behind in pairs(then) if (gap := gap_between(then, ahead, behind)) is not None]
        measured = [pace for gap in told if (pace := closing(then, gap)) is not None]
        assert bool(measured) is rests
