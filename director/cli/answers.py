"""`director answers`: list what was asked in chats and answered, or approve an answer."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from director.cli.command import ANSWERED, FAILED, Command, UsageError
from director.cli.terminal_text import clean
from director.settings import Settings
from toolgate.contract import JsonObject

if TYPE_CHECKING:
    from director.chat.answers_log import Limits

_NAME_MAX = 20
_ALL = 100_000_000


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=("list", "export", "approve"), default="list", help="what to do")
    parser.add_argument("id", nargs="?", metavar="ID", help="the message whose answer you approve")
    parser.add_argument("--channel", choices=("nats", "lines"), help="where the message was sent, if ids are the same")
    parser.add_argument("-n", type=_count, metavar="N", help="the newest N (default: 20; export: all)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the file to export to (default: stdout)")
    parser.add_argument("--json", action="store_true", help="print one object a line, with plan and timings")


def _count(text: str) -> int:
    return int(text)


_count.__name__ = "whole number"


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    from director.chat.answers_table import AnswersLogError

    if arguments.n is not None and arguments.n < 1:
        raise UsageError("-n: must be at least 1")
    if (arguments.action == "approve") != (arguments.id is not None):
        raise UsageError("name the message whose answer you approve: director answers approve ID")
    try:
        return _ACTIONS[arguments.action](arguments, answers_path(settings))
    except AnswersLogError as error:
        raise UsageError(f"DIRECTOR_ANSWERS_PATH: {error}") from None


def _list(arguments: argparse.Namespace, path: Path) -> int:
    from director.chat.answers_reading import read_answers

    rows = read_answers(path, arguments.n or 20)
    if arguments.json:
        for row in rows:
            print(msgspec.json.encode(row).decode())
    else:
        for line in aligned([_cells(row) for row in rows]):
            print(line)
    return ANSWERED


def _export(arguments: argparse.Namespace, path: Path) -> int:
    """Every row, an object a line: what was answered and what was decided otherwise."""
    from director.chat.answers_reading import read_answers

    lines = [msgspec.json.encode(row).decode() for row in read_answers(path, arguments.n or _ALL)]
    if arguments.output is None:
        for line in lines:
            print(line)
        return ANSWERED
    try:
        arguments.output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{arguments.output.name}: {error.strerror}") from None
    print(f"{len(lines)} rows in {arguments.output}")
    return ANSWERED


def _approve(arguments: argparse.Namespace, path: Path) -> int:
    from director.chat.held_answers import approve, waiting_in

    channels = waiting_in(path, arguments.id) if arguments.channel is None else [arguments.channel]
    if len(channels) > 1:
        raise UsageError(f"such an answer waits in {' and in '.join(channels)}: name one with --channel")
    text = approve(path, arguments.id, channels[0]) if channels else None
    if text is None:
        print(f"director: no answer waits for the message {clean(arguments.id)[:_NAME_MAX]}", file=sys.stderr)
        return FAILED
    print(f"approved: {clean(text)}")
    return ANSWERED


_ACTIONS: Mapping[str, Callable[[argparse.Namespace, Path], int]] = MappingProxyType(
    {"list": _list, "export": _export, "approve": _approve}
)


def answers_limits(settings: Settings) -> tuple[Limits, Limits]:
    """How many answers are kept and for how long, and how many other decisions."""
    from director.chat.answers_log import Limits

    return (
        Limits(settings.answers_keep, settings.answers_keep_days),
        Limits(settings.decisions_keep, settings.decisions_keep_days),
    )


def answers_path(settings: Settings) -> Path:
    """The path of the answers log."""
    if settings.answers_path is not None:
        return settings.answers_path
    from platformdirs import user_data_path

    return user_data_path("race-director", appauthor=False) / "answers.sqlite3"


def aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows as lines with aligned columns; the last column is not padded."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _cells(row: JsonObject) -> tuple[str, ...]:
    name = clean(row["username"]) or "-"
    short = name if len(name) <= _NAME_MAX else f"{name[: _NAME_MAX - 1]}…"
    took = f"{row['waited_ms'] / 1000:.1f} s" if row["waited_ms"] is not None else "-"
    said = row["answer"] if row["published"] else f"({row['reason']})"
    return (row["ts_iso"][:19] + "Z", row["status"], took, short, clean(f"{row['question']}  ->  {said}"))


COMMAND = Command(_add_arguments, _run)
