"""How servers of NATS are reached, and what their URLs may be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from toolgate.defaults import NATS_AUTH_VIOLATIONS, NATS_CONNECT_S
from toolgate.errors import InputError

if TYPE_CHECKING:
    from ssl import SSLContext

SCHEMES = ("nats", "tls", "ws", "wss")
_PORT = 4222


class NatsUrlError(InputError):
    """A URL or a certificate of NATS cannot be used. The message holds no password."""


class NatsOptions(Struct, frozen=True):
    """What a server is told and asked for beside its URL. A user in the URL wins over this one."""

    username: str = ""
    password: str = ""
    tls_ca: Path | None = None
    """The file of certificate authorities to trust; None: those of the system."""
    tls_cert: Path | None = None
    """Our own certificate, where the server asks for one, and its key."""
    tls_key: Path | None = None
    connect_s: float = NATS_CONNECT_S
    failfast_auth: bool = True
    """Whether so many refusals in a row end it. Without it, refusals are tried again like any other failure."""
    auth_violations: int = NATS_AUTH_VIOLATIONS

    def __repr__(self) -> str:
        return f"NatsOptions(username={self.username!r}, tls_ca={self.tls_ca!r}, connect_s={self.connect_s!r})"

    def tls(self, url: str) -> SSLContext | None:
        """What TLS with that server needs, None where nobody asks for it. NatsUrlError names a bad file."""
        if self.tls_ca is None and self.tls_cert is None and parts_of(url).scheme not in ("tls", "wss"):
            return None
        import ssl  # only where TLS is spoken

        for file in (self.tls_ca, self.tls_cert, self.tls_key):
            if file is not None and not file.is_file():
                raise NatsUrlError(f"NATS: there is no file {file.name!r}: name the certificates in NATS_TLS_...")
        try:
            context = ssl.create_default_context(cafile=self.tls_ca)
            if self.tls_cert is not None:
                context.load_cert_chain(self.tls_cert, self.tls_key)
        except (ssl.SSLError, OSError):
            raise NatsUrlError("NATS: a file of NATS_TLS_CA, NATS_TLS_CERT or NATS_TLS_KEY can't be used") from None
        return context


def parts_of(url: str) -> SplitResult:
    """The parts of a URL of NATS. NatsUrlError where it isn't one."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise NatsUrlError("that isn't a URL of NATS: write nats://host:4222") from None
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise NatsUrlError(f"that isn't a URL of NATS: write nats://host:4222 (or {', '.join(SCHEMES[1:])})")
    return parts


def host_and_port(url: str) -> str:
    """Host and port of a URL, without what is secret in it. NatsUrlError where it is no URL of NATS."""
    parts = parts_of(url)
    return f"{parts.hostname}:{parts.port or _PORT}"
