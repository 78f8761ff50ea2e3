import type { Json } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import { fieldCells } from '../exchange/field-cells.ts'
import { cellText, isNested, type Cell } from '../exchange/table.ts'
import type { ColumnFormat } from './infer-columns.ts'

/**
 * The value a cell stands for in a field, in the form a write takes. What cannot be read stays as its text, so that
 * the validator refuses it with the same words as a single write (EX-11). Empty cells are null. A list or an object is what
 * it is: no text is made of it, while a number or a boolean in a field of text is how it is written.
 */
export function readCell(cell: Cell, field: Field, format: ColumnFormat): Json {
  if (isNested(cell)) return JSON.parse(cell.json) as Json
  const full = cellText(cell)
  if (full === null || cell === null) return null
  return fieldCells[field.type].read({ cell, full, text: full.trim() }, field, format)
}
