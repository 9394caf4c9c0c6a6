"""Downloads several URLs at once, through the cache on disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from pitwall.sources.base import Options, SourceError
from pitwall.sources.web.download_cache import CachedDownload, DownloadCache

if TYPE_CHECKING:
    from httpx2 import AsyncClient

    from pitwall.sources.web.fetch import Allowance

_log = logging.getLogger("pitwall.sources")

T = TypeVar("T")
Bodies = Mapping[str, bytes | None]
"""The body of each URL, None where the server said that there is none."""


def get_all(urls: Collection[str], options: Options, settled: Callable[[Bodies], bool]) -> Bodies:
    """The bodies of the URLs. SourceError where one of them could not be had.

    What is kept is taken as it is where `settled` says of it that it will not change; otherwise the server is asked
    whether it has changed, and where it cannot be reached what is kept has to do.
    """
    blobs = DownloadCache(options.cache_dir)
    kept = {url: copy for url in urls if (copy := blobs.find(url)) is not None}
    bodies = {url: copy.body for url, copy in kept.items()}
    final = settled(bodies)
    wanted = {url: None if final else kept.get(url) for url in urls if not final or url not in kept}
    if not wanted:
        return bodies
    bodies.update(_run(_fetch_all(wanted, options, blobs)))
    if settled(bodies):
        for url in wanted:
            if bodies[url] is None:
                blobs.keep(url, None)
    return bodies


async def _fetch_all(wanted: Mapping[str, CachedDownload | None], options: Options, blobs: DownloadCache) -> Bodies:
    from pitwall.sources.web.fetch import Allowance, make_client

    allowance = Allowance(options.largest_bytes, asyncio.get_running_loop().time() + options.limits.total_s)
    async with make_client(options.limits) as client:
        try:
            async with asyncio.TaskGroup() as group:
                tasks = {
                    url: group.create_task(_get(client, url, kept, options, blobs, allowance))
                    for url, kept in wanted.items()
                }
        except* SourceError as failed:
            first = failed.exceptions[0]
        else:
            return {url: task.result() for url, task in tasks.items()}
        raise first


async def _get(
    client: AsyncClient,
    url: str,
    kept: CachedDownload | None,
    options: Options,
    blobs: DownloadCache,
    allowance: Allowance,
) -> bytes | None:
    from pitwall.sources.web.fetch import fetch

    try:
        reply = await fetch(client, url, options, kept.entry.conditions if kept else {}, allowance)
    except SourceError as error:
        if kept is None:
            raise
        _log.warning("%s; the copy kept of it is used", error)
        return kept.body
    if reply.status == "found":
        blobs.keep(url, reply.body, reply.etag, reply.last_modified)
        return reply.body
    return kept.body if kept and reply.status == "unchanged" else None


def _run(work: Coroutine[None, None, T]) -> T:
    """Runs it in an event loop and a thread of its own: the caller may be inside a loop, and may be interrupted."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(asyncio.run(work))
        except BaseException as error:  # noqa: BLE001 - carried over to the caller, whatever it is
            done.set_exception(error)

    Thread(target=run, name="fetch", daemon=True).start()
    return done.result()
