"""The folding of the language room: the one that the rooms below use too."""

from toolgate.folding import fold

__all__ = ["fold"]
