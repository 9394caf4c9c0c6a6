"""The operator's line over NATS: commands in, their results and alerts out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from director.chat.control import Control

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

_log = logging.getLogger("director.chat")


class OperatorLine:
    """One line of all responders of a chat: each command is obeyed by one of them."""

    def __init__(self, subject: str, alerts: str, group: str) -> None:
        self.control: Control | None = None
        self._subject = subject
        self._alerts = alerts
        self._group = group
        self._client: Client | None = None

    async def connect(self, client: Client) -> None:
        """Listens on this connection from now on."""
        self._client = client
        await client.subscribe(self._subject, self._group, self._obey)

    async def tell(self, told: bytes) -> None:
        """Tells the operator something, if there is a connection."""
        if self._client is not None and self._client.is_connected:
            await self._client.publish(self._alerts, told)

    async def _obey(self, message: Msg) -> None:
        result = self.control.obey(message.data) if self.control is not None else None
        if result is None:
            _log.warning("a frame of %s isn't a command", self._subject)
        elif self._client is not None:
            await self._client.publish(f"{self._subject}.result", result)
