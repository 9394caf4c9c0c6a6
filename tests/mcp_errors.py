"""Errors as clients of the Model Context Protocol get them: the whole envelope as text, and no structured content."""

from __future__ import annotations

import json
from typing import Any

from fastmcp.client.client import CallToolResult
from mcp_types import TextContent


def error_envelope(result: CallToolResult) -> dict[str, Any]:
    """The envelope of a result that says it is an error."""
    assert result.is_error
    assert result.structured_content is None
    (block,) = result.content
    assert isinstance(block, TextContent)
    envelope: dict[str, Any] = json.loads(block.text)
    return envelope
