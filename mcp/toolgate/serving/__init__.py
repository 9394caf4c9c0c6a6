"""Tools behind their gate as an MCP server, over stdio and HTTP, with a REST wire beside. It knows nothing of racing.

Its modules are imported one by one: only what serves pays for the libraries of the transport.
"""
