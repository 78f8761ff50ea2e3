import type { StoredRow } from './stored-version.ts'

/** Another line, not the same one in another version. */
export function ownLine(row: StoredRow): StoredRow {
  const { lineage: _lineage, ...attributes } = row.attributes
  return { ...row, attributes }
}
