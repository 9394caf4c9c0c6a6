"""Everything that tools beside the race itself are handed, in one value."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct, field

from pitwall.corpus import Corpus, NoCorpus
from pitwall.effects.announcer import Announcer
from pitwall.effects.chat_store import ChatStore, NoChat
from pitwall.effects.history_store import HistoryStore, NoHistory
from pitwall.effects.memory import MemoryAnnouncer, MemoryStore
from pitwall.effects.session_store import SessionStore
from toolgate.contract import JsonObject
from toolgate.moments import utc_now


class Ports(Struct, frozen=True):
    """The defaults keep nothing and reach nobody."""

    store: SessionStore = field(default_factory=MemoryStore)
    announcer: Announcer = field(default_factory=MemoryAnnouncer)
    corpus: Corpus = field(default_factory=NoCorpus)
    chat: ChatStore = field(default_factory=NoChat)
    history: HistoryStore = field(default_factory=NoHistory)
    clock: Callable[[], datetime] = utc_now
    source: str = ""
    """The source's own string (`sim:seed=7`): it names the session where the feed's words do not."""
    gate_status: Callable[[], JsonObject] | None = None
    """How the gate does: `mode`, and `rules {file, loaded_at, error}` and `audit {ok, queued, lost, error}` or None.

    It is called in line, so it must not wait.
    """
