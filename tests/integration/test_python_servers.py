"""Servers that others wrote in Python, behind the gateway: a repository that is here and a page of this machine."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.toolgate.downstream.gateways import client_of, executed, records, running
from toolgate.downstream.hidden_text import hidden_in

PAGE = (
    b"<html><head><title>Grid</title></head><body><article><h1>Grid</h1><p>Pole is car 7.</p></article></body></html>"
)


class Page(BaseHTTPRequestHandler):
    """One page, and no rules for robots."""

    def do_GET(self) -> None:
        found = self.path == "/grid"
        self.send_response(200 if found else 404)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE if found else b"")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture
def page() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/grid"
    server.shutdown()
    server.server_close()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "lap.txt").write_text("1:45.149\n")
    person = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], ["add", "."], [*person, "commit", "-q", "-m", "The fastest lap"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


def module(name: str, *arguments: str, **more: Any) -> dict[str, Any]:
    return {"command": sys.executable, "args": ["-m", name, *arguments], **more}


async def test_git_fetch_and_time_by_their_lists(tmp_path: Path, repository: Path, page: str) -> None:
    reads = ["git_log", "git_status", "git_show"]
    servers = {
        "git": module("mcp_server_git", "--repository", str(repository), allow_tools=reads),
        "fetch": module("mcp_server_fetch", "--allow-private-ips", allow_tools=["fetch"]),
        "time": module("mcp_server_time", allow_tools=["get_*"]),
    }
    async with running(tmp_path, servers) as gateway, client_of(gateway) as client:
        assert not [tool.native["name"] for tool in gateway.servers.tools() if hidden_in(tool.native)]
        log = await executed(client, "git", "git_log", args={"repo_path": str(repository)})
        assert "The fastest lap" in log["content"][0]["text"]
        commit = {"repo_path": str(repository), "message": "no"}
        refused = await executed(client, "git", "git_commit", args=commit)
        assert refused["structuredContent"]["error"]["rule"] == "mcpServers.git.allow_tools"
        assert (repository / ".git" / "COMMIT_EDITMSG").read_text() == "The fastest lap\n"
        fetched = await executed(client, "fetch", "fetch", args={"url": page, "raw": True})
        assert "Pole is car 7." in fetched["content"][0]["text"]
        clock = await executed(client, "time", "get_current_time", args={"timezone": "Asia/Tokyo"})
        assert clock["structuredContent"]["timezone"] == "Asia/Tokyo"
    kept = [(one["server"], one["tool"], one["decision"]) for one in records(tmp_path) if one["server"] != "gateway"]
    assert kept == [
        ("git", "git_log", "ALLOW"),
        ("git", "git_commit", "DENY"),
        ("fetch", "fetch", "ALLOW"),
        ("time", "get_current_time", "ALLOW"),
    ]
