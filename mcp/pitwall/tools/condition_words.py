"""The usual words for conditions of a query: `on the lead lap`, `in the top 3`, `at turn 4`."""

from __future__ import annotations

from pitwall.state import OUT_STATES
from pitwall.state.moment import format_session_time
from pitwall.tools.words import joined, lap_time_text

_WITH_VALUE = {
    ("lap", "is"): "on lap {}",
    ("stint", "is"): "in stint {}",
    ("stops", "is"): "with {} stops",
    ("stops", "is_not"): "with other than {} stops",
    ("stops", "more"): "with more than {} stops",
    ("stops", "at_least"): "with {} or more stops",
    ("stops", "at_most"): "with at most {} stops",
    ("stops", "less"): "with fewer than {} stops",
    ("time_s", "less"): "under {}",
    ("time_s", "more"): "over {}",
    ("best_lap_s", "less"): "with a lap under {}",
    ("position", "is"): "in P{}",
    ("position_now", "is"): "in P{} now",
    ("position_now", "at_most"): "in the top {}",
    ("position_now", "more"): "below P{}",
    ("interval_s", "at_most"): "within {} s of the car ahead",
    ("interval_s", "less"): "less than {} s behind the car ahead",
    ("start_compound", "is"): "that started on {}",
    ("start_compound", "is_not"): "that did not start on {}",
    ("interval_s", "more"): "more than {} s behind the car ahead",
    ("interval_s", "at_least"): "{} s or more behind the car ahead",
    ("tyre_laps", "more"): "on tyres more than {} laps old",
    ("tyre_laps", "at_least"): "on tyres {} laps old or more",
    ("tyre_laps", "less"): "on tyres less than {} laps old",
    ("tyre_laps", "at_most"): "on tyres at most {} laps old",
    ("laps_since_stop", "more"): "with more than {} laps since the stop, or the start",
    ("laps_since_stop", "at_least"): "with {} laps or more since the stop, or the start",
    ("laps_since_stop", "less"): "with fewer than {} laps since the stop, or the start",
    ("gained", "more"): "with more than {} positions gained",
    ("gained", "at_least"): "with {} or more positions gained",
    ("gained", "less"): "with more than {} positions lost",
    ("gained", "at_most"): "with {} or more positions lost",
    ("overtakes_made", "more"): "with more than {} overtakes on track",
    ("penalties", "more"): "with more than {} penalties",
    ("lane_s", "more"): "of more than {} s in the lane",
    ("lane_s", "at_least"): "of {} s or more in the lane",
    ("lane_s", "less"): "of less than {} s in the lane",
    ("position_now", "less"): "ahead of P{}",
    ("position", "at_most"): "in the top {}",
    ("position_now", "at_least"): "from P{}",
    ("gap_s", "more"): "more than {} s behind the leader",
    ("gap_s", "at_least"): "{} s or more behind the leader",
    ("gap_s", "at_most"): "within {} s of the leader",
    ("gap_s", "less"): "less than {} s behind the leader",
    ("class_gap_s", "more"): "more than {} s behind the leader of the class",
    ("class_gap_s", "at_most"): "within {} s of the leader of the class",
    ("grid", "is"): "from P{} on the grid",
    ("grid", "less"): "from above P{} on the grid",
    ("grid", "more"): "from below P{} on the grid",
    ("grid", "at_most"): "from the top {} of the grid",
    ("laps_ago", "is"): "{} laps ago",
    ("laps_down", "is"): "{} laps down",
    ("laps_down", "at_least"): "{} laps down or more",
    ("laps_down", "more"): "more than {} laps down",
    ("class_name", "is"): "in {}",
    ("laps", "less"): "with fewer than {} laps",
    ("laps", "more"): "with more than {} laps",
    ("laps", "at_least"): "with {} laps or more",
    ("laps", "at_most"): "with at most {} laps",
    ("sector", "is"): "in sector {}",
    ("class_grid", "is"): "from P{} on the grid of the class",
    ("class_position", "is"): "in P{} of the class",
    ("class_position", "at_most"): "in the top {} of the class",
    ("class_interval_s", "at_most"): "within {} s of the next car ahead",
    ("segment", "is"): "in Q{}",
    ("turn", "is"): "at turn {}",
    ("reason", "contains"): "for {}",
    ("penalty", "contains"): "with a {}",
    ("penalty_s", "is"): "of {} s",
    ("penalty_s", "more"): "of more than {} s",
    ("penalty_s", "at_least"): "of {} s or more",
    ("penalty_s", "less"): "of less than {} s",
    ("best_lap_s", "untold"): "without a lap time",
    ("last_lap_s", "less"): "with a last lap below {}",
    ("last_lap_s", "more"): "with a last lap above {}",
    ("total_laps", "more"): "with more than {} laps in all",
    ("total_laps", "less"): "with fewer than {} laps in all",
    ("total_laps", "at_least"): "with {} laps or more in all",
}
TOLD_WHOLE = ("compounds", "worst_position", "total_laps", "safety_cars")
"""What is counted of each car and has words of its own."""
BEHIND = ("gap_s", "class_gap_s")
"""How far behind the leader, of all or of the class."""
NOT_FIRST = (("position_now", "more", 1), ("class_position", "more", 1))
ON_THE_LEAD_LAP = (("laps_down", "is", 0), ("class_laps_down", "is", 0))
_TIMES = {"less": "before", "more": "after"}
_LAP_TIMES = ("time_s", "best_lap_s", "last_lap_s")
_WHOLE = {
    ("position_now", "at_most", "points"): "in the points",
    ("position_now", "more", "points"): "outside the points",
    ("position", "at_most", "points"): "in the points",
    ("laps_down", "at_least", 1): "a lap down or more",
    ("laps_down", "is", 0): "on the lead lap",
    ("state", "is", "running"): "on track",
    ("state", "is", "in_pit"): "in the pits",
    ("laps_down", "is", 1): "a lap down",
    ("laps_ago", "is", 1): "a lap ago",
    ("gained", "is", 0): "where they started",
    ("gained", "more", 0): "above where they started",
    ("gained", "less", 0): "below where they started",
    ("class_laps_down", "at_least", 1): "a lap or more behind the leader of the class",
    ("class_laps_down", "is", 0): "on the lap of the class leader",
    ("at_risk", "is", True): "in the drop zone",
    ("penalty", "contains", "DISQUALIF"): "with a disqualification",
    ("trap", "is", "ST"): "at the speed trap",
    ("class_gained", "is", 0): "where they started in the class",
    ("class_gained", "more", 0): "above where they started in the class",
    ("class_gained", "less", 0): "below where they started in the class",
    ("state", "in", OUT_STATES): "out of the race",
    ("state", "is", "finished"): "that finished",
    ("stops", "is", 0): "without a stop",
    ("stops", "is", 1): "with one stop",
    ("stops", "more", 0): "that have stopped",
    ("stops", "more", 1): "with more than one stop",
    ("how", "is", "track"): "on track",
    ("how", "is", "start"): "from the grid to the line",
    ("laps_ago", "less", 1): "on the last lap",
    ("gained", "is_not", 0): "that changed",
    ("penalties", "is", 0): "without a penalty",
    ("penalties", "more", 0): "with a penalty",
    ("overtakes_made", "is", 0): "that have passed nobody on track",
    ("overtakes_suffered", "is", 0): "that nobody has passed on track",
    ("in_lap", "is", True): "lap into the pits",
    ("going", "is", False): "that ended",
    ("stint", "more", 1): "after the first",
    ("compounds", "at_least", 2): "on both",
    ("safety_cars", "at_least", 2): "under two of them",
    ("worst_position", "at_most", "points"): "never outside the points",
    ("going", "is", True): "going on now",
    ("track_status", "in", ("safety_car", "vsc")): "under a safety car or virtual safety car",
    ("track_status", "is_not", "safety_car"): "not under the safety car",
    ("again", "is", True): "again",
}


def condition_words(name: str, op: str, value: object) -> str:
    """The words for a condition; empty where it has none of its own."""
    exact = (name, op, tuple(value) if isinstance(value, list) else value)
    if exact in _WHOLE:
        return _WHOLE[exact]
    said = value.lower() if isinstance(value, str) and op == "contains" else value
    if name == "gained" and op == "more" and isinstance(value, int | float) and value < 0:
        return f"that lost fewer than {-value} positions, or none"
    if name == "gained" and isinstance(value, int | float):
        said = abs(value)  # what is gained less than nothing is lost
    if name == "segment" and op == "is":
        said = str(value).removeprefix("q")
    if (name, op) == ("class_name", "in") and isinstance(value, list):
        return f"in {joined([str(each) for each in value], 'or')}"
    if name == "session_time_s" and op in _TIMES:
        return f"{_TIMES[op]} {format_session_time(float(str(value)))[:8]}"
    if (name, op) == ("grid", "in") and isinstance(value, list):
        return f"from {joined([f'P{each}' for each in value], 'or')} on the grid"
    if (name, op) == ("position_now", "in") and isinstance(value, list):
        return f"in {joined([f'P{each}' for each in value], 'or')}"
    if name in _LAP_TIMES and isinstance(value, float):
        said = lap_time_text(value)
    return _WITH_VALUE.get((name, op), "").format(said)
