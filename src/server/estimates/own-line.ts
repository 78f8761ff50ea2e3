import type { StoredRow } from './stored-version.ts'

/** Another line, not the same one in another version. */
export function ownLine(row: StoredRow): StoredRow {
  const { lineage: _lineage, ...attributes } = row.attributes
  return { ...row, attributes }
}

/** A line of another estimate: what was noted and filed for the customer of the first stays there. */
export function lineElsewhere(row: StoredRow): StoredRow {
  const { documents: _documents, internal_note: _note, ...attributes } = ownLine(row).attributes
  return { ...row, attributes }
}
