import { recalculate } from '../formulas/recalculate.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { EventCause } from '../records/update-rows.ts'
import { keepVersions } from './keep-version.ts'
import { postponed } from './postponed.ts'

/** Writes several kinds of records of a version and works it out once, when all are there. */
export async function keptOnce<T>(
  context: RecordContext,
  cause: EventCause,
  work: () => Promise<T>,
): Promise<T> {
  if (postponed.has(context.tx)) return work()
  const ids = new Set<string>()
  postponed.set(context.tx, ids)
  let result: T
  try {
    result = await work()
  } finally {
    postponed.delete(context.tx)
  }
  for (const { model, changes } of await keepVersions(context, ids, cause))
    await recalculate(context, model, changes, cause)
  return result
}
