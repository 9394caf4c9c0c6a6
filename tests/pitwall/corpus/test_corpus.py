"""Documents are cut, kept and found; what cannot be read or searched is said in a line."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitwall.corpus import document_text
from pitwall.corpus.chunks import LONGEST, SHORTEST, chunks
from pitwall.corpus.document_text import DocumentError, read_pages
from pitwall.corpus.sqlite import SqliteCorpus
from pitwall.effects import Ports
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.examples import examples
from toolgate.contract import Call
from toolgate.runner import Runner

RULES = """
Article 34. The pit lane. A speed limit of 80 km/h holds in the pit lane during the whole event.

Article 35. A driver who is released unsafely from a pit stop may be given a time penalty of five seconds.

Article 57. Blue flags: a driver who is about to be lapped must let the faster car past at the first opportunity.
"""


@given(st.text(alphabet=st.sampled_from("ab. \n\tüß!?"), max_size=6000))
@examples(40)
@example("word " * 900)
@example("x" * 5000)
@example("a sentence. " * 300)
def test_passages_are_the_text_and_none_is_too_long(text: str) -> None:
    found = list(chunks(text))
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(0 < len(each) <= LONGEST for each in found)
    assert all(len(each) >= SHORTEST - 1 for each in found[:-1]) or "  " in text or "\n" in text


def test_a_passage_ends_with_a_paragraph_where_it_can() -> None:
    first, second = chunks("a" * 850 + "\n\n" + "b" * 400)
    assert (first, second) == ("a" * 850, "b" * 400)
    assert next(iter(chunks("word " * 170 + "end. " + "next " * 100))).endswith("end.")


def test_html_is_read_as_it_is_shown(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<html><head><title>no</title></head><p>Blue &amp; white<script>no()</script></p><p>flags</html>")
    (read,) = read_pages(page)
    assert " ".join(read.text.split()) == "Blue & white flags"


def test_a_pdf_is_read_page_by_page(tmp_path: Path) -> None:
    pytest.importorskip("pypdf")
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf("Unsafe release", "Blue flags"))
    assert [(page.number, page.text.strip()) for page in read_pages(path)] == [(1, "Unsafe release"), (2, "Blue flags")]
    path.write_bytes(b"%PDF-1.4 nothing")
    with pytest.raises(DocumentError, match="isn't a readable PDF"):
        read_pages(path)


def pdf(*pages: str) -> bytes:
    """A PDF of a line on each page, written by hand."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, text in enumerate(pages):
        stream = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET"
        font = "/Resources << /Font << /F1 3 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {font} /MediaBox [0 0 600 800] /Contents {5 + 2 * i} 0 R >>")
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{at:010d} 00000 n \n" for at in places)
    return out + f"{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n".encode()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.docx", b"x", "must end in one of .txt"),
        ("a.txt", b"\xff\xfe\x00", "UTF-8"),
        ("none.md", None, "can't be read"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line(tmp_path: Path, name: str, data: bytes | None, said: str) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(DocumentError, match=said) as error:
        read_pages(path)
    assert str(tmp_path) not in str(error.value)


@pytest.fixture
def corpus(tmp_path: Path) -> SqliteCorpus:
    """The rules, and notes of another type."""
    rules, notes = tmp_path / "code.md", tmp_path / "notes.txt"
    rules.write_text(RULES)
    notes.write_text("The pit lane of Baku is long.")
    held = SqliteCorpus(tmp_path / "own" / "corpus.sqlite3")
    assert held.hand_in(rules, "code.md", "rules") == ("added", 1)
    assert held.hand_in(notes, "notes.txt", "notes") == ("added", 1)
    return held


def test_what_has_changed_is_taken_in_again(corpus: SqliteCorpus, tmp_path: Path) -> None:
    path = tmp_path / "code.md"
    assert corpus.hand_in(path, "code.md", "rules") == ("unchanged", 1)
    path.write_text("Nothing but kerbs.\n\n" + "a kerb is a kerb. " * 120)
    assert corpus.hand_in(path, "code.md", "rules") == ("changed", 3)
    assert not corpus.search("unsafe release", limit=5, doc_type="rules").hits
    assert sorted(hit.chunk for hit in corpus.search("kerbs", limit=9).hits) == [1, 2, 3]
    assert corpus.forget(["code.md", "never.md"]) == 1
    assert corpus.names("") == ["notes.txt"]


@pytest.mark.parametrize(
    "query",
    ["pit's", "what about the pit lane?", '"pit', "pit-lane", "pit AND (", "NEAR/3 pit", "pits*", "text:pit", "^pit"],
)
def test_ordinary_punctuation_is_no_error(corpus: SqliteCorpus, query: str) -> None:
    found = corpus.search(query, limit=5)
    assert found.problem is None
    assert {hit.document for hit in found.hits} == {"code.md", "notes.txt"}


@given(st.text(max_size=60))
@examples(40)
def test_any_query_is_answered(tmp_path_factory: pytest.TempPathFactory, query: str) -> None:
    held = SqliteCorpus(tmp_path_factory.getbasetemp() / "any.sqlite3")
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_text("kerb")
    held.hand_in(path, "any.txt", "rules")
    assert held.search(query, limit=3).problem is None


def test_the_best_passage_is_first_and_of_its_type(corpus: SqliteCorpus) -> None:
    found = corpus.search("speed limit in the pit lane", limit=5)
    assert found.hits[0].document == "code.md"
    assert [hit.score for hit in found.hits] == sorted(hit.score for hit in found.hits)
    assert {hit.document for hit in corpus.search("pit", limit=5, doc_type="notes").hits} == {"notes.txt"}
    assert len(corpus.search("pit", limit=1).hits) == 1


def test_what_is_wrong_with_the_file_is_said(tmp_path: Path) -> None:
    missing = SqliteCorpus(tmp_path / "none.sqlite3")
    assert missing.search("pit", limit=5).problem == "database_missing"
    assert not (tmp_path / "none.sqlite3").exists()
    empty = tmp_path / "empty.sqlite3"
    sqlite3.connect(empty).close()
    empty.touch()
    assert SqliteCorpus(empty).search("pit", limit=5).problem == "fts_missing"
    damaged = tmp_path / "damaged.sqlite3"
    damaged.write_bytes(b"no database at all" * 100)
    assert SqliteCorpus(damaged).search("pit", limit=5).problem == "database_damaged"
    with pytest.raises(DocumentError, match="cannot be written"):
        SqliteCorpus(damaged).forget(["x"])


def test_who_writes_is_waited_for_so_long_and_a_tool_has_more_time_than_its_search(
    corpus: SqliteCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    connect = sqlite3.connect

    def noted(path: Path, timeout: float) -> sqlite3.Connection:
        waits.append(timeout)
        return connect(path, timeout=timeout)

    monkeypatch.setattr(sqlite3, "connect", noted)
    assert corpus.search("pit", limit=5).hits
    corpus.names("")
    assert waits == [0.5, 5.0]
    searching = [spec for spec in build_tools(StateCache(), Ports(corpus=corpus)) if spec.name.startswith("search_")]
    assert searching
    assert all(spec.timeout_ms > 500 for spec in searching)


def test_a_document_is_so_large_and_no_larger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_text, "LARGEST_BYTES", 10)
    path = tmp_path / "a.txt"
    path.write_text("0123456789")
    assert read_pages(path)[0].text == "0123456789"
    path.write_text("0123456789a")
    with pytest.raises(DocumentError, match="split it"):
        read_pages(path)


def ask(corpus: SqliteCorpus, name: str, **arguments: Any) -> dict[str, Any]:
    runner = Runner(build_tools(StateCache(), Ports(corpus=corpus)))
    return asyncio.run(runner.call(Call(name, arguments))).envelope


def test_the_tools_give_passages_with_their_source(corpus: SqliteCorpus) -> None:
    rules = ask(corpus, "search_rules", query="unsafe release penalty?")
    assert [hit["document"] for hit in rules["results"]] == ["code.md"]
    assert "five seconds" in rules["results"][0]["snippet"]
    assert rules["summary"].startswith("1 passage; the best, code.md: ")
    everything = ask(corpus, "search_corpus", query="pit lane")
    assert {hit["document"] for hit in everything["results"]} == {"code.md", "notes.txt"}
    assert ask(corpus, "search_rules", query="zebra")["summary"] == "No passage has any of these words."
    assert ask(corpus, "search_rules", query="  ")["error"]["type"] == "validation_error"
    assert ask(corpus, "search_rules", query="pit", limit=0)["error"]["type"] == "validation_error"


def test_without_documents_the_tool_says_how_to_hand_some_in(tmp_path: Path) -> None:
    answer = ask(SqliteCorpus(tmp_path / "none"), "search_rules", query="pit")
    assert answer["problem"] == "database_missing"
    assert "director ingest" in answer["summary"]


def test_the_sentence_tells_what_was_found_in_one_line(tmp_path: Path) -> None:
    """It showed the beginning of a passage, headings and line breaks with it, wherever the words stood."""
    corpus = SqliteCorpus(tmp_path / "kept.sqlite")
    page = tmp_path / "rules.md"
    page.write_text(
        f"# Rules\n\n{'All cars are weighed after the race. ' * 12}\n\nBehind the safety car nobody\novertakes."
    )
    corpus.hand_in(page, "rules.md", "rules")
    for tool in ("search_rules", "search_corpus"):
        said = ask(corpus, tool, query="SAFETY car?")["summary"]
        assert said.startswith("1 passage; the best, rules.md: …")
        assert " Behind the safety car nobody" in said, said
        assert "\n" not in said
        assert ask(corpus, tool, query="weighed")["summary"].startswith(
            "1 passage; the best, rules.md: # Rules All cars"
        )
