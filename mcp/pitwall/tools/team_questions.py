"""How people ask of the teams in practice and qualifying: the examples of get_teams."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

_QUICKER = "(faster|quicker|ahead|better|fastest)"
EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"team": "{team}", "other": "{other}"},
        f"""
        (has|did) {{team}} (beat|beaten|outqualify|outqualified) {{other}} / who beat whom {{team}} or {{other}}
        is {{team}} ahead of {{other}} / is the best {{team}} (faster|quicker|ahead of|faster than) the best {{other}}
        {{team}} or {{other}} {_QUICKER} / who is {_QUICKER} {{team}} or {{other}}
        is {{team}} {_QUICKER} than {{other}}
        which team is {_QUICKER} {{team}} or {{other}} / gap between {{team}} and {{other}}
        how far (is|are) {{team}} (off|behind|from) {{other}} / {{team}} vs {{other}} / compare {{team}} and {{other}}
        best {{team}} against the best {{other}}
        """,
    ),
    *asked(
        {"team": "{team}"},
        """
        (best|fastest|top|leading) {team} / who is the (best|fastest|top) {team} / {team} best (lap|time)
        which {team} is (faster|quicker|ahead|fastest|better|best) / where are (both|the|the two) {team} (cars|drivers|)
        how are (the|the two|both) {team} doing / (best|fastest) (lap|time) of the {team}
        """,
    ),
    *asked(
        {"tell": "rank", "team": "{team}"},
        "is {team} (fastest|quickest|on top|the fastest team|the team to beat)",
    ),
    *asked(
        {"tell": "best"},
        """
        which team is (fastest|on top|ahead|best) / fastest team / teams by best lap
        which team (has|had|set) the (fastest|best) (lap|time) / rank the teams
        which teams are (fastest|at the front) / how do the teams (stand|compare|stack up) / team order by best lap
        """,
    ),
    *asked(
        {"tell": "out"},
        """
        (any|which) (team|teams) (lose|lost|losing) both (cars|drivers|of their cars|)
        (did|has|have) any team (lose|lost) both (cars|drivers|)
        which teams have both (cars|drivers) (out|knocked out)
        which teams are (completely out|out with both cars) / any double (elimination|knock out)
        who lost both cars / were both cars of any team knocked out / any teams out with both cars
        """,
    ),
    *asked(
        {"tell": "out", "team": "{team}"},
        "(did|has) {team} (lose|lost) both (cars|drivers|) / are both {team} (cars|) knocked out",
    ),
    *asked(
        {"tell": "through"},
        """
        (which|any) teams (got|have|had|with) both (cars|drivers) (in|through|into)
        (which|any) teams (got|have|had) both cars (in|into|through to) this (segment|part|session|one)
        how many teams (got|have) both cars (through|in) / who (got|has) both cars (through|in)
        """,
    ),
    *(
        example
        for segment in ("q2", "q3")
        for example in asked(
            {"tell": "through", "segment": segment},
            f"""
            (how many|which) teams (are|were|made it|got) (in|into|through to) {segment}
            (how many|which) teams (have|had|got) (a car|cars|one car|both cars) in {segment}
            """,
        )
    ),
)
