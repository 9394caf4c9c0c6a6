"""The same as pipeline.py in instructions, which do not depend on what else the machine does. It needs valgrind.

    python benchmarks/pipeline_instructions.py [--peer PYTHON]

What a question takes is the difference of two runs, of few and of many questions: starting and loading fall out.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

import pipeline
from gate_instructions import counted

from toolgate.audit.journal import AuditLog

FEW, MANY = 10, 60
PEERS_FEW, PEERS_MANY = 5, 25


def run(shape: str, kind: str, questions: int) -> None:
    """So many questions: `governed` with an audit log, `plain` without audit, rules and limits."""
    pipeline.OURS = questions
    with tempfile.TemporaryDirectory() as folder:
        log = AuditLog(Path(folder) / "audit.jsonl", durability="system") if kind == "governed" else None
        asyncio.run(pipeline.ours(pipeline.gate(log), shape))
        if log is not None:
            log.close()


def ours(shape: str, kind: str) -> float:
    """Thousands of instructions of one question."""
    few, many = (counted([sys.executable, __file__, "--run", shape, kind, str(n)]) for n in (FEW, MANY))
    return (many - few) / (MANY - FEW) / 1000


def theirs(python: str, script: str, shape: str) -> float:
    """The same of a peer."""
    path = str(Path(__file__).parent / "peers" / script)
    more = ["chain"] if shape == "chain" else []
    few, many = (counted([python, path, str(n), *more]) for n in (PEERS_FEW, PEERS_MANY))
    return (many - few) / (PEERS_MANY - PEERS_FEW) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description="What a question of five steps costs, in thousands of instructions.")
    parser.add_argument("--peer", metavar="PYTHON", help="an environment with pydantic-ai-slim and langgraph")
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.run:
        shape, kind, questions = arguments.run
        run(shape, kind, int(questions))
        return
    for shape in pipeline.SHAPES:
        governed = ours(shape, "governed")
        print(f"{shape:<9} director {governed:.0f}, not governed {ours(shape, 'plain'):.0f}", flush=True)
        for name, script in pipeline.PEERS.items() if arguments.peer else ():
            count = theirs(arguments.peer, script, shape)
            print(f"{shape:<9} {name} {count:.0f}: {count / governed:.1f} times director", flush=True)


if __name__ == "__main__":
    main()
