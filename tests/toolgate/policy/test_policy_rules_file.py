"""The file of rules: read at the start, followed while it changes, never replaced by rules that have a mistake."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from toolgate.policy import AgentRules, RulesError, RulesFile

Json = dict[str, Any]


def allowing(*tools: str) -> str:
    return json.dumps({"agents": {"a": {"allow": {"servers": ["db"], "tools": {"db": list(tools)}}}}})


class Clock:
    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


class Desk:
    """A rules file on disk, and a clock that the test moves."""

    def __init__(self, folder: Path, content: str) -> None:
        self.path = folder / "rules.json"
        self.path.write_text(content)
        self.clock = Clock()
        self.file = RulesFile(self.path, clock=self.clock)

    def write(self, content: str) -> None:
        self.path.write_text(content)
        self.clock.s += 0.2

    def may(self, tool: str) -> bool:
        return self.file.current().decide("a", "db", tool, {}).allowed


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, allowing("query"))


def test_rules_follow_their_file(desk: Desk) -> None:
    assert (desk.may("query"), desk.may("insert")) == (True, False)
    desk.write(allowing("insert"))
    assert (desk.may("query"), desk.may("insert")) == (False, True)
    status = desk.file.status()
    assert (status["path"], status["generation"], status["error"], status["warnings"]) == ("rules.json", 2, None, 0)
    assert status["loaded_at"].endswith("Z")
    desk.write('{"agents": {}}')
    assert not desk.may("insert")


def test_it_looks_five_times_a_second_at_most(desk: Desk) -> None:
    desk.path.write_text(allowing("insert"))
    desk.clock.s += 0.19
    assert desk.may("query")
    desk.clock.s += 0.01
    assert desk.may("insert")


@pytest.mark.parametrize(
    ("content", "message"),
    [(allowing("a*b"), 'rules.json: Agent "a" allow.tools["db"][0]: wildcard in pattern "a*b" must be'),
     (allowing("insert")[:-1], "rules.json: Invalid JSON in gateway rules configuration"), ("", "Invalid JSON"),
     ('{"agents": {}, "agents": {}}', '"agents" is there twice in one object; keep one'),
     ('{"agents": NaN}', "NaN isn't a JSON number"), ("[" * 100_000, "Invalid JSON"), ("\udcff", "Invalid JSON")],
)  # fmt: skip
def test_a_mistake_keeps_the_old_rules_and_is_told(
    desk: Desk, content: str, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    desk.path.write_bytes(content.encode("utf-8", "surrogateescape"))
    desk.clock.s += 0.2
    for _ in range(3):
        assert desk.may("query")
        assert message in desk.file.status()["error"]
        desk.clock.s += 0.2
    assert desk.file.status()["generation"] == 1
    assert len([record for record in caplog.records if record.name == "toolgate.policy"]) == 1
    assert "the old rules of agents stay in use" in caplog.text
    desk.write(allowing("query", "insert"))
    assert desk.may("insert")
    assert (desk.file.status()["generation"], desk.file.status()["error"]) == (2, None)


def test_what_cannot_be_loaded_does_not_start(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    with pytest.raises(RulesError, match=r"^Gateway rules configuration file not found: rules\.json$"):
        RulesFile(path)
    with pytest.raises(RulesError, match=r"cannot be read: .* it must be a file"):
        RulesFile(tmp_path)
    path.write_text('{"agents": {"a": {"alow": {}}}}')
    with pytest.raises(
        RulesError, match=r'^rules\.json: Agent "a": unknown key "alow"; did you mean "allow"\?$'
    ) as caught:
        RulesFile(path)
    assert (caught.value.path, caught.value.file) == ("agents.a.alow", "rules.json")


def test_a_file_that_goes_away_keeps_its_rules_and_comes_back(desk: Desk) -> None:
    desk.path.unlink()
    desk.clock.s += 0.2
    assert desk.may("query")
    error = desk.file.status()["error"]
    assert error == "Gateway rules configuration file not found: rules.json"
    assert str(desk.path.parent) not in error
    desk.write(allowing("query"))
    assert desk.may("query")
    assert (desk.file.status()["error"], desk.file.status()["generation"]) == (None, 1)


def test_a_change_that_keeps_time_and_size_is_seen(desk: Desk) -> None:
    """As two writes within one tick of the file system's clock."""
    seen = desk.path.stat()
    desk.path.write_text(allowing("quern"))
    os.utime(desk.path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    desk.clock.s += 0.2
    assert desk.may("quern")


def test_a_change_is_seen_whatever_time_the_file_is_given(desk: Desk) -> None:
    """As where a copy keeps the time of the original."""
    long_ago = time.time_ns() - 3_600_000_000_000
    os.utime(desk.path, ns=(long_ago, long_ago))
    desk.clock.s += 0.2
    assert desk.may("query")
    desk.path.write_text(allowing("quern"))
    os.utime(desk.path, ns=(long_ago, long_ago))
    desk.clock.s += 0.2
    assert desk.may("quern")


@pytest.mark.timeout(20)
def test_a_pipe_is_no_file_of_rules_and_is_not_waited_for(desk: Desk, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(
        RulesError, match=r"^Gateway rules .* cannot be read: pipe \(not a regular file\); it must be a"
    ):
        RulesFile(tmp_path / "pipe")
    (tmp_path / "pipe").rename(desk.path)
    desk.clock.s += 0.2
    assert desk.may("query")
    assert "not a regular file" in desk.file.status()["error"]


def test_a_file_moved_into_place_is_seen(desk: Desk) -> None:
    long_ago = time.time_ns() - 3_600_000_000_000
    os.utime(desk.path, ns=(long_ago, long_ago))
    desk.clock.s += 0.2
    assert desk.may("query")
    other = desk.path.with_name("new.json")
    other.write_text(allowing("quern"))
    os.utime(other, ns=(long_ago, long_ago))
    other.replace(desk.path)
    desk.clock.s += 0.2
    assert desk.may("quern")


def test_a_file_that_has_not_changed_is_not_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    long_ago = time.time_ns() - 3_600_000_000_000
    os.utime(desk.path, ns=(long_ago, long_ago))
    desk.clock.s += 0.2
    desk.file.current()
    reads: list[Path] = []
    read_bytes = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: reads.append(path) or read_bytes(path))  # type: ignore[func-returns-value]
    for _ in range(5):
        desk.clock.s += 0.2
        desk.file.current()
    assert reads == []
    desk.write(allowing("insert"))
    desk.file.current()
    assert reads == [desk.path]


def test_warnings_go_with_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text(allowing("query"))
    assert RulesFile(path).status()["warnings"] == 0
    file = RulesFile(path, servers=["pitwall"])
    assert [warning.path for warning in file.warnings()] == ["agents.a.allow.servers", "agents.a.allow.tools"]
    assert file.status()["warnings"] == 2


def test_threads_decide_while_the_file_turns_good_and_bad(tmp_path: Path) -> None:
    """Every decision is one of the good rules', whole; `first` and `second` are never both allowed or both denied."""
    path = tmp_path / "rules.json"
    good, bad = [allowing("first"), allowing("second")], ["{", allowing("a*b"), '{"agents": {}}'[:-1]]
    path.write_text(good[0])
    ticks = iter(range(10**9))
    file = RulesFile(path, clock=lambda: next(ticks) * 0.1)  # half of the calls look
    stop = threading.Event()
    torn: list[Any] = []
    seen: set[bool] = set()

    def decide() -> None:
        while not stop.is_set():
            rules: AgentRules = file.current()
            first, second = (rules.decide("a", "db", tool, {}).allowed for tool in ("first", "second"))
            seen.add(first)
            if first == second:
                torn.append(first)

    threads = [threading.Thread(target=decide) for _ in range(4)]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 2
    for turn in range(10**9):
        path.write_text(bad[turn % 3])
        path.write_text(good[turn % 2])
        late = time.monotonic() - until
        if late > 0 and (len(seen) == 2 or late > 60):
            break
        time.sleep(0.002)
    for _ in range(3):
        file.current()
    stop.set()
    for thread in threads:
        thread.join()
    assert torn == []
    assert seen == {True, False}
    path.write_text(good[1])
    for _ in range(3):
        last = file.current()
    assert last.decide("a", "db", "second", {}).allowed
    assert file.status()["error"] is None
