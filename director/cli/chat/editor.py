"""The line that is being typed. Pure: keys in, the line and the cursor out; it draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.cells import cell_len

from director.pipeline import QUESTION_MAX_CHARS


class LineEditor:
    """One line with a cursor, and the lines before it."""

    def __init__(self, history: Iterable[str] = ()) -> None:
        self.text = ""
        self.cursor = 0
        """How many characters stand before the cursor."""
        self._history = list(history)
        self._back = 0
        """How many lines back in the history; 0: the line that is being typed."""
        self._typed = ""
        self._keys: dict[str, Callable[[], None]] = {
            "left": lambda: self._move(self.cursor - 1),
            "right": lambda: self._move(self.cursor + 1),
            "home": lambda: self._move(0),
            "end": lambda: self._move(len(self.text)),
            "up": lambda: self._recall(self._back + 1),
            "down": lambda: self._recall(self._back - 1),
            "backspace": lambda: self._cut(self.cursor - 1, self.cursor),
            "delete": lambda: self._cut(self.cursor, self.cursor + 1),
            "cut before": lambda: self._cut(0, self.cursor),
            "cut after": lambda: self._cut(self.cursor, len(self.text)),
            "cut word": lambda: self._cut(self._word_start(), self.cursor),
        }

    def press(self, key: str) -> str | None:
        """Does what a key does. The line, when the key is enter."""
        if key == "enter":
            return self._enter()
        if action := self._keys.get(key):
            action()
        elif len(key) == 1 and key.isprintable() and len(self.text) < QUESTION_MAX_CHARS:
            self.text = self.text[: self.cursor] + key + self.text[self.cursor :]
            self.cursor += 1
        return None

    def clear(self) -> None:
        """Begins a new line."""
        self.text, self.cursor, self._back, self._typed = "", 0, 0, ""

    def shown(self, width: int) -> tuple[str, int]:
        """As much of the line as fits into so many columns, and the column of the cursor in it."""
        start = max(self.cursor - width, 0)
        while cell_len(self.text[start : self.cursor]) >= width:
            start += 1
        end = min(start + width, len(self.text))
        while cell_len(self.text[start:end]) > width:
            end -= 1
        return self.text[start:end], cell_len(self.text[start : self.cursor])

    def _enter(self) -> str:
        line = self.text
        if line.strip() and self._history[-1:] != [line]:
            self._history.append(line)
        self.clear()
        return line

    def _move(self, cursor: int) -> None:
        self.cursor = min(max(cursor, 0), len(self.text))

    def _cut(self, start: int, end: int) -> None:
        start, end = max(start, 0), min(end, len(self.text))
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start

    def _word_start(self) -> int:
        return self.text[: self.cursor].rstrip().rfind(" ") + 1

    def _recall(self, back: int) -> None:
        if not 0 <= back <= len(self._history):
            return
        if self._back == 0:
            self._typed = self.text
        self._back = back
        self.text = self._history[-back] if back else self._typed
        self.cursor = len(self.text)
