"""Every setting: its name, its type, its default (written here and nowhere else) and what is allowed.

Settings are a plain value, so that a start that sets nothing pays for no library. `director.settings.table` checks what
somebody has set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from director.defaults import (
    ANSWER_MAX_CHARS,
    ANSWER_TIMEOUT_S,
    CATALOGUE_TOKENS,
    DATA_AGE_S,
    DEADLINE_S,
    MAX_PARALLEL,
    MAX_STEPS,
    PLAN_TIMEOUT_S,
    STEP_TIMEOUT_S,
    TOTAL_TIMEOUT_S,
)
from director.models.options import CircuitOptions, ModelOptions, ProviderOptions, RequestLimits, Role
from director.settings.chat_fields import ChatSettings
from director.settings.declaring import PREFIX, setting
from director.settings.secret import Secret
from pitwall import defaults as fetching
from toolgate import defaults as serving
from toolgate.errors import InputError

LogLevel = Literal["debug", "info", "warning", "error"]
PolicyMode = Literal["open", "guarded", "readonly"]
Fallback = Literal["none", "offline"]
Effort = Literal["", "low", "medium", "high", "xhigh", "max"]
Thinking = Literal["", "minimal", "low", "medium", "high"]
Durability = Literal["record", "interval", "system"]


_REQUEST, _CIRCUIT = RequestLimits(), CircuitOptions()


class SettingsError(InputError):
    """A setting is unknown, or has a value that is not allowed. The message names it, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Settings(ChatSettings):
    """Every setting, with its default."""

    source: str = setting("sim:", "the race: sim:, folder, .zip or URL", min_length=1, max_length=1000)
    archive_url: str = setting(
        "https://livetiming.formula1.com/static",
        "the archive whose years director sessions lists",
        pattern="^https?://",
        max_length=1000,
    )
    cache_dir: Path | None = setting(None, "the folder that keeps downloads; empty: the platform's own for caches")
    fetch_timeout_s: float = setting(
        fetching.FETCH_SILENCE_S, "how long a web server may be silent, seconds", gt=0, le=300
    )
    f1_token: Secret = setting(Secret(), "the token of an F1 account, where the live timing asks for one")
    feed_delay_s: float = setting(0.0, "seconds that a live feed is held back, as its broadcast is late", ge=0, le=600)
    feed_record: Path | None = setting(None, "a file that keeps what a live feed sends; it can be opened as a source")
    results: Path | None = setting(None, "a file of official results: Ergast JSON, or CSV with position,car")
    standings: Path | None = setting(
        None, "a file of the championship before this race: Ergast JSON, or CSV with driver,points"
    )
    fetch_total_s: float = setting(
        fetching.FETCH_TOTAL_S, "how long everything that a source fetches may take, seconds", gt=0, le=7200
    )
    fetch_max_bytes: int = setting(
        fetching.FETCH_MAX_BYTES,
        "how large everything that a source fetches may be, unpacked",
        ge=1_000_000,
        le=10_000_000_000,
    )
    planner: str = setting("auto", "who plans: auto, offline, claude, gemini, or replay:FILE for what was recorded")
    fallback: Fallback = setting("offline", "who plans where no provider can be asked: offline or none")
    anthropic_key: Secret = setting(Secret(), "the key for Claude", name="ANTHROPIC_API_KEY")
    gemini_key: Secret = setting(Secret(), "the key for Gemini", name="GEMINI_API_KEY")
    claude_model_plan: str = setting("claude-haiku-5-5", "the model that plans", min_length=1, max_length=100)
    claude_model_answer: str = setting(
        "claude-haiku-5-5", "the model that words the answer", min_length=1, max_length=100
    )
    claude_effort: Effort = setting("low", "how much Claude thinks; empty: as the model chooses")
    claude_base_url: str = setting("", "empty: the provider's own", name="ANTHROPIC_BASE_URL", max_length=1000)
    gemini_model_plan: str = setting("gemini-3.8-flash", "the model that plans", min_length=1, max_length=100)
    gemini_model_answer: str = setting(
        "gemini-3.8-flash", "the model that words the answer", min_length=1, max_length=100
    )
    gemini_thinking: Thinking = setting("low", "how much Gemini thinks; empty: as the model chooses")
    gemini_base_url: str = setting("", "empty: the provider's own", name="GOOGLE_GEMINI_BASE_URL", max_length=1000)
    gemini_api_version: str = setting("v1", "v1 or v1beta", pattern="^v\\w+$", max_length=20)
    system_prompt: str = setting(
        "", "told to a language model before the rules of planner and answerer", max_length=4000
    )
    plan_max_tokens: int = setting(4096, "longest plan, thoughts included", ge=16, le=64_000)
    answer_max_tokens: int = setting(2048, "longest answer, thoughts included", ge=16, le=64_000)
    plan_temperature: float = setting(0.0, "the temperature, for models that still take one", ge=0, le=2)
    answer_temperature: float = setting(0.2, "the temperature, for models that still take one", ge=0, le=2)
    model_attempts: int = setting(_REQUEST.attempts, "tries of one request to a language model", ge=1, le=10)
    model_attempt_timeout_s: float = setting(_REQUEST.attempt_timeout_s, "time for one try, seconds", gt=0, le=300)
    model_connect_timeout_s: float = setting(_REQUEST.connect_timeout_s, "time to connect, seconds", gt=0, le=60)
    model_retry_after_max_s: float = setting(
        _REQUEST.retry_after_max_s, "a provider that asks for a longer pause is not asked again, seconds", ge=0, le=300
    )
    circuit_failures: int = setting(_CIRCUIT.failures, "failures in a row that open the circuit", ge=1, le=100)
    circuit_open_s: float = setting(_CIRCUIT.open_s, "how long a model is then left alone, s", gt=0, le=3600)
    record: Path | None = setting(None, "the file that keeps every exchange with a language model")
    max_steps: int = setting(MAX_STEPS, "steps of a plan; the rest is rejected", ge=1, le=20)
    max_parallel: int = setting(MAX_PARALLEL, "steps that may run at the same time", ge=1, le=64)
    step_timeout_s: float = setting(STEP_TIMEOUT_S, "time for one step, seconds", gt=0, le=60)
    total_timeout_s: float = setting(TOTAL_TIMEOUT_S, "time for a whole plan, seconds", gt=0, le=300)
    plan_timeout_s: float = setting(PLAN_TIMEOUT_S, "time for the planner, seconds", gt=0, le=300)
    answer_timeout_s: float = setting(ANSWER_TIMEOUT_S, "time for one wording, seconds", gt=0, le=300)
    deadline_s: float = setting(DEADLINE_S, "time for a whole question, seconds", gt=0, le=600)
    data_age_s: float = setting(DATA_AGE_S, "an answer from data older than this says so", ge=0, le=86_400)
    catalogue_tokens: int = setting(CATALOGUE_TOKENS, "longest catalogue in a prompt", ge=100, le=200_000)
    plan_cache: int = setting(500, "plans of a language model that are kept to be used again; 0: none", ge=0, le=10_000)
    answer_max_chars: int = setting(ANSWER_MAX_CHARS, "longest answer", ge=40, le=2000)
    output_budget_bytes: int = setting(serving.OUTPUT_BUDGET_BYTES, "longest output of a tool", ge=1024, le=10_000_000)
    tools_allow: tuple[str, ...] = setting((), "tools that may be called, with commas between; empty: all")
    policy_mode: PolicyMode = setting("guarded", "what may be called: open, guarded or readonly (see docs/policy.md)")
    policy_deny: tuple[str, ...] = setting((), "tools refused in every mode: a pattern, or a JSON list of patterns")
    policy_allow: tuple[str, ...] = setting(
        (), "tools admitted in guarded all the same: a pattern, or a JSON list of patterns"
    )
    gateway_rules: Path | None = setting(
        None,
        "the rules of agents; a .mcp-gateway-rules.json in the working folder can only narrow them",
        name="GATEWAY_RULES",
    )
    gateway_config: Path | None = setting(
        None, "the MCP servers behind the gateway: .mcp.json or director.toml", name="GATEWAY_MCP_CONFIG"
    )
    gateway_audit_log: Path | None = setting(
        None, "the audit log of the gateway; empty: DIRECTOR_AUDIT_PATH", name="GATEWAY_AUDIT_LOG"
    )
    gateway_debug: bool = setting(False, "whether the gateway offers get_gateway_status", name="GATEWAY_DEBUG")
    require_policy: bool = setting(False, "refuse to start without rules of agents")
    agent: str = setting(
        "",
        "who calls where the transport names nobody",
        name="GATEWAY_DEFAULT_AGENT",
        max_length=100,
        pattern="^[A-Za-z0-9_.-]*$",
    )
    http_host: str = setting(serving.HTTP_HOST, "the address HTTP listens on", min_length=1, max_length=255)
    http_port: int = setting(serving.HTTP_PORT, "the port HTTP listens on; 0: a free one", ge=0, le=65_535)
    http_allowed_hosts: tuple[str, ...] = setting((), "names under which clients reach the server, with commas between")
    http_tokens: Secret = setting(
        Secret(), 'bearer tokens of agents, as JSON: {"agent": "token"}; empty: nobody is asked'
    )
    http_jwt: str = setting(
        "", "whose JWTs are taken over HTTP, as JSON: issuer, audience, jwks_uri, resource, scopes", max_length=10_000
    )
    http_allowed_origins: tuple[str, ...] = setting(
        (), "origins of other pages that may call, as https://pits.example, with commas between"
    )
    http_connections: int = setting(serving.CONNECTIONS, "most connections at a time, in all", ge=1, le=100_000)
    http_connections_per_address: int = setting(
        serving.CONNECTIONS_PER_ADDRESS, "most connections at a time from one address", ge=1, le=100_000
    )
    http_head_timeout_s: float = setting(serving.HEAD_TIMEOUT_S, "time for a request's headers, seconds", gt=0, le=300)
    http_body_timeout_s: float = setting(serving.BODY_TIMEOUT_S, "time for a request's body, seconds", gt=0, le=600)
    http_idle_timeout_s: int = setting(
        serving.IDLE_TIMEOUT_S, "how long a connection without a request is kept, seconds", ge=1, le=3600
    )
    drain_s: float = setting(
        serving.DRAIN_S, "how long calls may go on once the server is told to stop, seconds", ge=0, le=600
    )
    plugins: tuple[str, ...] = setting((), "plugins that are loaded, by name, with commas between")
    agent_model: str = setting("", "the model behind calls that name none, for the audit log", max_length=100)
    audit_path: Path | None = setting(None, "the audit log; empty: audit.jsonl in the platform's own folder for state")
    audit_durability: Durability = setting(
        "system", "when a record is on disk: record, interval or system (see docs/audit.md)"
    )
    audit_interval_ms: int = setting(
        serving.AUDIT_INTERVAL_MS, "the interval of audit_durability, ms", ge=10, le=60_000
    )
    audit_rotate_bytes: int = setting(
        serving.AUDIT_ROTATE_BYTES, "longest audit file; then a new one is begun", ge=100_000, le=10_000_000_000
    )
    corpus_path: Path | None = setting(
        None, "documents that can be searched; empty: corpus.sqlite3 in the platform's own folder for data"
    )
    store_path: Path | None = setting(
        None, "pins, notes, the chat and snapshots; empty: race.sqlite3 in the platform's own folder for data"
    )
    chat_keep: int = setting(fetching.CHAT_KEEP, "newest messages of the chat that are kept", ge=1, le=10_000_000)
    chat_keep_days: float = setting(fetching.CHAT_KEEP_DAYS, "how long they are kept, days", gt=0, le=3650)
    announce_path: Path | None = setting(None, "the file of announcements; empty: announcements.txt beside the store")
    log_level: LogLevel | None = setting(
        None, "debug, info, warning or error; empty: info for serve and respond, warning for the rest"
    )

    @property
    def models(self) -> ModelOptions:
        """The options of language models."""
        limits = RequestLimits(
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
                    model_settings=_either("claude_model_plan", "claude_model_answer"),
                    base_url=self.claude_base_url,
                    effort=self.claude_effort,
                    limits=limits,
                ),
                "gemini": ProviderOptions(
                    plan=Role(self.gemini_model_plan, self.plan_max_tokens, self.plan_temperature),
                    answer=Role(self.gemini_model_answer, self.answer_max_tokens, self.answer_temperature),
                    key=self.gemini_key.get_secret_value(),
                    key_setting=environment_name("gemini_key"),
                    model_settings=_either("gemini_model_plan", "gemini_model_answer"),
                    base_url=self.gemini_base_url,
                    api_version=self.gemini_api_version,
                    effort=self.gemini_thinking,
                    limits=limits,
                ),
            },
            circuit=CircuitOptions(self.circuit_failures, self.circuit_open_s),
            record=self.record,
        )


FIELDS = MappingProxyType({each.name: each for each in fields(Settings)})


def environment_name(field: str) -> str:
    """The name a setting has in the environment."""
    return str(FIELDS[field].metadata["name"] or f"{PREFIX}{field.upper()}")


def _either(*fields: str) -> str:
    """The names of settings as a message has them."""
    return " and ".join(map(environment_name, fields))


NAMES: Mapping[str, str] = MappingProxyType({environment_name(field): field for field in FIELDS})
"""The field of each name in the environment."""
