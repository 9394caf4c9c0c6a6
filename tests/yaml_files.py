"""YAML, read by libyaml where it is installed: the truths are long, and the reader in Python takes ten times as long."""

from __future__ import annotations

from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(text: str) -> Any:
    """What a document holds."""
    return yaml.load(text, _Loader)
