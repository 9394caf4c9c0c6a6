"""Chat over NATS: frames of a subject in, answers to another one out. It connects, and connects again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from director.chat.message import ChatAnswer
from director.chat.responder import NotPublished
from toolgate.errors import UnavailableError

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

_log = logging.getLogger("director.chat")

_SCHEMES = ("nats", "tls", "ws", "wss")
_FIRST_WAIT_S, _LONGEST_WAIT_S = 1.0, 30.0
_CONNECT_WITHIN_S = 10.0
_CONFIRM_WITHIN_S = 5.0
_PING_EVERY_S = 15
_REFUSALS = 3
_FRAMES_MAX = 10_000
_BYTES_MAX = 16 * 1024 * 1024
GROUP = "director_chat"
"""Of several responders in this queue group, each message reaches one."""


class BusError(UnavailableError):
    """There will be no connection. The message is one line that says what to do; it holds no password."""


class Bus:
    """A connection that is renewed for as long as the bus is open. `missed` counts frames that came too fast."""

    def __init__(self, url: str, subject: str, answers: str) -> None:
        """`url` may be several with commas between: they are tried in turn. BusError where one is none."""
        self.missed = 0
        self._urls = [part.strip() for part in url.split(",")]
        self._subject = subject
        self._answers = answers
        self._client: Client | None = None
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        for part in self._urls:
            host_and_port(part)
        try:
            import nats.aio.client  # noqa: F401, PLC0415 - of an extra, and only for this
        except ImportError:
            raise BusError("NATS needs another package: pip install 'race-director[nats]'") from None

    @asynccontextmanager
    async def frames(self) -> AsyncIterator[AsyncIterator[bytes]]:
        """Opens the bus: frames as they come, through every loss of the connection. It raises BusError when refused."""
        connecting = asyncio.ensure_future(self._stay_connected())
        connecting.add_done_callback(lambda _: self._frames.put_nowait(None))
        try:
            yield self._received(connecting)
        finally:
            connecting.cancel()
            with suppress(asyncio.CancelledError, BusError):
                await connecting

    async def publish(self, answer: ChatAnswer) -> None:
        """Publishes an answer. NotPublished without a connection, another error where the server did not confirm."""
        client = self._client
        if client is None or not client.is_connected:
            raise NotPublished("there is no connection to NATS")
        await client.publish(self._answers, answer.frame())
        await asyncio.wait_for(client.flush(), _CONFIRM_WITHIN_S)

    async def _received(self, connecting: asyncio.Future[None]) -> AsyncIterator[bytes]:
        while (frame := await self._frames.get()) is not None:
            yield frame
        connecting.result()

    async def _stay_connected(self) -> None:
        wait, refused = _FIRST_WAIT_S, 0
        for url in cycle(self._urls):
            gone = asyncio.Event()
            try:
                self._client = await self._connect(url, gone)
            except Exception as error:  # noqa: BLE001 - the client raises its own errors and the system's
                # A server that refuses hangs up at once, and the hang-up may overtake its word.
                refusing = _is_refusal(error) or (refused and _is_hang_up(error))
                refused = refused + 1 if refusing else 0
                if refused == _REFUSALS:
                    raise BusError(
                        f"{host_and_port(url)} rejected the connection: check user and password in NATS_URL"
                    ) from None
                _log.warning("no connection to %s (%s): trying again in %g s", host_and_port(url), _why(error), wait)
            else:
                _log.info("connected to %s: %s", host_and_port(url), self._subject)
                wait, refused = _FIRST_WAIT_S, 0
                try:
                    await gone.wait()
                finally:
                    await _close(self._client)
                _log.warning("the connection to %s is lost: trying again in %g s", host_and_port(url), wait)
            await asyncio.sleep(wait)
            wait = min(wait * 2, _LONGEST_WAIT_S)

    async def _connect(self, url: str, gone: asyncio.Event) -> Client:
        from nats.aio.client import Client  # noqa: PLC0415
        from nats.errors import SlowConsumerError  # noqa: PLC0415

        failures: list[Exception] = []

        async def closed() -> None:
            gone.set()

        async def failed(error: Exception) -> None:
            if isinstance(error, SlowConsumerError):
                self.missed += 1
            elif gone.is_set() or client.is_connected:
                _log.warning("NATS: %s", _why(error))
            else:
                failures[:] = [error]

        client = Client()
        connecting = client.connect(
            url,
            name="director",
            error_cb=failed,
            closed_cb=closed,
            allow_reconnect=False,
            max_reconnect_attempts=1,
            reconnect_time_wait=0,
            connect_timeout=5,
            ping_interval=_PING_EVERY_S,
            max_outstanding_pings=2,
        )
        try:
            await asyncio.wait_for(connecting, _CONNECT_WITHIN_S)
            await client.subscribe(
                self._subject, GROUP, self._take, pending_msgs_limit=_FRAMES_MAX, pending_bytes_limit=_BYTES_MAX
            )
            await asyncio.wait_for(client.flush(), _CONFIRM_WITHIN_S)
        except BaseException as error:
            await _close(client)
            if failures and isinstance(error, Exception):
                raise failures[0] from None
            raise
        return client

    async def _take(self, message: Msg) -> None:
        if self._frames.qsize() < _FRAMES_MAX:
            self._frames.put_nowait(message.data)
        else:
            self.missed += 1


async def _close(client: Client) -> None:
    with suppress(Exception):
        await asyncio.wait_for(client.close(), _CONFIRM_WITHIN_S)


def host_and_port(url: str) -> str:
    """Host and port of a URL, without what is secret in it. BusError where it is no URL of NATS."""
    try:
        parts = urlsplit(url)
        port = parts.port or 4222
    except ValueError:
        raise BusError("NATS_URL isn't a URL: write nats://host:4222") from None
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise BusError(f"NATS_URL isn't a URL of NATS: write nats://host:4222 (or {', '.join(_SCHEMES[1:])})")
    return f"{parts.hostname}:{port}"


def _is_refusal(error: Exception) -> bool:
    text = str(error).lower()
    return "authorization" in text or "authentication" in text


def _is_hang_up(error: Exception) -> bool:
    return isinstance(error, ConnectionError | EOFError) and not isinstance(error, ConnectionRefusedError)


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer"
    if isinstance(error, OSError):
        return error.strerror or "it cannot be reached"
    return str(error).removeprefix("nats: ") or type(error).__name__
