import { canonicalJson } from '#base/json.ts'
import type { ChangedObject } from '../records/update-rows.ts'
import type { StoredRow } from './stored-version.ts'

/** Values that a record is to have; null empties. */
export type Wanted = Readonly<Record<string, unknown>>

/** Those of the records that do not have the values they are to have, as they are written. */
export function changedRows(rows: readonly StoredRow[], wanted: (row: StoredRow) => Wanted): ChangedObject[] {
  return rows.flatMap((row) => {
    const attributes = { ...row.attributes }
    const changed = Object.entries(wanted(row)).flatMap(([key, value]) => {
      const before = Object.hasOwn(attributes, key) ? (attributes[key] ?? null) : null
      if (before === value || canonicalJson(before) === canonicalJson(value)) return []
      if (value === null) delete attributes[key]
      else attributes[key] = value
      return [key]
    })
    if (changed.length === 0) return []
    return [
      { index: 0, stored: row, archetypeId: row.archetype_id, attributes, changed, unique: [], released: [] },
    ]
  })
}
