"""The settings of chats: NATS, the rules of a responder, and what is kept of its answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from director.chat.jetstream.streams import ChatNames
from director.chat.responder_options import ResponderOptions
from director.settings.declaring import setting
from director.settings.secret import Secret
from toolgate.defaults import NATS_AUTH_VIOLATIONS, NATS_CONNECT_S
from toolgate.nats.options import NatsOptions
from toolgate.values import Value

_SUBJECT = r"^[^\s.]+(\.[^\s.]+)*$"
_NAME = r"^[A-Za-z0-9_-]+$"
_RESPONDER, _NAMES = ResponderOptions(), ChatNames()


@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False, eq=False)
class ChatSettings(Value):
    """Settings of chats, with their defaults. The methods of the value are those of `Settings`, which has these too."""

    nats_url: str = setting(
        "nats://localhost:4222",
        "the NATS server of the chat; several with commas between",
        name="NATS_URL",
        min_length=1,
        max_length=1000,
    )
    nats_username: str = setting("", "the user at NATS; one in the URL wins", name="NATS_USERNAME", max_length=200)
    nats_password: Secret = setting(Secret(), "the password at NATS", name="NATS_PASSWORD")
    nats_tls_ca: Path | None = setting(
        None, "whose certificates are taken from NATS servers; empty: those of the system", name="NATS_TLS_CA"
    )
    nats_tls_cert: Path | None = setting(None, "our own certificate, where NATS asks for one", name="NATS_TLS_CERT")
    nats_tls_key: Path | None = setting(None, "the key of that certificate", name="NATS_TLS_KEY")
    nats_connect_timeout: float = setting(
        NATS_CONNECT_S, "time to connect to NATS, seconds", name="NATS_CONNECT_TIMEOUT", gt=0, le=300
    )
    nats_failfast_auth: bool = setting(
        True, "whether refused logins end the connection; false: they are tried again", name="NATS_FAILFAST_AUTH"
    )
    nats_max_auth_violations: int = setting(
        NATS_AUTH_VIOLATIONS,
        "refused logins in a row that end the connection",
        name="NATS_MAX_AUTH_VIOLATIONS",
        ge=1,
        le=100,
    )
    chat_input_subject: str = setting("youtube.chat.message", "the subject chat messages come on", pattern=_SUBJECT)
    chat_response_subject: str = setting(
        "director.chat.response", "the subject answers are published on", pattern=_SUBJECT
    )
    chat_stream: str = setting(_NAMES.stream, "the stream of JetStream that keeps the chat", pattern=_NAME)
    chat_durable: str = setting(
        _NAMES.durable, "the consumer and the bucket that all responders of a chat share", pattern=_NAME
    )
    chat_pull_batch: int = setting(_NAMES.pull_batch, "messages that are pulled at once", ge=1, le=1000)
    chat_pull_interval: float = setting(_NAMES.pull_wait_s, "how long a pull waits for messages, s", ge=0.1, le=60)
    chat_ack_wait_s: float = setting(
        _NAMES.ack_wait_s, "after so long without a word of a message, another responder gets it, s", ge=1, le=3600
    )
    chat_replicas: int = setting(_NAMES.replicas, "servers of a cluster that keep the chat: 1, 3 or 5", ge=1, le=5)
    enable_chat_persist: bool = setting(True, "whether every message of the chat is kept, to be searched")
    enable_jetstream_catchup: bool = setting(True, "whether messages sent while nobody listened are answered")
    catchup_max_age_s: float = setting(
        _NAMES.catch_up_s, "how old messages sent while nobody listened may be, seconds", ge=0, le=86_400
    )
    responder_ignore_usernames: tuple[str, ...] = setting(
        _RESPONDER.own_names, "our own names in the chat, with commas between: never answered"
    )
    chat_trigger_prefix: str = setting(
        "!ask",
        "what a question begins with, if it does not mention the director; off: any message may be one",
        max_length=50,
    )
    chat_interval_s: float = setting(_RESPONDER.interval_s, "minimum time between two answers, seconds", ge=0, le=3600)
    chat_queue_maxsize: int = setting(_RESPONDER.queue_max, "messages that may wait", ge=1, le=10_000)
    chat_max_age_s: float = setting(
        _RESPONDER.max_age_s, "a message that has waited longer is not answered, seconds", gt=0, le=3600
    )
    chat_worker_answer_timeout: float = setting(
        _RESPONDER.answer_timeout_s, "time for one answer to the chat, seconds", gt=0, le=300
    )
    chat_batch_from: int = setting(
        _RESPONDER.batch_from,
        "while so many questions wait, several are answered in one message; 0: never",
        ge=0,
        le=1000,
    )
    chat_digest_s: float = setting(
        _RESPONDER.digest_s, "answers go out together once in so many seconds; 0: each as it comes", ge=0, le=3600
    )
    chat_alert_from: int = setting(
        _RESPONDER.alert_from, "people who ask the same before the operator is told; 0: never", ge=0, le=1000
    )
    chat_alert_within_s: float = setting(_RESPONDER.alert_within_s, "and in how many seconds", gt=0, le=3600)
    greeting: str = setting("", "the reply to a mention that asks nothing; {tools}: how many tools", max_length=200)
    chat_stats_every: int = setting(
        _RESPONDER.stats_every, "messages between two lines of counters; 0: none", ge=0, le=1_000_000
    )
    answers_path: Path | None = setting(
        None, "the answers log; empty: answers.sqlite3 in the platform's own folder for data"
    )
    answers_keep: int = setting(20_000, "newest answers the answers log keeps", ge=100, le=10_000_000)
    answers_keep_days: float = setting(365.0, "how long it keeps them, days", gt=0, le=3650)
    decisions_keep: int = setting(20_000, "newest questions without an answer that it keeps", ge=100, le=10_000_000)
    decisions_keep_days: float = setting(30.0, "how long it keeps those, days", gt=0, le=3650)

    @property
    def nats(self) -> NatsOptions:
        """The options of a connection to NATS: login, TLS, timeouts (seconds)."""
        return NatsOptions(
            username=self.nats_username,
            password=self.nats_password.get_secret_value(),
            tls_ca=self.nats_tls_ca,
            tls_cert=self.nats_tls_cert,
            tls_key=self.nats_tls_key,
            connect_s=self.nats_connect_timeout,
            failfast_auth=self.nats_failfast_auth,
            auth_violations=self.nats_max_auth_violations,
        )
