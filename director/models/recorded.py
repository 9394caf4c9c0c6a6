"""Records exchanges with a model to a file, and replays such a file.

A line is one exchange: the request, the reply or the fault, when and how long. It holds no key, as no request does.

An exchange is found by the hash of its whole request. Where there is none, by the hash of the request without its
system prompt, which may be worded anew and may name the moment of the race: purpose, messages and schema are what the
question, the conversation, the tools and their outputs come down to. Of several exchanges with the same key the last
one counts, so recording a question anew replaces it.
"""

from __future__ import annotations

import json
import logging
import os
import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import to_builtins

from director.models.base import Fault, Model, ModelError, ModelReply, Request, Usage
from toolgate.private_files import make_folder, open_file

_log = logging.getLogger("director.models")

REPLAY = "replay"
_QUESTION_MAX = 80
_QUESTION = re.compile(r'<question>"(.*)"</question>')
"""Finds the question in a prompt of `director.reasoning`."""


class _Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fault: Fault
    message: str
    model: str
    usage: Usage


class _Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a file."""

    at: datetime
    duration_ms: float
    provider: str
    hash: str
    request: Request
    reply: ModelReply | None = None
    fault: _Fault | None = None
    format: Literal[1] = 1

    def __post_init__(self) -> None:
        if (self.reply is None) == (self.fault is None):
            raise ValueError("neither a reply nor a fault")


class RecordingModel:
    """A model whose exchanges are appended to a file, faults included. Several processes may share the file."""

    def __init__(self, model: Model, path: Path) -> None:
        """ModelError `not_recorded` where the file cannot be written."""
        self._model = model
        self._path = path
        try:
            _append(path, b"")
        except OSError as error:
            raise ModelError("not_recorded", f"can't record to {path.name}: {error.strerror}") from None

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._model.name

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        """The reply of the wrapped model, once it is recorded."""
        at, since = datetime.now(UTC), time.perf_counter()
        reply, fault = None, None
        try:
            reply = await self._model.complete(request, timeout_s)
        except ModelError as error:
            fault = _Fault(error.fault, str(error), error.model, error.usage)
            raise
        else:
            return reply
        finally:
            if reply or fault:  # else the caller has gone away
                duration_ms = round((time.perf_counter() - since) * 1000, 3)
                self._write(_Exchange(at, duration_ms, self.name, request_hash(request), request, reply, fault))

    async def aclose(self) -> None:
        """Closes the wrapped model."""
        await self._model.aclose()

    def _write(self, exchange: _Exchange) -> None:
        try:
            _append(self._path, msgspec.json.encode(exchange) + b"\n")
        except OSError as error:
            _log.error("can't record to %s: %s", self._path.name, error.strerror)
        except UnicodeEncodeError:
            _log.error("can't record to %s: a text isn't valid Unicode", self._path.name)


class ReplayModel:
    """A model that replays a file; it never calls a provider."""

    name = REPLAY

    def __init__(self, path: Path) -> None:
        """ModelError `not_recorded` where the file cannot be read, or a line of it is no exchange."""
        self._file = path.name
        self._exchanges: dict[str, _Exchange] = {}
        """The exchanges by both keys of the request."""
        try:
            lines = path.read_bytes().splitlines()
        except OSError as error:
            raise ModelError("not_recorded", f"can't replay {self._file}: {error.strerror}") from None
        for number, line in enumerate(lines, start=1):
            try:
                exchange = msgspec.json.decode(line, type=_Exchange)
            except msgspec.MsgspecError:
                message = f"can't replay {self._file}: line {number} isn't an exchange with a model"
                raise ModelError("not_recorded", message) from None
            for key in (_loose_hash(exchange.request), request_hash(exchange.request)):
                self._exchanges[key] = exchange

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        """The recorded reply. ModelError `not_recorded` where the file does not hold the request."""
        exchange = self._exchanges.get(request_hash(request)) or self._exchanges.get(_loose_hash(request))
        if exchange is None:
            raise ModelError("not_recorded", self._missing(request))
        if exchange.reply is not None:
            return exchange.reply
        assert exchange.fault is not None
        fault = exchange.fault
        raise ModelError(fault.fault, fault.message, usage=fault.usage, model=fault.model)

    async def aclose(self) -> None:
        """Does nothing: there are no connections."""

    def _missing(self, request: Request) -> str:
        texts = [" ".join(message.text.split()) for message in request.messages]
        asked = [question for text in texts for question in _QUESTION.findall(text)] or texts or [""]
        last = asked[-1] if len(asked[-1]) <= _QUESTION_MAX else f"{asked[-1][: _QUESTION_MAX - 1]}…"
        what = "plan" if request.purpose == "plan" else "answer"
        return f"{self._file} holds no {what} for {last!r}; DIRECTOR_RECORD={self._file} with a model records it"


def request_hash(request: Request) -> str:
    """The hash of a whole request: SHA-256 of its canonical JSON."""
    return _hash(to_builtins(request))


def _loose_hash(request: Request) -> str:
    return _hash({**to_builtins(request), "system": None})


def _hash(value: Mapping[str, object]) -> str:
    return sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _append(path: Path, line: bytes) -> None:
    """One write to the end of the file: lines of several processes do not mix."""
    make_folder(path.parent)
    file = open_file(path, os.O_WRONLY | os.O_APPEND)
    try:
        os.write(file, line)
    finally:
        os.close(file)
