"""A progress bar on stderr while something is fetched, where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitwall.sources.base import Report


@contextmanager
def download_bar() -> Iterator[Report | None]:
    """What a download reports to; None where stderr isn't a terminal. The bar comes with the first byte."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar()
    try:
        yield bar.report
    finally:
        bar.close()


class _Bar:
    """One bar for all downloads together."""

    def __init__(self) -> None:
        self._downloads: dict[str, tuple[int, int | None]] = {}
        self._show: Callable[[int, int | None], None] | None = None
        self.close: Callable[[], None] = lambda: None

    def report(self, url: str, came: int, length: int | None) -> None:
        """Takes the news of one download."""
        self._downloads[url] = came, length
        lengths = [each for _, each in self._downloads.values()]
        known = [each for each in lengths if each is not None]
        total = sum(known) if len(known) == len(lengths) else None
        if self._show is None:
            self._show = self._start()
        self._show(sum(each for each, _ in self._downloads.values()), total)

    def _start(self) -> Callable[[int, int | None], None]:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

        columns = (TextColumn("fetching"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        task = bar.add_task("")
        self.close = bar.stop
        bar.start()
        return lambda came, total: bar.update(task, completed=came, total=total)
