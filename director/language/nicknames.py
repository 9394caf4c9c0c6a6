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

NATIONS: dict[str, tuple[str, ...]] = {
    "argentine": ("colapinto",),
    "argentinian": ("colapinto",),
    "aussie": ("ricciardo", "piastri", "doohan", "webber"),
    "australian": ("ricciardo", "piastri", "doohan", "webber"),
    "belgian": ("vandoorne",),
    "brazilian": ("bortoleto", "drugovich", "fittipaldi", "massa", "barrichello", "nasr"),
    "brit": ("hamilton", "norris", "russell", "bearman", "button", "lindblad", "browning", "shields", "aitken"),
    "canadian": ("stroll", "latifi"),
    "chinese": ("zhou",),
    "dane": ("magnussen", "vesti"),
    "dutchman": ("verstappen", "vries"),
    "finn": ("raikkonen", "bottas", "kovalainen"),
    "frenchman": ("gasly", "ocon", "grosjean", "hadjar", "vergne", "martins", "pourchaire"),
    "german": ("vettel", "hulkenberg", "rosberg", "schumacher", "wehrlein"),
    "italian": ("giovinazzi", "antonelli"),
    "japanese": ("tsunoda", "iwasa", "hirakawa", "kobayashi"),
    "kiwi": ("lawson", "hartley"),
    "mexican": ("perez", "gutierrez"),
    "monegasque": ("leclerc",),
    "russian": ("sirotkin", "kvyat", "mazepin"),
    "spaniard": ("alonso", "sainz", "palou"),
    "swede": ("ericsson",),
    "thai": ("albon",),
}
"""What those of a nation are called, by folded family names: one who is alone of his in a Grand Prix is meant by it."""
BY_NATION: dict[str, tuple[str, ...]] = {
    family: tuple(said for said, families in NATIONS.items() if family in families)
    for family in {family for families in NATIONS.values() for family in families}
}

TEAM_NICKNAMES: dict[str, tuple[str, ...]] = {
    "aston martin": ("astons", "amr"),
    "cadillac": ("caddy", "caddies"),
    "chevrolet": ("chevy", "chevys", "chevies"),
    "corvette": ("vette", "vettes"),
    "ferrari": (
        "scuderia",
        "prancing horse",
        "prancing horses",
        "red car",
        "red cars",
        "tifosi car",
        "tifosi cars",
    ),
    "kick sauber": ("sauber", "saubers"),
    "lamborghini": ("lambo", "lambos"),
    "mercedes": ("merc", "mercs", "silver arrow", "silver arrows"),
    "mclaren": ("papaya", "papayas", "papaya car", "papaya cars", "maccas", "macca"),
    "alphatauri": ("alpha tauri", "alpha tauris"),
    "racing bulls": ("bulls", "vcarb"),
    "rb": ("racing bulls", "racing bull", "vcarb"),
    "red bull": ("rbr", "bulls"),
}
"""Nicknames by the folded words of a team's name."""
