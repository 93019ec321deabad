"""What only a process of its own shows: what is imported, signals, pipes, the locale."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pincite.cli.group import LazyGroup

HEAVY = (
    "numpy",
    "onnxruntime",
    "onnx",
    "sqlalchemy",
    "alembic",
    "msgspec",
    "yaml",
    "tokenizers",
    "qdrant_edge",
    "sqlite3",
)
SHOW_MODULES = (
    "import sys; sys.argv = ['pincite', {args}]\n"
    "from pincite.cli import main\n"
    "try:\n    main()\nexcept SystemExit as end:\n    code = end.code\n"
    "print(code, *sorted(m.split('.')[0] for m in sys.modules), file=sys.stderr)\n"
)
PINCITE = [sys.executable, "-m", "pincite"]


def imported(*args: str) -> set[str]:
    code = SHOW_MODULES.format(args=", ".join(map(repr, args)))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    words = done.stderr.split()
    assert words[0] in ("0", "None"), done.stderr
    return set(words[1:])


@pytest.mark.parametrize("args", [("--help",), (), ("ask", "--help"), ("eval", "retrieval", "--help"), ("--version",)])
def test_help_imports_nothing_heavy(args: tuple[str, ...]) -> None:
    assert imported(*args).isdisjoint(HEAVY)


def test_the_list_of_commands_imports_no_command() -> None:
    code = "import sys; from pincite.cli.app import pincite; pincite(['--help'], standalone_mode=False); "
    code += "print(*[m for m in sys.modules if m.startswith('pincite.cli.commands')], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.split() == []


def test_ctrl_c_ends_quietly_with_130() -> None:
    with subprocess.Popen(
        [*PINCITE, "ask", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a suite in the background ignores it
    ) as running:
        time.sleep(1.5)  # it waits for the question on standard input
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "Traceback" not in said
    assert "Abort" not in said


def test_ctrl_c_while_the_line_is_read_ends_with_130_too() -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    early = click.Option(["--early"], is_flag=True, callback=interrupted)
    ended = CliRunner().invoke(LazyGroup("pincite", entries={}, params=[early]), ["--early"])
    assert (ended.exit_code, ended.output) == (130, "")


def test_a_closed_pipe_is_quiet(shop: Path) -> None:
    code = "from pincite.cli import main; main()"
    command = f'"{sys.executable}" -c "{code}" --corpus "{shop}" show refund-policy --blocks | true'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_output_is_utf_8_whatever_the_locale_says(shop: Path, locale: str) -> None:
    env = {**os.environ, "LANG": locale, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    env.pop("PYTHONIOENCODING", None)
    done = subprocess.run(
        [*PINCITE, "--corpus", str(shop), "show", "refund-policy"], capture_output=True, env=env, check=True
    )
    assert "Ströme für Zürich: ✓." in done.stdout.decode("utf-8")


def test_a_question_that_is_not_utf_8_is_one_clear_line(shop: Path) -> None:
    words = [*map(os.fsencode, PINCITE), b"--corpus", os.fsencode(shop), b"ask", b"caf\xe9?"]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.decode("utf-8").startswith("Error: the question is not valid UTF-8")


def test_a_page_opens_in_the_browser_that_is_named(own: Path, cache: Path) -> None:
    seen = own / "seen.txt"
    browser = own / "browser.sh"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{seen}"\n')
    browser.chmod(0o755)
    env = {**os.environ, "BROWSER": str(browser)}
    subprocess.run(
        [*PINCITE, "--corpus", str(own), "ask", "What is the refund window?"], check=True, capture_output=True
    )
    done = subprocess.run(
        [*PINCITE, "--corpus", str(own), "open", "1"], check=True, capture_output=True, env=env, text=True
    )
    file = own / ".pincite" / "pages" / "1.html"
    assert done.stdout.splitlines()[-1] == str(file)
    assert '<mark id="quote">' in file.read_text(encoding="utf-8")
    assert seen.read_text() == f"{file.as_uri()}#quote"
