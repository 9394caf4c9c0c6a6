"""The code of docs/sdk.md runs as shown."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "sdk.md").read_text()
BLOCKS = re.findall(r"```python *([a-z.]*)\n(.*?)```", PAGE, re.DOTALL)


async def test_the_server_of_the_page_runs_and_has_at_most_twenty_lines_of_code(tmp_path: Path) -> None:
    (text,) = [code for name, code in BLOCKS if name == "server.py"]
    assert len([line for line in text.splitlines() if line.strip()]) <= 20
    (tmp_path / "server.py").write_text(text)
    stdio = StdioTransport(sys.executable, [str(tmp_path / "server.py")], env=dict(os.environ), keep_alive=False)
    async with Client(stdio) as client:
        result = await client.call_tool("get_customer", {"customer_id": "c-1"})
        assert result.structured_content is not None
        assert result.structured_content["status"] == "active"


@pytest.mark.parametrize("text", [code for name, code in BLOCKS if not name])
async def test_what_else_is_shown_registers_and_decides(text: str) -> None:
    from toolgate.sdk import AgentContext, McpServer

    names: dict[str, Any] = {"__name__": "shown"}
    sys.modules["shown"] = type(sys)("shown")
    exec(compile(text.replace("from __future__", "# from __future__"), "docs/sdk.md", "exec"), names)
    vars(sys.modules["shown"]).update(names)
    if "office_hours" in names:
        decide = names["office_hours"]
        assert not decide(AgentContext(), "refund", {}).allowed
        assert decide(AgentContext(), "get_customer", {}).allowed
        return
    server = McpServer(name="notes", version="1")
    server.register(names["notes"])
    server.register(names["summary"])
    offers = server.service().offers
    assert offers is not None
    read = await offers.read("notes://monday", AgentContext("ann"))
    assert read.native is not None
    assert read.native["contents"][0]["text"] == '{"day":"monday","reader":"ann"}'
