"""Our server beside a bare FastMCP server with the same tools and settings, and no gate: whole calls, interleaved.

python benchmarks/serving.py [http] [rest] [clients] [stdio] [start] [alone] [small]

http     one keep-alive client, a call at a time (ms, median); rest: the same call over our REST wire
clients  50 keep-alive clients at once (calls a second)
stdio    a call at a time (ms, median)
start    from nothing to the first answer of tools/list (ms, median)
alone    the bare server has that one tool alone; else it has all of ours
small    a call is get_session_info, whose own work is little; else get_standings of 20 cars

Ours is governed: policy, schema checks of input and output, the audit log.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from wires import Sides, run

HERE = Path(__file__).resolve().parent
BARE = [sys.executable, str(HERE / "serving_bare.py")]
OURS = [sys.executable, "-m", "director", "serve", "--source", "sim:laps=10,cars=20"]
SMALL = "small" in sys.argv
NAME: str = "get_session_info" if SMALL else "get_standings"
ARGUMENTS: dict[str, Any] = {} if SMALL else {"top_n": 20}


def sides(*alone: str) -> Sides:
    """Ours beside the bare one, which has that one tool alone where it is named."""
    bare = {wire: [*BARE, wire, *alone] for wire in ("http", "stdio", "lowlevel")}
    ours = {"http": [*OURS, "--transport", "http", "--port", "0"], "stdio": OURS}
    return Sides(bare, ours, NAME, ARGUMENTS, b'"schema_version"')


if __name__ == "__main__":
    run(sides(*([NAME] if "alone" in sys.argv else [])), set(sys.argv[1:]) - {"alone", "small"})
