"""A race that can be asked: what `director.open_race` gives, and what the command line is built on."""

from director.race.backend import start_backend
from director.race.opening import load_race, open_race
from director.race.race import Race

__all__ = ["Race", "load_race", "open_race", "start_backend"]
