import { typeOf, type RestTable } from './read-catalog.ts'
import { cannotParse } from './rest-error.ts'
import { splitList, unquote } from './split-list.ts'
import { quoteName, type Statement } from './statement.ts'

const comparisons: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}
const constants: Record<string, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}
const deepest = 8

/**
 * A filter of the address as SQL: `('name', 'eq.Ann')` → `"name" = $1::text`. `and` and `or` take lists of filters. Throws
 * 400 for operators this service does not have.
 */
export function parseCondition(
  table: RestTable,
  statement: Statement,
  name: string,
  value: string,
  depth = 0,
): string {
  if (depth > deepest) throw cannotParse('failed to parse logic tree: it is too deep')
  const [plain, negated] = name.startsWith('not.') ? [name.slice(4), true] : [name, false]
  if (plain === 'and' || plain === 'or') {
    const all = /^\((.*)\)$/s.exec(value)?.[1]
    if (all === undefined) throw cannotParse(`failed to parse logic tree (${value})`)
    const parts = splitList(all, 'tree').map((part) =>
      parseCondition(table, statement, ...nested(part), depth + 1),
    )
    if (parts.length === 0) throw cannotParse(`failed to parse logic tree (${value})`)
    return `${negated ? 'not ' : ''}(${parts.join(` ${plain} `)})`
  }
  if (negated) return `not ${parseCondition(table, statement, plain, value, depth)}`
  const type = typeOf(table, name)
  const column = `r.${quoteName(name)}`
  if (value.startsWith('not.')) return `not ${parseCondition(table, statement, name, value.slice(4), depth)}`
  const [, word = '', several, given = ''] = /^([a-z]+)(?:\((any|all)\))?\.(.*)$/s.exec(value) ?? []
  if (several !== undefined) {
    const list = /^\{(.*)\}$/s.exec(given)?.[1]
    if (list === undefined) throw cannotParse(`failed to parse filter (${value})`)
    const parts = splitList(list).map((one) =>
      parseCondition(table, statement, name, `${word}.${unquote(one)}`, depth + 1),
    )
    if (parts.length === 0) throw cannotParse(`failed to parse filter (${value})`)
    return `(${parts.join(several === 'all' ? ' and ' : ' or ')})`
  }
  const bind = (text: string): string => `${statement.bind(text)}::text::${type}`
  if (Object.hasOwn(comparisons, word)) return `(${column} ${comparisons[word]} ${bind(given)})`
  switch (word) {
    case 'like':
    case 'ilike':
      return `(${column}::text ${word} ${statement.bind(given.replaceAll('*', '%'))})`
    case 'match':
    case 'imatch':
      return `(${column}::text ${word === 'match' ? '~' : '~*'} ${statement.bind(given)})`
    case 'cs':
    case 'cd':
      if (type !== 'jsonb') throw cannotParse(`failed to parse filter (${value}): "${name}" holds no JSON`)
      return `(${column} ${word === 'cs' ? '@>' : '<@'} ${bind(given)})`
    case 'is': {
      const constant = Object.hasOwn(constants, given) ? constants[given] : undefined
      if (constant === undefined) throw cannotParse(`failed to parse filter (is.${given})`)
      return `(${column} is ${constant})`
    }
    case 'isdistinct':
      return `(${column} is distinct from ${bind(given)})`
    case 'in': {
      const list = /^\((.*)\)$/s.exec(given)?.[1]
      if (list === undefined) throw cannotParse(`failed to parse filter (in.${given})`)
      const values = splitList(list).map(unquote)
      return `(${column} = any(${statement.bind(values)}::text[]::${type}[]))`
    }
    default:
      throw cannotParse(
        `failed to parse filter (${value})`,
        'These operators are offered: eq, neq, gt, gte, lt, lte, like, ilike, match, imatch, cs, cd, is, isdistinct, in, each with (any) and (all); and, or, not.',
      )
  }
}

// `name.eq.Ann`, `and(…)`, `not.or(…)` inside a list.
function nested(part: string): [name: string, value: string] {
  const group = /^((?:not\.)?(?:and|or))(\(.*\))$/s.exec(part)
  if (group) return [group[1] ?? '', group[2] ?? '']
  const dot = part.indexOf('.')
  if (dot < 1) throw cannotParse(`failed to parse logic tree (${part})`)
  return [part.slice(0, dot), part.slice(dot + 1)]
}
