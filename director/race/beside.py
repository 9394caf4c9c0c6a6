"""The servers of other people whose tools stand beside the race's, by a configuration like the gateway's."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from director.race.assembly import SERVER
from director.race.gate_settings import build_gate
from director.settings import Settings
from toolgate.contract import Call, Outcome
from toolgate.gate import Gate
from toolgate.layers import Layer, Next
from toolgate.runner import Runner

if TYPE_CHECKING:
    from toolgate.downstream.entries import GatewayConfig
    from toolgate.downstream.pinning import Pinning
    from toolgate.downstream.servers import Servers


def configured(config: Path | None) -> Servers | None:
    """The servers of a configuration, none of them started. ConfigError holds everything that is wrong with it."""
    if config is None:
        return None
    from toolgate.downstream.over_http import Transports
    from toolgate.downstream.servers import Servers

    read = read_beside(config).usable()
    return Servers(read, opened=Transports(tokens_folder()), screen=pinning_of(config), own=SERVER)


def read_beside(config: Path) -> GatewayConfig:
    """The configuration as it stands now, with what is wrong with it: no server may have the name of the race's."""
    from msgspec import structs

    from toolgate.downstream.configuration import read_config
    from toolgate.downstream.entries import Issue

    read = read_config(config, os.environ)
    said = f"the race's own tools are those of {SERVER!r}: rename that server"
    taken = tuple(Issue("duplicate_mcp_server", one.path, said) for one in read.servers if one.name == SERVER)
    return structs.replace(read, issues=(*read.issues, *taken))


def pinning_of(config: Path) -> Pinning:
    """What holds the servers of a configuration to what they were at first sight."""
    from toolgate.downstream.pinning import Pinning, lock_path

    return Pinning(lock_path(config, state_folder()))


def gate_before(settings: Settings, servers: Servers | None) -> Gate:
    """The gate before the race's tools and theirs."""
    return build_gate(settings, SERVER, foreign=servers, beside=() if servers is None else tuple(servers.all))


def waiting_beside(gate: Gate, servers: Servers, ready: Layer) -> Layer:
    """A layer for calls of the race and of the servers beside it. Calls of the race wait until it is `ready`; a call of
    another server is refused where its agent must not know of that server.
    """
    from toolgate.downstream.reach import Reach

    reach = Reach(gate, servers)

    async def wait(call: Call, next: Next, /) -> Outcome:
        return await (ready if call.server in (None, SERVER) else reach)(call, next)

    return wait


@asynccontextmanager
async def started(servers: Servers | None, runner: Runner) -> AsyncIterator[None]:
    """Starts the servers beside what the caller does meanwhile; where either fails, they are ended.

    ServerUnavailable names one that cannot be started.
    """
    if servers is None:
        yield
        return
    starting = asyncio.create_task(servers.start(runner))
    try:
        yield
        await starting
    except BaseException:
        starting.cancel()
        await asyncio.wait([starting])
        await servers.close()
        raise


def tokens_folder() -> Path:
    """The folder for tokens of OAuth: beside our other state."""
    return state_folder() / "oauth"


def state_folder() -> Path:
    """The user's own folder for state."""
    from platformdirs import user_state_path

    return user_state_path("race-director", appauthor=False)
