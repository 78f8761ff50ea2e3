import { z } from 'zod'
import { must } from '#base/assert.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** Notes what was done of a line since the last time: today, unless another day is said. */
export const enterProgress = defineCommand({
  name: 'progress.enter',
  title: 'Note progress',
  input: z.strictObject({
    line: z.uuid(),
    quantity: z.string().max(60),
    day: z.iso.date().nullish(),
    place: z.uuid().nullish(),
    note: z.string().max(20_000).optional(),
  }),
  changes: ['progress_entries'],
  async run(context, { day, ...input }) {
    const model = modelFor(context, 'progress_entries', 'create')
    const values = { ...input, ...(day && { day }), method: 'quantity' }
    const { ids } = await createObjects(context, model, [{ values }], { path: '' })
    return { entry: must(ids.get(0)) }
  },
})
