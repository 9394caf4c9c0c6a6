"""When servers are started again, and what is left of them when we are gone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tests.toolgate.downstream.gateways import lives
from toolgate.downstream.child_process import ChildProcess
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.restarts import FAILURES_THAT_OPEN, OPEN_S, Restarts


def test_pauses_grow_and_then_nobody_tries() -> None:
    now = [0.0]
    restarts = Restarts(lambda: now[0])
    pauses = []
    for _ in range(FAILURES_THAT_OPEN):
        assert not restarts.is_open
        restarts.failed()
        pauses.append(restarts.pause_s)
    assert pauses == [0.0, 0.5, 1.0, 2.0, OPEN_S]
    assert restarts.is_open
    now[0] += OPEN_S
    assert not restarts.is_open
    restarts.failed()
    assert restarts.is_open
    restarts.worked()
    assert (restarts.is_open, restarts.pause_s) == (False, 0.0)


async def test_a_process_that_has_ended_before_anybody_listens_is_gone() -> None:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("false", stdin=pipe, stdout=pipe, stderr=pipe)
    await process.communicate()  # all its pipes are closed
    child = ChildProcess(ServerEntry(name="short", command=("false",)), process)
    assert child.gone
    await child.stop()


ORPHANS = """
import asyncio, json, pathlib, sys
from tests.toolgate.downstream.gateways import client_of, entry, executed, running

async def main():
    async with running(pathlib.Path(sys.argv[1]), {"own": entry()}) as gateway, client_of(gateway) as client:
        child = (await executed(client, "own", "pid"))["structuredContent"]["pid"]
        grandchild = (await executed(client, "own", "grandchild"))["structuredContent"]["pid"]
        print(json.dumps([child, grandchild]), flush=True)
        if "wait" in sys.argv:
            await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="wardens are of Linux")
@pytest.mark.parametrize("how", ["killed", "ends"])
def test_nothing_outlives_us_however_we_end(tmp_path: Path, how: str) -> None:
    """Not even a grandchild that has made itself a session of its own."""
    code = textwrap.dedent(ORPHANS)
    wait = ["wait"] if how == "killed" else []
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path), *wait], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        pids = [int(text) for text in process.stdout.readline().decode().strip("[]\n").split(",")]
        if how == "killed":
            process.kill()
        process.wait()
    until = time.monotonic() + 60
    while any(map(lives, pids)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(lives, pids))
