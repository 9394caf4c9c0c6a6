"""The REST wire: every error type has one of the five codes."""

from __future__ import annotations

from toolgate.contract import ERROR_TYPES
from toolgate.serving.wire import CODES


def test_every_error_type_has_a_code_and_a_status() -> None:
    assert set(CODES) == set(ERROR_TYPES)
    codes = {code for code, _ in CODES.values()}
    assert codes == {"INVALID_INPUT", "TOOL_NOT_FOUND", "POLICY_DENIED", "TIMEOUT", "EXECUTION_ERROR"}
    assert all(400 <= status < 600 for _, status in CODES.values())
