"""`--planner`: who plans."""

from __future__ import annotations

import argparse

from director.models import MODELS, REPLAY_PREFIX, is_model
from director.planners import PLANNERS
from toolgate.nearest import did_you_mean


def add_planner(parser: argparse.ArgumentParser) -> None:
    """`--planner`."""
    names = ", ".join(("auto", *PLANNERS, *MODELS))
    parser.add_argument(
        "--planner", type=planner_name, metavar="NAME", help=f"who plans: {names} or replay:FILE (default: auto)"
    )


def planner_name(text: str) -> str:
    """A name that `--planner` takes. ArgumentTypeError for any other."""
    if text in ("auto", *PLANNERS) or is_model(text):
        return text
    known = ("auto", *PLANNERS, *MODELS)
    near = did_you_mean(text, known) or f": choose from {', '.join(known)} or {REPLAY_PREFIX}FILE"
    raise argparse.ArgumentTypeError(f"there is no planner {text[:100]!r}{near}")
