"""The rewriter with the weights that come with the package."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from director.language.rewriting.rewriter import Rewriter

HEARS_FILE, SAYS_FILE, WORDS_FILE = (
    Path(__file__).with_name(name) for name in ("hears.onnx", "says.onnx", "rewriter.words")
)


class Words(Struct, frozen=True, array_like=True):
    """What the rewriter hears in pieces, with blanks between them, and the words that it says."""

    pieces: str
    words: tuple[str, ...]
    tools: tuple[str, ...]
    """The tools whose examples were learnt, none of which changes anything: of others the rewriter knows nothing."""


@lru_cache(maxsize=1)
def shipped() -> tuple[Rewriter, frozenset[str]]:
    """The rewriter, and the tools that it knows of."""
    told = msgspec.msgpack.decode(WORDS_FILE.read_bytes(), type=Words)
    from director.language.rewriting.rewriter import Rewriter  # noqa: PLC0415 - most processes ask few questions

    return Rewriter(HEARS_FILE.read_bytes(), SAYS_FILE.read_bytes(), told.pieces, told.words), frozenset(told.tools)
