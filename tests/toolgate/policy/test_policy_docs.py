"""docs/policy.md tells the truth: its example loads, and decides as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

from toolgate.policy import AgentRules, lint

TEXT = (Path(__file__).parents[3] / "docs" / "policy.md").read_text()
AGENT = "team.engineer"


def test_the_example_decides_as_the_text_says() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    rules = AgentRules.from_dict(json.loads(example))
    assert lint(rules, ["pitwall", "postgres"]) == []
    dropped = rules.decide(AGENT, "postgres", "drop_table", {})
    assert (dropped.allowed, dropped.rule) == (False, f"agents.{AGENT}.deny.tools.postgres[0]")
    deleting = rules.decide(AGENT, "postgres", "query", {"sql": "DELETE FROM laps"})
    assert (deleting.allowed, deleting.rule) == (False, f"agents.{AGENT}.deny.tools.postgres[1]")
    reading = rules.decide(AGENT, "postgres", "query", {"sql": "SELECT 1"})
    assert (reading.allowed, reading.rule) == (True, f"agents.{AGENT}.allow.tools.postgres[0]")
    capped = rules.decide(AGENT, "pitwall", "get_current_battle", {"top_n_pairs": 9})
    assert (capped.allowed, capped.rule) == (False, f"agents.{AGENT}.allow.tools.pitwall")
    for decision in (dropped, deleting, reading, capped):
        assert f"`{decision.rule}`" in TEXT or f"`{decision.rule.removeprefix(f'agents.{AGENT}.')}`" in TEXT
