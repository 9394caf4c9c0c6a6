"""A team mate, a driver's team and the two cars of a team are named in a question that no example asks."""

from __future__ import annotations

import pytest

from director.planners.offline.apart.of_his_team import with_team_named
from director.planners.offline.knowledge import Knowledge
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.rows import each_row
from toolgate.contract import Context

TEAMS = {"Ferrari": ("Vettel", "Leclerc"), "Mercedes": ("Hamilton", "Bottas"), "Williams": ("Stroll",)}
DRIVERS = [{"code": name[:3].upper(), "name": name, "team": team} for team, names in TEAMS.items() for name in names]
CONTEXT = Context("A race.", {"driver": DRIVERS, "team": [{"name": team} for team in TEAMS]}, "Race")


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    known = Knowledge()
    known.refresh(catalogue(build_tools(StateCache())), CONTEXT)
    return known


@each_row(
    ("question", "named"),
    [
        ("did Vettel stop before his teammate", "did Vettel stop before Leclerc"),
        ("what tyres are Bottas and his team-mate on", "what tyres are Bottas and Hamilton on"),
        ("how many points does Bottas's team get", "how many points does Mercedes get"),
        ("how has the gap between the two Ferraris changed over the last 4 laps",
         "how has the gap between Vettel and Leclerc changed over the last 4 laps"),
        ("did the two Mercedes cars stop on the same lap", "did Hamilton and Bottas stop on the same lap"),
        ("has Vettel passed his teammate and Bottas", "has Vettel passed Leclerc and Bottas"),
        ("is the Ferrari of Vettel in the pits", "is Vettel in the pits"),
        ("is the Ferrari of Bottas in the pits", None),
        # A tool compares team mates.
        ("is Vettel ahead of his teammate", None),
        # Nobody, or not surely one.
        ("did Stroll stop before his teammate", None),
        ("did he stop before his teammate", None),
        ("did Vettel and Bottas stop before his teammate", None),
        ("how many points does Bottas's team mate get", None),
        ("have two cars stopped", None),
    ],
)  # fmt: skip
def test_who_it_is_is_named(knowledge: Knowledge, question: str, named: str | None) -> None:
    assert with_team_named(question, knowledge) == (named or question)
