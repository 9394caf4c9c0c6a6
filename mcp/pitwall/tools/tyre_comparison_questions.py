"""What people ask of tyres held against each other, and of the compounds that a car has used."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject


def _than(than: str, side: str | None = None) -> JsonObject:
    return {"driver": "{driver}", "than": than, **({"side": side} if side else {})}


_OLDER, _NEWER = "(older|more worn)", "(fresher|newer|younger)"

TYRE_COMPARISON_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        (does|has) {driver} (have|got|) (older|newer|fresher|better|the same) tyres (than|as) {other}
        how (many laps|much) (older|newer|fresher) are the tyres of {driver} than (|those of) {other}
        are the tyres of {driver} (older|newer|fresher) than (|those of) {other}
        is {driver} on (the same|other|different|older|fresher|newer|softer|harder) tyres (as|than|to) {other}
        are {driver} and {other} on the same (tyres|compound|tyre)
        who has the (older|newer|fresher|better) tyres {driver} or {other}
        tyre difference between {driver} and {other}
        who has (older|newer|fresher|better|softer|harder) tyres {driver} or {other}
        who is on (older|newer|fresher|better|softer|harder) tyres {driver} or {other}
        tyre offset between {driver} and {other}
        who (has the|has|is on the) (softer|harder) (tyre|compound) {driver} or {other}
        does {driver} have (softer|harder) tyres than {other}
        what is the tyre (offset|difference|delta|age difference) between {driver} and {other}
        """,
    ),
    *asked(
        _than("older"),
        f"who has {_OLDER} tyres than {{driver}} / who is on {_OLDER} tyres than {{driver}}"
        f" / how many cars (have|are on) {_OLDER} tyres than {{driver}}",
    ),
    *asked(
        _than("newer"),
        f"who has {_NEWER} tyres than {{driver}} / who is on {_NEWER} tyres than {{driver}}"
        f" / how many cars (have|are on) {_NEWER} tyres than {{driver}}",
    ),
    *asked(
        _than("newer", "behind"),
        f"""
        who behind {{driver}} (has|is on) {_NEWER} tyres / does anyone behind {{driver}} have {_NEWER} tyres
        who behind {{driver}} (has|is on) the (freshest|newest) tyres
        """,
    ),
    *asked(
        _than("older", "ahead"),
        f"who ahead of {{driver}} (has|is on) {_OLDER} tyres / who ahead of {{driver}} (has|is on) the oldest tyres"
        f" / does anyone ahead of {{driver}} have {_OLDER} tyres",
    ),
    *asked(
        _than("same"),
        """
        who is on the same (tyres|compound|tyre) as {driver} / who has the same (tyres|compound) as {driver}
        is anyone on the same (tyres|compound) as {driver}
        """,
    ),
    *asked(
        _than("other"),
        """
        who is on (a different|another|different|other) (tyre|compound|tyres) (to|than|from|as) {driver}
        who is not on the same (tyres|compound|tyre) as {driver}
        who has (different|other) tyres (to|than|from) {driver}
        """,
    ),
    *asked(
        {"driver": "leader", "than": "other"},
        """
        who is on (a different|another|different|other) (tyre|compound|tyres) (to|than|from) the leader
        best placed car on (other|different) tyres than the leader
        who is not on the same (tyres|compound) as the leader
        """,
    ),
    *asked(
        {"used": "one"},
        """
        who has (only used|used only|run only|only run) one (compound|type of tyre)
        who has not used (two|a second) compounds
        who (still has|still needs|has) to use (a second|another) compound / who has not used a second compound
        who has (only used|used only) one kind of tyre / has anyone used only one compound
        who must still change compound / (has|have) (everyone|everybody|all cars|they all) used two compounds
        """,
    ),
    *asked(
        {"used": "several"},
        "who has used (two|both) compounds / who has used (two|both) types of tyre"
        " / how many cars have used two compounds / who has used (more than one compound|several compounds)",
    ),
    *asked(
        {"used": "three"},
        "who has used (all three|three|all) compounds / has anyone used (all three|three) compounds",
    ),
    *(
        example
        for compound in ("soft", "medium", "hard", "intermediate", "supersoft", "ultrasoft")
        for example in asked(
            {"used": "one", "compound": compound},
            f"who has (only used|used only|run only|only run) {compound} / who has (used|run) nothing but {compound}",
        )
    ),
    *asked(
        {"driver": "{driver}", "left": True},
        """
        (which|how many|what) (tyre sets|sets of tyres|sets|tyres|new tyres) does {driver} have left
        does {driver} have (any|) (new|fresh) tyres left / what tyres does {driver} have (available|left)
        does {driver} have new (softs|mediums|hards|inters|soft|medium|hard) left
        does {driver} have a new set of (softs|mediums|hards|soft|medium|hard) left
        """,
    ),
    *asked(
        {"left": True},
        """
        who has (a new set of|new|fresh|new sets of) (softs|mediums|hards|soft|medium|hard|tyres) left
        (which|how many|what) (tyre sets|sets of tyres|sets|tyres) (are|do they have|does everyone have) left
        """,
    ),
)
