import { z } from 'zod'
import { keptOnce } from '../estimates/kept-once.ts'
import { removeNodes } from '../estimates/remove-nodes.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { subtreeOf } from '../estimates/subtree-of.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** Takes a node away with all that is inside it and what it is made of. It can be brought back by undo. */
export const removeEstimateLine = defineCommand({
  name: 'estimate.remove-line',
  title: 'Remove line',
  input: z.strictObject({ line: z.uuid() }),
  changes: ['estimate_lines', 'estimate_resources', 'estimate_versions', 'estimates', 'node_lines'],
  async run(context, { line }) {
    const model = modelFor(context, 'estimate_lines', 'delete')
    const { attributes } = await visibleRow(context, 'estimate_lines', line, 'delete')
    const rows = await rowsOf(context, 'estimate_lines', 'version', [String(attributes.version)])
    const ids = subtreeOf(rows, [line]).map(({ id }) => id)
    await keptOnce(context, { model_id: model.id, record_id: line }, () => removeNodes(context, ids))
    return { removed: ids.length }
  },
})
