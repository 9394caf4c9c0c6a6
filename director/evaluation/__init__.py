"""Evaluation: cases with what their answers must hold, asked of a race, judged, and summed up by kind."""

from director.evaluation.cases import CaseError, EvalCase, read_cases
from director.evaluation.judging import JudgedCase, judge
from director.evaluation.report import EvalReport, summed_up

__all__ = ["CaseError", "EvalCase", "EvalReport", "JudgedCase", "judge", "read_cases", "summed_up"]
