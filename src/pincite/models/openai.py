"""Any server that speaks OpenAI's chat API: OpenAI, vLLM, Ollama, llama.cpp; through the ``openai`` SDK."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pincite.models import _openai
from pincite.models._wire import attempts
from pincite.models.caps import estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.models.caps import Meter
    from pincite.models.talk import Prompt, Reply
    from pincite.secret import Secret

__all__ = ["OpenAIModel"]


class OpenAIModel:
    """
    A model behind OpenAI's chat API.

    :param key: The key; ``None`` for a server that asks for none.
    :param model: Its name, as the server has it.
    :param base_url: Address of the API, such as ``http://127.0.0.1:11434/v1``; ``""`` for OpenAI's own.
    :param effort: Reasoning effort; ``""`` for the model's own.
    :param temperature: ``None`` to leave it out, as reasoning models want it.
    :param seed: ``None`` to leave it out.
    :param retries: Further attempts where the server is busy, at least 0.
    :raises MissingExtra: If the SDK is not installed.
    """

    def __init__(
        self,
        key: Secret | None,
        *,
        model: str,
        base_url: str = "",
        effort: str = "",
        temperature: float | None = 0.0,
        seed: int | None = None,
        retries: int = 2,
    ) -> None:
        self._sdk = _openai.module()  # here, so that no question's time is spent on it
        self._key = key
        self._model = model
        self._base_url = base_url
        self._how: dict[str, Any] = {"effort": effort, "temperature": temperature, "seed": seed}
        self._retries = retries

    @property
    def model(self) -> str:
        """The model's name."""
        return self._model

    @cached_property
    def _client(self) -> Any:  # noqa: ANN401 - the SDK's client
        return _openai.client(self._key, base_url=self._base_url)

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """Return the keywords of ``chat.completions.create`` for a prompt."""
        return _openai.request(prompt, model=self._model, **self._how)

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        """Return what the model makes of a prompt. Input tokens are estimated before sending, rather too high."""
        keywords = self.request(prompt)
        sent = estimate_tokens(json.dumps(keywords["messages"], ensure_ascii=False))
        keywords["max_completion_tokens"] = meter.allow(input_tokens=sent, max_tokens=prompt.max_tokens)
        return attempts(
            lambda: _openai.streamed(self._client, keywords, meter=meter, on_text=on_text, sent=sent),
            sdk=self._sdk,
            provider=f"the model {self._model}",
            meter=meter,
            retries=self._retries,
        )
