"""What is learnt of a catalogue is kept on disk, and learnt again when that is no good."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest

from director.planners.offline import OfflinePlanner, kept_learning
from director.planners.offline.item_reader import MOST_LATEST
from director.planners.offline.kept_learning import MOST_FILES, SUFFIX, learn_or_recall
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.learning import Learnt, learn
from director.planners.offline.question_items import Item
from toolgate.contract import Context, JsonObject

OVEN: JsonObject = {
    "name": "get_oven",
    "description": "The oven: its temperature now.",
    "input_schema": {"type": "object", "properties": {"shelf": {"type": "integer", "x-phrases": ["shelf {}"]}}},
    "examples": [["is the oven hot", {}], ["how hot is shelf {n}", {"shelf": "{n}"}]],
}


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A tick for each time that a catalogue is learnt rather than recalled."""
    ticks: list[int] = []

    def counting(catalogue: list[JsonObject]) -> Learnt:
        ticks.append(len(catalogue))
        return learn(catalogue)

    monkeypatch.setattr(kept_learning, "learn", counting)
    return ticks


def the_file(folder: Path) -> Path:
    (path,) = folder.glob(f"*{SUFFIX}")
    return path


def test_a_second_process_recalls_what_the_first_learnt(tmp_path: Path, learned: list[int]) -> None:
    first, second = (learn_or_recall([OVEN], tmp_path / "new") for _ in range(2))
    assert first == second
    assert learned == [1]
    assert stat.S_IMODE(the_file(tmp_path / "new").stat().st_mode) == 0o600


@pytest.mark.parametrize("where", [0, 40, -1], ids=["checksum", "body", "end"])
def test_a_file_that_was_tampered_with_is_learnt_anew(tmp_path: Path, learned: list[int], where: int) -> None:
    right = learn_or_recall([OVEN], tmp_path)
    path = the_file(tmp_path)
    data = bytearray(path.read_bytes())
    data[where] ^= 1
    path.write_bytes(bytes(data))
    assert learn_or_recall([OVEN], tmp_path) == right
    assert learned == [1, 1]
    assert learn_or_recall([OVEN], tmp_path) == right
    assert learned == [1, 1], "what was damaged is mended on disk"


@pytest.mark.parametrize("content", [b"", b"x" * 100, bytes(32)])
def test_what_is_no_learning_at_all_is_learnt_anew(tmp_path: Path, learned: list[int], content: bytes) -> None:
    right = learn_or_recall([OVEN], tmp_path)
    the_file(tmp_path).write_bytes(content)
    assert learn_or_recall([OVEN], tmp_path) == right
    assert learned == [1, 1]


def test_content_of_another_shape_is_learnt_anew(tmp_path: Path, learned: list[int]) -> None:
    right = learn_or_recall([OVEN], tmp_path)
    body = b"\x81\xa5tools\x90"
    the_file(tmp_path).write_bytes(hashlib.sha256(body).digest() + body)
    assert learn_or_recall([OVEN], tmp_path) == right
    assert learned == [1, 1]


def test_another_catalogue_is_another_file(tmp_path: Path, learned: list[int]) -> None:
    learn_or_recall([OVEN], tmp_path)
    learn_or_recall([OVEN | {"description": "The stove."}], tmp_path)
    assert learned == [1, 1]
    assert len(list(tmp_path.glob(f"*{SUFFIX}"))) == 2


def test_another_state_of_the_code_learns_anew(
    tmp_path: Path, learned: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    learn_or_recall([OVEN], tmp_path)
    monkeypatch.setattr(kept_learning, "code_version", lambda *_: b"newer")
    learn_or_recall([OVEN], tmp_path)
    assert learned == [1, 1]


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert learn_or_recall([OVEN], tmp_path / "file" / "folder") == learn([OVEN])


def test_the_oldest_files_go_first(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 3):
        learn_or_recall([OVEN | {"name": f"get_{number}"}], tmp_path)
    assert len(list(tmp_path.iterdir())) == MOST_FILES


def test_a_new_lap_or_an_equal_catalogue_teaches_nothing_new(learned: list[int]) -> None:
    knowledge = Knowledge()
    people = {"driver": [{"code": "VER", "name": "Max Verstappen"}]}
    knowledge.refresh([OVEN], Context("lap 1", people))
    reader = knowledge.reader
    knowledge.refresh([OVEN], Context("lap 2", people))
    knowledge.refresh([dict(OVEN)], Context("lap 3", people))
    assert learned == [1]
    assert knowledge.reader is reader
    knowledge.refresh([OVEN], Context("lap 3", {"driver": [{"code": "HAM", "name": "Lewis Hamilton"}]}))
    assert learned == [1]
    assert knowledge.reader is not reader


async def test_a_recalled_catalogue_answers_as_a_learnt_one(tmp_path: Path) -> None:
    plans = [
        await OfflinePlanner(folder=tmp_path).plan("how hot is shelf 3 please", [OVEN], Context("")) for _ in range(2)
    ]
    assert plans[0] == plans[1]
    assert [step.arguments for step in plans[1].steps] == [{"shelf": 3}]


def test_a_reading_is_kept_for_a_question_and_no_longer_than_its_session(
    race_catalogue: list[JsonObject], monkeypatch: pytest.MonkeyPatch
) -> None:
    knowledge = Knowledge(None)
    knowledge.refresh(race_catalogue, Context(session="Baku: lap 3"))
    reader = knowledge.reader
    read: list[str] = []
    whole = reader._read

    def noted(question: str, referents: Mapping[str, object]) -> list[Item]:
        read.append(question)
        return whole(question, referents)

    monkeypatch.setattr(reader, "_read", noted)
    first = reader.read("who leads")
    first.clear()
    assert [item.text for item in reader.read("who leads")] == ["who", "leads"]
    assert read == ["who leads"], "read once, and nobody's list is another's"
    reader.read("who leads", {"driver": "HAM"})
    for number in range(MOST_LATEST):
        reader.read(f"lap {number}")
    reader.read("who leads")
    assert read.count("who leads") == 3, "with a referent, and after so many others"
    reader.name_session("Monaco: lap 3")
    reader.read("who leads")
    assert read.count("who leads") == 4
