import { must, unreachable } from '#base/assert.ts'
import { isName, type Condition } from '../query/resolved-query.ts'
import { compareSlot } from './compare-slot.ts'
import { boundList, boundValue, itemsAsText, sqlKindOf } from './field-types.ts'
import type { Level } from './level.ts'
import { empty, join, sql, type Sql } from './sql.ts'

type Compare = Extract<Condition, { kind: 'compare' }>
type Search = Extract<Condition, { kind: 'search' }>

const yes = sql`true`
const no = sql`false`

/**
 * A condition as SQL for a `where`. A comparison with nothing is false, and `not` turns it into true: SQL's "unknown"
 * never decides. `not` is pushed down to the comparisons (`… is not true`), so that the positive ones stay plain and can
 * use an index.
 */
export function compileCondition(condition: Condition, level: Level, negated = false): Sql {
  switch (condition.kind) {
    case 'constant':
      return condition.value !== negated ? yes : no
    case 'not':
      return compileCondition(condition.of, level, !negated)
    case 'all':
    case 'any': {
      const every = (condition.kind === 'all') !== negated
      if (condition.of.length === 0) return every ? yes : no
      const parts = condition.of.map((part) => compileCondition(part, level, negated))
      return parts.length === 1 ? must(parts[0]) : sql`(${join(parts, every ? ' and ' : ' or ')})`
    }
    case 'search':
      return negate(compileSearch(condition, level), negated)
    case 'compare':
      return compileCompare(condition, level, negated)
    default:
      return unreachable(condition)
  }
}

const negate = (condition: Sql, negated: boolean): Sql =>
  negated ? sql`(${condition}) is not true` : sql`(${condition})`

function compileCompare(condition: Compare, level: Level, negated: boolean): Sql {
  const { path, op, value } = condition
  const slotted = level.slot(path)
  const indexed = slotted && compareSlot(condition, slotted, () => level.readMap(path))
  if (indexed) return negate(indexed, negated !== (op === 'ne' || op === 'nin'))
  switch (op) {
    // The opposites are compiled as opposites: what is empty is not equal to anything.
    case 'ne':
      return compileCompare({ ...condition, op: 'eq' }, level, !negated)
    case 'nin':
      return compileCompare({ ...condition, op: 'in' }, level, !negated)
    case 'empty':
      return negate(isEmpty(path.field.kind, level.read(path)), negated === value)
    case 'eq':
      return value === null
        ? sql`(${level.read(path)}) is ${negated ? sql`not ` : empty}null`
        : negate(compare(condition, level), negated)
    case 'contains': {
      const compared = compare(condition, level)
      const { among } = condition
      return negate(
        among ? sql`${level.alias}.id = any(${among}::uuid[]) and ${compared}` : compared,
        negated,
      )
    }
    default:
      return negate(compare(condition, level), negated)
  }
}

/** Parts of names are found as they are seen and as they are kept. */
function compare(condition: Compare, level: Level): Sql {
  const kept = compareWith(condition, level, null)
  const { path, op } = condition
  const seen = isName(path) && (op === 'contains' || op === 'starts') ? level.readShown(path) : null
  return seen ? sql`(${kept} or ${compareWith(condition, level, seen)})` : kept
}

function isEmpty(kind: string, value: Sql): Sql {
  if (kind === 'text') return sql`coalesce(${value}, '') = ''`
  if (kind === 'list') return sql`coalesce(${value}, '[]'::jsonb) = '[]'::jsonb`
  if (kind === 'json') return sql`coalesce(${value}, '[]'::jsonb) in ('[]'::jsonb, '{}'::jsonb, '""'::jsonb)`
  return sql`(${value}) is null`
}

function compareWith({ path, op, value }: Compare, level: Level, seen: Sql | null): Sql {
  const left = seen ?? (op === 'eq' || op === 'in' ? level.readForEquality(path) : level.read(path))
  const kind = sqlKindOf(path.field)
  const list = Array.isArray(value) ? (value as readonly unknown[]) : []
  if (path.field.kind === 'list') {
    if (op === 'contains') return sql`jsonb_exists(${left}, ${value}::text)`
    return sql`jsonb_exists_any(${left}, ${boundList('key', list)})`
  }
  switch (op) {
    case 'eq':
      return sql`${left} = ${boundValue(kind, value)}`
    case 'lt':
      return sql`${left} < ${boundValue(kind, value)}`
    case 'lte':
      return sql`${left} <= ${boundValue(kind, value)}`
    case 'gt':
      return sql`${left} > ${boundValue(kind, value)}`
    case 'gte':
      return sql`${left} >= ${boundValue(kind, value)}`
    case 'in':
      return sql`${left} = any(${boundList(kind, list)})`
    case 'between':
      return sql`${left} >= ${boundValue(kind, list[0])} and ${left} <= ${boundValue(kind, list[1])}`
    case 'contains':
      if (path.field.kind === 'decimal') return sql`${level.readCurrency(path)} = ${value}::text`
      return like(left, `%${escapeLike(String(value))}%`)
    case 'starts':
      return like(left, `${escapeLike(String(value))}%`)
    default:
      throw new Error(`Assertion failed: ${op} was compiled before`)
  }
}

function compileSearch({ words, paths, among, gathered }: Search, level: Level): Sql {
  if (words.length === 0) return yes
  if (paths.length === 0) return no
  const columns = paths.flatMap((path) => {
    const value = level.read(path)
    const seen = level.readShown(path)
    return [path.field.kind === 'list' ? itemsAsText(value) : value, ...(seen ? [seen] : [])]
  })
  const found = words.map((word) => {
    const pattern = `%${escapeLike(word)}%`
    const parameter = sql`${pattern}::text`
    return sql`(${join(
      columns.map((column) => matches(column, parameter)),
      ' or ',
    )})`
  })
  // What the index found, or a cheap look before the thorough one.
  if (among) found.unshift(sql`${level.alias}.id = any(${among}::uuid[])`)
  else if (gathered !== null)
    found.unshift(
      ...searchPatterns(words).map((pattern) => sql`${level.alias}.search like ${lowered(pattern)}`),
    )
  return join(found, ' and ')
}

const lowered = (pattern: string): Sql => sql`lower(${pattern}::text collate "und-x-icu")`

/** The words of a search as patterns, the longest first. */
export const searchPatterns = (words: readonly string[]): string[] =>
  words.toSorted((a, b) => b.length - a.length).map((word) => `%${escapeLike(word)}%`)

const like = (left: Sql, pattern: string): Sql => matches(left, sql`${pattern}::text`)

// Upper and lower case are told apart by no one who searches. The collation is named, because a database made with
// `--locale=C` folds ASCII only.
const matches = (left: Sql, pattern: Sql): Sql => sql`(${left}) collate "und-x-icu" ilike ${pattern}`

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
