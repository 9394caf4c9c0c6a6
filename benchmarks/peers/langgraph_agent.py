"""LangGraph's ReAct agent with a scripted model: five calls of a tool that does nothing, all in one reply or one after the other (`chain`).

Prints milliseconds of the processor of each run, one a line. Needs langgraph.
"""

from __future__ import annotations

import asyncio
import sys
import warnings
from time import process_time
from typing import Any

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool

warnings.filterwarnings("ignore")
from langgraph.prebuilt import create_react_agent  # noqa: E402 - it warns that it will move

TURNS = [[number] for number in range(5)] if sys.argv[2:] == ["chain"] else [[0, 1, 2, 3, 4]]


class Scripted(BaseChatModel):
    """Replies at once."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        turn = sum(isinstance(message, AIMessage) for message in messages)
        reply = AIMessage("Done.")
        if turn < len(TURNS):
            calls = [{"name": "probe", "args": {"number": number}, "id": f"c{number}"} for number in TURNS[turn]]
            reply = AIMessage("", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=reply)])

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        return self._generate(messages)


@tool
async def probe(number: int) -> dict[str, object]:
    """Does nothing."""
    return {"number": number, "summary": f"Number {number}."}


agent = create_react_agent(Scripted(), [probe])


async def main(runs: int) -> None:
    for _ in range(runs):
        started = process_time()
        await agent.ainvoke({"messages": [HumanMessage("Five numbers?")]})
        print((process_time() - started) * 1000)


asyncio.run(main(int(sys.argv[1])))
