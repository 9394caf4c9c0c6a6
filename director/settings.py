"""The one place that reads the environment. Values are handed down from here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from director.planners import PLANNERS

SETTINGS_FILE = "settings.env"

LogLevel = Literal["debug", "info", "warning", "error"]


class SettingsError(Exception):
    """A setting has a value that is not allowed. The message names it, in one line."""


class Settings(BaseSettings):
    """Every setting. Each has the prefix DIRECTOR_ in the environment, or stands in `settings.env`."""

    model_config = SettingsConfigDict(env_prefix="DIRECTOR_", extra="ignore", frozen=True)

    source: str = Field(
        default="sim:", min_length=1, max_length=1000, description="the race: sim:, folder, .zip or URL"
    )
    archive_url: str = Field(
        default="https://livetiming.formula1.com/static",
        pattern=r"^https?://",
        max_length=1000,
        description="the archive whose years director sessions lists",
    )
    cache_dir: Path | None = Field(
        default=None, description="the folder that keeps downloads; empty: the platform's own for caches"
    )
    fetch_timeout_s: float = Field(
        default=10.0, gt=0, le=300, description="how long a web server may be silent, seconds"
    )
    planner: str = Field(default="auto", description="who plans: auto, or a planner by name")
    max_steps: int = Field(default=5, ge=1, le=20, description="steps of a plan; the rest is rejected")
    max_parallel: int = Field(default=8, ge=1, le=64, description="steps that may run at the same time")
    step_timeout_s: float = Field(default=2.0, gt=0, le=60, description="time for one step, seconds")
    total_timeout_s: float = Field(default=5.0, gt=0, le=300, description="time for a whole plan, seconds")
    plan_timeout_s: float = Field(default=5.0, gt=0, le=300, description="time for the planner, seconds")
    answer_max_chars: int = Field(default=200, ge=40, le=2000, description="longest answer")
    output_budget_bytes: int = Field(default=65_536, ge=1024, le=10_000_000, description="longest output of a tool")
    tools_allow: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="tools that may be called, with commas between; empty: all"
    )
    log_level: LogLevel | None = Field(
        default=None, description="debug, info, warning or error; empty: info for serve, warning for the rest"
    )

    @field_validator("tools_allow", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(name.strip() for name in value.split(",") if name.strip())

    @field_validator("cache_dir", mode="before")
    @classmethod
    def _folder(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return Path(value.strip()).expanduser() if value.strip() else None

    @field_validator("planner")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in (known := ("auto", *PLANNERS)):
            raise ValueError(f"must be one of {', '.join(map(repr, known))}")
        return value

    @field_validator("log_level", "planner", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        lowered = value.strip().lower() if isinstance(value, str) else value
        return None if lowered == "" else lowered


def environment_name(field: str) -> str:
    """The name a setting has in the environment."""
    alias = Settings.model_fields[field].validation_alias
    return alias if isinstance(alias, str) else f"DIRECTOR_{field.upper()}"


def load_settings() -> Settings:
    """Settings from the environment, then `settings.env` in the working folder. SettingsError names a wrong one."""
    env_file = SETTINGS_FILE if Path(SETTINGS_FILE).is_file() else None
    try:
        return Settings(_env_file=env_file)  # type: ignore[call-arg]  # pydantic-settings takes it by name
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        name = environment_name(field) if field in Settings.model_fields else field
        raise SettingsError(f"setting {name}: {first['msg'].lower()}") from None
