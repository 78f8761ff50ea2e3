import { createHash } from 'node:crypto'
import { canonicalJson } from '#base/json.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { modelFor, visibleIds, type RecordContext } from '../records/record-context.ts'

/** The rules of a set that are in use and that this reader sees, in the order of the set. */
export async function ruleRows(context: RecordContext, ruleSet: string): Promise<StoredRow[]> {
  modelFor(context, 'takeoff_rules', 'read')
  const all = await rowsOf(context, 'takeoff_rules', 'rule_set', [ruleSet])
  const used = all.filter(({ attributes }) => attributes.active !== false)
  const seen = await visibleIds(
    context,
    'takeoff_rules',
    used.map(({ id }) => id),
  )
  return used.filter(({ id }) => seen.has(id)).toSorted(bySort)
}

const bySort = (a: StoredRow, b: StoredRow): number =>
  Number(a.attributes.sort ?? 0) - Number(b.attributes.sort ?? 0) || (a.id < b.id ? -1 : 1)

const quiet = new Set(['notes'])

/** A text that is another one as soon as a rule says something else. */
export const rulesHash = (rules: readonly StoredRow[]): string =>
  createHash('sha256')
    .update(
      canonicalJson(
        rules.map(({ id, attributes }) => [
          id,
          Object.fromEntries(Object.entries(attributes).filter(([key]) => !quiet.has(key))),
        ]),
      ),
    )
    .digest('hex')
