"""Writes tables of answers for people, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from pincite.answers.render import source_line
from pincite.cli.layout import columns, versioned
from pincite.wire import citation_json

if TYPE_CHECKING:
    from decimal import Decimal

    from pincite.generate.reading.values import Amount
    from pincite.pipeline.table import Row, Table, Total

__all__ = ["table_csv", "table_json", "table_text"]

_LONGEST: Final = 60


def table_text(table: Table) -> str:
    """Return the rows, the totals, the coverage line, and one line for each source."""
    lines = [
        (versioned(row.title, row.version), _short(row.value), "".join(f"[{n}]" for n in row.citations), row.verdict)
        for row in table.rows
    ]
    parts = [
        columns(("DOCUMENT", "VALUE", "SOURCE", "VERDICT"), lines) if lines else "",
        "\n".join(_total_line(total, table) for total in _shown(table)),
        table.coverage,
        "\n".join(source_line(citation) for citation in table.citations),
    ]
    return "\n\n".join(part for part in parts if part)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _shown(table: Table) -> list[Total]:
    """Return what the question asks for; where it asks for nothing, least and most of what several rows have."""
    if table.asked:
        return [total for total in table.totals if total.kind in table.asked]
    return [t for t in table.totals if t.kind in ("minimum", "maximum") and _several(t, table)]


def _several(total: Total, table: Table) -> bool:
    return sum(any(amount.unit == total.unit for amount in row.amounts) for row in table.rows) > 1


def _total_line(total: Total, table: Table) -> str:
    titles = {row.document: row.title for row in table.rows}
    if total.kind == "count":
        return f"count: {total.value} of {table.n_documents} {table.noun}"
    number = f"{total.value:,}"
    amount = f"{number} {total.written or total.unit}".strip()
    named = ", ".join(titles[each] for each in total.documents[:4])
    return f"{total.kind}: {amount} ({named}{', …' if len(total.documents) > 4 else ''})"


def table_csv(table: Table) -> str:
    """Return the rows as CSV with a header; cells that a spreadsheet would run are quoted as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("document", "title", "version", "value", "verdict", "text", "quote", "section", "page", "source"))
    by_label = {citation.label: citation for citation in table.citations}
    for row in table.rows:
        cited = [by_label[label] for label in row.citations]
        quote = " … ".join(citation.quote for citation in cited)
        sections = "; ".join(dict.fromkeys(citation.section for citation in cited if citation.section))
        pages = "; ".join(dict.fromkeys(str(c.place.page) for c in cited if c.place.page))
        told = (row.document, row.title, row.version, row.value, row.verdict, row.text)
        writer.writerow([_inert(text) for text in (*told, quote, sections, pages, row.source)])
    return out.getvalue().rstrip("\n")


def _inert(text: str) -> str:
    return f"'{text}" if text.startswith(tuple("=+-@\t\r")) and not text[1:2].isdigit() else text


def table_json(table: Table) -> dict[str, Any]:
    """Return a table as one JSON object."""
    return {
        "question": table.question,
        "rows": [_row_json(row) for row in table.rows],
        "citations": [citation_json(citation) for citation in table.citations],
        "totals": [
            {"kind": t.kind, "value": _number(t.value), "unit": t.unit or None, "documents": list(t.documents)}
            for t in table.totals
        ],
        "coverage": {
            "documents": table.n_documents,
            "read": len(table.rows),
            "found": sum(row.found for row in table.rows),
            "line": table.coverage,
        },
        "sequence": table.sequence,
        "generation": table.generation,
        "trace_id": table.trace_id,
        "timings_ms": {name: round(value, 1) for name, value in table.timings_ms.items()},
    }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "document": row.document,
        "title": row.title,
        "version": row.version or None,
        "source": row.source,
        "value": row.value or None,
        "verdict": row.verdict,
        "text": row.text or None,
        "citations": list(row.citations),
        "amounts": [_amount_json(amount) for amount in row.amounts],
    }


def _amount_json(amount: Amount) -> dict[str, Any]:
    to = {} if amount.to is None else {"to": _number(amount.to)}
    return {"value": _number(amount.value), **to, "unit": amount.unit or None}


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
