"""`director audit tail`: the last records, and those that come."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterable
from pathlib import Path

from director.cli.audit.show import Colour, colour, milliseconds, short
from director.cli.audit.view import AuditView
from director.cli.command import ANSWERED
from director.cli.terminal_text import clean
from toolgate.audit.follow import Follower
from toolgate.contract import JsonObject

_POLL_S = 0.25


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=count, default=20, metavar="N", help="how many records (default: 20)")
    parser.add_argument("-f", "--follow", action="store_true", help="go on with the records that come")


def count(text: str) -> int:
    """How many records. ValueError where the text isn't a count."""
    number = int(text)
    if number < 0:
        raise ValueError
    return number


count.__name__ = "count (0 or more)"


async def _run(path: Path, arguments: argparse.Namespace) -> int:
    follower = Follower(path)
    _print(follower.last(arguments.n), as_json=arguments.json)
    while arguments.follow:
        _print(follower.fresh(), as_json=arguments.json)
        await asyncio.sleep(_POLL_S)
    return ANSWERED


def _print(records: Iterable[JsonObject], *, as_json: bool) -> None:
    for record in records:
        print(json.dumps(record, ensure_ascii=False) if as_json else _line(record), flush=True)


def _line(record: JsonObject) -> str:
    """`time, how it ended, ms, tool, agent, arguments`, one under the other."""
    word, tint = _ending(record)
    when = str(record.get("ts", ""))[:23].replace("T", " ")
    latency = record.get("latency_ms")  # of any type, where somebody else wrote the record
    took = milliseconds(latency if isinstance(latency, int | float) else None).rjust(8)
    if record.get("safety") is not None:
        about = f"{record.get('decision_reason', '')} {short(record.get('extra'))}"
        return f"{colour(when, 'dim')}  {colour(word.ljust(16), tint)}  {took}  {clean(about)}"
    tool = clean(str(record.get("tool", ""))).ljust(24)
    agent = clean(str(record.get("agent_id", ""))).ljust(16)
    about = record.get("rule") or record.get("decision_reason", "") if record.get("denied") else ""
    rest = "  ".join(clean(str(part)) for part in (short(record.get("args")), about) if part)
    return f"{colour(when, 'dim')}  {colour(word.ljust(16), tint)}  {took}  {tool}  {agent}  {rest}".rstrip()


def _ending(record: JsonObject) -> tuple[str, Colour]:
    if record.get("safety") is not None:
        return str(record["safety"]), "yellow"
    if record.get("denied"):
        return "denied", "red"
    if record.get("exit_code") is not None:
        return str(record.get("error_type") or "failed"), "yellow"
    return "ok", "green"


VIEW = AuditView("tail", "the last records; --follow goes on with those that come", _add_arguments, _run)
