"""Titles that a file's properties state: programs put the name of the file there, or their own."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["stated_title"]

_BEFORE: Final = re.compile(
    r"(?:microsoft\s+(?:office\s+)?(?:word|excel|powerpoint)|powerpoint|word)\s+-\s+", re.IGNORECASE
)
_DOMAINS: Final = "com|org|net|edu|gov|io|eu|info"
_FILE: Final = re.compile(rf"(?:\S+[\\/])?\S*\w\.(?!(?:{_DOMAINS})$)(?=\w{{0,4}}[a-z])\w{{1,5}}", re.IGNORECASE)
"""One word that ends as the name of a file does; an address of the web is a name too."""
_SPACED_FILE: Final = re.compile(
    r".*\.(?:docx?|dotx?|docm|pdf|xlsx?|pptx?|rtf|txt|odt|html?|xml|indd|qxd|fm|pmd|p65|tex|dvi|e?ps|wpd|cdr|psd|ai|"
    r"jpe?g|png|tiff?|exe|dll|dwg|vsd|pub|pages)",
    re.IGNORECASE | re.DOTALL,
)
_PROGRAM: Final = re.compile(
    r"(?:untitled|unbenannt|sans titre|sin título|senza titolo|new document|no title|title|slide|document|presentation|"
    r"workbook|book|powerpoint presentation|powerpoint-präsentation|scan(?:ned document)?|print|layout)[\s_-]*\d*"
    r"|(?:(?:microsoft|adobe)\s+)?(?:word|excel|powerpoint|acrobat|indesign|pagemaker|framemaker|illustrator|photoshop|"
    r"quarkxpress|openoffice(?:\.org)?|libreoffice|ghostscript|latex|pdftex|writer)(?:\s+(?:document|\d[\d.]*))?",
    re.IGNORECASE,
)


def stated_title(text: str | None) -> str | None:
    """
    Return the title that a file's properties state, without the name of the program in front.

    :returns: ``None`` where it is no title: nothing, a name of a file or of a program, or "untitled".
    """
    title = " ".join((text or "").split())
    opening = _BEFORE.match(title)
    title = title[opening.end() :] if opening else title
    if not any(map(str.isalpha, title)):
        return None
    named = _FILE.fullmatch(title) or _SPACED_FILE.fullmatch(title) or _PROGRAM.fullmatch(title)
    return None if named else title
