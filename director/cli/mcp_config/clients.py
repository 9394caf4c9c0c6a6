"""The clients whose files are known: where each keeps its servers, and under which key."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_config_path

from toolgate.contract import JsonObject


@dataclass(frozen=True, slots=True)
class Client:
    """One client: the key of its file that holds servers, the file, and what an entry has beside command and args.

    `comments`: it reads JSON with comments.
    """

    key: str
    path: Callable[[], Path]
    extra: JsonObject = field(default_factory=dict)
    comments: bool = False


def _claude_desktop() -> Path:
    return user_config_path("Claude", appauthor=False, roaming=True) / "claude_desktop_config.json"


def _zed() -> Path:
    apart = sys.platform == "darwin"  # where other programs' settings are elsewhere
    return (Path.home() / ".config" / "zed" if apart else user_config_path("zed", appauthor=False)) / "settings.json"


CLIENTS: Mapping[str, Client] = MappingProxyType(
    {
        "vscode": Client("servers", lambda: Path.cwd() / ".vscode" / "mcp.json", {"type": "stdio"}, True),
        "claude-desktop": Client("mcpServers", _claude_desktop),
        "cursor": Client("mcpServers", lambda: Path.cwd() / ".cursor" / "mcp.json", comments=True),
        "zed": Client("context_servers", _zed, {"source": "custom"}, True),
        "claude-code": Client("mcpServers", lambda: Path.cwd() / ".mcp.json", {"type": "stdio"}),
        "gemini-cli": Client("mcpServers", lambda: Path.home() / ".gemini" / "settings.json", comments=True),
    }
)
