import type { Where } from '#contracts/query.ts'

/** A condition whose values may be worked out, with what they are now: only values are expressions in it, so it keeps its shape. */
export const workedWhere = (where: Where, resolve: (value: unknown) => unknown): Where =>
  withLists(resolve(where) as Where)

/** "Is one of" takes what was worked out, be it one value or a list of them. */
function withLists(where: Where): Where {
  if ('and' in where) return { and: where.and.map(withLists) }
  if ('or' in where) return { or: where.or.map(withLists) }
  if ('not' in where) return { not: withLists(where.not) }
  if (where.op !== 'in' && where.op !== 'nin') return where
  return { ...where, value: [where.value].flat(2).filter((value) => value !== null) }
}
