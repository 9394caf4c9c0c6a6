"""What people call the cars of endurance racing by their model: the Aston Martin of the prototypes is the Valkyrie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MODEL = "model"
"""What those share who drive the same model."""
PROTOTYPES = frozenset({"GTP", "HYPERCAR", "LMDH", "LMH", "DPI"})
"""Classes of prototypes whose makers build their own car."""
_MODELS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "acura": (("arx", "arx06"), ("nsx", "nsxs")),
    "alpine": (("a424",), ()),
    "aston martin": (("valkyrie", "valkyries"), ("vantage", "vantages")),
    "bmw": (("m hybrid", "hybrid v8"), ("m4", "m4s")),
    "cadillac": (("v series", "v series r"), ()),
    "chevrolet": ((), ("corvette", "corvettes", "vette", "vettes")),
    "ferrari": (("499p",), ()),
    "ford": ((), ("mustang", "mustangs")),
    "lamborghini": (("sc63",), ("huracan", "huracans")),
    "lexus": ((), ("rcf", "rc f")),
    "toyota": (("gr010",), ()),
}
"""By the folded maker: what its prototype and its grand tourer are called. Bare numbers (963) may be other cars'."""


def models_of(maker: Sequence[str], fields: Mapping[str, str]) -> tuple[str, ...]:
    """What a car is called whose maker has this name, in small letters, in the class that its fields tell."""
    prototypes, tourers = _MODELS.get(" ".join(maker), ((), ()))
    return prototypes if fields.get("class_name", "").upper() in PROTOTYPES else tourers
