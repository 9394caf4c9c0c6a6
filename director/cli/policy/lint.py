"""`director policy lint`: the mistake in rules of agents, or what is odd in them."""

from __future__ import annotations

import argparse
from pathlib import Path

from director.cli.command import ANSWERED, FAILED, UsageError
from director.cli.policy.files import rules_path
from director.race import SERVER
from director.race.agents import PROGRAM_AGENTS
from director.settings import Settings
from toolgate.policy import RulesError, lint, read_rules

NAME = "lint"
HELP = "check rules; exit status 1 if they have a mistake, warnings change nothing"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """RULES and the servers that exist."""
    parser.add_argument("rules", metavar="RULES", type=Path, nargs="?", help="the rules (default: those in force)")
    parser.add_argument("--servers", metavar="A,B", default=SERVER, help=f"servers that exist (default: {SERVER})")


async def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Prints a line for the mistake or for each warning, with its path."""
    path = rules_path(arguments.rules, settings)
    if path is None:
        raise UsageError("no rules here: name a file, set GATEWAY_RULES, or write .mcp-gateway-rules.json")
    try:
        rules = read_rules(path)
    except RulesError as wrong:
        print(f"error    {wrong.path}  {wrong.message}")
        print(f"{path.name}: 1 error")
        return FAILED
    servers = [name for name in map(str.strip, arguments.servers.split(",")) if name]
    warnings = lint(rules, servers)
    for warning in warnings:
        print(f"warning  {warning.path}  {warning.message}")
    if unnamed := [agent for agent in PROGRAM_AGENTS if agent not in rules.document.agents]:
        print(f"note     agents  the program itself calls as {', '.join(unnamed)}, which these rules do not name")
    print(f"{path.name}: {len(warnings)} warning{'' if len(warnings) == 1 else 's'}, no error")
    return ANSWERED
