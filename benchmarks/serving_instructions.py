"""A call over REST beside one over MCP of a bare server with that one tool, in instructions of the server process.

    python benchmarks/serving_instructions.py [small]

They do not depend on what else the machine does; it needs valgrind. What a call takes is the difference of a server
that answers 400 and one that answers 100, in 300. `small` as in serving.py.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from serving import NAME, sides
from wires import Line

FEW, MANY = 100, 400
COUNTED = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]


async def ask(port: int, request: bytes, calls: int) -> None:
    line = await Line().open(port, b'"schema_version"')
    for _ in range(calls):
        await line.call(request)


def counted(command: list[str], request: bytes, calls: int) -> int:
    """The instructions of a server that answers so many calls and is then told to stop."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        env = {**os.environ, "PYTHONHASHSEED": "0", "DIRECTOR_AUDIT_PATH": f"{folder}/audit.jsonl"}
        with log.open("wb") as stderr, subprocess.Popen([*COUNTED, *command], stderr=stderr, env=env) as process:
            while not (found := re.search(r"serving on http://[^:]+:(\d+)/", log.read_text())):
                time.sleep(0.2)
                assert process.poll() is None, log.read_text()
            asyncio.run(ask(int(found[1]), request, calls))
            process.send_signal(signal.SIGINT)
            process.wait()
        refs = re.search(r"I\s+refs:\s+([\d,]+)", log.read_text())
        assert refs is not None, log.read_text()
        return int(refs[1].replace(",", ""))


def main() -> None:
    both = sides(NAME)
    ways = {
        "rest": (both.ours["http"], both.rest),
        "ours": (both.ours["http"], both.mcp),
        "bare": (both.bare["http"], both.mcp),
    }
    spent = {}
    for side, (command, request) in ways.items():
        few, many = (counted(command, request, calls) for calls in (FEW, MANY))
        spent[side] = (many - few) / (MANY - FEW) / 1000
        print(f"{side}  {spent[side]:.0f} thousand a call", flush=True)
    print(
        f"bare MCP in REST {spent['bare'] / spent['rest']:.1f}, our MCP in bare MCP {spent['ours'] / spent['bare']:.2f}"
    )


if __name__ == "__main__":
    main()
