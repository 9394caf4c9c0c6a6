"""Logs go to stderr: a line each, the structured ones as JSON alone."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

from director.settings.fields import LogLevel
from toolgate.audit.redact import redact
from toolgate.audit.secrets import hide_secrets
from toolgate.printable import printable


class Formatter(logging.Formatter):
    """Formats a record as one line, redacted and printable; a trace adds its own lines."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole text of a record: redacted, printable, the message on one line."""
        if record.name == "toolgate.calls":
            return _structured(record.getMessage())
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """The line itself, before its trace."""
        return printable(hide_secrets(super().formatMessage(record)))

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """The trace, line by line: its lines are our own, the text in them may come from anybody."""
        return _lines(super().formatException(ei))

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        """A stack, line by line, as a trace is."""
        return _lines(super().formatStack(stack_info))


def _structured(message: str) -> str:
    """Redacted value by value, so that it stays JSON, in ASCII."""
    import orjson  # here: only what calls tools has such lines

    try:
        line = orjson.dumps(redact(orjson.loads(message)))
        if line.isascii():
            return line.decode()
        return json.dumps(redact(json.loads(message)), separators=(",", ":"))
    except ValueError:
        return printable(hide_secrets(message))


def _lines(text: str) -> str:
    return "\n".join(printable(line) for line in hide_secrets(text).split("\n"))


def set_up_logging(level: LogLevel, *, never_waits: bool = False) -> None:
    """One handler, on stderr, for everything. A server's never waits until somebody reads it."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if never_waits:
        from toolgate.unblocked_log import UnblockedHandler

        handler = UnblockedHandler.on_stderr()
    handler.setFormatter(Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # They would log URLs and headers whole, with what may be secret in them.
    for name in ("httpx2", "httpcore2", "anthropic", "google_genai"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # It warns of its own caches, which it gets by without.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
