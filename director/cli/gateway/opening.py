"""Puts a gateway together from the settings: configuration, gate, servers. Serving it and watching it begin here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from director.cli.gateway.config import chosen_path
from director.race.beside import pinning_of, tokens_folder
from director.race.gate_settings import build_gate
from director.settings import Settings
from toolgate.contract import JsonObject
from toolgate.downstream.configuration import read_config
from toolgate.downstream.gateway import Gateway
from toolgate.downstream.over_http import Transports
from toolgate.downstream.own_tools import SERVER
from toolgate.downstream.reload import Reload
from toolgate.downstream.servers import Servers
from toolgate.gate import Gate


@dataclass(frozen=True, slots=True)
class OpenGateway:
    """A gateway whose servers are not started yet, and what follows its configuration where that is a file."""

    gateway: Gateway
    reload: Reload | None

    @property
    def servers(self) -> Servers:
        """The servers behind it."""
        return self.gateway.servers

    async def close(self) -> None:
        """Ends the servers and lets go of the audit log."""
        await self.servers.close()
        self.gateway.gate.close()


def open_gateway(settings: Settings, mcp_stdio: str | None = None, *, dry_run: bool = False) -> OpenGateway:
    """The gateway of a configuration. ConfigError or SettingsError say what is wrong."""
    # The client library reads these when it is imported: it would ask for updates and colour the log.
    os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
    os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")
    path = chosen_path(settings, mcp_stdio)
    read = partial(read_config, path, os.environ, mcp_stdio=mcp_stdio)
    config = read().usable()
    screen = None if path is None else pinning_of(path)
    servers = Servers(config, opened=Transports(tokens_folder()), screen=screen, dry_run=dry_run)
    gate = build_gate(settings, SERVER, foreign=servers, beside=config.names())
    reload = None if path is None else Reload(path, read, servers)
    status = partial(_status, gate, servers, reload, path)
    return OpenGateway(Gateway(gate, servers, debug=settings.gateway_debug, status=status), reload)


def _status(gate: Gate, servers: Servers, reload: Reload | None, path: Path | None) -> JsonObject:
    """What get_gateway_status says besides the servers."""
    state = gate.status()
    errors = {} if reload is None else reload.status()["errors"]
    rules = state["rules"] or {}
    wrong = [*errors.values(), *([rules["error"]] if rules.get("error") else [])]
    held = ""
    if servers.quarantined:
        held = f"tools are held back: director gateway approve {' '.join(servers.quarantined)}"
    return {
        "reload_status": {} if reload is None else reload.status(),
        "policy_state": state,
        "config_paths": {"mcp_config": None if path is None else str(path), "rules": rules.get("file")},
        "message": f"an edit is not in use: {wrong[0]}" if wrong else held or "everything is as configured",
    }
