import { z } from 'zod'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { requireReadable } from '../records/require-readable.ts'
import { elementCosts } from '../takeoff/element-costs.ts'
import { defineCommand } from './command.ts'

const parts = {
  estimates: ['current_version'],
  takeoff_runs: ['model_versions'],
  takeoff_items: ['run', 'rule', 'group_key', 'element', 'quantity'],
  line_links: ['run', 'rule', 'group_key', 'estimate', 'lineage'],
  bim_elements: ['version', 'identity'],
}

/**
 * What the elements of building models cost, by the lines that take-off counted them for. Amounts tell of whole lines: 403
 * for whoever may not read all of an estimate.
 */
export const costsOfElements = defineCommand({
  name: 'bim.costs',
  title: 'Costs of building elements',
  input: z.strictObject({ versions: z.array(z.uuid()).min(1).max(50) }),
  changes: [],
  reads: true,
  async run(context, { versions }) {
    for (const version of versions) await visibleRow(context, 'bim_model_versions', version, 'read')
    requireWhole(context)
    requireReadable(context, parts, 'Your role does not see all that these costs are made of.', 'all')
    return { ...(await elementCosts(context, versions)) }
  },
})
