"""Director: ask a live race a question, get a short, true answer with its evidence."""

__version__ = "0.1.0"
