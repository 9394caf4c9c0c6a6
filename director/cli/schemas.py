"""`director schemas`: hold the code to the stored contract, or write a new version of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import pitwall
from director.cli.command import ANSWERED, FAILED, Command
from director.cli.tools_page import tools_page
from director.race import schema_store
from director.race.promised import promised_tools
from director.settings import Settings
from toolgate.contract import ToolSpec


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", metavar="ACTION", choices=("check", "export"), help="compare with docs/schemas, or write to it"
    )


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    # Both need the reference implementation of JSON Schema, which takes long to import.
    from toolgate.compatibility.check import check, export, render
    from toolgate.compatibility.lint import lint

    specs = promised_tools()
    if arguments.action == "export":
        for path in export(specs, schema_store()):
            print(f"wrote {path.parent.name}/{path.name}")
        _write_page(specs)
        return ANSWERED
    findings = check(specs, schema_store())
    faults = [f"{spec.name}: {fault}" for spec in specs for fault in lint(spec)]
    print("\n".join([render(findings), *faults]).strip())
    failed = bool(faults) or any(finding.severity == "error" for finding in findings)
    if failed:
        print("director: the code breaks its stored contract", file=sys.stderr)
    return FAILED if failed else ANSWERED


def _write_page(specs: Sequence[ToolSpec]) -> None:
    """Writes docs/tools.md anew, where the schemas are those of a checkout."""
    page = Path(pitwall.__file__).parents[2] / "docs" / "tools.md"
    if page.is_file() and page.read_text("utf-8") != (text := tools_page(specs)):
        page.write_text(text, "utf-8")
        print(f"wrote {page.name}")


COMMAND = Command(_add_arguments, _run)
