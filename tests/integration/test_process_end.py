"""How a whole process ends: what must happen at an exit does, and what nobody would see of it is left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SAYS_WHEN_TAKEN_APART = """
class Large:
    def __init__(self):
        self.write = os.write
    def __del__(self):
        self.write(1, b"taken apart\\n")
sys.modules["loaded"] = type(sys)("loaded")
sys.modules["loaded"].large = Large()
"""


def ended(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = f"import atexit, os, sys, threading; sys.argv = {['director', *arguments]!r}\n{code}"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT)


def test_a_process_ends_without_taking_apart_what_it_has_loaded() -> None:
    done = ended(
        "from director.__main__ import run\n"
        f"{SAYS_WHEN_TAKEN_APART}\n"
        "atexit.register(print, 'a handler')\n"
        "threading.Thread(target=lambda: [threading.main_thread().join(), print('a thread')]).start()\n"
        "sys.exit(run())",
        *("ask", "who leads?", "--source", "sim:laps=2,cars=3"),
    )
    answer, *rest = done.stdout.splitlines()
    assert (done.returncode, rest, done.stderr) == (0, ["a thread", "a handler"], ""), "threads and handlers first"
    assert answer


def test_one_who_waits_for_the_end_before_the_program_began_is_called() -> None:
    done = ended(
        "atexit.register(print, 'coverage is written')\n"
        "from director.__main__ import run\n"
        f"{SAYS_WHEN_TAKEN_APART}\n"
        "sys.exit(run())",
        "completion",
        "bash",
    )
    assert done.returncode == 0
    assert set(done.stdout.splitlines()[-2:]) == {"coverage is written", "taken apart"}


def test_a_program_that_imports_the_module_ends_as_it_wants() -> None:
    done = ended(f"import director.__main__\n{SAYS_WHEN_TAKEN_APART}\nsys.exit(7)")
    assert (done.returncode, done.stdout) == (7, "taken apart\n")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["ask", "what is the meaning of life?", "--source", "sim:laps=2,cars=3"], 3),
        (["ask", "who leads?", "--source", "nowhere:"], 2),
        (["call", "get_gap", '{"driver": "nobody"}', "--source", "sim:laps=2,cars=3"], 1),
    ],
)
def test_an_exit_status_is_kept(arguments: list[str], status: int) -> None:
    done = ended("from director.__main__ import run; sys.exit(run())", *arguments)
    assert done.returncode == status, done.stderr
