import { isJsonObject } from '#base/json.ts'
import { ApiError } from './api-error.ts'

/** One field two people changed: what it was, what this person wrote, and what is stored now. */
export interface Conflict {
  key: string
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

/** The conflicts a refused write lists; none when it was refused for another reason. */
export function conflictsOf(error: unknown): Conflict[] {
  if (!(error instanceof ApiError) || error.code !== 'edit_conflict') return []
  const fields = isJsonObject(error.details) ? error.details['fields'] : null
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

function show(next: OpenConflict | null): void {
  open = next
  for (const listener of listeners) listener()
}
