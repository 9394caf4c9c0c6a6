"""Whether a host is this machine, and whether a web address is safe from those on the way to it."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_loopback(host: str) -> bool:
    """Whether a host is `localhost` or an address of the loopback interface."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_safe(url: str) -> bool:
    """Whether nobody on the way can read or change what goes over the URL: https, or http on this machine.

    ValueError where it is none.
    """
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))
