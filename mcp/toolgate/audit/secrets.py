"""What looks like a secret: by the name that a value has, and by the shape of a text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

REDACTED = "<REDACTED>"

_LONGEST_NAME = 1000
_LONGEST_LABEL = 80

_WORDS = (
    r"(?:authorization|(?<![a-z])auth(?![a-z])|cookie|token|pass(?:w(?:or)?d|phrase|code)|pwd|secret|bearer|credential|jwt"
    r"|api[ _.-]?key|(?:private|access|account|signing|encryption|master|ssh)[ _.-]?key|session[ _.-]?(?:id|key))"
)
_NAME = re.compile(_WORDS, re.IGNORECASE)

_QUOTE = r"""(?:[\\"']|%2[27])"""
# A value after its name: in quotes (escaped ones too), else up to the next space. What is cut off counts as the whole.
_VALUE = (
    r"""(?:"{3}.*?(?:"{3}|\Z)|'{3}.*?(?:'{3}|\Z)|\\+["'].*?(?:\\+["']|\Z)"""
    r"""|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\S+)"""
)

_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    # PEM blocks, and what is left of one
    (re.compile(r"-----BEGIN [^-]{0,60}-----.*?(?:-----END [^-]{0,60}-----|\Z)", re.DOTALL), REDACTED),
    # JSON web tokens
    (re.compile(r"eyJ[\w-]{13,}(?:\.[\w-]*){0,4}"), REDACTED),
    # keys whose issuers mark them by a prefix
    (
        re.compile(
            r"(?<![A-Za-z0-9])(?:sk-|[spr]k_(?:live|test)_|gh[opusr]_|github_pat_|glpat-|xox[a-z]-|xapp-|A[KS]IA|AIza"
            r"|ya29\.|hf_|npm_|pypi-|dop_v1_|SG\.|shp(?:at|ss|ca)_|whsec_|AGE-SECRET-KEY-)[\w./+=-]{8,}"
        ),
        REDACTED,
    ),
    # user and password of a URL; the password may itself hold an at sign or a slash
    (re.compile(r"(://)[^\s:/?#@]{0,256}:\S{0,512}@"), rf"\1{REDACTED}@"),
    (re.compile(r"(://)[^\s/?#@]{1,512}@"), rf"\1{REDACTED}@"),
    # Authorization: and Cookie: take the rest of their line
    (re.compile(r"((?:authorization|cookie)[\\\"']{0,4}\s{0,4}[=:]\s{0,4})[^\r\n]+", re.IGNORECASE), rf"\1{REDACTED}"),
    (re.compile(r"\b(bearer\s{1,4})\S+", re.IGNORECASE), rf"\1{REDACTED}"),
    (re.compile(r"\b((?i:basic)\s{1,4})(?=\S{0,200}(?:[0-9=]|[a-z][A-Z]))[A-Za-z0-9+/]{6,}={0,2}"), rf"\1{REDACTED}"),
    # password=..., "token": "...", <secret>...
    (
        re.compile(
            rf"({_WORDS}[\w.-]{{0,40}}{_QUOTE}{{0,4}}\s{{0,4}}(?:[=:>]{{1,3}}|%3[ad])[\s\[(\{{]{{0,8}}){_VALUE}",
            re.IGNORECASE | re.DOTALL,
        ),
        rf"\1{REDACTED}",
    ),
    # --password ...
    (
        re.compile(rf"((?<![\w-])-[\w-]{{0,80}}{_WORDS}[\w-]{{0,40}}\s{{1,4}}){_VALUE}", re.IGNORECASE | re.DOTALL),
        rf"\1{REDACTED}",
    ),
)


# A text without any of these, in lower case, is matched by no rule; looking for them is much faster than the rules are.
_HINTS = (
    *("auth", "cookie", "token", "pass", "pwd", "secret", "bearer", "credential", "jwt", "key", "session", "basic"),
    *("://", "eyj", "-----begin", "sk-", "k_live_", "k_test_", "gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    *("glpat-", "xox", "xapp-", "akia", "asia", "aiza", "ya29.", "hf_", "npm_", "pypi-", "dop_v1_", "sg.", "shp"),
    "whsec_",
)


def is_secret_name(name: str) -> bool:
    """Whether a value under this name is a secret. The words are searched for, so `max_tokens` is one too."""
    return len(name) > _LONGEST_NAME or _is_secret_name(name)


@lru_cache(maxsize=1024)
def _is_secret_name(name: str) -> bool:
    return _NAME.search(name if name.isascii() else _as_read(name)) is not None


def _as_read(name: str) -> str:
    """The name as it looks: wide letters are letters, and what cannot be seen is not there."""
    return "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")


def is_secret_label(text: str) -> bool:
    """Whether a text is the name of a secret that stands beside it, as in `["token", "x"]`."""
    return len(text) <= _LONGEST_LABEL and len(text.split()) == 1 and is_secret_name(text)


def hide_secrets(text: str) -> str:
    """The text with the secrets in it replaced."""
    lowered = text.lower()
    for hint in _HINTS:
        if hint in lowered:
            break
    else:
        return text
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text
