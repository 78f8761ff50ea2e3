import type { Condition } from '../query/resolved-query.ts'
import type { Slotted } from './level.ts'
import { isCut, numberKey, textKey } from './slot-keys.ts'
import { placed } from './option-order.ts'
import { emptyLiteral } from './slots.ts'
import { sql, textLiteral, type Sql } from './sql.ts'

type Compare = Extract<Condition, { kind: 'compare' }>

const operator = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }
// What a cut text may still equal: its key is as long as the key of what is asked.
const orEqual = { ...operator, lt: operator.lte, gt: operator.gte }

/**
 * A comparison with a field's slot, for an index to serve; `ne` and `nin` as their opposites. Null when only the map can
 * tell (parts of texts). `exact` reads the map, for texts that are longer than their key.
 */
export function compareSlot(
  { path, op, value }: Compare,
  { slot, column }: Slotted,
  exact: () => Sql,
): Sql | null {
  const keyOf = (one: unknown): string =>
    slot.kind === 'number' ? numberKey(String(one)) : textKey(placed(path.field, String(one)))
  const isLong = (one: unknown): boolean => slot.kind === 'text' && isCut(placed(path.field, String(one)))
  const none = emptyLiteral(slot)
  const list = Array.isArray(value) ? (value as readonly unknown[]) : []
  const bound = (one: unknown, sign: 'lt' | 'lte' | 'gt' | 'gte'): Sql => {
    const key = sql`${keyOf(one)}::text`
    if (!isLong(one)) return sql`${column} ${operator[sign]} ${key}`
    return sql`${column} ${orEqual[sign]} ${key} and ${exact()} ${operator[sign]} ${one}::text`
  }
  switch (op) {
    case 'empty': {
      const isEmpty =
        path.field.kind === 'text'
          ? sql`${column} in (${textLiteral(placed(path.field, ''))}, ${none})`
          : sql`${column} = ${none}`
      return value === false ? sql`(${isEmpty}) is not true` : isEmpty
    }
    case 'eq':
    case 'ne': {
      if (value === null) return sql`${column} = ${none}`
      const same = sql`${column} = ${keyOf(value)}::text`
      return isLong(value) ? sql`${same} and ${exact()} = ${value}::text` : same
    }
    case 'in':
    case 'nin': {
      const any = sql`${column} = any(${list.map((one) => keyOf(one))}::text[])`
      return list.some((one) => isLong(one)) ? sql`${any} and ${exact()} = any(${list}::text[])` : any
    }
    case 'lt':
    case 'lte':
      return bound(value, op)
    case 'gt':
    case 'gte':
      return sql`${bound(value, op)} and ${column} < ${none}`
    case 'between':
      return sql`${bound(list[0], 'gte')} and ${bound(list[1], 'lte')}`
    default:
      return null
  }
}
