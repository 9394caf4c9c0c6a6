"""Holds an answer to what the tools returned: every number, every name, and what it plainly says of somebody."""

from director.grounding.check import Evidence, Grounding, find_evidence, ground

__all__ = ["Evidence", "Grounding", "find_evidence", "ground"]
