"""The names of the session, in few tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from director.planners.token_estimate import estimate_tokens
from director.sanitise import clean_text
from director.suspicion import is_suspect
from toolgate.contract import JsonObject

_NAME_MAX_CHARS = 60


def vocabulary_text(vocabularies: Mapping[str, list[JsonObject]], max_tokens: int) -> str:
    """`driver: 33 VER Max Verstappen; 44 HAM Lewis Hamilton`, a line each list. The least telling fields go first.

    A name that speaks to its reader is left out: its car or code still names it.
    """
    text = ""
    for fields in (("car", "code", "name", "team"), ("car", "code", "name"), ("code", "name"), ("code",), ()):
        text = "\n".join(filter(None, (_line(kind, entries, fields) for kind, entries in vocabularies.items())))
        if estimate_tokens(text) <= max_tokens:
            return text
    return text


def _line(kind: str, entries: list[JsonObject], fields: tuple[str, ...]) -> str:
    names = [" ".join(_parts(entry, fields)) for entry in entries]
    return f"{kind}: {'; '.join(filter(None, names))}" if any(names) else ""


def _parts(entry: JsonObject, fields: tuple[str, ...]) -> Iterator[str]:
    """The entry's fields that are named here; where it has none of them, its first one."""
    found = [key for key in fields if entry.get(key)] or (list(entry)[:1] if fields else [])
    for key in found:
        if name := _told(str(entry[key])):
            yield f"({name})" if key == "team" and len(found) > 1 else name


@lru_cache(maxsize=2048)
def _told(text: str) -> str:
    """A name as it is told; empty where it speaks to its reader. The same names are told with every question."""
    return "" if is_suspect(text) else clean_text(text, _NAME_MAX_CHARS)
