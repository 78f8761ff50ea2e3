import type { Json } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import { fieldCells } from '../exchange/field-cells.ts'
import { cellText, type Cell } from '../exchange/table.ts'
import type { ColumnFormat } from './infer-columns.ts'

/**
 * The value a cell stands for in a field, in the form a write takes. What cannot be read stays as its text, so that
 * the validator refuses it with the same words as a single write (EX-11). Empty cells are null.
 */
export function readCell(cell: Cell, field: Field, format: ColumnFormat): Json {
  const full = cellText(cell)
  if (full === null || cell === null) return null
  return fieldCells[field.type].read({ cell, full, text: full.trim() }, field, format)
}
