"""The settings of HTTP, as the transport takes them: one server or a gateway of many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from director.settings import Settings

if TYPE_CHECKING:
    from toolgate.serving.http import Http


def http_of(settings: Settings, port: int | None) -> Http:
    """HTTP with the host, limits and allowed origins of the settings; at `port`, or at theirs where that is None."""
    from toolgate.serving.connections import ConnectionLimits
    from toolgate.serving.http import Http

    limits = ConnectionLimits(
        in_all=settings.http_connections,
        per_address=settings.http_connections_per_address,
        head_s=settings.http_head_timeout_s,
        body_s=settings.http_body_timeout_s,
        idle_s=settings.http_idle_timeout_s,
    )
    return Http(
        settings.http_host,
        settings.http_port if port is None else port,
        settings.http_allowed_hosts,
        settings.http_allowed_origins,
        limits,
        settings.drain_s,
    )
