"""`director eval`: asks every case of a file, and says what the answers are worth."""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import msgspec

from director.cli.command import ANSWERED, Command, UsageError
from director.cli.opening import as_usage
from director.cli.planner import add_planner
from director.evaluation import CaseError, EvalCase, JudgedCase, judge, read_cases, summed_up
from director.evaluation.picture import svg
from director.memory import Memory
from director.race import load_race, start_backend
from director.race.backend import Backend
from director.settings import Settings


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cases", type=Path, metavar="CASES.jsonl", help="the questions and what their answers hold")
    parser.add_argument("--data", type=Path, default=Path(), metavar="DIR", help="the folder of the sessions' folders")
    add_planner(parser)
    parser.add_argument("--json", action="store_true", help="print one object with every case")
    parser.add_argument("--picture", type=Path, metavar="FILE.svg", help="draw a bar chart of the results by kind")
    parser.add_argument("--show", action="store_true", help="print every case that is not right")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    try:
        cases = read_cases(arguments.cases)
    except CaseError as error:
        raise UsageError(str(error)) from None
    with as_usage():
        backend = await start_backend(replace(settings, planner=arguments.planner or settings.planner))
    try:
        rows = await _judged(cases, arguments.data, settings, backend)
    finally:
        await backend.aclose()
    report = summed_up(rows)
    if arguments.picture:
        try:
            arguments.picture.write_text(svg(report), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"--picture: {arguments.picture}: {error.strerror}") from None
    if arguments.json:
        print(msgspec.json.encode(report.to_json()).decode())
        return ANSWERED
    if arguments.show:
        for row in rows:
            if row.judgement not in ("right", "rightly_silent"):
                print(f"{row.judgement}: {' / '.join(row.case.ask)} -> {row.text or row.reason}")
    print(report.to_text())
    return ANSWERED


async def _judged(cases: list[EvalCase], data: Path, settings: Settings, backend: Backend) -> list[JudgedCase]:
    """Every case, the cases of one session and moment together: each race is loaded once."""
    rows: list[JudgedCase] = []
    ordered = sorted(cases, key=lambda case: (case.session, case.at))
    for (session, at), group in groupby(ordered, key=lambda case: (case.session, case.at)):
        source = session if ":" in session else str(data / session)
        with as_usage():
            race = await load_race(settings, source, at)
        race.plans_with(Backend(backend.planner, backend.answerer))
        try:
            for case in group:
                memory = Memory()
                for question in case.ask[:-1]:
                    before = await race.ask(question, memory=memory.turns())
                    memory.add(question, before.plan, before.text)
                rows.append(judge(case, await race.ask(case.question, memory=memory.turns())))
        finally:
            await race.aclose()
    return rows


COMMAND = Command(_add_arguments, _run)
"""Ask every case of a file and judge the answers."""
