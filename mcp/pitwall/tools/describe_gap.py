"""describe_gap: the gap between two drivers over a window of laps, as a commentator would tell it."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.facts.drs import DRS_RANGE_S
from pitwall.facts.gap_trend import STEADY_S
from pitwall.facts.gaps import gap_between
from pitwall.facts.laps import timed_laps
from pitwall.facts.names import find_car, named, short_name
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.drivers_asked import different_drivers
from pitwall.tools.gap_story_questions import GAP_STORY_QUESTIONS, MOST_LAPS
from pitwall.tools.gap_to_leader import leader_gap_words, leader_gaps
from pitwall.tools.laps_behind_words import behind_words, within_words
from pitwall.tools.tool import race_tool
from pitwall.tools.words import gap_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_LAPS = 5
_TRENDS = ("closing fast", "closing", "steady", "growing", "growing fast", "unknown")
_FAST_S = 0.5
_LEADER = ("leader", "the leader")


class _Point(NamedTuple):
    """Seconds that `other` was ahead at the end of a lap; negative: behind.

    `raced`: neither was in the lane and the track was clear.
    """

    lap: int
    gap_s: float
    raced: bool


def build_describe_gap_tool(cache: StateCache) -> ToolSpec:
    """Its history over a window, its largest and smallest, and how it goes on."""
    return race_tool(
        cache,
        _handle,
        name="describe_gap",
        kinds=RACES,
        description="The gap between two drivers described: lap by lap over a window, its largest and smallest, stops "
        "and safety cars marked, and in a broadcast's words how it develops.",
        arguments={
            "driver": s.driver_argument("one driver"),
            "other": s.driver_argument("the other"),
            "laps": s.count_argument(
                "how many of the last laps",
                default=_DEFAULT_LAPS,
                high=MOST_LAPS,
                phrases=["last {} laps", "over the last {} laps", "in the last {} laps"],
            ),
            "since_lap": {
                **s.integer("from the end of this lap on, instead of `laps`", low=1, high=s.MAX_LAPS),
                "x-phrases": ["since lap {}", "from lap {} on", "after lap {}"],
            },
            "tell": s.tell_argument("behind", meaning="on which laps the driver was behind the other"),
            "within_s": s.number("tell on which laps they were at most so many seconds apart", low=0.001, high=600),
        },
        required=["driver", "other"],
        payload={
            "ahead": s.driver("now"),
            "behind": s.driver("now"),
            "gap_s": s.gap_s("now"),
            "points": s.rows(
                s.record(
                    {
                        "lap": s.lap_number("of the car that is behind now"),
                        "gap_s": s.gap_s("negative: the order was the other", nullable=False),
                        "raced": s.flag("no pit lane, no safety car on that lap"),
                    }
                ),
                "in order",
                most=MOST_LAPS,
            ),
            "largest_s": s.gap_s(),
            "smallest_s": s.gap_s(),
            "trend": s.choice(*_TRENDS, description="over the laps that both could race"),
            "per_lap_s": s.gap_s("change a lap over those; negative: closing"),
            "in_reach": s.flag("within a second"),
        },
        examples=GAP_STORY_QUESTIONS,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    if str(given["other"]).casefold() in _LEADER and "tell" not in given and "within_s" not in given:
        return _to_leader(view, find_car(view, given["driver"], path="/driver"), given)
    one, two = different_drivers(view, given)
    gap = gap_between(view, one, two)
    ahead, behind = (gap.ahead, gap.behind) if gap else (one, two)
    points = _points(view, ahead, behind, _laps(view, behind, given))
    rate, since = _rate(points)
    now = gap.seconds if gap else None
    trend = _trend(rate)
    sizes = [*(point.gap_s for point in points), *(() if now is None else (now,))]
    return {
        "summary": within_words(view, one, two, given["within_s"], behind="tell" in given)
        if "within_s" in given
        else behind_words(view, one, two)
        if "tell" in given
        else _summary(view, ahead, behind, now, points, (trend, rate, since)),
        "ahead": named(view, ahead),
        "behind": named(view, behind),
        "gap_s": now,
        "points": [point._asdict() for point in points],
        "largest_s": max(sizes, default=None),
        "smallest_s": min(sizes, default=None),
        "trend": trend,
        "per_lap_s": rate,
        "in_reach": now is not None and now <= DRS_RANGE_S,
        "missing": [] if now is not None else ["the gap in seconds between them now"],
    }


def _to_leader(view: RaceView, car: str, given: JsonObject) -> JsonObject:
    """Of the gap to whoever led at the end of each lap."""
    found = leader_gaps(view, car, _laps(view, car, given))
    ahead = next((other for other in view.order if other != car), car)
    gap = gap_between(view, ahead, car)
    now = gap.seconds if gap else None
    sizes = [one.seconds for one in found]
    front, back = (gap.ahead, gap.behind) if gap else (ahead, car)
    return {
        "summary": leader_gap_words(view, car, found, now),
        "ahead": named(view, front),
        "behind": named(view, back),
        "gap_s": now,
        "points": [{"lap": one.lap, "gap_s": one.seconds, "raced": False} for one in found],
        "largest_s": max(sizes, default=None),
        "smallest_s": min(sizes, default=None),
        "trend": "unknown",
        "per_lap_s": None,
        "in_reach": now is not None and now <= DRS_RANGE_S,
        "missing": ["how it goes on: the leader may have been another from lap to lap"],
    }


def _laps(view: RaceView, car: str, given: JsonObject) -> int:
    """How many of a car's last laps are meant; at most `MOST_LAPS`."""
    if (since := given.get("since_lap")) is None:
        return int(given.get("laps", _DEFAULT_LAPS))
    return min(sum(lap.number >= int(since) for lap in view.laps(car)), MOST_LAPS)


def _points(view: RaceView, ahead: str, behind: str, laps: int) -> list[_Point]:
    raced = {car: {lap.number for lap in timed_laps(view, car, laps + 2) if lap.raced} for car in (ahead, behind)}
    points = []
    for lap in view.laps(behind)[-laps:] if laps else ():
        then = gap_between(view.back_to(lap.message), ahead, behind)
        if then is not None and then.seconds is not None:
            seconds = then.seconds if then.behind == behind else -then.seconds
            points.append(_Point(lap.number, seconds, lap.number in raced[ahead] and lap.number in raced[behind]))
    return points


def _rate(points: list[_Point]) -> tuple[float | None, int | None]:
    """Seconds a lap over the last laps in a row on which both could race, and the lap from whose end on."""
    run: list[_Point] = []
    for point in reversed(points):
        run.append(point)
        if not point.raced:
            break
    if len(run) < 2 or not run[0].raced:
        return None, None
    return round((run[0].gap_s - run[-1].gap_s) / (run[0].lap - run[-1].lap), 3), run[-1].lap


def _trend(rate: float | None) -> str:
    if rate is None:
        return "unknown"
    if abs(rate) < STEADY_S:
        return "steady"
    fast = " fast" if abs(rate) >= _FAST_S else ""
    return f"{'closing' if rate < 0 else 'growing'}{fast}"


def _ends(points: list[_Point], now: float) -> str:
    """The closest and the furthest, and when: who was ahead then does not matter."""
    sizes = [*((abs(point.gap_s), f"at the end of lap {point.lap}") for point in points), (now, "now")]
    (near, near_at), (far, far_at) = min(sizes), max(sizes)
    return f"closest {gap_text(near)} {near_at}, furthest {gap_text(far)} {far_at}"


def _summary(
    view: RaceView,
    ahead: str,
    behind: str,
    now: float | None,
    points: list[_Point],
    told: tuple[str, float | None, int | None],
) -> str:
    trend, rate, since = told
    front, back = short_name(view, ahead), short_name(view, behind)
    out = [short_name(view, car) for car in (ahead, behind) if view.run_state(car)[0] in OUT_STATES]
    if now is None and out:
        return f"{' and '.join(out)} {'is' if len(out) == 1 else 'are'} out, so there is no gap."
    if now is None:
        return f"The feed gives no gap in seconds between {front} and {back} now."
    text = f"{back} {'was' if view.finished else 'is'} {gap_text(now)} behind {front}"
    if len(points) > 1:
        first = points[0]
        text += (
            f", from {gap_text(first.gap_s)} at the end of lap {first.lap}"
            if first.gap_s >= 0
            else f" and was {gap_text(-first.gap_s)} ahead at the end of lap {first.lap}"
        )
        if len(points) > 2:
            text += f" ({_ends(points, now)})"
    # What was before is another story: a stop, a safety car.
    of_late = f" since lap {since}" if since is not None and points and since != points[0].lap else ""
    said = {
        "closing fast": f": closing fast, {abs(rate or 0):.2f} s a lap",
        "closing": f": closing by {abs(rate or 0):.2f} s a lap",
        "steady": ": nothing between them in pace",
        "growing": f": slipping away by {abs(rate or 0):.2f} s a lap",
        "growing fast": f": slipping away fast, {abs(rate or 0):.2f} s a lap",
        "unknown": "",
    }[trend]
    return f"{text}{said}{of_late if said else ''}."
