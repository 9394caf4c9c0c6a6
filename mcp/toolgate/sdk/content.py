"""Content blocks beside a structured result: text, pictures, sound, embedded resources."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass

from pydantic import BaseModel

from toolgate.contract import JsonObject


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A text. `Content` takes a plain str for one."""

    text: str

    def block(self) -> JsonObject:
        """The block as MCP writes it."""
        return {"type": "text", "text": self.text}


@dataclass(frozen=True, slots=True)
class Image:
    """A picture."""

    data: bytes
    mime_type: str = "image/png"

    def block(self) -> JsonObject:
        """The block as MCP writes it."""
        return {"type": "image", "data": b64encode(self.data).decode(), "mimeType": self.mime_type}


@dataclass(frozen=True, slots=True)
class Audio:
    """A sound."""

    data: bytes
    mime_type: str = "audio/wav"

    def block(self) -> JsonObject:
        """The block as MCP writes it."""
        return {"type": "audio", "data": b64encode(self.data).decode(), "mimeType": self.mime_type}


@dataclass(frozen=True, slots=True)
class Embedded:
    """A resource, whole, under its URI."""

    uri: str
    data: str | bytes
    mime_type: str = "text/plain"

    def block(self) -> JsonObject:
        """The block as MCP writes it."""
        held = {"blob": b64encode(self.data).decode()} if isinstance(self.data, bytes) else {"text": self.data}
        return {"type": "resource", "resource": {"uri": self.uri, "mimeType": self.mime_type, **held}}


Block = TextBlock | Image | Audio | Embedded


class Content:
    """What a tool returns that shows something: blocks, and a result for programs where it has one."""

    __slots__ = ("blocks", "result")

    def __init__(self, *blocks: Block | str, result: BaseModel | None = None) -> None:
        self.blocks = tuple(TextBlock(block) if isinstance(block, str) else block for block in blocks)
        self.result = result

    def shown(self) -> list[JsonObject]:
        """The blocks as MCP writes them."""
        return [block.block() for block in self.blocks]
