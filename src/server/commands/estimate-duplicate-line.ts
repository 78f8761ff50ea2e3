import { z } from 'zod'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { copyRows } from '../estimates/copy-rows.ts'
import { copied } from '../estimates/copied.ts'
import { findPlace } from '../estimates/find-place.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { ownLine } from '../estimates/own-line.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { subtreeOf } from '../estimates/subtree-of.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** Copies a node with all that is inside it and what it is made of, right below it. The copies are lines of their own. */
export const duplicateEstimateLine = defineCommand({
  name: 'estimate.duplicate-line',
  title: 'Duplicate line',
  input: z.strictObject({ line: z.uuid() }),
  changes: ['estimate_lines', 'estimate_resources', 'estimate_versions', 'estimates'],
  async run(context, { line }) {
    const model = modelFor(context, 'estimate_lines', 'create')
    const { attributes } = await visibleRow(context, 'estimate_lines', line, 'create')
    const rows = await rowsOf(context, 'estimate_lines', 'version', [String(attributes.version)])
    const wanted = subtreeOf(rows, [line])
    const ids = new Map(wanted.map(({ id }) => [id, newId()]))
    const copies = wanted.map((row) => ({
      ...ownLine(copied(row, ['parent'], ids)),
      id: must(ids.get(row.id)),
    }))
    const { sort } = findPlace(rows, { below: line })
    const [first] = copies
    if (first) first.attributes.sort = sort
    await keptOnce(context, { model_id: model.id, record_id: line }, async () => {
      await copyRows(context, 'estimate_lines', copies)
      for (const key of ['estimate_resources', 'line_classifications']) {
        const belonging = await rowsOf(context, key, 'line', [...ids.keys()])
        await copyRows(
          context,
          key,
          belonging.map((row) => copied(row, ['line'], ids)),
        )
      }
    })
    return { line: must(first).id }
  },
})
