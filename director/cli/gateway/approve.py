"""`director gateway approve`: pins what servers list now, after showing how it differs from what was pinned."""

from __future__ import annotations

import os
from collections.abc import Sequence

from director.cli.command import ANSWERED, UsageError
from director.cli.gateway.config import chosen_path
from director.race.beside import pinning_of, tokens_folder
from director.settings import Settings
from toolgate.downstream.configuration import read_config
from toolgate.downstream.entries import GatewayConfig
from toolgate.downstream.over_http import Transports
from toolgate.downstream.pinning_changes import shown
from toolgate.downstream.servers import Servers
from toolgate.runner import Runner


async def approve(settings: Settings, names: Sequence[str]) -> int:
    """Starts these servers, or all, and prints what changed of each. UsageError where one is not configured."""
    path = chosen_path(settings, None)
    assert path is not None, "without a configuration there is a complaint"
    config = read_config(path, os.environ).usable()
    if unknown := [name for name in names if name not in config.names()]:
        raise UsageError(f"no server {unknown[0]!r} in {path.name}: it has {', '.join(config.names())}")
    chosen = tuple(entry for entry in config.servers if not names or entry.name in names)
    pinning = pinning_of(path)
    servers = Servers(GatewayConfig(servers=chosen), opened=Transports(tokens_folder()))
    try:
        await servers.start(Runner(()))
        for name, server in servers.all.items():
            changes = pinning.approve(server.entry, [tool.native for tool in server.tools])
            print(f"{name}: {len(server.tools)} tools pinned, {len(changes)} of them changed or new")
            if changes:
                print(shown(changes))
    finally:
        await servers.close()
    return ANSWERED
