import { useMemo, useState } from 'react'
import { canonicalJson, type Json } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { isAway } from '#engine/data/is-away.ts'
import type { Values } from '#engine/data/record-writes.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { afterPaint } from '#ui/after-paint.ts'
import { t } from '#ui/translate.ts'
import type { GridColumn } from './grid-columns.ts'
import { EditStore, type AllEdits, type CellEdit, type PutEdit, type RowEdits } from './grid-edits.ts'

/** A cell and what it shall hold. */
export interface CellChange {
  row: Row
  column: Pick<GridColumn, 'key'>
  value: unknown
  label?: string | undefined
}

/** `kept`: refused, or not sent yet, and shown with the reason; `gone`: its record is no longer there to show it. */
export type SaveOutcome = 'saved' | 'kept' | 'gone'

export interface CellEdits {
  /** All of them; who draws with them listens to it. */
  store: EditStore
  of(row: Row): RowEdits | undefined
  /**
   * Shows the value at once, saves it, and keeps it with the reason when it is refused. `seen` is the row as it was when
   * the writing began; without it, as it is.
   */
  save(
    row: Row,
    column: Pick<GridColumn, 'key'>,
    value: unknown,
    label?: string,
    seen?: Row,
  ): Promise<SaveOutcome>
  /** Many cells in one write: all of them, or none with the refused ones marked. Answers how many were refused. */
  saveMany(
    changes: readonly CellChange[],
    create?: readonly Values[],
  ): Promise<{ refused: number; error: unknown }>
  /** Marks cells with why they were not taken, and what they were meant to hold. */
  refuse(changes: readonly (CellChange & { problem: string })[]): void
  discard(row: Row, key: string): void
}

/** Edits in place: shown at once, saved with the value the reader saw, never lost when the server says no. */
export function useCellEdits(model: string): CellEdits {
  const writes = useRecordWrites(model)
  const [store] = useState(() => new EditStore())

  return useMemo<CellEdits>(() => {
    const put = (changes: readonly PutEdit[]): void => store.put(changes)
    return {
      store,
      of: (row) => store.read().get(String(row['id'])),
      async save(row, column, value, label, seen = row) {
        const { key } = column
        const edit = { value, label, problem: null, of: row }
        const base = { [key]: seenIn(seen, store.read(), key) }
        put([{ row, key, edit: { ...edit, state: 'saving' } }])
        // What was written is drawn first.
        await afterPaint()
        try {
          const values = { [key]: value as Json }
          const saved = await writes.update(String(row['id']), values, base, { quiet: true })
          const stored = label === undefined && key in saved ? { value: saved[key] } : {}
          put([{ row, key, edit: { ...edit, ...stored, state: 'saved' } }])
          return 'saved'
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) {
            put([{ row, key, edit: null }])
            return 'gone'
          }
          const state = isAway(error) ? 'waiting' : 'failed'
          put([{ row, key, edit: { ...edit, state, problem: problemText(error, key) } }])
          return 'kept'
        }
      },
      async saveMany(changes, create = []) {
        const as = (state: CellEdit['state']) =>
          changes.map(({ row, column: { key }, value, label }) => ({
            row,
            key,
            edit: { value, label, state, problem: null, of: row } satisfies CellEdit,
          }))
        const rows = byRow(changes)
        const before = store.read()
        put(as('saving'))
        try {
          const update = rows.map(([row, cells]) => ({
            id: String(row['id']),
            values: Object.fromEntries(cells.map(({ column, value }) => [column.key, value as Json])),
            base: Object.fromEntries(
              cells.map(({ column }) => [column.key, seenIn(row, before, column.key)]),
            ),
          }))
          const written = await writes.writeMany({ create, update }, { quiet: true })
          const values = new Map(written.map((change) => [change.id, change.values]))
          // Where somebody else's value was chosen, the list shows it when it comes.
          const isMine = ({ row, key, edit }: ReturnType<typeof as>[number]): boolean =>
            canonicalJson(values.get(String(row['id']))?.[key] ?? null) === canonicalJson(edit.value ?? null)
          put(as('saved').map((one) => (isMine(one) ? one : { ...one, edit: null })))
          return { refused: 0, error: null }
        } catch (error) {
          if (isAway(error) && create.length === 0) {
            const problem = problemText(error, '')
            put(as('waiting').map((one) => ({ ...one, edit: { ...one.edit, problem } })))
            return { refused: 0, error }
          }
          const problems = bulkProblems(error)
          const refused = changes.flatMap((change) => {
            const at = rows.findIndex(([row]) => row === change.row)
            const problem = problems.get(`${at} ${change.column.key}`) ?? problems.get(`${at} `)
            return problem === undefined ? [] : [{ ...change, problem }]
          })
          // None was written: those that were not to blame show again what they hold.
          put(as('saving').map((one) => ({ ...one, edit: null })))
          put(refused.map(failedEdit))
          return { refused: refused.length, error }
        }
      },
      refuse: (changes) => put(changes.map(failedEdit)),
      discard: (row, key) => put([{ row, key, edit: null }]),
    }
  }, [store, writes])
}

/** The row as this reader should see it: with what they changed. */
export function withEdits(row: Row, edits: RowEdits | undefined): Row {
  if (!edits) return row
  const changed = { ...row }
  for (const [key, edit] of Object.entries(edits)) {
    if (edit.state === 'saved' && edit.of !== row) continue
    changed[key] = edit.label === undefined ? edit.value : { id: edit.value, name: edit.label }
  }
  return changed
}

/** The edit of a cell that still matters. */
export function editOf(row: Row, edits: RowEdits | undefined, key: string): CellEdit | null {
  const edit = edits?.[key]
  return edit && (edit.state !== 'saved' || edit.of === row) ? edit : null
}

/** What this reader saw in a cell: their own value where that was sent and the list has not brought it yet. */
function seenIn(row: Row, edits: AllEdits, key: string): Json {
  const edit = edits.get(String(row['id']))?.[key]
  const isSent = edit?.of === row && (edit.state === 'saved' || edit.state === 'saving')
  return plainValue((isSent ? edit.value : row[key]) ?? null) as Json
}

const failedEdit = ({ row, column, value, label, problem }: CellChange & { problem: string }) => ({
  row,
  key: column.key,
  edit: { value, label, state: 'failed', problem, of: row } satisfies CellEdit,
})

function byRow(changes: readonly CellChange[]): [Row, CellChange[]][] {
  const rows = new Map<Row, CellChange[]>()
  for (const change of changes) rows.set(change.row, [...(rows.get(change.row) ?? []), change])
  return [...rows]
}

/** What a refused bulk write says, by number of the record and field: `update.3.values.price`. */
function bulkProblems(error: unknown): Map<string, string> {
  const found = new Map<string, string>()
  for (const { path, message } of problemsOf(error)) {
    const [part, at = '', ...rest] = path.split('.')
    if (part === 'update') found.set(`${at} ${rest.at(-1) ?? ''}`, message)
  }
  return found
}

/** What a refused write says about one field. */
export function problemText(error: unknown, key: string): string {
  const problem = problemsOf(error).find(({ path }) => path.split('.').includes(key))
  if (problem) return problem.message
  if (isAway(error)) return t('Not saved yet: the server cannot be reached. It is sent again by itself.')
  if (error instanceof ApiError && error.code === 'edit_conflict') {
    return t('Somebody else changed this meanwhile. Press Escape to see their value, or enter yours again.')
  }
  return error instanceof ApiError ? t(error.message) : t('It could not be saved.')
}

/** An expanded relation as the ids it was saved as. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  return typeof value === 'object' && value !== null && 'id' in value && !('size' in value) ? value.id : value
}
