"""Unicode folding: all packages fold alike, by `toolgate.folding`."""

from toolgate.folding import fold

__all__ = ["fold"]
