"""`director new server NAME` writes a server that runs and a test that passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from director.cli import main


def test_a_new_server_has_a_test_that_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1"
    )  # it needs none, and to import what is installed takes long
    assert main(["new", "server", "crm"]) == 0
    assert capsys.readouterr().out.startswith("crm/server.py and crm/test_crm.py")
    command = [sys.executable, "-m", "pytest", "-q", "crm", "-p", "no:cacheprovider"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout
    assert main(["new", "server", "crm"]) == 2
    assert "crm is there already" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Crm", "../crm", "1crm", "", "a" * 50, "crm.py"])
def test_what_is_no_name_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "server", name]) == 2
    assert list(tmp_path.iterdir()) == []
