"""The rules that a command is about."""

from __future__ import annotations

from pathlib import Path

from director.cli.command import UsageError
from director.settings import Settings
from toolgate.policy import AgentRules, RulesError, find_rules, read_rules


def rules_path(named: Path | None, settings: Settings) -> Path | None:
    """The file that the command line names, else the first one in force; None where no file is."""
    return named or next(iter(find_rules(settings.gateway_rules)), None)


def rules_in(path: Path) -> AgentRules:
    """The rules of a file. UsageError says what is wrong with it."""
    try:
        return read_rules(path)
    except RulesError as error:
        raise UsageError(str(error)) from None
