"""Predictions held to what came, lap by lap, on every recorded race, beside a naive peer.

    python benchmarks/predictions.py ../shared/data/f1_static/*

What came is read from the raw topic TimingData by code of its own: nothing of it comes from the predictions' code.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from pitwall.facts.catching import REACH_S, Closing, catch, closing
from pitwall.facts.gaps import gap_between, neighbour
from pitwall.facts.pit_loss import PitLoss, pit_loss
from pitwall.facts.rejoining import rejoin
from pitwall.sources import open_source
from pitwall.state import RaceView, StateCache
from pitwall.tools import build_tools
from toolgate.contract import AgentContext

TYPICAL_LOSS_S = 22.0
"""What the naive peer takes a stop to cost, as a commentator would who has no figures of this race."""
AHEAD_LAPS = 5
"""What is foretold is held against so many laps, where they were clear for both cars: whatever happened on them."""


class Lines(NamedTuple):
    """The raw feed: when each car completed each lap, and the laps on which it was in the pit lane."""

    crossed: dict[str, dict[int, float]]
    lane: dict[str, set[int]]
    flag_lap: int


class Case(NamedTuple):
    """One prediction: how far off we were, how far off the naive peer was, and whether what came was in our range."""

    ours: float
    naive: float
    held: bool | None = None
    """None where no range is told."""


def lines(folder: Path) -> Lines:
    """When cars crossed the line and when they were in the lane, from the messages themselves."""
    crossed: dict[str, dict[int, float]] = {}
    lane: dict[str, set[int]] = {}
    done: dict[str, int] = {}
    for line in (folder / "TimingData.jsonStream").read_text("utf-8-sig").splitlines():
        hours, minutes, seconds = line[:12].split(":")
        t = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
        for car, news in json.loads(line[12:]).get("Lines", {}).items():
            if "NumberOfLaps" in news:
                done[car] = int(news["NumberOfLaps"])
                crossed.setdefault(car, {}).setdefault(done[car], t)
            if news.get("InPit") is True:
                lane.setdefault(car, set()).update((done.get(car, 0) + 1, done.get(car, 0) + 2))
    return Lines(crossed, lane, max(map(max, crossed.values())))


def gap_at(told: Lines, ahead: str, behind: str, lap: int) -> float | None:
    """Seconds between two cars at the line, at the end of a lap."""
    first, second = told.crossed.get(ahead, {}).get(lap), told.crossed.get(behind, {}).get(lap)
    return None if first is None or second is None else second - first


def neutral_laps(view: RaceView) -> set[int]:
    """Laps of the first car on which the track was not clear for racing."""
    laps: set[int] = set()
    since: int | None = None
    for status, _, lap in view.track_statuses:
        if status in ("safety_car", "vsc", "vsc_ending", "red"):
            since = lap if since is None else since
        elif since is not None:
            laps.update(range(since, lap + 2))
            since = None
    return laps | set(range(since or view.lap + 1, view.lap + 1))


class Chase(NamedTuple):
    """A car behind another at the line, with what we say of it and what the naive peer does."""

    ahead: str
    behind: str
    lap: int
    gap_s: float
    pace: Closing
    naive_s: float


def chases(cache: StateCache) -> Iterator[Chase]:
    """Every pair of neighbours, each time the first car came round, as far as they can be predicted."""
    end = cache.view()
    for number in range(4, end.lap - 1):
        view = end.at_lap(number) or end
        for car in view.order:
            ahead = neighbour(view, car, -1)
            gap = gap_between(view, car, ahead) if ahead else None
            if gap is None or gap.seconds is None or not REACH_S < gap.seconds < 20 or gap.behind != car:
                continue
            pace, naive_s, mine = closing(view, gap), naive_rate(view, car, gap.ahead), view.last_lap(car)
            if pace is not None and naive_s is not None and mine is not None:
                yield Chase(gap.ahead, car, mine.number, gap.seconds, pace, naive_s)


def catches(cache: StateCache, told: Lines) -> Iterator[Case]:
    """Laps until a car was within a second, five at most: of all whose next five laps were clear, caught or not.

    To take in those that caught somebody sooner, though the laps after that were not clear, would favour whoever
    foretells every catch: in a sprint hardly any other case would be left.
    """
    unclear = neutral_laps(cache.view())
    most = float(AHEAD_LAPS)
    for chase in chases(cache):
        came, said = reached(told, chase, unclear), catch(chase.gap_s, chase.pace)
        if came is None:
            continue
        ours = most if said.laps is None else said.laps
        peer = (chase.gap_s - REACH_S) / chase.naive_s if chase.naive_s > 0 else most
        held = min(said.soonest or most, most) - 1 <= came <= (most if said.latest is None else said.latest) + 1
        yield Case(abs(min(ours, most) - came), abs(min(peer, most) - came), held)


def gaps(cache: StateCache, told: Lines) -> Iterator[Case]:
    """The gap five laps on, of all that are predicted and go on with both on a clear track."""
    unclear = neutral_laps(cache.view())
    for chase in chases(cache):
        pace, laps = chase.pace, range(chase.lap + 1, chase.lap + AHEAD_LAPS + 1)
        came = gap_at(told, chase.ahead, chase.behind, laps[-1])
        if came is None or any(disturbed(told, chase, lap, unclear) for lap in laps):
            continue
        said, peer = (chase.gap_s - AHEAD_LAPS * rate for rate in (pace.rate_s, chase.naive_s))
        held = abs(said - came) <= pace.spread_s * AHEAD_LAPS
        yield Case(abs(said - came), abs(peer - came), held)


def disturbed(told: Lines, chase: Chase, lap: int, unclear: set[int]) -> bool:
    """Whether on that lap something else than pace changed the gap."""
    return lap in unclear or any(lap in told.lane.get(car, ()) for car in (chase.ahead, chase.behind))


def naive_rate(view: RaceView, behind: str, ahead: str) -> float | None:
    """The difference of the last laps."""
    mine, theirs = view.car(behind).last_lap_s, view.car(ahead).last_lap_s
    return None if mine is None or theirs is None else theirs - mine


def reached(told: Lines, chase: Chase, unclear: set[int]) -> float | None:
    """Laps until the gap at the line was a second, AHEAD_LAPS where it never was; None where not all were clear."""
    laps = range(chase.lap + 1, chase.lap + AHEAD_LAPS + 1)
    gaps = [gap_at(told, chase.ahead, chase.behind, lap) for lap in laps]
    known = [gap for gap in gaps if gap is not None]
    if len(known) < AHEAD_LAPS or any(disturbed(told, chase, lap, unclear) for lap in laps):
        return None
    for done, (before, gap) in enumerate(pairwise([chase.gap_s, *known])):
        if gap <= REACH_S:
            part = (before - REACH_S) / (before - gap) if before > gap else 1.0
            return done + min(max(part, 0.0), 1.0)
    return float(AHEAD_LAPS)


def windows(cache: StateCache, told: Lines) -> Iterator[Case]:
    """The position after the out-lap among those who stayed out meanwhile, said as the car came in."""
    end = cache.view()
    unclear = neutral_laps(end)
    for car in end.cars:
        for passage in end.passages(car):
            last = passage.lap + 1
            view = end.back_to(passage.message_in - 1)
            after = told.crossed.get(car, {}).get(last)
            if passage.t_out is None or after is None or passage.lap < 3 or {passage.lap, last} & unclear:
                continue
            others = {
                other for other, lane in told.crossed.items() if not {passage.lap, last} & told.lane.get(other, set())
            }
            loss = pit_loss(view)
            said = rejoin(view, car, loss, others) if loss else None
            peer = rejoin(view, car, PitLoss(TYPICAL_LOSS_S, TYPICAL_LOSS_S, TYPICAL_LOSS_S, 1), others)
            if said is None or peer is None:
                continue
            came = 1 + sum(other != car and told.crossed[other].get(last, 1e9) < after for other in others)
            held = said.best <= came <= said.worst
            yield Case(abs(said.position - came), abs(peer.position - came), held)


def ends(cache: StateCache, told: Lines, *, clear: bool = False) -> Iterator[Case]:
    """When the winner crosses the line, said each time the first car comes round; seconds.

    `clear`: only where no neutralisation came after that, which nobody can foretell.
    """
    unclear = neutral_laps(cache.view())
    tool = next(spec for spec in build_tools(cache) if spec.name == "get_session_info")
    firsts = {lap: min(at[lap] for at in told.crossed.values() if lap in at) for lap in range(1, told.flag_lap + 1)}
    for lap in range(3, told.flag_lap):
        said = tool.handler({"at_lap": lap}, AgentContext())["expected_end"]
        if said is not None and not (clear and unclear.intersection(range(lap + 1, told.flag_lap + 1))):
            came = firsts[told.flag_lap] - firsts[lap]
            peer = (told.flag_lap - lap) * (firsts[lap] - firsts[lap - 1])
            yield Case(abs(said["in_s"] - came), abs(peer - came))


def table(name: str, cases: list[Case]) -> str:
    """One line: medians and means of the errors, and how many of the ranges held."""
    if not cases:
        return f"{name:<44} no case"
    ours, naive = [case.ours for case in cases], [case.naive for case in cases]
    ranges = [case.held for case in cases if case.held is not None]
    held = f"; in range {sum(ranges) / len(ranges):4.0%}" if ranges else ""
    worse = "; THE NAIVE PEER IS NEARER" if (median(ours), fmean(ours)) > (median(naive), fmean(naive)) else ""
    return (
        f"{name:<46} {len(cases):>4} cases; median off {median(ours):6.2f}, naive {median(naive):6.2f}; "
        f"mean {fmean(ours):6.2f}, naive {fmean(naive):6.2f}{held}{worse}"
    )


def main(folders: list[str]) -> None:
    for each in map(Path, folders):
        cache = StateCache().load(open_source(str(each)))
        if cache.view().timed:
            continue
        told = lines(each)
        print(table(f"{each.name} catch (laps)", list(catches(cache, told))))
        print(table(f"{each.name} gap in 5 laps (s)", list(gaps(cache, told))))
        print(table(f"{each.name} end (s)", list(ends(cache, told))))
        print(table(f"{each.name} end, clear to it (s)", list(ends(cache, told, clear=True))))
        print(table(f"{each.name} stop (positions)", list(windows(cache, told))))


if __name__ == "__main__":
    main(sys.argv[1:])
