import type { KeyboardEvent } from 'react'
import { at, moveCursor } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { nextSort } from './grid-sort.ts'

/** What a key does in the grid; answers whether it did something. */
export function cellKey(grid: Grid, event: KeyboardEvent, page: number): boolean {
  const cursor = grid.cursor ?? at(0, 0)
  const { key, shiftKey: shift } = event
  const ctrl = event.ctrlKey || event.metaKey
  const item = grid.items[cursor.row]
  const column = grid.columns[cursor.column]
  if (grid.editing) return typeAhead(grid, event)

  const moved = moveCursor(
    cursor,
    { key, ctrl, shift },
    { rows: grid.items.length, columns: grid.columns.length, page },
  )
  if (moved) {
    grid.setCursor(moved)
    return true
  }
  if (cursor.row < 0) return column ? headingKey(grid, event, cursor.column) : false
  if (ctrl && key.toLowerCase() === 'a') {
    grid.setCursor({
      row: grid.items.length - 1,
      column: grid.columns.length - 1,
      anchor: { row: 0, column: 0 },
    })
    return true
  }
  if (key === 'Escape') return escape(grid)
  if (item?.kind === 'group' && (key === 'Enter' || key === ' ')) {
    grid.toggleGroup(item.key)
    return true
  }
  if (item?.kind !== 'row' || !column) return false
  if (key === ' ' && !ctrl) {
    if (grid.editable && column.editable && column.field.type === 'boolean')
      return toggle(grid, item.row, column.key)
    if (!grid.selectable) return false
    grid.table.getRow(String(item.row['id'])).toggleSelected()
    return true
  }
  if (key === 'Enter' && (ctrl || !column.editable)) {
    if (!grid.canOpen) return false
    grid.open(item.row)
    return true
  }
  if (!column.editable) return false
  if (key === 'Enter' || key === 'F2') {
    if (column.field.type === 'boolean') return toggle(grid, item.row, column.key)
    grid.setEditing({ row: cursor.row, column: cursor.column })
    return true
  }
  if (key === 'Delete' || key === 'Backspace') {
    if (column.field.required) return false
    void grid.edits.save(item.row, column, null)
    return true
  }
  if (key.length === 1 && !ctrl && !event.altKey && column.field.type !== 'boolean') {
    grid.setEditing({ row: cursor.row, column: cursor.column, text: key })
    return true
  }
  return false
}

/** The input is on its way and has not taken the focus yet: what is typed meanwhile is kept for it. */
function typeAhead(grid: Grid, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const { editing } = grid
  if (key === 'Escape') grid.setEditing(null)
  else if (editing && key.length === 1 && !ctrlKey && !metaKey && !altKey) {
    grid.setEditing({ ...editing, text: (editing.text ?? '') + key })
  }
  return true
}

function headingKey(grid: Grid, event: KeyboardEvent, index: number): boolean {
  const column = grid.columns[index]
  if (!column) return false
  if (
    event.key === 'ContextMenu' ||
    (event.key === 'F10' && event.shiftKey) ||
    (event.key === ' ' && !event.ctrlKey)
  ) {
    document
      .getElementById(`${grid.id}-h-${index}`)
      ?.querySelector<HTMLElement>('[data-column-menu]')
      ?.click()
    return true
  }
  if (event.key !== 'Enter' || column.sortBy === null) return false
  grid.change({ sort: nextSort(grid.settings.sort ?? [], column, event.shiftKey) })
  return true
}

function escape(grid: Grid): boolean {
  const { cursor } = grid
  const item = cursor && grid.items[cursor.row]
  const column = cursor && grid.columns[cursor.column]
  if (item?.kind === 'row' && column && grid.edits.problemOf(item.row, column.key) !== null) {
    grid.edits.discard(item.row, column.key)
    return true
  }
  if (cursor && (cursor.anchor.row !== cursor.row || cursor.anchor.column !== cursor.column)) {
    grid.setCursor(at(cursor.row, cursor.column))
    return true
  }
  // Nothing of the grid's own is left to close: the drawer it stands in may take the key.
  return false
}

function toggle(grid: Grid, row: Record<string, unknown>, key: string): boolean {
  const column = grid.columns.find((one) => one.key === key)
  if (!column) return false
  void grid.edits.save(row, column, grid.edits.shown(row)[key] !== true)
  return true
}
