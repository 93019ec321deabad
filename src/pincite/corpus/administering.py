"""Administration: no scope applies, so none of it is for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite import access
from pincite.corpus.given import a_text, names
from pincite.corpus.held import Held
from pincite.corpus.pages import forget_pages
from pincite.documents import TenantId
from pincite.errors import NotFound
from pincite.lifecycle import AccessChange, Change
from pincite.lifecycle.access import shut_if_refused
from pincite.validity import Dated, intervals

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from pincite.access import Decision
    from pincite.catalog import RevisionState
    from pincite.documents import RevisionKey
    from pincite.questions import Principal

__all__ = ["Administering"]


class Administering(Held):
    """The side of a corpus that administrators use."""

    def delete(self, document: str, *, version: str | None = None, tenant: str | None = None) -> int:
        """
        Delete a document, or one version, from this moment on; its file stays and comes back at the next change of it.

        :returns: How many revisions were deleted.
        :raises NotFound: If there is none.
        """
        states = self._states(document, version, tenant)
        leaving = tuple((s.revision.tenant, s.revision.document_id, s.revision.version) for s in states)
        with shut_if_refused(self.store.catalog, lambda: [s.revision.key for s in states]):
            self.store.commit(Change(kind="delete", remove=leaving))
        forget_pages(self.state)
        return len(states)

    def set_access(
        self, document: str, groups: Iterable[str], *, version: str | None = None, tenant: str | None = None
    ) -> tuple[str, ...]:
        """
        Narrow who may read a document, from this moment on; it can only take away from what its source's rule gives.

        :param groups: Group names and "user:NAME"; empty for nobody.
        :returns: Names that have no effect, since the source's rule does not let them in.
        :raises NotFound: If there is no such document.
        """
        wanted = names(groups, "groups")
        states = self._states(document, version, tenant)
        rows = self.store.catalog.access_of([s.revision.key for s in states])
        self.store.set_access({key: AccessChange(override=wanted) for key in rows})
        forget_pages(self.state)
        return tuple(sorted({name for row in rows.values() for name in access.without_effect(row.groups, wanted)}))

    def clear_access(self, document: str, *, version: str | None = None, tenant: str | None = None) -> None:
        """
        Take back what :meth:`set_access` narrowed.

        :raises NotFound: If there is no such document.
        """
        states = self._states(document, version, tenant)
        self.store.set_access({s.revision.key: AccessChange(clear_override=True) for s in states})
        forget_pages(self.state)

    def check_access(
        self, document: str, *, principal: Principal | None = None, version: str | None = None
    ) -> tuple[tuple[str, Decision], ...]:
        """
        Return for each version of a document whether a principal may read it and which rule decided.

        :raises NotFound: If there is no such document.
        """
        reader = principal or self.principal()
        states = self._of_every_tenant(document, version)
        rows = self.store.catalog.access_of([s.revision.key for s in states])
        return tuple(
            (
                s.revision.version,
                access.explain(
                    reader.readers,
                    tenant=str(reader.tenant),
                    document_tenant=s.revision.tenant,
                    groups=rows[s.revision.key].groups,
                    rule=rows[s.revision.key].rule,
                    override=rows[s.revision.key].override,
                ),
            )
            for s in states
        )

    def _of_every_tenant(self, document: str, version: str | None) -> list[RevisionState]:
        a_text(document, "document")
        found = [
            s
            for s in self.store.catalog.all_revisions()
            if s.revision.document_id == document and version in (None, s.revision.version)
        ]
        if not found:
            raise NotFound("document", document if version is None else f"{document} {version}")
        return found

    def _states(self, document: str, version: str | None, tenant: str | None) -> list[RevisionState]:
        where = TenantId(a_text(tenant or self.config.corpus.tenant, "tenant"))
        for given, what in ((document, "document"), ("" if version is None else version, "version")):
            a_text(given, what)
        found = [
            s
            for s in self.store.catalog.all_revisions(where)
            if s.revision.document_id == document and version in (None, s.revision.version)
        ]
        if not found:
            raise NotFound("document", document if version is None else f"{document} {version}")
        return found

    def facts(self) -> Mapping[str, Any]:
        """Return what names the state that a measurement was made on: sequence, generation, digest of the settings."""
        head = self.store.catalog.head()
        return {"sequence": head.sequence, "generation": head.generation, "settings": self.settings_digest()}

    def validity_by_document(self) -> dict[RevisionKey, tuple[date, date]]:
        """
        Return when each revision is in force among the versions of its own document, whatever its topic says.

        For measuring: a configuration that gives each page a topic of its own does not hide what it retires.
        """
        groups: dict[tuple[str, str], list[Dated]] = {}
        for state in self.store.catalog.all_revisions():
            its = state.revision
            dated = Dated(
                key=its.key, version=its.version, effective=its.effective, expires=its.expires, arrival=state.arrival
            )
            groups.setdefault((its.tenant, its.document_id), []).append(dated)
        found: dict[RevisionKey, tuple[date, date]] = {}
        for dated_revisions in groups.values():
            found |= intervals(dated_revisions)
        return found
