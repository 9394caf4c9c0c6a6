"""The pages that tell of the code are held to it: tools, errors, the glossary."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from director.cli.tools_page import tools_page
from director.race.promised import promised_tools

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PACKAGES = [ROOT / "director", ROOT / "mcp" / "pitwall", ROOT / "mcp" / "toolgate"]
OF_THE_RACE = [("mcp", "pitwall", room) for room in ("facts", "query", "relations", "state", "stewards", "tools")]
"""The rooms where a place would be a position. Others speak of places in a text, a file or a list, as everybody does."""
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def trees() -> tuple[tuple[Path, ast.Module], ...]:
    files = chain.from_iterable(package.rglob("*.py") for package in PACKAGES)
    return tuple((path, ast.parse(path.read_text())) for path in files)


def classes() -> Iterator[ast.ClassDef]:
    for _, tree in trees():
        yield from (node for node in tree.body if isinstance(node, ast.ClassDef))


def test_the_page_of_tools_is_what_the_tools_say() -> None:
    page = (DOCS / "tools.md").read_text()
    assert page == tools_page(promised_tools()), "run director schemas export"


def test_a_public_class_name_stands_for_one_thing() -> None:
    counted = Counter(node.name for node in classes() if not node.name.startswith("_"))
    several = sorted(name for name, count in counted.items() if count > 1)
    assert several == []


def test_banned_words_are_in_no_public_name() -> None:
    named = []
    for path, tree in trees():
        names = [
            path.stem,
            *(
                node.name
                for node in ast.walk(tree)
                if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            ),
        ]
        named += [f"{path.stem}.{name}" for name in names if not name.startswith("_") and "place" in words(name)]
    assert named == []


PLACE = re.compile(r"(?<!`)\b[Pp]laces?\b")
NOT_A_POSITION = re.compile(
    r"""(?ix)
    \bplaces?\ (gained|lost|made\ up)\b  # the field's own phrase, and how many of them
    | \b(how\ many|most|more|fewer|penalty\ of)\ places\b
    | \bin\ (its|the|their|his)?\ ?place\b | \btakes?\ (the|its|their)\ place\b  # instead
    | \bturn\ or\ place\b | \bof\ this\ place\b  # of the track, in race control's words
    """
)


def places(text: str) -> list[str]:
    """Where a text says "place" for something that can be a position."""
    return [line.strip() for line in text.splitlines() if PLACE.search(NOT_A_POSITION.sub("", line))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The running order, or who holds one place.", True),
        ("Each car's place then and now.", True),
        ("Places gained and lost since the grid.", False),
        ("Another car in its place.", False),
        ("The fields are `place` and `car`.", False),
    ],
)
def test_place_for_a_position_is_told_from_its_other_uses(text: str, found: bool) -> None:
    assert bool(places(text)) is found


def test_what_a_tool_says_of_itself_has_no_place_for_a_position() -> None:
    found = []
    for spec in promised_tools():
        said = [spec.description, *descriptions(spec.input_schema), *descriptions(spec.output_schema)]
        found += [f"{spec.name}: {line}" for text in said for line in places(text)]
    assert found == []


def descriptions(node: object) -> Iterator[str]:
    """Every description of a schema."""
    if isinstance(node, dict):
        if isinstance(text := node.get("description"), str):
            yield text
        yield from chain.from_iterable(map(descriptions, node.values()))
    elif isinstance(node, list):
        yield from chain.from_iterable(map(descriptions, node))


def test_docstrings_about_the_race_have_no_place_for_a_position() -> None:
    found = []
    for path, tree in trees():
        if path.relative_to(ROOT).parts[:3] not in OF_THE_RACE:
            continue
        nodes = (node for node in ast.walk(tree) if isinstance(node, DOCUMENTED))
        found += [f"{path.stem}: {line}" for node in nodes for line in places(ast.get_docstring(node) or "")]
    assert found == []


def words(name: str) -> set[str]:
    """The words of a name, in the singular."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().split("_")
    return {word.removesuffix("s") for word in parted}


def test_every_term_says_what_it_is_and_stands_once() -> None:
    rows = re.findall(r"^\| ([\w ]+) \| (.+?) \| (.*?) ?\|$", (DOCS / "glossary.md").read_text(), re.MULTILINE)[1:]
    terms = [term for term, _, _ in rows]
    assert len(set(terms)) == len(terms) > 30
    for term in ("driver", "car", "position", "lap", "stint", "compound", "gap", "interval", "pit stop", "passage",
                 "track status", "race control message", "session", "series", "relation", "feed", "source", "tool", "call",
                 "plan", "step", "policy", "tier", "mode", "allowlist", "envelope", "audit record", "agent", "server",
                 "downstream server", "pointer", "index"):  # fmt: skip
        assert term in terms


@pytest.mark.parametrize("page", sorted([*DOCS.glob("*.md"), *ROOT.glob("*.md")]), ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
        assert target.startswith(("http://", "https://")) or (page.parent / target).exists(), target
