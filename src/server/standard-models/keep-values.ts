import { must } from '#base/assert.ts'
import { canonicalJson } from '#base/json.ts'
import { normaliseValue } from '#kernel/models/normalise-value.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects, type StoredObject } from '../records/stored-object.ts'
import { updateRows, type EventCause } from '../records/update-rows.ts'
import { standardModel } from './standard-models.ts'

/** Derived values of records by their ids; null clears. Decimals are texts of any number of digits. */
export type DerivedValues = ReadonlyMap<string, Readonly<Record<string, unknown>>>

const batchSize = 500

/**
 * Writes derived values where they differ from what is there, and answers the records that changed:
 * `keepValues(context, items, new Map([[id, { latest_price: '12.5' }]]), cause)`. Records that are gone are passed over. The
 * records are held until the transaction ends.
 */
export async function keepValues(
  context: RecordContext,
  model: ModelInfo,
  values: DerivedValues,
  cause: EventCause,
): Promise<RecordChange[]> {
  const written: RecordChange[] = []
  const ids = [...values.keys()].toSorted()
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await loadObjects(context, model, ids.slice(start, start + batchSize), { lock: 'values' })
    const changes = rows.flatMap((row) => changeOf(model, row, must(values.get(row.id))))
    if (changes.length === 0) continue
    await updateRows(context, model, changes, cause)
    for (const { stored, attributes } of changes)
      written.push({ id: stored.id, before: stored.attributes, after: attributes })
  }
  return written
}

function changeOf(model: ModelInfo, stored: StoredObject, values: Readonly<Record<string, unknown>>) {
  const attributes = { ...stored.attributes }
  const changed = Object.keys(values).filter((key) => {
    if (isNews(model, key)) return false
    const after = writtenValue(model, key, values[key])
    if (canonicalJson(stored.attributes[key] ?? null) === canonicalJson(after)) return false
    if (after === null) delete attributes[key]
    else attributes[key] = after
    return true
  })
  if (changed.length === 0) return []
  return [
    { index: 0, stored, archetypeId: stored.archetype_id, attributes, changed, unique: [], released: [] },
  ]
}

/** What the product has kept since: a workspace that took the model in earlier gets the field when it updates the model. */
export const isNews = (model: ModelInfo, key: string): boolean =>
  !model.fields.has(key) &&
  standardModel(model.source?.standard ?? '')?.schema.fields.some((field) => field.key === key) === true

/** A derived value as its field writes it, so that the same amount is the same text. */
export function writtenValue(model: ModelInfo, key: string, value: unknown): unknown {
  const { field } = must(model.fields.get(key), `${model.key} has no field ${key}`)
  const normal = normaliseValue(field, value ?? null)
  if ('code' in normal)
    throw new Error(`${model.key}.${key} cannot be ${JSON.stringify(value)}: ${normal.message}`)
  return normal.value
}
