"""The specs of all tools, kept on disk, so that a process imports only the tools that it calls.

They are kept under a hash of the code that makes them: when a file of it changes, all are built anew.
"""

from __future__ import annotations

from functools import cache as once
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import msgspec

import toolgate
from pitwall.effects import Ports
from pitwall.state import StateCache
from pitwall.tools import TOOLS, ToolFile, build_tools
from toolgate.contract import AgentContext, Handler, JsonObject, Tier, ToolSpec
from toolgate.kept_files import KeptFiles, code_version

SUFFIX = ".tools"
MOST_FILES = 4
"""States of the code whose specs are kept."""
_CODE = (Path(__file__).parent, Path(toolgate.__file__).parent)


class _KeptSpec(msgspec.Struct, frozen=True, array_like=True):
    """A spec without its handler; its examples as one list of questions for each run of equal arguments."""

    name: str
    description: str
    input_schema: JsonObject
    output_schema: JsonObject
    schema_version: int
    tier: Tier
    timeout_ms: int
    idempotent: bool
    can_parallel: bool
    blocking: bool
    asked: list[tuple[JsonObject, list[str]]]


def build_or_recall_tools(cache: StateCache, ports: Ports, folder: Path | None) -> tuple[ToolSpec, ...]:
    """Every tool as `build_tools` makes it, recalled from `folder` where possible; None: nothing is kept.

    A recalled tool is imported when it is first called.
    """
    if folder is None or not (code := code_version(*_CODE)):
        return build_tools(cache, ports)
    files, name = KeptFiles(folder, SUFFIX, most=MOST_FILES), sha256(code).hexdigest()
    if (kept := _decoded(files.read(name))) is not None:
        return tuple(_recalled(one, file, cache, ports) for one, file in zip(kept, TOOLS, strict=True))
    specs = build_tools(cache, ports)
    files.write(name, msgspec.msgpack.encode([_kept(spec) for spec in specs]))
    return specs


def _decoded(body: bytes | None) -> list[_KeptSpec] | None:
    if body is None:
        return None
    try:
        kept = _decode(body)
    except msgspec.MsgspecError:
        return None
    return kept if [one.name for one in kept] == [file.name for file in TOOLS] else None


def _recalled(kept: _KeptSpec, file: ToolFile, cache: StateCache, ports: Ports) -> ToolSpec:
    return ToolSpec(
        kept.name,
        kept.description,
        kept.input_schema,
        kept.output_schema,
        _built_when_called(file, cache, ports),
        kept.schema_version,
        kept.tier,
        kept.timeout_ms,
        kept.idempotent,
        kept.can_parallel,
        tuple((question, arguments) for arguments, questions in kept.asked for question in questions),
        kept.blocking,
        compile_later=True,
    )


def _built_when_called(file: ToolFile, cache: StateCache, ports: Ports) -> Handler:
    @once
    def built() -> Handler:
        return file.build(cache, ports).handler

    def handler(arguments: JsonObject, agent: AgentContext, /) -> object:
        return built()(arguments, agent)

    return handler


def _kept(spec: ToolSpec) -> _KeptSpec:
    runs = groupby(spec.examples, key=lambda example: example[1])
    return _KeptSpec(
        spec.name,
        spec.description,
        spec.input_schema,
        spec.output_schema,
        spec.schema_version,
        spec.tier,
        spec.timeout_ms,
        spec.idempotent,
        spec.can_parallel,
        spec.blocking,
        [(arguments, [question for question, _ in run]) for arguments, run in runs],
    )


_decode = msgspec.msgpack.Decoder(list[_KeptSpec]).decode
