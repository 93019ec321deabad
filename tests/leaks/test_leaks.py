"""
The leak suite: invented companies with secrets, asked through every door as somebody who may not know them.

A short run belongs to the suite; ``make leaks`` asks 50 questions of each of 200 companies, and tells forbidden from
absent by time. ``PINCITE_LEAK_WORLDS`` and ``PINCITE_LEAK_QUESTIONS`` set how many.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from tests.leaks import surfaces
from tests.leaks.world import MARK, World, make, questions, write

from pincite import access
from pincite.catalog import statements
from pincite.cli.app import COMMANDS as ENTRIES
from pincite.cli.app import pincite
from pincite.corpus import Corpus
from pincite.questions import Principal, Scope
from pincite.testing.desk import Desk, ram_folder
from pincite.testing.index import PlainIndex

N_WORLDS = int(os.environ.get("PINCITE_LEAK_WORLDS", "4"))
N_QUESTIONS = int(os.environ.get("PINCITE_LEAK_QUESTIONS", "5"))
_FEW = 8
"""Questions up to which each goes through every door."""
NewDesk = Callable[..., Desk]
_VARYING = re.compile(r"\b[0-9a-f]{12,}\b|\b\d+\.\d+\b|\d{4}-\d\d-\d\dT[\d:.+Z-]+|\"?\bsequence\"?['\": =]+[\w-]+")
"""Ids, times and names of states: they differ between any two answers."""


@pytest.fixture
def built() -> Iterator[Callable[[World], Desk]]:
    with ExitStack() as stack:

        def build(world: World) -> Desk:
            desk = Desk(stack.enter_context(ram_folder()))
            stack.callback(desk.close)
            write(world, desk.folder)
            desk.sync()
            return desk

        yield build


def asked(corpus: Corpus, world: World, n: int) -> Iterator[tuple[str, str]]:
    """
    Yield what the doors gave for each question, by door and question; documents that are hidden are named too.

    Few questions go through every door. Of many, each goes through the two that everybody uses and through three
    others in turn, so that every door is tried for a fifth of them.
    """
    names = [page.name for page in world.pages]
    doors = list(surfaces.CALLS)
    for at, question in enumerate(questions(world, n)):
        document = names[at % len(names)]
        turn = doors if n <= _FEW else ["ask", "search", *(doors[(3 * at + more) % len(doors)] for more in range(3))]
        for name in dict.fromkeys(turn):
            yield f"{name} | {question} | {document}", surfaces.call(surfaces.CALLS[name], corpus, question, document)


def plain(told: str) -> str:
    """Return what was told without ids, times and names of states."""
    return _VARYING.sub("#", told)


def leaks(told: str, question: str) -> bool:
    """Tell whether a text holds the mark, apart from what the reader wrote."""
    for own in re.findall(rf"\S*{MARK}\S*", question):
        told = told.replace(own.strip("'\".,?"), "")
    return MARK in told


@pytest.mark.parametrize("seed", range(N_WORLDS))
def test_no_secret_comes_out_of_any_call_and_nothing_moves_when_it_goes(
    seed: int, built: Callable[[World], Desk], caplog: pytest.LogCaptureFixture
) -> None:
    """Every text, id, title, score, order and count is that of a corpus without what the reader may not see."""
    caplog.set_level(logging.DEBUG)
    world = make(seed)
    with_secrets = dict(asked(built(world).corpus, world, N_QUESTIONS))
    without = dict(asked(built(world.seen).corpus, world, N_QUESTIONS))
    assert [key for key, told in with_secrets.items() if leaks(told, key)] == []
    moved = [k for k in with_secrets if plain(with_secrets[k]) != plain(without[k])]
    assert moved == []
    assert [record.name for record in caplog.records if MARK in record.getMessage()] == []


@pytest.mark.parametrize("seed", range(max(1, N_WORLDS // 4)))
def test_no_secret_comes_out_of_any_command(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_EMBED__NAME", "hash")
    monkeypatch.setenv("PINCITE_EMBED__DIM", "64")
    world = make(seed + 1_000)
    write(world, tmp_path)
    (synced,) = surfaces.run(["sync"], tmp_path, {"report": str(tmp_path / "none")})
    assert f"{len(world.pages)} added" in synced
    found = []
    for at, question in enumerate(questions(world, max(2, N_QUESTIONS // 2))):
        given = _given(world, tmp_path, question, at)
        for arguments in (each for lines in surfaces.COMMANDS.values() for each in lines):
            for told in surfaces.run(arguments, tmp_path, given):
                if leaks(told.replace(str(tmp_path), ""), f"{question} {given['d']}"):
                    found.append((arguments, question, given["d"]))
    assert found == []


def _given(world: World, folder: Path, question: str, at: int) -> dict[str, str]:
    """Return what stands for the names in the arguments of a command."""
    labels = folder / "labels.jsonl"
    page = world.seen.pages[at % len(world.seen.pages)]
    labels.write_text(
        f'{{"id": "q", "question": "{question}", "kind": "lookup", "relevant": ["{page.name}"], "all_of": ["Rules"],'
        ' "principal": {"tenant": "red", "groups": ["staff"]}}\n'
    )
    names = [each.name for each in world.pages]
    key = next(iter(re.findall(r"CASE-\d+", question)), "CASE-00000")
    report = str(folder / "report.html")
    return {"q": question, "d": names[at % len(names)], "key": key, "labels": str(labels), "report": report}


def test_every_public_call_is_tried_or_is_an_administrators() -> None:
    known = set(surfaces.CALLS) | surfaces.TRIED | set(surfaces.ADMIN_CALLS)
    public = {name for name in dir(Corpus) if not name.startswith("_")}
    assert sorted(public - known) == []
    assert sorted(set(surfaces.ADMIN_CALLS) & set(surfaces.CALLS)) == []


def test_every_command_is_tried_or_is_an_administrators() -> None:
    known = set(surfaces.COMMANDS) | set(surfaces.ADMIN_COMMANDS)
    assert sorted(set(_commands()) - known - {"models", "config"}) == []


def _commands() -> Iterator[str]:
    """Yield the path of every command; of a group, those in it."""
    root = click.Context(pincite)
    for name in ENTRIES:
        command = pincite.get_command(root, name)
        if isinstance(command, click.Group):
            yield from (f"{name} {inner}" for inner in command.list_commands(click.Context(command)))
        else:
            yield name


def _everyone(scope: Scope) -> Scope:
    return replace(scope, readers=frozenset({*scope.readers, "board"}))


def test_the_suite_sees_a_scope_that_lets_in_one_group_too_many(
    built: Callable[[World], Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard taken out: a scope that is too wide shows at once, so silence above means something."""
    made = access.scope
    monkeypatch.setattr(access, "scope", lambda *given, **how: _everyone(made(*given, **how)))
    told = []
    for seed in range(3):
        world = make(seed)
        told += [key for key, text in asked(built(world).corpus, world, 4) if leaks(text, key)]
    doors = {key.split(" | ")[0] for key in told}
    assert {"ask", "search", "stream", "documents"} <= doors


def test_the_suite_sees_a_reader_of_another_tenant(built: Callable[[World], Desk]) -> None:
    """The other guard: the wall between tenants, taken out by asking as somebody of the other side."""
    told = []
    for seed in range(3):
        world = make(seed)
        corpus = built(world).corpus
        blue = Principal(tenant="blue", groups=["staff"])
        told += [hit for q in questions(world, 4) for hit in corpus.search(q, principal=blue) if MARK in repr(hit)]
    assert told


@pytest.mark.parametrize(
    ("statement", "door"),
    [("DOCUMENTS", "documents"), ("REVISION", "show"), ("REVISION", "chunks"), ("LOOKUP", "ask")],
)
def test_the_suite_sees_a_statement_that_lost_its_readers(
    statement: str, door: str, built: Callable[[World], Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Each read of the catalog has a guard of its own; any of them taken out shows at its door: as a secret, or, where the
    permit of every hit still stands behind it, as an answer that moves.
    """
    kept = "r.tenant = :tenant AND r.seq_from <= :sequence AND :sequence < r.seq_to AND r.valid_from <= :day"
    whole: str = getattr(statements, statement)
    assert statements.READABLE in whole
    monkeypatch.setattr(statements, statement, whole.replace(statements.READABLE, kept))
    told = []
    for seed in range(3):
        world = make(seed)
        found, without = (dict(asked(built(each).corpus, world, 8)) for each in (world, world.seen))
        told += [k for k in found if leaks(found[k], k) or plain(found[k]) != plain(without[k])]
    assert door in {key.split(" | ")[0] for key in told}


class _Unguarded(PlainIndex):
    """An index that scores every point of the tenant, whoever asks."""

    def dense(self, vector: Any, *, k: int, scope: Scope, **how: Any) -> Any:  # noqa: ANN401  # passed on
        return super().dense(vector, k=k, scope=_everyone(scope), **how)

    def lexical(self, terms: Any, *, k: int, scope: Scope, **how: Any) -> Any:  # noqa: ANN401  # passed on
        return super().lexical(terms, k=k, scope=_everyone(scope), **how)


def test_the_suite_sees_an_index_that_scores_what_may_not_be_read() -> None:
    """The catalog still refuses every hit, so no text comes out; but scores and order move, and that shows."""
    moved = []
    for seed in range(3):
        world = make(seed)
        found = []
        for pages in (world, world.seen):
            with ram_folder() as folder:
                desk = Desk(folder, opens=_Unguarded)
                write(pages, folder)
                desk.sync()
                found.append(
                    {q: surfaces.call(surfaces.CALLS["search"], desk.corpus, q, "page-0") for q in questions(world, 4)}
                )
                desk.close()
        moved += [question for question in found[0] if found[0][question] != found[1][question]]
    assert moved
