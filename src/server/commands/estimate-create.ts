import { saying } from '#base/saying.ts'
import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { restrictWrite } from '#kernel/permissions/restrict-write.ts'
import { beginLike } from '../estimates/begin-like.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { wholeEstimate } from '../estimates/whole-estimate.ts'
import { defineCommand } from './command.ts'

/** Makes an estimate; its first version is made by itself and named in the answer, to go on with. */
export const createEstimate = defineCommand({
  name: 'estimate.create',
  title: 'New estimate',
  input: z
    .strictObject({
      name: z.string().min(1).max(300),
      project: z.uuid().nullish(),
      customer: z.uuid().nullish(),
      kind: z.string().max(60).optional(),
      currency: z.string().max(3).optional(),
      stage: z.string().max(80).nullish(),
      description: z.string().max(20_000).nullish(),
      /** A version of another estimate that it begins like: a template. It is in the currency of that. */
      like: z.uuid().nullish(),
      archetype_id: z.uuid().nullish(),
    })
    /** Fields that a workspace has added. */
    .catchall(z.json()),
  changes: [...wholeEstimate],
  async run(context, { like, archetype_id: archetypeId, ...values }) {
    const model = modelFor(context, 'estimates', 'create')
    const currency = like ? await currencyLike(context, like, values.currency) : values.currency
    const own = { ...values, ...(currency !== undefined && { currency }) }
    refuseUnknown(context, model, own, archetypeId ?? null)
    const { ids } = await createObjects(context, model, [{ values: own, archetypeId: archetypeId ?? null }], {
      path: '',
    })
    const id = must(ids.get(0))
    const [row] = await loadObjects(context, model, [id])
    const version = String(must(row).attributes.current_version)
    if (like) await beginLike(context, { version, like })
    return { estimate: id, version }
  },
})

/** A key that is misspelt is no field that a workspace has added. */
function refuseUnknown(
  { workspace, access }: RecordContext,
  model: ModelInfo,
  values: object,
  archetypeId: string | null,
): void {
  const fields = effectiveFields(model, effectiveArchetype(workspace, model, archetypeId).archetype)
  // A key that one may not write is refused alike, whether it is there or not.
  restrictWrite(model, access, Object.keys(values), fields)
  const known = new Set(fields.map(({ key }) => key))
  const unknown = Object.keys(values).filter((key) => !known.has(key))
  if (unknown.length === 0) return
  const message = 'There is no such field.'
  throw invalid(unknown.map((path) => ({ path, code: 'unknown_field', message })))
}

/** Prices are copied as they are, so that an estimate is in the currency of what it begins like. */
async function currencyLike(
  context: RecordContext,
  like: string,
  asked: string | undefined,
): Promise<string> {
  const { attributes } = await visibleRow(context, 'estimate_versions', like, 'read').catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      // What is not found here is no estimate that was asked for, but what it was to begin like.
      const gone = 'What it begins like is not there any more, or you may not see it.'
      throw invalid([{ path: 'like', code: 'reference', message: gone }])
    },
  )
  const currency = textOf(attributes, 'currency') ?? 'EUR'
  if (asked === undefined || asked === currency) return currency
  const refusal = saying('The estimate it begins like is in {{currency}}, this one is in {{asked}}.', {
    currency,
    asked,
  })
  throw invalid([{ path: 'currency', code: 'currency', ...refusal }])
}
