import type { Query, Sort, Where } from '#contracts/query.ts'

export interface TreeShape {
  model: string
  /** The relation to the record above. */
  parent: string
  title: string
  note: string | null
  where: Where | null
  sort: readonly Sort[]
}

/** The question for one level: the records under `above`, or those at the top. */
export function levelQuery(
  { model, parent, title, note, where, sort }: TreeShape,
  above: string | null,
): Query {
  const here: Where =
    above === null ? { field: parent, op: 'empty', value: true } : { field: parent, op: 'eq', value: above }
  return {
    model,
    where: where ? { and: [where, here] } : here,
    fields: [...new Set([title, parent, ...(note ? [note] : [])])],
    sort: sort.length > 0 ? [...sort] : [{ field: title, dir: 'asc' }],
    page: { size: 200 },
  }
}

/** How many records stand under each of these, so that only those with some can be opened. */
export const childrenQuery = ({ model, parent, where }: TreeShape, ids: readonly string[]): Query => {
  const below: Where = { field: parent, op: 'in', value: [...ids] }
  return {
    model,
    where: where ? { and: [where, below] } : below,
    group: [parent],
    aggregate: [{ fn: 'count', as: 'count' }],
    page: { size: 500 },
  }
}
