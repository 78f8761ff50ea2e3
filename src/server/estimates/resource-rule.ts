import type { StandardRule } from '../standard-models/standard-rule.ts'
import { contentRule } from './content-rule.ts'
import { requireLine } from './require-line.ts'

/** A resource belongs to a line of its own version; then as for lines. */
export const resourceRule: StandardRule = async (context, model, changes) => {
  await requireLine(context, changes, 'A resource belongs to a line of the same version.')
  return contentRule(context, model, changes)
}
