"""What is printed steers no terminal, whatever stands in documents; the program's own colours stay."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pincite.cli.app import pincite
from pincite.cli.screen import bold, emit, note, say

Run = Callable[..., Result]

STEERING = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\x08\x7f\u202e\u2066\x00"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
PAGE = f"""\
---
title: "Gifts \\e]0;owned\\a \\e[2J"
version: "\\e[31mB"
---
# Gifts \x1b[31mred

A gift card \x1b]0;owned\x1b\\\x9b31m\u202e\u2066 lasts nine years. {"It can be given to whom you like. " * 30}
"""


@click.command()
@click.argument("how")
def printing(how: str) -> None:
    """Print steering characters in one of the ways."""
    if how == "emit":
        emit({"text": STEERING})
    else:
        {"say": say, "note": note}[how](f"a\tb\n{STEERING}{bold(f'strong{STEERING}')}")


@pytest.mark.parametrize("how", ["say", "note"])
def test_steering_characters_are_shown_and_colours_stay(how: str) -> None:
    shown = CliRunner().invoke(printing, [how], color=True).output
    shown_steering = r"\x1b]0;owned\x07\x1b[2J\x9b31m\x0d\x08\x7f\u202e\u2066\x00"
    assert shown == f"a\tb\n{shown_steering}\x1b[1mstrong{shown_steering}\x1b[0m\n"


def test_json_says_the_same_and_holds_none_of_them() -> None:
    shown = CliRunner().invoke(printing, ["emit"]).output
    assert not RAW.search(shown)
    assert json.loads(shown) == {"text": STEERING}


@pytest.fixture(scope="module")
def hostile(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(shop, tmp_path_factory.mktemp("hostile") / "shop"))
    (folder / "policies" / "gift\x1b[2J.md").write_text(PAGE, encoding="utf-8")
    done = CliRunner().invoke(pincite, ["--corpus", str(folder), "sync"])
    assert "1 added" in done.output, done.output
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("ask", "How long does a gift card last?"),
        ("ask", "--stream", "--trace", "How long does a gift card last?"),
        ("ask", "What of the\x1b[2J zebra?"),
        ("search", "gift card"),
        ("show", "policies/gift\x1b[2J"),
        ("show", "policies/gift\x1b[2J", "--chunks"),
        ("show", "policies/gift\x1b[2J", "--blocks"),
        ("show", "nothing\x1b[2J"),
        ("access", "check", "policies/gift\x1b[2J"),
        ("delete", "nothing\x9b"),
        ("list",),
        ("list", "versions"),
        ("lookup", "O-48299\x1b[2J"),
    ],
)
def test_no_command_prints_what_a_document_steers_with(hostile: Path, words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(pincite, ["--corpus", str(hostile), *words], color=True)
    plain = re.sub("\x1b\\[[017]m", "", done.output)
    assert plain
    assert not RAW.search(plain), repr(plain)


def test_the_view_of_a_citation_steers_no_terminal(hostile: Path) -> None:
    CliRunner().invoke(pincite, ["--corpus", str(hostile), "ask", "How long does a gift card last?"])
    done = CliRunner().invoke(pincite, ["--corpus", str(hostile), "open", "1", "--terminal"], color=True)
    assert done.exit_code == 0, done.output
    assert "\x1b[7m" in done.stdout
    assert not RAW.search(re.sub("\x1b\\[[017]m", "", done.output))
