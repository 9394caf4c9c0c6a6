"""Tools that several tests register, at the top of a module so that another process can import them."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from toolgate.sdk import AgentContext, Content, Image, McpServer, Tier, ToolError, tool


class CustomerRequest(BaseModel):
    customer_id: str


class CustomerResponse(BaseModel):
    customer_id: str
    status: str


class Note(BaseModel):
    path: str
    after_s: float = 0.0


class Done(BaseModel):
    pid: int


@tool(name="get_customer", description="A customer by id.")
def get_customer(request: CustomerRequest) -> CustomerResponse:
    return CustomerResponse(customer_id=request.customer_id, status="active")


@tool(name="who", description="Who calls.")
async def who(agent: AgentContext) -> CustomerResponse:
    return CustomerResponse(customer_id=agent.agent_id, status=agent.model or "")


@tool(name="broken", description="Raises.")
def broken(request: CustomerRequest) -> CustomerResponse:
    raise RuntimeError("the password is hunter2")


@tool(name="refusing", description="Fails with a reason.")
def refusing(request: CustomerRequest) -> CustomerResponse:
    raise ToolError("tool_failed", "the customer has gone", customer=request.customer_id)


@tool(name="wrong", description="Breaks its promise.")
def wrong(request: CustomerRequest) -> CustomerResponse:
    return {"customer_id": request.customer_id}  # type: ignore[return-value]


@tool(name="slow", description="Takes its time.", timeout_ms=50)
async def slow(request: CustomerRequest) -> CustomerResponse:
    import asyncio

    await asyncio.sleep(3600)
    raise AssertionError


@tool(name="picture", description="Shows something.")
def picture(request: CustomerRequest) -> Content:
    result = CustomerResponse(customer_id=request.customer_id, status="seen")
    return Content("a picture", Image(b"\x89PNG"), result=result)


@tool(name="note", description="Writes a file.", tier=Tier.STATEFUL, isolation="process", timeout_ms=20_000)
def note(request: Note) -> Done:
    time.sleep(request.after_s)
    Path(request.path).write_text("written")
    return Done(pid=os.getpid())


@tool(name="late_note", description="Writes a file too late.", tier=Tier.STATEFUL, isolation="process", timeout_ms=100)
def late_note(request: Note) -> Done:
    time.sleep(request.after_s)
    Path(request.path).write_text("written")
    return Done(pid=os.getpid())


@tool(name="parent", description="Starts a program and waits for it.", isolation="process", timeout_ms=500)
def parent(request: Note) -> Done:
    with subprocess.Popen(["sleep", "3600"]) as child:
        Path(request.path).write_text(str(child.pid))
    raise AssertionError


@tool(name="long", description="Takes its time in its process.", isolation="process", timeout_ms=3_600_000)
def long(request: Note) -> Done:
    Path(request.path).write_text(str(os.getpid()))
    time.sleep(3600)
    raise AssertionError


@tool(name="dying", description="Ends its process.", isolation="process", timeout_ms=20_000)
def dying(request: CustomerRequest) -> CustomerResponse:
    os._exit(3)


@tool(name="crashing", description="Raises in its process.", isolation="process", timeout_ms=20_000)
def crashing(request: CustomerRequest) -> CustomerResponse:
    print("a line that is no frame")
    raise RuntimeError("the password is hunter2")


@tool(name="refusing_apart", description="Fails with a reason.", isolation="process", timeout_ms=20_000)
def refusing_apart(request: CustomerRequest) -> CustomerResponse:
    raise ToolError("tool_failed", "the customer has gone", customer=request.customer_id)


TOOLS = (get_customer, who, broken, refusing, wrong, slow, picture)


def server(*functions: Any, **how: Any) -> McpServer:
    """A server with these tools, or with all that need no process."""
    made = McpServer(**{"name": "crm", "version": "1.2.0", "port": 0, **how})
    for function in functions or TOOLS:
        made.register(function)
    return made
