"""`director new server NAME`: a tool server of your own, with its test, to start from."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from director.cli.command import ANSWERED, Command, UsageError
from director.cli.new.server_files import SERVER, TEST
from director.settings import Settings

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", choices=("server",), help="what to write: server")
    parser.add_argument("name", metavar="NAME", help="its name, and the folder that is made")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    name: str = arguments.name
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name[:60]!r} isn't a valid name: use small letters, digits and _, starting with a letter")
    _write(name)
    print(f"{name}/server.py and {name}/test_{name}.py: start with python {name}/server.py, test with pytest {name}")
    return ANSWERED


def _write(name: str) -> None:
    folder = Path(name)
    try:
        folder.mkdir()
        for file, text in (("server.py", SERVER), (f"test_{name}.py", TEST)):
            (folder / file).write_text(text.replace("NAME", name))
    except FileExistsError:
        raise UsageError(f"{name} is there already: choose another name") from None
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror or error}") from None


COMMAND = Command(_add_arguments, _run)
