"""Posts JSON to a server, again where that may help, with failures in our words; over the standard library alone."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import BadModelOutput, ModelTimeout, ModelUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["post"]

_BUSY: Final = frozenset((408, 409, 425, 429))
_SERVER: Final = 500
_FIRST_WAIT_S: Final = 0.5
_LONGEST_WAIT_S: Final = 20.0
_MOST_BYTES: Final = 256 * 2**20
_SAID: Final = 160


class _Stays(urllib.request.HTTPRedirectHandler):
    """Follows nowhere: texts and keys go to the address that is set and to no other."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Return no request."""


_opener = urllib.request.build_opener(_Stays)


def post(
    url: str,
    body: Mapping[str, Any],
    *,
    headers: Mapping[str, str],
    timeout_s: float,
    retries: int,
    sleep: Callable[[float], None] = time.sleep,
) -> Any:  # noqa: ANN401 - any JSON
    """
    Return the JSON that a server answers with.

    :param timeout_s: Longest wait for one answer, in seconds.
    :param retries: Further attempts where the server is busy, fails, or the connection breaks.
    :raises ModelTimeout: If the last answer did not come in time.
    :raises ModelUnavailable: If the server is not there, refuses, or stays busy.
    :raises BadModelOutput: If the answer is no JSON.
    """
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json", **headers}, method="POST")
    for attempt in range(retries + 1):
        try:
            with _opener.open(request, timeout=timeout_s) as answer:
                return _decoded(answer.read(_MOST_BYTES), url)
        except urllib.error.HTTPError as error:
            wait_s = _wait_of(error, attempt)
            failure: Exception = _refusal(error, url, attempt + 1)
        except (OSError, http.client.HTTPException) as error:
            wait_s = _backoff(attempt)
            failure = _failure(error, url, timeout_s, attempt + 1)
        if wait_s is None or attempt == retries:
            raise failure
        sleep(wait_s)
    raise failure


def _decoded(raw: bytes, url: str) -> Any:  # noqa: ANN401 - any JSON
    try:
        return json.loads(raw)
    except ValueError as error:
        raise BadModelOutput(
            f"{url} sent {len(raw)} bytes that are no JSON: expected a list of embeddings; check embed.url", url=url
        ) from error


def _wait_of(error: urllib.error.HTTPError, attempt: int) -> float | None:
    """Return how long to wait before the next attempt, in seconds; ``None`` where another would not help."""
    if error.code not in _BUSY and error.code < _SERVER:
        return None
    try:
        return min(_LONGEST_WAIT_S, max(0.0, float(error.headers.get("retry-after", ""))))
    except ValueError:
        return _backoff(attempt)


def _backoff(attempt: int) -> float:
    wait: float = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2**attempt)
    return wait


def _refusal(error: urllib.error.HTTPError, url: str, made: int) -> ModelUnavailable:
    tries = f" after {made} attempts" if made > 1 else ""
    if 300 <= error.code < 400:
        said = "it sends elsewhere, which is not followed: set embed.url to the address that it names"
    elif error.code in (401, 403):
        said = "it refuses the key: set PINCITE_EMBED_API_KEY"
    elif error.code == 404:
        said = f"it knows no such address or model ({_said(error)}): check embed.url and embed.model"
    else:
        said = f"{_said(error)}: try again later, or check the settings of embed"
    return ModelUnavailable(f"{url} answered {error.code}{tries}: {said}", url=url, status=error.code)


def _said(error: urllib.error.HTTPError) -> str:
    try:
        raw = error.read(4096)
        found = json.loads(raw)
    except (OSError, ValueError, http.client.HTTPException):
        return str(error.reason)
    inner = found.get("error", found) if isinstance(found, dict) else None
    words = inner.get("message") if isinstance(inner, dict) else inner
    line = " ".join(str(words or error.reason).split())
    return line if len(line) <= _SAID else f"{line[:_SAID]}…"


def _failure(error: Exception, url: str, timeout_s: float, made: int) -> ModelTimeout | ModelUnavailable:
    tries = f" after {made} attempts" if made > 1 else ""
    reason = getattr(error, "reason", error)
    if isinstance(reason, TimeoutError):
        return ModelTimeout(
            f"{url} did not answer within {timeout_s:g} s{tries}: try again, or raise embed.timeout_s", url=url
        )
    said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return ModelUnavailable(
        f"{url} cannot be reached{tries} ({said}): start the server, or check embed.url and the network", url=url
    )
