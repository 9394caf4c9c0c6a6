"""A race that can be asked: what `director.open_race` gives, and what the command line is built on."""

from director.race.askable import Askable
from director.race.backend import start_backend
from director.race.loading import LoadingRace, open_beside
from director.race.opening import load_race, open_race, open_servers
from director.race.race import Race
from director.race.view import PolicedView, ViewDenied

__all__ = [
    "Askable",
    "LoadingRace",
    "PolicedView",
    "Race",
    "ViewDenied",
    "load_race",
    "open_beside",
    "open_race",
    "open_servers",
    "start_backend",
]
