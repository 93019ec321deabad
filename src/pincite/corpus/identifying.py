"""Who asks: configured names, API keys and tokens, each looked up anew at every question."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.corpus.held import Held
from pincite.errors import AccessDenied, NotFound, UnknownName

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from pincite.access.keys import ApiKey, KeyStore
    from pincite.access.matrix import Row
    from pincite.access.members import Member
    from pincite.access.tokens import Tokens
    from pincite.questions import Principal

__all__ = ["Identifying"]

_KEY: Final = "pck_"


class Identifying(Held):
    """The side of a corpus that knows who asks."""

    def member(self, name: str) -> Member:
        """
        Return what gives a configured principal with the groups that the settings file gives it at each question.

        Where the name is taken out of the file later, its questions are refused with :class:`AccessDenied`.

        :raises UnknownName: If no principal has that name.
        """
        self.principal(name)

        def now() -> Principal:
            try:
                return self.principal(name)
            except UnknownName as error:
                raise AccessDenied(
                    f"the settings name no principal {name!r} any more: ask as somebody else", name=name
                ) from error

        return now

    def identify(self, credential: str) -> Member:
        """
        Return what gives the principal of an API key or a JSON web token, checked anew at each question.

        :param credential: The key or token, with or without "Bearer " before it.
        :raises AccessDenied: If it is not valid now; one text for all reasons.
        """
        text = credential.strip()
        if text[:7].lower() == "bearer ":
            text = text[7:].strip()

        def now() -> Principal:
            return self._of_key(text) if text.startswith(_KEY) else self._tokens.principal(text)

        now()
        return now

    def access_matrix(
        self, *, principals: Iterable[str] | None = None, documents: Iterable[str] | None = None
    ) -> tuple[Row, ...]:
        """
        Return for every revision and every principal whether it may be read now, and by which rule; for administrators.

        :param principals: Names in the settings; ``None`` for all of them, after the reader with no groups, "(anyone)".
        :param documents: Only these; ``None`` for all, of every tenant.
        :raises UnknownName: If no principal has one of the names.
        :raises NotFound: If there is no document of one of the ids.
        """
        from pincite.access.matrix import Held as Kept
        from pincite.access.matrix import matrix

        known = self._membership.of_now().principals
        asked = {name: self.principal(name) for name in (known if principals is None else principals)}
        everyone = {"(anyone)": self.principal()} if principals is None else {}
        wanted = None if documents is None else set(documents)
        states = [
            s.revision for s in self.store.catalog.all_revisions() if wanted is None or s.revision.document_id in wanted
        ]
        for name in (wanted or set()) - {its.document_id for its in states}:
            raise NotFound("document", name)
        rows = self.store.catalog.access_of([its.key for its in states])
        held = [
            Kept(
                tenant=its.tenant,
                document=its.document_id,
                version=its.version,
                groups=rows[its.key].groups,
                rule=rows[its.key].rule,
                override=rows[its.key].override,
            )
            for its in states
        ]
        return matrix(held, everyone | asked)

    def create_key(
        self,
        name: str,
        *,
        principal: str | None = None,
        tenant: str | None = None,
        subject: str | None = None,
        groups: Iterable[str] = (),
        expires: date | None = None,
    ) -> tuple[ApiKey, str]:
        """
        Make an API key; its text is returned this once and kept nowhere.

        :param name: What it is for.
        :param principal: A name in the settings, whose groups it has at each question.
        :param tenant: Else its tenant; ``None`` for the corpus's.
        :param expires: First day on which it is no longer valid; ``None`` for never.
        :raises UnknownName: If no principal has that name.
        :raises InputError: If both a principal and groups are stated, or a name is none.
        """
        if principal is not None:
            self.principal(principal)
        return self._keys.create(
            name,
            tenant=tenant or self.config.corpus.tenant,
            principal=principal,
            subject=subject,
            groups=tuple(groups),
            expires=expires,
        )

    def keys(self) -> tuple[ApiKey, ...]:
        """Return every API key, revoked ones too, in order of their making; their texts are not kept."""
        return self._keys.keys()

    def revoke_key(self, key_id: str) -> ApiKey:
        """
        Let an API key hold no more, from the next question on.

        :raises NotFound: If there is none of that id.
        """
        return self._keys.revoke(key_id)

    def change_key(self, key_id: str, groups: Iterable[str]) -> ApiKey:
        """
        Give an API key other groups, from the next question on.

        :raises NotFound: If there is none of that id.
        :raises InputError: If it is for a principal of the settings.
        """
        return self._keys.change(key_id, groups=tuple(groups))

    def _of_key(self, text: str) -> Principal:
        key = self._keys.identify(text, day=self.today())
        if key.principal is None:
            return key.own_principal()
        try:
            return self.principal(key.principal)
        except UnknownName as error:
            from pincite.access.members import DENIED

            raise AccessDenied(DENIED) from error

    @cached_property
    def _keys(self) -> KeyStore:
        from pincite.access.keys import KeyStore

        return KeyStore(self.state / "keys.json")

    @cached_property
    def _tokens(self) -> Tokens:
        from pincite.access.tokens import KeySource, Tokens

        settings = self.config.tokens
        return Tokens(
            settings,
            tenant=self.config.corpus.tenant,
            source=KeySource(settings.keys, base=self.config.folder, keep_s=settings.keep_s),
            groups_of=self._groups_of,
        )

    def _groups_of(self, subject: str, tenant: str) -> tuple[str, ...]:
        """Return the groups that the settings give a subject now; none for one that they do not name."""
        named = self._membership.of_now().principals.items()
        own = self.config.corpus.tenant
        return next(
            (
                tuple(each.groups)
                for name, each in named
                if (each.subject or name) == subject and (each.tenant or own) == tenant
            ),
            (),
        )
