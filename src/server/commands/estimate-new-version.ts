import { z } from 'zod'
import { forkVersion } from '../estimates/fork-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { defineCommand } from './command.ts'

/** A new draft with everything a version holds, of the same variant. */
export const newEstimateVersion = defineCommand({
  name: 'estimate.new-version',
  title: 'New version',
  input: z.strictObject({ version: z.uuid(), label: z.string().max(80).optional() }),
  changes: ['estimates', 'estimate_versions', 'estimate_lines', 'estimate_resources', 'estimate_markups'],
  async run(context, { version, label }) {
    await visibleRow(context, 'estimate_versions', version, 'create')
    return { version: await forkVersion(context, version, { label }) }
  },
})
