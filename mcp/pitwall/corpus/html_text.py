"""The text of an HTML page, as a browser would show it."""

from __future__ import annotations

from html.parser import HTMLParser


def shown_text(page: str) -> str:
    """The text that a page shows, with a line break where a block begins or ends."""
    shown = _Shown()
    shown.feed(page)
    shown.close()
    return "".join(shown.parts)


class _Shown(HTMLParser):
    _HIDDEN = frozenset(("script", "style", "head", "template", "noscript"))
    _BLOCKS = frozenset(("p", "div", "li", "tr", "br", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article"))

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._HIDDEN:
            self._hidden += 1
        elif tag in self._BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._HIDDEN:
            self._hidden = max(self._hidden - 1, 0)
        elif tag in self._BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)
