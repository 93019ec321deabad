"""Commands that show examples, and a group that imports a command only when it runs."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pincite.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["COMMON", "Command", "Entry", "Group", "LazyGroup", "command", "group"]

_INTERRUPTED: Final = 130
_MEANT: Final = {
    "answer": "ask",
    "find": "search",
    "ingest": "add",
    "index": "add",
    "import": "add",
    "ls": "list",
    "query": "ask",
    "reload": "sync",
    "remove": "delete",
    "rm": "delete",
    "update": "sync",
    "view": "show",
    "cat": "show",
    "get": "show",
    "explain": "why",
    "settings": "config",
}
"""Commands of other tools, and what does the same here."""


def _keep(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Put an option of every command into the session, wherever on the line it stands."""
    session = ctx.ensure_object(Session)
    if value is not None and param.name is not None:
        setattr(session, param.name, value)


# Their names must be nobody else's: click keeps the values of one command line by name.
def _common(*names: str, **attributes: Any) -> click.Option:  # noqa: ANN401 - click's own keywords
    return click.Option(names, expose_value=False, callback=_keep, default=None, **attributes)


COMMON: Final = (
    _common("--corpus", "corpus_folder", type=click.Path(path_type=Path), metavar="DIR", help="The corpus folder."),
    _common(
        "--config",
        "settings_file",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Another settings file of that folder.",
    ),
    _common(
        "--wait",
        "wait_s",
        type=click.FloatRange(min=0),
        metavar="SECONDS",
        help="How long to wait for another process that holds the corpus (10).",
    ),
    _common("--debug", "debug", is_flag=True, flag_value=True, help="Show the traceback of a failure."),
)
"""Options that every command takes, before or after its name."""


class Command(click.Command):
    """
    A command whose help ends with examples.

    :param examples: Lines to type, each with an optional comment.
    :param details: What the help says after the summary.
    """

    def __init__(self, *args: Any, examples: str = "", details: str = "", **attributes: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__(*args, **attributes)
        self.examples = tuple(line.strip() for line in examples.strip().splitlines())
        self.details = details

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the own options, ``--help``, and those of every command but for what an own one is called."""
        own = super().get_params(ctx)
        taken = {name for param in own for name in param.opts}
        return [*own, *(each for each in COMMON if not taken.intersection(each.opts))]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the summary and the details."""
        super().format_help_text(ctx, formatter)
        if self.details:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(self.details)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the own options, then those of every command."""
        _write_options(self, ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        super().format_epilog(ctx, formatter)
        _write_examples(self.examples, formatter)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run the command, noting its name for whoever waits for the corpus."""
        ctx.ensure_object(Session).command = ctx.command_path
        return super().invoke(ctx)


class Group(click.Group):
    """A command with commands of its own, such as ``access set``."""

    command_class = Command

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the own options, ``--help``, and those of every command."""
        return [*super().get_params(ctx), *COMMON]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with its whole summary."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.help or "") for name, each in found if each])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        self.format_commands(ctx, formatter)
        _write_options(self, ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is named; an unknown one names the nearest."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(_unknown(args[0], self.list_commands(ctx), ctx.command_path))
        return super().resolve_command(ctx, args)


@dataclass(frozen=True, slots=True)
class Entry:
    """One command as the list of all commands shows it."""

    target: str
    """``"module:command"``."""
    summary: str
    """Its one-line summary; the same as its help begins with."""
    section: str
    """The heading that it stands under."""


class LazyGroup(Group):
    """
    The group of all commands; each is imported when it runs, and failures of all end here.

    :param entries: Every command by name, in the order in which they are listed.
    """

    def __init__(self, *args: Any, entries: dict[str, Entry], **attributes: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__(*args, **attributes)
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they are listed."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.target.partition(":")
        found: click.Command = getattr(import_module(module), attribute)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, without importing them."""
        width = max(map(len, self.entries))
        for section in dict.fromkeys(entry.section for entry in self.entries.values()):
            rows = [(name.ljust(width), e.summary) for name, e in self.entries.items() if e.section == section]
            with formatter.section(section):
                formatter.write_dl(rows)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: object
    ) -> click.Context:
        """Read the line; an interrupt ends it as it ends a command."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(_INTERRUPTED) from None

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run a command; a failure ends as one line on standard error and an exit code."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except KeyboardInterrupt:
            ctx.exit(_INTERRUPTED)
        except Exception as error:  # noqa: BLE001 - the outermost edge: a failure is one line
            from pincite.cli.failures import report  # most commands do not fail

            ctx.exit(report(error, debug=ctx.ensure_object(Session).debug))


def command(name: str, *, examples: str, details: str = "") -> Callable[[Callable[..., Any]], Command]:
    """
    Make a function a command; the first line of its docstring is the summary.

    :param examples: One line to type per line.
    :param details: What the help says after the summary.
    """

    def decorate(function: Callable[..., Any]) -> Command:
        made: Command = click.command(name, cls=Command, examples=examples, details=details)(function)
        return made

    return decorate


def group(name: str) -> Callable[[Callable[..., Any]], Group]:
    """Make a function a group of commands; the first line of its docstring is the summary."""

    def decorate(function: Callable[..., Any]) -> Group:
        made: Group = click.group(name, cls=Group)(function)
        return made

    return decorate


def _unknown(name: str, known: Sequence[str], path: str) -> str:
    from difflib import get_close_matches  # only a slip of the pen needs it

    near = [_MEANT[name]] if _MEANT.get(name) in known else get_close_matches(name, known, n=1)
    hint = f" Did you mean {path} {near[0]}?" if near else f" {path} --help lists them all."
    return f"No such command {name!r}.{hint}"


def _write_options(own: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    options = [param for param in own.get_params(ctx) if isinstance(param, click.Option)]
    records = [(param, param.get_help_record(ctx)) for param in options]
    everywhere = [record for param, record in records if record and (param in COMMON or param.name == "help")]
    mine = [record for param, record in records if record and record not in everywhere]
    if mine:
        with formatter.section("Options"):
            formatter.write_dl(mine)
    with formatter.section("Options of every command"):
        formatter.write_dl(everywhere)


def _write_examples(examples: Sequence[str], formatter: click.HelpFormatter) -> None:
    if examples:
        with formatter.section("Examples"):
            for line in examples:
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")
