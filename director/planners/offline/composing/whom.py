"""Of whom a question is: who did it, or to whom it was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from director.language.word_lists import words
from director.planners.offline.composing.lexicon import Lexicon, Topic
from director.planners.offline.composing.scan import QuestionParts
from director.planners.offline.composing.topics import NotComposed

_DOERS = words("did do does has have had by was is of")
"""Words after which a name is who did it: "who did Ocon pass", "overtakes by Ocon"."""
_BY = words("by of")
_PAIR = 2


def named(reading: QuestionParts, topic: Topic, lexicon: Lexicon) -> list[list[Any]]:
    """Conditions for whom it is about. Who comes after the verb is whom it was done to."""
    held: list[list[Any]] = []
    for kind, names in reading.names.items():
        field = topic.named or lexicon.names[kind]
        if topic.other and reading.topics:
            return _done(reading, names, field, topic.other)
        if topic.passive and len(names) == _PAIR:
            return _suffered(reading, names, [field, lexicon.names[kind]])
        held.append(_held(field, names))
    if reading.without:
        held.append([next(iter(lexicon.names.values())), "not_in", list(reading.without)])
    return held


def _done(reading: QuestionParts, names: Sequence[str], field: str, other: str) -> list[list[Any]]:
    """Who did it, to whom, or both."""
    verb = reading.topics[0][1]
    if reading.either and (reading.most or reading.fewest):
        return [_held(field, names)]  # "who has made more passes, A or B"
    after = reading.names_at[-1] > verb and reading.led_to[-1] not in _DOERS
    if reading.team and len(reading.names_at) == 1:
        return [_held(other if after else field, names)]
    if len(names) == _PAIR and reading.count and not reading.apart and reading.names_at[0] > verb:
        raise NotComposed(names[-1])  # "how many passes have A and B made" asks for each of them
    if len(names) > 1 and _all_did_it(reading, verb):
        return [_held(field, names)]
    if len(names) == _PAIR and _asks_who(reading, verb):
        return [_held(other, names)]
    if len(names) == _PAIR and reading.names_at[-1] < verb and not reading.apart and not reading.either:
        return [_held(field, names)]  # "whom did A and B pass"
    if len(names) > _PAIR or reading.either or reading.team:
        raise NotComposed(names[-1])
    fields = [field, other] if len(names) == _PAIR else [other if after else field]
    return [[each, "is", name] for each, name in zip(fields, names, strict=True)]


def _all_did_it(reading: QuestionParts, verb: int) -> bool:
    """Whether all who are named come together after the verb as who did it: "passes by Ocon and Perez"."""
    joined = reading.names_at[0] > verb and not reading.apart
    return joined and not reading.either and reading.led_to[0] in _BY


def _asks_who(reading: QuestionParts, verb: int) -> bool:
    """Whether both who are named come after the verb and it asks who did it: "who overtook Ocon and Perez"."""
    joined = reading.names_at[0] > verb and not reading.apart and reading.led_to[0] not in _DOERS
    return joined and "who" in reading.asks


def _suffered(reading: QuestionParts, names: Sequence[str], fields: Sequence[str]) -> list[list[Any]]:
    """To whom it was done, and by whom: "was Ocon passed by Perez"."""
    if reading.led_to[-1] != "by":
        raise NotComposed(names[-1])
    return [[field, "is", name] for field, name in zip(fields, names, strict=True)]


def _held(field: str, names: Sequence[str]) -> list[Any]:
    return [field, "is", names[0]] if len(names) == 1 else [field, "in", list(names)]
