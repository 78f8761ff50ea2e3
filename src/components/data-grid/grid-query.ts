import type { Query, Sort, Where } from '#contracts/query.ts'
import type { GridColumn } from './grid-columns.ts'

/** What a grid is asked to show. */
export interface GridQuestion {
  model: string
  columns: readonly GridColumn[]
  /** Conditions that all hold; empty ones are left out. */
  where: readonly (Where | null | undefined)[]
  search: string | null | undefined
  sort: readonly Sort[]
  expand?: Query['expand'] | undefined
  /** Fields needed beside the columns: those of links and row actions. */
  extra: readonly string[]
  pageSize: number
  /** The moment of the past that is shown. */
  asOf?: string | null
}

/** The question for rows. Titles of relations travel beside their ids; several records of a relation are expanded. */
export function gridQuery(asked: GridQuestion, above: readonly GroupStep[] = [], extra?: Where): Query {
  const fields = new Set<string>(asked.extra)
  const expand: NonNullable<Query['expand']> = { ...asked.expand }
  for (const { key, field } of asked.columns) {
    fields.add(key)
    if (!field.target_title || key in expand) continue
    if (field.many) expand[key] = { fields: [field.target_title] }
    else fields.add(`${key}.${field.target_title}`)
  }
  return {
    ...conditions(asked, above, extra),
    ...(asked.sort.length > 0 && { sort: [...asked.sort] }),
    fields: [...fields],
    ...(Object.keys(expand).length > 0 && { expand }),
    page: { size: asked.pageSize },
  }
}

/** Name of a column's total in a group or in the sum of all. */
export const totalName = (at: number): string => `total_${at}`

/** One step down the groups: which column, and what it holds there. */
export interface GroupStep {
  by: GridColumn
  value: unknown
}

/** Levels of groups over each other. */
export const mostGroups = 3

/** Groups of one level that are asked for together. */
export const groupsAtOnce = 500

/**
 * The question for the groups of one level under others: how many records each holds, and the totals of the columns that
 * have one. They come in the order of their names, backwards where the list is sorted so by that column.
 */
export function groupQuery(asked: GridQuestion, by: GridColumn, above: readonly GroupStep[] = []): Query {
  const title = by.field.target_title && !by.field.many ? `${by.key}.${by.field.target_title}` : null
  const name = title ?? by.key
  const dir = asked.sort.find(({ field }) => field === by.sortBy || field === name)?.dir ?? 'asc'
  return {
    ...conditions(asked, above),
    group: title ? [by.key, title] : [by.key],
    aggregate: [{ fn: 'count', as: 'count' }, ...totals(asked.columns)],
    sort: [{ field: name, dir }],
    page: { size: groupsAtOnce },
  }
}

/** The question for the totals of everything; null when no column has one. */
export function totalsQuery(asked: GridQuestion): Query | null {
  const aggregate = totals(asked.columns)
  return aggregate.length === 0 ? null : { ...conditions(asked), aggregate }
}

/** The condition for the rows of one group. */
export const inGroup = ({ by, value }: GroupStep): Where =>
  value === null || value === undefined
    ? { field: by.key, op: 'empty', value: true }
    : { field: by.key, op: 'eq', value }

/** The condition for the records under another one, or for those at the top. */
export const under = (parent: string, above: string | null): Where =>
  above === null ? { field: parent, op: 'empty', value: true } : { field: parent, op: 'eq', value: above }

/** How many records stand under each of these. */
export const childrenQuery = (asked: GridQuestion, parent: string, ids: readonly string[]): Query => ({
  ...conditions(asked, [], { field: parent, op: 'in', value: [...ids] }),
  group: [parent],
  aggregate: [{ fn: 'count', as: 'count' }],
  page: { size: groupsAtOnce },
})

/** How many records there are: to a limit at once, all of them where that limit is reached. */
export const countQuery = (asked: GridQuestion, total: 'estimate' | 'exact', extra?: Where): Query => ({
  ...conditions(asked, [], extra),
  fields: ['id'],
  page: { size: 1 },
  total,
})

/** Several conditions as one; null when there is none. */
export function allOf(list: readonly (Where | null | undefined)[]): Where | null {
  const real = list.filter((one): one is Where => one !== null && one !== undefined && !isEmptyAll(one))
  if (real.length <= 1) return real[0] ?? null
  return { and: real }
}

/** Field keys in `{braces}` of an address. */
export const keysIn = (template: string | undefined): string[] =>
  [...(template ?? '').matchAll(/\{([a-z][a-z0-9_]*)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((key) => key !== 'id')

function conditions(
  { model, where, search, asOf }: GridQuestion,
  above: readonly GroupStep[] = [],
  extra: Where | null = null,
): Pick<Query, 'model' | 'where' | 'search' | 'as_of'> {
  const all = allOf([...where, ...above.map(inGroup), extra])
  const words = search?.trim()
  return {
    model,
    ...(all && { where: all }),
    ...(words && { search: words.slice(0, 200) }),
    ...(asOf && { as_of: asOf }),
  }
}

function totals(columns: readonly GridColumn[]): NonNullable<Query['aggregate']> {
  return columns.flatMap(({ key, total }, at) =>
    total ? [{ fn: total, field: key, as: totalName(at) }] : [],
  )
}

const isEmptyAll = (where: Where): boolean => 'and' in where && where.and.length === 0
