import { z } from 'zod'
import { crosswalkInto } from '../estimates/crosswalk.ts'
import { groupRows, groupsOfSet } from '../estimates/group-rows.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/**
 * A version by the cost groups of one set: own groups of its lines and further ones with their shares, to the cent, each
 * group with all that is inside it, what belongs to none last. Lines that are in no group of the set go where a crosswalk
 * leads from their groups of another; `led` is what came that way.
 */
export const estimateTotalsByGroup = defineCommand({
  name: 'estimate.totals-by-group',
  title: 'Totals by cost group',
  input: z.strictObject({
    version: z.uuid(),
    set: z.uuid(),
    /** With the markups that go into the rates, or direct cost alone. */
    of: z.enum(['total', 'net']).default('total'),
  }),
  changes: [],
  reads: true,
  async run(context, { version, set, of }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    await visibleRow(context, 'cost_group_sets', set, 'read')
    requireWhole(context)
    modelFor(context, 'cost_groups', 'read')
    const stored = await loadVersion(context, version)
    const groups = await groupsOfSet(context, set)
    const crosswalk = await crosswalkInto(context, set)
    const { rows, led } = await groupRows(context, stored, { groups, crosswalk, of })
    return {
      led,
      currency: textOf(stored.version.attributes, 'currency') ?? 'EUR',
      rows: rows.map((row) => ({ ...row })),
    }
  },
})
