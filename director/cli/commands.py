"""Every command's name and what it does. A new one is its module, `director.cli.<name>`, and one line here.

The module is imported when its command is called: help, version and completion of names need none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from director.cli.command import Command


class Listed(NamedTuple):
    """A command by name, with the line that `director --help` has for it."""

    name: str
    help: str

    def load(self) -> Command:
        """Imports the command."""
        command: Command = import_module(f"director.cli.{self.name.replace('-', '_')}").COMMAND
        return command


COMMANDS: tuple[Listed, ...] = (
    Listed("ask", "ask the race a question"),
    Listed("call", "call one tool through the gate and print its envelope"),
    Listed("tools", "list the tools that may be called"),
    Listed("validate", "check a plan against a catalogue and print the verdict"),
    Listed("schemas", "compare the tools with docs/schemas, or export their schemas"),
    Listed("serve", "serve the race's tools over MCP"),
    Listed("gateway", "serve several MCP servers behind one policy"),
    Listed("replay", "follow a race in the terminal"),
    Listed("chart", "draw a race: positions, gaps or lap times"),
    Listed("export", "write laps, stints, stops and other relations as a file"),
    Listed("ingest", "add rules and other documents to what can be searched"),
    Listed("record", "keep a race as files that can be opened as a source"),
    Listed("publish", "send a race over NATS"),
    Listed("policy", "explain a decision, try other rules on recorded calls, check rules"),
    Listed("sessions", "list the sessions that an archive holds"),
    Listed("audit", "verify the audit log, sum it up, or show its last records"),
    Listed("chat", "ask the race one question after another"),
    Listed("respond", "answer the questions of a chat"),
    Listed("watch", "ask a question whenever a resource of a server changes"),
    Listed("answers", "list what was asked in chats and answered, or approve an answer"),
    Listed("eval", "ask every case of a file and print how good the answers are"),
    Listed("plugins", "list the installed plugins, and what the loaded ones add"),
    Listed("mcp-config", "print the configuration that starts the server in an IDE, or write it"),
    Listed("new", "write a tool server of your own, with its test"),
    Listed("completion", "print the script that lets a shell complete commands and options"),
)
