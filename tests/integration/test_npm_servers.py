"""Servers that others wrote in TypeScript, behind the gateway. They are installed as tests/clients says."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.integration.test_clients import folder  # noqa: F401 - the fixture that finds them
from tests.toolgate.downstream.gateways import client_of, executed, running
from toolgate.downstream.flat import Flat
from toolgate.downstream.own_answers import estimated_tokens

SERVERS = ("everything", "filesystem", "memory")


async def test_three_servers_of_others(folder: Path, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "a.txt").write_text("hello")
    arguments = {"everything": ["stdio"], "filesystem": [str(tmp_path / "kept")], "memory": []}
    servers = {
        name: {
            "command": "node",
            "args": [str(folder / f"node_modules/@modelcontextprotocol/server-{name}/dist/index.js"), *arguments[name]],
            "env": {"PATH": os.environ["PATH"]},
            "allow_tools": ["*"],
        }
        for name in SERVERS
    }
    async with running(tmp_path, servers) as gateway:
        async with client_of(gateway) as client:
            read = await executed(client, "filesystem", "read_text_file", args={"path": str(tmp_path / "kept/a.txt")})
            assert read["content"][0]["text"] == "hello"
            echoed = await executed(client, "everything", "echo", args={"message": "hello"})
            assert "hello" in echoed["content"][0]["text"]
            own = [tool.model_dump(by_alias=True, exclude={"output_schema"}) for tool in await client.list_tools()]
        everything = [estimated_tokens(tool.native) for tool in gateway.servers.tools()]
        assert sum(map(estimated_tokens, own)) * 5 < sum(everything), "the gateway's own tools are much the smaller"
        async with client_of(Flat(gateway)) as client:
            names = {tool.name for tool in await client.list_tools()}
            assert {"everything__echo", "filesystem__read_text_file", "memory__read_graph"} <= names
        print(json.dumps({"own": sum(map(estimated_tokens, own)), "servers": sum(everything)}))
