"""Which configuration `director gateway` takes."""

from __future__ import annotations

import sys
from pathlib import Path

from director.cli.command import UsageError
from director.settings import Settings
from toolgate.downstream.configuration import PLACES, find_config


def chosen_path(settings: Settings, mcp_stdio: str | None) -> Path | None:
    """The file of `--config` or GATEWAY_MCP_CONFIG; without either, and without `--mcp-stdio`, the one that lies in the
    working folder, which stderr then names.
    """
    path = settings.gateway_config
    if path is None and mcp_stdio is None:
        path = find_config()
        if path is None:
            places = " or ".join(map(str, PLACES))
            raise UsageError(f"there is no {places} here: name one with --config, or let --init write an example")
        print(f"director: the servers are those of {path}", file=sys.stderr)
    return path
