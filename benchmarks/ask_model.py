"""`director ask` with a model, as a whole process, beside the same question offline: processor time beyond the SDK's import.

    python benchmarks/ask_model.py path/to/2018_azerbaijan_race [--other CHECKOUT]

A stand-in of the provider on loopback answers at once (`chat_model.py provide`). Both sides are whole: interpreter, race,
plan, call, answer. On both sides the SDK and its transport are imported first and that import alone is taken away, so that what
it shares with us is taken from neither; what the SDK builds at its first use is not. CHECKOUT is another version of this
repository, run in turn. Two questions: README's and the simplest. The least of the rounds of each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

QUESTIONS = ("Who is in the closest battle?", "Where is HAM?")
ROUNDS = 7
RUN = """
import sys, time
began = time.process_time()
import anthropic, httpx2, httpcore2
imported = time.process_time() - began
planner, question, folder = sys.argv[1:]
sys.argv = ["director", "ask", question, "--source", folder, "--at", "lap:20", "--planner", planner]
from director.__main__ import main
try:
    main()
finally:
    print(f"CPU {time.process_time() - imported:.4f}", file=sys.stderr)
"""
HERE = Path(__file__).resolve().parent


def taken(checkout: Path, planner: str, question: str, folder: str, url: str) -> float:
    """Seconds of the processor of one process, without the import of the SDK."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**kept, "PYTHONPATH": f"{checkout}{os.pathsep}{checkout / 'mcp'}"}
    environment |= {"ANTHROPIC_API_KEY": "sk-bench", "ANTHROPIC_BASE_URL": url} if planner == "claude" else {}
    command = [sys.executable, "-P", "-c", RUN, planner, question, folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd="/")
    assert done.returncode == 0, done.stderr
    return float(done.stderr.rsplit("CPU ", 1)[1])


def main() -> None:
    parser = argparse.ArgumentParser(description="director ask with a model, beside the same question offline.")
    parser.add_argument("folder", help="an archive, as path/to/2018_azerbaijan_race")
    parser.add_argument("--other", metavar="CHECKOUT", help="another version of this repository")
    given = parser.parse_args()
    folder = str(Path(given.folder).resolve())
    checkouts = {"this": HERE.parent, **({"other": Path(given.other).resolve()} if given.other else {})}
    serve = [sys.executable, str(HERE / "chat_model.py"), "provide"]
    provider = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
    try:
        assert provider.stdout is not None
        url = provider.stdout.readline().strip()
        for question in QUESTIONS:
            sides = [(name, planner) for name in checkouts for planner in ("offline", "claude")]
            rounds = [
                {side: taken(checkouts[side[0]], side[1], question, folder, url) for side in sides}
                for _ in range(ROUNDS + 1)
            ][1:]
            for name in checkouts:
                offline, model = (min(each[name, planner] for each in rounds) for planner in ("offline", "claude"))
                print(
                    f"{name}: {question} offline {offline:.3f} s, with the model {model:.3f} s: {model / offline:.2f}"
                )
    finally:
        provider.terminate()
        provider.wait()


if __name__ == "__main__":
    main()
