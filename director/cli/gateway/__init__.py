"""`director gateway`: several MCP servers behind one policy, over stdio or HTTP."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from director.cli.command import Command, UsageError
from director.settings import Settings


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", nargs="?", choices=("approve",), help="approve: pin what servers list now, and say how it differs"
    )
    parser.add_argument("servers", nargs="*", metavar="SERVER", help="the servers to approve (all)")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the servers: .mcp.json or director.toml")
    parser.add_argument("--rules", metavar="FILE", type=Path, help="the rules of agents")
    parser.add_argument("--mcp-stdio", metavar="CMD", help="another server, called default, started by this command")
    parser.add_argument("--transport", choices=("stdio", "http"), default="stdio", help="how clients connect (stdio)")
    parser.add_argument("--port", type=int, metavar="N", help="the port of HTTP; 0: a free one")
    parser.add_argument("--flat", action="store_true", help="offer the servers' own tools, as server__tool")
    parser.add_argument("--lenient", action="store_true", help="serve on without servers that cannot be started")
    parser.add_argument(
        "--dry-run", action="store_true", help="answer calls with what would be called, and call nothing"
    )
    parser.add_argument("--debug", action="store_true", help="offer get_gateway_status")
    parser.add_argument("--validate-only", action="store_true", help="check the configuration and start nothing")
    parser.add_argument("--plan", metavar="PLAN.json", type=Path, help="with --validate-only: check a plan too")
    parser.add_argument("--init", action="store_true", help="write example files into the working folder")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    if arguments.plan is not None and not arguments.validate_only:
        raise UsageError("--plan goes with --validate-only")
    chosen = replace(
        settings,
        gateway_config=arguments.config or settings.gateway_config,
        gateway_rules=arguments.rules or settings.gateway_rules,
        gateway_debug=arguments.debug or settings.gateway_debug,
        audit_path=settings.gateway_audit_log or settings.audit_path,
    )
    if arguments.action == "approve":
        from director.cli.gateway.approve import approve

        return await approve(chosen, arguments.servers)
    if arguments.init:
        from director.cli.gateway.init import write_examples

        return write_examples(Path())
    if arguments.validate_only:
        from director.cli.gateway.validate import validate

        return validate(chosen, arguments.mcp_stdio, arguments.plan)
    from director.cli.gateway.serve import serve

    return await serve(chosen, arguments)


COMMAND = Command(_add_arguments, _run, serves=True)
