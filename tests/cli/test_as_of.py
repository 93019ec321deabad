"""Whatever reads for somebody reads another day too, or says why it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click
import pytest

from pincite.cli.app import pincite

NOT_OF_ANOTHER_DAY: Final = {
    "open": "shows what an answer cited, on the day that it was of",
    "changes": "compares two days: --since and --until",
    "access check": "access is always that of now",
    "access matrix": "access is always that of now",
    "access key create": "access is always that of now",
    "advise": "advises on what is there now",
    "trace show": "shows an answer, on the day that it was of",
    "trace replay": "replays an answer, on the day that it was of",
    "trace accept": "accepts an answer, on the day that it was of",
}


def commands(command: click.Command, name: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            assert inner is not None
            yield from commands(inner, f"{name} {each}".strip())
    else:
        yield name, frozenset(option for parameter in command.params for option in parameter.opts)


READING = {name: options for name, options in commands(pincite) if "--as" in options}


@pytest.mark.parametrize("name", sorted(READING))
def test_every_command_that_reads_for_somebody_reads_as_of_a_day(name: str) -> None:
    assert ("--as-of" in READING[name]) is (name not in NOT_OF_ANOTHER_DAY)


def test_no_reason_is_left_over() -> None:
    assert NOT_OF_ANOTHER_DAY.keys() <= READING.keys()
