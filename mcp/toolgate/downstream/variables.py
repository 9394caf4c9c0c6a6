"""`${VAR}` and `${VAR:-default}` in the texts of a configuration, filled in from secrets and the environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from toolgate.downstream.entries import Issue

_REFERENCE = re.compile(r"\$\{([^}]*)\}")
_NAME = re.compile(r"([A-Za-z_][A-Za-z0-9_.-]*)(?::-(.*))?", re.DOTALL)


class Variables:
    """Fills in texts. What has no value is noted, and stays as it was written."""

    def __init__(self, environ: Mapping[str, str], secrets: Mapping[str, str], note: Callable[[Issue], None]) -> None:
        """A secret comes before a variable of the environment of the same name."""
        self._environ = environ
        self._secrets = secrets
        self._note = note

    def secret(self, text: str) -> str | None:
        """The value of a secret that the whole text names."""
        return self._secrets.get(text)

    def fill(self, value: Any, path: str) -> Any:
        """The value with every text in it filled in, however deep; numbers, true, false and null stay."""
        if isinstance(value, str):
            return _REFERENCE.sub(lambda found: self._value(found, path), value) if "${" in value else value
        if isinstance(value, list):
            return [self.fill(item, f"{path}[{i}]") for i, item in enumerate(value)]
        if isinstance(value, dict):
            return {key: self.fill(item, f"{path}.{key}") for key, item in value.items()}
        return value

    def _value(self, found: re.Match[str], path: str) -> str:
        written = found[0]
        parts = _NAME.fullmatch(found[1])
        if parts is None:
            said = f"{written[:100]} isn't a variable: write ${{NAME}} or ${{NAME:-default}}"
            self._note(Issue("invalid_config", path, said))
            return written
        name, default = parts[1], parts[2]
        given = self._secrets.get(name) or self._environ.get(name)
        if given:
            return given
        if default is not None:
            return default
        if name in self._secrets or name in self._environ:
            return ""
        said = f'Environment variable "{name}" is not set: set it, or write ${{{name}:-default}}'
        self._note(Issue("unset_variable", path, said))
        return written
