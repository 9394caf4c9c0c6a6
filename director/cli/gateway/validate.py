"""`director gateway --validate-only`: looks configuration, rules and a plan over, and starts nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from director.cli.command import ANSWERED, USAGE, UsageError
from director.cli.gateway.config import chosen_path
from director.plan_text import read_json
from director.settings import Settings
from toolgate.downstream.configuration import read_config
from toolgate.downstream.entries import Issue
from toolgate.downstream.plan_check import plan_issues
from toolgate.policy import PolicyError, RulesFile, find_rules
from toolgate.policy.errors import RulesError


def validate(settings: Settings, mcp_stdio: str | None, plan: Path | None) -> int:
    """Prints `{"ok", "issues": [{code, path, message}]}`; 2 where there is one. Warnings go to stderr."""
    config = read_config(chosen_path(settings, mcp_stdio), os.environ, mcp_stdio=mcp_stdio, run_secrets=False)
    issues = [*config.issues, *_rules(settings, config.names())]
    if plan is not None:
        issues += plan_issues(_read(plan), config.names())
    print(msgspec.json.encode({"ok": not issues, "issues": issues}).decode())
    return USAGE if issues else ANSWERED


def _rules(settings: Settings, servers: list[str]) -> list[Issue]:
    found = []
    for path in find_rules(settings.gateway_rules):
        try:
            rules = RulesFile(path, servers=servers)
        except PolicyError as error:
            where = error.path if isinstance(error, RulesError) else "$"
            found.append(Issue("invalid_rules", where, str(error)))
        else:
            for warning in rules.warnings():
                print(f"director: {path.name}: {warning.path}: {warning.message}", file=sys.stderr)
    return found


def _read(path: Path) -> Any:
    try:
        return read_json(path.read_bytes())
    except OSError as error:
        raise UsageError(f"--plan: can't read {path.name}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--plan: {path.name} isn't JSON ({error})") from None
