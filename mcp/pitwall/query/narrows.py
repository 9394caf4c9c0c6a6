"""What narrows a question about the relations: spans of laps, tyres, the state of the track, moments that events set."""

from __future__ import annotations

from typing import Any

SLICKS = ("SOFT", "SUPERSOFT", "ULTRASOFT", "HYPERSOFT", "MEDIUM", "HARD", "SUPERHARD")
"""Compounds for a dry track."""
_COMPOUNDS: dict[str, str | list[str]] = {
    **{word: compound
       for compound in ("SOFT", "MEDIUM", "HARD", "SUPERSOFT", "ULTRASOFT", "HYPERSOFT", "WET", "INTERMEDIATE", "SUPERHARD")
       for word in (compound.lower(), f"{compound.lower()}s")},
    "slicks": list(SLICKS), "slick": list(SLICKS), "drys": list(SLICKS), "dries": list(SLICKS),
}  # fmt: skip
WORDS: dict[str, dict[str, Any]] = {
    "compound": _COMPOUNDS,
    "times": {"once": 1, "twice": 2, "thrice": 3},
    "status": {"yellow": "yellow", "yellows": "yellow", "green": "green"},
}
"""Values of words, by kind."""

_LAPPED = "(lap|laps)"
_SPAN = "(in|over|during|on|for|across|within|from|)"
_TYRES = "(tyres|tyre|runners|shod|rubber|sets|)"
_SC, _VSC, _RED = "safety car", "virtual safety car", "red flag"
_STATUS = {_SC: "safety_car", _VSC: "vsc", "vsc": "vsc", _RED: "red"}


def _is(field: str, value: Any, op: str = "is") -> dict[str, Any]:
    return {"where": [[field, op, value]]}


def _spell(status: str, *, last: bool = False) -> dict[str, Any]:
    ordered = {"order_by": [{"field": "session_time_s", "down": True}], "limit": 1}
    return {"from": "statuses", "where": [["status", "is", status]], **(ordered if last else {})}


def _event(name: str, status: str) -> list[dict[str, Any]]:
    """How a spell under a safety car or a red flag narrows: during it, since it, as it began and as it ended."""
    during = "(under|behind|during|in|amid)"
    out = "(came out|come out|was deployed|was called|was out|started|began|was shown|was thrown|went out|was brought out)"
    back = "(came in|ended|went in|finished|was over|pulled in|was withdrawn)"
    found = [
        {"said": f"{during} (the|a|that) {name} / {during} the {name} (period|phase)",
         "ways": [_is("track_status", status)]},
    ]  # fmt: skip
    for which, pick in (("(last|latest|most recent|)", "first"), ("{nth}", "nth")):
        told = {"find": _spell(status, last=pick == "first"), "pick": pick}
        found += [
            {"said": f"(since|after|following) the {which} {name} (ended|came in|period|phase|)",
             "ways": [{**told, "where": [["lap", "at_least", "{/to_lap}"]]}]},
            {"said": f"before the {which} {name} / before the {which} {name} {out}",
             "ways": [{**told, "where": [["lap", "less", "{/lap}"]]}]},
            {"said": f"(when|as|once) the {which} {name} {out} / at the time of the {which} {name} / at the {which} {name}",
             "ways": [{**told, "arguments": {"at_time": "{/began}"}, "only": ["drivers"]}]},
            {"said": f"(when|as|once) the {which} {name} {back} / at the end of the {which} {name}",
             "ways": [{**told, "arguments": {"at_time": "{/ended}"}, "only": ["drivers"]}]},
        ]  # fmt: skip
    for which, pick in (("{nth}", "nth"), ("(last|latest|final)", "first")):
        find = _spell(status, last=pick == "first")
        found.append(
            {"said": f"{during} the {which} {name}",
             "ways": [{"find": find, "pick": pick,
                       "where": [["lap", "at_least", "{/lap}"], ["lap", "at_most", "{/to_lap}"], ["track_status", "is", status]]}]}
        )  # fmt: skip
    return found


_STOP = {"from": "stops", "where": [["driver", "is", "{driver}"]], "select": ["driver", "lap"]}
_RESTART = {"find": _spell("safety_car", last=True), "pick": "first"}
_AFTER_STOP = "(since|after|following) (his|her|their|the)"

NARROWS: tuple[dict[str, Any], ...] = (
    # Spans of laps.
    {"said": f"(since|from) lap {{n}} (on|onwards|onward|) / since the {{nth}} lap", "ways": [_is("lap", "{n}", "at_least")]},
    {"said": "after lap {n} / beyond lap {n}", "ways": [
        {**_is("lap", "{n}", "more"), "only": ["laps", "stops", "passages", "overtakes", "messages", "penalties"]},
        {"arguments": {"at_lap": "{n}"}, "only": ["drivers"]}]},
    {"said": "before lap {n}", "ways": [_is("lap", "{n}", "less")]},
    {"said": "(until|till|up to|by|to) lap {n}", "ways": [
        {**_is("lap", "{n}", "at_most"), "only": ["laps", "stops", "passages", "overtakes", "messages", "penalties"]},
        {"arguments": {"at_lap": "{n}"}, "only": ["drivers"]}]},
    {"said": f"(between|from|on|in|during|) {_LAPPED} {{n}} (and|to|until|through|till|) {{n}}"
             f" / (between|from) {_LAPPED} {{n}} (and|to|until|through|till) lap {{n}}",
     "ways": [{"where": [["lap", "at_least", "{n}"], ["lap", "at_most", "{n'}"]]}]},
    {"said": f"{_SPAN} (last|past|previous|final|latest) {{n}} (laps|)", "ways": [_is("laps_ago", "{n}", "less")]},
    {"said": f"{_SPAN} (first|opening) {{n}} (laps|)", "ways": [_is("lap", "{n}", "at_most")]},
    {"said": "(on|in|at|) lap {n} / (on|in) the {nth} lap", "ways": [
        {**_is("lap", "{n}"), "only": ["laps", "stops", "passages", "overtakes", "messages", "penalties"]},
        {"arguments": {"at_lap": "{n}"}, "only": ["drivers"]}]},
    {"said": "(on|in|at|during) (opening lap|lap one)", "ways": [_is("lap", 1)]},
    # Stints, and stops as marks.
    {"said": "(in|during|on|of|for|over) (his|her|their|the|) {nth} stint", "ways": [_is("stint", "{nth}")]},
    {"said": "(in|during|on|of|for|over) (his|her|their|the|) (opening|initial) stint", "ways": [_is("stint", 1)]},
    {"said": f"{_AFTER_STOP} (last|latest|) (stop|pit stop|tyre change)"
             " / since (pitting|stopping|he pitted|he stopped|she stopped)",
     "ways": [{"where": [["lap", "more", "{/lap}"]], "find": _STOP, "pick": "last"}]},
    {"said": f"{_AFTER_STOP} {{nth}} (stop|pit stop)",
     "ways": [{"where": [["lap", "more", "{/lap}"]], "find": _STOP, "pick": "nth"}]},
    {"said": "before (his|her|their|the) (stop|pit stop) / before (pitting|stopping|he pitted|he stopped)",
     "ways": [{"where": [["lap", "less", "{/lap}"]], "find": _STOP, "pick": "first"}]},
    # Tyres.
    {"said": f"(on|with|) {{compound}} {_TYRES}", "ways": [_is("compound", "{compound}")]},
    {"said": f"(for|onto|to) {{compound}} {_TYRES}", "ways": [{**_is("compound", "{compound}"), "only": ["stops"]}]},
    {"said": f"(on|with|) (new|fresh|brand new) (set of|sets of|) {{compound}} {_TYRES}", "ways": [
        {"where": [["compound", "is", "{compound}"], ["new", "is", True]]}]},
    {"said": f"(on|with) (used|old|scrubbed|second hand) (set of|sets of|) {{compound}} {_TYRES}", "ways": [
        {"where": [["compound", "is", "{compound}"], ["new", "is", False]]}]},
    # Where in the order.
    {"said": "(in|of|among|amongst|within|inside|from|) top {n} / (in|of|among|amongst|) (first|leading) {n} (cars|drivers)",
     "ways": [_is("position_now", "{n}", "at_most")]},
    {"said": "(outside|outside of|below|not in) top {n}", "ways": [_is("position_now", "{n}", "more")]},
    {"said": "(in|of|among) (points|points positions|points places)", "ways": [_is("position_now", 10, "at_most")]},
    {"said": "(outside|outside of|out of) points", "ways": [_is("position_now", 10, "more")]},
    # How many stops.
    {"said": "(stopped|pitted|boxed|been in|stop|pit) (only|just|) {times} / (stopped|pitted|boxed|been in|stop|pit) (only|just|) {n} times"
             " / (on|with|made|) (only|just|) {n} (stop|stops|pit stops)",
     "ways": [_is("stops", "{times}")]},
    {"said": "(stopped|pitted|been in|stop|pit) more than {times} / more than {n} (stop|stops|pit stops)"
             " / (stopped|pitted|been in|stop|pit) more than {n} times",
     "ways": [_is("stops", "{times}", "more")]},
    {"said": "(stopped|pitted|been in|stop|pit) at least {times} / at least {n} (stop|stops|pit stops)"
             " / (stopped|pitted|been in|stop|pit) at least {n} times / {n} (stops|times) or more"
             " / (stopped|pitted|been in) {n} (times|) or more (times|)",
     "ways": [_is("stops", "{times}", "at_least")]},
    # Gaps to the neighbour.
    {"said": "(within|inside|under|less than) {n} (second|seconds) (of|behind|from|off) (car|driver) (ahead|in front)"
             " / (within|in) drs (range|) / (within|inside) {n} (second|seconds)",
     "ways": [{"where": [["interval_s", "at_most", "{n}"], ["position_now", "more", 1]]}]},
    {"said": "{n} (second|seconds)", "ways": [_is("penalty_s", "{n}")]},
    # What a penalty was for.
    *({"said": said, "ways": [_is("reason", reason, "contains")]} for said, reason in (
        ("for (causing|) (a|) (collision|crash|contact) / for causing (a|) collision", "COLLISION"),
        ("for (pit lane|pitlane|) speeding / for speeding in the (pit lane|pitlane|pits)", "SPEEDING"),
        ("for (an|) unsafe release", "UNSAFE RELEASE"), ("for track limits / for exceeding track limits", "TRACK LIMITS"),
        ("for (a|) (jump|false) start / for jumping the start", "START"))),
    # What the track was like.
    {"said": "under {status} (flag|flags|conditions|)", "ways": [_is("track_status", "{status}")]},
    *(narrow for name, status in _STATUS.items() for narrow in _event(name, status)),
    {"said": "(since|after|following) (the|) (last|) restart", "ways": [
        {**_RESTART, "where": [["lap", "at_least", "{/to_lap}"]]}]},
    {"said": "(at|on|for) (the|) (last|) restart / when (they|the race|it) (restarted|resumed)", "ways": [
        {**_RESTART, "arguments": {"at_time": "{/ended}"}, "only": ["drivers"]}]},
)  # fmt: skip
"""`said`: phrases, `/` between them; `ways`: the first whose fields the relation has is meant."""
