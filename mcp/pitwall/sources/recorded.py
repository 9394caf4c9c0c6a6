"""A recording, whatever was recorded: the form is told by the first lines of its file."""

from __future__ import annotations

import os

from pitwall.sources.base import Options, Source, SourceError, has_kind

_SEVERAL = ("*", ",")


def open_recording(uri: str, options: Options) -> Source | None:
    """The session in a file, or in several of live frames. SourceError where a file is no recording."""
    if has_kind(uri):
        return None
    try:
        if not any(sign in uri for sign in _SEVERAL) and not os.path.isfile(os.path.expanduser(uri)):
            return None
        return _opened(uri)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "unreadable"
        raise SourceError(f"{uri[:200]!r} can't be read ({reason}): name the file of a recording") from None


def _opened(uri: str) -> Source | None:
    from pitwall.sources.event_log import EventLog, is_event_log
    from pitwall.sources.f1.recording import Recording, find_files, is_recording

    paths = find_files(uri)
    if any(not path.is_file() for path in paths):
        return None
    if len(paths) == 1 and is_event_log(paths[0]):
        return EventLog(paths[0])
    if strange := [path for path in paths if not is_recording(path)]:
        raise SourceError(
            f"{strange[0].name!r} isn't a recording of a race: name a file of live-timing frames, "
            "one that director record wrote, or the folder of a session"
        )
    return Recording(paths)
