"""toolgate: the gate that every tool call passes. It knows nothing of racing.

from toolgate import AgentContext, Call, Gate, ToolSpec

gate = Gate(server="library", mode="guarded", deny=("^burn",))
runner = gate.runner([ToolSpec(...)])                                    # every call to these tools goes through it
outcome = await runner.call(Call("count_books", {"shelf": 3}, gate.caller("ann")))
outcome.envelope, outcome.ok, outcome.decision

Tool servers of your own are `toolgate.McpServer` and `toolgate.tool`: see toolgate.sdk.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolgate import contract
    from toolgate.contract import AgentContext, Call, Native, Outcome, Policy, PolicyDecision, Tier, ToolError, ToolSpec
    from toolgate.gate import Gate
    from toolgate.runner import Runner
    from toolgate.sdk import (
        Audio,
        CallContext,
        Content,
        Embedded,
        Hooks,
        Image,
        JwtSettings,
        McpServer,
        ProviderLogins,
        RegistrationError,
        Reply,
        ToolMetadata,
        WireClient,
        prompt,
        resource,
        tool,
    )

_HOME = {
    **dict.fromkeys(
        ("AgentContext", "Call", "Native", "Outcome", "Policy", "PolicyDecision", "Tier", "ToolError", "ToolSpec"),
        "toolgate.contract",
    ),
    "Gate": "toolgate.gate",
    "Runner": "toolgate.runner",
    **dict.fromkeys(
        (
            *("Audio", "CallContext", "Content", "Embedded", "Hooks", "Image", "JwtSettings", "McpServer"),
            *(
                "ProviderLogins",
                "RegistrationError",
                "Reply",
                "ToolMetadata",
                "WireClient",
                "prompt",
                "resource",
                "tool",
            ),
        ),
        "toolgate.sdk",
    ),
}
"""What the package offers, and where it is: imported when it is asked for, since whoever wants one part pays for it."""

__all__ = [
    "AgentContext",
    "Audio",
    "Call",
    "CallContext",
    "Content",
    "Embedded",
    "Gate",
    "Hooks",
    "Image",
    "JwtSettings",
    "McpServer",
    "Native",
    "Outcome",
    "Policy",
    "PolicyDecision",
    "ProviderLogins",
    "RegistrationError",
    "Reply",
    "Runner",
    "Tier",
    "ToolError",
    "ToolMetadata",
    "ToolSpec",
    "WireClient",
    "contract",
    "prompt",
    "resource",
    "tool",
]


def __getattr__(name: str) -> Any:
    if name == "contract":
        return import_module("toolgate.contract")
    if name not in _HOME:
        raise AttributeError(f"module 'toolgate' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
