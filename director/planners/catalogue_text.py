"""The catalogue as a planner reads it, within a budget of tokens.

What is least needed goes first: examples, then the words about optional arguments, then what outputs hold, then the
words about required ones, then the optional arguments themselves, then the descriptions. A tool's name and its required
arguments are never left out.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from director.planners.token_estimate import estimate_tokens
from director.sanitise import visible
from toolgate.contract import JsonObject

_SHARED_BY = 3
"""An argument that so many tools take in the same way is described once."""
_EXAMPLE_MAX_CHARS = 160
_EXAMPLES_READ = 100
_ENVELOPE = ("schema_version", "generated_at", "summary", "as_of", "data_age_s", "missing", "truncated", "error")


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is said of each tool."""

    examples: int
    output_chars: int
    optional_words: bool
    required_words: bool
    optional: bool
    description_chars: int


DETAILS = (
    Detail(4, 400, True, True, True, 400),
    Detail(3, 400, True, True, True, 400),
    Detail(2, 400, True, True, True, 400),
    Detail(1, 400, True, True, True, 300),
    Detail(0, 400, True, True, True, 300),
    Detail(0, 400, False, True, True, 300),
    Detail(0, 200, False, True, True, 200),
    Detail(0, 100, False, True, True, 200),
    Detail(0, 100, False, True, True, 140),
    Detail(0, 60, False, True, True, 120),
    Detail(0, 0, False, True, True, 120),
    Detail(0, 0, False, False, True, 120),
    Detail(0, 0, False, False, False, 120),
    Detail(0, 0, False, False, False, 60),
    Detail(0, 0, False, False, False, 0),
)
"""From everything to the least that can be called."""


def catalogue_text(catalogue: Sequence[JsonObject], max_tokens: int) -> str:
    """The most that fits the budget, or the least where nothing does."""
    made: dict[int, str] = {}

    def fits(index: int) -> bool:
        made[index] = _render(catalogue, DETAILS[index])
        return estimate_tokens(made[index]) <= max_tokens

    most = bisect_left(range(len(DETAILS) - 1), True, key=fits)
    return made.get(most) or _render(catalogue, DETAILS[most])


def _render(catalogue: Sequence[JsonObject], detail: Detail) -> str:
    shared = _shared(catalogue, detail) if detail.optional else {}
    parts = [_tool(entry, detail, shared) for entry in catalogue]
    if shared:
        parts.insert(0, "\n".join(("Arguments that several tools take:", *shared)))
    return "\n\n".join(parts)


def _shared(catalogue: Sequence[JsonObject], detail: Detail) -> dict[str, str]:
    """The arguments that several tools take in the same way: the line of each, and its name."""
    lines = [
        (_argument(name, spec, "", words), name)
        for entry in catalogue
        for specs, words in (
            (_required(entry["input_schema"]), detail.required_words),
            (_optional(entry["input_schema"]), detail.optional_words),
        )
        for name, spec in specs.items()
    ]
    often = {line: name for (line, name), count in Counter(lines).items() if count >= _SHARED_BY}
    # Described with and without words it is one argument: the line with words stands for both.
    return {line: name for line, name in often.items() if not any(o.startswith(f"{line}: ") for o in often)}


def _tool(entry: JsonObject, detail: Detail, shared: dict[str, str]) -> str:
    schema = entry["input_schema"]
    server = f" (server {entry['server']})" if entry.get("server") else ""
    words = _cut(str(entry.get("description", "")), detail.description_chars)
    lines = [f"{entry['name']}{server}{': ' if words else ''}{words}"]
    needs, also = [], []
    for name, spec in _required(schema).items():
        is_shared = _is_shared(_argument(name, spec, "", detail.required_words), shared)
        needs += [name] if is_shared else []
        lines += [] if is_shared else [_argument(name, spec, ", required", detail.required_words)]
    for name, spec in (_optional(schema) if detail.optional else {}).items():
        line = _argument(name, spec, "", detail.optional_words)
        also += [name] if _is_shared(line, shared) else []
        lines += [] if _is_shared(line, shared) else [line]
    if needs:
        lines.append(f"  needs {', '.join(needs)}")
    if also:
        lines.append(f"  also {', '.join(also)}")
    if detail.output_chars and (fields := _fields(entry.get("output_schema"))):
        lines.append(f"  gives {_cut(fields, detail.output_chars)}")
    lines += [
        f"  e.g. {json.dumps(question, ensure_ascii=False)} -> {json.dumps(arguments, ensure_ascii=False)}"
        for question, arguments in _telling(entry.get("examples", ()), detail.examples)
    ]
    return "\n".join(lines)


def _is_shared(line: str, shared: dict[str, str]) -> bool:
    """Whether an argument is described among the shared ones, there perhaps with words."""
    return line in shared or any(other.startswith(f"{line}: ") for other in shared)


def _argument(name: str, spec: Any, mark: str, words: bool) -> str:
    about = visible(str(spec.get("description", ""))) if words and isinstance(spec, dict) else ""
    return f"  {name} ({_kind(spec)}{mark}){': ' if about else ''}{about}"


def _kind(spec: Any) -> str:
    """`integer 1 to 64, default 5` and the like."""
    if not isinstance(spec, dict):
        return "anything"
    if isinstance(spec.get("enum"), list):
        kind = " | ".join(json.dumps(option, ensure_ascii=False) for option in spec["enum"])
    elif "const" in spec:
        kind = json.dumps(spec["const"], ensure_ascii=False)
    elif branches := spec.get("anyOf") or spec.get("oneOf"):
        kind = " or ".join(dict.fromkeys(_kind(branch) for branch in branches))
    else:
        of = spec.get("type", "anything")
        kind = " or ".join(of) if isinstance(of, list) else str(of)
        kind += f" of {_kind(spec['items'])}" if kind == "array" and "items" in spec else ""
    low, high = spec.get("minimum", spec.get("exclusiveMinimum")), spec.get("maximum", spec.get("exclusiveMaximum"))
    if low is not None and high is not None:
        kind += f" {low} to {high}"
    elif low is not None or high is not None:
        kind += f" from {low}" if high is None else f" up to {high}"
    if "maxItems" in spec:
        kind += f", at most {spec['maxItems']} items"
    if "x-vocabulary" in spec:
        kind += f", a {spec['x-vocabulary']} of the list"
    if "default" in spec:
        kind += f", default {json.dumps(spec['default'], ensure_ascii=False)}"
    return kind


def _fields(schema: Any, depth: int = 0) -> str:
    """What an output holds, so that a later step can refer to it: `pairs[{ahead{car, code, name}, gap_s}]`."""
    properties = _properties(schema) if isinstance(schema, dict) else {}
    shown = []
    for name, spec in properties.items():
        if (depth == 0 and name in _ENVELOPE) or not isinstance(spec, dict):
            continue
        inner = _fields(_object(spec), depth + 1) if depth < 3 else ""
        is_list = "items" in spec
        held = f"{{{inner}}}" if inner else ""
        shown.append(f"{name}[{held}]" if is_list else f"{name}{held}")
    return ", ".join(shown)


def _object(spec: JsonObject) -> Any:
    """The object that a field is, holds, or is where it is not null."""
    if "items" in spec:
        return spec["items"]
    branches = spec.get("anyOf") or spec.get("oneOf") or ()
    return next((branch for branch in branches if isinstance(branch, dict) and "properties" in branch), spec)


def _telling(examples: Sequence[Sequence[Any]], count: int) -> list[Sequence[Any]]:
    """The first examples that each use other arguments than those before, then the first of the rest."""
    if not count:
        return []
    fitting = [example for example in examples[:_EXAMPLES_READ] if len(str(example)) <= _EXAMPLE_MAX_CHARS]
    firsts: dict[frozenset[str], Sequence[Any]] = {}
    for example in fitting:
        firsts.setdefault(frozenset(example[1]), example)
    return list(firsts.values())[:count]


def _properties(schema: JsonObject) -> JsonObject:
    """The properties of an object's schema; none of any other."""
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _required(schema: JsonObject) -> JsonObject:
    properties = _properties(schema)
    return {name: properties.get(name, {}) for name in schema.get("required", ())}


def _optional(schema: JsonObject) -> JsonObject:
    return {name: spec for name, spec in _properties(schema).items() if name not in schema.get("required", ())}


def _cut(text: str, max_chars: int) -> str:
    text = visible(text)
    if len(text) <= max_chars:
        return text
    return f"{text[: max_chars - 1].rsplit(' ', 1)[0]}…" if max_chars > 1 else ""
