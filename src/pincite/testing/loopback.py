"""A server on this machine that answers as it is told, one reply a request, and remembers what it was asked."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Asked", "Loopback", "Wire", "event"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request that a server got."""

    method: str
    path: str
    headers: Mapping[str, str]
    """By name in lower case."""
    body: Any
    """The JSON of the body; ``None`` where there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """What goes over the wire for one request."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[bytes, ...] = ()
    """Sent one after the other."""
    pause_s: float = 0.0
    """Seconds before each piece: a slow body."""
    cut: bool = False
    """Whether the connection ends in the middle of what was announced."""


def event(name: str, data: Mapping[str, Any]) -> bytes:
    """Return one server-sent event; ``""`` for one without a name."""
    named = f"event: {name}\n" if name else ""
    return f"{named}data: {json.dumps(data)}\n\n".encode()


class Loopback:
    """
    A server on a free port of this machine; use it as a context manager.

    Subclasses say in :meth:`answer` what a request gets.
    """

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        handler = type("Handler", (_Handler,), {"owner": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, asked: Asked) -> Wire:
        """Return what a request gets: nothing is there."""
        return Wire(status=404, pieces=(b"{}",))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    owner: Loopback
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(method=self.command, path=self.path, headers=headers, body=json.loads(raw) if raw else None)
        self.owner.asked.append(asked)
        self._send(self.owner.answer(asked))

    do_GET = do_POST

    def _send(self, wire: Wire) -> None:
        self.send_response(wire.status)
        headers = {"content-type": "application/json", **wire.headers, "connection": "close"}
        total = sum(map(len, wire.pieces))
        for name, value in (headers | {"content-length": str(total + 100 if wire.cut else total)}).items():
            self.send_header(name, value)
        self.end_headers()
        self._write(wire.pieces, wire.pause_s)
        self.close_connection = True

    def _write(self, pieces: Iterable[bytes], pause_s: float) -> None:
        try:
            for piece in pieces:
                time.sleep(pause_s)
                self.wfile.write(piece)
                self.wfile.flush()
        except OSError:
            return  # the client has hung up, as it may

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the tests look at ``asked``."""
