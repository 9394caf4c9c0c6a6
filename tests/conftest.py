"""What all tests share: the recorded races beside the checkout, and a network that reaches this machine only."""

from __future__ import annotations

import gc
import logging
import os
import re
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from email.message import Message
from functools import cache, partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from pitwall.sources import open_source
from pitwall.sources.f1.archive_writer import write_archive
from pitwall.state import Moment, StateCache
from tests.compiling import compile_share
from toolgate.unblocked_log import UnblockedHandler

# A result depends on the code alone: not on chance, on how fast this machine is, or on what an earlier run has left.
# A usual run tries a few examples of each property; tests/examples.py says how to try more. What is found becomes an @example.
_ANY_SPEED = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("suite", _ANY_SPEED, derandomize=True, max_examples=20)
settings.register_profile("thorough", _ANY_SPEED, derandomize=True, max_examples=300)
settings.register_profile("search", _ANY_SPEED, max_examples=600)
settings.load_profile("suite")

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"


def pytest_configure(config: pytest.Config) -> None:
    """What is compiled is kept, whatever the environment says: each program that a test starts would compile all anew.

    Nor does any look for plugins that a result could depend on. And while tests are collected nothing becomes garbage that is worth a search.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # each process would search all that is installed for one
    gc.disable()
    compile_share(config)


def pytest_collection(session: pytest.Session) -> None:
    """A usual run makes its examples of what a test describes alone.

    Else constants found in the code of whatever this process has imported by then are mixed in: they depend on the tests that
    came before, and each process would parse all the code for them.
    """
    if session.config.getoption("--hypothesis-profile") in (None, "suite"):
        providers._get_local_constants = lambda: providers._local_constants


def pytest_collection_finish() -> None:
    """What is collected stays until the end: each search for garbage would go through it again, in vain.

    From then on garbage is searched for as often as `director` does it.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """With `-n auto` one process more than there are cores: some tests wait for processes, which leaves a core idle."""
    return (os.cpu_count() or 1) + 1


_real_connect = socket.socket.connect


def _loopback_only(self: socket.socket, address: Any) -> None:
    host = address[0] if isinstance(address, tuple) else None
    if host is not None and host not in ("127.0.0.1", "::1", "localhost"):
        raise OSError(f"the tests reach no network: {host}")
    _real_connect(self, address)


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Nothing but loopback."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", _loopback_only)
        yield


OWN_FILES = (
    "DIRECTOR_AUDIT_PATH",
    "DIRECTOR_STORE_PATH",
    "DIRECTOR_CORPUS_PATH",
    "DIRECTOR_ANNOUNCE_PATH",
    "DIRECTOR_ANSWERS_PATH",
    "XDG_CONFIG_HOME",
)
KEPT_FOLDERS = ("DIRECTOR_CACHE_DIR", "MPLCONFIGDIR")
"""What is learnt once for all processes of a run: catalogues by their hash, fonts."""
FOREIGN = re.compile(
    "(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|(NO|FORCE)_COLOR|CLICOLOR(_FORCE)?|TTY_(COMPATIBLE|INTERACTIVE)|COLUMNS|LINES",
    re.IGNORECASE,
)
"""What other programs are told, and ours would take for theirs: proxies, certificates, colours, a size."""


@pytest.fixture(scope="session")
def kept_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run that all its processes share, for what is named by what it was made of."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "kept"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session", autouse=True)
def own_environment(tmp_path_factory: pytest.TempPathFactory, kept_folder: Path) -> Iterator[None]:
    """No setting of the person who runs the tests reaches them, and what they write stays in their own folder."""
    from director.settings.declaring import PREFIX
    from director.settings.fields import NAMES

    folder = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name in NAMES or name.startswith(PREFIX) or FOREIGN.fullmatch(name):
                patch.delenv(name)
        for name in OWN_FILES:
            patch.setenv(name, str(folder / name.removeprefix("DIRECTOR_").lower()))
        for name in KEPT_FOLDERS:
            patch.setenv(name, str(kept_folder / name.removeprefix("DIRECTOR_").lower()))
        yield


@pytest.fixture(scope="session", autouse=True)
def one_tls_context() -> Iterator[None]:
    """Each client of HTTP would read the certificates of the system anew, which takes longer than what it asks."""
    import httpcore2

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpcore2, "default_ssl_context", cache(httpcore2.default_ssl_context))
        yield


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """The log that a command opens in the test's own process does not outlive the test."""
    root = logging.getLogger()
    for handler in root.handlers[:]:
        if type(handler) is logging.StreamHandler and getattr(handler.stream, "closed", False):
            root.removeHandler(handler)  # what outlives a test may have opened it, on what that test had for stderr
    level, handlers = root.level, root.handlers[:]
    yield
    root.setLevel(level)
    for handler in root.handlers[:]:
        if type(handler) in (logging.StreamHandler, UnblockedHandler) and handler not in handlers:
            root.removeHandler(handler)
            handler.close()


@pytest.fixture
def collect_garbage() -> Callable[[], object]:
    """Collects what a test leaves. What tests before it still hold is left alone: to go through it takes seconds."""
    gc.freeze()
    return gc.collect


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of recorded races and truths, beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("no recorded races: ../shared is not there")
    return SHARED


SIMULATED = "simulated_race"
"""An archive that is always there: what the simulator tells of SIMULATED_URI, in the archive's form."""
SIMULATED_URI = "sim:seed=5,cars=20,laps=22,red=1"


@pytest.fixture(scope="session")
def simulated_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The simulated race as an F1 archive: what a test uses that needs a session and no truth about a real one."""
    folder = tmp_path_factory.mktemp("archives") / SIMULATED
    write_archive(open_source(SIMULATED_URI), folder)
    return folder


@pytest.fixture(scope="session")
def archive_folder(simulated_folder: Path) -> Callable[[str], Path]:
    """The folder of an F1 session, by name: SIMULATED, or a recorded one; skips where that is not there."""

    def find(name: str) -> Path:
        if name == SIMULATED:
            return simulated_folder
        folder = SHARED / "data" / "f1_static" / name
        if not folder.is_dir():
            pytest.skip(f"no recorded race {name}: ../shared/data/f1_static is not there")
        return folder

    return find


class SharedRace(StateCache):
    """A recorded race that all tests of this process look at: none may set its now."""

    def pin(self, at: str | Moment) -> None:
        raise AssertionError(f"other tests share this race: ask for a view of {at}, or load one of your own")


@cache
def _loaded(folder: Path) -> StateCache:
    return SharedRace().load(open_source(str(folder)))


@pytest.fixture(scope="session")
def recorded(archive_folder: Callable[[str], Path]) -> Iterator[Callable[[str], StateCache]]:
    """A recorded race, loaded once; tests look at it and change nothing."""
    yield lambda name: _loaded(archive_folder(name))
    _loaded.cache_clear()


Misdeed = Callable[["_Handler", bytes], None]


class WebServer:
    """Serves a folder over http on loopback, and fails as it is told: each misdeed of a path takes one request of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.misdeeds: defaultdict[str, list[Misdeed]] = defaultdict(list)
        self.requests: list[tuple[str, Message, float]] = []
        self.stopping = Event()
        self._server = _Server(("127.0.0.1", 0), partial(_Handler, self))
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def asked(self, name: str) -> list[tuple[Message, float]]:
        """Headers and times of the requests for a file."""
        return [(headers, at) for path, headers, at in self.requests if path.endswith(name)]

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no news."""


class _Handler(BaseHTTPRequestHandler):
    """Knows versions (ETag), rests (Range with If-Range) and nothing else."""

    def __init__(self, web: WebServer, *arguments: Any) -> None:
        self.web = web
        super().__init__(*arguments)

    def do_GET(self) -> None:
        path = unquote(self.path.partition("?")[0])
        self.web.requests.append((path, self.headers, time.monotonic()))
        file = self.web.folder / path.lstrip("/")
        misdeeds = self.web.misdeeds[path.rpartition("/")[2]]
        if misdeeds:
            misdeeds.pop(0)(self, file.read_bytes() if file.is_file() else b"")
        elif not file.is_file():
            self.reply(404)
        else:
            self.serve(file.read_bytes())

    def serve(self, body: bytes) -> None:
        version = f'"{sha256(body).hexdigest()[:16]}"'
        asked = self.headers.get("Range", "")
        if self.headers.get("If-None-Match") == version:
            self.reply(304)
        elif asked and self.headers.get("If-Range") == version:
            start = int(asked.removeprefix("bytes=").rstrip("-"))
            rest = f"bytes {start}-{len(body) - 1}/{len(body)}"
            self.reply(206, body[start:], {"ETag": version, "Content-Range": rest})
        else:
            self.reply(200, body, {"ETag": version})

    def reply(self, status: int, body: bytes = b"", headers: Mapping[str, str] | None = None, send: int = -1) -> None:
        """An answer that promises the whole body and sends `send` bytes of it, or all."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body if send < 0 else body[:send])

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing to say."""


@pytest.fixture
def serve_folder() -> Iterator[Callable[[Path], WebServer]]:
    """Starts a web server on a folder; it stops with the test."""
    servers: list[WebServer] = []

    def serve(folder: Path) -> WebServer:
        servers.append(WebServer(folder))
        return servers[-1]

    yield serve
    for server in servers:
        server.stop()
