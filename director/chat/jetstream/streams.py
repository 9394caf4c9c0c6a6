"""What the streams, the consumer and the bucket of a chat are called, and how they are made where there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from toolgate.errors import UnavailableError

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.js import JetStreamContext

_DAY_S = 24 * 3600.0
_KEPT_S = 14 * _DAY_S
_SHELF_S = 2 * _DAY_S
KNOWN_AGAIN_S = 3600.0
"""How long the stream of answers knows an answer to the same message again."""
_NOT_FOR_ACCOUNT = 10039
MOST_OPEN = 1000
"""Messages that all responders together may have and have not settled."""


class ChatUnavailable(UnavailableError):
    """The stream or the consumer of the chat is there and cannot be used. The message names it."""


class ChatNames(Struct, frozen=True):
    """Subjects of a chat, and where JetStream keeps it."""

    messages: str = "youtube.chat.message"
    answers: str = "director.chat.response"
    control: str = "system.control"
    """The subject of commands; their results go to the same subject with `.result`."""
    alerts: str = "director.operator.alert"
    """The subject on which the operator is told what many ask."""
    stream: str = "YOUTUBE_CHAT"
    durable: str = "director_chat"
    answer_stream: str = "DIRECTOR_ANSWERS"
    bucket: str = "director_chat"
    replicas: int = 1
    """On how many servers of a cluster what we make is kept."""
    ack_wait_s: float = 10.0
    """How long a responder may say nothing of a message before another one gets it."""
    pull_batch: int = 100
    pull_wait_s: float = 0.5
    catch_up_s: float = 300.0
    """How old what is heard first may be."""


async def has_jetstream(client: Client) -> bool:
    """Whether our account has JetStream on the server. One of a cluster that is not ready yet counts as having it."""
    from nats.errors import Error
    from nats.js.errors import APIError

    try:
        await client.jetstream().account_info()
    except APIError as error:
        return error.err_code not in (None, _NOT_FOR_ACCOUNT)
    except (Error, TimeoutError):
        return bool(client._server_info.get("jetstream"))
    return True


async def make_all(js: JetStreamContext, names: ChatNames) -> tuple[str, str]:
    """Makes what is not there; gives the names of the stream of messages and of that of answers."""
    from nats.js.api import KeyValueConfig, StorageType

    messages = await _stream(js, names.messages, names.stream, names)
    answers = await _stream(js, names.answers, names.answer_stream, names)
    await js.create_key_value(
        KeyValueConfig(bucket=names.bucket, ttl=_SHELF_S, replicas=names.replicas, storage=StorageType.FILE)
    )
    await _consumer(js, messages, names)
    return messages, answers


async def _stream(js: JetStreamContext, subject: str, name: str, names: ChatNames) -> str:
    """The stream that keeps a subject; made under that name if there is no such stream yet."""
    from nats.js.api import StorageType, StreamConfig
    from nats.js.errors import BadRequestError, NotFoundError

    try:
        return str(await js.find_stream_name_by_subject(subject))
    except NotFoundError:
        pass
    config = StreamConfig(
        name=name,
        subjects=[subject],
        max_age=_KEPT_S,
        duplicate_window=KNOWN_AGAIN_S,
        num_replicas=names.replicas,
        storage=StorageType.FILE,
    )
    try:
        await js.add_stream(config)
    except BadRequestError as error:
        try:  # another responder may have made it just now
            return str(await js.find_stream_name_by_subject(subject))
        except NotFoundError:
            raise ChatUnavailable(f"NATS: the stream {name} can't keep {subject}: {error.description}") from None
    return name


async def _consumer(js: JetStreamContext, stream: str, names: ChatNames) -> None:
    """The durable consumer, made where there is none. It begins with what was said a short while ago."""
    from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
    from nats.js.errors import APIError, NotFoundError

    try:
        config = (await js.consumer_info(stream, names.durable)).config
    except NotFoundError:
        from datetime import UTC, datetime, timedelta

        since = datetime.now(UTC) - timedelta(seconds=names.catch_up_s)
        config = ConsumerConfig(
            durable_name=names.durable,
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=names.ack_wait_s,
            max_ack_pending=MOST_OPEN,
            filter_subject=names.messages,
            deliver_policy=DeliverPolicy.BY_START_TIME if names.catch_up_s else DeliverPolicy.NEW,
            opt_start_time=since if names.catch_up_s else None,
        )
        try:
            await js.add_consumer(stream, config)
        except APIError:  # another responder was first
            config = (await js.consumer_info(stream, names.durable)).config
    if config.deliver_subject or config.ack_policy != AckPolicy.EXPLICIT:
        raise ChatUnavailable(
            f"NATS: the consumer {names.durable} of {stream} is not one that is pulled from and acknowledged: "
            "name another in DIRECTOR_CHAT_DURABLE"
        )
