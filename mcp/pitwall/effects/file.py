"""Announces into a file, one line each: UTC, moment of the race, author and text, with tabs between."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from pitwall.effects.announcer import Announcement
from pitwall.effects.one_line import plain_line
from toolgate.contract import ToolError
from toolgate.private_files import make_folder, open_file

_log = logging.getLogger("pitwall")


class FileAnnouncer:
    """Appends to a file, which only its owner can read where we make it.

    A line is handed over in one piece, so that several processes may share the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def announce(self, announcement: Announcement) -> None:
        said = announcement
        moment = f"lap {said.race_lap}, {said.session_time}"
        line = "\t".join(plain_line(field) for field in (said.utc, moment, said.author, said.text))
        data = f"{line}\n".encode()
        try:
            make_folder(self._path.parent)
            with open(open_file(self._path, os.O_WRONLY | os.O_APPEND), "ab", buffering=0) as file:
                written = file.write(data)
        except OSError as error:
            _log.error("announcements cannot be written to %s: %s", self._path, error)
            raise ToolError(
                "tool_failed",
                f"nothing was announced: the file cannot be written ({error.strerror or type(error).__name__}); "
                "let announce_path name one that can",
            ) from None
        if written != len(data):
            _log.error("only %s of %d bytes of an announcement went to %s", written, len(data), self._path)
            raise ToolError("tool_failed", "the announcement was cut short: the disk may be full; make room")
