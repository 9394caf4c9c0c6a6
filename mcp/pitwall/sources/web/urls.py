"""http(s) URLs: which strings are one, how a file in a web folder is called, what of a URL may be shown."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from pitwall.sources.base import SourceError


def is_web(uri: str) -> bool:
    """Whether a URI is meant to be on the web, well formed or not."""
    return uri.lower().startswith(("http:", "https:"))


def checked(url: str) -> str:
    """The URL itself. SourceError where it cannot be one."""
    try:
        parts = urlsplit(url)
        good = bool(parts.hostname) and parts.port != 0 and url.isprintable() and " " not in parts.netloc
    except ValueError:
        good = False
    if not good:
        raise SourceError(f"{url[:200]!r} isn't a URL: write https://host/folder")
    return url


def beside(folder: str, name: str) -> str:
    """The URL of a file in a web folder, whose query, such as a signature, is kept."""
    parts = urlsplit(folder)
    return parts._replace(path=f"{parts.path.rstrip('/')}/{quote(name)}", fragment="").geturl()


def shown(url: str) -> str:
    """The URL without what may be secret: user, password, query."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
