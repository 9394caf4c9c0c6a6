"""A race over NATS with TLS and a login, on the command line: it is published and asked, and nothing secret is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from director.cli import main
from tests.certificates import make_certificates
from tests.nats_server import MISSING, NatsServer, server_runs

pytestmark = pytest.mark.skipif(not server_runs(), reason=MISSING)

RACE = "sim:seed=5,cars=6,laps=5"
PASSWORD = "swordfish-71"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    return make_certificates(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def server(authority: tuple[Path, Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    _, cert, key = authority
    kept = tmp_path_factory.mktemp("kept")
    secure = ("--tls", "--tlscert", str(cert), "--tlskey", str(key), "--user", "director", "--pass", PASSWORD)
    one = NatsServer("-js", "-sd", str(kept), *secure)
    yield one
    one.stop()


@pytest.fixture
def url(server: NatsServer, authority: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("NATS_TLS_CA", str(authority[0]))
    monkeypatch.setenv("NATS_USERNAME", "director")
    monkeypatch.setenv("NATS_PASSWORD", PASSWORD)
    return server.url.replace("nats://", "tls://")


def test_publish_and_ask_with_tls_and_a_login(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", RACE, "--nats", url]) == 0
    assert main(["call", "get_roster", "--source", url]) == 0
    told = capsys.readouterr()
    assert '"count":6' in told.out
    assert PASSWORD not in told.out + told.err


def test_a_wrong_password_is_told_in_one_line_without_it(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NATS_MAX_AUTH_VIOLATIONS", "1")
    monkeypatch.setenv("NATS_PASSWORD", "catfish-17")
    assert main(["ask", "who leads", "--source", url]) == 1
    told = capsys.readouterr().err
    assert "rejected the connection: check user and password in NATS_URL or NATS_PASSWORD" in told
    assert "catfish" not in told
    assert "Traceback" not in told


def test_an_authority_that_nobody_knows_is_told_in_one_line(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NATS_TLS_CA")
    assert main(["ask", "who leads", "--source", url]) == 1
    told = capsys.readouterr().err
    assert "TLS fails" in told
    assert "check NATS_TLS_CA" in told
    assert PASSWORD not in told
