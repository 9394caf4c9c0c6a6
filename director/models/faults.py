"""Maps the HTTP status of a provider to a fault and its message."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

from director.models.base import Fault

_EXCERPT_MAX = 160

_SAYINGS: Mapping[Fault, str] = {
    "no_key": "no key for {provider}: set {key_setting}",
    "auth": "{provider} rejected the key: check {key_setting}",
    "spend_limit": "the {provider} account has no credit left, or has reached its spending limit: check its billing",
    "rate_limited": "{provider} is limiting requests: try again later",
    "overloaded": "{provider} is unavailable: try again later",
    "timeout": "{provider} did not answer in time",
    "unreachable": "can't reach {provider}, or the connection broke: check your network",
    "bad_request": "{provider} rejected the request",
    "refused": "{provider} declined to answer",
    "truncated": "{provider}'s reply was cut off",
    "unreadable": "{provider}'s reply isn't the JSON that was asked for",
}


def saying(fault: Fault, provider: str, key_setting: str = "its key", detail: str = "") -> str:
    """The message of a fault."""
    said = _SAYINGS[fault].format(provider=provider, key_setting=key_setting)
    return f"{said}: {detail}" if detail else said


def fault_of_status(status: int) -> Fault:
    """The fault of an HTTP status other than 200."""
    if status in (401, 403):
        return "auth"
    if status == 402:
        return "spend_limit"
    if status == 408:
        return "timeout"
    if status == 429:
        return "rate_limited"
    if status == 409 or status >= 500:
        return "overloaded"
    if status >= 400:
        return "bad_request"
    # A redirect is not followed, the key would go with it. It means that the base URL is wrong.
    return "unreachable" if status >= 300 else "unreadable"


def is_passing(status: int) -> bool:
    """Whether a retry may succeed."""
    return status in (408, 409, 429) or status >= 500


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float:
    """Seconds until the moment the provider names in `retry-after-ms` or `Retry-After` (seconds or a date); else 0."""
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * scale
        except (KeyError, ValueError):
            continue
        return max(seconds, 0.0) if isfinite(seconds) else 0.0
    try:
        then = parsedate_to_datetime(headers["retry-after"])
    except (KeyError, ValueError):
        return 0.0
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max((then - (now or datetime.now(UTC))).total_seconds(), 0.0)


def excerpt(text: object, key: str) -> str:
    """A provider's own words in one short line, without the key and without addresses."""
    line = " ".join(re.sub(r"https?://\S+", "", str(text or "")).split())
    line = "".join(character for character in line if character.isprintable())
    if key:
        line = line.replace(key, "***")
    return line if len(line) <= _EXCERPT_MAX else f"{line[: _EXCERPT_MAX - 1]}…"
