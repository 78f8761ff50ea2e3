import { useCallback, useState } from 'react'
import type { Json } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { t } from '#ui/translate.ts'
import type { GridColumn } from './grid-columns.ts'

/** A value this reader gave that the list does not show yet. */
interface CellEdit {
  value: unknown
  /** What a relation's record is called. */
  label: string | undefined
  state: 'saving' | 'saved' | 'failed'
  problem: string | null
  /** The row as it was: once the list brings another, the edit has arrived. */
  of: Row
}

export interface CellEdits {
  /** The row as this reader should see it. */
  shown(row: Row): Row
  problemOf(row: Row, key: string): string | null
  isSaving(row: Row, key: string): boolean
  /** Shows the value at once, saves it, and keeps it with the reason when it is refused. Answers whether it was taken. */
  save(row: Row, column: GridColumn, value: unknown, label?: string): Promise<boolean>
  discard(row: Row, key: string): void
}

/** Edits in place: shown at once, saved with the value the reader saw, never lost when the server says no. */
export function useCellEdits(model: string): CellEdits {
  const writes = useRecordWrites(model)
  const [edits, setEdits] = useState<Record<string, CellEdit>>({})
  const put = useCallback((name: string, edit: CellEdit | null) => {
    setEdits(({ [name]: _before, ...rest }) => (edit ? { ...rest, [name]: edit } : rest))
  }, [])
  const find = (row: Row, key: string): CellEdit | null => {
    const edit = edits[nameOf(row, key)]
    return edit && (edit.state !== 'saved' || edit.of === row) ? edit : null
  }

  return {
    shown(row) {
      const id = String(row['id'])
      let result = row
      for (const [name, edit] of Object.entries(edits)) {
        if (!name.startsWith(`${id} `) || (edit.state === 'saved' && edit.of !== row)) continue
        const key = name.slice(id.length + 1)
        result = {
          ...result,
          [key]: edit.value,
          ...(edit.label !== undefined && { [key]: { id: edit.value, name: edit.label } }),
        }
      }
      return result
    },
    problemOf: (row, key) => find(row, key)?.problem ?? null,
    isSaving: (row, key) => find(row, key)?.state === 'saving',
    async save(row, column, value, label) {
      const name = nameOf(row, column.key)
      const edit = { value, label, problem: null, of: row }
      put(name, { ...edit, state: 'saving' })
      const seen = row[column.key] ?? null
      try {
        const saved = await writes.update(
          String(row['id']),
          { [column.key]: value as Json },
          { [column.key]: plainValue(seen) as Json },
          { quiet: true },
        )
        put(name, {
          ...edit,
          ...(label === undefined && column.key in saved && { value: saved[column.key] }),
          state: 'saved',
        })
        return true
      } catch (error) {
        put(name, { ...edit, state: 'failed', problem: problemText(error, column.key) })
        return false
      }
    },
    discard: (row, key) => put(nameOf(row, key), null),
  }
}

const nameOf = (row: Row, key: string): string => `${String(row['id'])} ${key}`

/** What a refused write says about one field. */
export function problemText(error: unknown, key: string): string {
  const problem = problemsOf(error).find(({ path }) => path.split('.').includes(key))
  if (problem) return t(problem.message)
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
