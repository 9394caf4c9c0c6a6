"""`director ask` on an archive folder as a whole process, beside its floor and beside another version, in turn.

    python benchmarks/ask.py path/to/2018_azerbaijan_race [--other PYTHON]

The floor is what no program in Python could do without: the interpreter, and decoding the same bytes with msgspec. PYTHON
is an interpreter in whose environment another version is installed, as in a worktree of an older commit. Each runs once
before, so that byte code and what is kept on disk are there.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

RUNS = 11

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Byte code is kept, as it is where the program is installed."""

FLOOR = """
import sys
from pathlib import Path
import msgspec
decode = msgspec.json.decode
for path in Path(sys.argv[1]).glob("*.jsonStream"):
    for line in path.read_bytes().removeprefix(b"\\xef\\xbb\\xbf").split(b"\\n"):
        if line.strip():
            decode(line[12:])
"""


def timed(command: list[str]) -> float:
    start = perf_counter()
    done = subprocess.run(command, capture_output=True, check=False, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr.decode()
    return perf_counter() - start


def command(python: str, folder: str) -> list[str]:
    question = "Who is in the closest battle?"
    return [python, "-P", "-m", "director", "ask", question, "--source", folder, "--at", "lap:20"]


def main() -> None:
    parser = argparse.ArgumentParser(description="director ask as a whole process, beside its floor.")
    parser.add_argument("folder", help="an archive, as path/to/2018_azerbaijan_race")
    parser.add_argument("--other", metavar="PYTHON", help="the environment of another version")
    given = parser.parse_args()
    assert Path(given.folder).is_dir(), f"no folder {given.folder}"
    commands = {
        "director ask": command(sys.executable, given.folder),
        "floor": [sys.executable, "-c", FLOOR, given.folder],
    }
    if given.other:
        commands["other version"] = command(given.other, given.folder)
    for each in commands.values():
        timed(each)
    rounds = [{name: timed(each) for name, each in commands.items()} for _ in range(RUNS)]
    for name in commands:
        times = [taken[name] for taken in rounds]
        ratio = statistics.median(taken["director ask"] / taken[name] for taken in rounds)
        spread = f"({min(times):.3f} to {max(times):.3f})"
        print(f"{name:14} median {statistics.median(times):.3f} s {spread}; director ask in it: {ratio:.2f}")


if __name__ == "__main__":
    main()
