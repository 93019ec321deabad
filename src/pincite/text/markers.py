"""
Reads the citation markers that models put into what they write: brackets, lists and ranges, lenses, footnotes, words in
round brackets, tags, TeX, superscripts, and what looks like a citation and is none.

A marker is read only where it can mean nothing but a label that was shown. Everything else that looks like a citation
is refused: told, and never taken for a guess.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Container

__all__ = ["Marked", "read_markers"]

_NUMBER: Final = r"\d{1,4}"
_WORD: Final = r"(?:passages?|sources?|documents?|docs?|references?|refs?|citations?|excerpts?|chunks?|results?|items?)"
_JOIN: Final = r"(?:\s*(?:,|;|&|\band\b|\+)\s*|\s+)"
_DASH: Final = r"\s*(?:-|\u2010|\u2011|\u2012|\u2013|\u2014|\bto\b|\.\.)\s*"
_LABEL: Final = rf"(?:{_WORD}\s*[:#.]?\s*|[#^]|[PSDpsd](?=\d))?\s*(?:no\.?\s*)?{_NUMBER}"
_ITEM: Final = rf"{_LABEL}(?:{_DASH}{_LABEL})?(?:\s*(?:\u2020|\||@)[^\]\u3011,;]*)?"
_LIST: Final = rf"{_ITEM}(?:{_JOIN}{_ITEM})*"
_URL: Final = r"(?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\))?"
_TAG: Final = "cite|ref|sup|citation|source|passage"
_FOUND: Final = re.compile(
    rf"""
    \\?\[\s*\\?\[?\s*(?P<square>{_LIST})\s*,?\s*\\?\]\s*\\?\]?{_URL}
    | \u3010\s*(?P<lens>{_LIST})\s*\u3011
    | \(\s*(?:see\s+|from\s+|cf\.\s+)?
      (?P<round>{_WORD}\s*[:#.]?\s*(?:no\.?\s*)?{_NUMBER}(?:(?:{_JOIN}|{_DASH})(?:{_WORD}\s*)?{_NUMBER})*)\s*\)
    | <(?P<tag>{_TAG})\b[^<>]*?\b(?:id|label|n|passage|source)\s*=\s*["']?(?P<attribute>{_LIST})["']?[^<>]*?
      (?:/>|>\s*\[?[\d\s]*\]?\s*</(?P=tag)\s*>)
    | <(?P<pair>{_TAG})\s*>\s*\[?\s*(?P<inside>{_LIST})\s*\]?\s*</(?P=pair)\s*>
    | ~?\\cite[pt]?\{{\s*(?P<tex>{_LIST})\s*\}}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SUPERSCRIPT: Final = re.compile(
    "(?<=[.,;:!?)\u201d\"'])[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+(?:[\u02d2,\u02d0\u00b7][\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)*"
    "|(?<=[a-z]{4})[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+(?=[\\s.,;:!?)]|$)"
)
_SQUARED: Final = re.compile(r"(?:met(?:er|re)s?|feet|foot|inch(?:es)?|miles?|yards?)$", re.IGNORECASE)
"""Measures after which a small 2 or 3 is no citation."""
_LIKE: Final = re.compile(
    r"""
    \[\s*(?:\^|\#|p|s|d)?\s*\d[^\[\]]{0,40}\](?!\()      # numbers in brackets that are no list of labels
    | \[\s*\d{1,4}\s*(?=$|[.!?]\s*$)                     # a bracket that is never closed
    | \[[^\[\]]{1,80}\](?=\s*[.!?,;]?\s*$)               # a title or file name in brackets at the end
    | \u3010[^\u3011]{0,80}\u3011?
    | <\s*/?\s*(?:cite|ref|citation|source|passage)\b[^<>]*>
    | ~?\\cite[pt]?\{[^{}]*\}
    | \{\{?\s*\d{1,4}\s*\}?\}
    | \(\s*(?:see\s+|from\s+|cf\.\s+)?(?:passages?|sources?|refs?|references?|citations?|excerpts?)\b[^()]{0,60}\)
    | \(\s*\d{1,4}(?:\s*,\s*\d{1,4})*\s*\)(?=\s*[.!?,;]?\s*$)
    | \[\s*(?:citation\s+needed|sources?|refs?|\?|n|x)\s*\]
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)|<https?://[^<>]*>|(?:https?://|www\.)\S+", re.IGNORECASE)
_MOST: Final = 50
"""Labels that one range may stand for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A text and the markers that were in it."""

    text: str
    """Without markers, white space mended."""
    labels: tuple[int, ...]
    """Labels that were shown, in order, each once."""
    refused: tuple[str, ...]
    """What looks like a citation and is none that can be trusted, as it was written."""


def read_markers(text: str, shown: Container[int]) -> Marked:
    """
    Take the markers out of what a model wrote.

    :param shown: The labels of the passages that it was shown.
    """
    text = unicodedata.normalize("NFC", text).translate(_WIDE)
    labels: list[int] = []
    refused: list[str] = []

    def take(match: re.Match[str]) -> str:
        if _SQUARED.search(match.string, max(0, match.start() - 20), match.start()):
            return match[0]
        found = _labels(match)
        unknown = not found or any(label not in shown for label in found)
        (refused.append(match[0].strip()) if unknown else labels.extend(found))
        return _gap(match)

    def refuse(match: re.Match[str]) -> str:
        refused.append(match[0].strip())
        return _gap(match)

    text = _unlinked(_SUPERSCRIPT.sub(take, _FOUND.sub(take, text)))
    text = _LIKE.sub(refuse, text)
    return Marked(text=_mended(text), labels=tuple(dict.fromkeys(labels)), refused=tuple(refused))


_WIDE: Final = str.maketrans("\uff3b\uff3d\uff08\uff09" + "".join(chr(0xFF10 + n) for n in range(10)), "[]()0123456789")
_LOW: Final = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "0123456789")


def _labels(match: re.Match[str]) -> list[int]:
    groups = match.groupdict()
    words = next((v for k, v in groups.items() if v and k not in ("tag", "pair")), None)
    if words is None:
        words = "" if "square" in groups else re.sub(r"[^\d]+", ",", match[0].translate(_LOW))
    found: list[int] = []
    plain = re.sub("[\u2020|@][^,;]*", "", words)
    for item in re.finditer(rf"({_NUMBER})(?:{_DASH}[^\d\s]{{0,12}}\s*({_NUMBER}))?", plain):
        first, last = int(item[1]), int(item[2] or item[1])
        if not 0 <= last - first < _MOST:
            return []
        found += range(first, last + 1)
    return found


def _gap(match: re.Match[str]) -> str:
    return " " if match.end() < len(match.string) and match.string[match.end()].isalnum() else ""


def _unlinked(text: str) -> str:
    """Take out images, addresses and links, keeping the words of a link."""
    return _LINK.sub(lambda m: "" if m[0].startswith("!") else m[1] or "", text)


def _mended(text: str) -> str:
    """Mend the white space and end marks that markers leave behind."""
    text = re.sub(r"\s+([.,;:!?])", r"\1", re.sub(r"\s+", " ", text)).strip()
    return re.sub(r"([.!?])(?:\s*[.,;])+$", r"\1", text)
