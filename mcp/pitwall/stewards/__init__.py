"""What race control's words mean: the stewards' cases with their states, and lap times that were deleted."""

from pitwall.stewards.cases import CLOSED, OPEN, STATES, Case, CaseState, Penalty, PenaltyKind, cases
from pitwall.stewards.deleted import DeletedLap, deleted_laps

__all__ = [
    "CLOSED",
    "OPEN",
    "STATES",
    "Case",
    "CaseState",
    "DeletedLap",
    "Penalty",
    "PenaltyKind",
    "cases",
    "deleted_laps",
]
