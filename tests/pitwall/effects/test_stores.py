"""What a session store promises, in memory and on disk alike."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pitwall.effects import Note, SessionStore, database
from pitwall.effects.memory import MemoryStore
from pitwall.effects.sqlite import SqliteStore
from pitwall.effects.tables import SCHEMA_VERSION
from tests.examples import examples
from toolgate.contract import ToolError

ROOT = Path(__file__).resolve().parents[3]
EVERYTHING = 1e9


def note(text: str = "seen", t: float = 60.0, car: str | None = None) -> Note:
    return Note(text, "marshal", "2026-01-02T03:04:05.678Z", 1, t, car)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> SessionStore:
    return MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "race.sqlite3", patience_s=60)


def test_pins_in_order_and_apart_by_session(store: SessionStore) -> None:
    assert store.pins("a") == ()
    assert [store.pin("a", car) for car in ("33", "5", "33")] == [True, True, False]
    assert store.pin("b", "44")
    assert (store.pins("a"), store.pins("b")) == (("33", "5"), ("44",))
    assert [store.unpin("a", car) for car in ("33", "33", "9")] == [True, False, False]
    assert store.pin("a", "33")
    assert store.pins("a") == ("5", "33")


def test_notes_are_numbered_by_session_and_come_back_as_they_were(store: SessionStore) -> None:
    first = store.add_note("a", Note("Räikkönen 🏁 'x'; --", "me", "2026-01-02T03:04:05.678Z", 3, 71.25, "7", 2))
    assert first == Note("Räikkönen 🏁 'x'; --", "me", "2026-01-02T03:04:05.678Z", 3, 71.25, "7", 2, number=1)
    assert store.add_note("b", note()).number == 1
    second = store.add_note("a", note("two"))
    page = store.notes("a", until_t=EVERYTHING, last=10)
    assert page == ((second, first), 2, 2, 0)
    assert store.notes("none", until_t=EVERYTHING, last=10) == ((), 0, 0, 0)


def test_notes_by_car_by_count_and_until_a_moment(store: SessionStore) -> None:
    for n in range(10):
        store.add_note("a", note(f"{n}", t=float(n), car="5" if n % 2 else None))
    page = store.notes("a", until_t=6.0, last=2, car="5")
    assert [kept.text for kept in page.notes] == ["5", "3"]
    assert page[1:] == (3, 7, 3)
    assert store.notes("a", until_t=-1.0, last=2) == ((), 0, 0, 10)
    assert len(store.notes("a", until_t=EVERYTHING, last=200).notes) == 10


def test_thousands_of_notes(store: SessionStore) -> None:
    for n in range(2000):
        store.add_note("a", note("x" * 500, t=float(n), car=str(n % 20)))
    page = store.notes("a", until_t=EVERYTHING, last=200, car="7")
    assert [kept.number for kept in page.notes] == list(range(1988, 0, -20))
    assert page[1:] == (100, 2000, 0)


def test_threads_lose_nothing(store: SessionStore) -> None:
    def write(name: int) -> None:
        for n in range(25):
            store.add_note("a", note(f"{name} {n}"))
            store.pin("a", str(n))

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    page = store.notes("a", until_t=EVERYTHING, last=200)
    assert [kept.number for kept in page.notes] == list(range(100, 0, -1))
    assert {kept.text for kept in page.notes} == {f"{name} {n}" for name in range(4) for n in range(25)}
    assert Counter(store.pins("a")) == Counter(str(n) for n in range(25))


WRITER = """
import sys
from pathlib import Path
from pitwall.effects import Note
from pitwall.effects.sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]), patience_s=60)
for n in range(150):
    store.add_note("a", Note(f"{sys.argv[2]} {n}", "me", "", 1, 1.0))
"""


def test_two_processes_write_at_once_from_an_empty_file_on(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite3"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "mcp"), str(ROOT)])}
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], env=environment, stderr=subprocess.PIPE)
        for name in ("one", "two")
    ]
    for writer in writers:
        assert writer.communicate(timeout=100)[1] == b""
    page = SqliteStore(path).notes("a", until_t=EVERYTHING, last=1000)
    assert [kept.number for kept in page.notes] == list(range(300, 0, -1))
    assert {kept.text for kept in page.notes} == {f"{name} {n}" for name in ("one", "two") for n in range(150)}


def test_many_stores_open_one_new_file_at_once(tmp_path: Path) -> None:
    barrier = threading.Barrier(8)
    failures: list[ToolError] = []

    def open_one(number: int) -> None:
        barrier.wait()
        try:
            SqliteStore(tmp_path / "race.sqlite3", patience_s=60).pin("a", str(number))
        except ToolError as failure:
            failures.append(failure)

    threads = [threading.Thread(target=open_one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [failure.message for failure in failures] == []
    assert len(SqliteStore(tmp_path / "race.sqlite3").pins("a")) == 8


def test_reading_makes_no_file_and_loads_no_sqlite(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from pitwall.effects.sqlite import SqliteStore\n"
        "store = SqliteStore(Path(sys.argv[1]))\n"
        "assert store.pins('a') == () and store.notes('a', until_t=1.0, last=1).total == 0\n"
        "assert 'sqlite3' not in sys.modules\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "mcp"), str(ROOT)])}
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "deep" / "race.sqlite3")], env=environment, check=True)
    assert list(tmp_path.iterdir()) == []


def test_it_is_there_after_a_restart_and_in_wal_mode(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "race.sqlite3"
    store = SqliteStore(path)
    store.pin("a", "5")
    store.close()
    assert SqliteStore(path).pins("a") == ("5",)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_a_file_that_is_deleted_or_replaced_is_not_written_to_any_more(tmp_path: Path) -> None:
    path, other = tmp_path / "race.sqlite3", tmp_path / "other.sqlite3"
    store = SqliteStore(path)
    store.pin("a", "5")
    for file in tmp_path.iterdir():
        file.unlink()
    assert store.pins("a") == ()
    assert store.pin("a", "7")
    assert SqliteStore(path).pins("a") == ("7",)
    replacement = SqliteStore(other)
    replacement.pin("a", "9")
    replacement.close()
    for file in tmp_path.glob("race.sqlite3*"):
        file.unlink()
    other.rename(path)
    assert store.pins("a") == ("9",)


def refusal(store: SqliteStore, tmp_path: Path) -> str:
    """What a caller is told, in reading and in writing alike; never where the file lies."""
    told = []
    for attempt in (lambda: store.pins("a"), lambda: store.pin("a", "5"), lambda: store.add_note("a", note())):
        with pytest.raises(ToolError) as raised:
            attempt()
        assert raised.value.error_type == "tool_failed"
        assert str(tmp_path) not in raised.value.message
        assert "race.sqlite3" not in raised.value.message
        told.append(raised.value.message)
    assert len(set(told)) == 1
    return told[0]


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite3"
    path.write_bytes(b"this is no database, whatever its name says" * 100)
    store = SqliteStore(path)
    assert refusal(store, tmp_path) == (
        "the session store isn't a database: let store_path name another file, or move this one away"
    )
    path.unlink()
    assert store.pin("a", "5")  # once the file is out of the way it works again


def test_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite3"
    store = SqliteStore(path)
    for n in range(200):
        store.add_note("a", note("x" * 400, t=float(n)))
    store.close()
    data = bytearray(path.read_bytes())
    for page in range(1, len(data) // 4096):  # the schema stays, its tables are gone
        data[page * 4096 : page * 4096 + 400] = b"\xff" * 400
    path.write_bytes(data)
    with pytest.raises(ToolError, match="the session store is damaged: move the file away") as raised:
        store.notes("a", until_t=EVERYTHING, last=10)
    assert str(tmp_path) not in raised.value.message


def test_a_folder_in_its_place_and_a_file_in_its_folder_s(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite3"
    path.mkdir()
    assert "let store_path name a file that can be read and written" in refusal(SqliteStore(path), tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(ToolError, match="let store_path name a file"):
        SqliteStore(tmp_path / "file" / "race.sqlite3").pin("a", "5")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever runs this may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    with pytest.raises(ToolError, match="the session store cannot be opened"):
        SqliteStore(folder / "race.sqlite3").pin("a", "5")


def test_a_store_that_only_reads_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is opened as a medium without writing would be: permissions do not bind every user."""
    path = tmp_path / "race.sqlite3"
    made = SqliteStore(path)
    made.pin("a", "5")
    made.close()
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda path, **options: connect(f"file:{path}?mode=ro", uri=True, **options)
    )
    store = SqliteStore(path)
    assert store.pins("a") == ("5",)
    with pytest.raises(ToolError, match="the session store cannot be written: let store_path name a file that can"):
        store.pin("a", "7")


def test_another_program_s_file_and_a_later_version_s_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert refusal(SqliteStore(path), tmp_path) == (
        "the session store's file belongs to another program: name another file"
    )
    assert path.read_bytes() == before
    later = tmp_path / "later" / "race.sqlite3"
    SqliteStore(later).pin("a", "5")
    with closing(sqlite3.connect(later)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    assert "written by a later version" in refusal(SqliteStore(later), tmp_path)


def test_who_waits_too_long_has_written_nothing(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite3"
    store = SqliteStore(path, patience_s=0.1)
    store.pin("a", "5")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ToolError, match="the session store is busy: try again"):
            store.add_note("a", note())
        assert store.pins("a") == ("5",)  # who only reads need not wait
        other.execute("ROLLBACK")
    assert store.notes("a", until_t=EVERYTHING, last=10).total == 0
    assert store.add_note("a", note()).number == 1


def test_a_call_waits_so_long_for_its_turn_in_all_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What other threads have made it wait is no longer there for SQLite to wait for other processes."""
    now = [100.0]
    monkeypatch.setattr(database, "monotonic", lambda: now[0])
    opened = database.Database(tmp_path / "race.sqlite3")

    def left_ms(waited_s: float) -> int:
        class Taken:
            def acquire(self, timeout: float) -> bool:
                assert timeout == database.PATIENCE_S == 1.5
                now[0] += waited_s
                return waited_s <= timeout

            def release(self) -> None: ...

        monkeypatch.setattr(opened, "_turn", Taken())
        return int(opened.write(lambda db: db.execute("PRAGMA busy_timeout").fetchone()[0]))

    assert [left_ms(waited_s) for waited_s in (0.0, 1.0, 1.25)] == [1500, 500, 250]
    with pytest.raises(ToolError, match="the session store is busy: try again"):
        left_ms(1.6)
    monkeypatch.undo()
    opened.close()


CARS = st.sampled_from(["1", "5", "33", "44"])
SESSIONS = st.sampled_from(["a", "b"])


class Alike(RuleBasedStateMachine):
    """The store on disk does what the one in memory does, reopened at any time."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.disk = SqliteStore(Path(self.folder.name) / "race.sqlite3")
        self.memory = MemoryStore()

    def teardown(self) -> None:
        self.disk.close()
        self.folder.cleanup()

    @rule(session=SESSIONS, car=CARS)
    def pin(self, session: str, car: str) -> None:
        assert self.disk.pin(session, car) == self.memory.pin(session, car)

    @rule(session=SESSIONS, car=CARS)
    def unpin(self, session: str, car: str) -> None:
        assert self.disk.unpin(session, car) == self.memory.unpin(session, car)

    @rule(session=SESSIONS, text=st.text(alphabet="a'ü🏁\"%", max_size=9), t=st.floats(0, 100), car=st.none() | CARS)
    def write(self, session: str, text: str, t: float, car: str | None) -> None:
        written = note(text, t, car)
        assert self.disk.add_note(session, written) == self.memory.add_note(session, written)

    @rule(session=SESSIONS, t=st.floats(0, 100), last=st.integers(1, 5), car=st.none() | CARS)
    def read(self, session: str, t: float, last: int, car: str | None) -> None:
        on_disk = self.disk.notes(session, until_t=t, last=last, car=car)
        assert on_disk == self.memory.notes(session, until_t=t, last=last, car=car)

    @rule()
    def reopen(self) -> None:
        self.disk.close()

    @invariant()
    def pins_are_alike(self) -> None:
        assert [self.disk.pins(s) for s in "ab"] == [self.memory.pins(s) for s in "ab"]


TestAlike = Alike.TestCase
TestAlike.settings = examples(15, stateful_step_count=20)
