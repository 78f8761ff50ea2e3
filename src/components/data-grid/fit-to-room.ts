import type { FieldType } from '#contracts/field-types.ts'
import type { GridColumn } from './grid-columns.ts'
import type { GridSettings } from './use-grid-settings.ts'

// Words may be cut off and still be known; a number or a date may not.
const ofWords: ReadonlySet<FieldType> = new Set([
  'text',
  'long_text',
  'markdown',
  'email',
  'url',
  'address',
  'multi_select',
  'relation',
])
/** What columns of words keep at least of their width. */
const leastKept = 0.65

/**
 * The columns with those of words made narrower where all then stand in `room` pixels: a list that lacks a few pixels
 * needs no scrolling to the side. Where too many are lacking nothing changes, and never what a reader chose.
 */
export function fitToRoom(
  columns: readonly GridColumn[],
  { widths, hidden }: Pick<GridSettings, 'widths' | 'hidden'>,
  room: number,
): readonly GridColumn[] {
  const wide = (some: readonly GridColumn[]): number =>
    some.reduce((sum, { key, width }) => sum + (widths?.[key] ?? width), 0)
  const shown = columns.filter((column) => !(hidden?.[column.key] ?? column.hidden))
  const words = shown.filter(({ key, field }) => ofWords.has(field.type) && !widths?.[key])
  const kept = 1 - (wide(shown) - room) / wide(words)
  if (!(kept >= leastKept && kept < 1)) return columns
  return columns.map((column) =>
    words.includes(column) ? { ...column, width: Math.floor(column.width * kept) } : column,
  )
}
