"""What the sport calls its people and its teams. A nickname counts only where its bearer takes part."""

from __future__ import annotations

NICKNAMES: dict[str, tuple[str, ...]] = {
    "albon": ("alex", "albono"),
    "alonso": ("nando",),
    "antonelli": ("kimi",),
    "bearman": ("ollie",),
    "bortoleto": ("gabi",),
    "bottas": ("vb",),
    "colapinto": ("franquito",),
    "giovinazzi": ("gio",),
    "grosjean": ("romain", "rogro"),
    "hamilton": ("lewi",),
    "hulkenberg": ("hulk", "hulky", "hulkenburg"),
    "kvyat": ("dany",),
    "leclerc": ("charlie", "sharl"),
    "magnussen": ("kmag",),
    "norris": ("lando",),
    "ocon": ("estie",),
    "perez": ("checo",),
    "piastri": ("osc", "oscar"),
    "raikkonen": ("kimi", "iceman", "raikonnen"),
    "ricciardo": ("dan", "danny", "danny ric", "dannyric", "honey badger", "honeybadger"),
    "rosberg": ("nico",),
    "russell": ("georgie",),
    "sainz": ("carlito", "smooth operator"),
    "sargeant": ("logan",),
    "schumacher": ("schumi", "mick"),
    "stroll": ("lance",),
    "tsunoda": ("yuki",),
    "verstappen": ("super max", "mad max"),
    "vettel": ("seb", "sebi"),
    "zhou": ("guanyu",),
}
"""Nicknames by the folded family name."""

ROOKIES: dict[str, tuple[str, ...]] = {
    "2018": ("leclerc", "sirotkin"),
    "2019": ("norris", "albon", "russell", "giovinazzi"),
    "2020": ("latifi",),
    "2021": ("tsunoda", "schumacher", "mazepin"),
    "2022": ("zhou",),
    "2023": ("piastri", "sargeant", "vries"),
    "2024": ("bearman", "colapinto", "doohan", "hadjar"),
    "2025": ("antonelli", "bearman", "bortoleto", "colapinto", "doohan", "hadjar", "lawson"),
    "2026": ("lindblad",),
}
"""Folded family names of those whose first season in the championship it is, or who try out in its practices."""
ROOKIE_WORDS = ("rookies", "rookie")

TEAM_NICKNAMES: dict[str, tuple[str, ...]] = {
    "aston martin": ("astons", "amr"),
    "cadillac": ("caddy", "caddies"),
    "chevrolet": ("chevy", "chevys", "chevies"),
    "corvette": ("vette", "vettes"),
    "ferrari": ("scuderia", "prancing horse", "prancing horses"),
    "lamborghini": ("lambo", "lambos"),
    "mercedes": ("merc", "mercs", "silver arrow", "silver arrows"),
    "red bull": ("rbr",),
}
"""Nicknames by the folded words of a team's name."""
