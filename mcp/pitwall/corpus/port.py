"""The port to documents that can be searched."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

Problem = Literal["database_missing", "fts_missing", "database_damaged"]
PROBLEMS: tuple[Problem, ...] = ("database_missing", "fts_missing", "database_damaged")


class Hit(NamedTuple):
    """A passage that was found. A smaller score is a better one; `page` counts from 1 where the document has pages."""

    document: str
    page: int | None
    chunk: int
    snippet: str
    score: float


class Search(NamedTuple):
    """The passages of a search, the best first; none where there is a problem."""

    hits: tuple[Hit, ...]
    problem: Problem | None = None


class Corpus(Protocol):
    """Documents by type. Any thread may call."""

    def search(self, query: str, *, limit: int, doc_type: str | None = None, but: str | None = None) -> Search:
        """The best passages for ordinary words; punctuation has no meaning for the search.

        `doc_type`: only documents of that type; `but`: of every other type. At most `limit` passages.
        """
        ...


class NoCorpus:
    """Nobody has handed anything in."""

    def search(self, query: str, *, limit: int, doc_type: str | None = None, but: str | None = None) -> Search:
        """Finds nothing, and says why."""
        return Search((), "database_missing")
