"""Sanitises untrusted text: outputs of tools, questions, names from the feed.

Nothing here decides what a tool may do. It keeps text from being read as anything but data: characters that are not
to be seen go, secrets go, what is too long is cut, and text that speaks to its reader (`is_suspect`) is marked.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import orjson

from director.suspicion import is_suspect, suspicion
from toolgate.audit.secrets import REDACTED, hide_secrets, is_count, is_secret_name
from toolgate.contract import JsonObject, Rejection, StepResult

TEXT_MAX_CHARS = 300
"""Longest text within an output; a race control message is about half of that."""
DATA_MAX_CHARS = 24_000
"""Longest data block, about 6,000 tokens. What is longer loses list items from the end, and says so."""
DEPTH_MAX = 12
_UNTOLD = ("schema_version", "generated_at")
"""The fields of an envelope that describe the envelope itself."""
MARK = "withheld"
"""The key under which a prompt has why a text is not in it."""

_DROPPED = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
_WITHHELD = "[withheld]"


def visible(text: str) -> str:
    """The text on one line, without invisible or bidirectional control characters."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    kept = (" " if unicodedata.category(char) in _DROPPED else char for char in unicodedata.normalize("NFC", text))
    return " ".join("".join(kept).split())


def clean_text(text: str, max_chars: int = TEXT_MAX_CHARS) -> str:
    """Visible, without secrets, and not too long. A cut shows as an ellipsis."""
    return _cleaned(text[: 4 * max_chars], max_chars)


@lru_cache(maxsize=1024)
def _cleaned(text: str, max_chars: int) -> str:
    """Cleans the part that is looked at. Names and words come in every row of an output."""
    seen = hide_secrets(visible(hide_secrets(text))).replace(REDACTED, _WITHHELD)
    return seen if len(seen) <= max_chars else f"{seen[: max_chars - 1].rstrip()}…"


def clean_data(value: Any, depth: int = 0) -> Any:
    """A tool's output for a prompt, every text clean; in place of a suspect one stands `{"withheld": "a link"}`."""
    kind = type(value)
    if kind is int or kind is float or kind is bool or value is None:
        return value
    if kind is str:
        why, clean_value = _told(value) if len(value) <= TEXT_MAX_CHARS else _judged(value)
        return {MARK: why} if why else clean_value
    if isinstance(value, dict):
        if depth >= DEPTH_MAX:
            return _WITHHELD
        clean = {}
        for key, item in value.items():
            name, is_secret = _clean_key(str(key))
            clean[name] = _WITHHELD if is_secret and not is_count(key, item) else clean_data(item, depth + 1)
        return clean
    if isinstance(value, list | tuple):
        return _WITHHELD if depth >= DEPTH_MAX else [clean_data(item, depth + 1) for item in value]
    return value


def _judged(text: str) -> tuple[str, str]:
    """Why a text is withheld, empty where it is not, and the text as it may be shown."""
    why = suspicion(text)
    return why, "" if why else clean_text(text)


_told = lru_cache(maxsize=4096)(_judged)
"""`_judged` for short texts, kept: names and summaries come again and again."""


@lru_cache(maxsize=1024)
def _clean_key(key: str) -> tuple[str, bool]:
    """The key as it may be shown, and whether what stands under it is a secret. Keys come again and again."""
    shown = _WITHHELD if not key.isidentifier() and is_suspect(key) else clean_text(key, 80)
    return shown, is_secret_name(key)


def error_of(result: StepResult) -> JsonObject:
    """What a step's envelope says went wrong; empty where it says nothing, or not in the shape of an error."""
    error = result.envelope.get("error")
    return error if isinstance(error, dict) else {}


def complaint(result: StepResult) -> str:
    """`timeout: no answer in time`, in a clean line; empty where the step's envelope holds no error."""
    error = error_of(result)
    return clean_text(": ".join(str(error[key]) for key in ("type", "message") if error.get(key)))


def answer_data(
    results: Sequence[StepResult], max_chars: int = DATA_MAX_CHARS, rejected: Sequence[Rejection] = ()
) -> list[JsonObject]:
    """What an answer may be made of: `[{"step", "tool", "arguments", "output"}]`.

    Of a failed step it has the error's type alone, of a rejected one the code of why it was never run.
    """
    data: list[JsonObject] = []
    for result in results:
        entry: JsonObject = {"step": result.id, "tool": result.name, "arguments": clean_data(result.arguments)}
        if result.status == "ok":
            told = {key: value for key, value in result.envelope.items() if key not in _UNTOLD}
            entry["output"] = clean_data(told)
        else:
            entry["error"] = str(error_of(result).get("type", "tool_failed"))
        data.append(entry)
    data += [{"step": each.step, "tool": clean_text(each.name, 80), "refused": each.code} for each in rejected]
    return _shortened(data, max_chars)


def in_block(value: Any) -> str:
    """JSON that cannot close the block it stands in: no tag and no fence can be written with it."""
    try:
        text = orjson.dumps(value).decode()
    except TypeError:  # whole numbers beyond 64 bits, half a surrogate pair
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char, code in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("`", "\\u0060")):
        text = text.replace(char, code)
    return text


def _shortened(data: list[JsonObject], max_chars: int) -> list[JsonObject]:
    """The data with the longest lists cut until they fit; `cut` says how many items are gone."""
    while len(in_block(data)) > max_chars:
        found = [(len(in_block(owner[key])), owner, key) for owner, key in _lists(data) if len(owner[key]) > 1]
        if not found:
            return [{**{k: v for k, v in entry.items() if k != "output"}, "output": _bare(entry)} for entry in data]
        longest = max(size for size, _, _ in found)
        for size, owner, key in found:
            if size > longest / 2:
                kept = owner[key][: len(owner[key]) // 2]
                cut = owner.setdefault("cut", {})
                cut[key] = cut.get(key, 0) + len(owner[key]) - len(kept)
                owner[key] = kept
    return data


def _bare(entry: JsonObject) -> JsonObject:
    """Stands for an output that is too long even with its lists cut."""
    output = entry.get("output", {})
    return {key: output[key] for key in ("summary", "as_of") if key in output}


def _lists(value: Any) -> list[tuple[JsonObject, str]]:
    """Every list that is the value of a key, with its owner."""
    found: list[tuple[JsonObject, str]] = []
    pending = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            found += [(node, key) for key, item in node.items() if isinstance(item, list)]
            pending += node.values()
        elif isinstance(node, list):
            pending += node
    return found
