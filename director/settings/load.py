"""Reads settings: from the environment, which wins, and from one file.

The file is the one that the command line names, else `settings.env` in the user's own configuration folder. A
`settings.env` that lies in the working folder is not read: an IDE starts us in whatever folder is open.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from director.settings.declaring import PREFIX
from director.settings.fields import FIELDS, NAMES, Settings, SettingsError
from toolgate.nearest import did_you_mean

SETTINGS_FILE = "settings.env"


def load_settings(named: Path | None = None, given: Mapping[str, Any] = MappingProxyType({})) -> Settings:
    """Settings as they are given by field, else from the environment, else from the named file or the user's own.

    SettingsError names what is unknown, what is wrong, or the file that cannot be read.
    """
    for field in given:
        if field not in FIELDS:
            raise SettingsError(f"there is no setting {field[:100]!r}{did_you_mean(field, FIELDS)}")
    file = _file(named)
    settings = _read(file)
    if not given:
        return settings
    from director.settings.table import read_table

    whole = read_table(file, given)
    return replace(settings, **{field: getattr(whole, field) for field in given})


def _read(file: Path | None) -> Settings:
    found = _given(file)
    for name in found:
        if name.startswith(PREFIX) and name not in NAMES:
            raise SettingsError(f"there is no setting {name[:100]!r}{did_you_mean(name, NAMES)}")
    ours = {NAMES[name]: text for name, text in found.items() if name in NAMES}
    return replace(Settings(), **_values(ours, file)) if ours else Settings()


def _values(given: Mapping[str, str], file: Path | None) -> dict[str, Any]:
    from director.settings.quick_values import Doubt, plain_value

    try:
        return {field: plain_value(field, text) for field, text in given.items()}
    except Doubt:
        from director.settings.table import read_table

        whole = read_table(file)
        return {field: getattr(whole, field) for field in given}


def user_settings_path() -> Path:
    """The settings file in the user's own configuration folder."""
    from platformdirs import user_config_path

    return user_config_path("race-director", appauthor=False) / SETTINGS_FILE


def _file(named: Path | None) -> Path | None:
    """The settings file to read; None without one. One in the working folder is only named on stderr."""
    if named is not None:
        if not named.is_file():
            raise SettingsError(f"--settings: there is no file {str(named)!r}")
        return named
    own = user_settings_path()
    here = Path(SETTINGS_FILE)
    if here.is_file() and not (own.is_file() and own.samefile(here)):
        sys.stderr.write(
            f"director: {SETTINGS_FILE} in the working folder is not read: name it with --settings {SETTINGS_FILE}\n"
        )
    return own if own.is_file() else None


def _given(file: Path | None) -> dict[str, str]:
    """What is set, by name in capitals."""
    given = {} if file is None else dict(_lines(file))
    given.update((name.upper(), text) for name, text in os.environ.items())
    return given


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    from dotenv import dotenv_values
    from dotenv.parser import parse_stream

    try:
        with file.open(encoding="utf-8") as lines:
            wrong = next((binding for binding in parse_stream(lines) if binding.error), None)
        values = dotenv_values(file, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not text in UTF-8"
        raise SettingsError(f"can't read {file.name}: {why}") from None
    if wrong is not None:
        raise SettingsError(f"{file.name}, line {wrong.original.line}: write NAME=value")
    yield from ((name.upper(), text) for name, text in values.items() if text is not None)
