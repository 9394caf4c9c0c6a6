"""A text that nobody may see."""

from __future__ import annotations


class Secret:
    """A secret text, hidden from repr and logs."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def get_secret_value(self) -> str:
        """The secret text."""
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"Secret({'*****' if self._text else ''})"
