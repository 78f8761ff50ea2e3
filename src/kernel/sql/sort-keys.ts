import { must } from '#base/assert.ts'
import type { FieldInfo } from '../models/field-info.ts'
import { objectSystemFields } from '../models/system-fields.ts'
import type { ResolvedSort } from '../query/resolved-query.ts'
import { boundValue, sqlKindOf } from './field-types.ts'
import { nullableKey, type SortKey } from './keyset.ts'
import type { Level, Slotted } from './level.ts'
import { emptyKey, numberKey, textKey } from './slot-keys.ts'
import { emptyLiteral } from './slots.ts'
import { sql, type Sql } from './sql.ts'

/** The order of a page, and what must be done to keep it index served. */
export interface PageOrder {
  keys: SortKey[]
  /** The slot that leads the order: rows without it are no rows of the model. */
  leading: Slotted | null
  /** `leading` falls, but what is empty comes last: the two parts are asked one after the other. */
  split: boolean
}

// Columns of `app.objects` that are never null.
const solid = ['id', 'token', 'model_id', 'revision', 'created_at', 'created_by', 'updated_at', 'updated_by']
const solidFields: ReadonlySet<FieldInfo> = new Set(
  objectSystemFields.filter(({ key }) => solid.includes(key)),
)

/** How rows are sorted: by slots and plain columns where they are, by the map otherwise. */
export function pageOrder(sort: readonly ResolvedSort[], level: Level): PageOrder {
  const [first] = sort
  const leading = first ? level.slot(first.path) : null
  return {
    keys: sort.map((part, index) => sortKey(part, level, index === 0)),
    leading,
    split: leading !== null && must(first).dir === 'desc',
  }
}

function sortKey({ path, dir }: ResolvedSort, level: Level, leads: boolean): SortKey {
  const slotted = level.slot(path)
  const kind = sqlKindOf(path.field)
  if (!slotted) {
    const value = level.readForOrder(path)
    if (path.hops.length > 0 || !solidFields.has(path.field)) return nullableKey(value, dir, kind)
    return { value, dir, solid: true, bind: (last) => boundValue(kind, must(last)) }
  }
  const { slot, column } = slotted
  const keyOf = slot.kind === 'number' ? numberKey : textKey
  if (dir === 'desc' && !leads) {
    const filled = sql`nullif(${column}, ${emptyLiteral(slot)})`
    return {
      ...nullableKey(filled, dir, 'key'),
      bind: (last) => (last === null ? null : sql`${keyOf(last)}::text`),
    }
  }
  const bind = (last: string | null): Sql => sql`${last === null ? emptyKey[slot.kind] : keyOf(last)}::text`
  return { value: column, dir, solid: true, bind }
}
