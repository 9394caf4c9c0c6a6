"""`director answers`: what was asked in chats, and what became of it."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from director.cli.command import ANSWERED, Command, UsageError
from director.cli.terminal_text import clean
from director.settings import Settings
from toolgate.contract import JsonObject

_NAME_MAX = 20


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=_count, default=20, metavar="N", help="the newest N (default: 20)")
    parser.add_argument("--json", action="store_true", help="an object a line, with plan and timings")


def _count(text: str) -> int:
    return int(text)


_count.__name__ = "whole number"


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    from director.chat.answers_log import AnswersLogError, read_answers

    if arguments.n < 1:
        raise UsageError("-n: must be at least 1")
    try:
        rows = read_answers(answers_path(settings), arguments.n)
    except AnswersLogError as error:
        raise UsageError(f"DIRECTOR_ANSWERS_PATH: {error}") from None
    if arguments.json:
        for row in rows:
            print(msgspec.json.encode(row).decode())
    else:
        for line in aligned([_cells(row) for row in rows]):
            print(line)
    return ANSWERED


def answers_path(settings: Settings) -> Path:
    """Where the answers log is."""
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
