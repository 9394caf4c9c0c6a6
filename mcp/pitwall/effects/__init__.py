"""What tools with an effect are handed: ports to the session store, the announcer, the clock, and their adapters."""

from pitwall.effects.announcer import Announcement, Announcer
from pitwall.effects.chat_store import ChatLine, ChatStore
from pitwall.effects.history_store import HistoryStore, Snapshot
from pitwall.effects.ports import Ports
from pitwall.effects.session_store import Note, NotePage, SessionStore

__all__ = [
    "Announcement",
    "Announcer",
    "ChatLine",
    "ChatStore",
    "HistoryStore",
    "Note",
    "NotePage",
    "Ports",
    "SessionStore",
    "Snapshot",
]
