import { z } from 'zod'
import { modelFor } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/** Takes a version one step on: into review, back, out to the customer, accepted. */
export const setEstimateStatus = defineCommand({
  name: 'estimate.set-status',
  title: 'Change status',
  input: z.strictObject({ version: z.uuid(), status: z.string().max(40) }),
  changes: ['estimates', 'estimate_versions'],
  async run(context, { version, status }) {
    const model = modelFor(context, 'estimate_versions', 'update')
    await updateObjects(context, model, [{ id: version, values: { status } }], { path: '' })
    return { version, status }
  },
})
