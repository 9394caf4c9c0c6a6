"""`director audit verify`: whether anything was changed, removed, added or moved."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from director.cli.audit.show import colour, short
from director.cli.audit.view import AuditView, nothing_more
from director.cli.command import ANSWERED, FAILED
from director.cli.terminal_text import clean
from toolgate.audit.verify import Verification, verify_log
from toolgate.contract import JsonObject

UNACCOUNTED = 3
"""Exit status: the chain is intact, but an effect was begun of which no record says how it ended."""

_MOST_EFFECTS = 20


async def _run(path: Path, arguments: argparse.Namespace) -> int:
    result = verify_log(path)
    if arguments.json:
        print(json.dumps(result.to_json(), ensure_ascii=False))
    else:
        print("\n".join(_lines(result)))
    if not result.ok:
        return FAILED
    return UNACCOUNTED if result.unaccounted else ANSWERED


def _lines(result: Verification) -> list[str]:
    files = result.segments[-1] if len(result.segments) == 1 else f"{len(result.segments)}"
    if result.first_break is None:
        lines = [f"{colour('OK', 'green')}: {result.lines:,} {_records(result.lines)}, chain intact"]
    else:
        broken = result.first_break
        lines = [
            f"{colour('BROKEN', 'red')}  {broken.segment}, line {broken.line}: {broken.reason}",
            f"        {result.chained:,} of {result.lines:,} records stand before it, intact",
        ]
    if result.unaccounted:
        effects = "effect is" if len(result.unaccounted) == 1 else "effects are"
        text = f"{len(result.unaccounted):,} {effects} unaccounted for: begun, and no record says how it ended"
        lines += [colour(text, "yellow"), *map(_effect, result.unaccounted[:_MOST_EFFECTS])]
        if len(result.unaccounted) > _MOST_EFFECTS:
            lines.append(f"        and {len(result.unaccounted) - _MOST_EFFECTS:,} more; --json lists all")
    lines.append(f"files   {files}")
    lines.append(f"head    {result.head}")
    lines.append(f"anchors {result.anchors:,}" if result.anchors else _no_anchors())
    if result.notes:
        lines.append(f"notes   {', '.join(f'{count:,} {kind}' for kind, count in sorted(result.notes.items()))}")
    return lines


def _records(count: int) -> str:
    return "record" if count == 1 else "records"


def _effect(intent: JsonObject) -> str:
    """`2026-01-02 03:04:05.678  announce  agent ide, request 7f..  {"text":"..."}`."""
    when = str(intent.get("ts", ""))[:23].replace("T", " ")
    who = f"agent {intent.get('agent_id')}, request {intent.get('request_id')}"
    return f"        {when}  {clean(str(intent.get('tool')))}  {clean(who)}  {clean(short(intent.get('args')))}"


def _no_anchors() -> str:
    return colour("anchors none: an end that was cut off could not be seen", "yellow")


VIEW = AuditView(
    "verify",
    "check the chain, all segments, anchors and intents; exit status 1 if broken, 3 if an effect is unaccounted for",
    nothing_more,
    _run,
)
