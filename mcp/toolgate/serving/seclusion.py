"""What a handler must not find: the HTTP request and the token, which the libraries keep in context variables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fastmcp.server.dependencies import fastmcp_request_ctx
from fastmcp.server.http import _current_http_request
from mcp.server.auth.middleware.auth_context import auth_context_var

from toolgate.peer import PEER, Peer


@contextmanager
def secluded(peer: Peer | None) -> Iterator[None]:
    """Inside the `with` block handlers find their peer, and neither the HTTP request nor the token."""
    ours, theirs, user = PEER.set(peer), _current_http_request.set(None), auth_context_var.set(None)
    asked = fastmcp_request_ctx.set(None)
    try:
        yield
    finally:
        fastmcp_request_ctx.reset(asked)
        auth_context_var.reset(user)
        _current_http_request.reset(theirs)
        PEER.reset(ours)
