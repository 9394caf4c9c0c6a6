"""The one place that reads the environment. Values are handed down from here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from director.models import MODELS, is_model
from director.models.options import CircuitOptions, ModelOptions, Patience, ProviderOptions, Role
from director.planners import PLANNERS

SETTINGS_FILE = "settings.env"

LogLevel = Literal["debug", "info", "warning", "error"]
PolicyMode = Literal["open", "guarded", "readonly"]
Fallback = Literal["none", "offline"]
Effort = Literal["", "low", "medium", "high", "xhigh", "max"]
Thinking = Literal["", "minimal", "low", "medium", "high"]
Durability = Literal["record", "interval", "system"]


_SUBJECT = r"^[^\s.]+(\.[^\s.]+)*$"


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
    planner: str = Field(
        default="auto", description="who plans: auto, offline, claude, gemini, or replay:FILE for what was recorded"
    )
    fallback: Fallback = Field(
        default="none", description="who plans where a language model cannot: none (silence) or offline"
    )
    anthropic_key: SecretStr = Field(
        default=SecretStr(""), validation_alias="ANTHROPIC_API_KEY", description="the key for Claude"
    )
    gemini_key: SecretStr = Field(
        default=SecretStr(""), validation_alias="GEMINI_API_KEY", description="the key for Gemini"
    )
    claude_model_plan: str = Field(default="claude-haiku-5-5", min_length=1, max_length=100, description="who plans")
    claude_model_answer: str = Field(
        default="claude-haiku-5-5", min_length=1, max_length=100, description="who words the answer"
    )
    claude_effort: Effort = Field(default="low", description="how much Claude thinks; empty: as the model likes")
    claude_base_url: str = Field(
        default="", max_length=1000, validation_alias="ANTHROPIC_BASE_URL", description="empty: the provider's own"
    )
    gemini_model_plan: str = Field(default="gemini-3.8-flash", min_length=1, max_length=100, description="who plans")
    gemini_model_answer: str = Field(
        default="gemini-3.8-flash", min_length=1, max_length=100, description="who words the answer"
    )
    gemini_thinking: Thinking = Field(default="low", description="how much Gemini thinks; empty: as the model likes")
    gemini_base_url: str = Field(
        default="", max_length=1000, validation_alias="GOOGLE_GEMINI_BASE_URL", description="empty: the provider's own"
    )
    gemini_api_version: str = Field(default="v1", pattern=r"^v\w+$", max_length=20, description="v1 or v1beta")
    system_prompt: str = Field(
        default="", max_length=4000, description="told to a language model before the rules of planner and answerer"
    )
    plan_max_tokens: int = Field(default=4096, ge=16, le=64_000, description="longest plan, thoughts included")
    answer_max_tokens: int = Field(default=2048, ge=16, le=64_000, description="longest answer, thoughts included")
    plan_temperature: float = Field(default=0.0, ge=0, le=2, description="for models that still take one")
    answer_temperature: float = Field(default=0.2, ge=0, le=2, description="for models that still take one")
    model_attempts: int = Field(default=3, ge=1, le=10, description="tries of one request to a language model")
    model_attempt_timeout_s: float = Field(default=20.0, gt=0, le=300, description="time for one try, seconds")
    model_connect_timeout_s: float = Field(default=2.0, gt=0, le=60, description="time to connect, seconds")
    model_retry_after_max_s: float = Field(
        default=10.0, ge=0, le=300, description="who asks for a longer pause is not asked again, seconds"
    )
    circuit_failures: int = Field(default=3, ge=1, le=100, description="failures in a row that open the circuit")
    circuit_open_s: float = Field(default=30.0, gt=0, le=3600, description="how long a model is then left alone, s")
    record: Path | None = Field(default=None, description="the file that keeps every exchange with a language model")
    max_steps: int = Field(default=5, ge=1, le=20, description="steps of a plan; the rest is rejected")
    max_parallel: int = Field(default=8, ge=1, le=64, description="steps that may run at the same time")
    step_timeout_s: float = Field(default=2.0, gt=0, le=60, description="time for one step, seconds")
    total_timeout_s: float = Field(default=5.0, gt=0, le=300, description="time for a whole plan, seconds")
    plan_timeout_s: float = Field(default=5.0, gt=0, le=300, description="time for the planner, seconds")
    answer_timeout_s: float = Field(default=5.0, gt=0, le=300, description="time for one wording, seconds")
    deadline_s: float = Field(default=15.0, gt=0, le=600, description="time for a whole question, seconds")
    data_age_s: float = Field(default=10.0, ge=0, le=86_400, description="data older than this is said to be so")
    catalogue_tokens: int = Field(default=8000, ge=100, le=200_000, description="longest catalogue in a prompt")
    plan_cache: int = Field(
        default=500, ge=0, le=10_000, description="plans of a language model that are kept to be used again; 0: none"
    )
    answer_max_chars: int = Field(default=200, ge=40, le=2000, description="longest answer")
    output_budget_bytes: int = Field(default=65_536, ge=1024, le=10_000_000, description="longest output of a tool")
    tools_allow: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="tools that may be called, with commas between; empty: all"
    )
    policy_mode: PolicyMode = Field(
        default="guarded", description="what may be called: open, guarded or readonly (see docs/policy.md)"
    )
    policy_deny: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="tools refused in every mode: a pattern, or a JSON list of patterns"
    )
    policy_allow: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="tools admitted in guarded all the same: a pattern, or a JSON list of patterns"
    )
    gateway_rules: Path | None = Field(
        default=None,
        validation_alias="GATEWAY_RULES",
        description="the rules of agents; empty: .mcp-gateway-rules.json here or in config/, where there is one",
    )
    require_policy: bool = Field(default=False, description="refuse to start without rules of agents")
    agent: str = Field(
        default="",
        max_length=100,
        pattern=r"^[A-Za-z0-9_.-]*$",
        validation_alias="GATEWAY_DEFAULT_AGENT",
        description="who calls where the transport names nobody",
    )
    http_host: str = Field(default="127.0.0.1", min_length=1, max_length=255, description="the address HTTP listens on")
    http_port: int = Field(default=8000, ge=0, le=65_535, description="the port HTTP listens on; 0: a free one")
    http_allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="names under which clients reach the server, with commas between"
    )
    http_tokens: SecretStr = Field(
        default=SecretStr(""),
        description='bearer tokens of agents, as JSON: {"agent": "token"}; empty: nobody is asked',
    )
    audit_path: Path | None = Field(
        default=None, description="the audit log; empty: audit.jsonl in the platform's own folder for state"
    )
    audit_durability: Durability = Field(
        default="system", description="when a record is on disk: record, interval or system (see docs/audit.md)"
    )
    audit_interval_ms: int = Field(default=200, ge=10, le=60_000, description="the interval of audit_durability, ms")
    audit_rotate_bytes: int = Field(
        default=50_000_000, ge=100_000, le=10_000_000_000, description="longest audit file; then a new one is begun"
    )
    store_path: Path | None = Field(
        default=None, description="pins and notes; empty: race.sqlite3 in the platform's own folder for data"
    )
    announce_path: Path | None = Field(
        default=None, description="the file of announcements; empty: announcements.txt beside the store"
    )
    nats_url: str = Field(
        default="nats://localhost:4222",
        min_length=1,
        max_length=1000,
        validation_alias="NATS_URL",
        description="the NATS server of the chat; several with commas between",
    )
    chat_input_subject: str = Field(
        default="youtube.chat.message", pattern=_SUBJECT, description="the subject chat messages come on"
    )
    chat_response_subject: str = Field(
        default="director.chat.response", pattern=_SUBJECT, description="the subject answers are published on"
    )
    responder_ignore_usernames: Annotated[tuple[str, ...], NoDecode] = Field(
        default=("Sim RaceCenter",), description="our own names in the chat, with commas between: never answered"
    )
    chat_trigger_prefix: str = Field(
        default="!ask",
        max_length=50,
        description="what a question begins with, if it does not mention the director; off: any message may be one",
    )
    chat_interval_s: float = Field(default=3.0, ge=0, le=3600, description="least time between two answers, seconds")
    chat_queue_maxsize: int = Field(default=100, ge=1, le=10_000, description="messages that may wait")
    chat_max_age_s: float = Field(
        default=60.0, gt=0, le=3600, description="a message that has waited longer is not answered, seconds"
    )
    chat_worker_answer_timeout: float = Field(
        default=25.0, gt=0, le=300, description="time for one answer to the chat, seconds"
    )
    chat_stats_every: int = Field(
        default=10, ge=0, le=1_000_000, description="messages between two lines of counters; 0: none"
    )
    answers_path: Path | None = Field(
        default=None, description="the answers log; empty: answers.sqlite3 in the platform's own folder for data"
    )
    answers_keep: int = Field(default=20_000, ge=100, le=10_000_000, description="newest rows the answers log keeps")
    log_level: LogLevel | None = Field(
        default=None,
        description="debug, info, warning or error; empty: info for serve and respond, warning for the rest",
    )

    @field_validator("http_tokens")
    @classmethod
    def _tokens(cls, value: SecretStr) -> SecretStr:
        if value.get_secret_value() and not _is_tokens(value.get_secret_value()):
            raise ValueError(
                f'must be JSON, {{"agent": "token"}}: names of letters, digits and _ . -, and for each a token of its '
                f"own, a word of at least {_TOKEN_MIN} characters"
            )
        return value

    @field_validator("tools_allow", "http_allowed_hosts", "responder_ignore_usernames", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(name.strip() for name in value.split(",") if name.strip())

    @field_validator("policy_deny", "policy_allow", mode="before")
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

    @field_validator("anthropic_key", "gemini_key", mode="after")
    @classmethod
    def _sendable(cls, value: SecretStr) -> SecretStr:
        key = value.get_secret_value().strip()
        if not all("!" <= character <= "~" for character in key):
            raise ValueError("must be one word of ASCII characters")
        return SecretStr(key)

    @field_validator("claude_base_url", "gemini_base_url")
    @classmethod
    def _web(cls, value: str) -> str:
        try:
            parts = urlsplit(value.strip())
            sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            sound = False
        if value.strip() and not sound:
            raise ValueError("must be an http or https URL")
        return value.strip()

    @field_validator(
        "cache_dir",
        "record",
        "gateway_rules",
        "audit_path",
        "store_path",
        "announce_path",
        "answers_path",
        mode="before",
    )
    @classmethod
    def _folder(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return Path(value.strip()).expanduser() if value.strip() else None

    @field_validator("planner")
    @classmethod
    def _known(cls, value: str) -> str:
        known = dict.fromkeys(("auto", *PLANNERS, *MODELS))
        if value not in known and not is_model(value):
            raise ValueError(f"must be one of {', '.join(map(repr, known))}, or replay:FILE")
        return value

    @field_validator("planner", mode="before")
    @classmethod
    def _planner(cls, value: object) -> object:
        """A name in any case; what follows a colon is a file."""
        if not isinstance(value, str):
            return value
        name, colon, file = value.strip().partition(":")
        return f"{name.lower()}{colon}{file}"

    @field_validator(
        "log_level", "policy_mode", "audit_durability", "fallback", "claude_effort", "gemini_thinking", mode="before"
    )
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.strip().lower() if isinstance(value, str) else value

    @field_validator("log_level", mode="before")
    @classmethod
    def _unset(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @property
    def models(self) -> ModelOptions:
        """What the settings say to language models."""
        patience = Patience(
            attempts=self.model_attempts,
            attempt_timeout_s=self.model_attempt_timeout_s,
            connect_timeout_s=self.model_connect_timeout_s,
            retry_after_max_s=self.model_retry_after_max_s,
        )
        return ModelOptions(
            providers={
                "claude": ProviderOptions(
                    plan=Role(self.claude_model_plan, self.plan_max_tokens, self.plan_temperature),
                    answer=Role(self.claude_model_answer, self.answer_max_tokens, self.answer_temperature),
                    key=self.anthropic_key.get_secret_value(),
                    key_setting=environment_name("anthropic_key"),
                    base_url=self.claude_base_url,
                    effort=self.claude_effort,
                    patience=patience,
                ),
                "gemini": ProviderOptions(
                    plan=Role(self.gemini_model_plan, self.plan_max_tokens, self.plan_temperature),
                    answer=Role(self.gemini_model_answer, self.answer_max_tokens, self.answer_temperature),
                    key=self.gemini_key.get_secret_value(),
                    key_setting=environment_name("gemini_key"),
                    base_url=self.gemini_base_url,
                    api_version=self.gemini_api_version,
                    effort=self.gemini_thinking,
                    patience=patience,
                ),
            },
            circuit=CircuitOptions(self.circuit_failures, self.circuit_open_s),
            record=self.record,
        )


_TOKEN_MIN = 16
_TOKEN = re.compile(rf"[!-~]{{{_TOKEN_MIN},}}")
_AGENT = re.compile(r"[A-Za-z0-9_.-]+")


def _is_tokens(text: str) -> bool:
    try:
        tokens = json.loads(text)
    except ValueError:
        return False
    if not isinstance(tokens, dict) or not all(isinstance(token, str) for token in tokens.values()):
        return False
    own = len(set(tokens.values())) == len(tokens)
    return own and all(_AGENT.fullmatch(agent) and _TOKEN.fullmatch(token) for agent, token in tokens.items())


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
        what = first["msg"].removeprefix("Value error, ")
        raise SettingsError(f"setting {name}: {what[0].lower()}{what[1:]}") from None
