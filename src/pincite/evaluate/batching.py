"""
Asking a model all questions of a run as one batch, at the price of batches.

The questions are asked twice. The first time each prompt is noted instead of sent; then all of them go out as one
batch; the second time each prompt finds its reply. A prompt that was not foreseen, such as that of a draft which is
asked for again, is sent at once.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from pincite.errors import InputError, ModelError
from pincite.generate.fences import new_mark
from pincite.generate.writing import ModelWriter
from pincite.models.caps import Caps, Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pincite.corpus import Corpus
    from pincite.evaluate.labels import Labelled
    from pincite.models.talk import ChatModel, Prompt, Reply

__all__ = ["batched"]

_DAY_S: Final = 86_400.0
_PLENTY: Final = 1_000_000_000


class _Batches(Protocol):
    """A chat model that takes batches."""

    @property
    def model(self) -> str: ...

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply: ...

    def batch(
        self, prompts: Mapping[str, Prompt], *, meter: Meter, poll_s: float = 30.0
    ) -> Iterator[tuple[str, Reply | str]]: ...


class _Noted(ModelError):
    """A prompt was noted instead of sent."""


@dataclass(slots=True)
class _Replies:
    """A chat model that notes prompts, and later gives the replies that a batch brought."""

    live: _Batches
    noting: bool = True
    prompts: dict[str, Prompt] = field(default_factory=dict)
    replies: dict[str, Reply] = field(default_factory=dict)

    @property
    def model(self) -> str:
        """The model's name."""
        return self.live.model

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        """Return the reply of the batch; note a prompt where there is none yet, and send one that it did not hold."""
        key = _key(prompt)
        if self.noting:
            self.prompts[key] = prompt
            raise _Noted("noted for the batch")
        found = self.replies.get(key)
        if found is None:
            return self.live.reply(prompt, meter=meter, on_text=on_text)
        meter.usage = found.usage
        if on_text:
            on_text(found.text)
        return found


def _key(prompt: Prompt) -> str:
    """Return the same id for the same prompt, as batches take it."""
    said = (prompt.system, prompt.prefix, *(message.text for message in prompt.messages), str(prompt.shown))
    return sha256("\0".join(said).encode(errors="surrogatepass")).hexdigest()


@contextmanager
def batched(
    corpus: Corpus,
    questions: Iterable[Labelled],
    ask: Callable[[Labelled], object],
    *,
    poll_s: float = 30.0,
) -> Iterator[int]:
    """
    Send all questions as one batch; while the block runs, asking them again finds the replies.

    :param questions: The questions.
    :param ask: Asks one; it is called with each before the batch is sent, and ends at the first prompt.
    :param poll_s: Seconds between looks at how far the batch is.
    :returns: How many prompts the batch had.
    :raises InputError: If the generator does not write with a model that takes batches.
    :raises ModelError: If the batch fails.
    """
    writer = _writer(corpus)
    replies = _Replies(live=_takes_batches(writer))
    mark = new_mark()
    chat: Any = replies
    with corpus.writing_with(replace(writer, chat=chat, mark=lambda: mark)):
        for labelled in questions:
            with suppress(_Noted):
                ask(labelled)
        if replies.prompts:
            meter = Meter(Caps(input_tokens=_PLENTY, output_tokens=_PLENTY, seconds=_DAY_S), writer.price)
            rows = replies.live.batch(replies.prompts, meter=meter, poll_s=poll_s)
            replies.replies |= {key: reply for key, reply in rows if not isinstance(reply, str)}
        replies.noting = False
        yield len(replies.prompts)


def _writer(corpus: Corpus) -> ModelWriter:
    generator = corpus.pipeline.generator
    if not isinstance(generator, ModelWriter):
        raise InputError(f"generator {generator.name} asks no model: leave --batch out", name=generator.name)
    return generator


def _takes_batches(writer: ModelWriter) -> _Batches:
    chat: ChatModel = writer.chat
    if not callable(getattr(chat, "batch", None)):
        raise InputError(
            f"generator {writer.name} takes no batches: leave --batch out, or use claude", name=writer.name
        )
    return cast("_Batches", chat)
