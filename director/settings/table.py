"""The whole table of settings: reads what somebody has set, checks it, and says what is wrong with it.

Built from the fields of `Settings`. It takes a quarter of a second to import, so it is reached only where something is
set that is not plainly right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, create_model, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from director.models import MODELS, is_model
from director.planners import PLANNERS
from director.settings.declaring import PREFIX
from director.settings.fields import FIELDS, Settings, SettingsError, environment_name
from director.settings.quick_values import HINTS, choices, path_of
from director.settings.secret import Secret
from toolgate.loopback import is_safe
from toolgate.nearest import did_you_mean
from toolgate.serving.bearer_tokens import TOKENS_WANTED, are_tokens
from toolgate.serving.jwt_settings import JwtSettings

_LISTS = tuple(n for n, hint in HINTS.items() if hint == tuple[str, ...] and not n.startswith("policy_"))
"""Names with commas between. The policy's are patterns, which may hold commas."""
_PLAINLY = {
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_parsing": "must be a number",
    "bool_parsing": "must be true or false",
}
"""Messages by pydantic's type of error, where its own words are for programmers."""
_OF_PLUGIN = re.compile(r"[a-z][a-z0-9_]*\.[a-z0-9_]+")
"""A planner of a plugin, as `plugin.name`: whether there is one is known once plugins are loaded."""


class _Checks(BaseSettings):
    """What is allowed beyond types and limits."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    @field_validator("http_tokens", check_fields=False)
    @classmethod
    def _tokens(cls, value: str) -> str:
        if value and not _is_tokens(value):
            raise ValueError(f'must be JSON, {{"agent": "token"}}: {TOKENS_WANTED}')
        return value

    @field_validator("http_jwt", check_fields=False)
    @classmethod
    def _jwt(cls, value: str) -> str:
        try:
            if value.strip():
                JwtSettings.from_json(value)
        except ValueError as wrong:
            raise ValueError(f"must say whose JWTs are taken: {wrong}; see docs/wire.md") from None
        return value.strip()

    @field_validator(
        "plugins",
        "tools_allow",
        "http_allowed_hosts",
        "http_allowed_origins",
        "responder_ignore_usernames",
        mode="before",
        check_fields=False,
    )
    @classmethod
    def _split(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(name.strip() for name in value.split(",") if name.strip())

    @field_validator("policy_deny", "policy_allow", mode="before", check_fields=False)
    @classmethod
    def _patterns(cls, value: object) -> object:
        """A pattern may hold commas, and begin with a bracket: only a JSON list of strings is a list."""
        if not isinstance(value, str):
            return value
        try:
            listed = json.loads(value)
        except ValueError:
            listed = None
        if isinstance(listed, list) and all(isinstance(pattern, str) for pattern in listed):
            return tuple(listed)
        return (value,) if value else ()

    @field_validator("anthropic_key", "gemini_key", mode="after", check_fields=False)
    @classmethod
    def _sendable(cls, value: str) -> str:
        key = value.strip()
        if not all("!" <= character <= "~" for character in key):
            raise ValueError("must be one word of ASCII characters")
        return key

    @field_validator("claude_base_url", "gemini_base_url", check_fields=False)
    @classmethod
    def _web(cls, value: str) -> str:
        value = value.strip()
        try:
            parts = urlsplit(value)
            sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            raise ValueError("must be an https URL") from None
        if value and not sound:
            raise ValueError("must be an https URL")
        if value and not is_safe(value):
            raise ValueError("must be an https URL: over http the key could be read on its way")
        return value

    @field_validator(*(name for name, hint in HINTS.items() if hint == Path | None), mode="before", check_fields=False)
    @classmethod
    def _folder(cls, value: object) -> object:
        return path_of(value) if isinstance(value, str) else value

    @field_validator("planner", check_fields=False)
    @classmethod
    def _known(cls, value: str) -> str:
        known = dict.fromkeys(("auto", *PLANNERS, *MODELS))
        if value not in known and not is_model(value) and not _OF_PLUGIN.fullmatch(value):
            raise ValueError(
                f"must be one of {', '.join(map(repr, known))}, or replay:FILE{did_you_mean(value, known)}"
            )
        return value

    @field_validator("planner", mode="before", check_fields=False)
    @classmethod
    def _planner(cls, value: object) -> object:
        """A name in any case; what follows a colon is a file."""
        if not isinstance(value, str):
            return value
        name, colon, file = value.strip().partition(":")
        return f"{name.lower()}{colon}{file}"

    @field_validator(*(name for name in HINTS if choices(name)), mode="before", check_fields=False)
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.strip().lower() if isinstance(value, str) else value

    @field_validator("log_level", mode="before", check_fields=False)
    @classmethod
    def _unset(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value


def _is_tokens(text: str) -> bool:
    try:
        tokens = json.loads(text)
    except ValueError:
        return False
    return isinstance(tokens, dict) and are_tokens(tokens)


def _columns() -> dict[str, Any]:
    """The fields of the model: those of `Settings`, with their limits and names."""
    made: dict[str, Any] = {}
    for name, each in FIELDS.items():
        hint, default = HINTS[name], each.default
        if hint is Secret:
            hint, default = str, ""
        elif hint == tuple[str, ...]:
            hint = Annotated[tuple[str, ...], NoDecode]
        alias = each.metadata["name"] or None
        made[name] = hint, Field(default=default, validation_alias=alias, **each.metadata["allowed"])
    return made


Table = create_model("Table", __base__=_Checks, **_columns())


def read_table(file: Path | None, given: Mapping[str, Any] = MappingProxyType({})) -> Settings:
    """Settings as given by field, else from the environment, else from the file.

    SettingsError names the first wrong one and what is allowed.
    """
    named = {FIELDS[field].metadata["name"] or field: value for field, value in given.items()}
    try:
        values: dict[str, Any] = dict(Table(**named, _env_file=file, _env_file_encoding="utf-8"))  # type: ignore[call-arg]
    except ValidationError as error:
        raise SettingsError(_complaint(error)) from None
    secrets = {name: Secret(values[name]) for name in values if HINTS[name] is Secret}
    return Settings(**{**values, **secrets})


def _complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    key = str(first["loc"][0]) if first["loc"] else ""
    field = key if key in FIELDS else ""
    what = _PLAINLY.get(first["type"]) or first["msg"].removeprefix("Value error, ").replace("Input should", "must")
    near = did_you_mean(str(first["input"]), choices(field)) if field and choices(field) else ""
    name = environment_name(field) if field else key
    return f"setting {name}: {what[0].lower()}{what[1:]}{near}"
