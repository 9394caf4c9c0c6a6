"""`[[secrets]]`: values from the environment, a file or a command. No message and no log ever shows one."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolgate.downstream.checked import Issues, Section
from toolgate.policy.errors import kind, quoted

_KEYS = ("name", "env", "file", "command")
_COMMAND_S = 30.0
_MAX_BYTES = 100_000


def read_secrets(given: Any, environ: Mapping[str, str], folder: Path, issues: Issues, *, run: bool) -> dict[str, str]:
    """The secrets by name. Without `run` no command is run: its secret is taken to be there, and is empty."""
    found: dict[str, str] = {}
    if not isinstance(given, list):
        issues.add("secrets", f'"secrets" must be an array, got {kind(given)}')
        return found
    for i, item in enumerate(given):
        path = f"secrets[{i}]"
        if not isinstance(item, dict):
            issues.add(path, f"a secret must be an object, got {kind(item)}")
            continue
        section = Section(item, path, issues)
        section.knows(_KEYS)
        name = section.text("name")
        if not name:
            section.wrong("name", 'a secret needs a "name"')
        elif name in found:
            section.wrong("name", f"{quoted(name)} is there twice; keep one")
        value = _value(section, name, environ, folder, run=run)
        found.setdefault(name, value)
    found.pop("", None)
    return found


def _value(section: Section, name: str, environ: Mapping[str, str], folder: Path, *, run: bool) -> str:
    sources = [key for key in _KEYS[1:] if key in section]
    if len(sources) != 1:
        section.wrong("", f"secret {quoted(name)} must have one of {', '.join(_KEYS[1:])}")
        return ""
    if sources[0] == "env":
        variable = section.text("env")
        if variable and variable not in environ:
            said = f'secret {quoted(name)}: Environment variable "{variable}" is not set'
            section.wrong("env", said, "unset_variable")
        return environ.get(variable, "")
    if sources[0] == "file":
        return _from_file(section, name, folder)
    command = section.texts("command")
    if not command or not command[0]:
        section.wrong("command", f'secret {quoted(name)}: "command" must name a program')
        return ""
    return _from_command(section, name, command, environ, folder) if run else ""


def _from_file(section: Section, name: str, folder: Path) -> str:
    path = folder / Path(section.text("file")).expanduser()
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise OSError("too long")
        return path.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not a text of at most 100 kB"
        section.wrong("file", f"secret {quoted(name)}: its file cannot be read ({why})", "unset_variable")
        return ""


def _from_command(
    section: Section, name: str, command: tuple[str, ...], environ: Mapping[str, str], folder: Path
) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - the operator's own command, without a shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=dict(environ),
            timeout=_COMMAND_S,
            check=False,
        )
        if done.returncode == 0:
            return done.stdout[:_MAX_BYTES].decode("utf-8").rstrip("\r\n")
        why = f"exit status {done.returncode}"
    except subprocess.TimeoutExpired:
        why = f"no answer within {_COMMAND_S:.0f} s"
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its output is not text"
    section.wrong("command", f"secret {quoted(name)}: its command failed ({why})", "unset_variable")
    return ""
