import { invalid } from '#base/app-error.ts'
import type { StandardGuard } from '../standard-models/standard-guard.ts'

/** Runs, their items and what lines hold of them are written by the commands of take-off, never by hand: they are proof. */
export const guardKept: StandardGuard = async (_context, model, { kind }) => {
  if (kind === 'delete' || kind === 'restore') return
  const message = `${model.label} are kept by take-off itself.`
  throw invalid([{ path: '', code: 'kept', message }])
}
