import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { forkVersion } from '../estimates/fork-version.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { defineCommand } from './command.ts'

/** A way of its own from a version on: “timber” beside “main”. */
export const newEstimateVariant = defineCommand({
  name: 'estimate.new-variant',
  title: 'New variant',
  input: z.strictObject({
    version: z.uuid(),
    /** “option 1”, “option 2” … when nobody says. */
    variant: z.string().trim().min(1).max(60).optional(),
    label: z.string().max(80).optional(),
  }),
  changes: ['estimates', 'estimate_versions', 'estimate_lines', 'estimate_resources', 'estimate_markups'],
  async run(context, { version, variant: named, label }) {
    const { attributes } = await visibleRow(context, 'estimate_versions', version, 'create')
    const siblings = await rowsOf(context, 'estimate_versions', 'estimate', [String(attributes.estimate)])
    const taken = new Set(siblings.map((row) => row.attributes.variant))
    const variant = named ?? freeName(taken)
    if (taken.has(variant))
      throw invalid([{ path: 'variant', code: 'taken', message: 'There is a variant of this name already.' }])
    return { version: await forkVersion(context, version, { variant, label }) }
  },
})

function freeName(taken: ReadonlySet<unknown>): string {
  let number = 1
  while (taken.has(`option ${number}`)) number++
  return `option ${number}`
}
