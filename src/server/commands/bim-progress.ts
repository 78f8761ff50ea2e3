import { z } from 'zod'
import { requireWhole } from '../progress/require-whole.ts'
import { elementProgress } from '../progress/element-progress.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { requireReadable } from '../records/require-readable.ts'
import { today } from '../records/today.ts'
import { defineCommand } from './command.ts'

const parts = {
  takeoff_runs: ['model_versions'],
  takeoff_items: ['run', 'rule', 'group_key', 'element', 'quantity'],
  line_links: ['run', 'rule', 'group_key', 'estimate', 'lineage'],
  bim_elements: ['version', 'identity', 'place'],
  progress_entries: ['elements', 'estimate', 'lineage'],
}

/**
 * How far the elements of building models are, by the agreed lines that take-off counted them for. Shares tell of whole
 * lines: 403 for whoever may not read all of what is agreed and done.
 */
export const progressOfModels = defineCommand({
  name: 'bim.progress',
  title: 'Progress of building elements',
  input: z.strictObject({
    versions: z.array(z.uuid()).min(1).max(50),
    day: z.iso.date().nullish(),
  }),
  changes: [],
  reads: true,
  async run(context, { versions, day }) {
    for (const version of versions) await visibleRow(context, 'bim_model_versions', version, 'read')
    requireWhole(context)
    requireReadable(context, parts, 'Your role does not see all that this progress is made of.', 'all')
    return { ...(await elementProgress(context, versions, day ?? today(context))) }
  },
})
