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
}

/** The question for rows. Titles of relations travel beside their ids; several records of a relation are expanded. */
export function gridQuery(asked: GridQuestion): Query {
  const fields = new Set<string>(asked.extra)
  const expand: NonNullable<Query['expand']> = { ...asked.expand }
  for (const { key, field } of asked.columns) {
    fields.add(key)
    if (!field.target_title || key in expand) continue
    if (field.many) expand[key] = { fields: [field.target_title] }
    else fields.add(`${key}.${field.target_title}`)
  }
  return {
    ...conditions(asked),
    ...(asked.sort.length > 0 && { sort: [...asked.sort] }),
    fields: [...fields],
    ...(Object.keys(expand).length > 0 && { expand }),
    page: { size: asked.pageSize },
  }
}

/** Name of a column's total in a group or in the sum of all. */
export const totalName = (at: number): string => `total_${at}`

/** The question for groups: how many records each holds, and the totals of the columns that have one. */
export function groupQuery(asked: GridQuestion, group: GridColumn): Query {
  const title =
    group.field.target_title && !group.field.many ? `${group.key}.${group.field.target_title}` : null
  return {
    ...conditions(asked),
    group: title ? [group.key, title] : [group.key],
    aggregate: [{ fn: 'count', as: 'count' }, ...totals(asked.columns)],
    ...(title && { sort: [{ field: title, dir: 'asc' as const }] }),
    page: { size: 500 },
  }
}

/** The question for the totals of everything; null when no column has one. */
export function totalsQuery(asked: GridQuestion): Query | null {
  const aggregate = totals(asked.columns)
  return aggregate.length === 0 ? null : { ...conditions(asked), aggregate }
}

/** The condition for the rows of one group. */
export const inGroup = (group: GridColumn, value: unknown): Where =>
  value === null || value === undefined
    ? { field: group.key, op: 'empty', value: true }
    : { field: group.key, op: 'eq', value }

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

function conditions({ model, where, search }: GridQuestion): Pick<Query, 'model' | 'where' | 'search'> {
  const all = allOf(where)
  const words = search?.trim()
  return { model, ...(all && { where: all }), ...(words && { search: words.slice(0, 200) }) }
}

function totals(columns: readonly GridColumn[]): NonNullable<Query['aggregate']> {
  return columns.flatMap(({ key, total }, at) =>
    total ? [{ fn: total, field: key, as: totalName(at) }] : [],
  )
}

const isEmptyAll = (where: Where): boolean => 'and' in where && where.and.length === 0
