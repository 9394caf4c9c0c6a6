"""`director audit`: whether the audit log is whole, what it says at a glance, and its last records."""

from __future__ import annotations

import argparse
from pathlib import Path

from director.cli.command import Command, UsageError
from director.race import audit_path
from director.settings import Settings


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    from director.cli.audit import summary, tail, verify

    views = parser.add_subparsers(title="views", metavar="VIEW", required=True)
    for view in (verify.VIEW, summary.VIEW, tail.VIEW):
        sub = views.add_parser(view.name, help=view.help, description=view.help)
        sub.add_argument("file", metavar="FILE", nargs="?", type=Path, help="the log (default: DIRECTOR_AUDIT_PATH)")
        sub.add_argument("--json", action="store_true", help="print JSON, for programs")
        view.add_arguments(sub)
        sub.set_defaults(view=view)


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    path = _file(arguments.file or audit_path(settings))
    try:
        status: int = await arguments.view.run(path, arguments)
        return status
    except FileNotFoundError:
        raise UsageError(f"there is no audit log at {path}: nothing has been called yet, or name its file") from None
    except BrokenPipeError:  # the reader of stdout has gone; the log is well
        raise
    except OSError as error:
        raise UsageError(f"can't read {path}: {error.strerror}") from None


def _file(path: Path) -> Path:
    if path.is_dir():
        raise UsageError(f"{path} is a folder: name the log in it")
    return path


COMMAND = Command(_add_arguments, _run)
