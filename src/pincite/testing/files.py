"""Small documents of the Office formats, made from the XML that matters, for tests of parsers."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["docx", "epub", "odt", "package", "pptx", "xlsx", "zipped"]

_RELATIONS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_W: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_A: Final = "http://schemas.openxmlformats.org/drawingml/2006/main"
_P: Final = "http://schemas.openxmlformats.org/presentationml/2006/main"
_S: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def zipped(entries: Mapping[str, str | bytes]) -> bytes:
    """Return a zip archive of these entries."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def package(main: str, parts: Mapping[str, str | bytes], related: Mapping[str, str] | None = None) -> bytes:
    """
    Return an Office package.

    :param main: Name of its main part, such as "word/document.xml".
    :param parts: Name → content, the main part's too.
    :param related: Kind of relation → name beside the main part, such as "styles" → "styles.xml".
    """
    folder, _, name = main.rpartition("/")
    listed = dict(related or {})
    return zipped(
        {
            "_rels/.rels": _rels({"officeDocument": main}),
            f"{folder}/_rels/{name}.rels": _rels(listed),
            **parts,
        }
    )


def docx(body: str, *, styles: str = "", numbering: str = "", **parts: str) -> bytes:
    """
    Return a Word document.

    :param body: What stands in ``<w:body>``.
    :param styles: What stands in ``<w:styles>``.
    :param numbering: What stands in ``<w:numbering>``.
    :param parts: More parts by the kind of their relation ("footnotes", "header", "comments"): their content.
    """
    inner = {"styles": styles, "numbering": numbering, **parts}
    roots = {"header": "hdr", "footer": "ftr"}
    return package(
        "word/document.xml",
        {
            "word/document.xml": _xml("w:document", f"<w:body>{body}</w:body>", w=_W, r=_OFFICE),
            **{f"word/{k}.xml": _xml(f"w:{roots.get(k, k)}", v, w=_W) for k, v in inner.items()},
        },
        {kind: f"{kind}.xml" for kind in inner},
    )


def pptx(*slides: str, notes: Mapping[int, str] | None = None, hidden: tuple[int, ...] = ()) -> bytes:
    """
    Return a presentation.

    :param slides: What stands in the ``<p:spTree>`` of each slide.
    :param notes: Slide number, from 1 → what stands in the ``<p:spTree>`` of its notes.
    :param hidden: Numbers of the slides that are not shown.
    """
    parts: dict[str, str | bytes] = {}
    ids = "".join(f'<p:sldId id="{255 + n}" r:id="slide{n}"/>' for n, _ in enumerate(slides, 1))
    parts["ppt/presentation.xml"] = _xml("p:presentation", f"<p:sldIdLst>{ids}</p:sldIdLst>", p=_P, r=_OFFICE)
    for n, tree in enumerate(slides, 1):
        show = ' show="0"' if n in hidden else ""
        inner = f"<p:cSld><p:spTree>{tree}</p:spTree></p:cSld>"
        parts[f"ppt/slides/slide{n}.xml"] = _xml("p:sld", inner, show, p=_P, a=_A, r=_OFFICE)
        if note := (notes or {}).get(n):
            inner = f"<p:cSld><p:spTree>{note}</p:spTree></p:cSld>"
            parts[f"ppt/notesSlides/note{n}.xml"] = _xml("p:notes", inner, p=_P, a=_A)
            parts[f"ppt/slides/_rels/slide{n}.xml.rels"] = _rels({"notesSlide": f"../notesSlides/note{n}.xml"})
    made = "".join(
        f'<Relationship Id="slide{n}" Type="{_OFFICE}/slide" Target="slides/slide{n}.xml"/>'
        for n, _ in enumerate(slides, 1)
    )
    parts["ppt/_rels/presentation.xml.rels"] = f'<Relationships xmlns="{_RELATIONS}">{made}</Relationships>'
    return zipped({"_rels/.rels": _rels({"officeDocument": "ppt/presentation.xml"}), **parts})


def xlsx(sheets: Mapping[str, str], *, strings: tuple[str, ...] = (), styles: str = "", names: str = "") -> bytes:
    """
    Return a workbook.

    :param sheets: Name → what stands in its ``<worksheet>``.
    :param strings: The shared strings.
    :param styles: What stands in ``<styleSheet>``.
    :param names: More content of ``<workbook>``.
    """
    listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="s{n}"/>' for n, name in enumerate(sheets, 1))
    held = "".join(f"<si><t>{text}</t></si>" for text in strings)
    made = "".join(
        f'<Relationship Id="s{n}" Type="{_OFFICE}/worksheet" Target="worksheets/s{n}.xml"/>'
        for n, _ in enumerate(sheets, 1)
    )
    rest = "".join(
        f'<Relationship Id="{kind}" Type="{_OFFICE}/{kind}" Target="{kind}.xml"/>'
        for kind in ("sharedStrings", "styles")
    )
    return zipped(
        {
            "_rels/.rels": _rels({"officeDocument": "xl/workbook.xml"}),
            "xl/workbook.xml": _xml("workbook", f"<sheets>{listed}</sheets>{names}", None, _S, r=_OFFICE),
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}">{made}{rest}</Relationships>',
            "xl/sharedStrings.xml": _xml("sst", held, None, _S),
            "xl/styles.xml": _xml("styleSheet", styles, None, _S),
            **{
                f"xl/worksheets/s{n}.xml": _xml("worksheet", inner, None, _S)
                for n, inner in enumerate(sheets.values(), 1)
            },
        }
    )


def odt(text: str, *, styles: str = "") -> bytes:
    """
    Return an OpenDocument text.

    :param text: What stands in ``<office:text>``.
    :param styles: What stands in ``<office:automatic-styles>``.
    """
    spaces = {
        name: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0" for name in ("office", "text", "table", "style")
    }
    spaces["fo"] = "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
    inner = f"<office:automatic-styles>{styles}</office:automatic-styles>"
    inner += f"<office:body><office:text>{text}</office:text></office:body>"
    content = _xml("office:document-content", inner, **spaces)
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def epub(*chapters: str, title: str = "A book") -> bytes:
    """
    Return a book.

    :param chapters: What stands in the ``<body>`` of each chapter.
    """
    items = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n, _ in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n, _ in enumerate(chapters))
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        f"<dc:title>{title}</dc:title><dc:language>en</dc:language></metadata>"
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="O/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    pages = {f"O/c{n}.xhtml": f"<!DOCTYPE html><html><body>{c}</body></html>" for n, c in enumerate(chapters)}
    return zipped({"mimetype": "application/epub+zip", "META-INF/container.xml": container, "O/book.opf": opf, **pages})


def _rels(targets: Mapping[str, str]) -> str:
    made = "".join(
        f'<Relationship Id="r{n}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets.items())
    )
    return f'<Relationships xmlns="{_RELATIONS}">{made}</Relationships>'


def _xml(root: str, inner: str, attributes: str | None = None, space: str = "", **spaces: str) -> str:
    named = "".join(f' xmlns:{name}="{value}"' for name, value in spaces.items())
    named += f' xmlns="{space}"' if space else ""
    return f'<?xml version="1.0" encoding="UTF-8"?><{root}{named}{attributes or ""}>{inner}</{root}>'
