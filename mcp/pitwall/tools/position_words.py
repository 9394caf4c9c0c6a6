"""How places gained and lost are worded: one driver, the biggest movers, the grid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Literal

from pitwall.facts.names import short_name
from pitwall.facts.points import why_unpaid
from pitwall.facts.starting import starting_positions
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.words import capital, count_text, fitting
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject

Since = Literal["grid", "first_place_given", "lap"]
_AT_ONCE = 3
"""So many positions gained or lost on one lap are told."""
_ROOM = 60
"""Characters that one more name with its positions, and how many follow it, may take."""


def summary(view: RaceView, given: JsonObject, rows: list[JsonObject], since: Since) -> str:
    """What was asked of the positions, in one sentence. `since` is what they are compared with."""
    lap = given.get("since_lap")
    if "driver" in given:
        return _one(view, rows[0], since, lap, asked_then=not {"at_lap", "at_time"}.isdisjoint(given))
    if given.get("order") == "lost":
        return _lost(view, rows, since, lap)
    return _grid(view, rows, since, lap) if given.get("order") == "grid" else _all(view, rows, since, lap)


def _grid(view: RaceView, rows: list[JsonObject], since: Since, lap: int | None) -> str:
    placed = [f"{item['then']} {short_name(view, item['driver']['car'])}" for item in rows if item["then"] is not None]
    start = {"grid": "The grid: ", "lap": f"The order after lap {lap}: "}.get(since, "The order before the start: ")
    return fitting(start, placed) if placed else "The feed does not tell the grid."


def _worded(view: RaceView, item: JsonObject) -> str:
    return f"{short_name(view, item['driver']['car'])} {item['gained']:+d} (P{item['then']} to P{item['now']})"


def _since(since: str, lap: int | None) -> str:
    return f"since lap {lap}" if since == "lap" else "since the start"


def _all(view: RaceView, rows: list[JsonObject], since: str, lap: int | None) -> str:
    moved = [item for item in rows if item["gained"]]
    if rows and all(item["gained"] is None for item in rows):
        return _untold(since, lap)
    if not view.started:
        return "The race has not started: no place has changed hands."
    if not moved:
        return f"No place has changed hands {_since(since, lap)}." if rows else "The feed has placed no car yet."
    gained = [_worded(view, item) for item in moved if item["gained"] > 0][:3]
    going = [item for item in moved if item["gained"] < 0 and item["state"] not in OUT_STATES]
    lost = [_worded(view, item) for item in reversed(going)][:1]
    up = f"Most gained {_since(since, lap)}: {', '.join(gained)}" if gained else f"Nobody gained {_since(since, lap)}"
    who = "a car that finished" if view.finished else "a car still going"
    return fitting(f"{up}; most lost by {who}: ", lost) if lost else f"{up}."


def _untold(since: str, lap: int | None) -> str:
    start = f"at the end of lap {lap}" if since == "lap" else "at the start"
    return f"The feed does not tell the order {start}, so what was gained and lost cannot be said."


def _lost(view: RaceView, rows: list[JsonObject], since: str, lap: int | None) -> str:
    """A car that is out has lost its position in another way: those that go on are told."""
    if rows and all(item["gained"] is None for item in rows):
        return _untold(since, lap)
    lost = [item for item in rows if (item["gained"] or 0) < 0]
    going = [_worded(view, item) for item in lost if item["state"] not in OUT_STATES]
    who = "that finished" if view.finished else "still going"
    if going:
        return fitting(f"Most lost {_since(since, lap)} by cars {who}: ", going)
    return f"No car {who} has lost a place {_since(since, lap)}." if rows else "The feed has placed no car yet."


def _one(view: RaceView, item: JsonObject, since: str, lap: int | None, *, asked_then: bool) -> str:
    name, then, now, gained = short_name(view, item["driver"]["car"]), item["then"], item["now"], item["gained"]
    if then is None:
        return f"{name}: the feed does not tell the place {_since(since, lap)}."
    car = item["driver"]["car"]
    if since != "lap" and item["state"] in OUT_STATES and not view.car(car).laps:
        return f"{name} had P{then} on the grid, completed no lap and is out ({item['state']})."
    origin = f"was P{then} at the end of lap {lap}" if since == "lap" else f"started P{then}"
    out = f", and is out ({item['state']})" if item["state"] in OUT_STATES else ""
    if gained is None:
        return f"{name} {origin}{out or (' and had no position then' if asked_then else ' and has no position now')}."
    change = "the same place" if not gained else f"{count_text(abs(gained), 'place')} {'up' if gained > 0 else 'down'}"
    place = f"was P{now} then" if asked_then else f"is P{now} now"
    at_once = _at_once(view, car, then, gained, lap or 0)
    return f"{name} {origin} and {place}: {change}{at_once}{out or _held_since(view, car, now)}."


def _at_once(view: RaceView, car: str, then: int, gained: int, since: int) -> str:
    """` (P2 to P15 on lap 44, into the pits)`: the lap on which most was lost, or gained, of what was since a lap."""
    held = [
        (since, then),
        *((lap.number, lap.position) for lap in view.laps(car) if lap.number > since and lap.position),
    ]
    moves = [(before - after, lap, before, after) for (_, before), (lap, after) in pairwise(held)]
    if not moves or abs(gained) < _AT_ONCE:
        return ""
    move, lap, before, after = max(moves) if gained > 0 else min(moves)
    if abs(move) < _AT_ONCE or move * gained < 0:
        return ""
    into = ", into the pits" if any(passage.lap == lap for passage in view.passages(car)) else ""
    return f" (P{before} to P{after} on lap {lap}{into})"


def _held_since(view: RaceView, car: str, now: int) -> str:
    """`, in P3 since lap 22`: of a car that had another position at the end of an earlier lap."""
    laps = view.laps(car)
    other = next((lap.number for lap in reversed(laps) if lap.position not in (now, None)), None)
    if other is None:
        return ""
    return (
        f", in P{now} since lap {other + 1}" if other < laps[-1].number else f", P{laps[-1].position} at the last line"
    )


def lap_by_lap(view: RaceView, car: str, item: JsonObject) -> str:
    """`Perez, started P8: P15 on lap 1, P14 on laps 2 to 4, …`: the position at the end of each lap."""
    spells = []
    for place, laps in groupby(view.laps(car), key=lambda lap: lap.position):
        numbers = [lap.number for lap in laps]
        span = f"lap {numbers[0]}" if len(numbers) == 1 else f"laps {numbers[0]} to {numbers[-1]}"
        if place is not None:
            spells.append(f"P{place} on {span}")
    name, then = short_name(view, car), item["then"]
    started = f", started P{then}" if then is not None else ""
    return fitting(f"{name}{started}: ", spells) if spells else f"The feed does not tell the positions of {name}."


def on_a_lap(view: RaceView, car: str, number: int) -> str:
    """What a car gained or lost on a lap: from the end of the lap before, or the grid, to its end."""
    name, held = short_name(view, car), {lap.number: lap.position for lap in view.laps(car)}
    if number not in held:
        return f"{name} has not completed lap {number}."
    before = starting_positions(view)[0].get(car) if number == 1 else held.get(number - 1)
    after = held[number]
    if before is None or after is None:
        return f"The feed does not tell the position of {name} around lap {number}."
    if before == after:
        return f"{name} gained and lost no place on lap {number}: P{after}."
    change = f"{'gained' if after < before else 'lost'} {count_text(abs(before - after), 'place')}"
    return f"{name} {change} on lap {number}: from P{before} to P{after}."


def moved_on_lap(view: RaceView, rows: Sequence[JsonObject], given: JsonObject) -> str:
    """`Gained on lap 6: Gasly +2 (P9 to P7); lost: …`: from line to line, those who are asked for first."""
    by_gain = sorted((item for item in rows if item["gained"]), key=lambda item: -item["gained"])
    ways = [("gained", [item for item in by_gain if item["gained"] > 0])]
    ways.append(("lost", [item for item in reversed(by_gain) if item["gained"] < 0]))
    (first, moved), (other, rest) = ways[::-1] if given.get("order") == "lost" else ways
    if not moved:
        return f"Nobody {first} a place on lap {given['on_lap']}."
    beside = f"; most {other}: {_worded(view, rest[0])}" if rest else ""
    return fitting(
        f"{capital(first)} on lap {given['on_lap']}: ", [_worded(view, item) for item in moved], end=f"{beside}."
    )


def top_words(view: RaceView, rows: list[JsonObject], top_n: int, since: Since, lap: int | None) -> str:
    """`Top 3 now, and at the start: 1 Bottas (P3), 2 Vettel (P1), …; no longer in it: Ricciardo (P4 to P17).`"""
    then = f"at the end of lap {lap}" if since == "lap" else "at the start"
    told = [item for item in rows if item["now"] is not None and item["then"] is not None]
    if not told:
        return _untold(since, lap or 0)
    now = sorted((item for item in told if item["now"] <= top_n), key=lambda item: item["now"])
    gone = [item for item in told if item["then"] <= top_n < item["now"]]
    start = f"Top {top_n}{'' if view.finished else ' now'}, and {then}: "
    held = [f"{item['now']} {short_name(view, item['driver']['car'])} (P{item['then']})" for item in now]
    left = [f"{short_name(view, item['driver']['car'])} (P{item['then']} to P{item['now']})" for item in gone]
    whole = f"{start}{', '.join(held)}; no longer in it: "
    # Those who are in it come first: where they leave no room for one more name, the others are not told.
    return fitting(whole, left) if left and len(whole) <= SUMMARY_MAX_CHARS - _ROOM else fitting(start, held)


def crossed_words(view: RaceView, car: str, given: JsonObject, paid: int | None) -> str:
    """`Sainz dropped out of the top 5 on lap 7 (P4 to P6), lap 20 (P5 to P8).`: on which laps of his he crossed that
    line, at the end of the lap.
    """
    first = given.get("top_n", paid)
    if first is None:
        return f"{capital(why_unpaid(view))}."
    came, name = given["moved"] in ("in", "last_in"), short_name(view, car)
    what = f"{'into' if came else 'out of'} {f'the top {first}' if 'top_n' in given else 'the points'}"
    held = [(lap.number, lap.position) for lap in view.laps(car) if lap.position is not None]
    if given["moved"] == "last_in":
        return _last_in(name, held, first, what.removeprefix("into "))
    started = starting_positions(view)[0].get(car)
    pairs = list(pairwise([*([] if started is None else [(0, started)]), *held]))
    over = [(lap, then, now) for (_, then), (lap, now) in pairs if (then <= first) != (now <= first)]
    crossed = [each for each in over if (each[2] <= first) == came]
    if not crossed:
        kept = f": P{pairs[0][0][1]} at first and P{pairs[-1][1][1]} now" if pairs else ""
        return f"{name} has not {'come' if came else 'dropped'} {what} at the end of any lap{kept}."
    said = [f"on lap {lap} (P{then} to P{now})" for lap, then, now in crossed]
    return fitting(f"{name} {'came' if came else 'dropped'} {what} ", said)


def _last_in(name: str, held: Sequence[tuple[int, int]], first: int, what: str) -> str:
    """`Sainz was last in the top 5 at the end of lap 19 (P4).`"""
    inside = [(lap, position) for lap, position in held if position <= first]
    if not inside:
        return f"{name} has not been in {what} at the end of any lap."
    lap, position = inside[-1]
    if (lap, position) == held[-1]:
        return f"{name} was in {what} at the end of his last lap, lap {lap} (P{position})."
    return f"{name} was last in {what} at the end of lap {lap} (P{position})."


def moved_words(view: RaceView, rows: list[JsonObject], given: JsonObject, paid: int | None, since: Since) -> str:
    """`Out of the points since the start: Ricciardo (P4 to P17, out), …`: who came into the first few or left them."""
    first = given.get("top_n", paid)
    if first is None:
        return f"{capital(why_unpaid(view))}."
    named = f"the top {first}" if "top_n" in given else "the points"
    told = [item for item in rows if item["now"] is not None and item["then"] is not None]
    if not told:
        return _untold(since, given.get("since_lap") or 0)
    came = given["moved"] == "in"
    moved = [
        item for item in told if (item["now"] <= first < item["then"] if came else item["then"] <= first < item["now"])
    ]
    start = f"{'Into' if came else 'Out of'} {named} {_since(since, given.get('since_lap'))}: "
    if not moved:
        return (
            f"Nobody has {'come into' if came else 'dropped out of'} {named} {_since(since, given.get('since_lap'))}."
        )
    said = []
    for item in sorted(moved, key=lambda item: item["now"]):
        out = ", out" if item["state"] in OUT_STATES else ""
        said.append(f"{short_name(view, item['driver']['car'])} (P{item['then']} to P{item['now']}{out})")
    return fitting(start, said)
