"""get_stints: who is on which tyres, how old they are, and the sets each car has used."""

from __future__ import annotations

from pitwall.facts.gaps import neighbour
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.passages import TYRE_CHANGES, TyreChange, compare_sets
from pitwall.facts.tyre_ages import adds_up, is_age_sure, laps_on
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.car import Tyre
from pitwall.tools import schemas as s
from pitwall.tools.stint_questions import EXAMPLES
from pitwall.tools.tool import race_tool
from pitwall.tools.tyre_age_words import among_all, tyres_of_all
from pitwall.tools.tyre_comparison_words import THAN, USED, compared
from pitwall.tools.words import fitting, laps_text
from toolgate.contract import SUMMARY_MAX_CHARS, InvalidArgument, JsonObject, ToolSpec

_MAX_SETS = 200

COMPOUNDS = ("soft", "medium", "hard", "intermediate", "wet", "ultrasoft", "supersoft", "hypersoft", "superhard")

_SET = {
    "compound": s.text("as the feed names it", longest=20, nullable=True),
    "new": {"type": ["boolean", "null"], "description": "whether the set was new when fitted, as the feed says"},
    "age_laps": s.lap_number("laps the set has done, those before this race included", nullable=True),
}

_THAN = ("compared to", "compared with", "against", "versus", "vs", "with")
"""Between what was then and what is now."""

_PAYLOAD: s.JsonSchema = {
    "cars": s.rows(
        s.record(
            {
                "driver": s.driver(),
                "place": s.position(),
                **_SET,
                "sets": s.integer("entries of tyres in the feed", high=_MAX_SETS),
                "state": s.run_state(),
            }
        ),
        "cars whose tyres the feed has told",
    ),
    "stints": s.rows(
        s.record(
            {
                "number": s.integer("from 1", low=1, high=10_000),
                **_SET,
                "start_laps": s.lap_number("laps it had done when fitted", nullable=True),
                "laps": s.lap_number("laps done in this stint", nullable=True),
                "change": s.choice(
                    *TYRE_CHANGES, None, description="against the entry before; kept: the same tyres went on"
                ),
            }
        ),
        "one driver's, in order; the feed opens one at every passage through the pit lane",
        most=_MAX_SETS,
    ),
    "compounds": s.rows(
        s.record({"compound": s.text(longest=20), "cars": s.integer(high=s.MAX_CARS)}),
        "how many cars still going are on each",
        most=20,
    ),
}


def build_get_stints_tool(cache: StateCache) -> ToolSpec:
    """The set on every car with its age, oldest first if asked, and all sets of one driver."""
    return race_tool(
        cache,
        _handle,
        name="get_stints",
        description="Tyres and stints: which compound each driver is on, the age of the tyres, whether they were new, "
        "who has the oldest, and all the stints of one driver.",
        arguments={
            "driver": s.driver_argument("only this driver, with the history of sets"),
            "neighbours": {**s.flag("tell the tyres of the cars ahead of and behind the driver"), "default": False},
            "then_lap": {
                **s.integer("with driver: the tyres after this lap beside those of now", low=1, high=s.MAX_LAPS),
                "x-phrases": [
                    f"{at} lap {{}} {now}"
                    for at in ("on", "at", "in")
                    for now in ("and now", "and what is he on now", *(f"{than} now" for than in _THAN))
                ],
            },
            "compound": s.choice(*COMPOUNDS, description="only cars on this compound"),
            "other": {**s.driver_argument("with driver: whose tyres his are held against"), "x-by-example": True},
            "than": s.choice(*THAN, description="with driver: the others whose tyres are so to his"),
            "side": s.choice("ahead", "behind", description="with than: only of the cars ahead of him or behind"),
            "used": s.choice(*USED, description="who has used so many compounds; one with compound: only that one"),
            "left": s.flag("asked which sets are left, which no feed tells"),
            "order": {
                **s.choice("place", "oldest", "newest", description="in the order of the race, or by the tyres' age"),
                "default": "place",
            },
        },
        payload=_PAYLOAD,
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    every = list(dict.fromkeys((*view.order, *view.cars)))[: s.MAX_CARS]
    on = {car: tyre for car in every if (tyre := set_on(view, car)) is not None}
    asked_for = [only] if only else [car for car in every if view.run_state(car)[0] not in OUT_STATES]
    chosen = _ordered([car for car in asked_for if car in on], on, given)
    stints = _stints(view, only) if only else []
    told = _told(view, only, stints, chosen, on, given)
    if (held := compared(view, only, asked_for, on, given)) is not None:
        told, chosen = held
    if given.get("left"):
        told = f"No feed tells which sets are left{f'; {told}' if only else '.'}"[:SUMMARY_MAX_CHARS]
    return {
        "summary": told,
        "cars": [_row(view, car, on[car]) for car in chosen],
        "stints": stints,
        "compounds": _compounds(view, on),
        "missing": _missing(view, asked_for, on, in_table=only is None),
    }


def _told(
    view: RaceView,
    only: str | None,
    stints: list[JsonObject],
    chosen: list[str],
    on: dict[str, Tyre],
    given: JsonObject,
) -> str:
    if only is None:
        return _all(view, chosen, on, given)
    if "then_lap" in given:
        return _then_and_now(view, only, on, given["then_lap"])
    if given.get("neighbours"):
        return _around(view, only, on)
    return _one(view, only, stints, on.get(only), among_all(view, only, on, given.get("order", "place")))


def _then_and_now(view: RaceView, car: str, on: dict[str, Tyre], lap: int) -> str:
    """`Vettel was on SUPERSOFT 14 laps old on lap 10 and is now on SOFT 3 laps old.`"""
    before = view.at_lap(lap)
    if before is None:
        raise InvalidArgument(f"lap {lap} has not been completed by anyone", path="/then_lap")
    name, then = short_name(view, car), set_on(before, car)
    if then is None or car not in on:
        when = f"on lap {lap}" if then is None else "now"
        return f"The feed has not told what tyres {name} {'was' if then is None else 'is'} on {when}."
    now = "is now" if view.run_state(car)[0] in ("running", "in_pit") else "was last"
    return f"{name} was on {_worded(_set(then))} on lap {lap} and {now} on {_worded(_set(on[car]))}."


def _around(view: RaceView, car: str, on: dict[str, Tyre]) -> str:
    """`Perez, ahead of Sainz, is on SOFT 1 lap old; Russell, behind Sainz, is on HARD …`."""
    said, name = [], short_name(view, car)
    for other, where in ((neighbour(view, car, -1), "ahead of"), (neighbour(view, car, 1), "behind")):
        if other is None:
            said.append(f"nobody is {where} {name}")
        elif other not in on:
            said.append(f"the feed has not told the tyres of {short_name(view, other)}, {where} {name}")
        else:
            said.append(f"{short_name(view, other)}, {where} {name}, is on {_worded(_set(on[other]))}")
    own = f"; {name} on {_worded(_set(on[car]))}" if car in on else ""
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}{own}."


def _ordered(cars: list[str], on: dict[str, Tyre], given: JsonObject) -> list[str]:
    compound, order = given.get("compound"), given.get("order", "place")
    found = [car for car in cars if compound is None or (on[car].compound or "").lower() == compound]
    if order == "place":
        return found
    sign = -1 if order == "oldest" else 1
    aged = [(sign * laps, car) for car in found if (laps := on[car].laps) is not None]
    return [car for _, car in sorted(aged, key=lambda item: item[0])]


def _row(view: RaceView, car: str, tyre: Tyre) -> JsonObject:
    return {
        "driver": named(view, car),
        "place": view.car(car).position,
        **_set(tyre),
        "sets": min(len(view.tyres(car)), _MAX_SETS),
        "state": view.run_state(car)[0],
    }


def _set(tyre: Tyre) -> JsonObject:
    compound = tyre.compound[:20] if tyre.compound and tyre.compound != "UNKNOWN" else None
    return {"compound": compound, "new": tyre.new, "age_laps": tyre.laps}


def _stints(view: RaceView, car: str) -> list[JsonObject]:
    rows: list[JsonObject] = []
    before: Tyre | None = None
    for tyre in view.tyres(car)[-_MAX_SETS:]:
        change: TyreChange | None = compare_sets(before, tyre) if before else None
        rows.append(
            {
                "number": tyre.number + 1,
                **_set(tyre),
                "start_laps": tyre.start_laps,
                "laps": laps_on(tyre),
                "change": change,
            }
        )
        before = tyre
    return rows


def _compounds(view: RaceView, on: dict[str, Tyre]) -> list[JsonObject]:
    counts: dict[str, int] = {}
    for car, tyre in on.items():
        compound = _set(tyre)["compound"]
        if compound and view.run_state(car)[0] not in OUT_STATES:
            counts[compound] = counts.get(compound, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: -item[1])[:20]
    return [{"compound": compound, "cars": cars} for compound, cars in ranked]


def _missing(view: RaceView, cars: list[str], on: dict[str, Tyre], *, in_table: bool) -> list[str]:
    untold = [car for car in cars if car not in on or _set(on[car])["compound"] is None]
    told = [car for car in cars if car in on]
    since = [car for car in told if _silent_since_lane(view, car)]
    rough = [car for car in told if _rough(view, car, in_table=in_table)]
    return [
        f"{what}: {_names(view, found)}"
        for what, found in (
            ("the tyres of", untold),
            ("news of the tyres since the last time in the pit lane", since),
            ("the right age of the tyres (the feed's counts do not add up to the laps driven)", rough),
        )
        if found
    ]


def _silent_since_lane(view: RaceView, car: str) -> bool:
    """Whether the feed has said nothing of the tyres since the car last went into the pit lane."""
    passages = view.passages(car)
    return bool(passages) and view.tyres(car, passages[-1].message_in) == view.tyres(car)


def _rough(view: RaceView, car: str, *, in_table: bool) -> bool:
    """Whether the counts of a car's sets do not add up; a table tells of the set that is on it alone."""
    return not adds_up(view, car) and not (in_table and is_age_sure(view, car))


def _names(view: RaceView, cars: list[str], most: int = 6) -> str:
    more = f" and {len(cars) - most} more" if len(cars) > most else ""
    return ", ".join(short_name(view, car)[:15] for car in cars[:most]) + more


def _worded(stint: JsonObject) -> str:
    age = "" if stint["age_laps"] is None else f" {laps_text(stint['age_laps'])} old"
    return f"{stint['compound'] or 'unnamed tyres'}{' new' if stint['new'] and stint['age_laps'] == 0 else age}"


def _one(view: RaceView, car: str, stints: list[JsonObject], tyre: Tyre | None, among: str = "") -> str:
    name = short_name(view, car)
    if not stints:
        return f"The feed has not told the tyres of {name}."
    earlier = _earlier_sets(stints)
    now = "is on" if view.run_state(car)[0] in ("running", "in_pit") else "was last on"
    fitted = stints[-1]["new"]
    done = stints[-1]["start_laps"]
    state = ", fitted new" if fitted else f", fitted with {laps_text(done)} on it" if done else ""
    age = "" if tyre is None or tyre.laps is None else f", {laps_text(tyre.laps)} old"
    start = f"{name} {now} {stints[-1]['compound'] or 'unnamed tyres'}{age}{state}"
    return fitting(f"{start}; before: ", earlier, end=f"{among}.") if earlier else f"{start}{among}."


def _earlier_sets(stints: list[JsonObject]) -> list[str]:
    """The compounds of the sets before the last one. A stint on tyres that were kept is of the same set."""
    fitted = [index for index, stint in enumerate(stints) if index == 0 or stint["change"] != "kept"]
    return [str(stints[index]["compound"]) for index in fitted[:-1] if stints[index]["compound"]]


def _all(view: RaceView, cars: list[str], on: dict[str, Tyre], given: JsonObject) -> str:
    compound, order = given.get("compound"), given.get("order", "place")
    if not cars:
        return f"No car still going is on {compound} tyres." if compound and on else "The feed has told no car's tyres."
    said = [f"{short_name(view, car)} {_worded(_set(on[car]))}" for car in cars]
    if compound and order != "place":
        return fitting(f"{order.capitalize()} {compound} tyres: ", said)
    if compound:
        return fitting(f"{len(cars)} on {compound} tyres: ", [short_name(view, car) for car in cars])
    return tyres_of_all(view, cars, on, said) if order == "place" else fitting(f"{order.capitalize()} tyres: ", said)
