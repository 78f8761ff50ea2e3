import { invalid } from '#base/app-error.ts'
import { visibleIds } from '../records/record-context.ts'
import type { StandardGuard } from '../standard-models/standard-guard.ts'

/** What was noted stays as it was noted, so that a month that was reported can be reported again. */
export const guardEntries: StandardGuard = async (context, model, { kind, ids }) => {
  if (kind === 'create' || ids.length === 0) return
  if ((await visibleIds(context, model.key, ids)).size < new Set(ids).size) return
  const message =
    'What was noted stays. Note a correction instead: a quantity with a minus, or how far the line really is.'
  throw invalid([{ path: '', code: 'kept', message }])
}
