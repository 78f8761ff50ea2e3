import type { RecordContext } from '../records/record-context.ts'
import { noteUse } from '../records/records-at-hand.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { PricedLine } from './plan-prices.ts'
import { textOf } from './read-value.ts'
import { modelNamed } from './stored-version.ts'

/** Puts down which items and recipes somebody took for lines, to be offered to them first the next time. */
export async function noteChoices(context: RecordContext, priced: readonly PricedLine[]): Promise<void> {
  const chosen = (by: 'item' | 'recipe'): string[] =>
    priced.flatMap(({ pricing }) => (pricing.by === by ? [pricing.id] : []))
  const versions = [...new Set(chosen('recipe'))]
  const rows =
    versions.length === 0 ? [] : await loadObjects(context, modelNamed(context, 'recipe_versions'), versions)
  const recipes = rows.flatMap(({ attributes }) => textOf(attributes, 'recipe') ?? [])
  await noteUse(context, [...chosen('item'), ...recipes])
}
