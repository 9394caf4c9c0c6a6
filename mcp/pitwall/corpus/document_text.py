"""Reads documents: text, Markdown, HTML and PDF, as pages of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from toolgate.errors import InputError

LARGEST_BYTES = 50_000_000
NO_READER = "PDF needs pypdf: install it, or hand in text"


class DocumentError(InputError, ValueError):
    """A document cannot be read. The message is one line that says what to do."""


class Page(NamedTuple):
    """The text of a page; `number` counts from 1 where the document has pages."""

    number: int | None
    text: str


def read_pages(path: Path) -> list[Page]:
    """The pages of a document. DocumentError where it cannot be read, or is of no form that can."""
    read = READERS.get(path.suffix.lower())
    if read is None:
        raise DocumentError(f"{path.name} must end in one of {', '.join(READERS)}")
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise DocumentError(f"{path.name} is larger than {LARGEST_BYTES // 1_000_000} MB: split it")
        return [page for page in read(path) if page.text.strip()]
    except OSError as error:
        raise DocumentError(f"{path.name} can't be read: {error.strerror or 'no such file'}") from None


def _text(path: Path) -> Iterator[Page]:
    yield Page(None, _decoded(path))


def _html(path: Path) -> Iterator[Page]:
    from pitwall.corpus.html_text import shown_text  # dear to import, and seldom needed

    yield Page(None, shown_text(_decoded(path)))


def _decoded(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError(f"{path.name} isn't text in UTF-8: save it as UTF-8") from None


def _pdf(path: Path) -> Iterator[Page]:
    try:
        pypdf = import_module("pypdf")
    except ImportError:
        raise DocumentError(NO_READER) from None
    try:
        for number, page in enumerate(pypdf.PdfReader(path).pages, 1):
            yield Page(number, page.extract_text() or "")
    except (pypdf.errors.PyPdfError, ValueError, KeyError, TypeError, RecursionError):
        raise DocumentError(f"{path.name} isn't a readable PDF: hand in its text") from None


READERS: Mapping[str, Callable[[Path], Iterator[Page]]] = {
    ".txt": _text,
    ".md": _text,
    ".html": _html,
    ".htm": _html,
    ".pdf": _pdf,
}
