"""
The other side of the sandbox: a process that calls one parser after another under limits.

Run as ``python -m pincite.parse._worker`` with a socket as its standard input. :func:`direct` runs a target
without a process of its own, for a parser that already runs in one (an attachment inside a mail).
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from pincite.errors import Damaged, MissingExtra, PinciteError, TooLarge

try:
    import resource
except ImportError:  # no such limits on this system; the clock still holds
    resource = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.parse.limits import Limits

__all__ = ["NO_MEMORY", "PROGRAMS", "call", "direct", "main"]

T = TypeVar("T")

PROGRAMS: Final = frozenset({"tesseract"})
"""Names of the programs that a parser may start."""
NO_MEMORY: Final = 77
"""Exit code of a worker that had not even memory to say so."""
_MOST_CALLS: Final = 500
_GRACE_S: Final = 2.0
_HALF = re.compile("[\ud800-\udfff]")
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED: Final = frozenset(
    ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", "os.system", "os.exec", "os.fork")
)
_CHANGING: Final = frozenset(("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"))


class Call(msgspec.Struct):
    """What is asked for."""

    target: str
    path: str
    memory_mb: int
    cpu_s: int
    wall_s: float
    options: dict[str, object] = {}
    passwords: tuple[str, ...] = ()


def call(target: str, data: bytes, *, path: str, options: Mapping[str, object], passwords: tuple[str, ...]) -> Any:  # noqa: ANN401  # what the target returns
    """Call ``"module:function"`` on the bytes of a file, here and now."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)(data, path=path, options=options, passwords=passwords)


def direct(
    target: str,
    data: bytes,
    *,
    path: str,
    returns: type[T],
    options: Mapping[str, object] | None = None,
    passwords: tuple[str, ...] = (),
    limits: Limits | None = None,
) -> T:
    """Do what ``Sandbox.run`` does without another process, for what runs in a worker already and under its limits."""
    del returns, limits
    found: T = call(target, data, path=path, options=options or {}, passwords=passwords)
    return found


def main() -> None:
    """Serve calls until the other end closes."""
    channel = socket.socket(fileno=os.dup(0))
    silent = os.open(os.devnull, os.O_RDWR)
    os.dup2(silent, 0)  # what a parser starts must not get hold of the channel
    base = _address_space()
    sys.addaudithook(_refuse)
    _send(channel, b"ready")
    try:
        _serve(channel, base)
    except MemoryError:
        os._exit(NO_MEMORY)
    finally:
        channel.close()
        shutil.rmtree(os.environ.get("PINCITE_SCRATCH", ""), ignore_errors=True)  # the caller may have been killed


def _serve(channel: socket.socket, base: int) -> None:
    """Answer calls until the other end closes, or there were so many that a fresh process is better."""
    for n in range(1, _MOST_CALLS + 1):
        head = _receive(channel)
        if head is None:
            return
        asked = msgspec.msgpack.decode(head, type=Call)
        data = _receive(channel)
        if data is None:
            return
        reply = _limited(asked, data, base)
        del data
        reply["retire"] = bool(reply.get("retire")) or n == _MOST_CALLS or _grown(base, asked.memory_mb)
        _send(channel, msgspec.msgpack.encode(reply))


def _limited(asked: Call, data: bytes, base: int) -> dict[str, object]:
    """Answer one call with the limits drawn, and lift them afterwards."""
    _draw(asked, base)
    try:
        return _answer(asked, data)
    except MemoryError:
        _lift()  # first of all: to go on needs memory too
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        _lift()
    return _heavy(asked)


def _answer(asked: Call, data: bytes) -> dict[str, object]:
    path = asked.path
    try:
        value = call(asked.target, data, path=path, options=asked.options, passwords=asked.passwords)
        return {"value": _encoded(value)}
    except MissingExtra as error:
        return {
            "error": "MissingExtra",
            "message": str(error),
            "facts": {"what": error.what, "extra": error.extra},
        }
    except PinciteError as error:
        return {"error": type(error).__name__, "message": error.message, "facts": _plain(error.facts)}
    except MemoryError:
        raise
    except RecursionError:
        return _damaged(path, "it is nested too deeply")
    except Exception as error:  # noqa: BLE001  # the outermost edge: whatever a parser raises is about this one file
        return _damaged(path, f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")


def _encoded(value: object) -> bytes:
    """Return a value in bytes; halves of letters that a parser took from escapes are replaced: no text has them."""
    try:
        return msgspec.msgpack.encode(value)
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_whole(msgspec.to_builtins(value)))


def _whole(value: object) -> object:
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)  # as long as before: spans stay exact
    if isinstance(value, dict):
        return {_whole(key): _whole(each) for key, each in value.items()}
    return [_whole(each) for each in value] if isinstance(value, list | tuple) else value


def _damaged(path: str, cause: str) -> dict[str, object]:
    message = (
        f"{path} cannot be parsed ({cause}): expected a file that is whole; open and save it anew, or leave it out"
    )
    return {"error": Damaged.__name__, "message": message, "facts": {"path": path, "cause": cause}}


def _heavy(asked: Call) -> dict[str, object]:
    message = (
        f"{asked.path} needs more than {asked.memory_mb} MB of memory to be parsed: split it, or raise parse.memory_mb"
    )
    facts = {"path": asked.path, "limit": asked.memory_mb}
    return {"error": TooLarge.__name__, "message": message, "facts": facts, "retire": True}


def _plain(facts: dict[str, object]) -> dict[str, object]:
    kept = (str, int, float, bool, list, tuple, dict, type(None))
    return {name: fact if isinstance(fact, kept) else str(fact) for name, fact in facts.items()}


def _draw(asked: Call, base: int) -> None:
    """Set the limits of one call; what is over ends the process, save memory, which raises."""
    signal.setitimer(signal.ITIMER_REAL, asked.wall_s + _GRACE_S)  # ends a worker whose caller died
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    _set("RLIMIT_CPU", spent + asked.cpu_s)
    _set("RLIMIT_AS", base + asked.memory_mb * 1_000_000)


def _lift() -> None:
    if resource is not None:
        _set("RLIMIT_CPU", resource.RLIM_INFINITY)
        _set("RLIMIT_AS", resource.RLIM_INFINITY)


def _set(name: str, soft: int) -> None:
    which = getattr(resource, name, None)
    if which is None:
        return
    hard = resource.getrlimit(which)[1]
    if hard != resource.RLIM_INFINITY:
        soft = hard if soft == resource.RLIM_INFINITY else min(soft, hard)
    try:
        resource.setrlimit(which, (soft, hard))
    except (ValueError, OSError):  # a system that has the limit and does not let it be set
        return


def _address_space() -> int:
    """Return how many bytes of address space the process has now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as counts:
            return int(counts.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _grown(base: int, memory_mb: int) -> bool:
    """Tell whether what a call left behind takes much of what the next one may use."""
    return bool(base) and _address_space() - base > memory_mb * 500_000


def _refuse(event: str, args: tuple[Any, ...]) -> None:
    """Raise for what no parser needs: connections, other programs, and writing outside its folder."""
    if event in _REFUSED:
        raise PermissionError(f"a parser may not do {event}")
    if event == "subprocess.Popen" and os.path.basename(os.fsdecode(args[0])) not in PROGRAMS:
        raise PermissionError(f"a parser may not start {args[0]}")
    if (event == "open" and isinstance(args[2], int) and args[2] & _WRITING) or event in _CHANGING:
        _inside(args[0])


def _inside(place: object) -> None:
    if not isinstance(place, str | bytes | os.PathLike):
        return  # a descriptor that is open already
    where = os.path.abspath(os.fsdecode(place))
    own = os.environ.get("PINCITE_SCRATCH", "")
    if where != os.devnull and not (own and (where + os.sep).startswith(own + os.sep)):
        raise PermissionError(f"a parser may not write to {where}")


def _send(channel: socket.socket, data: bytes) -> None:
    channel.sendall(len(data).to_bytes(8, "big"))
    channel.sendall(data)


def _receive(channel: socket.socket) -> bytes | None:
    """Return the next message, or ``None`` where the other end is closed."""
    head = _exactly(channel, 8)
    return None if head is None else _exactly(channel, int.from_bytes(head, "big"))


def _exactly(channel: socket.socket, size: int) -> bytes | None:
    found = bytearray()
    while len(found) < size:
        piece = channel.recv(min(size - len(found), 1 << 20))
        if not piece:
            return None
        found += piece
    return bytes(found)


if __name__ == "__main__":
    main()
