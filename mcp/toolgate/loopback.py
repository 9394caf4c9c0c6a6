"""Whether a host is this machine."""

from __future__ import annotations

from ipaddress import ip_address


def is_loopback(host: str) -> bool:
    """Whether a host is `localhost` or an address of the loopback interface."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
