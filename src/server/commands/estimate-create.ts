import { z } from 'zod'
import { must } from '#base/assert.ts'
import { beginLike } from '../estimates/begin-like.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { wholeEstimate } from '../estimates/whole-estimate.ts'
import { defineCommand } from './command.ts'

/** Makes an estimate; its first version is made by itself and named in the answer, to go on with. */
export const createEstimate = defineCommand({
  name: 'estimate.create',
  title: 'New estimate',
  input: z.strictObject({
    name: z.string().min(1).max(300),
    project: z.uuid().nullish(),
    customer: z.uuid().nullish(),
    kind: z.string().max(60).optional(),
    currency: z.string().max(3).optional(),
    stage: z.string().max(80).nullish(),
    description: z.string().max(20_000).nullish(),
    /** A version of another estimate that it begins like: a template. */
    like: z.uuid().nullish(),
  }),
  changes: [...wholeEstimate],
  async run(context, { like, ...values }) {
    const model = modelFor(context, 'estimates', 'create')
    const { ids } = await createObjects(context, model, [{ values }], { path: '' })
    const id = must(ids.get(0))
    const [row] = await loadObjects(context, model, [id])
    const version = String(must(row).attributes.current_version)
    if (like) await beginLike(context, { estimate: id, version, like })
    return { estimate: id, version }
  },
})
