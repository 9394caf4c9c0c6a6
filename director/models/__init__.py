"""Language models behind one port: a request with a schema in, JSON that was asked for out, or a ModelError.

A new provider is its file, one name in MODELS and its settings.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from director.models.base import Model
from director.models.options import ModelOptions

AUTO, OFFLINE, REPLAY_PREFIX = "auto", "offline", "replay:"

MODELS: tuple[str, ...] = ("claude", "gemini")
"""Providers: each is the module of its name, with a function `make`. Only the one in use is imported: an SDK takes long
to import. Where several keys are set, `auto` takes the first here, the one whose prices are known."""


def is_model(planner: str) -> bool:
    """Whether a planner of that name asks a language model."""
    return planner in MODELS or (planner.startswith(REPLAY_PREFIX) and planner != REPLAY_PREFIX)


def chosen(planner: str, options: ModelOptions) -> str:
    """What `auto` stands for: the first provider whose key is set, else the offline planner. Others are themselves."""
    if planner != AUTO:
        return planner
    return next((name for name in MODELS if options.providers[name].key), OFFLINE)


def make_model(name: str, options: ModelOptions) -> Model:
    """The model of a provider, or of a file: `replay:FILE`. ModelError where a file cannot be used.

    Make it once and keep it: it holds the connections, the circuit, and what the provider was found to take.
    """
    from director.models.circuit_breaker import CircuitModel
    from director.models.recorded import RecordingModel, ReplayModel

    if name.startswith(REPLAY_PREFIX):
        return ReplayModel(Path(name.removeprefix(REPLAY_PREFIX)).expanduser())
    model: Model = import_module(f"director.models.{name}").make(options.providers[name])
    if options.record is not None:
        model = RecordingModel(model, options.record)
    return CircuitModel(model, options.circuit)
