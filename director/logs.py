"""Logs go to stderr: a line each, the structured ones as JSON alone."""

from __future__ import annotations

import logging
import sys

from director.settings.fields import LogLevel


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        if record.name == "toolgate.calls":
            return record.getMessage()
        return super().format(record)


def set_up_logging(level: LogLevel) -> None:
    """One handler, on stderr, for everything."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # They would log URLs and headers whole, with what may be secret in them.
    for name in ("httpx", "httpx2", "httpcore2", "anthropic", "google_genai"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # It warns of its own caches, which it gets by without.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
