import { z } from 'zod'
import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import { groupTree, type Group } from '#estimating/group-tree.ts'
import { inCostGroups, totalByGroup } from '#estimating/total-by-group.ts'
import { documentOf } from '../estimates/document-of.ts'
import { groupSharesOf } from '../estimates/group-shares-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion, rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/**
 * A version by the cost groups of one set: own groups of its lines and further ones with their shares, to the cent, each
 * group with all that is inside it, what belongs to none last.
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
    const groups = (await rowsOf(context, 'cost_groups', 'set', [set])).map(({ id, attributes }): Group => ({
      id,
      parentId: textOf(attributes, 'parent'),
      code: textOf(attributes, 'code') ?? '',
      name: textOf(attributes, 'name') ?? '',
    }))
    const lines = stored.lines.map(({ id }) => id)
    const further = context.workspace.models.has('line_classifications')
      ? await rowsOf(context, 'line_classifications', 'line', lines)
      : []
    const shares = groupSharesOf(stored.lines, further, set, new Set(groups.map(({ id }) => id)))
    const document = documentOf(stored)
    const rolled = new EstimateRollUp({
      ...document,
      nodes: document.nodes.map((node) =>
        node.kind === 'line' ? { ...node, classifications: shares.get(node.id) ?? [] } : node,
      ),
    })
    const rows = groupTree(totalByGroup(rolled, inCostGroups(set), of), groups)
    return { currency: document.currency, rows: rows.map((row) => ({ ...row })) }
  },
})
