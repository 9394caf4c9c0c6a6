"""Calls a tool of another server where the question holds every argument that it needs, word for word.

Such tools come without example questions, so nothing is guessed: an argument is a word of the question that has the
form which the schema or the examples in its description ask for (`Asia/Tokyo` for `'America/New_York'`), or one of
its allowed values. Every other word of the question must be one that the tool says of itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from msgspec import Struct

from director.language.grammar import FUNCTION
from director.language.tokens import stem
from director.planners.offline.commands import is_command
from director.planners.offline.composing.lexicon import KEY
from director.planners.offline.word_forms import form_of, forms_in
from director.retrieval import search_of
from toolgate.contract import JsonObject, Plan, Step

LOOKED_AT = 5
"""So many of the tools that fit best are tried."""
_TOKEN = re.compile(r'"([^"]+)"|“([^”]+)”|`([^`]+)`|(\S+)')
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_ROLES = {"from": "from", "to": "to", "into": "to"}
_SOURCES, _TARGETS = frozenset(("source", "from", "origin")), frozenset(("target", "to", "destination"))
_ENDS = ".,;:!?()[]'’"
_PLAIN = frozenset(
    ("please", "tell", "show", "give", "get", "now", "current", "currently", "the", "a", "an", "me", "us", "you")
)


class _Token(Struct, frozen=True):
    text: str
    quoted: bool
    role: str = ""
    """`from` or `to`, where that stands before it."""


def foreign(entry: JsonObject) -> bool:
    """Whether an entry is of a server that shows neither example questions nor words to read, as other people's do."""
    return bool(entry.get("server")) and not entry.get("examples") and KEY not in entry["input_schema"]


def literal_plan(question: str, catalogue: Sequence[JsonObject]) -> Plan:
    """The one call, or an empty plan that names what is missing; without a rationale where no tool is near."""
    tools = [entry for entry in catalogue if not is_command(entry)]
    if not tools:
        return Plan()
    tokens, search = _tokens(question), search_of(tools)
    near: dict[int, str] = {}
    for number in search.ranked(question, LOOKED_AT):
        entry = tools[number]
        arguments, rest = _filled(tokens, entry)
        told = _said(entry)
        strange = [token.text for token in rest if not _says(told, token.text)]
        lacking = [name for name in _required(entry) if name not in arguments]
        topics = [token for token in rest if _topic(token.text)]
        if not topics or len(strange) > len(lacking):
            continue
        if not strange and not lacking:
            return Plan((Step("s1", entry["name"], arguments, entry.get("server")),), f"{entry['name']} says its words")
        if lacking:
            said = f"{entry['name']} needs {', '.join(lacking)}{_like(entry, lacking[0])}"
            near.setdefault(len(lacking) + len(strange), said)
    return Plan(rationale=near[min(near)] if near else "")


def _filled(tokens: Sequence[_Token], entry: JsonObject) -> tuple[dict[str, object], list[_Token]]:
    """The arguments that stand in the question, and the tokens that are none. Required ones are filled first.

    A token that two arguments could take, and an argument that could take two tokens, are left: which is meant would
    be a guess, unless `from` and `to` say it.
    """
    arguments: dict[str, object] = {}
    rest = list(tokens)
    properties, required = _properties(entry), _required(entry)
    for names in (required, [name for name in properties if name not in required]):
        fits = {name: [token for token in rest if _fits(token, name, properties.get(name))] for name in names}
        for name, found in fits.items():
            if len(found) == 1 and sum(found[0] in others for others in fits.values()) == 1:
                arguments[name] = _value(found[0], properties[name])
                rest.remove(found[0])
    return arguments, rest


def _fits(token: _Token, name: str, spec: object) -> bool:
    """Whether an argument can take a token, and is not the other end of what it says."""
    if not isinstance(spec, dict) or _value(token, spec) is None:
        return False
    words = {word.lower() for word in _WORD.findall(name)}
    role = "from" if words & _SOURCES else "to" if words & _TARGETS else ""
    return not role or role == token.role


def _value(token: _Token, spec: Mapping[str, object]) -> object | None:
    """What the argument takes of the token; None where it is nothing that it surely means."""
    choices = spec.get("enum")
    if isinstance(choices, list):
        return next((one for one in choices if str(one).casefold() == token.text.casefold()), None)
    kind = spec.get("type")
    if kind == "integer":
        return int(token.text) if re.fullmatch(r"-?\d{1,15}", token.text) else None
    if kind == "number":
        return float(token.text) if re.fullmatch(r"-?\d{1,15}(?:\.\d{1,15})?", token.text) else None
    if kind != "string":
        return None
    form = form_of(token.text)
    if form is not None and form in forms_in(str(spec.get("description", "")), str(spec.get("format", ""))):
        return token.text
    return token.text if token.quoted else None


def _says(said: Set[str], text: str) -> bool:
    """Whether a word is one of grammar, or among those that the tool says of itself."""
    words = [word.lower() for word in _WORD.findall(text)]
    return all(not _topic(word) or stem(word) in said for word in words) and (bool(words) or not text)


def _topic(text: str) -> bool:
    word = text.lower()
    return bool(word) and word not in FUNCTION and word not in _PLAIN


def _said(entry: JsonObject) -> frozenset[str]:
    text = f"{entry['name']} {entry.get('description', '')} {' '.join(_properties(entry))}"
    return frozenset(stem(word.lower()) for word in _WORD.findall(text[:2000]))


def _like(entry: JsonObject, name: str) -> str:
    """How the argument is written, where its description shows it."""
    spec = _properties(entry).get(name)
    shown = (
        re.search(r"['\"`]([\w./:@-]{3,40})['\"`]", str(spec.get("description", "")))
        if isinstance(spec, dict)
        else None
    )
    return f", written like {shown[1]}" if shown else ""


def _properties(entry: JsonObject) -> JsonObject:
    properties = (entry.get("input_schema") or {}).get("properties")
    return properties if isinstance(properties, dict) else {}


def _required(entry: JsonObject) -> list[str]:
    required = (entry.get("input_schema") or {}).get("required")
    return [name for name in required if isinstance(name, str)] if isinstance(required, list) else []


def _tokens(question: str) -> list[_Token]:
    tokens: list[_Token] = []
    for match in _TOKEN.finditer(question):
        quoted = match[1] or match[2] or match[3]
        before = _ROLES.get(tokens[-1].text.lower(), "") if tokens else ""
        tokens.append(_Token(quoted or match[4].strip(_ENDS), bool(quoted), before))
    return tokens
