import type { DateOrder } from './date-format.ts'
import type { InferredColumn } from './infer-columns.ts'
import type { DecimalMark } from './number-format.ts'

/** Where in a row something stands, and how its numbers and dates are written. */
export interface FoundColumn {
  index: number
  mark: DecimalMark
  order: DateOrder
}

/** A header as names are compared: letters and digits only. */
const plainHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds what the columns of a table are, by their names: for each part the first of its names that a header has, best first.
 * What is missing is not in the answer; nothing is guessed from the values, and no column is two things.
 */
export function findColumns<Part extends string>(
  names: Readonly<Record<Part, readonly string[]>>,
  inferred: readonly InferredColumn[],
  headers: readonly string[],
): Partial<Record<Part, FoundColumn>> {
  const open = inferred.map(({ index, label, format }) => ({
    index,
    mark: format.mark,
    order: format.order,
    header: plainHeader(headers[index] ?? label),
  }))
  const columns: Partial<Record<Part, FoundColumn>> = {}
  for (const part of Object.keys(names) as Part[]) {
    const found = names[part]
      .map((name) => open.findIndex(({ header }) => header === name))
      .find((place) => place !== -1)
    const [column] = found === undefined ? [] : open.splice(found, 1)
    if (column) columns[part] = { index: column.index, mark: column.mark, order: column.order }
  }
  return columns
}
