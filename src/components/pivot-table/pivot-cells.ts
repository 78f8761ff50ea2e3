import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row, Where } from '#contracts/query.ts'
import { optionsOf } from '../field/field-traits.ts'

/** What tells one group of a field from the others. */
export const nameOf = (row: Row, field: Pick<FieldDescription, 'key'> | null): string =>
  JSON.stringify(field ? (row[field.key] ?? null) : null)

/** Groups in the order a person expects: options as they are listed, others as they came; those without a value last. */
export function headsOf(groups: readonly Row[], field: FieldDescription): Row[] {
  const options = field.options ? optionsOf(field).map(({ value }) => value) : []
  const place = (row: Row): number => {
    const value = row[field.key]
    if (value === null || value === undefined) return Number.MAX_SAFE_INTEGER
    const at = typeof value === 'string' ? options.indexOf(value) : -1
    return at < 0 ? options.length : at
  }
  return groups.toSorted((a, b) => place(a) - place(b))
}

/** The value of the cell where a row and a column meet. */
export function pivotCells(
  groups: readonly Row[],
  down: FieldDescription,
  along: FieldDescription,
): (row: Row, column: Row) => unknown {
  const cells = new Map(groups.map((row) => [`${nameOf(row, down)} ${nameOf(row, along)}`, row['value']]))
  return (row, column) => cells.get(`${nameOf(row, down)} ${nameOf(column, along)}`)
}

/** The condition that the records of one group fulfil, as the filters of a list offer it. */
export function groupIs(group: Row, { key, type }: Pick<FieldDescription, 'key' | 'type'>): Where {
  const value = group[key]
  if (value === null || value === undefined) return { field: key, op: 'empty', value: true }
  return type === 'boolean' ? { field: key, op: 'eq', value } : { field: key, op: 'in', value: [value] }
}
