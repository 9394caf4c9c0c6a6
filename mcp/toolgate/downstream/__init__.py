"""Other people's MCP servers behind the gate: their configuration, processes and sessions, and the gateway's tools."""
