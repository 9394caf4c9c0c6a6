"""Every question of one driver in every way to say whom: how many answers name him, name others, or are silent.

    python benchmarks/ways_to_ask.py RACE [MOMENT]  # ../shared/data/f1_static/2018_azerbaijan_race lap:42

Who each description means is worked out from the order and the grid that the race's tools tell; the questions with his
surname stand first, as what the others are held to.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator

import director
from pitwall.facts.names import short_name
from pitwall.relations import table

QUESTIONS = (
    "where is {}", "how many stops has {} made", "what tyres is {} on", "last lap of {}", "best lap of {}",
    "who is ahead of {}", "who is behind {}", "how far is {} behind the leader", "when did {} last pit",
    "how old are the tyres of {}", "has {} pitted", "how many places has {} gained", "does {} have a penalty",
    "what team does {} drive for", "is {} catching the car ahead", "average lap time of {} over the last 5 laps",
    "how many laps has {} led", "where did {} start", "top speed of {}", "how many laps has {} done",
    "fastest stop of {}", "did {} set the fastest lap", "lap times of {}", "what tyres did {} start on",
    "is {} in the points", "how long was the last stop of {}",
)  # fmt: skip
SAYING = "P{}", "{}th", "the car in P{}"
MIDDLE = 7
"""The position of which cars are asked for, and beside which."""


def ways(race: director.Race) -> Iterator[tuple[str, str]]:
    """How somebody is described, and the surname of whom it means."""
    view = race.cache.view()
    rows = [row for row in table(view, "drivers").rows if row["state"] not in ("stopped", "retired")]
    placed = {row["position_now"]: short_name(view, str(row["car"])) for row in rows}
    started = {row["grid"]: short_name(view, str(row["car"])) for row in table(view, "drivers").rows}
    middle = placed[MIDDLE]
    yield middle, middle
    yield from ((said.format(MIDDLE), middle) for said in SAYING)
    yield from (("the leader", placed[1]), ("third", placed[3]), ("the last car", placed[max(placed)]))
    yield from ((f"the car ahead of {middle}", placed[MIDDLE - 1]), (f"the guy behind {middle}", placed[MIDDLE + 1]))
    yield from (("the polesitter", started[1]), ("the driver who started third", started[3]))
    teams: dict[object, list[str]] = {}
    for row in sorted(rows, key=lambda row: row["position_now"]):
        teams.setdefault(row["team"], []).append(short_name(view, str(row["car"])))
    team, pair = next((str(team), cars) for team, cars in teams.items() if len(cars) > 1 and " " not in str(team))
    yield from ((f"the lead {team}", pair[0]), (f"the second {team}", pair[1]), (f"the {team} in front", pair[0]))


async def main(source: str, moment: str) -> None:
    with director.open_race(source, at=moment, planner="offline") as race:
        total = Counter[str]()
        for said, meant in ways(race):
            found = Counter[str]()
            for question in QUESTIONS:
                answer = await race.ask(question.format(said))
                text = answer.text if answer.status == "answered" else ""
                found["him" if meant in text else "others" if text else "silent"] += 1
            total += found
            print(
                f"{said:<32} {meant:<14} names him {found['him']:>3}, not {found['others']:>3}, silent {found['silent']:>3}"
            )
        print(f"{'all':<47} names him {total['him']:>3}, not {total['others']:>3}, silent {total['silent']:>3}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "lap:42"))
