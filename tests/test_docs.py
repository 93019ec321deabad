"""What the documentation says is so: every command and option is described, and every example runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from pathlib import Path

import click
import pytest

from pincite.cli.app import pincite
from pincite.cli.group import COMMON
from pincite.evaluate.labels import Labelled, load_labels

ROOT = Path(__file__).resolve().parents[1]
COMMANDS_PAGE = ROOT / "docs" / "commands.md"
README = ROOT / "README.md"
END = "== end of the example in line"

OPTION = re.compile(r"(?<![\w-])(--?[a-z][a-z-]*)(?![\w-])")
FENCE = re.compile(
    r"(?P<before><!--[^>]*-->\s*)?^```(?P<kind>console|bash|sh)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
RUNNABLE = ("pincite", "cd", "mkdir", "cp", "mv", "rm", "echo", "printf", "cat", "sed", "test")
"""Programs whose examples are run; others, such as make or pip, change the environment that the tests run in."""


def described() -> dict[str, str]:
    """Return the sections of the page of commands by what they are called."""
    parts = re.split(r"^## (.+)$", COMMANDS_PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def commands(group: click.Group = pincite, path: str = "pincite") -> Iterator[tuple[str, click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        found = group.get_command(ctx, name)
        if isinstance(found, click.Group):
            yield from commands(found, f"{path} {name}")
        elif found is not None:
            yield f"{path} {name}", found


def options_of(command: click.Command) -> set[str]:
    return {name for param in command.params if isinstance(param, click.Option) for name in param.opts}


@pytest.mark.parametrize(
    ("path", "command"), list(commands()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_command_is_described_with_each_of_its_options_and_no_others(path: str, command: click.Command) -> None:
    section = described().get(path)
    assert section is not None, f"docs/commands.md has no '## {path}'"
    listed = "\n".join(re.findall(r"^- .*?(?=\n-|\n\n)", section, re.MULTILINE | re.DOTALL))
    named = {name for code in re.findall(r"`([^`]+)`", listed) for name in OPTION.findall(code)}
    assert options_of(command) <= named
    assert named <= options_of(command)


def test_no_command_is_described_that_there_is_not() -> None:
    assert {name for name in described() if name.startswith("pincite ")} == {path for path, _ in commands()}


def test_the_options_of_every_command_are_described_once() -> None:
    section = described()["Options of every command"]
    assert {name for param in COMMON for name in param.opts} == set(
        re.findall(r"^- `(--[a-z]+)", section, re.MULTILINE)
    )


def test_links_inside_the_page_lead_somewhere() -> None:
    anchors = {re.sub(r"[^a-z -]", "", name.lower()).replace(" ", "-") for name in described()}
    assert set(re.findall(r"\]\(#([^)]+)\)", COMMANDS_PAGE.read_text(encoding="utf-8"))) <= anchors


def test_every_field_of_a_label_is_described_and_those_that_are_needed_are_named() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (yes|no)\b", described()["Labelled questions"], re.MULTILINE)
    assert {key for key, _ in rows} == {each.name for each in fields(Labelled)}
    bare = {each.name for each in fields(Labelled) if each.default is MISSING}
    assert {key for key, needed in rows if needed == "yes"} == bare


def test_the_labelled_questions_of_the_page_are_read(tmp_path: Path) -> None:
    (block,) = re.findall(r"^```json\n(.*?)^```$", described()["Labelled questions"], re.MULTILINE | re.DOTALL)
    (tmp_path / "queries.jsonl").write_text(block, encoding="utf-8")
    read = {each.id: each for each in load_labels(tmp_path / "queries.jsonl")}
    assert read["window"].accepts("The refund window is 30 days.")
    assert read["desk"].shows_secret("Call 4471.")
    assert read["desk-staff"].principal.groups == ("staff",)


@dataclass(frozen=True, slots=True)
class Example:
    """One fenced block: what is typed, and what is shown to come of it."""

    line: int
    commands: tuple[str, ...]
    shown: tuple[str, ...]

    @property
    def runs(self) -> bool:
        """Whether everything in it may be run here."""
        return bool(self.commands) and all(_program(command) in RUNNABLE for command in self.commands)


def examples(text: str) -> Iterator[Example]:
    """Yield the blocks of a page; one after a comment ``<!-- not run: REASON -->`` is left out."""
    for match in FENCE.finditer(text):
        if "not run" in (match["before"] or ""):
            continue
        lines = match["body"].replace("\\\n", "").splitlines()
        console = match["kind"] == "console"
        typed = [line.removeprefix("$ ") for line in lines if line.startswith("$ ") or not console]
        shown = [line for line in lines if console and not line.startswith("$ ") and line.strip()]
        yield Example(
            line=text.count("\n", 0, match.start("kind")) + 1,
            commands=tuple(line for line in typed if line.strip() and not line.lstrip().startswith("#")),
            shown=tuple(shown),
        )


def _program(command: str) -> str:
    words = [word for word in command.split() if not re.fullmatch(r"[A-Z_]+=\S*", word)]
    return words[0] if words else ""


def readme_examples() -> list[Example]:
    return [each for each in examples(README.read_text(encoding="utf-8")) if each.runs]


@pytest.fixture
def sandbox(tmp_path: Path) -> Path:
    """Return a copy of what a reader has after cloning, with ``pincite`` in a folder of its own."""
    for name in ("docs", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns(".pincite*", "__pycache__"))
    script = tmp_path / "bin" / "pincite"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from pincite.cli import main; main()" "$@"\n')
    script.chmod(0o755)
    return tmp_path


def needs_model() -> str | None:
    """Return why examples cannot run here: the default embedder is fetched, and tests fetch nothing."""
    from pincite.models import cache_folder, list_models

    absent = [row.name for row in list_models(cache_folder()) if row.name == "minilm" and not row.installed]
    return f"not installed: {', '.join(absent)}; type: pincite models install {absent[0]}" if absent else None


@pytest.mark.slow
def test_every_example_of_the_readme_runs_and_prints_what_is_shown(sandbox: Path) -> None:
    """They run in order in one shell, as a reader types them."""
    reason = needs_model()
    if reason:
        pytest.skip(reason)
    found = readme_examples()
    script = "\n".join(f"{chr(10).join(each.commands)}\necho '{END} {each.line}'" for each in found)
    path = f"{sandbox / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=sandbox,
        env={**os.environ, "PATH": path, "BROWSER": "true"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    outputs = re.split(rf"^{END} \d+\n", done.stdout, flags=re.MULTILINE)
    missing = [
        f"README line {example.line}: {line}"
        for example, output in zip(found, outputs, strict=False)
        for line in example.shown
        if not _appears(line, output)
    ]
    assert missing == [], done.stdout


def _appears(line: str, output: str) -> bool:
    """Tell whether a shown line stands in the output; "…" or "..." stands for anything."""
    pattern = ".*".join(re.escape(part.strip()) for part in re.split(r"…|\.\.\.", line))
    return re.search(pattern, output) is not None


def test_a_block_is_taken_apart_into_what_is_typed_and_what_is_shown() -> None:
    console = "```console\n$ pincite ask \\\n  x\nAn answer … [1].\n$ pincite open 1\n```\n"
    text = f"{console}\n```bash\n# set up\nmake demo\n```\n"
    first, second = examples(text)
    assert first.commands == ("pincite ask   x", "pincite open 1")
    assert first.shown == ("An answer … [1].",)
    assert (first.runs, second.runs) == (True, False)


def test_a_block_that_is_marked_is_not_run() -> None:
    assert list(examples("<!-- not run: fetches a model -->\n```bash\npincite models install x\n```\n")) == []


def test_a_shown_line_with_an_ellipsis_matches_what_stands_there() -> None:
    assert _appears("24 added, … in … s", "24 added, 0 changed; 24 files in 6.0 s\n")
    assert not _appears("25 added, … s", "24 added, 0 changed; 24 files in 6.0 s\n")
