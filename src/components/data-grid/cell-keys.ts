import type { KeyboardEvent } from 'react'
import type { Region } from '#ui/format.ts'
import { at, isSeveral, moveCursor, rangeOf, type Cursor } from './grid-cursor.ts'
import type { Grid, LeavingKey } from './grid-context.ts'
import { nextSort } from './grid-sort.ts'
import { withEdits } from './use-cell-edits.ts'

/** What fills and empties cells, fetched with the first key that wants it. */
export const filling = (): Promise<typeof import('./fill-range.ts')> => import('./fill-range.ts')

/** What a key does in the grid; answers whether it did something. */
export function cellKey(grid: Grid, event: KeyboardEvent, page: number, region: Region): boolean {
  const cursor = grid.cursor ?? at(0, 0)
  const { key, shiftKey: shift } = event
  const ctrl = event.ctrlKey || event.metaKey
  const line = grid.lines.list.at(cursor.row)
  const column = grid.columns[cursor.column]
  if (grid.editing) return typeAhead(grid, event)
  if (line?.kind === 'row' && line.row && actionKey(grid, event, line.row)) return true
  if (event.altKey && (key === 'ArrowDown' || key === 'ArrowUp'))
    return unfold(grid, cursor, key === 'ArrowDown')

  if (event.altKey && key === 'Enter' && grid.detail !== null) {
    grid.setDetail(!grid.detail)
    return true
  }
  const { count } = grid.lines.list
  const moved = event.altKey
    ? null
    : moveCursor(cursor, { key, ctrl, shift }, { rows: count, columns: grid.columns.length, page })
  if (moved) {
    grid.setCursor(moved)
    return true
  }
  if (cursor.row < 0) return column ? headingKey(grid, event, cursor.column) : false
  if (ctrl && key.toLowerCase() === 'a') {
    const end = { row: count - 1, column: grid.columns.length - 1 }
    grid.setCursor({ row: cursor.row, column: cursor.column, anchor: { row: 0, column: 0 }, end })
    return true
  }
  if (ctrl && key.toLowerCase() === 'd' && grid.editable) {
    void filling().then(({ fillDown }) => fillDown(grid, cursor))
    return true
  }
  // With a single column there is nothing to fill: then it loads the page anew, as everywhere.
  if (
    ctrl &&
    !shift &&
    key.toLowerCase() === 'r' &&
    grid.editable &&
    rangeOf(cursor).left !== rangeOf(cursor).right
  ) {
    void filling().then(({ fillRight }) => fillRight(grid, cursor))
    return true
  }
  // As in a spreadsheet: Shift+Space takes the row, Ctrl+Space the column.
  if (key === ' ' && shift !== ctrl) {
    const { row, column: here, anchor } = cursor.end ? at(cursor.row, cursor.column) : cursor
    grid.setCursor(
      shift
        ? { row, column: grid.columns.length - 1, anchor: { row: anchor.row, column: 0 } }
        : { row: count - 1, column: here, anchor: { row: 0, column: anchor.column } },
    )
    return true
  }
  if (key === 'Escape') return escape(grid)
  if (line?.kind === 'group' && (key === 'Enter' || key === ' ')) {
    grid.toggle(line.key)
    return true
  }
  if (line?.kind !== 'row' || !line.row || !column) return false
  return rowKey(grid, event, cursor, line.row, region)
}

/** What the layout offers for a row may have keys of its own. */
function actionKey(grid: Grid, event: KeyboardEvent, row: Record<string, unknown>): boolean {
  const action = grid.rowActions.find(
    ({ shortcut, only }) =>
      shortcut === keysOf(event) && Object.entries(only ?? {}).every(([key, value]) => row[key] === value),
  )
  if (!action) return false
  grid.act(action.key, row)
  return true
}

const keysOf = (event: KeyboardEvent): string =>
  [
    ...(event.ctrlKey || event.metaKey ? ['Ctrl'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
    event.key,
  ].join('+')

function rowKey(
  grid: Grid,
  event: KeyboardEvent,
  cursor: Cursor,
  row: Record<string, unknown>,
  region: Region,
): boolean {
  const { key } = event
  const ctrl = event.ctrlKey || event.metaKey
  const column = grid.columns[cursor.column]
  if (!column) return false
  if (key === ' ' && !ctrl) {
    if (grid.editable && column.editable && column.field.type === 'boolean')
      return toggle(grid, row, column.key)
    if (!grid.selectable) return false
    const next = new Set(grid.selection)
    if (!next.delete(String(row['id']))) next.add(String(row['id']))
    grid.select(next)
    return true
  }
  // In a list that is written in, Enter never leads away: it has a key of its own.
  if (key === 'Enter' && (ctrl || !grid.editable)) {
    if (!grid.canOpen) return false
    grid.open(row)
    return true
  }
  if (clears(grid, key, cursor)) return true
  // The question mark shows the keys; a text that begins with one is written after Enter.
  const types = key.length === 1 && key !== '?' && !ctrl && !event.altKey
  const begins = key === 'Enter' || key === 'F2'
  if (!column.editable) {
    // Silence would look like a broken keyboard.
    if ((types || begins) && grid.editable)
      void import('./say-fixed.ts').then(({ sayFixed }) => sayFixed(grid, column))
    return false
  }
  if (begins) {
    if (column.field.type === 'boolean') return toggle(grid, row, column.key)
    grid.setEditing({ row: cursor.row, column: cursor.column })
    return true
  }
  if (ctrl && (key === ';' || key === ',') && column.field.type === 'date') {
    void filling().then(({ writeToday }) => writeToday(grid, row, column, region))
    return true
  }
  if (types && column.field.type !== 'boolean') {
    grid.setEditing({ row: cursor.row, column: cursor.column, text: key })
    return true
  }
  return false
}

/** Delete empties one cell at once, and a range in one write. */
function clears(grid: Grid, key: string, cursor: Cursor): boolean {
  if ((key !== 'Delete' && key !== 'Backspace') || !grid.editable) return false
  const range = rangeOf(cursor)
  const column = grid.columns[cursor.column]
  if (range.top !== range.bottom || range.left !== range.right) {
    void filling().then(({ clearRange }) => clearRange(grid, cursor))
    return true
  }
  const row = grid.lines.list.row(cursor.row)
  if (!row || !column?.editable || column.field.required) return false
  void grid.edits.save(row, column, null)
  return true
}

/** Alt with an arrow opens and closes what stands under a line. */
function unfold(grid: Grid, cursor: Cursor, open: boolean): boolean {
  const line = grid.lines.list.at(cursor.row)
  if (line?.kind === 'group') {
    if (line.open !== open) grid.toggle(line.key)
    return true
  }
  if (line?.kind !== 'row' || !line.row || !grid.tree) return false
  const id = String(line.row['id'])
  if (grid.isOpen(id) !== open) grid.toggle(id)
  return true
}

/** Where a key that ends an edit goes to; null for any other. */
export function leavingKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>): LeavingKey | null {
  if (event.key === 'Tab') return event.shiftKey ? 'ArrowLeft' : 'ArrowRight'
  return event.key === 'Enter' && !event.shiftKey && !event.altKey ? 'ArrowDown' : null
}

/** The input is on its way and has not taken the focus yet: what is typed meanwhile is kept for it. */
function typeAhead(grid: Grid, event: KeyboardEvent): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const { editing } = grid
  const leave = leavingKey(event)
  if (key === 'Escape') grid.setEditing(null)
  else if (!editing) return true
  else if (editing.leave) {
    const press = { key, shiftKey, ctrlKey, metaKey, altKey }
    grid.setEditing({ ...editing, later: [...(editing.later ?? []), press] })
  } else if (leave) grid.setEditing({ ...editing, leave })
  else if (key === 'Backspace') grid.setEditing({ ...editing, text: (editing.text ?? '').slice(0, -1) })
  else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) {
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
  const row = cursor && grid.lines.list.row(cursor.row)
  const column = cursor && grid.columns[cursor.column]
  if (row && column && grid.edits.of(row)?.[column.key]?.problem) {
    grid.edits.discard(row, column.key)
    return true
  }
  if (cursor && isSeveral(cursor)) {
    grid.setCursor(at(cursor.row, cursor.column))
    return true
  }
  if (grid.detail) {
    grid.setDetail(false)
    return true
  }
  // Nothing of the grid's own is left to close: the drawer it stands in may take the key.
  return false
}

function toggle(grid: Grid, row: Record<string, unknown>, key: string): boolean {
  const column = grid.columns.find((one) => one.key === key)
  if (!column) return false
  void grid.edits.save(row, column, withEdits(row, grid.edits.of(row))[key] !== true)
  return true
}
