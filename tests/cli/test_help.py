from __future__ import annotations

from collections.abc import Callable, Iterator

import click
import pytest
from click.testing import Result

from pincite.cli.app import COMMANDS, pincite
from pincite.cli.group import Command

Run = Callable[..., Result]


def commands(group: click.Group = pincite, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Command]]:
    """Yield every command that does something, with its path."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        found = group.get_command(ctx, name)
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))
        else:
            assert isinstance(found, Command)
            yield " ".join((*path, name)), found


ALL = dict(commands())


def test_the_help_lists_every_command_under_a_heading(run: Run) -> None:
    shown = run("--help").stdout
    for name, entry in COMMANDS.items():
        assert f"  {name} " in shown
        assert f"\n{entry.section}:\n" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_the_summary_in_the_list_is_the_one_that_the_command_gives(name: str) -> None:
    found = pincite.get_command(click.Context(pincite), name)
    assert found is not None
    assert (found.help or "").splitlines()[0] == COMMANDS[name].summary


@pytest.mark.parametrize("path", ALL)
def test_every_command_has_a_summary_examples_and_help_for_each_option(path: str, run: Run) -> None:
    command = ALL[path]
    shown = run(*path.split(), "--help").stdout
    assert command.help
    assert "Examples:\n" in shown
    assert all(f"pincite {path}" in line for line in command.examples)
    assert all(p.help for p in command.get_params(click.Context(command)) if isinstance(p, click.Option))


@pytest.mark.parametrize("path", ALL)
def test_every_example_uses_only_options_that_there_are(path: str) -> None:
    command = ALL[path]
    known = {name for p in command.get_params(click.Context(command)) for name in p.opts}
    for line in command.examples:
        words = [word for word in line.split() if word.startswith("--")]
        assert set(words) <= known, line


def test_pincite_alone_shows_the_commands_to_start_with(run: Run) -> None:
    shown = run()
    assert shown.exit_code == 0
    assert [word in shown.stdout for word in ("ask --in", "pincite init", "pincite add")] == [True] * 3


def test_an_unknown_command_names_the_nearest_and_is_wrong_usage(run: Run) -> None:
    got = run("serch")
    assert got.exit_code == 2
    assert "No such command 'serch'. Did you mean pincite search?" in got.stderr


def test_a_command_of_other_tools_names_what_does_the_same(run: Run) -> None:
    assert "Did you mean pincite delete?" in run("rm").stderr


def test_a_command_like_no_other_points_to_the_list(run: Run) -> None:
    assert "No such command 'zzz'. pincite --help lists them all." in run("zzz").stderr


def test_an_unknown_command_of_a_group_names_the_nearest_too(run: Run) -> None:
    assert "Did you mean pincite access check?" in run("access", "chek").stderr


def test_an_unknown_option_is_wrong_usage_and_names_the_nearest(run: Run) -> None:
    got = run("search", "x", "--jsn")
    assert got.exit_code == 2
    assert "--json" in got.stderr


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").stdout.startswith("pincite, version ")
