"""
The SQL of the reading side.

Every statement for readers holds ``READABLE``: the tenant, the sequence, the access that holds now, and no revision
before its first day. Lists of ids are one JSON parameter, since SQLite limits the number of parameters.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ACCESS",
    "ALIKE",
    "APPLIES_TO",
    "CHUNKS",
    "COMMITS",
    "DOCUMENTS",
    "ENDS",
    "FILES",
    "FILES_AT",
    "GENERATION",
    "HEAD",
    "HOLDERS",
    "KNOWN_VECTORS",
    "LIVE",
    "LIVE_OF_DOCUMENTS",
    "LIVE_OF_TOPICS",
    "LOOKUP",
    "NARROWED",
    "N_POINTS",
    "OF_TOPIC",
    "PENDING",
    "PERMIT",
    "POINTS",
    "PURGED",
    "READABLE",
    "REVISION",
    "REVISIONS",
    "REVISION_COLUMNS",
    "ROWS_AT",
    "SEEDS",
    "SEQUENCE_AT",
    "SET_APART",
    "SNAPSHOTS",
    "SOURCES",
    "STATED",
    "STATES",
    "STORED_CHUNKS",
    "SUPERSESSIONS",
    "TEXTS",
    "TEXT_IDS",
    "VECTORS",
]

READABLE: Final = """
    r.tenant = :tenant AND r.seq_from <= :sequence AND :sequence < r.seq_to AND r.valid_from <= :day
    AND EXISTS (
        SELECT 1 FROM readers AS g WHERE g.key = r.key AND g.reader IN (SELECT value FROM json_each(:readers))
    )"""

_IN_FORCE = "r.valid_from <= :day AND :day < r.valid_to"

REVISION_COLUMNS: Final = """
    r.id, r.key, r.tenant, r.document_id, r.version, r.topic, r.text_id, r.meta, r.arrival,
    r.valid_from, r.valid_to, r.seq_from, r.seq_to, a.groups, a.rule, a.effective, r.n_chunks, t.n_characters"""

_LISTED = f"""
    SELECT {REVISION_COLUMNS}
    FROM revisions AS r JOIN access AS a ON a.key = r.key JOIN texts AS t ON t.id = r.text_id"""

HEAD: Final = "SELECT sequence, epoch, generation, fence, arrival FROM head"

GENERATION: Final = "SELECT parser, chunker, analyzer, space FROM generations WHERE id = :generation"

PERMIT: Final = f"""
    SELECT {REVISION_COLUMNS}, c.chunk_id, c.ordinal, c.data
    FROM json_each(:ids) AS wanted
    CROSS JOIN points AS p ON p.generation = :generation AND p.chunk_id = wanted.value
        AND p.seq_from <= :sequence AND :sequence < p.seq_to
    CROSS JOIN revisions AS r ON r.id = p.revision_row
    JOIN chunks AS c ON c.id = p.chunk_row
    JOIN access AS a ON a.key = r.key
    JOIN texts AS t ON t.id = r.text_id
    WHERE {READABLE}"""

TEXTS: Final = "SELECT t.id, t.text, t.blocks FROM json_each(:ids) AS w CROSS JOIN texts AS t ON t.id = w.value"

LOOKUP: Final = f"""
    SELECT i.key, i.kind, r.document_id, c.chunk_id, r.meta
    FROM json_each(:keys) AS wanted
    CROSS JOIN identifiers AS i ON i.tenant = :tenant AND i.key = wanted.value
    CROSS JOIN points AS p ON p.chunk_row = i.chunk_row AND p.generation = :generation
    CROSS JOIN revisions AS r ON r.id = p.revision_row
    JOIN chunks AS c ON c.id = p.chunk_row
    WHERE {READABLE} AND {_IN_FORCE}
    ORDER BY r.document_id, r.version, c.ordinal, i.key, i.kind"""

DOCUMENTS: Final = f"{_LISTED} WHERE {READABLE} AND {_IN_FORCE} ORDER BY r.document_id, r.version"

ENDS: Final = f"""
    SELECT DISTINCT r.valid_to FROM revisions AS r
    WHERE {READABLE} AND r.valid_from < r.valid_to AND :first < r.valid_to AND r.valid_to <= :day
    ORDER BY r.valid_to DESC"""

REVISION: Final = f"""
    SELECT {REVISION_COLUMNS}
    FROM revisions AS r INDEXED BY ix_revisions_tenant_document_id
    JOIN access AS a ON a.key = r.key JOIN texts AS t ON t.id = r.text_id
    WHERE {READABLE} AND r.document_id = :document_id"""  # SQLite would walk every live revision of the tenant instead

APPLIES_TO: Final = f"""
    SELECT DISTINCT s.value
    FROM governs AS s CROSS JOIN revisions AS r ON r.id = s.revision_row
    WHERE s.tenant = :tenant AND s.kind = 'applies_to' AND {READABLE} AND {_IN_FORCE}
    ORDER BY s.value"""

SUPERSESSIONS: Final = f"""
    SELECT s.value, r.key, r.document_id, r.version, r.meta, r.valid_from, ({READABLE})
    FROM governs AS s CROSS JOIN revisions AS r ON r.id = s.revision_row
    WHERE s.tenant = :tenant AND s.kind = 'supersedes'
        AND r.seq_from <= :sequence AND :sequence < r.seq_to AND {_IN_FORCE}
    ORDER BY r.valid_from, r.document_id, r.version, s.value"""

OF_TOPIC: Final = f"""
    SELECT {REVISION_COLUMNS}
    FROM revisions AS r INDEXED BY ix_revisions_tenant_topic
    JOIN access AS a ON a.key = r.key JOIN texts AS t ON t.id = r.text_id
    WHERE {READABLE} AND r.topic = :topic"""  # as above

CHUNKS: Final = """
    SELECT c.chunk_id, c.ordinal, c.data
    FROM points AS p JOIN chunks AS c ON c.id = p.chunk_row
    WHERE p.generation = :generation AND p.revision_row = :row
    ORDER BY c.ordinal"""

PENDING: Final = "SELECT key, effective FROM access WHERE pending AND (:tenant IS NULL OR tenant = :tenant)"

SOURCES: Final = "SELECT name, tenant, kind, location, settings FROM sources ORDER BY name"

FILES_AT: Final = """
    SELECT f.source, f.path, f.stamp, f.digest, f.revisions, f.reason, f.error
    FROM json_each(:paths) AS w CROSS JOIN files AS f
    ON f.source = substr(w.value, 1, instr(w.value, '/') - 1) AND f.path = w.value"""

FILES: Final = "SELECT source, path, stamp, digest, revisions, reason, error FROM files WHERE source = :source"

VECTORS: Final = """
    SELECT v.text, v.vector FROM json_each(:texts) AS w
    CROSS JOIN vectors AS v ON v.tenant = :tenant AND v.space = :space AND v.text = w.value"""

KNOWN_VECTORS: Final = """
    SELECT v.text FROM json_each(:texts) AS w
    CROSS JOIN vectors AS v ON v.tenant = :tenant AND v.space = :space AND v.text = w.value"""

REVISIONS: Final = f"""
    {_LISTED}
    WHERE r.seq_from <= :sequence AND :sequence < r.seq_to AND (:tenant IS NULL OR r.tenant = :tenant)
        AND (:document IS NULL OR r.document_id = :document)
    ORDER BY r.tenant, r.document_id, r.arrival"""

_LIVE = """
    SELECT r.id, r.key, r.tenant, r.document_id, r.version, r.topic, r.text_id, t.digest, r.chunks, r.n_chunks, r.meta,
        r.effective, r.expires, r.arrival, r.valid_from, r.valid_to, r.seq_from
    FROM json_each(:wanted) AS w"""

LIVE: Final = f"""
    {_LIVE} CROSS JOIN revisions AS r ON r.key = w.value JOIN texts AS t ON t.id = r.text_id
    WHERE r.seq_to = :open"""

LIVE_OF_TOPICS: Final = f"""
    {_LIVE}
    CROSS JOIN revisions AS r ON r.tenant = json_extract(w.value, '$[0]') AND r.topic = json_extract(w.value, '$[1]')
    JOIN texts AS t ON t.id = r.text_id
    WHERE +r.seq_to = :open"""  # the plus keeps SQLite from walking every live revision of the tenant instead

LIVE_OF_DOCUMENTS: Final = f"""
    {_LIVE}
    CROSS JOIN revisions AS r INDEXED BY ix_revisions_tenant_document_id
    ON r.tenant = json_extract(w.value, '$[0]') AND r.document_id = json_extract(w.value, '$[1]')
    JOIN texts AS t ON t.id = r.text_id
    WHERE +r.seq_to = :open"""  # as above

TEXT_IDS: Final = """
    SELECT t.tenant, t.digest, t.id FROM json_each(:wanted) AS w
    CROSS JOIN texts AS t ON t.tenant = json_extract(w.value, '$[0]') AND t.digest = json_extract(w.value, '$[1]')"""

STORED_CHUNKS: Final = """
    SELECT p.revision_row, c.chunk_id, c.data FROM json_each(:rows) AS w
    CROSS JOIN points AS p ON p.revision_row = w.value AND p.generation = :generation
    JOIN chunks AS c ON c.id = p.chunk_row
    ORDER BY p.revision_row, c.ordinal"""

ACCESS: Final = """
    SELECT a.key, a.tenant, a.groups, a.rule, a.override, a.effective, a.pending
    FROM json_each(:keys) AS w CROSS JOIN access AS a ON a.key = w.value"""

NARROWED: Final = "SELECT key, tenant, override FROM access WHERE override IS NOT NULL ORDER BY key"

N_POINTS: Final = "SELECT count(*) FROM points WHERE generation = :generation"

POINTS: Final = """
    SELECT p.chunk_id, r.key, p.seq_from, p.seq_to
    FROM points AS p JOIN revisions AS r ON r.id = p.revision_row
    WHERE p.generation = :generation AND (:low IS NULL OR p.seq_from BETWEEN :low AND :high)"""

SEEDS: Final = """
    SELECT p.chunk_id, r.key, r.tenant, r.document_id, r.meta, a.effective, p.seq_from, p.seq_to,
        r.valid_from, r.valid_to, c.data
    FROM points AS p JOIN revisions AS r ON r.id = p.revision_row
    JOIN chunks AS c ON c.id = p.chunk_row JOIN access AS a ON a.key = r.key
    WHERE p.generation = :generation AND p.seq_from BETWEEN :low AND :high
    ORDER BY p.seq_from, p.chunk_id"""

COMMITS: Final = """
    SELECT sequence, n_opened, opened, n_closed, closed FROM commits WHERE generation = :generation ORDER BY sequence"""

SNAPSHOTS: Final = "SELECT name, generation, sequence, at FROM snapshots ORDER BY sequence, name"

PURGED: Final = "SELECT tenant, document, key, original, text, at FROM purged ORDER BY tenant, key, document"

SET_APART: Final = "SELECT EXISTS (SELECT 1 FROM commits WHERE kind IN ('restore', 'delete'))"

STATED: Final = """
    SELECT id, key, tenant, document_id, version, text_id, meta FROM revisions ORDER BY id"""  # of every sequence

ROWS_AT: Final = "SELECT key, id FROM revisions WHERE seq_from <= :sequence AND :sequence < seq_to"

STATES: Final = f"""
    SELECT {REVISION_COLUMNS}
    FROM json_each(:rows) AS w CROSS JOIN revisions AS r ON r.id = w.value
    JOIN access AS a ON a.key = r.key JOIN texts AS t ON t.id = r.text_id
    ORDER BY r.arrival, r.id"""

SEQUENCE_AT: Final = "SELECT coalesce(max(sequence), 0) FROM commits WHERE at <= :moment"

HOLDERS: Final = """
    SELECT r.document_id FROM texts AS t JOIN revisions AS r ON r.text_id = t.id
    WHERE instr(CAST(t.text AS BLOB), :piece)
    UNION
    SELECT r.document_id FROM chunks AS c JOIN points AS p ON p.chunk_row = c.id
    JOIN revisions AS r ON r.id = p.revision_row
    WHERE instr(c.data, :piece)"""

ALIKE: Final = """
    WITH given AS (SELECT tenant, trim(text, char(9, 10, 32)) AS said, min(id) AS first
        FROM texts WHERE id IN (SELECT value FROM json_each(:ids)) GROUP BY 1, 2)
    SELECT t.id, g.first FROM given AS g
    JOIN texts AS t ON t.tenant = g.tenant AND trim(t.text, char(9, 10, 32)) = g.said"""
