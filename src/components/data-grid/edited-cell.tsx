import { useState } from 'react'
import { CellEditor, type CellEditorProps } from './cell-editor.tsx'
import type { LeavingKey } from './grid-context.ts'
import { TypedCell } from './typed-cell.tsx'

// Their input is one line of text, and what it shows is what was typed.
const textTypes = new Set(['text', 'number', 'integer', 'decimal', 'percent', 'email', 'phone', 'url'])

/** A cell that is edited: what is typed over it, as long as nothing but typing happens, then the input of its field's type. */
export function EditedCell(props: CellEditorProps) {
  const { grid, column, text, leave } = props
  const [opened, setOpened] = useState(false)
  const open = (typed: string, leaving: LeavingKey | undefined): void => {
    setOpened(true)
    // Where keys that come before the input are put: they go on from what was typed.
    const { editing } = grid
    if (editing && (typed !== text || leaving)) grid.setEditing({ ...editing, text: typed, leave: leaving })
  }
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
