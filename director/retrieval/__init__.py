"""Finds, among hundreds of tools, those that fit a question."""

from director.retrieval.tool_search import ToolSearch, search_of

__all__ = ["ToolSearch", "search_of"]
