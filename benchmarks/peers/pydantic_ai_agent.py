"""pydantic-ai with a scripted model: five calls of a tool that does nothing, all in one reply or one after the other (`chain`).

Prints milliseconds of the processor of each run, one a line. Needs pydantic-ai-slim.
"""

from __future__ import annotations

import asyncio
import sys
from time import process_time

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

TURNS = [[number] for number in range(5)] if sys.argv[2:] == ["chain"] else [[0, 1, 2, 3, 4]]


def script(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    turn = len(messages) // 2
    if turn == len(TURNS):
        return ModelResponse(parts=[TextPart("Done.")])
    return ModelResponse(
        parts=[ToolCallPart("probe", {"number": number}, tool_call_id=f"c{number}") for number in TURNS[turn]]
    )


agent = Agent(FunctionModel(script))


@agent.tool_plain
async def probe(number: int) -> dict[str, object]:
    """Does nothing."""
    return {"number": number, "summary": f"Number {number}."}


async def main(runs: int) -> None:
    for _ in range(runs):
        started = process_time()
        await agent.run("Five numbers?")
        print((process_time() - started) * 1000)


asyncio.run(main(int(sys.argv[1])))
