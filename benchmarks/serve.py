"""How long a new server takes to answer `initialize` over stdio, beside importing the server library alone. In turn, in one run.

python benchmarks/serve.py [SOURCE]
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from time import perf_counter

RUNS = 7
PARAMS = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}
INITIALIZE = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": PARAMS}) + "\n"


def initialize(source: str) -> float:
    start = perf_counter()
    command = [sys.executable, "-m", "director", "serve", "--source", source]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(INITIALIZE.encode())
        server.stdin.flush()
        assert b"serverInfo" in server.stdout.readline()
        took = perf_counter() - start
        server.kill()
    return took


def library() -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", "from fastmcp import FastMCP"], check=True)
    return perf_counter() - start


def main(source: str) -> None:
    initialize(source), library()
    pairs = [(initialize(source), library()) for _ in range(RUNS)]
    ours, alone = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"initialize answered after {ours:.2f} s; importing the server library alone {alone:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "sim:")
