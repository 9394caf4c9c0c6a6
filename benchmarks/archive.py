"""An archive folder to query-ready state, beside FastF1 decoding and parsing the same bytes and beside the floor: typed
decoding alone. Each in a process of its own, in turn; the peer needs `pip install 'fastf1>=3.9,<3.10'` in any environment.

    python benchmarks/archive.py path/to/2018_azerbaijan_race [--peer PYTHON]

In process: from bytes on disk to the last event applied (or the last table built), imports not counted. Whole process: all of it,
with its peak memory.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
RUNS = 7

OURS = """
import sys, time
from pitwall.sources import open_source
from pitwall.state import StateCache
start = time.perf_counter()
view = StateCache().load(open_source(sys.argv[1])).view()
assert view.order
print(time.perf_counter() - start)
"""

FLOOR = """
import sys, time
from pathlib import Path
import msgspec
from pitwall.sources.f1.timing import _TimingAppData, _TimingData
start = time.perf_counter()
typed = {"TimingData": _TimingData, "TimingAppData": _TimingAppData}
for path in Path(sys.argv[1]).glob("*.jsonStream"):
    decode = msgspec.json.Decoder(typed.get(path.stem, dict)).decode
    for line in path.read_bytes().removeprefix(b"\\xef\\xbb\\xbf").split(b"\\n"):
        if len(line) > 12:
            decode(line[12:])
print(time.perf_counter() - start)
"""

PEER = """
import sys, time, logging, warnings
from pathlib import Path
warnings.filterwarnings("ignore")
import fastf1
from fastf1 import _api
fastf1.Cache.set_disabled()
logging.disable(logging.CRITICAL)
TOPICS = {
    "TimingData": _api.timing_data, "TimingAppData": _api.timing_app_data, "TrackStatus": _api.track_status_data,
    "SessionStatus": _api.session_status_data, "RaceControlMessages": _api.race_control_messages,
    "LapCount": _api.lap_count, "DriverList": _api.driver_info,
}
start = time.perf_counter()
for topic, parse in TOPICS.items():
    raw = (Path(sys.argv[1]) / f"{topic}.jsonStream").read_bytes().decode("utf-8-sig")
    lines = [[line[:12], _api.parse(line[12:])] for line in raw.split("\\r\\n") if line]
    parse("", response=lines)
print(time.perf_counter() - start)
"""


def run(python: str, code: str, folder: str) -> tuple[float, float, float]:
    """Seconds in process, seconds of the whole process, megabytes at its peak."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'mcp'}"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
    start = perf_counter()
    process = subprocess.Popen(
        [python, "-c", code, folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    )
    assert process.stdout is not None
    inside = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    whole = perf_counter() - start
    process.returncode = status
    assert status == 0, f"failed: {code[:200]}"
    return float(inside), whole, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--peer", metavar="PYTHON", help="an interpreter that has fastf1")
    arguments = parser.parse_args()
    contestants = {"director": (sys.executable, OURS), "floor: typed decoding": (sys.executable, FLOOR)}
    if arguments.peer:
        contestants["FastF1"] = (arguments.peer, PEER)
    samples: dict[str, list[tuple[float, float, float]]] = {name: [] for name in contestants}
    for _ in range(RUNS + 1):
        for name, (python, code) in contestants.items():
            samples[name].append(run(python, code, arguments.folder))
    for name, runs in samples.items():
        counted = runs[1:]  # the first one fills the file cache and writes bytecode
        inside, whole, memory = (statistics.median(column) for column in zip(*counted, strict=True))
        line = f"{name:<22} in process {inside:6.3f} s   whole process {whole:6.3f} s   peak {memory:4.0f} MB"
        if name != "director":
            ratios = [
                statistics.median(
                    theirs[i] / ours[i] for theirs, ours in zip(counted, samples["director"][1:], strict=True)
                )
                for i in range(3)
            ]
            line += f"   of ours: {ratios[0]:.1f}, {ratios[1]:.1f}, memory {ratios[2]:.1f}"
        print(line)


if __name__ == "__main__":
    main()
