"""
Seconds, peak memory and characters of the Office parsers beside the plain libraries, each in a process of its own.

::

    python bench/parsing/office.py FILE…

The plain libraries (python-docx, python-pptx, openpyxl) give text without structure; they are the floor, not a rival.
"""

from __future__ import annotations

import io
import resource
import subprocess
import sys
import time
import warnings
from pathlib import Path


def ours(path: Path, data: bytes) -> tuple[float, int]:
    """Return the processor seconds and characters of Pincite's parser, its start left out."""
    import msgspec

    from pincite.parse import SUFFIXES, ParseSettings
    from pincite.parse.inside import parser_of

    parser = parser_of(SUFFIXES[path.suffix.lower()], msgspec.json.encode(ParseSettings()), ())
    begun = time.process_time()
    text = parser.parse(data, path=path.name).text
    return time.process_time() - begun, len(text)


def plain(path: Path, data: bytes) -> tuple[float, int]:
    """Return the same of the plain library."""
    import docx
    import openpyxl
    import pptx

    begun = time.process_time()
    if path.suffix == ".docx":
        n = sum(len(paragraph.text) for paragraph in docx.Document(io.BytesIO(data)).paragraphs)
    elif path.suffix == ".pptx":
        slides = pptx.Presentation(io.BytesIO(data)).slides
        n = sum(len(getattr(shape, "text", "")) for slide in slides for shape in slide.shapes)
    else:
        book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
        n = sum(len(str(cell.value)) for sheet in book.worksheets for row in sheet.iter_rows() for cell in row)
    return time.process_time() - begun, n


def main() -> None:
    """Print a line for each file and side."""
    if sys.argv[1] in ("ours", "plain"):
        path = Path(sys.argv[2])
        warnings.simplefilter("ignore")
        seconds, n = (ours if sys.argv[1] == "ours" else plain)(path, path.read_bytes())
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{path.name:44} {sys.argv[1]:6} {seconds:7.2f} s {peak:5} MB {n:10,} characters")
        return
    for name in sys.argv[1:]:
        for side in ("ours", "plain"):
            subprocess.run([sys.executable, __file__, side, name], check=False)


if __name__ == "__main__":
    main()
