"""`director ask` on an archive folder as a whole process, beside its floor: the interpreter, pydantic_settings and decoding
the same bytes. In turn, in one run.

    python benchmarks/ask.py path/to/2018_azerbaijan_race
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

RUNS = 11

FLOOR = """
import sys
from pathlib import Path
import pydantic_settings
import msgspec
decode = msgspec.json.decode
for path in Path(sys.argv[1]).glob("*.jsonStream"):
    for line in path.read_bytes().removeprefix(b"\\xef\\xbb\\xbf").split(b"\\n"):
        if line.strip():
            decode(line[12:])
"""


def timed(command: list[str]) -> float:
    start = perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return perf_counter() - start


def main(folder: str) -> None:
    assert Path(folder).is_dir(), f"no folder {folder}"
    ask = [
        sys.executable,
        "-m",
        "director",
        "ask",
        "Who is in the closest battle?",
        "--source",
        folder,
        "--at",
        "lap:20",
    ]
    floor = [sys.executable, "-c", FLOOR, folder]
    timed(ask), timed(floor)
    pairs = [(timed(ask), timed(floor)) for _ in range(RUNS)]
    asks, floors = zip(*pairs, strict=True)
    ratio = statistics.median(a / f for a, f in pairs)
    print(f"director ask  median {statistics.median(asks):.3f} s   ({min(asks):.3f} to {max(asks):.3f})")
    print(f"floor         median {statistics.median(floors):.3f} s   ({min(floors):.3f} to {max(floors):.3f})")
    print(f"ratio, pair by pair, median {ratio:.2f}")


if __name__ == "__main__":
    main(sys.argv[1])
