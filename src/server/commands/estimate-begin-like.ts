import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { beginLike } from '../estimates/begin-like.ts'
import { holdVersions } from '../estimates/hold-versions.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { wholeEstimate } from '../estimates/whole-estimate.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/** Lets an estimate that was just made, and holds nothing, begin like a version of another one: its template. */
export const beginEstimateLike = defineCommand({
  name: 'estimate.begin-like',
  title: 'Begin like another estimate',
  input: z.strictObject({
    estimate: z.uuid(),
    /** A version of another estimate. */
    like: z.uuid(),
  }),
  changes: [...wholeEstimate],
  async run(context, { estimate, like }) {
    await visibleRow(context, 'estimates', estimate, 'update')
    const { attributes } = await visibleRow(context, 'estimate_versions', like, 'read')
    const versions = await rowsOf(context, 'estimate_versions', 'estimate', [estimate])
    // Whoever else fills it waits here, and then finds it full.
    const held = await holdVersions(
      context,
      versions.map(({ id }) => id),
    )
    const [only] = held
    if (!only || held.length > 1 || (await holdsSomething(context, only.id)))
      throw invalid([
        {
          path: 'estimate',
          code: 'not_empty',
          message: 'This estimate has content already: copy lines into it instead.',
        },
      ])
    const model = modelFor(context, 'estimates', 'update')
    const { currency } = attributes
    await updateObjects(context, model, [{ id: estimate, values: { currency } }], { path: '' })
    await beginLike(context, { version: only.id, like })
    return { estimate, version: only.id }
  },
})

async function holdsSomething(context: RecordContext, version: string): Promise<boolean> {
  for (const key of ['estimate_lines', 'estimate_markups', 'estimate_variables'] as const) {
    if (!context.workspace.models.has(key)) continue
    if ((await rowsOf(context, key, 'version', [version])).length > 0) return true
  }
  return false
}
