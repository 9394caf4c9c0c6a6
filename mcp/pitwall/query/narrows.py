"""What narrows a question about the relations: spans of laps, stints, tyres, positions, reasons."""

from __future__ import annotations

from typing import Any

from pitwall.query.amount_narrows import AMOUNTS
from pitwall.query.around_narrows import AROUND
from pitwall.query.class_narrows import CLASSES
from pitwall.query.compared_narrows import COMPARED_TO_ONE
from pitwall.query.compound_pace import COMPARED
from pitwall.query.events import EVENTS, Narrow
from pitwall.query.halves import HALVES
from pitwall.query.narrow_forms import SECONDS, narrow, where
from pitwall.query.number_narrows import NUMBERS
from pitwall.query.order_narrows import ORDER_NARROWS
from pitwall.query.question import POINTS
from pitwall.query.segments import KNOCK_OUT_NARROWS, SEGMENT_NARROWS
from pitwall.query.start_narrows import STARTED, STARTED_AROUND
from pitwall.query.stop_spans import STOP_SPANS
from pitwall.state import OUT_STATES
from pitwall.state.segments import SEGMENT_NUMBERS

SLICKS = ("SOFT", "SUPERSOFT", "ULTRASOFT", "HYPERSOFT", "MEDIUM", "HARD", "SUPERHARD")
"""Compounds for a dry track."""
UNTOLD = "UNKNOWN"
"""What a feed calls a compound that it does not know yet."""
WORDS: dict[str, dict[str, Any]] = {
    "compound": {
        **{form: compound for compound in (*SLICKS, "INTERMEDIATE", "WET")
           for form in (compound.lower(), f"{compound.lower()}s")},
        **{form: list(SLICKS) for form in ("slicks", "slick", "drys", "dries")},
    },
    "times": {"once": 1, "one": 1, "twice": 2, "thrice": 3},
    "part": SEGMENT_NUMBERS,
    "row": {
        nth: [2 * number - 1, 2 * number]
        for number, nth in enumerate(("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
                                      "ninth", "tenth"), start=1)
    } | {"front": [1, 2]},
    "status": {"yellow": "yellow", "yellows": "yellow", "green": "green"},
}  # fmt: skip
"""Values of words, by kind."""

_PLACED = ["position_now"]
_LAST_PLACED = {"order_by": [{"field": "position_now", "down": True}], "limit": 1}
_OF_LAPS = ["laps", "stops", "passages", "overtakes", "messages", "penalties", "retirements"]
_LAP = "(lap|laps)"
_IN = "(in|over|during|on|for|across|within|from|)"
_TYRES = "(tyres|tyre|runners|shod|rubber|sets|)"
_FITTED = "took|take|fitted|ran|put on"
_WENT = "(went|gone|go|changed|change|switched|switch|moved|swapped)"
_CAME = "(come|came|coming|gone|take|took|taken|)"


def _of_going(condition: list[Any]) -> list[dict[str, Any]]:
    """Laps, of which those of cars that are still going are ranked, and any other rows."""
    return [{**where(condition, only=["laps"]), "ranked": [["state", "not_in", [*OUT_STATES]]]}, where(condition)]


def _lap(op: str) -> list[dict[str, Any]]:
    """A lap of rows that have one, and a moment of those that have none."""
    return [where(["lap", op, "{n}"], only=_OF_LAPS), {"arguments": {"at_lap": "{n}"}, "only": ["drivers"]}]


_LAPS = (
    narrow("(since|from) lap {n} (on|onwards|onward|) / since the {nth} lap", where(["lap", "at_least", "{n}"])),
    narrow("(after|beyond) lap {n}", *_lap("more")),
    narrow("before lap {n}", where(["lap", "less", "{n}"])),
    narrow("(until|till|up to|by|to) lap {n}", *_lap("at_most")),
    narrow(
        f"(between|from|on|over|across|for|in|during|) {_LAP} {{n}} (and|to|until|through|till|) {{n}}"
        f" / (between|from) {_LAP} {{n}} (and|to|until|through|till) lap {{n}}"
        " / between {n} (and|to) {n} / from {n} (to|until|till) {n}",
        where(["lap", "at_least", "{n}"], ["lap", "at_most", "{n'}"]),
    ),
    narrow(f"{_IN} (last|past|previous|final|latest) {{n}} (laps|)", *_of_going(["laps_ago", "less", "{n}"])),
    narrow(f"{_IN} (first|opening) {{n}} (laps|) / of (first|opening) {{n}} laps", where(["lap", "at_most", "{n}"])),
    narrow(
        "(on|in|during) (the|) (last|latest|previous|final) lap / on (this|the current) lap / last time by",
        where(["laps_ago", "less", 1], only=_OF_LAPS[:-1]),  # on what lap somebody retired is no lap of now
    ),
    narrow("(on|in|at|) lap {n} / (on|in) the {nth} lap", *_lap("is")),
    narrow("at (the|) end of lap {n}", where(["lap", "is", "{n}"], only=["stops", "passages"])),
    narrow("(on|in|at|during) (opening lap|lap one)", where(["lap", "is", 1])),
    narrow(  # whose laps those were, and which cars are in it
        "(in|on) (his|her|their|the|) {nth} stint",
        where(["stint", "is", "{nth}"], only=["laps"]),
        where(["stint", "is", "{nth}"], ["going", "is", True], only=["stints"]),
    ),
    narrow("(during|of|for|over) (his|her|their|the|) {nth} stint", where(["stint", "is", "{nth}"])),
    narrow("(in|during|on|of|for|over) (his|her|their|the|) (opening|initial) stint", where(["stint", "is", 1])),
)
_COMPOUNDS = (
    narrow(f"(on|with|) {{compound}} {_TYRES}", where(["compound", "is", "{compound}"])),
    narrow(
        f"not on {{compound}} (or|nor|and) (on|) {{compound}} {_TYRES}",
        where(["compound", "not_in", ["{compound}", "{compound'}", UNTOLD]], ["compound", "told"]),
    ),
    narrow(
        f"not on {{compound}} {_TYRES} / not using {{compound}} {_TYRES}",
        where(["compound", "not_in", ["{compound}", UNTOLD]], ["compound", "told"], only=["laps"]),
        where(["compound", "is_not", "{compound}"], only=["drivers"]),
    ),
    narrow(
        "(on|with|) (anything|any tyre|any tyres|any compound|tyres|a tyre|something)"
        f" (other than|but|except|besides|apart from) {{compound}} {_TYRES}",
        where(["compound", "not_in", ["{compound}", UNTOLD]], ["compound", "told"]),
    ),
    narrow("(on|with|for|onto|to|) (dry|dry weather) (tyres|tyre|rubber)", where(["compound", "in", list(SLICKS)])),
    narrow(
        "(on|with|for|onto|to|) (rain|wet weather|wet-weather) (tyres|tyre|rubber)",
        where(["compound", "in", ["INTERMEDIATE", "WET"]]),
    ),
    narrow(
        f"{_WENT} (from|off) {{compound}} {_TYRES} (to|onto) {{compound}} {_TYRES}",
        where(["compound_before", "is", "{compound}"], ["compound", "is", "{compound'}"], only=["stops"]),
    ),
    narrow(
        f"{_WENT} back (to|onto|on) {{compound}} {_TYRES} / back on {{compound}} {_TYRES}",
        where(["compound", "is", "{compound}"], ["again", "is", True], ["going", "is", True], only=["stints"]),
    ),
    narrow(f"{_CAME} off {{compound}} {_TYRES}", where(["compound_before", "is", "{compound}"], only=["stops"])),
    narrow(f"(for|onto|to|on) {{compound}} {_TYRES}", where(["compound", "is", "{compound}"], only=["stops"])),
    narrow(
        f"(used|use|been on|run on) (both|) {{compound}} {_TYRES} and {{compound}} {_TYRES}",
        {
            **where(["compound", "in", ["{compound}", "{compound'}"]], only=["stints"]),
            "arguments": {
                "group_by": ["driver"],
                "aggregate": [{"op": "distinct", "field": "compound", "as": "compounds"}],
                "having": [{"field": "compounds", "op": "at_least", "value": 2}],
            },
        },
    ),
    narrow(
        f"(is|) (the|) last (car|driver) (still|) (on|with) {{compound}} {_TYRES}",
        {**where(["compound", "is", "{compound}"], only=["drivers"]), "arguments": _LAST_PLACED, "show": _PLACED},
    ),
    *(
        each
        for words, new in (("new|fresh|brand new", True), ("used|old|scrubbed|second hand", False))
        for each in (
            narrow(
                f"(on|with) ({words}) (tyres|tyre|rubber|set|sets|ones)", where(["new", "is", new], only=["drivers"])
            ),
            narrow(
                f"(on|with) ({words}) (set of|sets of|) {{compound}} {_TYRES}",
                where(["compound", "is", "{compound}"], ["new", "is", new]),
            ),
            narrow(
                f"({_FITTED}) ({words}) (set of|sets of|) {{compound}} {_TYRES}",
                where(["compound", "is", "{compound}"], ["new", "is", new], only=["stints"]),
            ),
        )
    ),
)
_PLACES = (
    narrow(
        "(in|of|among|amongst|within|inside|from|) top {n} / (in|of|among|amongst|) (first|leading) {n} (cars|drivers)"
        " / of (each of|) first {n}",
        where(["position_now", "at_most", "{n}"]),
    ),
    narrow(
        "(in|of|among|from|) top {n} (on|at|after|at the end of) lap {n}",
        {"where": [["position_now", "at_most", "{n}"]], "arguments": {"at_lap": "{n'}"}, "only": ["drivers"]},
        {
            "arguments": {
                "without": [
                    {"field": "lap", "op": "is", "value": "{n'}"},
                    {"field": "position", "op": "more", "value": "{n}"},
                ]
            },
            "only": ["laps"],
        },
    ),
    narrow(
        "(from|in|) (places|positions|place|position) {n} (to|through|until|till|and) {n}",
        {
            "where": [["position_now", "at_least", "{n}"], ["position_now", "at_most", "{n'}"]],
            "only": ["drivers"],
            "show": ["position_now"],
        },
    ),
    narrow(
        "(in|of|among|amongst|within|inside|from) top {n} overall",
        {**where(["position_now", "at_most", "{n}"]), "overall": True},
    ),
    narrow("(outside|outside of|below|not in|except|except for) top {n}", *_of_going(["position_now", "more", "{n}"])),
    narrow(
        "(in|of|among|inside|within) (points|points positions|points places)",
        where(["position_now", "at_most", POINTS]),
    ),
    narrow("(outside|outside of|out of) points", *_of_going(["position_now", "more", POINTS])),
    narrow(
        f"(within|inside|under|less than) {{n}} {SECONDS} (of|behind|from|off) (car|driver) (ahead|in front)"
        f" / (within|inside) {{n}} {SECONDS}",
        where(["interval_s", "at_most", "{n}"], ["position_now", "more", 1]),
    ),
    narrow("(within|in) drs (range|)", where(["interval_s", "at_most", 1], ["position_now", "more", 1])),
)
_REASONS = (
    ("for (causing|) (a|) (collision|crash|contact)", "COLLISION"),
    ("for (pit lane|pitlane|) speeding / for speeding in the (pit lane|pitlane|pits)", "SPEEDING"),
    ("for (an|) unsafe release", "UNSAFE RELEASE"),
    ("for track limits / for exceeding track limits", "TRACK LIMITS"),
    ("for (a|the|) (jump|false|) start / for jumping the start", "START"),
    ("for impeding / for blocking", "IMPEDING"),
    ("for forcing (another driver|another car|another|someone|somebody|him|) (off|off the track|wide)", "FORCING"),
    ("for (leaving the track|gaining an advantage|leaving the track and gaining an advantage)", "LEAVING THE TRACK"),
    ("for (blue|yellow) flags", "FLAG"),
    (
        "(for|of|on|about|) (a|the|those|) safety car (procedure|) (infringement|infringements|infraction|infractions)",
        "SAFETY CAR",
    ),
)

NARROWS: tuple[Narrow, ...] = (
    *_LAPS,
    *_COMPOUNDS,
    *COMPARED,
    *_PLACES,
    *STOP_SPANS,
    *NUMBERS,
    *(narrow(said, where(["reason", "contains", word])) for said, word in _REASONS),
    *(
        narrow(f"(in|through|of|on|) {said}", where(["sector", "is", number], only=["sectors"]))
        for said, number in (
            ("sector {n}", "{n}"),
            ("{nth} sector", "{nth}"),
            ("middle sector", 2),
            ("(last|final) sector", 3),
        )
    ),
    narrow("(at|in|of|on|for) (turn|corner) {n}", where(["turn", "is", "{n}"])),
    narrow("not (under|behind) (the|a) safety car", where(["track_status", "is_not", "safety_car"], only=["laps"])),
    narrow("under {status} (flag|flags|conditions|)", where(["track_status", "is", "{status}"])),
    *HALVES,
    *ORDER_NARROWS,
    *AMOUNTS,
    *AROUND,
    *COMPARED_TO_ONE,
    *STARTED,
    *STARTED_AROUND,
    *CLASSES,
    *SEGMENT_NARROWS,
    *KNOCK_OUT_NARROWS,
    *EVENTS,
)
"""`said`: phrases, `/` between them; `ways`: the first whose fields the relation has is meant."""
