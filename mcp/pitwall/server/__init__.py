"""The race as an MCP server, over stdio and HTTP. Its tools hold no handler: every call goes through the runner."""

from pitwall.server.http import Http, HttpError, add_routes
from pitwall.server.identity import Identity
from pitwall.server.mcp import NAME, build_server

__all__ = ["NAME", "Http", "HttpError", "Identity", "add_routes", "build_server"]
