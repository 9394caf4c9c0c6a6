"""`director audit summary`: calls by tool, agent, decision and error."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from director.cli.audit.show import bar, colour, milliseconds, table
from director.cli.audit.view import AuditView, nothing_more
from director.cli.command import ANSWERED
from toolgate.audit.call_records import read_records
from toolgate.audit.summary import Group, Summary, most_first, summarize

_MOST_ROWS = 40
_NUMBERS = frozenset(range(1, 6))


async def _run(path: Path, arguments: argparse.Namespace) -> int:
    summary = summarize(read_records(path))
    if arguments.json:
        print(json.dumps(summary.to_json(), ensure_ascii=False))
    else:
        print("\n".join(_lines(summary)))
    return ANSWERED


def _lines(summary: Summary) -> list[str]:
    calls = summary.calls
    lines = [f"{calls.calls:,} calls, {calls.denied:,} denied, {calls.failed:,} failed"]
    if summary.first_ts is not None:
        lines.append(colour(f"{summary.first_ts} to {summary.last_ts}", "dim"))
        lines += ["", *_groups("TOOL", summary.tools), "", *_groups("AGENT", summary.agents)]
        lines += ["", *_counts("DECISION", summary.decisions)]
    if summary.errors:
        lines += ["", *_counts("ERROR", summary.errors)]
    if summary.rules:
        lines += ["", *_counts("DENIED BY", summary.rules)]
    if summary.notes:
        lines += ["", *_counts("NOTE", summary.notes)]
    if summary.unreadable:
        what = "line isn't a record" if summary.unreadable == 1 else "lines aren't records"
        text = f"{summary.unreadable:,} {what}: director audit verify says which is the first"
        lines += ["", colour(text, "red")]
    return lines


def _groups(title: str, groups: dict[str, Group]) -> list[str]:
    ranked = most_first(groups)
    most = ranked[0][1].calls
    rows = [
        (
            name or "-",
            f"{group.calls:,}",
            f"{group.denied:,}",
            f"{group.failed:,}",
            milliseconds(group.latency(0.5)),
            milliseconds(group.latency(0.95)),
            bar(group.calls, most),
        )
        for name, group in ranked[:_MOST_ROWS]
    ]
    header = (title, "CALLS", "DENIED", "FAILED", "P50 ms", "P95 ms", "")
    return [*table(header, rows, right=_NUMBERS), *_more(len(ranked))]


def _counts(title: str, counts: Counter[str]) -> list[str]:
    ranked = counts.most_common()
    rows = [(name, f"{count:,}", bar(count, ranked[0][1])) for name, count in ranked[:_MOST_ROWS]]
    return [*table((title, "COUNT", ""), rows, right=frozenset((1,))), *_more(len(ranked))]


def _more(total: int) -> list[str]:
    return [f"and {total - _MOST_ROWS} more"] if total > _MOST_ROWS else []


VIEW = AuditView("summary", "calls by tool, agent, decision and error, with latencies", nothing_more, _run)
