"""What stands beside the package uses it as it is: scripts of benches and examples, and the code of the documents."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module, util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted(
    path
    for folder in ("bench", "examples")
    for path in (ROOT / folder).rglob("*.py")
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
)
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def named(source: str) -> Iterator[tuple[str, str]]:
    """Yield each module of the package that a source imports, with the name that it takes from it, or nothing."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.split(".")[0] == "pincite")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "pincite":
            yield from ((node.module or "", alias.name) for alias in node.names)


def absent(source: str) -> list[str]:
    """Return what a source imports from the package that is not there."""
    wrong = []
    for module, name in named(source):
        try:
            found = import_module(module)
        except ModuleNotFoundError:
            wrong.append(module)
            continue
        package = hasattr(found, "__path__")
        if name and not hasattr(found, name) and not (package and util.find_spec(f"{module}.{name}")):
            wrong.append(f"{module}.{name}")
    return wrong


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_script_imports_only_what_the_package_has(path: Path) -> None:
    assert absent(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_code_of_a_page_imports_only_what_the_package_has(path: Path) -> None:
    assert [wrong for code in FENCE.findall(path.read_text(encoding="utf-8")) for wrong in absent(code)] == []


def test_an_import_of_what_is_gone_is_seen() -> None:
    source = "import pincite.gone\nfrom pincite.errors import NoSuchThing\nfrom pincite import errors"
    assert absent(source) == ["pincite.gone", "pincite.errors.NoSuchThing"]
