"""Options that several commands share, each bundle given to the command as one value."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from datetime import date
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from pincite.cli.screen import note
from pincite.errors import InputError, QueryError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from pincite.corpus import Corpus
    from pincite.ingest.passwords import Passwords
    from pincite.questions import Principal

__all__ = [
    "DAY",
    "Asker",
    "Where",
    "asker_options",
    "bundle",
    "json_option",
    "names",
    "password_option",
    "question_of",
    "route_option",
    "where_options",
]

F = TypeVar("F", bound="Callable[..., Any]")

_MOST = 1_000_000
"""Bytes of standard input that are read at most; longer questions are refused anyway."""


if TYPE_CHECKING:
    _DayType = click.ParamType[date]
else:
    _DayType = click.ParamType  # not subscriptable in every version


class _Day(_DayType):
    """A day written as YYYY-MM-DD."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a day: expected YYYY-MM-DD, such as 2025-03-01", param, ctx)


DAY = _Day()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asks, as the command line says it."""

    as_name: str | None
    tenant: str | None
    group: tuple[str, ...]

    def principal(self, corpus: Corpus) -> Principal:
        """
        Return the principal to ask as; where nothing is said, the reader with no groups, and say so.

        :raises UnknownName: If the corpus's settings have no principal of that name.
        :raises InputError: If a group name has a colon or is blank.
        """
        if self.as_name is not None and (self.tenant is not None or self.group):
            raise click.UsageError("--as NAME says tenant and groups: give either --as, or --tenant and --group.")
        if self.as_name is not None:
            return corpus.principal(self.as_name)
        if self.tenant is None and not self.group:
            note(_default_reader(corpus))
            return corpus.principal()
        return self._stated(corpus.config.corpus.tenant)

    @property
    def stated(self) -> bool:
        """Whether anything was said."""
        return bool(self.as_name is not None or self.tenant is not None or self.group)

    def _stated(self, tenant: str) -> Principal:
        from pincite.questions import Principal

        groups = [name for text in self.group for name in names(text)]
        try:
            return Principal(tenant=self.tenant if self.tenant is not None else tenant, groups=groups)
        except ValueError as error:
            raise InputError(f"{error}; a person is asked for with --as NAME") from error


def _default_reader(corpus: Corpus) -> str:
    known = sorted(corpus.config.principals)
    some = f" ({', '.join(known[:5])}{', …' if len(known) > 5 else ''})" if known else ""
    return (
        f"Asking as a reader with no groups in tenant {corpus.config.corpus.tenant!r}; "
        f"choose with --as NAME{some}, or --tenant and --group."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """What is searched: the day, and what narrows it."""

    as_of: date | None
    applies_to: str | None
    document: tuple[str, ...]

    def narrowing(self) -> dict[str, Any]:
        """Return the keywords of the corpus's methods."""
        return {"as_of": self.as_of, "applies_to": self.applies_to, "documents": self.document or None}


def bundle(kind: type[Any], name: str, *options: Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that adds options and hands their values over as one value of ``kind``."""
    keys = [field.name for field in fields(kind)]

    def decorate(function: F) -> F:
        @wraps(function)
        def wrapper(*args: object, **values: object) -> object:
            values[name] = kind(**{key: values.pop(key) for key in keys})
            return function(*args, **values)

        wrapped: Any = wrapper
        for option in reversed(options):
            wrapped = option(wrapped)
        return cast("F", wrapped)  # click's decorators keep the function's type

    return decorate


def asker_options(function: F) -> F:
    """Add ``--as``, ``--tenant`` and ``--group``; the command gets ``asker``."""
    return bundle(
        Asker,
        "asker",
        click.option("--as", "as_name", metavar="NAME", help="Ask as a principal of pincite.toml."),
        click.option("--tenant", metavar="T", help="Ask inside this tenant (the corpus's own)."),
        click.option("--group", multiple=True, metavar="G", help="Ask as a member of this group; may be repeated."),
    )(function)


def where_options(function: F) -> F:
    """Add ``--as-of``, ``--applies-to`` and ``--document``; the command gets ``where``."""
    return bundle(
        Where,
        "where",
        click.option("--as-of", type=DAY, metavar="DATE", help="Read the versions in force on that day (today)."),
        click.option("--applies-to", metavar="X", help="Only what applies to this product, region, …"),
        click.option("--document", multiple=True, metavar="ID", help="Only this document; may be repeated."),
    )(function)


def route_option(function: F) -> F:
    """Add ``--route``."""
    routes = click.Choice(["auto", "lexical", "dense", "hybrid", "identifier"])
    return click.option("--route", type=routes, help="How to search (as configured).")(function)


def json_option(function: F) -> F:
    """Add ``--json``; the command gets ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")(function)


def password_option(function: F) -> F:
    """Add ``--password-file``; the command gets ``passwords``, ``()`` where none is given."""
    return click.option(
        "--password-file",
        "passwords",
        metavar="F",
        type=click.File("rb"),
        callback=_passwords,
        help="Passwords of encrypted files, one a line; GLOB, a tab and one for a path; - is standard input.",
    )(function)


def _passwords(ctx: click.Context, param: click.Parameter, file: BinaryIO | None) -> Passwords | tuple[str, ...]:
    del ctx, param
    if file is None:
        return ()
    from pincite.ingest.passwords import Passwords

    return Passwords.read(file.read(_MOST), name=str(getattr(file, "name", "standard input")))


def names(text: str) -> list[str]:
    """Return the names in a list written "a,b"."""
    return [name.strip() for name in text.split(",") if name.strip()]


def question_of(words: tuple[str, ...]) -> str:
    """
    Return the question that the words make; the one word "-" stands for standard input.

    :raises QueryError: If it is not valid UTF-8.
    """
    try:
        if words == ("-",):
            return sys.stdin.buffer.read(_MOST).decode("utf-8-sig").strip()
        question = " ".join(words)
        question.encode()
    except UnicodeError as error:
        raise QueryError("the question is not valid UTF-8: expected text; convert it first") from error
    return question
