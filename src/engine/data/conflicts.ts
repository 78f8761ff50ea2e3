import { isJsonObject, type Json } from '#base/json.ts'
import { ApiError } from './api-error.ts'
import type { RecordChange } from './record-writes.ts'

/** One field two people changed: what it was, what this person wrote, and what is stored now. */
export interface Conflict {
  key: string
  /** Which record, where several were changed at once. */
  record?: { id: string; title: string | null }
  base: unknown
  mine: unknown
  theirs: unknown
}

/** A write that waits for a choice. `answer` gets the chosen value of each field, or null to leave things as they are. */
export interface OpenConflict {
  model: string
  conflicts: readonly Conflict[]
  answer(values: Record<string, unknown> | null): void
}

/** How a choice names its conflict: the field, or the record and the field. */
export const nameOfConflict = ({ key, record }: Pick<Conflict, 'key' | 'record'>): string =>
  record ? `${record.id} ${key}` : key

/** The conflicts a refused write lists; none when it was refused for another reason. */
export function conflictsOf(error: unknown): Conflict[] {
  if (!(error instanceof ApiError) || error.code !== 'edit_conflict' || !isJsonObject(error.details))
    return []
  const { fields, records } = error.details
  if (!Array.isArray(records)) return fieldConflicts(fields)
  return records.flatMap((record) => {
    if (!isJsonObject(record) || typeof record['id'] !== 'string') return []
    const { id, title, fields: own } = record
    return fieldConflicts(own).map((conflict) => ({
      ...conflict,
      record: { id, title: typeof title === 'string' ? title : null },
    }))
  })
}

function fieldConflicts(fields: unknown): Conflict[] {
  if (!isJsonObject(fields)) return []
  return Object.entries(fields).map(([key, values]) => {
    const { base = null, mine = null, theirs = null } = isJsonObject(values) ? values : {}
    return { key, base, mine, theirs }
  })
}

const listeners = new Set<() => void>()
let open: OpenConflict | null = null

/** The conflict that waits for a choice, or null. */
export const openConflict = (): OpenConflict | null => open

/** Calls back when another conflict waits, or none does any more. Whoever listens draws the question. */
export function onConflict(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Asks the person, field by field, which value stays. Null when they leave it, when another conflict waits already, or
 * where nothing draws the question.
 */
export function askConflict(
  model: string,
  conflicts: readonly Conflict[],
): Promise<Record<string, unknown> | null> {
  if (open || listeners.size === 0) return Promise.resolve(null)
  return new Promise((resolve) => {
    show({
      model,
      conflicts,
      answer(values) {
        show(null)
        resolve(values)
      },
    })
  })
}

/**
 * Asks about changes of many records that met somebody else's. Answers the changes as they are to be sent again: with the
 * chosen values, and with what is stored now as what was seen. Null when the person leaves it, or nothing can be asked.
 */
export async function askChanges(
  model: string,
  error: unknown,
  changes: readonly RecordChange[],
): Promise<RecordChange[] | null> {
  const conflicts = conflictsOf(error)
  if (conflicts.length === 0 || conflicts.some(({ record }) => !record)) return null
  const chosen = await askConflict(model, conflicts)
  if (!chosen) return null
  return changes.map((change) => {
    const own = conflicts.filter(({ record }) => record?.id === change.id)
    if (own.length === 0) return change
    const mine = own.map((met) => [met.key, (chosen[nameOfConflict(met)] ?? null) as Json])
    const seen = own.map(({ key, theirs }) => [key, (theirs ?? null) as Json])
    return {
      ...change,
      values: { ...change.values, ...Object.fromEntries(mine) },
      base: { ...change.base, ...Object.fromEntries(seen) },
    }
  })
}

function show(next: OpenConflict | null): void {
  open = next
  for (const listener of listeners) listener()
}
