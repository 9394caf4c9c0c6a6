"""What the plan cache makes of pairs of questions: right reuse, wrong reuse, and what a hit costs.

The first question of a pair is planned as its line says, at two moments of the race, and kept; the second is then
asked of the cache alone. Then all together: every first question kept in one cache, every question asked of it.
`tuning` are the pairs it was tuned on, `held out` the others.

    python benchmarks/plan_cache.py [tests/director/plan_cache/pairs.txt]
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import perf_counter

from director.plan_cache import CachingPlanner
from director.plan_cache.question_form import QuestionReader
from director.plan_cache.store import similarity
from director.planners.base import Turn, WatchedPlan
from director.validator import validate_plan
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan, Step

PAIRS = Path(__file__).resolve().parents[1] / "tests" / "director" / "plan_cache" / "pairs.txt"
FIELD = """
5 VET Sebastian Vettel, Ferrari / 7 RAI Kimi Räikkönen, Ferrari / 44 HAM Lewis Hamilton, Mercedes
/ 77 BOT Valtteri Bottas, Mercedes / 3 RIC Daniel Ricciardo, Red Bull Racing / 33 VER Max Verstappen, Red Bull Racing
/ 31 OCO Esteban Ocon, Force India / 11 PER Sergio Perez, Force India / 55 SAI Carlos Sainz, Renault
/ 27 HUL Nico Hülkenberg, Renault / 18 STR Lance Stroll, Williams / 35 SIR Sergey Sirotkin, Williams
/ 14 ALO Fernando Alonso, McLaren / 2 VAN Stoffel Vandoorne, McLaren / 16 LEC Charles Leclerc, Sauber
/ 9 ERI Marcus Ericsson, Sauber / 20 MAG Kevin Magnussen, Haas F1 Team / 8 GRO Romain Grosjean, Haas F1 Team
/ 10 GAS Pierre Gasly, Toro Rosso / 28 HAR Brendon Hartley, Toro Rosso
"""
HALVES = ("tuning", "held out")
KINDS = ("same", "changed", "other")


@dataclass(frozen=True)
class Pair:
    """Two questions, the first one's plan, and the second one's: None where the first one's must not serve it."""

    kind: str
    half: str
    first: str
    plan: Plan
    second: str
    expected: Plan | None


def read_pairs(path: Path = PAIRS) -> list[Pair]:
    """The pairs of the file. Of each kind, every other one is held out."""
    numbers = {kind: count() for kind in KINDS}
    pairs = []
    for line in path.read_text().splitlines():
        if not line.startswith(KINDS):
            continue
        kind, first, plan, second, *last = (part.strip() for part in line.split(" | "))
        expected = plan if kind == "same" else last[0] if last else "-"
        half = HALVES[next(numbers[kind]) % 2]
        pairs.append(Pair(kind, half, first, _plan(plan), second, None if expected == "-" else _plan(expected)))
    return pairs


def read_plans(path: Path = PAIRS) -> dict[str, Plan]:
    """The right plan of every question of the file that has one."""
    pairs = read_pairs(path)
    plans = {pair.second: pair.expected for pair in pairs if pair.expected} | {pair.first: pair.plan for pair in pairs}
    lines = [line.split(" | ") for line in path.read_text().splitlines() if line.startswith("plan")]
    return plans | {question: _plan(plan) for _, question, plan in lines}


def _plan(text: str) -> Plan:
    name, *given = text.split()
    arguments = {key: _value(value) for key, _, value in (each.partition("=") for each in given)}
    return Plan((Step("s1", name, arguments, "pitwall"),))


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def race_catalogue() -> list[JsonObject]:
    """The race tools' own catalogue."""
    return [
        {
            "name": spec.name,
            "description": spec.description,
            "input_schema": spec.input_schema,
            "output_schema": spec.output_schema,
            "tier": str(spec.tier),
            "examples": [list(example) for example in spec.examples],
            "server": "pitwall",
        }
        for spec in build_tools(StateCache())
    ]


def race_context(lap: int = 20) -> Context:
    """A field of drivers and teams, and where the race is."""
    drivers = []
    for each in FIELD.split("/"):
        left, _, team = each.strip().partition(", ")
        car, code, name = left.split(" ", 2)
        drivers.append({"car": car, "code": code, "name": name, "team": team})
    teams = [{"name": team} for team in sorted({driver["team"] for driver in drivers})]
    line = f"Azerbaijan Grand Prix, 2018, Race: lap {lap} of 51 completed."
    return Context(line, {"driver": drivers, "team": teams}, "Race")


class Planned:
    """A planner that plans as it is told, and says whether it was asked."""

    name = "told"

    def __init__(self, plan: Plan | None = None) -> None:
        self.says = plan or Plan()
        self.asked: list[str] = []

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        self.asked.append(question)
        return self.says


async def answered(
    planner: CachingPlanner,
    question: str,
    catalogue: list[JsonObject],
    context: Context,
    memory: Sequence[Turn] = (),
) -> WatchedPlan | Plan:
    """A question planned, its plan checked, and said to have answered."""
    plan = await planner.plan(question, catalogue, context, memory)
    if isinstance(plan, WatchedPlan):
        plan.settle(validate_plan(plan.to_json(), catalogue, vocabularies=context.vocabularies), bool(plan.steps))
    return plan


_READER = QuestionReader()
"""It reads the same catalogue for every pair, and once."""


async def outcome(pair: Pair, catalogue: list[JsonObject], context: Context) -> str:
    """What becomes of the second question: `right` or `wrong` reuse, `rightly` or `needlessly` asked anew."""
    inner = Planned(pair.plan)
    planner = CachingPlanner(inner, 10)
    planner._reader = _READER
    await answered(planner, pair.first, catalogue, race_context(lap=17))
    await answered(planner, pair.first, catalogue, context)
    inner.says = Plan()
    plan = await planner.plan(pair.second, catalogue, context)
    if isinstance(plan, WatchedPlan) and plan.cached:
        return "right" if pair.expected is not None and plan.steps == pair.expected.steps else "wrong"
    return "needlessly" if pair.expected is not None else "rightly"


def by_similarity_alone(pairs: list[Pair], least: float, catalogue: list[JsonObject], context: Context) -> int:
    """How many pairs of the kinds `changed` and `other` are at least so similar, words and slots, unguarded."""
    reader, found = QuestionReader(), 0
    for pair in pairs:
        one, other = (reader.read(question, catalogue, context) for question in (pair.first, pair.second))
        found += pair.expected is None and bool(one and other and similarity(one, other) >= least)
    return found


async def crossed(
    pairs: list[Pair], known: dict[str, Plan], catalogue: list[JsonObject], context: Context
) -> tuple[int, int, list[str]]:
    """Every question of the file asked of one cache with all the plans: how many, how many reused, which wrongly."""
    inner = Planned()
    planner = CachingPlanner(inner, 1000)
    for lap in (17, 20):
        for pair in pairs:
            inner.says = pair.plan
            await answered(planner, pair.first, catalogue, race_context(lap))
    inner.says = Plan()
    reused, wrong = 0, []
    questions = list(dict.fromkeys([*known, *(pair.second for pair in pairs)]))
    for question in questions:
        plan = await planner.plan(question, catalogue, context)
        if isinstance(plan, WatchedPlan) and plan.cached:
            reused += 1
            if question not in known or known[question].steps != plan.steps:
                wrong.append(f"{question} -> {plan.to_json()['plan']}")
    return len(questions), reused, wrong


async def timed_hit(catalogue: list[JsonObject], context: Context, kept: int = 500) -> float:
    """Microseconds from question to checked plan, beside so many others."""
    planner = CachingPlanner(Planned(Plan((Step("s1", "get_stints", {"driver": "VET"}, "pitwall"),))), kept)
    for number in range(kept - 1):
        await answered(
            planner, f"which {'very ' * (number % 30)}old tyres {number:x}x is Vettel on", catalogue, context
        )
    await answered(planner, "what tyres is Vettel on?", catalogue, context)
    times = []
    for _ in range(300):
        start = perf_counter()
        plan = await planner.plan("What tires is Hamilton on right now?", catalogue, context)
        times.append((perf_counter() - start) * 1e6)
        assert isinstance(plan, WatchedPlan)
        assert plan.cached
    return statistics.median(times)


async def main(path: Path) -> None:
    catalogue, context = race_catalogue(), race_context()
    tally: Counter[tuple[str, str, str]] = Counter()
    for pair in read_pairs(path):
        became = await outcome(pair, catalogue, context)
        tally[pair.half, pair.kind, became] += 1
        if became in ("wrong", "needlessly") and "-v" in sys.argv:
            print(f"{became:<10} {pair.half:<8} {pair.first} | {pair.second}")
    print(f"{'':<8} {'kind':<8} pairs  reused right  reused wrong  asked rightly  asked needlessly")
    for half in HALVES:
        for kind in KINDS:
            found = [tally[half, kind, became] for became in ("right", "wrong", "rightly", "needlessly")]
            print(
                f"{half:<8} {kind:<8} {sum(found):>5}  {found[0]:>12}  {found[1]:>12}  {found[2]:>13}  {found[3]:>16}"
            )
    questions, reused, wrong = await crossed(read_pairs(path), read_plans(path), catalogue, context)
    print(f"all together: {questions} questions, {reused} reused a plan, {len(wrong)} wrongly", *wrong, sep="\n  ")
    for least in (0.75, 0.85, 0.95):
        found = by_similarity_alone(read_pairs(path), least, catalogue, context)
        print(f"similarity of at least {least} alone would reuse wrongly: {found}")
    print(f"a hit among 500 plans: {await timed_hit(catalogue, context):.0f} µs")


if __name__ == "__main__":
    files = [argument for argument in sys.argv[1:] if argument != "-v"]
    asyncio.run(main(Path(files[0]) if files else PAIRS))
