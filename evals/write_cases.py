"""Writes the cases: `tune.jsonl`, which planner and examples may be tuned on, and `report.jsonl`, which only reports.

What a case of a race expects is worked out here from other people's records (FIA lap charts and f1db, under
`../shared/data/truth`), with no code of the project; of simulated sessions it is read from the simulator's own record
(`simulated.py`). Questions by hand (`by_hand.txt`) name the tools that answer them.

    .venv/bin/python evals/write_cases.py ../shared/data
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulated import simulated

Case = dict[str, Any]
HERE = Path(__file__).parent
RACES = (
    ("f1_static/2024_bahrain_gp_converted", "2024_bahrain_grand_prix", "2024_01-bahrain"),
    ("f1_static/2025_australian_gp_converted", "2025_australian_grand_prix", "2025_01-australia"),
)
LED_THROUGH_THE_LANE = ("f1_static/2025_australian_gp_converted",)
"""Races whose field drove through the lane behind a safety car: the records count that as stops, and it is none."""
DRIVERS = {
    "1": "Verstappen", "2": "Sargeant", "3": "Ricciardo", "4": "Norris", "5": "Bortoleto", "6": "Hadjar", "7": "Doohan",
    "10": "Gasly", "11": "Perez", "12": "Antonelli", "14": "Alonso", "16": "Leclerc", "18": "Stroll", "20": "Magnussen",
    "22": "Tsunoda", "23": "Albon", "24": "Zhou", "27": "Hulkenberg", "30": "Lawson", "31": "Ocon", "44": "Hamilton",
    "55": "Sainz", "63": "Russell", "77": "Bottas", "81": "Piastri", "87": "Bearman",
}  # fmt: skip
LEADER = ("who led on lap {lap}", "who was in the lead at lap {lap}", "leader on lap {lap}?", "P1 on lap {lap}")
HOLDER = ("who was p{n} on lap {lap}", "who ran {nth} on lap {lap}?", "which driver was in P{n} at lap {lap}")
PLACE = ("where was {d} on lap {lap}", "what position was {d} in on lap {lap}", "{d} position at lap {lap}")
STOPS = ("how many stops did {d} make", "how often did {d} pit?", "{d} pit stops")
GRID = ("where did {d} start", "what was {d}'s grid slot", "where did {d} line up on the grid?")
FINISH = ("where did {d} finish", "where did {d} end up?", "final position of {d}")
GAINED = ("who gained the most places between laps {a} and {b}", "biggest gainer from lap {a} to lap {b}?")
MOST_NAMES = 4
"""So many stops fit an answer."""
ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth"}


def main(data: Path) -> None:
    """Writes both files: every other case reports, in the order in which they were written."""
    cases = [*by_hand(), *silences()]
    for session, chart, record in RACES:
        cases += of_race(session, data / "truth/fia_lap_charts" / f"{chart}.csv", data / "truth/f1db" / record)
    for session, chart, record in RACES:  # after all others: what tunes and what reports stays where it was
        _, laps = lap_chart(data / "truth/fia_lap_charts" / f"{chart}.csv")
        stops = yaml_rows(data / "truth/f1db" / record / "pit-stops.yml")
        cases += queries(session, laps, [] if session in LED_THROUGH_THE_LANE else stops)
    cases += simulated()
    for name, part in (("tune", cases[::2]), ("report", cases[1::2])):
        lines = (json.dumps(case, ensure_ascii=False) for case in part)
        (HERE / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def of_race(session: str, chart: Path, record: Path) -> Iterator[Case]:
    """Questions about one race, each with its truth."""
    grid, laps = lap_chart(chart)
    finish = [row for row in yaml_rows(record / "race-results.yml") if row["position"].isdigit()]
    stops = yaml_rows(record / "pit-stops.yml")
    some = sorted({lap for lap in laps if lap > 2})[3 :: max(len(laps) // 9, 1)]
    for nth, lap in enumerate(some):
        order = laps[lap]
        yield case(session, "lead", LEADER[nth % 4].format(lap=lap), [DRIVERS[order[0]], moment(lap)])
        for place in (2 + nth % 3, 5 + nth % 4):
            asked = HOLDER[nth % 3].format(n=place, nth=ORDINALS[place], lap=lap)
            yield case(session, "position", asked, [DRIVERS[order[place - 1]], moment(lap)])
        for place in (3 + nth % 5, min(9 + nth % 3, len(order))):
            driver = DRIVERS[order[place - 1]]
            yield case(session, "position", PLACE[nth % 3].format(d=driver, lap=lap), [rf"\bP{place}\b", moment(lap)])
    for nth, row in enumerate(finish[::2]):
        driver = DRIVERS[row["driverNumber"]]
        yield case(session, "finish", FINISH[nth % 3].format(d=driver), [rf"\bP{row['position']}\b"])
        made = sum(stop["driverNumber"] == row["driverNumber"] for stop in stops)
        if made and session not in LED_THROUGH_THE_LANE:
            told = {1: r"\b(1|one|a|once)\b", 2: r"\b(2|two|twice)\b", 3: r"\b(3|three)\b"}.get(made, rf"\b{made}\b")
            yield case(session, "stops", STOPS[nth % 3].format(d=driver), [told])
    for nth, car in enumerate(grid[:12:2]):
        yield case(session, "grid", GRID[nth % 3].format(d=DRIVERS[car]), [rf"\bP{2 * nth + 1}\b"])
    leader = DRIVERS[laps[some[2]][0]]
    yield case(session, "open", "who won?", [leader, "not over|still|to go|leads"], at=f"lap:{some[2]}")
    yield case(session, "follow_up", ["who leads?", f"and on lap {some[0]}?"], [DRIVERS[laps[some[0]][0]]], at="lap:40")
    third = DRIVERS[laps[some[1]][2]]
    yield case(session, "follow_up", [f"where was {third} on lap {some[1]}", "how many stops has he made?"], [third])


def queries(session: str, laps: dict[int, list[str]], stops: list[dict[str, str]]) -> Iterator[Case]:
    """Questions that count, compare and narrow, each with its truth; those about stops where the records tell them."""
    led = Counter(DRIVERS[order[0]] for order in laps.values())
    yield case(session, "query", "how many different drivers have led the race?", [rf"\b{len(led)}\b", *led])
    most, count = led.most_common(1)[0]
    yield case(session, "query", f"how many laps has {most} led", [rf"\b{count}\b"])
    yield case(session, "query", "who led the most laps", [most])
    for nth, first in enumerate(range(6, max(laps) - 8, 9)):
        gained = sorted((laps[first].index(car) - laps[first + 6].index(car), car) for car in laps[first + 6])
        if gained[-1][0] > gained[-2][0]:
            asked = GAINED[nth % len(GAINED)].format(a=first, b=first + 6)
            yield case(session, "query", asked, [rf":[^,]*{DRIVERS[gained[-1][1]]}"])
    for nth, first in enumerate(sorted({int(stop["lap"]) for stop in stops})[::3]):
        last = first + nth % 4
        made = [stop for stop in stops if first <= int(stop["lap"]) <= last]
        names = [DRIVERS[stop["driverNumber"]] for stop in made]
        if len(set(names)) <= MOST_NAMES:
            span = f"on lap {first}" if first == last else f"between lap {first} and lap {last}"
            yield case(session, "query", f"{('who pitted', 'which drivers stopped')[nth % 2]} {span}", names)
            yield case(session, "query", f"how many stops were there {span}?", [rf"\b{len(made)}\b"])
            before = [f"who pitted on lap {first + 20}", f"and {span}?"]
            yield case(session, "follow_up", before, names)
    for nth, number in enumerate(sorted({stop["driverNumber"] for stop in stops})[::3]):
        mine = [int(stop["lap"]) for stop in stops if stop["driverNumber"] == number]
        yield case(session, "query", f"on which lap did {DRIVERS[number]} pit", [rf"\b{lap}\b" for lap in mine])
        if len(mine) > 1:
            after = sum(lap >= mine[1] for lap in mine)
            asked = f"how many stops has {DRIVERS[number]} made since lap {mine[1]}"
            yield case(session, "query", asked, [rf"\b{after}\b"])
        elif nth:
            yield case(session, "query", f"has {DRIVERS[number]} stopped more than once", [r"\b1\b|one|once"])


def case(session: str, kind: str, ask: str | list[str], holds: list[str], at: str = "end") -> Case:
    """A case whose truth was worked out."""
    asked = ask if isinstance(ask, list) else [ask]
    return {"ask": asked, "session": session, "at": at, "kind": kind, "holds": holds}


def moment(lap: int) -> str:
    """The lap must be told: what was then is not now."""
    return rf"\blap {lap}\b"


def lap_chart(path: Path) -> tuple[list[str], dict[int, list[str]]]:
    """The grid, and the cars in order at the end of each lap."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    grid = next([car for car in row[1:] if car] for row in rows if row[0] == "GRID")
    laps = {int(row[0].split()[1]): [car for car in row[1:] if car] for row in rows if row[0].startswith("LAP ")}
    return grid, laps


def yaml_rows(path: Path) -> list[dict[str, str]]:
    """The records of a file that is a flat list of flat records."""
    rows: list[dict[str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"(- |  )(\w+):\s*(.*)", line):
            rows += [{}] if found[1] == "- " else []
            rows[-1][found[2]] = found[3].strip('"')
    return rows


def by_hand() -> Iterator[Case]:
    """`question | tools`; a question that silence answers as well ends with `-`."""
    for line in (HERE / "by_hand.txt").read_text(encoding="utf-8").splitlines():
        question, tools = (part.strip() for part in line.split("|"))
        named = [tool for tool in tools.split() if tool != "-"]
        expect = "silence" if not named else "either" if "-" in tools.split() else "answer"
        base: Case = {"ask": [question], "session": "f1_static/2018_azerbaijan_race", "at": "lap:30", "by_hand": True}
        yield {**base, "kind": "silence" if not named else "tools", "expect": expect, "tools": named}


def silences() -> Iterator[Case]:
    """What must stay unanswered."""
    for line in (HERE / "unanswerable.txt").read_text(encoding="utf-8").splitlines():
        yield {"ask": [line], "session": "f1_static/2018_azerbaijan_race", "at": "lap:30", "kind": "silence",
               "expect": "silence", "by_hand": True}  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1]))
