"""Claims of the tools of practice and qualifying."""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.claims.claim_parts import says
from toolgate.contract import JsonObject

TIMED_CLAIMS: Mapping[str, tuple[JsonObject, ...]] = {
    "get_fastest_practice": (
        says("has_position", subject="/rows/*/driver", value="/rows/*/position"),
        says("best_lap", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s", lap="/rows/*/best_lap"),
        says("fastest_lap", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s", lap="/rows/*/best_lap",
              where={"/rows/*/position": 1}),
        says("off_fastest", subject="/rows/*/driver", value="/rows/*/behind_s", unit="s", sign=1),
        says("laps_run", subject="/rows/*/driver", value="/rows/*/laps", unit="laps"),
        says("on_tyre", subject="/rows/*/driver", value="/rows/*/compound"),
        says("in_pit", subject="/rows/*/driver", where={"/rows/*/in_pit": True}),
    ),
    "get_runs": (
        says("lap_time", subject="/rows/*/driver", lap="/rows/*/best_lap", value="/rows/*/best_lap_s", unit="s",
             event=True),
        *(
            says(f"long_run{state}", subject="/rows/*/driver", value="/rows/*/average_s", unit="s",
                 total="/rows/*/long_laps", compound="/rows/*/compound", where=fitted, given={"show": "long"},
                 partial=["driver", "other", "compound", "new", "segment", "top_n"])
            for state, fitted in (("", {}), ("_new", {"/rows/*/new": True}), ("_used", {"/rows/*/new": False}))
        ),
    ),
    "get_qualifying": (
        says("has_position", subject="/rows/*/driver", value="/rows/*/position"),
        says("best_lap", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s"),
        says("off_fastest", subject="/rows/*/driver", value="/rows/*/behind_s", unit="s", sign=1),
        says("on_pole", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s",
              where={"/rows/*/position": 1, "/over": True}, unless=["segment"]),
        says("topped_segment", subject="/rows/*/driver", value="/rows/*/segment", where={"/rows/*/position": 1},
             needs=["segment"]),
        says("in_segment", subject="/rows/*/driver", value="/rows/*/segment"),
        says("missed_cut", subject="/line/first_out", value="/line/gap_s", unit="s"),
        says("last_through", subject="/line/driver"),
        says("at_risk", subject="/rows/*/driver", where={"/over": False, "/rows/*/at_risk": True}),
        says("safe_for_now", subject="/rows/*/driver",
              where={"/over": False, "/rows/*/at_risk": False, "/rows/*/knocked_out": False}),
        says("safe_by", subject="/line/driver", value="/line/gap_s", unit="s", where={"/over": False}),
        says("first_below_cut", subject="/line/first_out", value="/line/gap_s", unit="s", total="/through",
              where={"/over": False}),
        says("fastest_lap", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s",
              where={"/rows/*/position": 1}),
        says("segment_left", value="/time_left_s", unit="s", where={"/over": False}),
        says("qualified", subject="/rows/*/driver", value="/rows/*/position", where={"/over": True},
             unless=["segment"]),
        says("off_pole", subject="/rows/*/driver", value="/rows/*/behind_s", unit="s", sign=1,
              where={"/over": True, "/rows/*/segment": 3}, unless=["segment"]),
        says("knocked_out", subject="/knocked_out/*/driver", value="/knocked_out/*/segment"),
        says("no_time", subject="/rows/*/driver", where={"/rows/*/best_lap_s": None}),
    ),
}  # fmt: skip
