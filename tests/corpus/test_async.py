"""Every call that takes time has a twin that lets others run meanwhile."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable

from pincite.answers import Answer
from pincite.corpus import Corpus
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

QUESTION = "What is the refund window?"
TWINS = {
    "add", "ask", "chunks", "clear_access", "delete", "documents", "lookup", "search", "set_access", "show", "stream",
    "versions",
}  # fmt: skip


def desk_of(new_desk: NewDesk) -> Desk:
    desk = new_desk("")
    desk.write("docs/refund.md", "# Order O-48214\n\nThe refund window is 30 days.")
    return desk


def test_the_twins_are_there_and_are_asynchronous() -> None:
    for name in TWINS:
        twin = getattr(Corpus, f"a{name}")
        assert inspect.iscoroutinefunction(twin) or inspect.isasyncgenfunction(twin), name
    assert inspect.iscoroutinefunction(Corpus.async_), "of sync"


def test_the_twins_do_what_the_others_do(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)

    async def run() -> None:
        corpus = desk.corpus
        assert (await corpus.aadd(desk.folder / "docs", access=["public"])).added == 1
        assert (await corpus.async_()).unchanged == 1
        assert await corpus.asearch(QUESTION) == corpus.search(QUESTION)
        assert (await corpus.aask(QUESTION)).text == corpus.ask(QUESTION).text
        assert await corpus.alookup("O-48214") == corpus.lookup("O-48214")
        assert await corpus.adocuments() == corpus.documents()
        assert await corpus.aversions("docs/refund") == corpus.versions("docs/refund")
        assert await corpus.ashow("docs/refund") == corpus.show("docs/refund")
        assert await corpus.achunks("docs/refund") == corpus.chunks("docs/refund")
        assert await corpus.aset_access("docs/refund", ["staff"]) == ()
        await corpus.aclear_access("docs/refund")
        assert await corpus.adelete("docs/refund") == 1

    asyncio.run(run())


def test_steps_arrive_in_order_and_end_with_the_answer(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    desk.corpus.add(desk.folder / "docs", access=["public"])

    async def run() -> list[tuple[str, object]]:
        return [step async for step in desk.corpus.astream(QUESTION)]

    steps = asyncio.run(run())
    assert [name for name, _ in steps] == [name for name, _ in desk.corpus.stream(QUESTION)]
    assert [name for name, _ in steps] == ["stage", "passage", "stage", "stage", "claim", "answer"]
    assert isinstance(steps[-1][1], Answer)


def test_a_stream_that_is_left_early_holds_nothing(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    desk.corpus.add(desk.folder / "docs", access=["public"])

    async def run() -> None:
        steps = desk.corpus.astream(QUESTION)
        assert (await anext(steps))[0] == "stage"
        await steps.aclose()  # type: ignore[attr-defined]  # an async generator, told as an iterator

    asyncio.run(run())
    assert desk.corpus.last_answer() is None, "no answer came of it"
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is 60 days.")
    assert desk.sync().changed == 1


def test_many_questions_at_once_get_their_own_answers(new_desk: NewDesk) -> None:
    desk = new_desk("")
    for n in range(6):
        desk.write(f"docs/o{n}.md", f"# Order O-4821{n}\n\nOrder O-4821{n} was sent on day {n}.")
    desk.corpus.add(desk.folder / "docs", access=["public"])

    async def run() -> list[Answer]:
        asked = (desk.corpus.aask(f"On what day was order O-4821{n} sent?") for n in range(6))
        return await asyncio.gather(*asked)

    assert [answer.passages[0].permit.revision.document_id for answer in asyncio.run(run())] == [
        f"docs/o{n}" for n in range(6)
    ]
