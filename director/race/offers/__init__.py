"""What the race's server offers beside tools: resources to read and follow, prompts, names that complete them."""

from director.race.offers.names import DriverNames
from director.race.offers.prompts import PROMPTS, race_prompts
from director.race.offers.resources import LIVE, RESOURCES, race_resources

OFFERED = (*RESOURCES, *PROMPTS)
"""The names of all of them, as policies see them."""

__all__ = ["LIVE", "OFFERED", "DriverNames", "race_prompts", "race_resources"]
