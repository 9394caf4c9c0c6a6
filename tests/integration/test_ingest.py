"""`director ingest`: documents in, and what became of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from director.cli import main


def test_a_folder_is_handed_in_and_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIRECTOR_CORPUS_PATH", str(tmp_path / "corpus.sqlite3"))
    folder = tmp_path / "rules"
    (folder / "deep").mkdir(parents=True)
    (folder / "flags.md").write_text("A blue flag is shown to a car that is about to be lapped.")
    (folder / "deep" / "pits.txt").write_text("An unsafe release is a time penalty.")
    (folder / "picture.png").write_bytes(b"x")
    assert main(["ingest", str(folder)]) == 0
    assert capsys.readouterr().out == "2 added; 2 passages can be searched\n"
    (folder / "flags.md").unlink()
    assert main(["ingest", str(folder)]) == 0
    assert capsys.readouterr().out == "1 unchanged, 1 gone; 1 passage can be searched\n"
    assert main(["call", "search_rules", '{"query": "what is an unsafe release?"}', "--source", "sim:laps=2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [hit["document"] for hit in told["results"]] == ["rules/deep/pits.txt"]


@pytest.mark.parametrize(("name", "said"), [("none", "no file or folder"), ("empty", "holds none of .txt")])
def test_what_is_no_document_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["ingest", str(tmp_path / name)]) == 2
    assert said in capsys.readouterr().err


def test_what_cannot_be_read_is_named_and_the_rest_taken_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIRECTOR_CORPUS_PATH", str(tmp_path / "corpus.sqlite3"))
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "b.txt").write_text("kerbs")
    assert main(["ingest", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.err == "director: a.txt isn't text in UTF-8: save it as UTF-8\n"
    assert told.out.startswith("1 added")
