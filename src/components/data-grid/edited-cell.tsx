import { useLayoutEffect, useState } from 'react'
import { CellEditor, type CellEditorProps } from './cell-editor.tsx'
import type { GridColumn } from './grid-columns.ts'
import type { Grid, LeavingKey } from './grid-context.ts'
import { at } from './grid-cursor.ts'
import { TypedCell } from './typed-cell.tsx'
import { plainValue } from './use-cell-edits.ts'

// Their input is one line of text, and what it shows is what was typed.
const textTypes = new Set(['text', 'number', 'integer', 'decimal', 'percent', 'email', 'phone', 'url'])

/** A cell that is edited: what is typed over it, as long as nothing but typing happens, then the input of its field's type. */
export function EditedCell(shown: Omit<CellEditorProps, 'seen' | 'before' | 'isMoved'>) {
  const { grid, row, column, text, leave } = shown
  const [opened, setOpened] = useState(false)
  const [{ seen, before }] = useState(() => {
    const moved = grid.editing?.seen
    return { seen: moved ?? shown.stored, before: plainValue((moved ?? row)[column.key] ?? null) }
  })
  const isMoved = shown.stored['id'] !== seen['id']
  const props = { ...shown, seen, before, isMoved, stored: isMoved ? seen : shown.stored }
  const open = (typed: string, leaving: LeavingKey | undefined): void => {
    setOpened(true)
    // Where keys that come before the input are put: they go on from what was typed.
    const { editing } = grid
    if (editing && (typed !== text || leaving)) grid.setEditing({ ...editing, text: typed, leave: leaving })
  }
  const formulas = text?.startsWith('=') ? formulasOf(grid, column) : -1
  if (text !== undefined && formulas >= 0) return <BeginFormula grid={grid} column={formulas} text={text} />
  if (
    text !== undefined &&
    leave === undefined &&
    !opened &&
    column.formula === undefined &&
    textTypes.has(column.field.type)
  )
    return <TypedCell {...props} text={text} onOpen={open} />
  // What was kept for the input makes it begin anew.
  return <CellEditor key={`${text ?? ''} ${leave ?? ''}`} {...props} />
}

/** Where the formula of a column is written: in itself where it holds formulas; -1 where there is none to write. */
const formulasOf = ({ columns }: Grid, { key, formula }: GridColumn): number =>
  columns.findIndex(
    (each) => each.editable && each.formula && (each.formula === formula || each.formula.of === key),
  )

/** What follows the equals sign goes on in the column of formulas, with the keys that came meanwhile. */
function BeginFormula({ grid, column, text }: { grid: Grid; column: number; text: string }) {
  useLayoutEffect(() => {
    const { editing } = grid
    if (!editing) return
    grid.setCursor(at(editing.row, column))
    grid.setEditing({ ...editing, column, text: text.slice(1) })
  }, [grid, column, text])
  return null
}
