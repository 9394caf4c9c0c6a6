"""Commands to a chat on `system.control`, and the result of each on `system.control.result`.

{"type", "command_id", "timestamp", "data"}  ->  {"command_id", "success", "type", "data" or "error"}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import orjson

from toolgate.contract import JsonObject

_ID_CHARS = 100
_LONGEST = 65_536
_VIDEO = ("video_id", "live_chat_id")


class Control:
    """Obeys commands. `status` gives the chat's counters, `forget` clears its conversations."""

    def __init__(self, status: Callable[[], JsonObject], forget: Callable[[], None]) -> None:
        self._status = status
        self._forget = forget
        self._video: JsonObject = {}
        self._commands: Mapping[str, Callable[[JsonObject], JsonObject]] = {
            "youtube.status": lambda data: {**self._video, **self._status()},
            "youtube.reset": self._reset,
            "youtube.discovery.complete": self._discovered,
        }

    def obey(self, frame: bytes) -> bytes | None:
        """The result of a command; None for a frame that isn't a command."""
        try:
            command = orjson.loads(frame) if len(frame) <= _LONGEST else None
        except orjson.JSONDecodeError:
            return None
        if not isinstance(command, dict):
            return None
        kind, number, data = command.get("type"), command.get("command_id"), command.get("data", {})
        if not isinstance(kind, str) or not isinstance(number, str) or not 0 < len(number) <= _ID_CHARS:
            return None
        result: JsonObject = {"command_id": number, "success": False, "type": kind[:_ID_CHARS]}
        do = self._commands.get(kind)
        if do is None:
            return orjson.dumps(result | {"error": f"unknown command: choose from {', '.join(self._commands)}"})
        try:
            return orjson.dumps(result | {"success": True, "data": do(data if isinstance(data, dict) else {})})
        except ValueError as error:
            return orjson.dumps(result | {"error": str(error)})

    def _reset(self, data: JsonObject) -> JsonObject:
        self._forget()
        self._video = {}
        return {}

    def _discovered(self, data: JsonObject) -> JsonObject:
        """Takes note of which video's chat this is."""
        if not all(isinstance(data.get(name), str) and len(data[name]) <= _ID_CHARS for name in _VIDEO):
            raise ValueError("data needs video_id and live_chat_id")
        self._video = {name: data[name] for name in _VIDEO}
        return self._video
