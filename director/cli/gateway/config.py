"""Which configuration `director gateway` takes."""

from __future__ import annotations

import os
import sys

from director.cli.command import UsageError
from director.settings import Settings
from toolgate.downstream.configuration import PLACES, find_config, read_config
from toolgate.downstream.entries import GatewayConfig


def chosen_config(settings: Settings, mcp_stdio: str | None, *, run_secrets: bool = True) -> GatewayConfig:
    """The servers of `--config` or GATEWAY_MCP_CONFIG; without either, and without `--mcp-stdio`, of a file that lies
    in the working folder, which stderr then names. It may hold issues.
    """
    path = settings.gateway_config
    if path is None and mcp_stdio is None:
        path = find_config()
        if path is None:
            places = " or ".join(map(str, PLACES))
            raise UsageError(f"there is no {places} here: name one with --config, or let --init write an example")
        print(f"director: the servers are those of {path}", file=sys.stderr)
    return read_config(path, os.environ, mcp_stdio=mcp_stdio, run_secrets=run_secrets)
