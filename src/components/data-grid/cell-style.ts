import type { CSSProperties } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import { isNumeric, moneyOf, optionsOf } from '../field/field-traits.ts'
import { actionsWidth, selectWidth, type PlacedColumn } from './grid-layout.ts'
import type { GridFrame } from './grid-context.ts'

const edge = '1px solid var(--hairline-strong)'

/** Where a cell stands: in its track, and at an edge when its column is pinned. */
export function cellStyle(frame: GridFrame, column: PlacedColumn, at: number): CSSProperties {
  const gridColumn = at + (frame.selectable ? 2 : 1)
  if (!column.pinned) return { gridColumn }
  return column.pinned === 'left'
    ? {
        gridColumn,
        position: 'sticky',
        zIndex: 2,
        left: column.start + (frame.selectable ? selectWidth : 0),
        borderRight: edge,
      }
    : {
        gridColumn,
        position: 'sticky',
        zIndex: 2,
        right: column.start + (frame.rowActions.length > 0 ? actionsWidth : 0),
        borderLeft: edge,
      }
}

/** The tracks of the heading and of the sums: one list for all columns. */
export function columnTracks({ columns, selectable, rowActions }: GridFrame): string {
  const rest = `minmax(${rowActions.length > 0 ? actionsWidth : 0}px, 1fr)`
  return [...(selectable ? [`${selectWidth}px`] : []), ...columns.map(({ size }) => `${size}px`), rest].join(
    ' ',
  )
}

/** The columns drawn: those that stick, and of the others those in sight. */
export function drawnColumns(
  frame: GridFrame,
  from: number,
  to: number,
): { column: PlacedColumn; at: number }[] {
  return [
    ...partColumns(frame, 'left', from, to),
    ...partColumns(frame, 'free', from, to),
    ...partColumns(frame, 'right', from, to),
  ]
}

/**
 * A line stands in three parts: what sticks to the left, what scrolls, what sticks to the right. Each part of all lines is
 * one layer to the browser; cells that stick one by one would be a hundred, and each frame would pay for them.
 */
export type LinePart = 'left' | 'free' | 'right'

/** The columns of a part that are drawn. */
export function partColumns(
  { columns, layout }: GridFrame,
  part: LinePart,
  from: number,
  to: number,
): { column: PlacedColumn; at: number }[] {
  const left = layout.left.count
  const right = columns.length - layout.right.count
  // What is in sight was worked out before a column was pinned: it may reach into what sticks now.
  const free = [Math.max(from, left), Math.min(to, right)] as const
  const [first, last] = part === 'left' ? [0, left] : part === 'right' ? [right, columns.length] : free
  return columns.slice(first, last).map((column, index) => ({ column, at: first + index }))
}

/** How wide each part is, as style properties for the grid. */
export function partWidths({ layout, selectable, rowActions }: GridFrame): CSSProperties {
  return {
    '--left-width': `${layout.left.width + (selectable ? selectWidth : 0)}px`,
    '--free-width': `${layout.free.width}px`,
    '--right-width': `${layout.right.width + (rowActions.length > 0 ? actionsWidth : 0)}px`,
  } as CSSProperties
}

// The same object for the same width: then nothing is compared for cells that stay where they are.
const widths = new Map<number, CSSProperties>()

/** How wide a cell of a line is; `after`: pixels before it of columns that are not drawn. */
export function cellWidth(size: number, after = 0): CSSProperties {
  if (after > 0) return { width: size, marginLeft: after }
  let style = widths.get(size)
  if (!style) widths.set(size, (style = { width: size }))
  return style
}

/** Pixels of the widest usual letter, and what stands beside the words of a cell and of a badge in it. */
const letter = 9
const beside = 20
const badge = 16
/** Of numbers, in the largest letters lists are drawn in: a digit, what stands between digits, a letter of a unit. */
const digit = 10.5
const mark = 4.5
const sign = 11

/**
 * Whether a value is certain to stand in its column, so that nothing need be cut off; `taken` are pixels of it that
 * something else stands in. It may answer no where it fits: a cut costs a little at every frame, a word over its
 * neighbour's is wrong.
 */
export function surelyFits({ field, size: all }: PlacedColumn, value: unknown, taken = 0): boolean {
  const size = all - taken
  if (value === null || value === undefined || value === '') return true
  if (field.pending) return false
  if (typeof value === 'boolean') return size >= 64
  if (isNumeric(field.type) && field.type !== 'duration') {
    const { amount, currency } = moneyOf(value, field)
    const digits = plainDigits.exec(amount ?? '')
    if (digits) return numberWidth(field, digits, currency ?? field.currency_from) + beside <= size
  }
  if (typeof value !== 'string' || field.target) return false
  if (field.type === 'date') return value.length === 10 && size >= 120
  // The words of an option are another text than its value.
  const option = field.options && optionsOf(field).find((one) => one.value === value)
  const words = option?.label ?? value
  return words.length * letter + beside + (option?.color ? badge : 0) <= size && usualLetters.test(words)
}
const usualLetters = /^[ -\u024f]*$/
const plainDigits = /^(-?)(\d+)(?:\.(\d+))?$/

/** How wide a number is at most: its digits as they are written, marks between them, and its currency or unit. */
function numberWidth(
  { type, scale, unit }: FieldDescription,
  [, minus = '', whole = '', part = '']: readonly string[],
  currency: string | undefined,
): number {
  const exact = scale !== undefined && scale > 4
  const least = exact ? 2 : (scale ?? (type === 'money' ? 2 : 0))
  const digits = whole.length + Math.max(least, exact ? part.replace(/0+$/, '').length : part.length)
  const marks = Math.ceil(whole.length / 3) + 1
  // The euro has one sign everywhere; others may have three letters.
  const signs = currency ? (currency === 'EUR' ? 1 : 3) : type === 'percent' ? 2 : (unit?.length ?? 0)
  return (digits + minus.length) * digit + marks * mark + (signs > 0 ? signs * sign + mark : 0)
}
