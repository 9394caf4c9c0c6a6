"""What discovery says of a tool. It cannot be changed, its schemas included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NoReturn

from pydantic import AfterValidator, BaseModel, ConfigDict, PlainSerializer

from toolgate.contract import ToolSpec


class FrozenDict(dict[str, Any]):
    """A dict that JSON can hold and nobody can change."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("the metadata of a tool cannot be changed: register another tool")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = _refuse
    __ior__ = _refuse


def frozen(value: Any) -> Any:
    """A copy with every object and list in it frozen."""
    if isinstance(value, Mapping):
        return FrozenDict({key: frozen(part) for key, part in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def thawed(value: Any) -> Any:
    """A copy as plain objects and lists."""
    if isinstance(value, Mapping):
        return {key: thawed(part) for key, part in value.items()}
    return [thawed(part) for part in value] if isinstance(value, tuple) else value


FrozenSchema = Annotated[dict[str, Any], AfterValidator(frozen), PlainSerializer(thawed)]


class ToolMetadata(BaseModel):
    """A tool as discovery shows it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    description: str | None
    input_schema: FrozenSchema
    output_schema: FrozenSchema
    timeout_ms: int
    idempotent: bool

    @classmethod
    def of(cls, spec: ToolSpec) -> ToolMetadata:
        """The metadata of a spec; `output_schema` is that of the payload, without the envelope's own fields."""
        return cls(
            name=spec.name,
            description=spec.description or None,
            input_schema=spec.input_schema,
            output_schema=spec.output_schema,
            timeout_ms=spec.timeout_ms,
            idempotent=spec.idempotent,
        )
