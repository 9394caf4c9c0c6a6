"""The same as gate.py in instructions, which do not depend on what else the machine does. It needs valgrind.

    python benchmarks/gate_instructions.py [--peer PYTHON]

What a call takes is the difference of two runs, of 200 and of 600 calls, in 400: starting and loading fall out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from gate import PEER, Ours

FEW, MANY = 200, 600


async def ours(kind: str, calls: int, folder: Path) -> None:
    """That many calls of one kind: governed, plain (without policy and audit), or bare."""
    made = Ours(folder)
    for _ in range(calls):
        if kind == "bare":
            made.bare(made.call.arguments, made.agent)
        else:
            await (made.governed if kind == "governed" else made.plain).call(made.call)
    made.gate.close()


def counted(command: list[str], given: str = "") -> int:
    """The instructions of a command."""
    ran = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *command],
        input=given, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "0"},
    )  # fmt: skip
    found = next(line for line in ran.stderr.splitlines() if "I " in line and "refs" in line)
    return int(found.rpartition(":")[2].strip().replace(",", ""))


def each(kind: str, python: str | None = None) -> float:
    """Thousands of instructions of one call."""
    counts = []
    for calls in (FEW, MANY):
        with tempfile.TemporaryDirectory() as folder:
            if python is None:
                counts.append(counted([sys.executable, __file__, "--run", kind, str(calls), folder]))
            else:
                counts.append(counted([python, str(PEER), kind, folder], f"{calls}\n"))
    return (counts[1] - counts[0]) / (MANY - FEW) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description="What governance costs, in thousands of instructions a call.")
    parser.add_argument("--peer", metavar="PYTHON", help="an environment with agentmesh-platform")
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.run:
        kind, calls, folder = arguments.run
        asyncio.run(ours(kind, int(calls), Path(folder)))
        return
    bare, plain, governed = map(each, ("bare", "plain", "governed"))
    added = governed - bare
    print(f"bare {bare:.0f}, layers {plain - bare:.0f}, all of the gate {added:.0f}", flush=True)
    for kind in ("memory", "file") if arguments.peer else ():
        theirs = each(kind, arguments.peer)
        print(f"peer, {kind}: {theirs:.0f}; the gate in it {added / theirs:.2f}", flush=True)


if __name__ == "__main__":
    main()
