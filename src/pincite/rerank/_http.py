"""Posts JSON to a rerank API once, within a time, with failures in our words; over the standard library alone."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import BadModelOutput, ConfigError, ModelTimeout, ModelUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.secret import Secret

__all__ = ["Api", "key_of"]

_MOST_BYTES: Final = 16 * 2**20
_OWN_KEY: Final = "PINCITE_RERANK_API_KEY"


class _Stays(urllib.request.HTTPRedirectHandler):
    """Follows nowhere: texts and keys go to the address that is set and to no other."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Return no request."""


_opener = urllib.request.build_opener(_Stays)


class Api:
    """
    A rerank API that takes a question and documents, and gives back indices with relevance scores.

    :param name: What messages call it.
    :param url: Its address.
    :param key: Its key; ``None`` for a server that asks for none.
    :param timeout_s: Longest wait for an answer, in seconds.
    """

    def __init__(self, name: str, *, url: str, key: Secret | None, timeout_s: float) -> None:
        self.name = name
        self._url = url
        self._key = key
        self._timeout_s = timeout_s

    def results(self, body: Mapping[str, Any], *, under: str, n: int) -> list[float]:
        """
        Return the score of each document.

        :param body: What is posted.
        :param under: Where the answer lists ``{index, relevance_score}``: "results" or "data".
        :param n: How many documents were sent.
        :raises ModelTimeout: If the answer does not come in time.
        :raises ModelUnavailable: If the server is not there or refuses.
        :raises BadModelOutput: If the answer does not name every document once.
        """
        answer = self._post(body)
        listed = answer.get(under) if isinstance(answer, dict) else None
        try:
            scores = {int(each["index"]): float(each["relevance_score"]) for each in listed or ()}
        except (KeyError, TypeError, ValueError) as error:
            raise self._unlike(under) from error
        if sorted(scores) != list(range(n)) or len(listed or ()) != n:
            raise self._unlike(under)
        return [scores[at] for at in range(n)]

    def _post(self, body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        headers = {"content-type": "application/json", "accept": "application/json"}
        if self._key is not None:
            headers["authorization"] = f"Bearer {self._key.reveal()}"
        request = urllib.request.Request(self._url, json.dumps(body).encode(), headers, method="POST")
        try:
            with _opener.open(request, timeout=self._timeout_s) as answer:
                return json.loads(answer.read(_MOST_BYTES))
        except urllib.error.HTTPError as error:
            raise self._refused(error.code) from error
        except (OSError, http.client.HTTPException) as error:
            raise self._failed(error) from error
        except ValueError as error:
            raise BadModelOutput(
                f"{self.name} sent something that is no JSON: check rerank.url", url=self._url
            ) from error

    def _unlike(self, under: str) -> BadModelOutput:
        return BadModelOutput(
            f"{self.name} did not name every document once: expected {under} with index and relevance_score; check "
            "rerank.url and rerank.model",
            url=self._url,
        )

    def _refused(self, status: int) -> ModelUnavailable:
        step = f"check {_OWN_KEY}" if status in (401, 403) else "check rerank.url and rerank.model, or try again later"
        return ModelUnavailable(f"{self.name} answered {status}: {step}", url=self._url, status=status)

    def _failed(self, error: Exception) -> ModelTimeout | ModelUnavailable:
        reason = getattr(error, "reason", error)
        if isinstance(reason, TimeoutError):
            return ModelTimeout(
                f"{self.name} did not answer within {self._timeout_s:g} s: try again, or raise rerank.timeout_s",
                url=self._url,
            )
        said = getattr(reason, "strerror", None) or type(reason).__name__
        return ModelUnavailable(
            f"{self.name} cannot be reached ({said}): check rerank.url and the network", url=self._url
        )


def key_of(name: str, secrets: Mapping[str, Secret], *, variable: str, url: str) -> Secret | None:
    """
    Return the key of an API: PINCITE_RERANK_API_KEY, else the provider's own variable.

    :param name: The reranker's name in the settings.
    :param variable: The provider's variable, used at the provider's own address only.
    :param url: The address that is set; ``""`` for the provider's own.
    :raises ConfigError: If there is none and the provider's own address is used.
    """
    found = secrets.get(_OWN_KEY) or (None if url else secrets.get(variable))
    if found is None and not url:
        raise ConfigError(
            f"rerank.name is {name!r} and no key is set: set {_OWN_KEY} or {variable} in the environment, or "
            "rerank.url to a server that asks for none",
            name=name,
        )
    return found
