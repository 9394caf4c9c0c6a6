"""Detects secrets: by the name of a value, and by the shape of a text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

REDACTED = "<REDACTED>"

_LONGEST_NAME = 1000
_LONGEST_LABEL = 80

_WORDS = (
    r"(?:authorization|(?<![a-z])auth(?![a-z])|cookie|token|pass(?:w(?:or)?d|phrase|code|key(?![a-z]))|pwd|secret|bearer|credential|jwt"
    r"|[cx]srf|(?:db|user|root|admin|smtp|mail|ftp|http|mysql|pg|redis)[ _.-]?pass(?![a-z])"
    r"|(?:api|private|access|account|signing|encryption|master|ssh|hmac|auth|functions|subscription)[ _.-]?key"
    r"|sess(?:ion)?[ _.-]?(?:id|key)"
    r"|mnemonic|(?:seed|recovery)[ _.-]?phrase|(?:recovery|backup|verification)[ _.-]?code"
    r"|conn(?:ection)?[ _.-]?str(?:ing)?(?![a-z]))"
)
_NAME = re.compile(_WORDS, re.IGNORECASE)

# Words that mean something else too, as pass and pin do: they count where they end the name.
_SHORT = frozenset(
    "pass pw psk pin pincode hmac otp totp mfa dsn sid sig signature creds cred cvv cvc ssn webhook webhooks".split()  # noqa: SIM905
)
_SHORT_WORD = rf"(?:{'|'.join(sorted(_SHORT, key=len, reverse=True))})(?:[_-](?:code|url))?"
_ENDINGS = frozenset(("code", "url", "uri", "value"))
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

_QUOTE = r"""(?:[\\"']|%2[27])"""
# A value after its name: in quotes (escaped ones too), else up to the next space. What is cut off counts as the whole.
_VALUE = (
    r"""(?:"{3}.*?(?:"{3}|\Z)|'{3}.*?(?:'{3}|\Z)|\\+["'].*?(?:\\+["']|\Z)"""
    r"""|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\S+)"""
)


def _rule(pattern: str, flags: int = re.IGNORECASE) -> tuple[str, int]:
    """What is found goes, but for its groups `before` and `after`. No pattern may take more than linear time."""
    return pattern, flags


_RULES: tuple[tuple[str, int], ...] = (
    # PEM blocks, and what is left of one
    _rule(r"-----BEGIN [^-]{0,60}-----.*?(?:-----END [^-]{0,60}-----|\Z)", re.DOTALL),
    # JSON web tokens
    _rule(r"eyJ[\w-]{13,}(?:\.[\w-]*){0,4}", 0),
    # keys whose issuers mark them by a prefix
    _rule(
        r"(?<![A-Za-z0-9])(?:sk-|[spr]k_(?:live|test)_|gh[opusr]_|github_pat_|glpat-|xox[a-z]-|xapp-|A[KS]IA|AIza"
        r"|ya29\.|hf_|npm_|pypi-|dop_v1_|SG\.|shp(?:at|ss|ca)_|whsec_|AGE-SECRET-KEY-|gsk_|pplx-|tvly-|hvs\.|dckr_pat_|lin_api_|PMAK-"
        r"|ATATT3|sq0(?:atp|csp)-)[\w./+=-]{8,}",
        0,
    ),
    # a bot's key in its URL
    _rule(r"(?P<before>/bot)\d{6,12}:[\w-]{20,}"),
    # a URL that whoever knows it may write to
    _rule(r"(?P<before>hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/)[^\s\"'<>]+"),
    _rule(r"(?P<before>discord(?:app)?\.com/api/(?:v\d{1,3}/)?webhooks/)[^\s\"'<>]+"),
    _rule(r"(?P<before>webhook\.office\.com/)[^\s\"'<>]+"),
    # a URL that is signed
    _rule(r"(?P<before>[?&;](?:x-(?:amz|goog)-)?(?:sig|signature|sign|hmac)(?:=|%3d))[^&\s\"'<>]+"),
    # a URL with a code that is changed for a token
    _rule(r"(?P<before>[?&;](?:code|key)(?:=|%3d))[^&\s\"'<>]{16,}"),
    # user and password of a URL; the password may itself hold an at sign or a slash
    _rule(r"(?P<before>://)[^\s:/?#@]{0,256}:\S{0,512}(?P<after>@)"),
    _rule(r"(?P<before>://)[^\s/?#@]{1,512}(?P<after>@)"),
    # Authorization:, Cookie: and what is of several words take the rest of their line
    _rule(
        r"(?P<before>(?:authorization|cookie|mnemonic|(?:seed|recovery)[ _-]?phrase|passphrase"
        r"|conn(?:ection)?[ _-]?str(?:ing)?)"
        r"[\\\"']{0,4}\s{0,4}[=:]\s{0,4})[^\r\n]+"
    ),
    _rule(r"(?P<before>\bbearer\s{1,4})\S+"),
    _rule(r"(?P<before>\b(?i:basic)\s{1,4})(?=\S{0,200}(?:[0-9=]|[a-z][A-Z]))[A-Za-z0-9+/]{6,}={0,2}", 0),
    # password=..., "token": "...", <secret>...; but tokens=512 is a count
    _rule(
        rf"(?P<before>{_WORDS}(?![a-z_]{{0,9}}(?<=tokens){_QUOTE}{{0,4}}\s{{0,4}}[=:]\s{{0,4}}\d{{1,7}}(?!\w))"
        rf"[\w.-]{{0,40}}{_QUOTE}{{0,4}}\s{{0,4}}(?:[=:>]{{1,3}}|%3[ad])[\s\[(\{{]{{0,8}}){_VALUE}",
        re.IGNORECASE | re.DOTALL,
    ),
    # --password ...
    _rule(
        rf"(?P<before>(?<![\w-])-[\w-]{{0,80}}{_WORDS}[\w-]{{0,40}}\s{{1,4}}){_VALUE}",
        re.IGNORECASE | re.DOTALL,
    ),
    # pass=..., "pin": ..., smtp-pass: ..., --pin ...
    _rule(
        rf"(?P<before>(?<![A-Za-z0-9]){_SHORT_WORD}(?:{_QUOTE}{{0,4}}\s{{0,4}}(?:={{1,3}}|%3[ad])|{_QUOTE}{{1,4}}\s{{0,4}}:)\s{{0,4}}"
        rf"|(?<=[_-]){_SHORT_WORD}\s{{0,4}}:\s{{0,4}}|(?<![\w-])--?(?:[a-z0-9]{{1,20}}-){{0,4}}{_SHORT_WORD}\s{{1,4}}){_VALUE}",
        re.IGNORECASE | re.DOTALL,
    ),
    _rule(r"(?P<before>\b(?:pin|otp|totp|cvv|cvc)(?:[ _-]code)?(?:\s{0,4}[:=]|\s{1,4}is)\s{0,4})\d{3,8}\b"),
    _rule(r"(?P<before>\b(?:dsn|webhook)s?\s{0,4}:\s{0,4})(?=\w{1,20}://)\S+"),
    # <add key="password" value="...">, password is ...
    _rule(
        rf"(?P<before>\b(?:name|key|id)\s{{0,4}}=\s{{0,4}}[\"'][^\"'<>]{{0,80}}?{_WORDS}[^\"'<>]{{0,40}}[\"']\s{{1,8}}value\s{{0,4}}=\s{{0,4}})"
        rf"{_VALUE}",
        re.IGNORECASE | re.DOTALL,
    ),
    _rule(r"(?P<before>\b(?:pass(?:word|phrase|code)|api[ _-]key)\s{1,4}is\s{1,4}[\"']?)[^\s\"']{6,}"),
    # curl -u user:..., mysql -p..., redis-cli -a ...
    _rule(r"(?P<before>(?<![\w-])(?:-u|-U|--(?:proxy-)?user)[\s=]{0,4}[\"']?)[^\s:\"']{0,128}:(?!/)[^\s\"']+", 0),
    _rule(
        r"(?P<before>\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|docker\s{1,4}login)\b[^\r\n|;]{0,200}?\s-p\s?)"
        r"""(?:"[^"]*"?|'[^']*'?|[^\s"']\S*)""",
        0,
    ),
    _rule(r"(?P<before>\bredis-cli\b[^\r\n|;]{0,200}?\s-a\s{1,4})\S+", 0),
    # a line of .netrc
    _rule(
        r"(?P<before>\b(?:login|machine)\s{1,20}\S{1,200}\s{1,20}(?:account\s{1,20}\S{1,200}\s{1,20})?passw(?:or)?d\s{1,20})\S+"
    ),
)


_HEX = "0123456789abcdef-"
"""Ids and numbers are made of these, and no secret of those above is."""
_PLAIN_NAME = re.compile(r"[a-z]+(?:_[a-z]+)*")
"""The name of a field, as `session_time`: a secret has a sign, a digit or a capital beside its name."""
_MARKED = (
    *("k_live_", "k_test_", "gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_", "hf_", "npm_", "whsec_"),
    *("gsk_", "lin_api_"),
)
"""By these alone a name of small letters can be a key of an issuer."""
_SHORTEST = 12
"""No rule matches fewer letters and digits with nothing between."""

# A text without any of these, in lower case, is matched by no rule; looking for them is much faster than the rules are.
_HINTS = (
    *("auth", "cookie", "token", "pass", "pw", "secret", "bearer", "credential", "jwt", "key", "sess", "basic"),
    *("://", "eyj", "-----begin", "sk-", "k_live_", "k_test_", "gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    *("glpat-", "xox", "xapp-", "akia", "asia", "aiza", "ya29.", "hf_", "npm_", "pypi-", "dop_v1_", "sg.", "shp"),
    *(
        "whsec_",
        "psk",
        "gsk_",
        "pplx",
        "tvly",
        "hvs.",
        "dckr",
        "lin_api",
        "pmak",
        "atatt3",
        "sq0",
        "pin",
        "otp",
        "mfa",
        "dsn",
        "sid",
        "sig",
        "hmac",
        "cred",
        "cvv",
        "cvc",
        "ssn",
        "hook",
        "srf",
        "mnemonic",
    ),
    *("phrase", "code", "conn", "/bot", "-u", "--user", "--proxy-user", "-p", "redis-cli"),
)


def is_secret_name(name: str) -> bool:
    """Whether a value under this name is a secret.

    Words that always mean one are searched for, so `max_tokens` is one too; `pass`, `pin` and their like must end it.
    """
    return len(name) > _LONGEST_NAME or _is_secret_name(name)


@lru_cache(maxsize=1024)
def _is_secret_name(name: str) -> bool:
    read = name if name.isascii() else _as_read(name)
    if _NAME.search(read) is not None:
        return True
    parts = [part.lower() for part in _PARTS.findall(read)]
    while len(parts) > 1 and parts[-1] in _ENDINGS:
        parts.pop()
    return bool(parts) and parts[-1] in _SHORT


def is_count(name: str, value: object) -> bool:
    """Whether a number only counts tokens, as `tokens` and `output_tokens` do: nobody's secret."""
    return type(value) is int and _COUNT.fullmatch(name) is not None


_COUNT = re.compile(r"(?:(?:input|output|prompt|completion|total|cached)_)?tokens")


def _as_read(text: str) -> str:
    """The text as it looks: wide letters are letters, and what cannot be seen is not there."""
    return "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")


def is_secret_label(text: str) -> bool:
    """Whether a text is the name of a secret that stands beside it, as in `["token", "x"]`."""
    return len(text) <= _LONGEST_LABEL and len(text.split()) == 1 and is_secret_name(text)


def hide_secrets(text: str) -> str:
    """The text with its secrets replaced; its NFKC form, without invisible characters, where only that shows one."""
    hidden = _hidden(text)
    if text.isascii() or (read := _as_read(text)) == text:
        return hidden
    shown = _hidden(read)
    return hidden if shown == read else shown


def _hidden(text: str) -> str:
    if not text.strip(_HEX) or (len(text) < _SHORTEST and text.isalnum()):
        return text
    if _PLAIN_NAME.fullmatch(text) and not any(marked in text for marked in _MARKED):
        return text
    lowered = text.lower()
    for hint in _HINTS:
        if hint in lowered:
            break
    else:
        return text
    for pattern in _compiled_rules():
        text = pattern.sub(_replaced, text)
    return text


@lru_cache(maxsize=1)
def _compiled_rules() -> tuple[re.Pattern[str], ...]:
    """The rules, compiled when a text first needs them: that takes longer than most starts of a command can spare."""
    return tuple(re.compile(pattern, flags) for pattern, flags in _RULES)


def _replaced(found: re.Match[str]) -> str:
    kept = found.groupdict()
    return f"{kept.get('before') or ''}{REDACTED}{kept.get('after') or ''}"
