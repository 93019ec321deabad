"""Docstrings tell the truth: what they name exists, and everything public has one."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import pytest

from pincite import errors

SRC = Path(__file__).resolve().parents[1] / "src" / "pincite"
FILES = sorted(SRC.rglob("*.py"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def parameters(node: Function) -> set[str]:
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
    return {arg.arg for arg in every if arg is not None}


def documented(node: ast.AST) -> list[tuple[str, set[str], str]]:
    """Return name, own parameters and docstring of each function, and of each class with its constructor or fields."""
    found = []
    for each in ast.walk(node):
        if isinstance(each, Function):
            found.append((each.name, parameters(each), ast.get_docstring(each) or ""))
        elif isinstance(each, ast.ClassDef):
            made = [f for f in each.body if isinstance(f, Function) and f.name == "__init__"]
            fields = {t.target.id for t in each.body if isinstance(t, ast.AnnAssign) and isinstance(t.target, ast.Name)}
            names = fields.union(*(parameters(f) for f in made))
            found.append((each.name, names, ast.get_docstring(each) or ""))
    return found


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_documented_parameter_exists(path: Path) -> None:
    wrong = [
        f"{name}: {param}"
        for name, own, text in documented(ast.parse(path.read_text()))
        for param in re.findall(r":param (\w+):", text)
        if own and param not in own
    ]
    assert wrong == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_error_that_is_documented_is_a_known_class(path: Path) -> None:
    wrong = [
        f"{name}: {error}"
        for name, _, text in documented(ast.parse(path.read_text()))
        for error in re.findall(r":raises (\w+):", text)
        if not hasattr(errors, error) and not hasattr(builtins, error)
    ]
    assert wrong == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_everything_public_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text())
    bare = [
        each.name
        for each in tree.body
        if isinstance(each, Function | ast.ClassDef) and not each.name.startswith("_") and not ast.get_docstring(each)
    ]
    assert bare == []
