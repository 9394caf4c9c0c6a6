"""`director publish`: send a race over NATS, as the subjects that broadcasters use and as events of ours."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from director.cli.command import ANSWERED, Command, UsageError, speed
from director.cli.opening import as_usage
from director.race.assembly import find_feed, find_source
from director.race.blocking import apart
from director.settings import Settings
from pitwall.events import Event, Fault
from pitwall.sources import Feed, Source


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", nargs="?", help="the race, as for --source of ask")
    parser.add_argument("--nats", metavar="URL", help="the server (default: setting NATS_URL)")
    parser.add_argument("--speed", type=speed, metavar="N", help="N times as fast as it was; without it, at once")
    parser.add_argument("--strict-iracing", action="store_true", help="only the subjects iracing.*: no events of ours")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    from pitwall.publishing import UNHELD, Subjects, make_streams, publish
    from pitwall.sources.nats.runs import end_run, find_run, gone_on, new_run, race_id
    from toolgate.nats.connection import connected
    from toolgate.nats.options import NatsUrlError, host_and_port

    url = arguments.nats or settings.nats_url
    uri = settings.source if arguments.source is None else arguments.source
    try:
        host_and_port(url)
    except NatsUrlError as error:
        raise UsageError(f"--nats: {error}") from None
    with as_usage():
        race = find_feed(uri, settings) or find_source(uri, settings)
    subjects = Subjects(time.time(), strict=arguments.strict_iracing)
    async with connected(url, settings.nats) as (client, gone, where):
        kept = client.connected_server_version is not None and await _keeps(client)
        with _loss_told(gone, where, kept=kept):
            run = await find_run(client.jetstream(), race_id(uri)) if kept else new_run(race_id(uri))
            if kept:
                await make_streams(client.jetstream(), goes_on=run.published > 0)
            told = _told(race, arguments.speed, run.published)
            if kept and hasattr(race, "__aiter__"):
                told, run = gone_on(told, run), new_run(run.race)
            count = await publish(client, told, subjects, kept=kept, run=run)
            if kept:
                await end_run(client.jetstream(), run)
    print(f"published {count} frames to {host_and_port(url)}")
    if arguments.strict_iracing:
        print(f"director: iracing.* has no field for {', '.join(UNHELD)}: that was left out", file=sys.stderr)
    if not kept:
        print("director: the server has no JetStream: who connects later misses what came before", file=sys.stderr)
    return ANSWERED


@contextmanager
def _loss_told(gone: asyncio.Event, where: str, *, kept: bool) -> Iterator[None]:
    """NatsUnavailable, in one line, where the server goes away or does not answer."""
    from nats.errors import Error

    from toolgate.nats.connection import NatsUnavailable, why

    try:
        yield
    except (Error, TimeoutError, ConnectionError) as error:
        what = f"the connection to {where} is lost" if gone.is_set() else f"NATS at {where} fails"
        remedy = "publish again: the race goes on from there" if kept else "publish again"
        raise NatsUnavailable(f"{what} ({why(error)}): {remedy}") from None


async def _keeps(client: object) -> bool:
    """Whether the server has JetStream."""
    from nats.errors import Error

    try:
        await client.jetstream().account_info()  # type: ignore[attr-defined]
    except Error:
        return False
    return True


async def _told(race: Source | Feed, times: float | None, published: int = 0) -> AsyncIterator[Event]:
    """The events of a race, as they come or `times` as fast as they came. Faults are nothing that it said.

    So many of them are published already: they are told at once, and time goes on from there.
    """
    if hasattr(race, "__aiter__"):
        async for event in race:
            if not isinstance(event, Fault):
                yield event
        return
    events = [event for event in await apart(lambda: list(race)) if not isinstance(event, Fault)]
    loop = asyncio.get_running_loop()
    began, start = loop.time(), events[min(published, len(events) - 1)].t if events else 0.0
    for event in events:
        if times is not None and (wait := (event.t - start) / times - (loop.time() - began)) > 0:
            await asyncio.sleep(wait)
        yield event


COMMAND = Command(_add_arguments, _run)
