"""Tool servers of your own: functions with pydantic models, behind the same door as every other tool.

from toolgate.sdk import McpServer, tool

server = McpServer(name="crm", version="1.0.0")
server.register(get_customer)           # a function marked with @tool
server.run()                            # or server.asgi()
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolgate.contract import AgentContext, PolicyDecision, Tier, ToolError
    from toolgate.hooks import Hooks
    from toolgate.sdk.content import Audio, Content, Embedded, Image
    from toolgate.sdk.context import CallContext, Reply
    from toolgate.sdk.marks import prompt, resource, tool
    from toolgate.sdk.metadata import ToolMetadata
    from toolgate.sdk.registration import RegistrationError
    from toolgate.sdk.server import McpServer
    from toolgate.sdk.wire_client import WireClient
    from toolgate.serving.jwt_settings import JwtSettings
    from toolgate.serving.provider_logins import ProviderLogins

_HOME = {
    **dict.fromkeys(("AgentContext", "PolicyDecision", "Tier", "ToolError"), "toolgate.contract"),
    **dict.fromkeys(("Audio", "Content", "Embedded", "Image"), "toolgate.sdk.content"),
    **dict.fromkeys(("CallContext", "Reply"), "toolgate.sdk.context"),
    **dict.fromkeys(("prompt", "resource", "tool"), "toolgate.sdk.marks"),
    "Hooks": "toolgate.hooks",
    "JwtSettings": "toolgate.serving.jwt_settings",
    "McpServer": "toolgate.sdk.server",
    "ProviderLogins": "toolgate.serving.provider_logins",
    "RegistrationError": "toolgate.sdk.registration",
    "ToolMetadata": "toolgate.sdk.metadata",
    "WireClient": "toolgate.sdk.wire_client",
}
"""What the room offers, and where it is: imported when it is asked for."""

__all__ = [
    "AgentContext",
    "Audio",
    "CallContext",
    "Content",
    "Embedded",
    "Hooks",
    "Image",
    "JwtSettings",
    "McpServer",
    "PolicyDecision",
    "ProviderLogins",
    "RegistrationError",
    "Reply",
    "Tier",
    "ToolError",
    "ToolMetadata",
    "WireClient",
    "prompt",
    "resource",
    "tool",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'toolgate.sdk' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
