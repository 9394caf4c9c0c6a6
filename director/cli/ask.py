"""`director ask`: a question in, a short true answer out."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import orjson

from director.cli.command import ANSWERED, FAILED, SILENT, Command, add_source
from director.cli.compose import Race, catalogue, load_race
from director.cli.explain import explain
from director.pipeline import Answer, Limits, ask
from director.planners import PLANNERS, make_planner
from director.settings import Settings
from pitwall.context import race_context

_EXIT = {"answered": ANSWERED, "silent": SILENT, "failed": FAILED}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    add_source(parser)
    parser.add_argument("--planner", choices=("auto", *PLANNERS), help="who plans (default: auto)")
    parser.add_argument("--json", action="store_true", help="print one object with plan, steps and timings")
    parser.add_argument("--explain", action="store_true", help="show how the answer came about")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    with uncollected():
        race = await load_race(arguments, settings)
        answer = await ask_race(race, settings, arguments.question, arguments.planner or settings.planner)
    if arguments.json:
        print(orjson.dumps(answer.to_json()).decode())
        return _EXIT[answer.status]
    if arguments.explain:
        print(explain(answer))
        return _EXIT[answer.status]
    if answer.answer:
        print(answer.answer)
    else:
        print(f"director: {answer.status}: {answer.reason}", file=sys.stderr)
    return _EXIT[answer.status]


@contextmanager
def uncollected() -> Iterator[None]:
    """Without garbage collection: what one question builds is needed until its end, so looking for garbage is waste."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


async def ask_race(race: Race, settings: Settings, question: str, planner: str) -> Answer:
    """One question to a loaded race, about its now."""
    return await ask(
        question,
        planner=make_planner(planner),
        catalogue=catalogue(race.runner.specs, settings.tools_allow),
        context=race_context(race.cache.view()),
        call=race.runner.call,
        parallel=frozenset(spec.name for spec in race.runner.specs if spec.can_parallel),
        limits=Limits(
            max_steps=settings.max_steps,
            max_parallel=settings.max_parallel,
            step_timeout_s=settings.step_timeout_s,
            total_timeout_s=settings.total_timeout_s,
            plan_timeout_s=settings.plan_timeout_s,
            answer_max_chars=settings.answer_max_chars,
        ),
        load_ms=race.load_ms,
    )


COMMAND = Command("ask", "ask the race a question", _add_arguments, _run)
