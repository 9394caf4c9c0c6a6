"""Conversations to start from: each tells a model which tools to read and to say nothing that they do not say."""

from __future__ import annotations

from director.race.offers.completions import DriverNames
from director.race.sessions import ARGUMENT
from toolgate.contract import AgentContext, JsonObject
from toolgate.offers import PromptArgument, PromptSpec

PROMPTS = SUMMARY, BATTLE, STRATEGY = "race_summary", "explain_battle", "driver_strategy"

_ONLY = "Say nothing that the tools' answers do not say; where something is missing, say that it is."
_AT = PromptArgument("lap", "as the race stood when its first car completed this lap; now otherwise", required=False)
_SESSION = PromptArgument(ARGUMENT, "which session; the first one otherwise", required=False)


def race_prompts(names: DriverNames) -> list[PromptSpec]:
    """All prompts of a race. With several sessions each takes the name of one."""
    which, sessions = ((_SESSION,), {ARGUMENT: names.sessions}) if names.several else ((), {})
    return [
        PromptSpec(
            SUMMARY,
            "A summary of the race so far.",
            _summary,
            (_AT, *which),
            blocking=False,
            complete={"lap": names.laps, **sessions},
        ),
        PromptSpec(
            BATTLE,
            "What is going on in a battle: who, how close, on what tyres, and how it came to it.",
            _battle,
            (
                PromptArgument("driver", "one of the two; the closest battle otherwise", required=False),
                _AT,
                *which,
            ),
            blocking=False,
            complete={"driver": names.names, "lap": names.laps, **sessions},
        ),
        PromptSpec(
            STRATEGY,
            "The strategy of a driver: stops, tyres, pace, and what may come.",
            _strategy,
            (PromptArgument("driver", "whose strategy"), _AT, *which),
            blocking=False,
            complete={"driver": names.names, "lap": names.laps, **sessions},
        ),
    ]


def _summary(arguments: JsonObject, agent: AgentContext) -> str:
    return (
        f"Sum up the race in at most ten sentences{_moment(arguments)}. Read get_session_info, get_standings, "
        f"get_lead_changes, get_pit_stops, get_retirements and get_penalties. {_ONLY}"
    )


def _battle(arguments: JsonObject, agent: AgentContext) -> str:
    whose = f"the battle of {arguments['driver']}" if arguments.get("driver") else "the closest battle"
    return (
        f"Explain {whose}{_moment(arguments)}: who is in it, how close they are and who is gaining. Read "
        f"get_current_battle, get_gap, get_stints and get_lap_times of both drivers. {_ONLY}"
    )


def _strategy(arguments: JsonObject, agent: AgentContext) -> str:
    return (
        f"Describe the strategy of {arguments['driver']}{_moment(arguments)}: stops made, tyres and their age, pace, "
        f"and who is near. Read get_driver, get_pit_stops, get_stints and get_lap_times. {_ONLY}"
    )


def _moment(arguments: JsonObject) -> str:
    lap, session = arguments.get("lap"), arguments.get(ARGUMENT)
    of = f" of the session {session} (give every tool session={session})" if session else ""
    return of + (f", as it stood at lap {lap} (give every tool at_lap={lap})" if lap else "")
