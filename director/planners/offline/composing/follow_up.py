"""A composed question asked again with other parts: "and Bottas?", "what about the last five?", "and the freshest?"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from director.planners.offline.composing.compose import Composition, compose_reading
from director.planners.offline.composing.lexicon import Lexicon
from director.planners.offline.composing.scan import Narrowed, QuestionParts, scan
from director.planners.offline.question_items import Item

RANKS = frozenset({"up", "down"})


def asked_again(before: Sequence[Sequence[Item]], items: Sequence[Item], lexicon: Lexicon) -> Composition | None:
    """The question before with the parts of this one in place of its own, where this one has nothing but such parts.

    `before` are the questions so far, the latest last: one that was itself such a follow-up leans on those before it.
    """
    new = scan(items, lexicon)
    if not _is_but_parts(new):
        return None
    old: QuestionParts | None = None
    for earlier in before:
        read = scan(earlier, lexicon)
        old = _merged(old, read, lexicon) if old is not None and _is_but_parts(read) else read
    if old is None or old.left is not None:
        return None
    composed = compose_reading(_merged(old, new, lexicon), lexicon)
    return composed if isinstance(composed, Composition) else None


def _is_but_parts(reading: QuestionParts) -> bool:
    """Whether it has names, spans, filters and ranks alone, and asks nothing by itself."""
    ranks = all(RANKS & {use.role for use in uses} for uses, _ in reading.topics)
    asks = reading.left is not None or reading.asks or reading.count or reading.asks_whether
    return bool(ranks and not asks and (reading.narrows or reading.names or reading.topics or reading.nth))


def _merged(old: QuestionParts, new: QuestionParts, lexicon: Lexicon) -> QuestionParts:
    merged = msgspec.structs.replace(old)
    if new.names:
        merged.names, merged.names_at, merged.led_to = new.names, old.names_at[:1] or [0], old.led_to[:1] or [""]
    if new.topics:
        merged.topics = [found for found in old.topics if not RANKS & {use.role for use in found[0]}] + new.topics
        merged.most = merged.fewest = False
    replaced = {field for narrow in new.narrows for field in _fields(narrow, lexicon)}
    kept = [narrow for narrow in old.narrows if replaced.isdisjoint(_fields(narrow, lexicon))]
    merged.narrows = [*kept, *new.narrows]
    merged.nth = new.nth or old.nth
    return merged


def _fields(narrow: Narrowed, lexicon: Lexicon) -> set[str]:
    """What a narrow is about. Spans of laps are one thing, however they are told."""
    fields = {field for way in lexicon.narrows[narrow.number] for field, *_ in way.where}
    return fields | ({"lap", "laps_ago"} if fields & {"lap", "laps_ago"} else set())
