import { invalid } from '#base/app-error.ts'
import { matchPattern } from '#expressions/match-pattern.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'

type Attributes = Readonly<Record<string, unknown>>

/** Refuses (422) groups whose code is not as their set says. */
export async function refuseWrongCodes(context: RecordContext, groups: readonly Attributes[]): Promise<void> {
  const sets = context.workspace.models.get('cost_group_sets')
  if (!sets) return
  const found = await loadObjects(context, sets, [...linkedIds(groups, 'set')])
  const patterns = new Map(found.map(({ id, attributes }) => [id, attributes.code_pattern]))
  const wrong = groups.find(({ set, code }) => !fits(code, patterns.get(String(set))))
  if (wrong)
    throw invalid([
      {
        path: 'attributes.code',
        code: 'pattern',
        message: `“${String(wrong.code)}” is no code of this set: its codes are as ${String(patterns.get(String(wrong.set)))}.`,
      },
    ])
}

/** Whether a code is as a set wants it; a set without a pattern takes any. */
export const fits = (code: unknown, pattern: unknown): boolean =>
  typeof pattern !== 'string' || matchPattern(String(code), pattern)
