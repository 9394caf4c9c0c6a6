"""What the planner knows: the catalogue, learnt once, and the names of those who take part, which change seldom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from director.language.mentions import Names
from director.language.session_kinds import is_for_any, is_meant_for, is_of_positions, session_kind
from director.planners.offline.catalogue_tools import Tool, read_tool
from director.planners.offline.commands import is_command
from director.planners.offline.conversation.people import People
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.item_reader import NOTHING, ItemReader
from director.planners.offline.kept_learning import learn_or_recall
from director.planners.offline.match import best_matches
from director.planners.offline.matched_question import Reading
from toolgate.contract import Context, JsonObject

MAX_ITEMS = 40


class Knowledge:
    """The catalogue and the names read last. Commands are learnt apart, so that no question matches one."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._kind: str | None = None
        self._offered: list[JsonObject] = []
        self._entries: list[JsonObject] = []
        self._encoded = b""
        self._names = Names({})
        self._named = b""
        self.people = People({})
        """Those who take part."""
        self.session = ""
        """The line about the session."""
        self._readings: list[Reading] = []
        self.queries = CatalogueIndex.of(())
        self.lexicon = self.queries.lexicon
        """How people speak of what can be queried in a session of this kind."""
        self.commands = self.queries
        self.command_tools: Sequence[Tool] = ()
        self.reader = ItemReader(self.queries, self._names, "")
        self.command_reader = self.reader

    def refresh(self, catalogue: Sequence[JsonObject], context: Context) -> None:
        """Reads what has changed, before each question: a new lap changes the session's line alone.

        Tools for other kinds of sessions are left out. Outside a race, tools that name their kinds of sessions come
        first: of two that match alike, one that names none was written with a race in mind.
        """
        self._readings = []
        kind = session_kind(context.session_kind)
        relearnt = False
        if kind != self._kind or not _same_entries(catalogue, self._offered):
            self._kind, self._offered = kind, list(catalogue)
            fitting = [entry for entry in catalogue if is_meant_for(entry, kind)]
            ordered = fitting if is_of_positions(kind) else sorted(fitting, key=is_for_any)
            relearnt = not _same_entries(ordered, self._entries) and self._learn(ordered)
        named = msgspec.msgpack.encode(context.vocabularies)
        renamed = named != self._named
        if renamed:
            self._names, self._named = Names(context.vocabularies, context.session), named
            self.people = People.of(context)
        if relearnt or renamed:
            self.reader = ItemReader(self.queries, self._names, context.session)
            self.command_reader = ItemReader(self.commands, self._names, context.session)
        elif context.session != self.session:
            self.reader.name_session(context.session)
            self.command_reader.name_session(context.session)
        self.session = context.session
        if relearnt or kind != self.lexicon.session_kind:
            self.lexicon = self.queries.lexicon.of_kind(kind)

    @property
    def catalogue(self) -> Sequence[JsonObject]:
        """The entries that were learnt last."""
        return self._entries

    def match(self, question: str, known: Mapping[str, object] = NOTHING) -> Reading:
        """The question as it is read, with its best match. `known` are those whom "he" stands for.

        A question and its parts are matched several times on their way to a plan: what is read alike is matched once.
        """
        items = self.reader.read(question, known)
        if len(items) > MAX_ITEMS:  # nothing of it may be left out, and so much is no one question
            return Reading((), ())
        reading = next((one for one in self._readings if one.items == items), None)
        if reading is None:
            reading = Reading(items, best_matches(items, self.queries))
            self._readings.append(reading)
        return reading

    def _learn(self, catalogue: Sequence[JsonObject]) -> bool:
        """Learns the catalogue where its content has changed, not merely its objects; says whether it had."""
        encoded = msgspec.msgpack.encode(catalogue)
        self._entries = list(catalogue)  # also where nothing has changed: the next look then needs no encoding
        if encoded == self._encoded:
            return False
        self._encoded = encoded
        asked = [entry for entry in catalogue if not is_command(entry)]
        self.queries = CatalogueIndex(learn_or_recall(asked, self._folder))
        acting = [entry for entry in catalogue if is_command(entry)]
        self.commands = CatalogueIndex.of(acting)
        self.command_tools = [read_tool(entry) for entry in acting]
        return True


def _same_entries(catalogue: Sequence[JsonObject], entries: Sequence[JsonObject]) -> bool:
    return len(catalogue) == len(entries) and all(one is other for one, other in zip(catalogue, entries, strict=True))
