"""Receipts of answers: making them again, and keeping those that were found right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.corpus.looking import Looking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.corpus.accepting import Accepted
    from pincite.corpus.replaying import Rebuilt, Replayed, Replaying
    from pincite.questions import Principal
    from pincite.trace import Trace

__all__ = ["Receipts"]


class Receipts(Looking):
    """The side of a corpus that goes back to recorded answers."""

    def replay(self, trace_id: str, *, question: str | None = None, principal: Principal | None = None) -> Replayed:
        """
        Make a recorded answer again at the sequence that it read, and tell what differs.

        A generator that uses a model is asked again. Nothing is recorded.

        :param question: The question, where the record does not keep it.
        :param principal: Who looks, with the groups of now; the record says who asked, which gives no access.
        :raises NotFound: If there is no such record, or it was asked with rights that whoever looks does not have.
        :raises InputError: If the question is not kept and not given, or is another one.
        """
        return self._replaying().replay(trace_id, question=question, principal=principal)

    def rebuilt_prompt(
        self, trace_id: str, *, question: str | None = None, principal: Principal | None = None
    ) -> Rebuilt | None:
        """
        Return the prompt of a recorded answer, made again from the spans of its passages; no model is asked.

        The parameters and errors are those of :meth:`replay`.

        :returns: ``None`` where no model was asked, or earlier turns of a conversation went into the prompt.
        """
        return self._replaying().prompt(trace_id, question=question, principal=principal)

    def accept(
        self,
        trace_id: str,
        *,
        question: str | None = None,
        kind: str | None = None,
        principal: Principal | None = None,
    ) -> Accepted:
        """
        Keep that a recorded answer is right: its question becomes a label that wants what it cites.

        Accepting it again replaces what was kept.

        :param question: The question, where the record does not keep it; of a follow-up the same written out, so that
            it can be asked by itself.
        :param kind: Its kind, such as "numeric"; ``None`` for "lookup", or "unanswerable" for an abstention.
        :param principal: Who accepts, with the groups of now: what it cites has to be readable.
        :raises NotFound: If there is no such record, or something that it cites may not be read now.
        :raises InputError: If the question is not kept and not given, or is another one.
        """
        from pincite.corpus.accepting import accept

        self.trace(trace_id, principal=principal or self.principal())
        return accept(self, self.trace(trace_id), question=question, kind=kind, principal=principal)

    def accepted(self) -> tuple[Accepted, ...]:
        """
        Return every answer that was accepted, in order of acceptance.

        :raises Torn: If the file that keeps them is damaged.
        """
        from pincite.corpus.accepting import accepted

        return accepted(self.state)

    def answers(self) -> Iterator[Trace]:
        """Yield the record of every answer that is kept, the newest first; damaged ones are passed over."""
        return self._traces.all("ask", whole=False)

    def _replaying(self) -> Replaying:
        from pincite.corpus.replaying import Replaying  # imported here: a question needs none of it

        return Replaying(corpus=self, built=self._built, traces=self._traces)
