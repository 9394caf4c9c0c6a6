"""What a whole question of five steps costs besides models and tools, beside agents of other frameworks, in turn.

    python benchmarks/pipeline.py [--peer PYTHON]

Both sides are timed whole, from the question to the answer, with a scripted model that takes no time and one tool that
does nothing. Ours: `ask` with a planner that has its plan ready, its check, five calls, the answer's prompt, a scripted
wording and its check against the outputs. `every layer`: the gate with mode, ten rules, limits and a chained audit
record in a file, durability `system`; the log line is off. `not governed`: without audit, policy and limits, which the
peers do not have. Times are of the processor: nothing in it waits, and the machine may be busy with other work.

PYTHON is an interpreter that has pydantic-ai-slim and langgraph; theirs is `agent.run` and `agent.ainvoke` as their
guides set them up (an agent of a model and a tool, defaults as shipped, no tracing). `together`: five calls in one
reply. `chain`: each call needs the one before, which is a turn of the model each for them and a reference for us.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from director.answerers.llm import LlmAnswerer
from director.models.base import ModelReply
from director.models.scripted import ScriptedModel
from director.pipeline import Inquiry, ask
from director.planners.base import Turn
from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext, Context, JsonObject, Plan, Step, ToolSpec
from toolgate.gate import Gate
from toolgate.policy import AgentRules
from toolgate.runner import Runner

ROUNDS, OURS, THEIRS = 5, 200, 20
SERVER, AGENT = "bench", AgentContext("fan")
PEERS = {"pydantic-ai": "pydantic_ai_agent.py", "LangGraph ReAct": "langgraph_agent.py"}
SHAPES = ("together", "chain")
INPUT: JsonObject = {
    "type": "object",
    "properties": {"number": {"type": "integer", "minimum": 0}},
    "required": ["number"],
    "additionalProperties": False,
}
OUTPUT: JsonObject = {
    "type": "object",
    "properties": {"number": {"type": "integer"}},
    "required": ["number"],
}
RULES = AgentRules.from_dict(
    {
        "agents": {
            "fan": {
                "allow": {"servers": [SERVER], "tools": {SERVER: ["probe", "tool_*", "get_*"]}},
                "deny": {"tools": {SERVER: [f"drop_{number}" for number in range(7)]}},
                "limits": {"calls_per_day": 10**9},
            }
        }
    }
)


def probe(arguments: JsonObject, agent: AgentContext) -> JsonObject:
    """Does nothing."""
    return {"number": arguments["number"] + 1, "summary": f"Number {arguments['number']}."}


def gate(log: AuditLog | None) -> Runner:
    """The tool behind every layer; without a log, without audit, rules and limits as well."""
    specs = [ToolSpec("probe", "Does nothing.", INPUT, OUTPUT, probe, can_parallel=True, blocking=False)]
    if log is None:
        return Runner(specs, server=SERVER)
    return Gate(server=SERVER, mode="guarded", deny="^drop_", rules=RULES, log=log).runner(specs)


def plan(shape: str) -> Plan:
    """Five steps, each on its own or each with the number of the one before."""
    chained = shape == "chain"
    numbers = [{"number": {"$ref": f"s{place - 1}#/number"} if chained and place else place} for place in range(5)]
    return Plan(tuple(Step(f"s{place}", "probe", number) for place, number in enumerate(numbers)))


class Planner:
    """Has its plan ready."""

    name = "ready"

    def __init__(self, made: Plan) -> None:
        self._made = made

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """The plan."""
        return self._made


async def ours(runner: Runner, shape: str) -> list[float]:
    """Milliseconds of the processor for each run."""
    catalogue: list[JsonObject] = [
        {
            "name": spec.name,
            "description": spec.description,
            "input_schema": spec.input_schema,
            "output_schema": spec.output_schema,
            "server": SERVER,
        }
        for spec in runner.specs
    ]
    planner = Planner(plan(shape))
    slots = [{"name": "value", "at": "s0#/number"}]
    said: JsonObject = {"language": "en", "clauses": [{"says": "field", "slots": slots, "text": ""}]}
    answerer = LlmAnswerer(ScriptedModel(lambda request: ModelReply(said, "scripted")))
    parallel = frozenset(spec.name for spec in runner.specs)
    times = []
    for _ in range(OURS):
        started = process_time()
        answer = await ask(
            Inquiry(
                question="Five numbers?",
                planner=planner,
                catalogue=catalogue,
                context=Context(),
                call=runner.call,
                agent=AGENT,
                parallel=parallel,
                answerer=answerer,
            )
        )
        times.append((process_time() - started) * 1000)
        if answer.text != "Number is 1." or any(step.status != "ok" for step in answer.steps) or len(answer.steps) != 5:
            raise SystemExit(f"not five numbers: {answer.reason}")
    return times


def theirs(python: str, script: str, shape: str) -> list[float]:
    """Milliseconds of the processor for each run of a peer, in a process of its own."""
    command = [python, Path(__file__).parent / "peers" / script, str(THEIRS), *([shape] if shape == "chain" else [])]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [float(line) for line in printed.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description="What a question of five steps costs besides models and tools.")
    parser.add_argument("--peer", metavar="PYTHON", help="an environment with pydantic-ai-slim and langgraph")
    peer = parser.parse_args().peer
    times: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        log = AuditLog(Path(folder) / "audit.jsonl", durability="system")
        runners = {"director": gate(log), "not governed": gate(None)}
        for _ in range(ROUNDS):
            for shape in SHAPES:
                for name, runner in runners.items():
                    times.setdefault((name, shape), []).extend(asyncio.run(ours(runner, shape)))
                for name, script in PEERS.items() if peer else ():
                    times.setdefault((name, shape), []).extend(theirs(peer, script, shape))
        log.close()
    for (name, shape), samples in sorted(times.items(), key=lambda item: item[0][1]):
        median = statistics.median(samples)
        ratio = median / statistics.median(times["director", shape])
        print(f"{shape:<9} {name:<16} {median:8.3f} ms   {ratio:6.1f} times director   ({len(samples)} runs)")


if __name__ == "__main__":
    main()
