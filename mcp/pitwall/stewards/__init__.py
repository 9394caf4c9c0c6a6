"""What race control's words mean: the stewards' cases with their states, and lap times that were deleted."""

from pitwall.stewards.cases import CLOSED, OPEN, STATES, Case, CaseState, Penalty, PenaltyKind, cases, of_stewards
from pitwall.stewards.deleted import DeletedLap, deleted_laps, of_deleted

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
    "of_deleted",
    "of_stewards",
]
