"""Reads values of a configuration one by one: a value of the wrong kind becomes an issue and counts as absent."""

from __future__ import annotations

from collections.abc import Collection

from toolgate.contract import JsonObject
from toolgate.downstream.entries import Issue, IssueCode
from toolgate.downstream.matching import AllowedNames, pattern_of
from toolgate.policy.errors import kind, quoted, unknown


class Issues:
    """Collects what is wrong."""

    def __init__(self) -> None:
        self.found: list[Issue] = []

    def note(self, issue: Issue) -> None:
        """Adds an issue."""
        self.found.append(issue)

    def add(self, path: str, message: str, code: IssueCode = "invalid_config") -> None:
        """Adds an issue, given by its parts."""
        self.found.append(Issue(code, path, message))


class Section:
    """One object of a configuration. `label` names it in messages: `Server "db": ` or nothing."""

    def __init__(self, values: JsonObject, path: str, issues: Issues, label: str = "") -> None:
        self.values = values
        self.path = path
        self.issues = issues
        self._label = label

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def wrong(self, key: str, message: str, code: IssueCode = "invalid_config") -> None:
        """Notes what is wrong with one of its values."""
        self.issues.add(f"{self.path}.{key}" if key else self.path, f"{self._label}{message}", code)

    def knows(self, keys: Collection[str]) -> None:
        """Notes every key that is not among these, with the nearest that is."""
        for key in self.values:
            if key not in keys:
                self.wrong(str(key), unknown(key, keys), "unknown_key")

    def text(self, key: str, default: str = "", *, empty: bool = False) -> str:
        """A string, which must hold something unless it may be `empty`."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            self.wrong(key, f'"{key}" must be a string, got {kind(value)}')
            return default
        if key in self.values and not empty and not value.strip():
            self.wrong(key, f'"{key}" must not be empty')
        return value

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self.wrong(key, f'"{key}" must be true or false, got {kind(value)}')
        return default

    def number(self, key: str, default: int, most: int) -> int:
        """A whole number from 1 on."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(key, f'"{key}" must be a whole number, got {kind(value)}')
            return default
        if not 1 <= value <= most:
            self.wrong(key, f'"{key}" must be from 1 to {most}, got {value}')
            return default
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.wrong(key, f'"{key}" must be an array, got {kind(value)}')
            return ()
        for i, item in enumerate(value):
            if not isinstance(item, str):
                self.wrong(f"{key}[{i}]", f'"{key}"[{i}] must be a string, got {kind(item)}')
        return tuple(item for item in value if isinstance(item, str))

    def table(self, key: str) -> dict[str, str]:
        """An object whose values are strings."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.wrong(key, f'"{key}" must be an object, got {kind(value)}')
            return {}
        for name, item in value.items():
            if not isinstance(item, str):
                self.wrong(f"{key}.{name}", f'"{key}.{name}" must be a string, got {kind(item)}')
        return {name: item for name, item in value.items() if isinstance(item, str)}

    def patterns(self, key: str) -> AllowedNames | None:
        """A list of patterns; None where there is no such list."""
        if key not in self.values:
            return None
        texts = self.texts(key)
        for i, text in enumerate(texts):
            try:
                pattern_of(text)
            except ValueError as wrong:
                self.wrong(f"{key}[{i}]", f"{quoted(text)}: {wrong}")
        return AllowedNames(texts)
