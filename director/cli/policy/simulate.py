"""`director policy simulate`: what other rules would have said of recorded calls."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from director.cli.command import ANSWERED, UsageError
from director.cli.policy.files import rules_in
from director.cli.terminal_text import clean
from director.race import SERVER
from director.settings import Settings
from toolgate.audit.chain import BadLine
from toolgate.audit.segments import read_lines
from toolgate.audit.snapshot import snapshot
from toolgate.policy.simulate import Simulation, simulate

NAME = "simulate"
HELP = "decide recorded calls by other rules, and show what would change"

_HEAD = ("calls", "agent", "tool", "was", "now", "by")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """RULES and the audit log."""
    parser.add_argument("rules", metavar="RULES", type=Path, help="the rules to try")
    parser.add_argument(
        "--audit",
        metavar="FILE",
        type=Path,
        required=True,
        help="an audit log, with what was rotated out of it, or one .gz",
    )
    parser.add_argument("--json", action="store_true", help="one object")


async def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Prints the changes and the counts."""
    rules = rules_in(arguments.rules)
    try:
        told = simulate(rules, _records(arguments.audit), SERVER)
    except FileNotFoundError:
        raise UsageError(f"--audit: there is no file {arguments.audit}") from None
    except (OSError, BadLine) as error:
        why = getattr(error, "strerror", None) or "it isn't a complete .gz file"
        raise UsageError(f"--audit: can't read {arguments.audit}: {why}") from None
    print(orjson.dumps(told.to_json()).decode() if arguments.json else _text(told))
    return ANSWERED


def _records(path: Path) -> Iterator[Any]:
    """The records of a log with all its segments, or of one segment; None for a line that isn't JSON."""
    with snapshot(path) as segments:
        for segment in segments:
            for line in read_lines(segment):
                try:
                    yield orjson.loads(line)
                except orjson.JSONDecodeError:
                    yield None


def _text(told: Simulation) -> str:
    """A table of the changes, the most frequent first, and a line of counts."""
    rows = [
        (str(calls), change.agent_id, f"{change.server}/{change.tool}", change.was, change.now, change.rule_now)
        for change, calls in told.changes.most_common()
    ]
    table = [tuple(map(clean, row)) for row in (_HEAD, *rows)] if rows else []
    widths = [max(len(row[column]) for row in table) for column in range(len(_HEAD))] if rows else []
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
    counts = (
        f"{told.calls} calls: {told.unchanged} unchanged, {told.would_allow} would be allowed, "
        f"{told.would_deny} would be denied, {told.unknown} unknown, {told.elsewhere} not decided by rules"
    )
    skipped = [f"lines that aren't the record of a call: {told.skipped}"] if told.skipped else []
    return "\n".join([*lines, counts, *skipped])
