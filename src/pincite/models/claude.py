"""Claude, through the ``anthropic`` SDK: counting before sending, streaming, caching, retries, batches."""

from __future__ import annotations

import time
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import BadModelOutput, ModelTimeout
from pincite.models import _anthropic
from pincite.models._wire import attempts
from pincite.models.prices import BATCH_SHARE
from pincite.models.talk import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pincite.models.caps import Meter
    from pincite.models.talk import Prompt, Reply
    from pincite.secret import Secret

__all__ = ["ClaudeModel"]

_PAUSES: Final = 3
"""How often a turn that the provider paused is gone on with."""
_COUNTED: Final = ("model", "messages", "system", "tools", "thinking", "output_config")


class ClaudeModel:
    """
    A Claude model.

    :param key: The key; read from the environment and shown nowhere.
    :param model: Its name, as the provider has it.
    :param base_url: Address of the API; ``""`` for the provider's own.
    :param effort: low, medium, high, xhigh or max; ``""`` for the model's own.
    :param thinking: Whether the model decides how long to think.
    :param cache_ttl: "5m" or "1h": how long instructions and prefix stay in the provider's cache.
    :param retries: Further attempts where the provider is busy, at least 0.
    :raises MissingExtra: If the SDK is not installed.
    """

    def __init__(
        self,
        key: Secret,
        *,
        model: str,
        base_url: str = "",
        effort: str = "",
        thinking: bool = True,
        cache_ttl: str = "5m",
        retries: int = 2,
    ) -> None:
        self._sdk = _anthropic.module()  # here, so that no question's time is spent on it
        self._key = key
        self._model = model
        self._base_url = base_url
        self._how: dict[str, Any] = {"effort": effort, "thinking": thinking, "cache_ttl": cache_ttl}
        self._retries = retries

    @property
    def model(self) -> str:
        """The model's name."""
        return self._model

    @cached_property
    def _client(self) -> Any:  # noqa: ANN401 - the SDK's client
        return _anthropic.client(self._key, base_url=self._base_url)

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the keywords of ``messages.create`` for a prompt."""
        return _anthropic.request(prompt, model=self._model, **self._how)

    def count(self, prompt: Prompt, *, meter: Meter) -> int:
        """
        Return how many input tokens a prompt has, as the provider counts them.

        :raises ModelError: As :meth:`reply` does.
        """
        keywords = {name: value for name, value in self.request(prompt).items() if name in _COUNTED}
        counted = self._attempt(
            lambda: self._client.messages.count_tokens(**keywords, timeout=meter.left_s()), meter=meter
        )
        return int(counted.input_tokens)

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        """Return what Claude makes of a prompt; a turn that the provider paused is gone on with."""
        room = meter.allow(input_tokens=self.count(prompt, meter=meter), max_tokens=prompt.max_tokens)
        keywords = self.request(prompt) | {"max_tokens": room}
        for _ in range(_PAUSES + 1):
            message = self._attempt(
                lambda: _anthropic.streamed(self._client, keywords, meter=meter, on_text=on_text), meter=meter
            )
            reply = _anthropic.read_message(message, meter=meter)
            if reply.stop is not Stop.PAUSED:
                return reply
            keywords["messages"] = [*keywords["messages"], {"role": "assistant", "content": reply.raw}]
        raise BadModelOutput(f"Claude paused {_PAUSES + 1} times and never ended: ask for less", model=self._model)

    def batch(
        self,
        prompts: Mapping[str, Prompt],
        *,
        meter: Meter,
        poll_s: float = 30.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> Iterator[tuple[str, Reply | str]]:
        """
        Send many prompts as one batch, for evaluation, and yield the reply to each; they come in any order.

        :param prompts: By an id of at most 64 letters, digits, "-" and "_".
        :param poll_s: Seconds between looks at how far it is.
        :returns: For each id the reply, or why there is none: "errored", "canceled" or "expired".
        :raises ModelTimeout: If the batch is not done within the meter's time; the fact ``batch`` names it.
        """
        asked = [{"custom_id": key, "params": self.request(prompt)} for key, prompt in prompts.items()]
        batches = self._client.messages.batches
        batch = self._attempt(lambda: batches.create(requests=asked, timeout=meter.left_s()), meter=meter)
        while batch.processing_status != "ended":
            if meter.left_s() <= poll_s:
                raise ModelTimeout(
                    f"the batch {batch.id} is not done in the time that is set: look at it later", batch=batch.id
                )
            sleep(poll_s)
            batch = self._attempt(partial(batches.retrieve, batch.id, timeout=meter.left_s()), meter=meter)
        for row in self._attempt(lambda: list(batches.results(batch.id, timeout=meter.left_s())), meter=meter):
            done = row.result.type == "succeeded"
            read = _anthropic.read_message
            yield (
                row.custom_id,
                read(row.result.message, meter=meter, share=BATCH_SHARE) if done else row.result.type,
            )

    def _attempt(self, call: Callable[[], Any], *, meter: Meter) -> Any:  # noqa: ANN401 - the SDK's
        return attempts(call, sdk=self._sdk, provider=f"Claude ({self._model})", meter=meter, retries=self._retries)
