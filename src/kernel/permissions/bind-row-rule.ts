import { isExpression } from '#contracts/expression.ts'
import type { Where } from '#contracts/query.ts'

/** What a row rule may ask about the person: `user.id`, `user.email`, `user.role`. */
export type PersonValues = ReadonlyMap<string, string | null>

/**
 * The rule with its `{"=": "user.id"}` values filled in, or null when one of them is not known: then it admits nobody,
 * also where it says "not".
 */
export function bindRowRule(where: Where, known: PersonValues): Where | null {
  if ('and' in where) {
    const items = bindAll(where.and, known)
    return items && { and: items }
  }
  if ('or' in where) {
    const items = bindAll(where.or, known)
    return items && { or: items }
  }
  if ('not' in where) {
    const item = bindRowRule(where.not, known)
    return item && { not: item }
  }
  const values = Array.isArray(where.value) ? (where.value as unknown[]) : [where.value]
  const bound = values.map((value) => (isExpression(value) ? (known.get(value['=']) ?? null) : value))
  if (values.some((value, index) => isExpression(value) && bound[index] === null)) return null
  return { ...where, value: Array.isArray(where.value) ? bound : bound[0] }
}

function bindAll(items: readonly Where[], known: PersonValues): Where[] | null {
  const bound = items.map((item) => bindRowRule(item, known))
  return bound.every((item) => item !== null) ? bound : null
}
