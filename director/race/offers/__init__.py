"""What the race's server offers beside tools: resources to read and follow, prompts, names that complete them."""

from director.race.offers.completions import DriverNames
from director.race.offers.prompts import PROMPTS, race_prompts
from director.race.offers.resources import LIVE, RESOURCES, SESSION_RESOURCES, race_resources, session_of

OFFERED = (*RESOURCES, *PROMPTS)
"""The names of all of them, as policies see them."""
OFFERED_OF_SESSIONS = (*OFFERED, *SESSION_RESOURCES)
"""What is offered where there are several sessions."""

__all__ = ["LIVE", "OFFERED", "OFFERED_OF_SESSIONS", "DriverNames", "race_prompts", "race_resources", "session_of"]
