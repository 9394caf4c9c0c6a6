"""What the sport calls its tyres and its stops, by what a timing screen calls them."""

from __future__ import annotations

OF_THE_PITS: dict[str, str] = {
    "still on": " / ".join(
        f"{yet} to {leave}"
        for yet in ("yet", "still")
        for leave in ("swap", "ditch", "drop", "come off", "get off", "change from", "move off", "swap off")
    ),
    "intermediates": "inters / crossovers / the greens / green tyres / green walled tyres",
    "intermediate": "inter",
    "wets": "full wets / extreme wets",
    "ultrasofts": "ultras",
    "supersofts": "supers / super softs",
    "hypersofts": "hypers / hyper softs",
    "ultrasoft": "ultra soft",
    "supersoft": "super soft",
    "on": "staying out on / stayed out on / staying on / stayed on",
    "pitting": "boxing",
    "tyres": "boots / shoes / rubbers",
    "pitted": (
        "come in for tyres / came in for tyres / comes in for tyres / in for tyres / been in for tyres / peeled in"
        " / dived in / dive in / dives in / piled in / ducked in / dive for the pits / dive into the pits"
        " / dived for the pits / dived into the pits / headed for the pits / headed into the pits / hit the pits"
        " / made a stop / made a pit stop / made his stop / made their stop / been called in / visited the pits"
        " / been to the pits / taken on fresh tyres / taken on new tyres / had a stop / taken a stop"
        " / came into the pits / come into the pits / gone into the pits / went into the pits / boxed"
    ),
    "pitted first": "blinked first",
    "what tyres": (
        "what colour tyres / what kind of tyres / what sort of tyres / what type of tyres / what colour of tyres"
        " / what rubber"
    ),
    "which tyres": "which rubber / which colour tyres / which kind of tyres / which type of tyres",
    "not stopped": " / ".join(
        f"{on} {whose}{which} {rubber}"
        for on, which in (("still on", "first"), ("still on", "starting"), ("on", "starting"), ("on", "original"))
        for whose in ("his ", "their ", "the ", "")
        for rubber in ("set", "sets", "set of tyres", "sets of tyres", "tyres", "rubber")
    )
    + (
        " / yet to stop / yet to pit / yet to box / still to stop / still to pit / still has to stop"
        " / still has to pit / still have to stop / still have to pit / still needs to stop / still need to stop"
    ),
    "has not stopped": (
        "still needs to make a stop / still has to make a stop / still has a stop to make / has to stop"
        " / has still to stop / needs to stop / has still to make a first stop / is still to make a first stop"
        " / still has to make a first stop / has yet to make a stop / has yet to make a first stop"
    ),
    "on tyres": "on rubber",
    "fresh tyres": "fresh rubber / new rubber",
    "old tyres": "old rubber / worn rubber",
    "how old are": "how cooked are / how shot are / how worn are / how far gone are",
    "and how old are they": (
        "and how cooked is it / and how cooked are they / and how worn is it / and how worn are they"
        " / and how old is it / and how shot are they"
    ),
    "pit": "bother pitting / bother to pit / bother stopping / bother to stop",
    "fastest pit stops": "quickest through the pit lane / fastest through the pit lane / quickest in the pit lane",
    **{
        f"who is not on {tyres}": " / ".join(
            f"who {still} {come} for {tyres}"
            for still in (
                "is still to",
                "still has to",
                "has still to",
                "is yet to",
                "has yet to",
                "has not",
                "has to",
                "did not",
            )
            for come in ("come in", "pit", "stop", "box", "stopped", "pitted", "boxed")
        )
        for tyres in ("slicks", "dries", "drys", "dry tyres", "inters", "intermediates", "wets")
    },
}
"""Words of a timing screen, and other words for them, ` / ` between them."""
