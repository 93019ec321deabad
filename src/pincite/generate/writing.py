"""The generator that writes with a model, whichever: prompt, call, reading, and a gate for models that invent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from pincite.answers import Draft, DraftClaim, Reason
from pincite.errors import BadModelOutput, CapReached, ModelError
from pincite.generate.fences import new_mark, steady_mark
from pincite.generate.native import native_claims, shown
from pincite.generate.prompt import SCHEMA, TEMPLATE, Form, gate_prompt, schema_of, write_prompt
from pincite.generate.structured import Claims, read_draft, read_prose
from pincite.models.caps import Caps, Meter
from pincite.models.talk import Message, Prompt, Stop
from pincite.protocols import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from pincite.answers import Passage
    from pincite.generate import GenerateSettings
    from pincite.generate.extractive import Extractive
    from pincite.generate.prompt import Written
    from pincite.models.prices import Price
    from pincite.models.talk import ChatModel, Reply

__all__ = ["ModelWriter", "caps_of"]

_ATTEMPTS: Final = 2
"""How often a reply that is not of the form that was asked for is asked for."""
_YES: Final = 'root ::= "yes" | "no"'


@dataclass(frozen=True, kw_only=True)
class ModelWriter:
    """A generator that writes with a model."""

    kind: str
    """Its name in settings: "claude", "openai" or "gguf"."""
    chat: ChatModel
    form: Form
    caps: Caps
    price: Price | None = None
    corpus: str = ""
    """What the corpus is called."""
    sentences: int = 5
    """Most sentences of an answer, at least 1."""
    max_tokens: int = 4_000
    """Most tokens of one reply, thinking included, at least 1."""
    window: int = 100_000
    """Most tokens of passages that it takes at once."""
    leads: bool = False
    """Whether the model calls tools, so that it can lead a search."""
    caches: bool = False
    """Whether its provider keeps a prefix that many questions share."""
    gate: int = 0
    """How many passages are asked first whether they state the answer; 0 for a model that needs no gate."""
    finder: Extractive | None = None
    """Finds answers without a model: the passages that it cites need not be asked."""
    mark: Callable[[], str] = new_mark
    """Gives the mark of each request's fences."""

    @property
    def name(self) -> str:
        """Name in settings, answers and traces."""
        return f"{self.kind}:{self.chat.model}"

    @property
    def model(self) -> str:
        """The model's name, as its provider has it."""
        return self.chat.model

    @property
    def template(self) -> str:
        """Name of the prompt's template."""
        return TEMPLATE

    def meter(self) -> Meter:
        """Return a meter with the caps of one question."""
        return Meter(self.caps, self.price)

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        """Return the draft of a question without history."""
        *_, last = self.write(Task(question=question, passages=passages))
        if not isinstance(last, Draft):
            raise AssertionError("the draft is always last")
        return last

    def write(self, task: Task, *, meter: Meter | None = None) -> Iterator[DraftClaim | Draft]:
        """
        Yield claims as they are written, then the whole draft.

        A draft that is asked for again after it was not of the right form starts anew: what is last counts.

        :param meter: What has been spent on the question already; ``None`` where nothing was.
        """
        meter = meter or self.meter()
        if self.gate:
            kept = self._gated(task, meter)
            if not kept:
                yield self._unanswered(task, meter)
                return
            task = replace(task, passages=kept)
        yield from self._written(task, meter)

    def _written(self, task: Task, meter: Meter) -> Iterator[DraftClaim | Draft]:
        mark = steady_mark("".join(p.text for p in task.passages)) if task.whole else self.mark()
        written = write_prompt(task, corpus=self.corpus, form=self.form, sentences=self.sentences, mark=mark)
        prompt = self._prompt(task, written, mark)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                draft = yield from self._asked(task, prompt, meter)
            except BadModelOutput:
                if attempt == _ATTEMPTS:
                    raise
                continue
            yield replace(
                draft,
                usage=meter.usage,
                template=TEMPLATE,
                prompt=written.digest,
                mark=mark,
                shown=tuple(passage.label for passage in task.passages),
            )
            return

    def _prompt(self, task: Task, written: Written, mark: str) -> Prompt:
        return Prompt(
            system=written.system,
            prefix=written.prefix,
            messages=(Message(role="user", text=written.text),),
            shown=shown(task.passages, mark=mark) if self.form is Form.NATIVE else (),
            schema=self._schema(task) if self.form is Form.STRUCTURED else None,
            max_tokens=self.max_tokens,
        )

    def _schema(self, task: Task) -> Mapping[str, Any]:
        """Return the reply's schema: the same for every question, so that it is cached, but for small models."""
        return schema_of(frozenset(p.label for p in task.passages)) if self.gate else SCHEMA

    def _asked(self, task: Task, prompt: Prompt, meter: Meter) -> Generator[DraftClaim, None, Draft]:
        labels = frozenset(p.label for p in task.passages)
        claims = Claims(shown=labels)
        running = _Running(self.chat, prompt, meter)
        for piece in running:
            if self.form is Form.STRUCTURED:
                yield from claims.add(piece)
        return self._read(running.reply, task, labels)

    def _read(self, reply: Reply, task: Task, labels: frozenset[int]) -> Draft:
        if reply.stop is Stop.REFUSED:
            return Draft(reason=Reason.MODEL_REFUSED, missing=(task.question.strip(),), usage=reply.usage)
        _complete(reply, self.max_tokens)
        if self.form is Form.STRUCTURED:
            return read_draft(reply.text, shown=labels, usage=reply.usage)
        draft = read_prose(reply.text, passages=task.passages, usage=reply.usage)
        if self.form is Form.PROSE:
            return draft
        claims = tuple(c for c in native_claims(reply.segments, task.passages) if not c.text.startswith("Missing:"))
        reason = None if claims else Reason.EVIDENCE_INSUFFICIENT
        return replace(draft, claims=claims, reason=reason)

    def _gated(self, task: Task, meter: Meter) -> tuple[Passage, ...]:
        """
        Return the passages that state the answer: those where it is found without the model, else as the model sees it.

        A small model says no to half of the passages that answer. Where only a part of the answer is found, the
        passages that the model would be asked about are shown too.
        """
        found = self.finder.draft(task.question, task.passages) if self.finder else Draft()
        cited = {quote.label for claim in found.claims for quote in claim.quotes}
        if cited:
            more = {p.label for p in task.passages[: self.gate]} if found.missing else set()
            return tuple(p for p in task.passages if p.label in cited | more)
        return tuple(p for p in task.passages[: self.gate] if self.states(task.question, p, meter=meter))

    def states(self, question: str, passage: Passage, *, meter: Meter) -> bool:
        """Return whether the model finds that a passage states the answer to a question."""
        system, turns = gate_prompt(question, passage, mark=self.mark())
        said: list[Message] = []
        for asked, answered in turns:
            said.append(Message(role="user", text=asked))
            if answered:
                said.append(Message(role="assistant", text=answered))
        reply = self.chat.reply(Prompt(system=system, messages=tuple(said), grammar=_YES, max_tokens=4), meter=meter)
        return reply.text.strip().casefold().startswith("yes")

    def _unanswered(self, task: Task, meter: Meter) -> Draft:
        missing = (task.question.strip(),)
        return Draft(reason=Reason.EVIDENCE_INSUFFICIENT, missing=missing, usage=meter.usage, template=TEMPLATE)


def caps_of(settings: GenerateSettings) -> Caps:
    """Return the caps that the settings state."""
    return Caps(
        input_tokens=settings.cap_input_tokens,
        output_tokens=settings.cap_output_tokens,
        seconds=settings.cap_seconds,
        money=settings.cap_money,
    )


def _complete(reply: Reply, max_tokens: int) -> None:
    """
    Refuse a reply that is not whole.

    :raises CapReached: If a limit cut it.
    :raises BadModelOutput: If it calls a tool, where none was offered.
    """
    if reply.stop is Stop.MAX_TOKENS:
        raise CapReached(
            f"the reply was cut at {reply.usage.output_tokens:,} tokens: raise generate.max_tokens (now "
            f"{max_tokens:,}) or [generate] cap_output_tokens",
            cap="output_tokens",
        )
    if reply.stop is Stop.WINDOW:
        raise CapReached("prompt and reply fill the model's window: ask with a smaller -k", cap="window")
    if reply.stop is Stop.TOOL_USE or reply.calls:
        raise BadModelOutput("the model called a tool where none was offered: nothing was run; ask again")


class _Running:
    """A call in a thread of its own, so that its pieces can be read while they are written."""

    def __init__(self, chat: ChatModel, prompt: Prompt, meter: Meter) -> None:
        self._queue: SimpleQueue[str | Reply | BaseException] = SimpleQueue()
        self._stopped = False
        self._reply: Reply | None = None
        Thread(target=self._run, args=(chat, prompt, meter), name="pincite-write", daemon=True).start()

    @property
    def reply(self) -> Reply:
        """The whole reply, once all pieces were read."""
        if self._reply is None:
            raise AssertionError("the pieces have not been read to their end")
        return self._reply

    def __iter__(self) -> Iterator[str]:
        try:
            while True:
                item = self._queue.get()
                if isinstance(item, BaseException):
                    raise item
                if not isinstance(item, str):
                    self._reply = item
                    return
                yield item
        finally:
            self._stopped = True

    def _run(self, chat: ChatModel, prompt: Prompt, meter: Meter) -> None:
        try:
            self._queue.put(chat.reply(prompt, meter=meter, on_text=self._take))
        except BaseException as error:  # noqa: BLE001  # raised again in the reader's thread
            self._queue.put(error)

    def _take(self, piece: str) -> None:
        if self._stopped:
            raise _Stopped("nobody reads on")
        self._queue.put(piece)


class _Stopped(ModelError):
    """The reader of a stream has gone; ends the call."""
