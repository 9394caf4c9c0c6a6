"""The clients whose files are known: where each keeps its servers, and under which key."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from toolgate.contract import JsonObject


@dataclass(frozen=True, slots=True)
class Client:
    """One client: the key of its file that holds servers, the file, and what an entry has beside command and args."""

    key: str
    path: Callable[[], Path]
    extra: JsonObject = field(default_factory=dict)


def _claude_desktop() -> Path:
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA", home / "AppData" / "Roaming"))
    else:
        folder = _config()
    return folder / "Claude" / "claude_desktop_config.json"


def _config() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


CLIENTS: Mapping[str, Client] = MappingProxyType(
    {
        "vscode": Client("servers", lambda: Path.cwd() / ".vscode" / "mcp.json", {"type": "stdio"}),
        "claude-desktop": Client("mcpServers", _claude_desktop),
        "cursor": Client("mcpServers", lambda: Path.cwd() / ".cursor" / "mcp.json"),
        "zed": Client("context_servers", lambda: _config() / "zed" / "settings.json", {"source": "custom"}),
        "claude-code": Client("mcpServers", lambda: Path.cwd() / ".mcp.json", {"type": "stdio"}),
        "gemini-cli": Client("mcpServers", lambda: Path.home() / ".gemini" / "settings.json"),
    }
)
