"""The names under which clients know the tools of the servers behind us: `server__tool`, or the tool's own.

Definition and call change names together, and two tools that would have one name are refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from toolgate.contract import JsonObject
from toolgate.downstream.entries import ConfigError, Issue
from toolgate.downstream.listed_tools import ListedTool
from toolgate.downstream.servers import Servers

SEPARATOR = "__"


class ShownNames:
    """Tools by the names that clients know."""

    def __init__(self, servers: Servers, own: Collection[str] | None = None) -> None:
        """`own` are the names of tools that stand beside theirs. Where there are none, and one server is alone, its
        tools keep their names.
        """
        self._servers = servers
        self._own = own
        self._known: tuple[object, Mapping[str, ListedTool]] = (None, {})

    def check(self) -> None:
        """ConfigError where two tools would have one name."""
        seen: dict[str, str] = dict.fromkeys(self._own or (), "a tool of our own")
        issues = []
        for tool in self._servers.tools():
            name, what = self.name_of(tool), f"{tool.spec.name!r} of {tool.server}"
            if name in seen:
                said = f"{seen[name]} and {what} would both be {name!r}: rename a server"
                issues.append(Issue("duplicate_mcp_server", name, said))
            seen[name] = what
        if issues:
            raise ConfigError(tuple(issues))

    def name_of(self, tool: ListedTool) -> str:
        """The name of a tool."""
        alone = self._own is None and len(self._servers.all) == 1
        return tool.spec.name if alone else f"{tool.server}{SEPARATOR}{tool.spec.name}"

    def tools(self) -> Mapping[str, ListedTool]:
        """Every tool by its name. Of two of one name neither is there: a server that changes its list cannot take
        another's place.
        """
        state = self._servers.listing, len(self._servers.all)
        if self._known[0] != state:
            named: dict[str, list[ListedTool]] = {}
            for tool in self._servers.tools():
                named.setdefault(self.name_of(tool), []).append(tool)
            own = self._own or ()
            kept = {name: tools[0] for name, tools in named.items() if len(tools) == 1 and name not in own}
            self._known = state, kept
        return self._known[1]

    def definition(self, name: str) -> JsonObject | None:
        """A tool as its server lists it, but for its name."""
        tool = self.tools().get(name)
        return None if tool is None else {**tool.native, "name": name}

    def split(self, name: Any) -> tuple[str | None, Any]:
        """The server and the tool that a name stands for; an unknown name is split at `__`, to be refused."""
        tool = self.tools().get(name) if isinstance(name, str) else None
        if tool is not None:
            return tool.server, tool.spec.name
        names = list(self._servers.all)
        if not isinstance(name, str) or (self._own is None and len(names) == 1):
            return (names[0] if names else None), name
        server, separator, rest = name.partition(SEPARATOR)
        return (server, rest) if separator else (name, name)
