import type { StandardRule } from '../standard-models/standard-rule.ts'
import { requireSameVersion } from './content-rule.ts'
import { requireLine } from './require-line.ts'

/** A quote is for a line of its own version. What a line took of it is a copy: a quote that changes later changes no sum. */
export const quoteRule: StandardRule = async (context, _model, changes) => {
  for (const change of changes) requireSameVersion(change)
  await requireLine(context, changes, 'A quote is for a line of the same version.')
  return []
}
