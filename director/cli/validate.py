"""`director validate`: what the validator makes of a plan."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from director.cli.command import ANSWERED, Command, UsageError
from director.plan_text import read_json
from director.settings import Settings
from director.validator import validate_plan


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--catalogue", metavar="TOOLS.json", required=True, help="what `director tools --json` prints")
    parser.add_argument("--plan", metavar="PLAN.json", required=True, help='{"plan": [...], "rationale": "..."}')


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    catalogue = _read(arguments.catalogue, "--catalogue")
    if isinstance(catalogue, dict):
        catalogue = catalogue.get("tools")
    if not isinstance(catalogue, list) or not all(_is_tool(entry) for entry in catalogue):
        raise UsageError("--catalogue must hold a list of tools with name and input_schema")
    verdict = validate_plan(_read(arguments.plan, "--plan"), catalogue, settings.max_steps)
    print(msgspec.json.encode(verdict.to_json()).decode())
    return ANSWERED


def _is_tool(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and isinstance(entry.get("name"), str)
        and isinstance(entry.get("input_schema"), dict)
        and isinstance(entry.get("server", ""), str | None)
    )


def _read(path: str, option: str) -> Any:
    try:
        return read_json(Path(path).read_bytes())
    except OSError as error:
        raise UsageError(f"{option}: can't read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{option}: {path} isn't JSON: it isn't text in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{option}: {path} isn't JSON ({error})") from None


COMMAND = Command(_add_arguments, _run)
