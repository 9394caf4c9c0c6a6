"""The stored contract: `<tool>/v<N>.input.json`, `<tool>/v<N>.output.json` and `error.v1.json` in one folder.

Tools define their schemas in code; these files are what callers were promised.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from msgspec import Struct

from toolgate.contract import JsonObject, ToolSpec
from toolgate.errors import InputError

Direction = Literal["input", "output"]
DIRECTIONS: tuple[Direction, ...] = ("input", "output")

_FILE_NAME = re.compile(r"v([1-9]\d*)\.(?:input|output)\.json")


class SchemaStoreError(InputError):
    """The stored contract is missing, damaged, or would be broken by what is asked."""


class StoredSchemas(Struct, frozen=True):
    """What one version of one tool promises."""

    tool: str
    version: int
    input: JsonObject
    output: JsonObject

    def of(self, direction: Direction) -> JsonObject:
        """The schema of one direction."""
        return self.input if direction == "input" else self.output


def as_stored(spec: ToolSpec) -> StoredSchemas:
    """The schemas of the code as they would come back from the files (a tuple becomes a list)."""
    return StoredSchemas(
        spec.name,
        spec.schema_version,
        json.loads(_text(spec.input_schema)),
        json.loads(_text(spec.output_schema)),
    )


class SchemaStore(Struct, frozen=True):
    """Reads and writes the folder `root`."""

    root: Path

    def tools(self) -> tuple[str, ...]:
        """The tools with a stored version, by name."""
        if not self.root.is_dir():
            return ()
        return tuple(sorted(path.name for path in self.root.iterdir() if self.versions(path.name)))

    def versions(self, tool: str) -> tuple[int, ...]:
        """The stored versions of a tool, ascending."""
        folder = self.root / tool
        names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
        return tuple(sorted({int(match[1]) for name in names if (match := _FILE_NAME.fullmatch(name))}))

    def has(self, tool: str, version: int) -> bool:
        """Whether both schemas of a version are there. They are not read: every start asks this of every tool."""
        return all(self.path(tool, version, direction).is_file() for direction in DIRECTIONS)

    def load(self, tool: str, version: int) -> StoredSchemas | None:
        """One stored version, None if not stored. Raises SchemaStoreError if half is missing or damaged."""
        if version not in self.versions(tool):
            return None
        return StoredSchemas(
            tool, version, _read(self.path(tool, version, "input")), _read(self.path(tool, version, "output"))
        )

    def write(self, spec: ToolSpec) -> list[Path]:
        """Stores the schemas of the code, whatever was stored under their version; the files that changed."""
        written = []
        for direction in DIRECTIONS:
            path = self.path(spec.name, spec.schema_version, direction)
            text = _text(spec.input_schema if direction == "input" else spec.output_schema)
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
                written.append(path)
        return written

    def error_schema(self) -> JsonObject:
        """The schema of the error envelope that all tools share."""
        return _read(self.root / "error.v1.json")

    def path(self, tool: str, version: int, direction: Direction) -> Path:
        """Where one schema is stored."""
        return self.root / tool / f"v{version}.{direction}.json"


def locate(package_dir: Path) -> Path:
    """The folder of the stored schemas that belong to a package.

    A checkout's `docs/schemas` comes first, because an editable install leaves a copy that goes stale; then
    `_schemas` inside the package. Raises SchemaStoreError when there is neither.
    """
    checkout = package_dir.parents[1]
    stored = checkout / "docs" / "schemas"
    if stored.is_dir() and (checkout / "pyproject.toml").is_file():
        return stored
    shipped = package_dir / "_schemas"
    if shipped.is_dir():
        return shipped
    raise SchemaStoreError("schemas are missing from this installation: reinstall race-director")


def missing(specs: Iterable[ToolSpec], store: SchemaStore) -> list[str]:
    """The tools whose version of the code is not stored, each as `name vN`. Whether the files hold, `load` says."""
    return [f"{spec.name} v{spec.schema_version}" for spec in specs if not store.has(spec.name, spec.schema_version)]


def _text(schema: JsonObject) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _read(path: Path) -> JsonObject:
    try:
        schema = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SchemaStoreError(f"{path} is missing: restore it") from None
    except ValueError as error:
        raise SchemaStoreError(f"{path} is not JSON ({error}): restore it") from None
    if not isinstance(schema, dict):
        raise SchemaStoreError(f"{path} is not a JSON object: restore it")
    return schema
