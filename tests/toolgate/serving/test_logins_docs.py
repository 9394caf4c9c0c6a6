"""docs/logins.md: every provider that the page names is there, and wants what the page says."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest
from fastmcp.server.auth import AuthProvider, providers

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "logins.md").read_text()
ROWS = re.findall(r"^\| [^|]+ \| `(\w+)\.(\w+)` \| ([^|]+) \| ([^|]+) \|", PAGE, re.MULTILINE)
OF_NO_VENDOR = {"debug", "in_memory", "introspection", "jwt"}


def provider(module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"{providers.__name__}.{module}"), name)


def test_every_vendor_of_the_library_is_on_the_page() -> None:
    vendors = {each.name for each in pkgutil.iter_modules(providers.__path__)} - OF_NO_VENDOR
    assert {module for module, *_ in ROWS} == vendors


@pytest.mark.parametrize(("module", "name", "given", "where"), ROWS, ids=[name for _, name, *_ in ROWS])
def test_a_provider_wants_what_the_page_says(module: str, name: str, given: str, where: str) -> None:
    must, _, may = given.partition(";")
    parameters = inspect.signature(provider(module, name)).parameters
    needed = [one.name for one in parameters.values() if one.default is one.empty]
    assert re.findall(r"`(\w+)`", must) == needed
    assert parameters.keys() >= set(re.findall(r"`(\w+)`", may))
    proxied = any(base.__name__ == "OAuthProxy" for base in provider(module, name).__mro__)
    assert where.strip() == ("through this server" if proxied else "at the vendor's")
    assert issubclass(provider(module, name), AuthProvider)


def test_the_server_of_the_page_can_be_made() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, "docs/logins.md", "exec"), names)
    assert names["server"].service().identity.needs_login
