import type { FieldType } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'

interface ReadOption {
  value: string
  label: string
  color?: string
}

/** An option as value and label, however it was written. The same list for the same field: cells ask all the time. */
export function optionsOf(field: FieldDescription): readonly ReadOption[] {
  let read = readOptions.get(field)
  if (!read) {
    read = (field.options ?? []).map((option) =>
      typeof option === 'string' ? { value: option, label: option } : option,
    )
    readOptions.set(field, read)
  }
  return read
}
const readOptions = new WeakMap<FieldDescription, readonly ReadOption[]>()

// Written out, because the table of all types is no part of the first load.
const numeric: ReadonlySet<FieldType> = new Set<FieldType>([
  'number',
  'integer',
  'decimal',
  'percent',
  'money',
  'duration',
])

/** Numbers stand at the right of their column; stars do not. */
export const isNumeric = (type: FieldType): boolean => numeric.has(type)

/**
 * An amount of money and its currency, however it travels; the currency is null when nothing here says it. A field that
 * names the field of its currency is told by that one, where the record has it beside.
 */
export const moneyOf = (
  value: unknown,
  field?: FieldDescription,
  row?: Row,
): { amount: string | null; currency: string | null } => {
  const [amount, own] = isRow(value) ? [value['amount'], value['currency']] : [value]
  const currency =
    own ?? field?.currency ?? (field?.currency_from && row?.[beside(field.key, field.currency_from)])
  return { amount: decimalOf(amount), currency: typeof currency === 'string' ? currency : null }
}

/** The path of a field of the same record: `beside('supplier.rate', 'currency')` → `'supplier.currency'`. */
export const beside = (path: string, key: string): string => path.slice(0, path.lastIndexOf('.') + 1) + key

/** A number or decimal text as decimal text; null for everything else. */
export const decimalOf = (value: unknown): string | null =>
  typeof value === 'number' ? plainNumber(value) : typeof value === 'string' && value !== '' ? value : null

/** Whether a record has nothing here. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What a relation or person is called: an expanded row, or `<key>.<title>` beside the id. */
export function titleOf(value: unknown, field: FieldDescription, row: Row | undefined): string | null {
  if (isRow(value)) {
    const title =
      (field.target_title && value[field.target_title]) || value['name'] || value['label'] || value['title']
    return typeof title === 'string' || typeof title === 'number' ? String(title) : null
  }
  const beside = field.target_title ? row?.[`${field.key}.${field.target_title}`] : undefined
  return typeof beside === 'string' || typeof beside === 'number' ? String(beside) : null
}

/** The id of what a relation points to, expanded or not. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : isRow(value) && typeof value['id'] === 'string' ? value['id'] : null

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// 1e21 and 1e-7 are numbers too, but no decimal text.
function plainNumber(value: number): string | null {
  if (!Number.isFinite(value)) return null
  const text = String(value)
  return text.includes('e')
    ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 18 })
    : text
}
