import type { Query, Where } from '#contracts/query.ts'
import { invalidQuery } from './query-errors.ts'
import { queryLimits as limits } from './query-limits.ts'

type Part = Omit<Query, 'model'>

/**
 * Refuses a question that asks for too much (422 `invalid` with the place) before a name is looked at. A question that
 * passes is bounded: `queryLimits` says by how much.
 */
export function checkLimits(query: Query, path: string): void {
  checkPart(query, path, 0, { conditions: 0, expands: 0 })
  atMost(query.group, limits.groups, `${path}.group`)
  atMost(query.aggregate, limits.aggregates, `${path}.aggregate`)
}

function checkPart(
  part: Part,
  path: string,
  level: number,
  count: { conditions: number; expands: number },
): void {
  checkSize(part.page?.size, `${path}.page.size`)
  checkSkip(part.page?.skip, `${path}.page.skip`)
  if (part.where) checkWhere(part.where, `${path}.where`, 1, count)
  atMost(part.sort, limits.sorts, `${path}.sort`)
  atMost(part.fields, limits.fields, `${path}.fields`)
  if ((part.search?.length ?? 0) > limits.searchLength)
    throw tooMuch(`${path}.search`, `at most ${limits.searchLength} characters`)
  const expands = Object.entries(part.expand ?? {})
  count.expands += expands.length
  if (count.expands > limits.expands) throw tooMuch(`${path}.expand`, `at most ${limits.expands} relations`)
  if (expands.length > 0 && level >= limits.expandDepth)
    throw tooMuch(`${path}.expand`, `at most ${limits.expandDepth} levels`)
  for (const [name, inner] of expands) checkPart(inner, `${path}.expand.${name}`, level + 1, count)
}

function checkWhere(where: Where, path: string, depth: number, count: { conditions: number }): void {
  if (depth > limits.depth) throw tooMuch(path, `at most ${limits.depth} levels`)
  count.conditions += 1
  if (count.conditions > limits.conditions) throw tooMuch(path, `at most ${limits.conditions} conditions`)
  if ('and' in where)
    where.and.forEach((item, index) => checkWhere(item, `${path}.and.${index}`, depth + 1, count))
  else if ('or' in where)
    where.or.forEach((item, index) => checkWhere(item, `${path}.or.${index}`, depth + 1, count))
  else if ('not' in where) checkWhere(where.not, `${path}.not`, depth + 1, count)
  else if (Array.isArray(where.value) && where.value.length > limits.listItems)
    throw tooMuch(`${path}.value`, `at most ${limits.listItems} values`)
}

function checkSize(size: number | undefined, path: string): void {
  if (size !== undefined && (!Number.isInteger(size) || size < 1 || size > limits.pageSize))
    throw tooMuch(path, `a whole number from 1 to ${limits.pageSize}`)
}

function checkSkip(skip: number | undefined, path: string): void {
  if (skip !== undefined && (!Number.isInteger(skip) || skip < 0 || skip > limits.skip))
    throw tooMuch(path, `a whole number from 0 to ${limits.skip}`)
}

function atMost(list: readonly unknown[] | undefined, most: number, path: string): void {
  if (list && list.length > most) throw tooMuch(path, `at most ${most} entries`)
}

/** 422 with the limit that was passed. */
export const tooMuch = (path: string, what: string) =>
  invalidQuery(path, 'limit', `This asks for too much: ${what}.`)
