"""What a configuration says of each server, as values: equal entries need no new process."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from toolgate.contract import Tier
from toolgate.downstream.matching import AllowedNames, pattern_of
from toolgate.errors import InputError

IssueCode = Literal[
    "invalid_config",  # a value of the wrong kind, or none where one is needed
    "unknown_key",  # a key that means nothing here
    "unset_variable",  # a ${VAR} or a secret that has no value
    "duplicate_mcp_server",  # two servers of one name
    "self_spawn",  # a server that would be this gateway again
    "unknown_mcp_server",  # a plan names a server that is not configured
    "ambiguous_mcp_server",  # a plan names none, and there is not exactly one
    "invalid_rules",  # the rules of agents
    "invalid_plan",  # a plan that is none
]

TIMEOUT_MS = 30_000
"""How long a tool of somebody else's may take, where its entry does not say."""

NO_VALUES: Mapping[str, str] = MappingProxyType({})


class Issue(Struct, frozen=True):
    """One mistake of a configuration: its code, its path in the file, and what to do."""

    code: IssueCode
    path: str
    message: str


class ConfigError(InputError):
    """A configuration of servers cannot be used. The message holds every issue, a line each."""

    def __init__(self, issues: tuple[Issue, ...], file: str = "") -> None:
        where = f"{file}: " if file else ""
        super().__init__("\n".join(f"{where}{issue.path}: {issue.message}" for issue in issues))
        self.issues = issues


class ServerEntry(Struct, frozen=True, kw_only=True):
    """One server: how it is reached, and what may be asked of it."""

    name: str
    command: tuple[str, ...] = ()
    """The program and its arguments, of a server that is started here."""
    env: Mapping[str, str] = NO_VALUES
    cwd: str | None = None
    url: str = ""
    headers: Mapping[str, str] = NO_VALUES
    oauth: bool = False
    isolate: bool = True
    """Whether each agent has a session of its own."""
    path: str = ""
    """Its path in the file, which names the rule in decisions."""
    shown: str = ""
    """The program or the address as it was written, before any variable was filled in."""
    description: str = ""
    allow_tools: AllowedNames | None = None
    allow_resources: AllowedNames | None = None
    timeout_ms: int = TIMEOUT_MS
    tiers: tuple[tuple[str, Tier], ...] = ()

    @property
    def transport(self) -> Literal["stdio", "http"]:
        """The transport: `stdio` or `http`."""
        return "http" if self.url else "stdio"

    @property
    def process(self) -> tuple[object, ...]:
        """What a session depends on: where this differs, another one is needed."""
        return (self.command, dict(self.env), self.cwd, self.url, dict(self.headers), self.oauth, self.isolate)

    def tier_of(self, tool: str) -> Tier | None:
        """The tier that the operator gives a tool: by its full name, else by the first pattern that fits; else None."""
        named = dict(self.tiers).get(tool)
        if named is not None:
            return named
        return next((tier for text, tier in self.tiers if pattern_of(text).matches(tool)), None)


class GatewayConfig(Struct, frozen=True, kw_only=True):
    """Everything that a file and the command line say, with all that is wrong with it."""

    servers: tuple[ServerEntry, ...] = ()
    issues: tuple[Issue, ...] = ()
    file: str = ""

    def names(self) -> list[str]:
        """The names of the servers, in their order."""
        return [entry.name for entry in self.servers]

    def usable(self) -> GatewayConfig:
        """The configuration itself; ConfigError where anything is wrong with it."""
        if self.issues:
            raise ConfigError(self.issues, self.file)
        return self
