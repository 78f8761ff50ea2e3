import { validateAttributes } from '#kernel/models/validate-attributes.ts'
import { must } from '#base/assert.ts'
import { fillComputed } from '../formulas/fill-computed.ts'
import { insertObjects } from '../records/insert-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { removeRows } from '../records/remove-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import type { Wanted } from './changed-rows.ts'
import { planPrices, type PricedLine } from './plan-prices.ts'
import { textOf } from './read-value.ts'
import { modelNamed, rowsOf, type StoredRow } from './stored-version.ts'

export interface PricedLines {
  /** What the lines themselves are to have, by id. */
  values: ReadonlyMap<string, Wanted>
  /** The resources that came and went. */
  followed: Followed[]
}

/**
 * Prices lines: each gets the resources of its recipe or item, with the prices that hold on the day of its version, in its
 * currency and region, in place of those it had. They are copies, so that what a catalogue says later changes nothing. All
 * lines are read together and written together; what follows from it is for the caller. 422 with the reason where an item
 * has no price or a recipe cannot be worked out; 403 where this person may not see all that a price is made of, or may not
 * write resources.
 */
export async function priceLines(
  context: RecordContext,
  priced: readonly PricedLine[],
  date?: string,
): Promise<PricedLines> {
  if (priced.length === 0) return { values: new Map(), followed: [] }
  modelFor(context, 'estimate_resources', 'create')
  modelFor(context, 'estimate_resources', 'delete')
  const values = new Map<string, Wanted>()
  const resources: Record<string, unknown>[] = []
  for (const [id, plan] of await planPrices(context, priced, date)) {
    if (plan.kind === 'refused') throw plan.error
    values.set(id, plan.values)
    resources.push(...plan.resources)
  }
  const gone = await removeOld(context, priced)
  const made = await insertNew(context, resources)
  const changes = [
    ...gone.map(({ id, attributes }) => ({ id, before: attributes, after: null })),
    ...made.map(({ id, attributes }) => ({ id, before: null, after: attributes })),
  ]
  return { values, followed: [{ model: modelNamed(context, 'estimate_resources'), changes }] }
}

/** A line that is not priced any more keeps what was added to it by hand. */
async function removeOld(context: RecordContext, priced: readonly PricedLine[]): Promise<StoredRow[]> {
  const lines = new Map(priced.map((one) => [one.line.id, one]))
  const old = (await rowsOf(context, 'estimate_resources', 'line', [...lines.keys()])).filter(
    ({ attributes }) =>
      lines.get(String(attributes.line))?.pricing.by !== 'none' || textOf(attributes, 'price_from') !== null,
  )
  const model = modelNamed(context, 'estimate_resources')
  if (old.length > 0)
    await removeRows(
      context,
      model,
      old.map(({ id }) => id),
    )
  return old
}

async function insertNew(
  context: RecordContext,
  resources: readonly Record<string, unknown>[],
): Promise<{ id: string; attributes: Record<string, unknown> }[]> {
  if (resources.length === 0) return []
  const model = modelNamed(context, 'estimate_resources')
  const rows = resources.map((values) => validateAttributes(model, [], values, null).attributes)
  await fillComputed(
    context,
    model,
    rows.map((attributes) => ({ attributes, changed: null })),
  )
  const { ids, lost } = insertObjects(
    context,
    model,
    rows.map((attributes, index) => ({ index, archetypeId: null, parentId: null, attributes, unique: [] })),
  )
  await lost
  return rows.map((attributes, index) => ({ id: must(ids.get(index)), attributes }))
}
