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
from director.settings import Settings, SettingsError
from toolgate.gate import Gate
from toolgate.runner import Runner

if TYPE_CHECKING:
    from toolgate.downstream.pinning import Pinning
    from toolgate.downstream.servers import Servers


def configured(config: Path | None) -> Servers | None:
    """The servers of a configuration, none of them started. ConfigError holds everything that is wrong with it."""
    if config is None:
        return None
    from toolgate.downstream.configuration import read_config
    from toolgate.downstream.over_http import Transports
    from toolgate.downstream.servers import Servers

    read = read_config(config, os.environ).usable()
    if SERVER in read.names():
        raise SettingsError(f"{config.name}: the race's own tools are those of {SERVER!r}: rename that server")
    return Servers(read, opened=Transports(tokens_folder()), screen=pinning_of(config), own=SERVER)


def pinning_of(config: Path) -> Pinning:
    """What holds the servers of a configuration to what they were at first sight."""
    from toolgate.downstream.pinning import Pinning, lock_path

    return Pinning(lock_path(config, state_folder()))


def gate_before(settings: Settings, servers: Servers | None) -> Gate:
    """The gate before the race's tools and theirs."""
    return build_gate(settings, SERVER, foreign=servers, beside=() if servers is None else tuple(servers.all))


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
    """Where tokens of OAuth are kept: beside our other state."""
    return state_folder() / "oauth"


def state_folder() -> Path:
    """The user's own folder for state."""
    from platformdirs import user_state_path

    return user_state_path("race-director", appauthor=False)
