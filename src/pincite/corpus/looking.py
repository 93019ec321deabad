"""Looking at what a reader may see, and at records of earlier answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from pincite.corpus.given import a_day, a_text
from pincite.corpus.held import Held
from pincite.corpus.pages import forget_pages, write_page
from pincite.documents import Span
from pincite.errors import NotFound, SourceError, StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.access.members import Member
    from pincite.catalog import DocumentRow, VersionRow
    from pincite.documents import Chunk, Place, Revision
    from pincite.parse.drawing import DrawnPage
    from pincite.questions import Principal, Scope
    from pincite.trace import Trace

__all__ = ["Cited", "Looking"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A citation of an earlier answer, looked up again under the reader's rights of now."""

    label: int
    revision: Revision
    span: Span
    place: Place
    """Page and boxes of the quote's words, where the format has them."""
    confidence: float | None = None
    """Lowest certainty of the recognised text in it, in [0, 1]; ``None`` where none was recognised."""


class Looking(Held):
    """The side of a corpus that shows what it holds."""

    def documents(
        self, *, principal: Principal | Member | None = None, as_of: date | None = None
    ) -> tuple[DocumentRow, ...]:
        """Return the documents in force that a principal may read, in order of id."""
        with self._scope(principal, a_day(as_of, self.today())) as scope:
            return self.store.catalog.documents(scope)

    def versions(
        self, document: str, *, principal: Principal | Member | None = None, as_of: date | None = None
    ) -> tuple[VersionRow, ...]:
        """
        Return every version of a document that a principal may read, lowest first.

        :raises NotFound: If there is none, or none that may be read.
        """
        with self._scope(principal, a_day(as_of, self.today())) as scope:
            return self.store.catalog.versions(scope, a_text(document, "document"))

    def show(
        self,
        document: str,
        *,
        version: str | None = None,
        principal: Principal | Member | None = None,
        as_of: date | None = None,
    ) -> Revision:
        """
        Return one revision of a document with its text and blocks.

        :param version: As stated; ``None`` for the one in force.
        :raises NotFound: If there is none, or it may not be read.
        """
        with self._scope(principal, a_day(as_of, self.today())) as scope:
            return self.store.catalog.revision(scope, *_named(document, version))

    def chunks(
        self,
        document: str,
        *,
        version: str | None = None,
        principal: Principal | Member | None = None,
        as_of: date | None = None,
    ) -> tuple[Chunk, ...]:
        """
        Return the chunks of one revision in order of their place.

        :raises NotFound: If there is no such revision, or it may not be read.
        """
        with self._scope(principal, a_day(as_of, self.today())) as scope:
            return self.store.catalog.chunks(scope, *_named(document, version))

    def trace(self, trace_id: str, *, principal: Principal | Member | None = None) -> Trace:
        """
        Return the record of one question: ids and counts, no text of documents.

        :param principal: Who looks, with the rights of now: without all the rights that it was asked with there is no
            such record, and what may not be read any more is left out of it. Only with one are the answer's words in
            it, where ``trace.text`` had them kept. ``None`` for the whole record without words, for administrators.
        :raises NotFound: If there is none of that id, or it was asked with more rights.
        """
        found = self._traces.get(a_text(trace_id, "trace_id"))
        shown = self._shown(found, principal)
        if shown is None:
            raise NotFound("trace", trace_id)
        return shown

    def last_answer(self, *, principal: Principal | Member | None = None) -> Trace | None:
        """Return the last answer's record that may be looked at, or ``None``; ``principal`` as in :meth:`trace`."""
        shown = (self._shown(found, principal) for found in self._traces.all("ask"))
        return next((each for each in shown if each is not None), None)

    def _shown(self, trace: Trace, principal: Principal | Member | None) -> Trace | None:
        """Return what somebody may see of a record now; ``None`` where it was asked with rights that they lack."""
        if principal is None:
            from pincite.pipeline.said import without_words

            return without_words(trace) if "said" in trace.facts else trace
        from pincite.pipeline.shown import is_for, only_what

        if not is_for(trace, self._asker(principal)):
            return None
        with self._scope(principal, max(self.today(), date.fromisoformat(trace.facts["day"]))) as scope:

            def readable(document: str, version: str) -> bool:
                try:
                    self.store.catalog.revision(scope, document, version)
                except NotFound:
                    return False
                return True

            return self._with_words(only_what(trace, readable), scope)

    def _with_words(self, trace: Trace, scope: Scope) -> Trace:
        """Take the answer's words out of a record, unless all that they rest on may be read now."""
        if "said" not in trace.facts:
            return trace
        from pincite.pipeline.said import chunks_of, without_words

        chunks = chunks_of(trace)
        if chunks and len(self.store.catalog.permit(chunks, scope)) == len(chunks):
            return trace
        return without_words(trace)

    def cited(self, trace: Trace, label: int, *, principal: Principal | Member | None = None) -> Cited:
        """
        Return a citation of a recorded answer, under the rights of now.

        :param principal: Who looks, with the groups of now; the trace says who asked, which gives no access.
        :raises NotFound: If the answer has no such citation, its passage has changed since, or it may not be read.
        """
        stored = next((c for c in trace.facts.get("citations", ()) if c["label"] == label), None)
        if stored is None:
            raise NotFound("citation", str(label))
        day = max(self.today(), date.fromisoformat(trace.facts["day"]))  # it may have been asked of a day to come
        try:
            revision = self.show(stored["document"], version=stored["version"], principal=principal, as_of=day)
        except NotFound:  # which would name the document
            raise NotFound("citation", str(label)) from None
        if revision.text_digest != stored["text"]:
            raise NotFound("citation", str(label))
        span = Span(*stored["span"])
        from pincite.text.places import confidence_of, place_of  # imported here: a search needs none of it

        return Cited(
            label=label,
            revision=revision,
            span=span,
            place=place_of(revision, span),
            confidence=confidence_of(revision, span),
        )

    def drawn_pages(self, cited: Cited) -> dict[int, DrawnPage]:
        """
        Return pictures of the pages of the original on which a citation stands, by number; ``cited`` was permitted.

        :returns: Empty where the format has no pages, the original is not kept, or it cannot be drawn, as one that is
            encrypted cannot.
        """
        from pincite.parse.drawing import draw, drawable

        its, numbers = cited.revision, sorted({box.page for box in cited.place.boxes})
        if not numbers or not its.original or not drawable(its.path):
            return {}
        try:
            data = self.store.catalog.original(its.tenant, its.original)
            return {number: draw(self.config.parse, data, path=its.path, page=number) for number in numbers}
        except (SourceError, StoreError, NotFound):
            return {}

    def write_page(self, name: str, page: str) -> Path:
        """
        Write a page for the browser, for this user alone and in place of every earlier one; return its file.

        It is removed when a document is deleted or its readers change.
        """
        return write_page(self.state, name, page).resolve()

    def forget_pages(self) -> None:
        """Remove the pages that were written for the browser."""
        forget_pages(self.state)


def _named(document: str, version: str | None) -> tuple[str, str | None]:
    return a_text(document, "document"), None if version is None else a_text(version, "version")
