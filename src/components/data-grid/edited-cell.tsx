import { useState } from 'react'
import { CellEditor, type CellEditorProps } from './cell-editor.tsx'
import type { LeavingKey } from './grid-context.ts'
import { TypedCell } from './typed-cell.tsx'

// Their input is one line of text, and what it shows is what was typed.
const textTypes = new Set(['text', 'number', 'integer', 'decimal', 'percent', 'email', 'phone', 'url'])

/** A cell that is edited: what is typed over it, as long as nothing but typing happens, then the input of its field's type. */
export function EditedCell(props: CellEditorProps) {
  const { column, text, leave } = props
  const [opened, setOpened] = useState<{ text: string; leave: LeavingKey | undefined } | null>(null)
  if (
    text !== undefined &&
    leave === undefined &&
    opened === null &&
    column.formula === undefined &&
    textTypes.has(column.field.type)
  )
    return (
      <TypedCell
        {...props}
        text={text}
        onOpen={(typed, leaving) => setOpened({ text: typed, leave: leaving })}
      />
    )
  const kept = opened ?? { text, leave }
  // What was kept for the input makes it begin anew.
  return <CellEditor key={`${kept.text ?? ''} ${kept.leave ?? ''}`} {...props} {...kept} />
}
