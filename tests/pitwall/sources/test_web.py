"""Downloads from a server that fails, stalls, cuts short and resets; and what is kept of them."""

from __future__ import annotations

import asyncio
import gzip
import logging
import socket
import struct
from collections.abc import AsyncIterator, Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2
import pytest

from pitwall.sources import FetchLimits, Options, SourceError, SourceUnavailable
from pitwall.sources.web import fetch as fetching
from pitwall.sources.web import fetch_all as getting
from pitwall.sources.web.download_cache import DownloadCache
from pitwall.sources.web.fetch_all import Bodies, get_all

BODY = bytes(range(256)) * 2000
QUICK = FetchLimits(attempts=3, pause_s=0.01)
Misdeed = Callable[[Any, bytes], None]


def status(code: int, **headers: str) -> Misdeed:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, body: handler.reply(code, b"", sent)


def cut_short(headers: Mapping[str, str] | None = None) -> Misdeed:
    return lambda handler, body: handler.reply(200, body, headers, send=len(body) // 2)


def reset(handler: Any, body: bytes) -> None:
    """Half a body, then a reset instead of an end."""
    handler.reply(200, body, send=len(body) // 2)
    handler.wfile.flush()
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


def stall(handler: Any, body: bytes) -> None:
    """Half a body, then nothing until the server stops."""
    handler.reply(200, body, send=len(body) // 2)
    handler.wfile.flush()
    handler.web.stopping.wait()


def packed(handler: Any, body: bytes) -> None:
    handler.reply(200, gzip.compress(body), {"Content-Encoding": "gzip"})


def badly_packed(handler: Any, body: bytes) -> None:
    handler.reply(200, gzip.compress(body)[:-20], {"Content-Encoding": "gzip"})


@pytest.fixture
def web(serve_folder: Callable[[Path], Any], tmp_path: Path) -> Any:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "file").write_bytes(BODY)
    return serve_folder(tmp_path / "web")


def get(web: Any, options: Options, name: str = "file", *, final: bool = True) -> bytes | None:
    url = f"{web.url}/{name}"
    return get_all([url], options, lambda bodies: final and url in bodies)[url]


@pytest.mark.parametrize(
    "misdeed",
    [
        status(500, Content_Type="text/html"),
        status(502),
        status(503),
        status(429),
        status(408),
        cut_short(),
        reset,
        badly_packed,
    ],
    ids=["500", "502", "503", "429", "408", "cut short", "reset", "badly packed"],
)
def test_what_may_pass_is_tried_again(web: Any, misdeed: Misdeed) -> None:
    web.misdeeds["file"] += [misdeed] * 2
    assert get(web, Options(limits=QUICK)) == BODY
    assert len(web.asked("file")) == 3


def test_a_server_that_falls_silent_is_asked_again(web: Any) -> None:
    web.misdeeds["file"] += [stall]
    assert get(web, Options(limits=FetchLimits(attempts=10, silence_s=1.0, pause_s=0.01))) == BODY


def test_a_body_that_was_cut_short_goes_on_where_it_ended(web: Any) -> None:
    """With a version to go by the rest is asked for, without one everything."""
    etag = f'"{sha256(BODY).hexdigest()[:16]}"'
    web.misdeeds["file"] += [cut_short({"ETag": etag})]
    assert get(web, Options(limits=QUICK)) == BODY
    assert [headers["Range"] for headers, _ in web.asked("file")] == [None, f"bytes={len(BODY) // 2}-"]
    for useless in ({}, {"ETag": f"W/{etag}"}, {"ETag": '"another"'}):
        web.misdeeds["file"] += [cut_short(useless)]
        assert get(web, Options(limits=QUICK)) == BODY


@pytest.mark.parametrize(
    "headers",
    [{"ETag": '"new"'}, {"ETag": '"old"', "Content-Range": f"bytes {len(BODY) // 2}-{len(BODY)}/{len(BODY) + 1}"}],
    ids=["another version", "another length"],
)
def test_the_rest_of_another_version_is_not_put_to_the_first_part(web: Any, headers: dict[str, str]) -> None:
    """A server may send the rest that was asked for though the condition that goes with it (If-Range) does not hold."""
    half = len(BODY) // 2

    def rest(handler: Any, body: bytes) -> None:
        handler.reply(206, b"x" * half, {"Content-Range": f"bytes {half}-{2 * half - 1}/{2 * half}", **headers})

    web.misdeeds["file"] += [cut_short({"ETag": '"old"'}), rest]
    assert get(web, Options(limits=QUICK)) == BODY


def test_a_server_that_asks_for_a_pause_gets_it(web: Any) -> None:
    web.misdeeds["file"] += [status(503, Retry_After="1")]
    assert get(web, Options(limits=QUICK)) == BODY
    (_, first), (_, second) = web.asked("file")
    assert second - first >= 1.0


def test_pauses_may_be_dates() -> None:
    def wait_s(**headers: str) -> float:
        return fetching._retry_after_s(httpx2.Headers({k.replace("_", "-"): v for k, v in headers.items()}))

    date = "Sun, 29 Apr 2018 12:00:{} GMT"
    assert wait_s(Retry_After=date.format("07"), Date=date.format("00")) == 7.0
    assert wait_s(Retry_After=date.format("00"), Date=date.format("07")) == 0.0
    assert wait_s(Retry_After="12") == 12.0
    for nonsense in ("soon", "-1", "", "1.5"):
        assert wait_s(Retry_After=nonsense) == 0.0
    assert wait_s() == 0.0


@pytest.mark.parametrize(
    ("misdeed", "complaint", "requests"),
    [
        (status(500), "answered 500 (tried 3 times): try again later", 3),
        (cut_short(), "peer closed connection", 3),
        (reset, " (tried 3 times): try again later", 3),
        (status(503, Retry_After="3600"), "answered 503 and asks to come back in 3600 s", 1),
        (status(401), "answered 401", 1),
        (status(418), "answered 418", 1),
        (status(206), "sent a part that wasn't asked for", 3),
        (status(302, Location="file"), "redirects", 21),
        (status(302, Location="ftp://host/file"), "can't fetch", 1),
        (lambda handler, body: handler.reply(200, body, {"Content-Encoding": "zstd"}), "packed as 'zstd'", 1),
        (lambda handler, body: handler.wfile.write(b"nonsense\r\n\r\n"), "(tried 3 times): try again later", 3),
    ],
    ids=[
        "500",
        "cut short",
        "reset",
        "come back in an hour",
        "401",
        "418",
        "206",
        "round and round",
        "elsewhere",
        "zstd",
        "nonsense",
    ],
)
def test_what_does_not_pass_is_one_line(web: Any, misdeed: Misdeed, complaint: str, requests: int) -> None:
    web.misdeeds["file"] += [misdeed] * 30
    with pytest.raises(SourceError) as error:
        get(web, Options(limits=QUICK))
    assert complaint in str(error.value)
    assert str(error.value).count("\n") == 0
    assert len(web.asked("file")) == requests


def test_a_drip_ends_when_the_time_is_up(web: Any) -> None:
    def drip(handler: Any, body: bytes) -> None:
        handler.reply(200, body, send=0)
        while not handler.web.stopping.wait(0.05):
            handler.wfile.write(b"x")

    web.misdeeds["file"] += [drip]
    with pytest.raises(SourceError, match="has not come within 1 s"):
        get(web, Options(limits=FetchLimits(silence_s=30.0, total_s=1.0)))


def test_a_server_that_is_not_there_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://user:secret@127.0.0.1:{taken.getsockname()[1]}/file?token=secret"
        with pytest.raises(SourceUnavailable, match=r"^can't reach 127.0.0.1:\d+ \(tried 3 times\): check") as error:
            get_all([url], Options(limits=QUICK), lambda _: False)
    assert "secret" not in str(error.value)


def test_a_host_that_cannot_be_is_one_line() -> None:
    with pytest.raises(SourceError, match=r"can't (fetch|reach)") as error:
        get_all(["http://xn--a/file"], Options(limits=QUICK), lambda _: False)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "misdeed",
    [
        *(status(404), status(403), status(410), status(200, Content_Type="text/html")),
        status(200, Content_Type="Text/HTML; charset=utf-8"),
    ],
    ids=["404", "403", "410", "a web page", "a web page in other letters"],
)
def test_nothing_there_is_no_failure(web: Any, misdeed: Misdeed) -> None:
    web.misdeeds["file"] += [misdeed]
    assert get(web, Options(limits=QUICK)) is None


def test_packed_bodies_are_unpacked(web: Any) -> None:
    web.misdeeds["file"] += [packed]
    assert get(web, Options()) == BODY


def test_no_more_comes_than_a_session_can_have(web: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "LARGEST_BYTES", len(BODY) - 1)
    web.misdeeds["file"] += [packed]
    for _ in range(2):
        with pytest.raises(SourceError, match="is larger than"):
            get(web, Options(limits=QUICK))
    monkeypatch.setattr(fetching, "LARGEST_BYTES", len(BODY))
    web.misdeeds["file"] += [packed]
    assert get(web, Options()) == get(web, Options()) == BODY


@pytest.mark.parametrize("misdeeds", [[], [packed], [cut_short(), packed]], ids=["plain", "packed", "again"])
def test_all_files_together_are_limited_unpacked(web: Any, misdeeds: list[Misdeed]) -> None:
    names = ("file", "second", "third")
    for name in names:
        (web.folder / name).write_bytes(BODY)
    urls = [f"{web.url}/{name}" for name in names]
    for largest, fits in ((3 * len(BODY), True), (3 * len(BODY) - 1, False)):
        for name in names:
            web.misdeeds[name] += misdeeds
        options = Options(limits=QUICK, largest_bytes=largest)
        if fits:
            assert set(get_all(urls, options, lambda _: False).values()) == {BODY}
        else:
            with pytest.raises(
                SourceError, match=r"together larger than 1\.46 MB: let DIRECTOR_FETCH_MAX_BYTES be more"
            ):
                get_all(urls, options, lambda _: False)


async def once() -> AsyncIterator[bytes]:
    yield b"x"


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to whatever is due next."""

    _now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self._now = max(self._now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


@pytest.mark.parametrize(("each_s", "took_s"), [(99.0, 99.0), (101.0, 100.0)])
def test_all_files_together_have_so_much_time(each_s: float, took_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(request: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(each_s if request.url.path == "/slow" else 1.0)
        return httpx2.Response(200, content=once())

    monkeypatch.setattr(fetching, "make_client", lambda _: httpx2.AsyncClient(transport=httpx2.MockTransport(answer)))
    options = Options(limits=FetchLimits(total_s=100.0))
    wanted = {f"http://127.0.0.1/{name}": None for name in ("slow", "quick")}
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        if each_s < options.limits.total_s:
            assert set(runner.run(getting._fetch_all(wanted, options, DownloadCache(None))).values()) == {b"x"}
        else:
            with pytest.raises(SourceUnavailable, match="/slow has not come within 100 s: try again later"):
                runner.run(getting._fetch_all(wanted, options, DownloadCache(None)))
        assert loop.time() == took_s


def test_attempts_and_their_pauses_end_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    async def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(asyncio.get_running_loop().time())
        return httpx2.Response(503)

    monkeypatch.setattr(fetching, "make_client", lambda _: httpx2.AsyncClient(transport=httpx2.MockTransport(answer)))
    options = Options(limits=FetchLimits(attempts=9, pause_s=1.0, total_s=10.0))
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        with pytest.raises(SourceUnavailable, match="has not come within 10 s"):
            runner.run(getting._fetch_all({"http://127.0.0.1/x": None}, options, DownloadCache(None)))
        assert (asked, runner.get_loop().time()) == ([0.0, 1.0, 3.0, 7.0], 10.0)


def test_the_download_is_reported(web: Any) -> None:
    news: list[tuple[str, int, int | None]] = []
    get(web, Options(report=lambda *told: news.append(told)))
    assert news[-1] == (f"{web.url}/file", len(BODY), len(BODY))
    assert [came for _, came, _ in news] == sorted(came for _, came, _ in news)


async def test_a_caller_inside_an_event_loop_can_wait_too(web: Any) -> None:
    assert get(web, Options()) == BODY
    assert await asyncio.to_thread(get, web, Options()) == BODY


def test_what_is_kept_and_final_needs_no_server(web: Any, tmp_path: Path) -> None:
    kept = Options(cache_dir=tmp_path / "kept")
    assert get(web, kept) == BODY
    assert get(web, kept, "nothing") is None
    assert len(web.requests) == 2
    web.stop()
    assert get(web, kept) == BODY
    assert get(web, kept, "nothing") is None


def test_what_is_not_final_is_asked_for_again(web: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is sent only where it has changed, and what is kept does where the server cannot be asked."""
    kept = Options(cache_dir=tmp_path / "kept", limits=QUICK)
    assert [get(web, kept, final=False) for _ in range(2)] == [BODY, BODY]
    assert web.asked("file")[1][0]["If-None-Match"]
    (web.folder / "file").write_bytes(b"new")
    assert get(web, kept, final=False) == b"new"
    web.misdeeds["file"] += [status(500)] * 3
    assert get(web, kept, final=False) == b"new"
    assert "the copy kept of it is used" in caplog.text
    (web.folder / "file").unlink()
    assert get(web, kept, final=False) is None


def test_what_came_is_kept_though_the_rest_failed(web: Any, tmp_path: Path) -> None:
    kept = Options(cache_dir=tmp_path / "kept", limits=QUICK)
    urls = [f"{web.url}/file", f"{web.url}/other"]
    (web.folder / "other").write_bytes(b"other")
    settled: Callable[[Bodies], bool] = lambda bodies: True  # noqa: E731 - typed
    get_all(urls[:1], kept, settled)
    web.misdeeds["other"] += [status(500)] * 3
    with pytest.raises(SourceError, match="other"):
        get_all(urls, kept, settled)
    assert get_all(urls, kept, settled) == {urls[0]: BODY, urls[1]: b"other"}
    assert len(web.asked("file")) == 1


@pytest.mark.parametrize("part", ["blobs", "urls"])
@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"", lambda data: b"{" + data], ids=range(3))
def test_what_is_damaged_on_disk_is_fetched_again(
    web: Any, tmp_path: Path, part: str, damage: Callable[[bytes], bytes]
) -> None:
    kept = Options(cache_dir=tmp_path / "kept")
    get(web, kept)
    (file,) = [path for path in (tmp_path / "kept" / part).rglob("*") if path.is_file()]
    file.write_bytes(damage(file.read_bytes()))
    assert [get(web, kept) for _ in range(2)] == [BODY, BODY]
    assert len(web.asked("file")) == 2


def test_a_folder_that_cannot_be_written_costs_a_warning(
    web: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    (tmp_path / "taken").write_text("a file")
    assert get(web, Options(cache_dir=tmp_path / "taken")) == BODY
    assert "downloads cannot be kept in" in caplog.text
