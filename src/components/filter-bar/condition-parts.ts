import type { Where } from '#contracts/query.ts'

/** The conditions that all hold, each shown as a chip. */
export const partsOf = (where: Where | null): Where[] =>
  where === null ? [] : 'and' in where ? where.and : [where]

/** Chips back into one condition. */
export const joined = (parts: readonly Where[]): Where | null =>
  parts.length === 0 ? null : parts.length === 1 ? (parts[0] ?? null) : { and: [...parts] }

/** How many single conditions there are. */
export function countConditions(where: Where | null): number {
  if (where === null) return 0
  if ('and' in where) return where.and.reduce((sum, one) => sum + countConditions(one), 0)
  if ('or' in where) return where.or.reduce((sum, one) => sum + countConditions(one), 0)
  return 'not' in where ? countConditions(where.not) : 1
}
