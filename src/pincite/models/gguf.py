"""A GGUF model in this process: no server, no key, and nothing leaves the machine."""

from __future__ import annotations

import os
from functools import cached_property
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import BadModelOutput, CapReached, ModelTimeout
from pincite.models.caps import estimate_tokens
from pincite.models.talk import Reply, Stop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.models.caps import Meter
    from pincite.models.talk import Prompt

__all__ = ["GgufModel", "free_threads"]

_STOPS: Final = {"stop": Stop.END, "length": Stop.MAX_TOKENS}


def free_threads() -> int:
    """
    Return how many threads to compute with: the cores of this process that are not busy, less one; at least 1.

    More threads than free cores wait for one another at every step.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    busy = int(os.getloadavg()[0]) if hasattr(os, "getloadavg") else 0
    return max(1, cores - busy - 1)


class GgufModel:
    """
    A local model; one question at a time.

    :param weights: The GGUF file.
    :param model: What it is called.
    :param window: Tokens of prompt and reply together.
    :param threads: How many to compute with; ``None`` for :func:`free_threads`.
    """

    def __init__(self, weights: Path, *, model: str, window: int = 4096, threads: int | None = None) -> None:
        self._weights = weights
        self._model = model
        self._window = window
        self._threads = threads
        self._lock = Lock()

    @property
    def model(self) -> str:
        """The model's name."""
        return self._model

    @cached_property
    def _engine(self) -> Any:  # noqa: ANN401 - the library's
        from pincite.models import _xllamacpp

        return _xllamacpp.load(self._weights, window=self._window, threads=self._threads or free_threads())

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        """
        Return what the model makes of a prompt.

        :raises ModelTimeout: If it is not done in the meter's time. The engine ends its work in the background, and the
            next question waits for that.
        """
        said = "\n".join((prompt.system, prompt.prefix, *(m.text for m in prompt.messages)))
        room = meter.allow(input_tokens=estimate_tokens(said), max_tokens=prompt.max_tokens)
        with self._lock:
            answer = self._within(_request(prompt, room), meter)
        reply = _read(answer, meter, self._model)
        if on_text is not None:
            on_text(reply.text)
        return reply

    def _within(self, request: dict[str, Any], meter: Meter) -> dict[str, Any]:
        """Run the engine in a thread of its own, so that a question can give up on it."""
        found: list[dict[str, Any] | Exception] = []

        def run() -> None:
            try:
                found.append(self._engine.handle_chat_completions(request))
            except Exception as error:  # noqa: BLE001  # told in the caller's thread
                found.append(error)

        engine = self._engine  # loaded here, where a failure shows; the thread only computes
        thread = Thread(target=run, name=f"pincite-gguf-{id(engine)}", daemon=True)
        thread.start()
        thread.join(meter.left_s())
        if not found:
            raise ModelTimeout(
                f"{self._model} was not done in {meter.caps.seconds:g} seconds: raise [generate] cap_seconds, or "
                "ask with a smaller -k",
                model=self._model,
            )
        if isinstance(found[0], Exception):
            raise found[0]
        return found[0]


def _request(prompt: Prompt, room: int) -> dict[str, Any]:
    first = f"{prompt.prefix}\n\n" if prompt.prefix else ""
    messages = [
        {"role": m.role, "content": (first if at == 0 else "") + m.text} for at, m in enumerate(prompt.messages)
    ]
    made: dict[str, Any] = {
        "messages": [{"role": "system", "content": prompt.system}, *messages],
        "max_tokens": room,
        "temperature": 0,
        "seed": 1,
        "cache_prompt": True,
    }
    if prompt.grammar:
        made["grammar"] = prompt.grammar
    elif prompt.schema is not None:
        named = {"name": "draft", "schema": dict(prompt.schema)}
        made["response_format"] = {"type": "json_schema", "json_schema": named}
    return made


def _read(answer: dict[str, Any], meter: Meter, model: str) -> Reply:
    failed = answer.get("error")
    if failed is not None:
        if failed.get("type") == "exceed_context_size_error":
            raise CapReached(
                f"the prompt has {failed.get('n_prompt_tokens')} tokens and {model} takes {failed.get('n_ctx')}: ask "
                "with a smaller -k, or raise [generate.gguf] window",
                cap="window",
            )
        raise BadModelOutput(f"{model} failed: {failed.get('message')}", model=model)
    choice, usage = answer["choices"][0], answer.get("usage", {})
    read = (usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)
    spent = meter.spend(fresh=usage.get("prompt_tokens", 0) - read, output=usage.get("completion_tokens", 0), read=read)
    stop = _STOPS.get(choice.get("finish_reason"), Stop.END)
    return Reply(text=choice["message"].get("content") or "", stop=stop, usage=spent)
