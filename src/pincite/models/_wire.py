"""What the two SDKs share, being made by one generator: attempts, waiting, and their errors in our words."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from pincite.errors import BadModelOutput, CapReached, InputError, ModelError, ModelTimeout, ModelUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.models.caps import Meter

__all__ = ["Cut", "Sdk", "attempts"]

T = TypeVar("T")

_TOO_LARGE: Final = 413
_BUSY: Final = frozenset((408, 409, 429))
_SERVER: Final = 500
_FIRST_WAIT_S: Final = 0.5
_LONGEST_WAIT_S: Final = 8.0
_MEANING: Final = {
    400: "it refuses the request",
    401: "it refuses the key",
    402: "the account has no credit",
    403: "the key may not use this",
    404: "it does not know the model or the address",
    413: "the request is too large",
    429: "too many requests",
    529: "it is overloaded",
}


class Cut(Exception):
    """A stream ended before the reply did."""


class Sdk(Protocol):
    """What is used of an SDK's module."""

    APIError: type[Exception]
    APIStatusError: type[Exception]
    APIConnectionError: type[Exception]
    APITimeoutError: type[Exception]


def attempts(
    call: Callable[[], T],
    *,
    sdk: Sdk,
    provider: str,
    meter: Meter,
    retries: int,
    sleep: Callable[[float], None] = time.sleep,
) -> T:
    """
    Make a call, and make it again where the provider is busy or the connection broke, as long as the time allows.

    A provider's ``retry-after`` is waited for where it fits into the time that is left; else the call fails at once.

    :param provider: What messages call it.
    :param retries: Most further attempts, at least 0.
    :raises ModelError: If the last attempt fails, in our words.
    """
    for attempt in range(retries + 1):
        try:
            return call()
        except (ModelError, InputError):
            raise
        except Exception as error:
            wait_s = _wait(error, sdk, attempt)
            if wait_s is None or attempt == retries or wait_s >= meter.left_s():
                raise _translated(error, sdk, provider, attempt + 1) from error
            sleep(wait_s)
    raise AssertionError("the last attempt returns or raises")


def _wait(error: Exception, sdk: Sdk, attempt: int) -> float | None:
    """Return how long to wait before the next attempt, in seconds; ``None`` where another would not help."""
    backoff = min(_FIRST_WAIT_S * 2**attempt, _LONGEST_WAIT_S)
    if isinstance(error, sdk.APIStatusError):
        status = _status(error)
        return (_stated(error) or backoff) if status in _BUSY or status >= _SERVER else None
    if isinstance(error, sdk.APITimeoutError):
        return None  # the time was the caller's own
    return backoff if isinstance(error, Cut | sdk.APIConnectionError) or _is_transport(error) else None


def _stated(error: Any) -> float | None:  # noqa: ANN401 - an error of either SDK
    try:
        return max(0.0, float(error.response.headers["retry-after"]))
    except (AttributeError, KeyError, ValueError):
        return None


def _status(error: Any) -> int:  # noqa: ANN401 - as above
    """Return the status, also of an error that came inside a stream, which began with 200."""
    body = error.body if isinstance(error.body, dict) else {}
    kind = (body.get("error") or {}).get("type") if isinstance(body.get("error"), dict) else None
    return {"overloaded_error": 529, "rate_limit_error": 429, "api_error": 500}.get(str(kind), int(error.status_code))


def _is_transport(error: Exception) -> bool:
    return type(error).__module__.split(".")[0] in ("httpx", "httpx2", "httpcore", "httpcore2") or isinstance(
        error, ConnectionError
    )


def _translated(error: Exception, sdk: Sdk, provider: str, made: int) -> ModelError:
    tries = "" if made == 1 else f" after {made} attempts"
    if isinstance(error, sdk.APITimeoutError) or "Timeout" in type(error).__name__:
        return ModelTimeout(
            f"{provider} did not answer in the time that is set{tries}: try again, or raise [generate] cap_seconds",
            provider=provider,
        )
    if isinstance(error, sdk.APIStatusError):
        return _of_status(error, provider, tries)
    if isinstance(error, Cut | sdk.APIConnectionError) or _is_transport(error):
        return ModelUnavailable(
            f"the connection to {provider} failed{tries} ({_short(error)}): check the address and the network",
            provider=provider,
        )
    return BadModelOutput(
        f"{provider} sent something that is not of its own form ({_short(error)}): check base_url, or try again",
        provider=provider,
    )


def _of_status(error: Any, provider: str, tries: str) -> ModelError:  # noqa: ANN401 - an error of either SDK
    status = _status(error)
    facts = {"provider": provider, "status": status, "request_id": getattr(error, "request_id", None)}
    if status == _TOO_LARGE or (status == 400 and "context" in _short(error).lower()):
        return CapReached(
            f"{provider} says that the prompt is too long ({_short(error)}): ask with a smaller -k", cap="window"
        )
    meaning = _MEANING.get(status, "it failed" if status >= _SERVER else "it refuses the request")
    stated = _stated(error)
    later = f"; it asks to wait {stated:g} seconds" if stated else ""
    return ModelUnavailable(
        f"{provider} answered {status}{tries}: {meaning} ({_short(error)}){later}; {_next_step(status)}", **facts
    )


def _next_step(status: int) -> str:
    if status in (401, 403):
        return "check the key in the environment"
    return "try again later" if status in _BUSY or status >= _SERVER else "check the model and the settings"


def _short(error: Exception) -> str:
    """Return what an error says on one line; its words may be a provider's, never those of a prompt."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    said = inner.get("message") if isinstance(inner, dict) else None
    words = " ".join(str(said or getattr(error, "message", "") or error).split()) or type(error).__name__
    return words if len(words) <= 160 else words[:159] + "…"
