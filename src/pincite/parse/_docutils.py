"""The reStructuredText library as a plain tree; the only file that touches ``docutils``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils.nodes import Node

__all__ = ["Branch", "tree"]

_SETTINGS: Final = {
    "_disable_config": True,
    "auto_id_prefix": "id",
    "doctitle_xform": False,
    "docinfo_xform": False,
    "file_insertion_enabled": False,
    "halt_level": 5,
    "raw_enabled": False,
    "report_level": 3,
    "smart_quotes": False,
    "syntax_highlight": "none",
    "warning_stream": False,
    "input_encoding": "unicode",
}
"""No file is included, no raw text passed through, no configuration read; what is wrong stays in the tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A node of a document: an element, or a text with the tag "#text"."""

    tag: str
    children: tuple[Branch, ...] = ()
    text: str = ""
    """The text of the node and of all below it, without marks."""
    line: int | None = None
    """Line of the source, from 1, where the library knows it for the node or for one below it."""
    attributes: Mapping[str, object] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """Return an attribute as text, "" where it is not set."""
        return str(self.attributes.get(name) or "")


def tree(source: str) -> Branch:
    """Return the document that a source is; what cannot be understood stands in it as it is written."""
    from docutils.core import publish_doctree  # imported here: few files are such

    return _branch(publish_doctree(source, settings_overrides=dict(_SETTINGS)))


def _branch(node: Node) -> Branch:
    children = tuple(_branch(child) for child in node.children)
    line = node.line or next((child.line for child in children if child.line), None)
    return Branch(
        tag=str(getattr(node, "tagname", "")),
        children=children,
        text=node.astext(),
        line=int(line) if line else None,
        attributes=dict(getattr(node, "attributes", {})),
    )
