"""What a file is by its first bytes, for files whose suffix says nothing."""

from __future__ import annotations

from io import BytesIO
from typing import Final

__all__ = ["sniffed"]

_HTML_STARTS: Final = (b"<!doctype html", b"<html", b"<head", b"<body")
_FOLDERS: Final = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}
_KINDS: Final = {b"application/epub+zip": "epub", b"application/vnd.oasis.opendocument.text": "odt"}
_OLE: Final = b"\xd0\xcf\x11\xe0"
_MAIL: Final = "__properties_version1.0".encode("utf-16-le")


def sniffed(data: bytes) -> str | None:
    """Return the name of the format that bytes are clearly of, ``None`` where they are of no such one."""
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return _zipped(data)
    if data.startswith(_OLE):
        return "msg" if _MAIL in data else None
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return "html" if head.startswith(_HTML_STARTS) else None


def _zipped(data: bytes) -> str | None:
    import zipfile  # imported here: a question sniffs nothing

    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()[:200]
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                return _KINDS.get(archive.read("mimetype").strip())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError):
        return None
    return next((kind for folder, kind in _FOLDERS.items() if any(name.startswith(folder) for name in names)), None)
