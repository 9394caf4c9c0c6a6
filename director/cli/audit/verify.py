"""`director audit verify`: whether anything was changed, removed, added or moved."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from director.cli.audit.show import colour
from director.cli.audit.view import View, nothing_more
from director.cli.command import ANSWERED, FAILED
from toolgate.audit.verify import Verification, verify_log


async def _run(path: Path, arguments: argparse.Namespace) -> int:
    result = verify_log(path)
    if arguments.json:
        print(json.dumps(result.to_json(), ensure_ascii=False))
    else:
        print("\n".join(_lines(result)))
    return ANSWERED if result.ok else FAILED


def _lines(result: Verification) -> list[str]:
    files = result.segments[-1] if len(result.segments) == 1 else f"{len(result.segments)} files"
    if result.first_break is None:
        lines = [f"{colour('whole', 'green')}   {result.lines:,} records in {files}"]
    else:
        broken = result.first_break
        lines = [
            f"{colour('BROKEN', 'red')}  {broken.segment}, line {broken.line}: {broken.reason}",
            f"        {result.chained:,} of {result.lines:,} records before it are whole",
        ]
    lines.append(f"head    {result.head}")
    lines.append(f"anchors {result.anchors:,}" if result.anchors else _no_anchors())
    if result.notes:
        lines.append(f"notes   {', '.join(f'{count:,} {kind}' for kind, count in sorted(result.notes.items()))}")
    return lines


def _no_anchors() -> str:
    return colour("anchors none: an end that was cut off could not be seen", "yellow")


VIEW = View("verify", "check the chain, all segments and anchors; exit status 1 where it is broken", nothing_more, _run)
