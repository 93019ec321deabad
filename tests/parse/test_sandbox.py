"""What a hostile or broken parser can do to the caller: nothing but fail for its one file."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from pincite.documents import Parsed
from pincite.errors import ConfigError, Damaged, MissingExtra, PasswordNeeded, SourceError, TooLarge, UnknownName
from pincite.parse.limits import Limits
from pincite.parse.sandbox import Sandbox, shared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TARGETS = """
import os, signal, subprocess, sys, tempfile, time
from pincite.errors import PasswordNeeded, MissingExtra, UnknownName

def size(data, *, path, options, passwords):
    return len(data)

def asked(data, *, path, options, passwords):
    return [path, options["n"], list(passwords)]

def pid(data, **_):
    return os.getpid()

def locked(data, *, path, **_):
    raise PasswordNeeded(f"{path} is locked", path=path, n=3)

def extra(data, **_):
    raise MissingExtra("OCR", "ocr")

def unknown(data, **_):
    raise UnknownName("thing", "x", ["y"])

def bug(data, **_):
    raise KeyError("a\\nb")

def eat(data, **_):
    kept = []
    while True:
        kept.append(bytearray(10_000_000))

def spin(data, **_):
    while True:
        pass

def sleep(data, **_):
    time.sleep(60)

def die(data, **_):
    os.kill(os.getpid(), signal.SIGSEGV)

def deep(data, **_):
    return deep(data)

def start(data, **_):
    subprocess.run(["true"])

def connect(data, **_):
    import socket
    socket.create_connection(("127.0.0.1", 9))

def write(data, **_):
    open("/tmp/pincite-parse-outside", "w")

def scratch(data, **_):
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x")
    return os.environ["PINCITE_SCRATCH"]

def descriptors(data, **_):
    links = [f"/proc/self/fd/{n}" for n in os.listdir("/proc/self/fd")]
    return [os.readlink(link) for link in links if os.path.lexists(link)]

def nothing(data, **_):
    return {"text": 3}
"""


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    (tmp_path / "sandbox_targets.py").write_text(TARGETS)
    monkeypatch.syspath_prepend(tmp_path)
    made = Sandbox(limits=Limits(memory_mb=200, cpu_s=2, wall_s=10), workers=2)
    yield made
    made.close()


def run(sandbox: Sandbox, name: str, **more: object) -> object:
    return sandbox.run(f"sandbox_targets:{name}", b"data", path="a.x", returns=object, **more)  # type: ignore[arg-type]


def test_bytes_options_and_passwords_arrive(sandbox: Sandbox) -> None:
    assert sandbox.run("sandbox_targets:size", b"x" * 3_000_000, path="a", returns=int) == 3_000_000
    assert run(sandbox, "asked", options={"n": 2}, passwords=("p",)) == ["a.x", 2, ["p"]]


def test_a_worker_is_kept_for_the_next_file(sandbox: Sandbox) -> None:
    assert run(sandbox, "pid") == run(sandbox, "pid") != os.getpid()


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("locked", PasswordNeeded, r"^a\.x is locked$"),
        ("unknown", UnknownName, "unknown thing 'x'"),
        ("extra", MissingExtra, r"OCR needs .*pincite\[ocr\]"),
        ("bug", Damaged, r"^a\.x cannot be parsed \(KeyError: 'a\\nb'\)"),
        ("deep", Damaged, "nested too deeply"),
        ("start", Damaged, "may not start"),
        ("connect", Damaged, "may not do socket"),
        ("write", Damaged, "may not write to /tmp/pincite-parse-outside"),
        ("missing", Damaged, "AttributeError"),
    ],
)
def test_an_error_crosses_by_class_and_message_and_the_worker_lives_on(
    sandbox: Sandbox, name: str, kind: type[Exception], words: str
) -> None:
    before = run(sandbox, "pid")
    with pytest.raises(kind, match=words) as caught:
        run(sandbox, name)
    assert "\n" not in str(caught.value)
    assert run(sandbox, "pid") == before


def test_the_facts_of_an_error_cross_too(sandbox: Sandbox) -> None:
    with pytest.raises(PasswordNeeded) as caught:
        run(sandbox, "locked")
    assert caught.value.facts == {"path": "a.x", "n": 3}


@pytest.mark.parametrize(
    ("name", "limits", "kind", "words"),
    [
        ("eat", Limits(memory_mb=150, cpu_s=10, wall_s=20), TooLarge, r"^a\.x needs more than 150 MB"),
        ("spin", Limits(memory_mb=150, cpu_s=1, wall_s=20), TooLarge, "not parsed after 1 s of processor time"),
        ("sleep", Limits(memory_mb=150, cpu_s=9, wall_s=0.3), TooLarge, r"not parsed after 0\.3 s"),
        ("die", Limits(), Damaged, r"^a\.x crashed its parser \(SIGSEGV\)"),
    ],
)
def test_a_worker_over_a_limit_is_replaced(
    sandbox: Sandbox, name: str, limits: Limits, kind: type[SourceError], words: str
) -> None:
    before = run(sandbox, "pid")
    with pytest.raises(kind, match=words):
        run(sandbox, name, limits=limits)
    assert run(sandbox, "pid") != before


def test_a_worker_that_is_killed_between_files_is_replaced(sandbox: Sandbox) -> None:
    before = run(sandbox, "pid")
    assert isinstance(before, int)
    os.kill(before, 9)
    time.sleep(0.1)
    assert run(sandbox, "pid") != before


def test_what_comes_back_is_checked(sandbox: Sandbox) -> None:
    with pytest.raises(Damaged, match="made its parser answer nonsense"):
        sandbox.run("sandbox_targets:nothing", b"", path="a.x", returns=Parsed)


def test_the_folder_of_a_worker_goes_with_it(sandbox: Sandbox) -> None:
    folder = str(run(sandbox, "scratch"))
    assert os.path.isdir(folder)
    sandbox.close()
    assert not os.path.exists(folder)


def test_a_worker_whose_caller_is_gone_ends_and_takes_its_folder_with_it(tmp_path: Path) -> None:
    code = (
        "import os; from pincite.parse import ParseSettings, build; from pincite.parse import sandbox\n"
        "build(ParseSettings()).parse(b'# T', path='a.md')\n"
        "worker = next(iter(sandbox._shared.values()))._idle[0]\n"
        "print(worker._folder, flush=True)\n"
        "os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    folder = done.stdout.strip()
    for _ in range(100):
        if not os.path.exists(folder):
            return
        time.sleep(0.1)
    pytest.fail(f"{folder} is still there")


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc to list descriptors")
def test_no_file_of_the_caller_is_open_in_a_worker(sandbox: Sandbox, tmp_path: Path) -> None:
    with (tmp_path / "catalog").open("w") as held:
        os.set_inheritable(held.fileno(), True)
        found = run(sandbox, "descriptors")
    assert isinstance(found, list)
    assert not [name for name in found if "catalog" in name]


def test_many_threads_share_the_workers(sandbox: Sandbox) -> None:
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(run(sandbox, "pid"))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 12
    assert len(set(found)) <= 2


def test_limits_out_of_range_are_refused() -> None:
    with pytest.raises(ConfigError, match="expected at least 64 MB"):
        Limits(memory_mb=1)


def test_a_process_has_one_pool_for_the_same_limits() -> None:
    assert shared() is shared(Limits()) is not shared(Limits(cpu_s=3))
