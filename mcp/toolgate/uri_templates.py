"""URI templates of the simplest kind, `race://driver/{code}`: each variable stands for one segment's text."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

_VARIABLE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]{0,63})\}")
_BRACES = re.compile(r"[{}]")


class UriTemplate:
    """A URI with variables in it, or without any."""

    def __init__(self, text: str) -> None:
        """ValueError where braces hold no name, a name stands there twice, or the text is no URI."""
        self.text = text
        self.variables = tuple(_VARIABLE.findall(text))
        if _BRACES.search(_VARIABLE.sub("", text)):
            raise ValueError(f"{text!r} has braces that hold no name: write {{name}}")
        if len(set(self.variables)) != len(self.variables):
            raise ValueError(f"{text!r} names a variable twice: give each a name of its own")
        if "://" not in text:
            raise ValueError(f"{text!r} isn't a URI: write it as scheme://path")
        parts = _VARIABLE.split(text)
        pattern = "".join(f"(?P<{part}>[^/?#]+)" if index % 2 else re.escape(part) for index, part in enumerate(parts))
        self._pattern = re.compile(pattern)

    def match(self, uri: str) -> dict[str, str] | None:
        """The values of the variables in a URI, percent-decoded; None where it is not of this template."""
        found = self._pattern.fullmatch(uri)
        return None if found is None else {name: unquote(value) for name, value in found.groupdict().items()}

    def expand(self, **values: str) -> str:
        """The URI with these values, percent-encoded. KeyError where one is missing."""
        return _VARIABLE.sub(lambda found: quote(values[found[1]], safe=""), self.text)
