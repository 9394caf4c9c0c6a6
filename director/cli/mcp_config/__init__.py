"""`director mcp-config CLIENT`: what makes an IDE start the race's server, to paste, or written into its file."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from director.cli.command import ANSWERED, Command
from director.cli.mcp_config.clients import CLIENTS, Client
from director.cli.mcp_config.writing import merged, read_text, write_settings
from director.race.assembly import SERVER
from director.settings import Settings
from toolgate.contract import JsonObject


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("client", metavar="CLIENT", choices=tuple(CLIENTS), help=", ".join(CLIENTS))
    parser.add_argument("--source", metavar="S", help="the race that it serves, as for --source of serve")
    parser.add_argument("--write", action="store_true", help="write it into the client's file and keep the rest")
    parser.add_argument("--file", metavar="FILE", type=Path, help="another file than the client's usual one")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    client = CLIENTS[arguments.client]
    entry = _entry(client, arguments.source)
    if not arguments.write:
        print(json.dumps({client.key: {SERVER: entry}}, indent=2))
        print(f"director: into {arguments.file or client.path()}, or give --write", file=sys.stderr)
        return ANSWERED
    path: Path = arguments.file or client.path()
    write_settings(path, merged(read_text(path), client.key, SERVER, entry, path, comments=client.comments))
    print(f"{path}: {SERVER} is there")
    return ANSWERED


def _entry(client: Client, source: str | None) -> JsonObject:
    """How the client starts the server: by the Python that runs this, since an IDE may have another PATH."""
    given = [] if source is None else ["--source", source]
    return {**client.extra, "command": sys.executable, "args": ["-m", "director", "serve", *given]}


COMMAND = Command(_add_arguments, _run)
