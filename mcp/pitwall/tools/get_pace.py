"""get_pace: how fast cars are lapping now: who is quickest, quicker than a car, most consistent, getting faster."""

from __future__ import annotations

from pitwall.facts.lasting_pace import PACE_LAPS, clean_times, spread_of, spread_times
from pitwall.facts.names import find_car, named
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import pace_words as words
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_TOLD_FIRST = ("order", "faster", "consistency", "trend", "stint")
_ONE: JsonObject = {"driver": "{driver}"}
_NOW = "(now|right now|at the moment|currently|at present)"

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        f"""
        who is (the|) (fastest|quickest) (car|driver|man|) (on track|on the track|out there|) {_NOW}
        which car is (the|) (fastest|quickest) {_NOW} / who has the best pace {_NOW} / who is lapping (fastest|quickest)
        who is lapping the (fastest|quickest) {_NOW} / who has the best (current pace|pace) of late
        """,
    ),
    *asked(
        _ONE,
        """
        is {driver} (slow|fast|quick)
        is {driver} (faster|quicker) than (anyone|anybody)
        is {driver} (faster|quicker) than (everyone|everybody|all others|all the others) / is {driver} on pace
        """,
    ),
    *asked(
        {**_ONE, "tell": "faster"},
        """
        who is (lapping|going|) (faster|quicker) than {driver}
        which cars are (lapping|) (faster|quicker) than {driver}
        is anyone (lapping|going|) (faster|quicker) than {driver} / who has (better|more) pace than {driver}
        how many cars are (lapping|) (faster|quicker) than {driver}
        """,
    ),
    *asked(
        {"tell": "consistency"},
        """
        who is the most consistent / who has been the most consistent / who has the most consistent lap times
        who is lapping the most consistently / most consistent driver / who is most consistent
        """,
    ),
    *asked(
        {**_ONE, "tell": "consistency"},
        """
        how consistent (is|has) {driver} (been|) / is {driver} consistent / how even are the lap times of {driver}
        how much do the lap times of {driver} vary
        """,
    ),
    *asked(
        {**_ONE, "tell": "trend"},
        """
        is {driver} (getting|going|lapping) (faster|slower|quicker) (now|) / is {driver} getting faster or slower
        is {driver} (slower|faster|quicker) than (he was|before|earlier)
        (has|have) {driver} got (slower|faster) / are the lap times of {driver} dropping
        is {driver} (losing|gaining) pace / are the lap times of {driver} getting (slower|faster|worse|better)
        """,
    ),
    *asked(
        {"tell": "trend"},
        """
        is the (track|pace|field) getting (faster|slower|quicker)
        are the (lap times|laps|times) getting (slower|faster)
        how much (slower|faster) are the laps (now|)
        """,
    ),
    *asked(
        {**_ONE, "tell": "stint"},
        """
        how much (faster|slower|quicker) is {driver} (since his stop|since his last stop|after his stop|this stint)
        is {driver} (faster|slower|quicker) (since his stop|since his last stop|after his stop|than in the last stint)
        how much (faster|slower|quicker) is {driver} (on|with) (the new|new|fresh) tyres
        """,
    ),
)


def build_get_pace_tool(cache: StateCache) -> ToolSpec:
    """Averages of clean laps over the last few: all cars ranked, or one against others or against before."""
    return race_tool(
        cache,
        _handle,
        name="get_pace",
        kinds=RACES,
        description="The pace of late in a race: averages of clean laps over the last few, ranked; who is lapping "
        "faster than a driver, who is the most consistent, and whether a driver or the field is getting faster.",
        arguments={
            "driver": s.driver_argument("whom the summary is about"),
            "tell": s.tell_argument(
                *_TOLD_FIRST,
                meaning="faster: who is than the driver; trend: the last clean laps against those before; "
                "stint: this stint against the one before",
                default="order",
            ),
            "last_n": s.count_argument(
                "how many of the last laps count",
                default=PACE_LAPS,
                high=100,
                phrases=["over the last {} laps", "in the last {} laps"],
            ),
        },
        payload={
            "rows": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "clean_laps": s.integer("of the last ones", low=1, high=s.MAX_LAPS),
                        "average_s": s.lap_time("mean of those"),
                        "spread_s": s.gap_s("standard deviation of its last clean laps of this stint; null: too few"),
                    }
                ),
                "cars still going, quickest first",
            )
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    tell, last_n = given.get("tell", "order"), given.get("last_n", PACE_LAPS)
    if car is None and tell in ("faster", "stint"):
        raise InvalidArgument(f"{tell} is told of one driver: name one", path="/driver")
    going = [each for each in view.order if view.run_state(each)[0] not in OUT_STATES]
    means = words.ranked(view, going, last_n)
    return {
        "summary": words.summary(view, tell, car, going, means, last_n),
        "rows": [
            {
                "driver": named(view, each),
                "clean_laps": len(clean_times(view, each, last_n)),
                "average_s": round(mean, 3),
                "spread_s": spread_of(spread_times(view, each)),
            }
            for mean, each in means[: s.MAX_CARS]
        ],
    }
