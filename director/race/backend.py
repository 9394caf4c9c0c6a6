"""Who plans and who words the answer: the offline planner alone, or a language model for both."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import Struct

from director.answerers.base import Answerer
from director.models import REPLAY_PREFIX, chosen, is_model, make_model
from director.models.base import Model
from director.planners import make_planner
from director.planners.base import Planner, PreparedPlanner
from director.race.assembly import cache_folder
from director.race.blocking import apart
from director.settings import Settings, SettingsError

_FALLBACK_S = 0.5
"""What a model leaves of its time to the planner that plans where it is late, seconds."""


class Backend(Struct, frozen=True):
    """A planner and, where a model is behind it, an answerer. Make it once and keep it."""

    planner: Planner
    answerer: Answerer | None = None
    model: Model | None = None

    async def prepare(self) -> None:
        """Loads beside the event loop what the planner's first question would wait for, for those who serve many."""
        if isinstance(self.planner, PreparedPlanner):
            await apart(self.planner.prepare)

    async def aclose(self) -> None:
        """Closes the model's connections."""
        if self.model is not None:
            await self.model.aclose()


def make_backend(name: str, settings: Settings) -> Backend:
    """The planner of that name, and an answerer where it is a model. ModelError where a replay cannot be read."""
    if (planner_of := _of_plugin(name, settings)) is not None:
        return Backend(_made(name, planner_of))
    name = chosen(name, settings.models)
    if not is_model(name):
        return Backend(make_planner(name, learnt_folder(settings)))
    from director.answerers.llm import LlmAnswerer
    from director.planners.fallback import FallbackPlanner
    from director.planners.llm import LlmPlanner

    model = make_model(name, settings.models)
    timeout_s = min(settings.plan_timeout_s, settings.deadline_s)  # the circuit counts a timeout, but no cancellation
    planner: Planner = LlmPlanner(
        model,
        timeout_s=timeout_s - min(_FALLBACK_S, timeout_s / 2) if settings.fallback == "offline" else timeout_s,
        max_tokens=settings.catalogue_tokens,
        max_steps=settings.max_steps,
        system_prompt=settings.system_prompt,
    )
    if settings.plan_cache and settings.record is None and not name.startswith(REPLAY_PREFIX):
        # While exchanges are recorded or replayed, each question is planned by the model.
        from director.plan_cache import CachingPlanner

        planner = CachingPlanner(planner, settings.plan_cache, max_steps=settings.max_steps)
    if settings.fallback == "offline":
        planner = FallbackPlanner(planner, make_planner("offline", learnt_folder(settings)))
    answer_timeout_s = min(settings.answer_timeout_s, settings.deadline_s)
    answerer = LlmAnswerer(model, timeout_s=answer_timeout_s, system_prompt=settings.system_prompt)
    return Backend(planner, answerer, model)


def _made(name: str, planner_of: Callable[[], Planner]) -> Planner:
    """A plugin's planner. SettingsError where its code fails, which is somebody else's."""
    try:
        return planner_of()
    except Exception as error:  # noqa: BLE001 - whatever it raises, the question ends in one line
        raise SettingsError(f"setting DIRECTOR_PLANNER: {name} failed ({type(error).__name__})") from None


def _of_plugin(name: str, settings: Settings) -> Callable[[], Planner] | None:
    """What makes the planner `plugin.name`; None where no plugin that is loaded has one of that name."""
    if "." not in name or not settings.plugins:
        return None
    from director.plugins import named_plugins

    return named_plugins(settings.plugins).planners.get(name)


async def start_backend(settings: Settings) -> Backend:
    """The planner and answerer of the settings, made beside the event loop: a model's package takes time to import."""
    return await apart(partial(make_backend, settings.planner, settings))


def learnt_folder(settings: Settings) -> Path:
    """The folder in which the offline planner keeps what it has learnt of catalogues."""
    return cache_folder(settings) / "catalogues"
