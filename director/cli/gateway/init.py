"""`director gateway --init`: example files to start from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from director.cli.command import ANSWERED, UsageError

EXAMPLES: dict[str, Any] = {
    ".mcp.json": {
        "mcpServers": {
            "time": {
                "command": "mcp-server-time",
                "description": "the time anywhere, and between time zones",
                "allow_tools": ["*"],
                "tiers": {"*": "READ_ONLY"},
            }
        }
    },
    ".mcp-gateway-rules.json": {
        "agents": {"default": {"allow": {"servers": ["time"], "tools": {"time": ["*"]}}}},
        "defaults": {"deny_on_missing_agent": False},
    },
}
"""The files by name. `mcp-server-time` is a package of that name."""


def write_examples(folder: Path) -> int:
    """Writes them. UsageError where one of them is there already: nothing is written then."""
    there = [name for name in EXAMPLES if (folder / name).exists()]
    if there:
        raise UsageError(f"--init: {there[0]} is here already: it is left as it is")
    for name, content in EXAMPLES.items():
        (folder / name).write_text(f"{json.dumps(content, indent=2)}\n", encoding="utf-8")
        print(name)
    return ANSWERED
