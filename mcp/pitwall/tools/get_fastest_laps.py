"""get_fastest_laps: the best lap of each driver, fastest first."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.facts.best_laps import best_lap, lap_of_best, set_at
from pitwall.facts.deleted import deleted_by_car
from pitwall.facts.in_segment import lap_segments
from pitwall.facts.names import find_car, named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import best_lap_words as words
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.best_lap_questions import EXAMPLES
from pitwall.tools.drivers_asked import different_drivers
from pitwall.tools.get_stints import COMPOUNDS
from pitwall.tools.segment_argument import SEGMENT, segment_asked, span_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, lap_time_text
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_DEFAULT_LAPS = 5

_ONE: JsonObject = {"driver": "{driver}"}

_EXAMPLES: tuple[Example, ...] = (
    # The best of all.
    *asked(
        {"top_n": 1},
        """
        who has the fastest lap / what is the fastest lap / what is the fastest lap of the race / fastest lap
        fastest lap of the race / fastest lap time / best lap / best lap time / best time / who set the fastest lap
        who set the best lap / who set the best time / who did the fastest lap / who did the best lap
        who drove the fastest lap / who made the fastest lap / who posted the fastest lap / who posted the best time
        who clocked the fastest lap / who clocked the best time / who recorded the fastest lap
        who managed the quickest lap / who put in the best lap / who ran the fastest lap / who holds the fastest lap
        who is holding the fastest lap / who owns the fastest lap / whose lap is the fastest
        whose is the fastest lap / who got the fastest lap / which driver has the fastest lap
        which driver has the best lap / which driver has the best lap time / which driver set the fastest lap
        which driver did the quickest lap / which car set the fastest lap / what is the best lap
        what is the best lap time / what time is the fastest lap / quickest lap of anyone
        the quickest lap and by whom / who is the fastest driver on track / who is the fastest driver
        who is the fastest / who is fastest on track / which driver is fastest / which car is fastest
        who has gone fastest / has anyone gone faster / who went fastest / quickest tour of the circuit
        quickest tour of the track / who did the fastest tour / fastest time around the track
        on which lap was the fastest lap set / when was the fastest lap set / on what lap was the fastest lap
        who holds the lap record in the race / lap record / lap record of the race / what is the lap record today
        record lap / who has the purple lap / purple lap / who is purple / whose is the purple lap
        the purple lap belongs to whom / who does the fastest lap belong to / who lit up the timing screens purple
        who went purple / any purple laps / fl / who has fl / fl holder
        is it {driver} or {driver} with the fastest lap / fastest lap holder / who is top of the time sheets
        benchmark time / benchmark lap / who set the benchmark / session best / best of the session / speediest lap
        speediest driver / top time / hottest lap / outright fastest lap / outright best lap / the most rapid lap
        who did a flyer / best flying lap / who has the most pace / quickest over one lap / best effort of the race
        the time to beat / who gets the fastest lap point / who gets the bonus point for the fastest lap
        """,
    ),
    # A ranking.
    *asked(
        {},
        """
        fastest laps / fastest laps of the race / best laps / best laps of the race / best lap times / top laps
        top lap times / top times / best times / best times of the field / quickest times / list of fastest laps
        list of the best laps / fastest laps table / fastest laps for the graphic / ranking of the fastest laps
        ranking of lap times / lap time ranking / rank drivers by lap time / rank drivers by best lap
        rank the fastest laps / sort drivers by fastest lap / order by best lap / order of the fastest laps
        drivers ordered by best lap / lap time comparison / compare the lap times / compare the best laps
        who has the fastest lap and who is (next|second) / who has the fastest lap and who (is|are) the next {n}
        compare best laps of everyone / compare best laps {driver} and {driver} / best laps {driver} vs {driver}
        fastest laps {driver} and {driver} / everyone's pb / everyone's best lap / best lap of everyone
        best lap of each driver / everybody's personal best / fastest lap per driver / quickest lap by each driver
        best lap by driver / list of personal bests / personal bests / who is setting fastest laps
        who is setting purple laps / who has the best pace / who is quick / who are the quickest
        who is setting the pace over one lap / how quick is everyone / hot laps
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        """
        the {n} (fastest|quickest) drivers / {n} fastest (cars|) / top {n} by best lap / {n} fastest laps by driver
        top {n} (in|of) the (fastest laps|fastest lap ranking) / who are the {n} fastest / best laps of the {n} fastest
        """,
    ),
    # One driver's.
    *asked(
        _ONE,
        """
        what is {driver}'s best lap / best lap of {driver} / best lap {driver} / {driver} best lap
        what is the best lap time of {driver} / best lap time of {driver} / {driver} best lap time
        {driver} best time / best time of {driver} / fastest lap of {driver} / {driver} fastest lap
        what is {driver}'s fastest lap / {driver} fastest time / quickest time by {driver} / quickest lap by {driver}
        what is the quickest lap of {driver} / {driver} quickest tour of the track
        what time was the best lap of {driver} / {driver} pb / pb of {driver} / pb lap of {driver}
        {driver} personal best / personal best of {driver} / what is {driver}'s personal best
        what is the quickest {driver} has gone / how fast has {driver} gone / when did {driver} set the fastest lap
        when did {driver} set the best lap / on what lap did {driver} set the best time
        on which lap was {driver} quickest / on which lap did {driver} do the best lap
        which lap was the best of {driver} / the flying lap of {driver} / best effort of {driver}
        top lap of {driver} / {driver} top lap / how fast was the best lap of {driver} / how quick was {driver}'s best
        has {driver} improved the best lap / does {driver} have the fastest lap / is {driver} holding the fastest lap
        has {driver} got the fastest lap / did {driver} set the fastest lap / is the fastest lap by {driver}
        where does the best lap of {driver} rank / rank of {driver} in fastest laps
        how far off the fastest lap is {driver}
        how much (quicker|faster) (is|was) {driver}'s (best|fastest) lap than (the next|anyone else's|anybody else's)
        how much (quicker|faster) (is|was) {driver}'s (best|fastest) lap than the next (driver's|driver|best|car|man)
        how far clear (is|was) {driver}'s (best|fastest) lap (of the next|of the rest|of everyone|of the next driver|)
        """,
    ),
)


_TELL = s.tell_argument(
    "best",
    "last",
    "history",
    "latest",
    "compounds",
    "tyres",
    "holder",
    "classes",
    meaning="last: last laps against the best before; history: who held the fastest lap; latest: the times that were "
    "set last; compounds: the best on each; tyres: on what a driver set it; holder: who has the fastest and "
    "where in the order; classes: the fastest of each class",
    default="best",
)
_PAYLOAD: s.JsonSchema = {
    "laps": s.rows(
        s.record(
            {
                "rank": s.integer(low=1, high=s.MAX_CARS),
                "driver": s.driver(),
                "time_s": s.number("seconds", high=100_000),
                "lap": s.lap_number("the lap it was set on", nullable=True),
                "behind_fastest_s": s.number("seconds", high=100_000),
            }
        ),
        "fastest first",
    ),
    "drivers_with_a_time": s.integer(high=s.MAX_CARS),
}


def build_get_fastest_laps_tool(cache: StateCache) -> ToolSpec:
    """Best laps so far, each driver's own, ranked."""
    return race_tool(
        cache,
        _handle,
        name="get_fastest_laps",
        description="The fastest laps so far: each driver's best lap time and the lap it was set on, ranked.",
        arguments={
            "top_n": s.count_argument(
                "how many drivers",
                default=_DEFAULT_LAPS,
                high=s.MAX_CARS,
                phrases=[
                    *(f"{best} {{}}" for best in ("top", "best", "fastest", "quickest")),
                    *(f"{{}} {best}" for best in ("top", "best", "fastest", "quickest")),
                    "top {} fastest",
                    "top {} best",
                ],
            ),
            "driver": s.driver_argument("only this driver, with the rank among all"),
            "other": s.driver_argument("a second driver, with whose best lap the first's is compared"),
            # "On lap 20" and "after lap 20", which set the moment elsewhere, name the laps themselves here.
            "lap": {
                **s.integer("only laps of this number", low=1, high=s.MAX_LAPS),
                "x-phrases": ["on lap {}", "in lap {}", "of lap {}", "during lap {}", "for lap {}", "lap {}"],
            },
            "since_lap": {
                **s.integer("only laps after this one", low=0, high=s.MAX_LAPS),
                "x-phrases": ["since lap {}", "after lap {}"],
            },
            "segment": SEGMENT,
            "tell": _TELL,
            "compound": s.choice(*COMPOUNDS, description="with compounds: which the summary begins with"),
        },
        payload=_PAYLOAD,
        examples=(*_EXAMPLES, *EXAMPLES),
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    # Of two equal laps the one that was set first is the faster.
    segment = segment_asked(view, given)
    timed = sorted(_best_laps(view, given, segment), key=lambda each: (each[0], set_at(view, *each[1:])))
    ranked: list[JsonObject] = [
        {
            "rank": rank,
            "driver": named(view, car, set_at(view, car, lap)),
            "time_s": time,
            "lap": lap,
            "behind_fastest_s": round(time - timed[0][0], 3),
        }
        for rank, (time, car, lap) in enumerate(timed[: s.MAX_CARS], start=1)
    ]
    only = f"{_which(given)}{span_words(view, None, segment)}"
    if "driver" in given and "other" in given:
        pair = different_drivers(view, given)
        chosen = [item for item in ranked if item["driver"]["car"] in pair]
        summary = _pair_summary(view, pair, chosen, only)
    elif "driver" in given:
        car = find_car(view, given["driver"], path="/driver")
        chosen = [item for item in ranked if item["driver"]["car"] == car]
        summary = _driver_summary(view, car, chosen, ranked[1:2], only)
    else:
        chosen = ranked[: given.get("top_n", _DEFAULT_LAPS)]
        summary = _summary(view, chosen, ranked[1:2], only)
    return {"summary": _told_first(view, given) or summary, "laps": chosen, "drivers_with_a_time": len(ranked)}


def _pair_summary(view: RaceView, pair: list[str], chosen: list[JsonObject], only: str) -> str:
    """`Best lap of Leclerc 1:34.090 on lap 36, 0.417 s faster than of Sainz 1:34.507 on lap 44.`"""
    if len(chosen) < len(pair):
        told = {item["driver"]["car"] for item in chosen}
        lacking = " and ".join(short_name(view, car) for car in pair if car not in told)
        other = f"; best lap of {_worded(view, chosen[0])}" if chosen else ""
        return f"No lap time{only} of {lacking} yet{other}."
    first, second = chosen
    by = second["behind_fastest_s"] - first["behind_fastest_s"]
    return f"Best lap of {_worded(view, first)}, {by:.3f} s faster than of {_worded(view, second)}."


def _told_first(view: RaceView, given: JsonObject) -> str:
    """What is asked of best laps besides their order; empty where nothing is."""
    tell, car = (
        given.get("tell", "best"),
        find_car(view, given["driver"], path="/driver") if "driver" in given else None,
    )
    if tell == "last":
        return words.last_bests_words(view) if car is None else words.last_words(view, car)
    if tell == "compounds" and car is None:
        return words.each_compound_words(view)
    if tell == "tyres" and car is None:
        raise InvalidArgument("the tyres of best laps are told of one driver: name one", path="/driver")
    if tell == "tyres" and car is not None:
        return words.tyre_words(view, car)
    if tell == "compounds" and car is not None:
        return words.compound_words(view, car, given.get("compound"))
    whole = {
        "history": words.history_words,
        "latest": words.latest_words,
        "holder": words.holder_words,
        "classes": words.class_words,
    }
    return whole.get(tell, lambda _: "")(view)


def _best_laps(view: RaceView, given: JsonObject, segment: int | None) -> Iterator[tuple[float, str, int | None]]:
    """Each car's best lap: the feed's word on it, or the best of its lap times where only some laps count."""
    lap, since = given.get("lap"), given.get("since_lap")
    gone = {(car, each.time_s) for car, laps in deleted_by_car(view).items() for each in laps}
    for car in view.cars:
        if lap is None and since is None:
            quick = best_lap(view, car, segment)
            if quick is not None:
                yield quick, car, lap_of_best(view, car, quick)
            continue
        mine = lap_segments(view, car) if segment else {}
        times = ((n, t) for n, t in view.lap_times(car).items() if mine.get(n) == segment)
        counted = [(t, n) for n, t in times if n > (since or 0) and lap in (None, n) and (car, t) not in gone]
        if counted:
            time, number = min(counted)
            yield time, car, number


def _which(given: JsonObject) -> str:
    """` on lap 20`, ` since lap 45`, or nothing where every lap counts."""
    words = {"lap": "on", "since_lap": "since"}
    return "".join(f" {word} lap {given[name]}" for name, word in words.items() if name in given)


def _worded(view: RaceView, item: JsonObject) -> str:
    on = f" on lap {item['lap']}" if item["lap"] is not None else ""
    car = item["driver"]["car"]
    return f"{short_name(view, car, set_at(view, car, item['lap']))} {lap_time_text(item['time_s'])}{on}"


def _summary(view: RaceView, chosen: list[JsonObject], second: list[JsonObject], only: str) -> str:
    if not chosen:
        return f"No lap time{only} yet."
    if len(chosen) == 1 and second:
        by, whom = second[0]["behind_fastest_s"], short_name(view, second[0]["driver"]["car"])
        decides = words.deciding_words(view, None, chosen[0]) if not only else ""
        return f"Fastest{only or ' lap'}: {_worded(view, chosen[0])}, {by:.3f} s ahead of {whom}{decides}."
    return fitting(f"Fastest{only or ' lap'}: ", [_worded(view, item) for item in chosen], separator="; then ")


def _driver_summary(view: RaceView, car: str, chosen: list[JsonObject], second: list[JsonObject], only: str) -> str:
    if not chosen:
        return f"{short_name(view, car)} has no lap time{only} yet."
    item = chosen[0]
    rank = f"{item['behind_fastest_s']:.3f} s off the fastest"
    if item["rank"] == 1:
        margin = [f", {each['behind_fastest_s']:.3f} s ahead of {_worded(view, each)}" for each in second]
        rank = "".join(("the fastest of all", *margin))
    decides = words.deciding_words(view, car, item) if not only else ""
    return f"Best lap of {_worded(view, item)}, P{item['rank']} of the fastest laps{only}, {rank}{decides}."
