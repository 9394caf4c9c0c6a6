"""`director ask`: a question in, a short true answer out."""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import msgspec

from director.cli.apart import apart
from director.cli.backend import Backend, add_planner, make_backend
from director.cli.command import ANSWERED, FAILED, SILENT, Command, add_source
from director.cli.compose import Race, catalogue, load_race
from director.cli.explain import explain
from director.pipeline import Answer, Limits, ask
from director.settings import Settings
from pitwall.context import race_context
from toolgate.contract import qualified

AGENT = "director"
_EXIT = {"answered": ANSWERED, "silent": SILENT, "failed": FAILED}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    add_source(parser)
    add_planner(parser)
    parser.add_argument("--json", action="store_true", help="print one object with plan, steps and timings")
    parser.add_argument("--explain", action="store_true", help="show how the answer came about")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    with uncollected():
        race, backend = await load_with_backend(arguments, settings)
        try:
            answer = await ask_race(race, settings, arguments.question, backend)
        finally:
            await backend.aclose()
    if arguments.json:
        print(msgspec.json.encode(answer.to_json()).decode())
        return _EXIT[answer.status]
    if arguments.explain:
        print(explain(answer, colour=_in_colour()))
        return _EXIT[answer.status]
    if answer.answer:
        print(answer.answer)
    else:
        print(f"director: {answer.status}: {answer.reason}", file=sys.stderr)
    return _EXIT[answer.status]


def _in_colour() -> bool:
    """Whether stdout is a terminal whose user has nothing against colours."""
    if not sys.stdout.isatty():
        return False
    from rich.console import Console

    return not Console().no_color


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


async def load_with_backend(arguments: argparse.Namespace, settings: Settings) -> tuple[Race, Backend]:
    """The race, and who plans: the package of a language model is imported while the race is loaded."""
    name = arguments.planner or settings.planner
    return await asyncio.gather(load_race(arguments, settings), apart(partial(make_backend, name, settings)))


async def ask_race(race: Race, settings: Settings, question: str, backend: Backend) -> Answer:
    """One question to a loaded race, about its now. Planned with the tools that the gate lets it call."""
    agent = race.gate.caller(AGENT)
    return await ask(
        question,
        planner=backend.planner,
        answerer=backend.answerer,
        catalogue=catalogue(race.runner.listed(agent)),
        context=race_context(race.cache.view()),
        call=race.runner.call,
        agent=agent,
        parallel=frozenset(qualified(spec.server, spec.name) for spec in race.runner.specs if spec.can_parallel),
        limits=limits(settings),
        load_ms=race.load_ms,
    )


def limits(settings: Settings) -> Limits:
    """What a question may cost, by the settings."""
    return Limits(
        max_steps=settings.max_steps,
        max_parallel=settings.max_parallel,
        step_timeout_s=settings.step_timeout_s,
        total_timeout_s=settings.total_timeout_s,
        plan_timeout_s=settings.plan_timeout_s,
        answer_timeout_s=settings.answer_timeout_s,
        deadline_s=settings.deadline_s,
        answer_max_chars=settings.answer_max_chars,
        data_age_s=settings.data_age_s,
    )


COMMAND = Command("ask", "ask the race a question", _add_arguments, _run)
