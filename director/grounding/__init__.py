"""Holds an answer to what the tools returned: clauses by their claims and pointers, free wordings word for word."""

from director.grounding.check import check
from director.grounding.evidence import Evidence, find_evidence
from director.grounding.render import Rendered, render

__all__ = ["Evidence", "Rendered", "check", "find_evidence", "render"]
