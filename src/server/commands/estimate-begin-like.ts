import { z } from 'zod'
import { must } from '#base/assert.ts'
import { invalid } from '#base/app-error.ts'
import { beginLike } from '../estimates/begin-like.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { wholeEstimate } from '../estimates/whole-estimate.ts'
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
    const versions = await rowsOf(context, 'estimate_versions', 'estimate', [estimate])
    const ids = versions.map(({ id }) => id)
    if (ids.length !== 1 || (await rowsOf(context, 'estimate_lines', 'version', ids)).length > 0)
      throw invalid([
        {
          path: 'estimate',
          code: 'not_empty',
          message: 'This estimate has content already: copy lines into it instead.',
        },
      ])
    const version = must(ids[0])
    await beginLike(context, { estimate, version, like })
    return { estimate, version }
  },
})
