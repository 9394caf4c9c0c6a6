"""Reads one server of a configuration, of either form, as a `ServerEntry`."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from toolgate.contract import JsonObject, Tier
from toolgate.downstream.checked import Section
from toolgate.downstream.entries import TIMEOUT_MS, ServerEntry
from toolgate.downstream.matching import pattern_of
from toolgate.downstream.self_spawn import starts_us
from toolgate.downstream.variables import Variables
from toolgate.policy.errors import kind, quoted
from toolgate.policy.patterns import mistake

STDIO_KEYS = ("command", "args", "env", "cwd")
HTTP_KEYS = ("url", "headers", "auth")
COMMON_KEYS = ("type", "description", "allow_tools", "allow_resources", "timeout_ms", "tiers", "isolate")
TRANSPORTS = {"stdio": "command", "http": "url", "streamable-http": "url"}
LONGEST_TIMEOUT_MS = 3_600_000

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def read_server(name: str, written: JsonObject, section: Section, variables: Variables) -> ServerEntry:
    """The entry. What is wrong with it is noted in the section; `written` is it before variables were filled in."""
    if odd := mistake(name, refused="\0"):
        section.wrong("", f"{odd}: a server needs a name")
    both, neither = "command" in section and "url" in section, not ("command" in section or "url" in section)
    if both:
        section.wrong("", 'cannot have both "command" and "url"; keep one')
    elif neither:
        section.issues.add(
            section.path, f'Server {quoted(name)} must specify either "command" (stdio) or "url" (HTTP) transport'
        )
    http = "url" in section and not both
    known = (*(STDIO_KEYS if "command" in section else ()), *(HTTP_KEYS if "url" in section else ()), *COMMON_KEYS)
    section.knows(known if known != COMMON_KEYS else (*STDIO_KEYS, *HTTP_KEYS, *COMMON_KEYS))
    _check_type(section, http=http)
    command = _command(section, name) if "command" in section else ()
    url = _url(section) if http else ""
    return ServerEntry(
        name=name,
        command=command,
        env=_env(section, variables),
        cwd=section.text("cwd") or None if "command" in section else None,
        url=url,
        headers=_headers(section),
        oauth=_oauth(section),
        isolate=section.flag("isolate", True),
        path=section.path,
        shown=_shown(written),
        description=section.text("description", empty=True),
        allow_tools=section.patterns("allow_tools"),
        allow_resources=section.patterns("allow_resources"),
        timeout_ms=section.number("timeout_ms", TIMEOUT_MS, LONGEST_TIMEOUT_MS),
        tiers=_tiers(section),
    )


def _check_type(section: Section, *, http: bool) -> None:
    declared = section.text("type")
    if not declared:
        return
    if declared not in TRANSPORTS:
        section.wrong("type", f'"type" must be one of {", ".join(TRANSPORTS)}, got {quoted(declared)}')
    elif TRANSPORTS[declared] != ("url" if http else "command"):
        section.wrong("type", f'"type" {quoted(declared)} needs "{TRANSPORTS[declared]}"')


def _command(section: Section, name: str) -> tuple[str, ...]:
    """A program with `args` beside it, or both in one array, as the TOML form has it."""
    given = section.values["command"]
    if isinstance(given, list):
        command = section.texts("command")
        if "args" in section:
            section.wrong("args", '"args" belongs to a "command" that is a string; put them into the array')
    elif isinstance(given, str):
        command = (given, *section.texts("args"))
    else:
        section.wrong("command", f'"command" must be a string, got {kind(given)}')
        return ()
    if not command or not command[0].strip():
        section.wrong("command", '"command" must name a program')
    if any("\0" in word for word in command):
        section.wrong("command", '"command" holds a NUL character')
    if starts_us(command):
        said = f"server {quoted(name)} would start this gateway again as its own child; take it out"
        section.issues.add(section.path, said, "self_spawn")
    return command


def _env(section: Section, variables: Variables) -> dict[str, str]:
    """Variables of the child. A value that is the name of a secret stands for it."""
    table = section.table("env") if "env" in section else {}
    for name, value in table.items():
        if not _VARIABLE.fullmatch(name) or "\0" in value:
            section.wrong(f"env.{name}", f'"env" has {quoted(name)}, which cannot name a variable')
    return {name: variables.secret(value) or value for name, value in table.items()}


def _headers(section: Section) -> dict[str, str]:
    table = section.table("headers") if "headers" in section else {}
    for name, value in table.items():
        if not _HEADER.fullmatch(name) or "\r" in value or "\n" in value or "\0" in value:
            section.wrong(f"headers.{name}", f'"headers" has {quoted(name)}, which cannot name a header')
    return table


def _oauth(section: Section) -> bool:
    if "auth" not in section:
        return False
    if section.values["auth"] != "oauth":
        section.wrong("auth", '"auth" must be "oauth"; a token goes into "headers"')
    return True


def _url(section: Section) -> str:
    url = section.text("url")
    try:
        parts = urlsplit(url)
        sound = bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, sound = None, False
    if parts is None or parts.scheme not in ("http", "https"):
        section.wrong("url", f'"url" must start with http:// or https://, got {quoted(url)}')
    elif not sound:
        section.wrong("url", f'"url" names no host: {quoted(url)}')
    return url


def _tiers(section: Section) -> tuple[tuple[str, Tier], ...]:
    found = []
    for text, word in section.table("tiers").items():
        try:
            pattern_of(text)
            found.append((text, Tier(word.upper())))
        except ValueError as wrong:
            known = ", ".join(Tier)
            unknown = word.upper() not in list(Tier)
            said = f"{quoted(word)} isn't a tier: choose one of {known}" if unknown else str(wrong)
            section.wrong(f"tiers.{text}", said)
    return tuple(found)


def _shown(written: JsonObject) -> str:
    """What of it a list may show: the program, or the address without what follows its path."""
    command, url = written.get("command"), written.get("url")
    if isinstance(url, str):
        scheme, _, rest = url.partition("://")
        host, slash, path = rest.partition("?")[0].partition("#")[0].partition("/")
        return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
    if isinstance(command, list):
        command = command[0] if command else ""
    return command if isinstance(command, str) else ""
