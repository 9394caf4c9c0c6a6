"""Which session pins and notes belong to."""

from __future__ import annotations

from pitwall.state import RaceView

_SIMULATED = "sim:"


def session_key(view: RaceView, source: str) -> str:
    """What the feed calls the session: series, meeting, name and planned start. The same for a folder and its .zip.

    The source's own string stands for it where the feed says none of these, and for simulated races, whose words
    are alike whatever their seed.
    """
    session = view.session
    said = (session.series, session.meeting, session.name, session.start_local) if session else ()
    return source if source.startswith(_SIMULATED) or not any(said) else " | ".join(said)
