"""An embedder in a process of its own: the same answers, and the caller's errors. Each test forks a fresh process."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a process is forked on Linux alone")

_BEFORE = """
import os, signal
from threading import Event, Thread
from pincite.embed.apart import Apart, possible
from pincite.embed.hashing import HashEmbedder
from pincite.errors import ModelUnavailable
here = HashEmbedder(16)

def broken():
    raise ModelUnavailable("no such model")

def gone(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
"""


def _run(*lines: str) -> str:
    """Run lines in a process of one thread and return what they print."""
    code = "\n".join((_BEFORE, *lines))
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_its_vectors_are_those_of_the_embedder() -> None:
    assert (
        _run(
            "apart = Apart(lambda: HashEmbedder(16))",
            "texts = ['refund window', 'x' * 200_000]",
            "same = (apart.embed(texts) == here.embed(texts)).all()",
            "print(same, (apart.embed_query('a b') == here.embed_query('a b')).all(), apart.space == here.space)",
        )
        == "True True True"
    )


def test_it_says_what_the_embedder_was_taught() -> None:
    taught = "type('Taught', (HashEmbedder,), {'languages': frozenset({'en'})})"
    assert _run(
        f"print(Apart({taught}).languages == {{'en'}}, Apart(HashEmbedder).languages)",
    ) == "True None"  # fmt: skip


def test_an_embedder_that_cannot_be_built_fails_here_with_its_reason() -> None:
    assert _run(
        "try:",
        "    Apart(broken).embed_query('refund')",
        "except ModelUnavailable as error:",
        "    print(error)",
    ) == "no such model"  # fmt: skip


def test_a_process_that_was_killed_is_done_without() -> None:
    assert _run(
        "apart = Apart(lambda: HashEmbedder(16))",
        "apart.embed_query('first')",
        "os.kill(apart._process, signal.SIGKILL)",
        "print((apart.embed_query('second') == here.embed_query('second')).all())",
    ) == "True"  # fmt: skip


def test_a_process_that_was_stopped_is_done_without() -> None:
    assert _run(
        "apart = Apart(lambda: HashEmbedder(16), wait_s=0.5)",
        "process = apart._process",
        "os.kill(process, signal.SIGSTOP)",
        "signal.alarm(20)",
        "print((apart.embed_query('first') == here.embed_query('first')).all(), gone(process))",
    ) == "True True"  # fmt: skip


def test_closing_ends_the_process_and_what_is_asked_later_is_answered_here() -> None:
    assert _run(
        "apart = Apart(lambda: HashEmbedder(16))",
        "process = apart._process",
        "apart.close(); apart.close()",
        "print(gone(process), (apart.embed_query('later') == here.embed_query('later')).all())",
    ) == "True True"  # fmt: skip


def test_a_process_with_a_second_thread_is_not_forked() -> None:
    assert _run(
        "ended = Event()",
        "Thread(target=ended.wait).start()",
        "print(possible())",
        "ended.set()",
    ) == "False"  # fmt: skip


def test_a_process_without_a_second_core_is_not_forked() -> None:
    assert _run("os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})", "print(possible())") == "False"
