"""Every class of error that an SDK or its transport knows has a fault.

The SDKs are imported by the tests alone: whoever collects this file would wait for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, get_args

import httpx2

from director.models.base import Fault, ModelError
from director.models.faults import excerpt, fault_of_status, retry_after_s
from director.models.http import ReplyTooLong
from director.models.options import ProviderOptions, Role
from tests.rows import each_row

if TYPE_CHECKING:
    import anthropic

OPTIONS = ProviderOptions(plan=Role("m"), answer=Role("m"), key="k")
REQUEST = httpx2.Request("POST", "http://127.0.0.1/")


def claude_error(error: Exception) -> ModelError:
    from director.models.claude import ClaudeModel

    return ClaudeModel(OPTIONS)._error(error)


def gemini_error(error: Exception) -> ModelError:
    from director.models.gemini import GeminiModel

    return GeminiModel(OPTIONS)._error(error)


def tree(root: type[BaseException]) -> Iterator[type[BaseException]]:
    for child in root.__subclasses__():
        yield child
        yield from tree(child)


# The class's fault, and whether another try may help.
CLAUDE: dict[str, tuple[Fault, bool]] = {
    "APIError": ("unreadable", False),
    "APIResponseValidationError": ("unreadable", False),
    "APIWebhookValidationError": ("unreadable", False),
    "AnthropicWebhookError": ("unreadable", False),
    "APIConnectionError": ("unreachable", True),
    "APITimeoutError": ("timeout", True),
    "RetryableError": ("unreadable", False),
    "CredentialsError": ("auth", False),
    "IdentityTokenFileError": ("auth", False),
    "APIStatusError": ("bad_request", False),
    "BadRequestError": ("bad_request", False),
    "AuthenticationError": ("auth", False),
    "PaymentRequiredError": ("spend_limit", False),
    "PermissionDeniedError": ("auth", False),
    "NotFoundError": ("bad_request", False),
    "RequestTimeoutError": ("timeout", True),
    "ConflictError": ("overloaded", True),
    "PreconditionFailedError": ("bad_request", False),
    "ContentTooLargeError": ("bad_request", False),
    "UnprocessableEntityError": ("bad_request", False),
    "RateLimitError": ("rate_limited", True),
    "RequestHeaderFieldsTooLargeError": ("bad_request", False),
    "ClientClosedRequestError": ("bad_request", False),
    "InternalServerError": ("overloaded", True),
    "HTTPNotImplementedError": ("overloaded", True),
    "ServiceUnavailableError": ("overloaded", True),
    "GatewayTimeoutError": ("overloaded", True),
    "OverloadedError": ("overloaded", True),
}


def status_error(kind: type[anthropic.APIStatusError], code: str = "") -> anthropic.APIStatusError:
    import anthropic

    status = getattr(kind, "status_code", 500 if issubclass(kind, anthropic.InternalServerError) else 418)
    body = {"error": {"type": "x", "message": "y", "details": {"error_code": code}}}
    return kind("y", response=httpx2.Response(status, request=REQUEST), body=body)


def made(kind: type[Any]) -> Exception:
    """An error of that class as the SDK makes it."""
    import anthropic

    error: Exception
    if issubclass(kind, anthropic.APIStatusError):
        error = status_error(kind)
    elif issubclass(kind, anthropic.APITimeoutError):
        error = kind(REQUEST)
    elif issubclass(kind, anthropic.APIConnectionError):
        error = kind(request=REQUEST)
    elif issubclass(kind, anthropic.APIResponseValidationError):
        error = kind(httpx2.Response(200, request=REQUEST), None)
    elif issubclass(kind, anthropic.APIError):
        error = kind("y", REQUEST, body=None)
    else:
        error = kind("y")
    return error


def fault_and_expected(kind: type[Any]) -> tuple[tuple[str, bool], tuple[str, bool]]:
    """What an error of a class is taken for, and what it is."""
    import anthropic

    if "error_code" in vars(kind).get("__annotations__", {}) and kind is not anthropic.APIStatusError:
        # Errors with a code are subclasses of the ones with its status, and mean the same but where money is short.
        (code,) = get_args(kind.__annotations__["error_code"])
        mapped = claude_error(status_error(kind, code))
        parent = next(base for base in kind.__mro__ if base.__name__ in CLAUDE)
        expected = ("spend_limit", False) if code.endswith("spend_limit_reached") else CLAUDE[parent.__name__]
    elif kind.__module__ in ("anthropic", "anthropic._exceptions"):
        mapped, expected = claude_error(made(kind)), CLAUDE[kind.__name__]
    else:
        # Of parts that are not used, as streams of bytes from another vendor's cloud: never raised here.
        unmade: Exception = Exception.__new__(kind)
        mapped, expected = claude_error(unmade), ("unreadable", False)
    return (mapped.fault, mapped.retry_after_s is not None), expected


def test_every_error_of_anthropic_has_its_fault() -> None:
    import anthropic

    kinds = set(tree(anthropic.AnthropicError))
    assert len(kinds) > 40
    judged = {kind.__qualname__: fault_and_expected(kind) for kind in kinds}
    assert {name: pair for name, pair in judged.items() if pair[0] != pair[1]} == {}


def test_the_table_of_anthropic_names_real_classes() -> None:
    import anthropic
    from anthropic.types import shared

    assert {kind.__name__ for kind in tree(anthropic.AnthropicError)} >= set(CLAUDE) - {"AnthropicWebhookError"}
    assert issubclass(shared.EnforcedSpendLimitReachedError, anthropic.RateLimitError)


def test_a_connection_that_takes_too_long_is_none() -> None:
    import anthropic

    error = anthropic.APITimeoutError(REQUEST)
    error.__cause__ = httpx2.ConnectTimeout("x")
    assert claude_error(error).fault == "unreachable"


def test_a_reply_too_long_is_none() -> None:
    import anthropic

    error = anthropic.APIConnectionError(request=REQUEST)
    error.__cause__ = ReplyTooLong()
    assert claude_error(error).fault == "unreadable"
    assert gemini_error(ReplyTooLong()).fault == "unreadable"


@each_row("status", [*range(201, 230), *range(300, 309), *range(400, 452), *range(500, 530)])
def test_every_status_means_the_same_to_both(status: int) -> None:
    import anthropic
    from google.genai import errors as gemini_errors

    mapped = gemini_error(
        gemini_errors.APIError(status, {"error": {"message": "m"}}, httpx2.Response(status, request=REQUEST))
    )
    assert mapped.fault == fault_of_status(status)
    assert (mapped.retry_after_s is not None) == (status in (408, 409, 429) or status >= 500)
    error = anthropic.APIStatusError("m", response=httpx2.Response(status, request=REQUEST), body=None)
    assert claude_error(error).fault == fault_of_status(status)


TRANSPORT: dict[str, Fault] = {
    "ConnectTimeout": "unreachable",
    "ReadTimeout": "timeout",
    "WriteTimeout": "timeout",
    "PoolTimeout": "timeout",
    "TimeoutException": "timeout",
}


@each_row("kind", sorted(set(tree(httpx2.RequestError)), key=str))
def test_every_error_of_the_transport_has_its_fault(kind: type[Any]) -> None:
    mapped = gemini_error(kind("x"))
    assert mapped.fault == TRANSPORT.get(kind.__name__, "unreachable")
    assert mapped.retry_after_s == 0.0


def test_anything_else_is_about_a_body_that_cannot_be_read() -> None:
    from google.genai import errors as gemini_errors

    own = gemini_errors.UnknownApiResponseError("x"), gemini_errors.FunctionInvocationError("x")
    for error in (*own, ValueError("x"), TypeError("x"), KeyError("x")):
        assert gemini_error(error).fault == "unreadable"
        assert claude_error(error).fault == "unreadable"


NOW = datetime(2026, 11, 20, 12, 0, 0, tzinfo=UTC)


@each_row(
    ("headers", "seconds"),
    [
        ({}, 0.0),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "soon"}, 0.0),
        ({"retry-after": "inf"}, 0.0),
        ({"retry-after": "nan"}, 0.0),
        ({"retry-after": ""}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "7"}, 7.0),
        ({"retry-after": "Fri, 20 Nov 2026 12:00:09 GMT"}, 9.0),
        ({"retry-after": "Fri, 20 Nov 2026 12:00:09 -0000"}, 9.0),
        ({"retry-after": "Fri, 20 Nov 2026 11:00:00 GMT"}, 0.0),
    ],
)
def test_how_long_a_provider_wants_to_be_left_alone(headers: dict[str, str], seconds: float) -> None:
    assert retry_after_s(headers, NOW) == seconds


def test_an_excerpt_is_one_short_line_without_key_and_address() -> None:
    assert excerpt("a\n b\x00\x1b[31m see https://x.example/y KEY", "KEY") == "a b[31m see ***"
    assert excerpt(None, "KEY") == ""
    assert len(excerpt("x" * 10_000, "")) == 160
