"""The house stands as drawn: imports and registry strings point down, stages never meet, and exports are exact."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[1] / "src" / "pincite"

STAGES = ("ingest", "parse", "chunk", "embed", "index", "retrieve", "rerank", "assemble", "generate", "attribute")
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors",),
    ("installed", "registry", "secret"),
    ("documents",),
    ("text",),
    ("questions",),
    ("answers",),
    ("protocols",),
    ("likeness",),
    ("wire",),
    ("trace", "access", "validity"),
    ("models", "catalog"),
    STAGES,
    ("lifecycle",),
    ("pipeline",),
    ("config",),
    ("corpus",),
    ("evaluate", "diagnose", "testing"),
    ("cli",),
    ("__main__",),
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}


def modules() -> list[Path]:
    return sorted(p for p in SRC.rglob("*.py") if p.parent != SRC or p.stem != "__init__")


def dotted(path: Path) -> str:
    parts = path.relative_to(SRC.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def home(module: str) -> str:
    """Return the name in LAYERS that a dotted module belongs to; a private sibling such as ``_toml`` has its own."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("pincite")}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pincite"):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"^pincite(?:\.\w+)+(?=:\w+$)", node.value))
    return found


def violations() -> list[str]:
    wrong = []
    for path in modules():
        mine = home(dotted(path))
        for target in imported(path):
            theirs = home(target)
            if theirs == mine or theirs not in RANK:
                continue
            if RANK[theirs] >= RANK[mine]:
                wrong.append(f"{dotted(path)} imports {target}")
    return wrong


def test_every_module_has_a_layer() -> None:
    homes = {home(dotted(path)) for path in modules()}
    assert homes <= set(RANK)


def test_imports_and_registry_strings_point_to_lower_layers_and_stages_never_meet() -> None:
    assert violations() == []


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_all_names_exactly_what_a_module_defines_for_others(path: Path) -> None:
    if "migrations" in path.parts or (path.stem.startswith("_") and path.stem != "__init__"):
        pytest.skip("private, or run by Alembic")
    module = import_module(dotted(path))
    tree = ast.parse(path.read_text())
    defined = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }
    exported = set(getattr(module, "__all__", ()))
    assert defined <= exported
    assert all(hasattr(module, name) for name in exported)


def test_a_planted_upward_import_is_seen() -> None:
    assert RANK["errors"] < RANK["text"] < RANK["protocols"] < RANK["catalog"] < RANK["chunk"] < RANK["cli"]
    assert "pincite.testing.embedder" in imported_from('BUILDERS = {"x": "pincite.testing.embedder:build"}')


def imported_from(source: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"^pincite(?:\.\w+)+(?=:\w+$)", node.value))
    return found
