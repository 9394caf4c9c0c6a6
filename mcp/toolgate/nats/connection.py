"""One connection to one server of NATS, and why it cannot be had."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from toolgate.errors import UnavailableError
from toolgate.nats.options import NatsOptions, host_and_port, parts_of
from toolgate.waiting import look_at

if TYPE_CHECKING:
    from nats.aio.client import Client

CONFIRM_S = 5.0
"""How long a server may take to confirm what it was sent."""
_PING_S = 15


class NatsUnavailable(UnavailableError):
    """There is no connection. The message names host and port, the reason and the remedy, and holds no password."""


class NatsRefused(NatsUnavailable):
    """A server wants another user, password or certificate."""


class Connected(NamedTuple):
    """A client; an event that is set once its connection is gone, for it does not connect again by itself; and the
    server's host and port.
    """

    client: Client
    gone: asyncio.Event
    where: str


@asynccontextmanager
async def connected(
    url: str, options: NatsOptions | None = None, missed: Callable[[], None] = lambda: None
) -> AsyncIterator[Connected]:
    """Connects once, and closes the connection at the end. `missed` is called for what came too fast to be taken.

    NatsRefused or NatsUnavailable where there is no connection, NatsUrlError where the URL is none.
    """
    options = options or NatsOptions()
    where = host_and_port(url)
    try:
        from nats.aio.client import Client
        from nats.errors import SlowConsumerError
    except ImportError:
        raise NatsUnavailable("NATS needs another package: pip install 'race-director[nats]'") from None
    tls, login = options.tls(url), _login(url, options)
    client, gone, failures = Client(), asyncio.Event(), list[Exception]()

    async def closed() -> None:
        gone.set()

    async def failed(error: Exception) -> None:
        if isinstance(error, SlowConsumerError):
            missed()
        else:
            failures[:] = [error]

    try:
        try:
            trying = client.connect(
                url,
                name="director",
                closed_cb=closed,
                disconnected_cb=closed,
                error_cb=failed,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                connect_timeout=max(round(options.connect_s), 1),
                ping_interval=_PING_S,
                max_outstanding_pings=2,
                tls=tls,
                **login,
            )
            await _within(trying, options.connect_s)
        except Exception as error:
            raise _told(failures[0] if failures else error, where) from error
        yield Connected(client, gone, where)
    finally:
        with suppress(Exception):
            await asyncio.wait_for(client.close(), CONFIRM_S)


async def _within(trying: Coroutine[Any, Any, None], seconds: float) -> None:
    connecting = asyncio.ensure_future(trying)
    connecting.add_done_callback(look_at)  # cancelled, it may end with an error of its own, which nobody awaits
    await asyncio.wait_for(connecting, seconds)


def _login(url: str, options: NatsOptions) -> dict[str, Any]:
    if not options.username or parts_of(url).username is not None:
        return {}
    return {"user": options.username, "password": options.password}


def _told(error: Exception, where: str) -> NatsUnavailable:
    text = str(error).lower()
    if "authorization" in text or "authentication" in text:
        return refusal(where)
    if "certificate" in text or "tls" in text:
        return NatsUnavailable(f"{where}: TLS fails ({why(error)}): check NATS_TLS_CA")
    return NatsUnavailable(f"can't reach NATS at {where} ({why(error)}): is the server running?")


def why(error: BaseException) -> str:
    """A failure of a connection in a few words."""
    if isinstance(error, TimeoutError):
        return "no answer"
    if isinstance(error, ConnectionError | EOFError):
        return "it hangs up" if hangs_up(error) else "nobody listens"
    if isinstance(error, OSError):
        return str(getattr(error, "verify_message", "") or error.strerror or "it can't be reached")
    return str(error).removeprefix("nats: ") or type(error).__name__


def hangs_up(error: BaseException | None) -> bool:
    """Whether the server has ended the connection: one that refuses a login does, and its message may be lost."""
    return isinstance(error, ConnectionError | EOFError) and not isinstance(error, ConnectionRefusedError)


def refusal(where: str) -> NatsRefused:
    """The error for a server, named by `where`, that rejects the login."""
    return NatsRefused(f"{where} rejected the connection: check user and password in NATS_URL or NATS_PASSWORD")
