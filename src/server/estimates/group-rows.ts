import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import type { MeasuredGroup } from '#estimating/benchmarks.ts'
import { groupTree, type GroupRow } from '#estimating/group-tree.ts'
import { inCostGroups, totalByGroup } from '#estimating/total-by-group.ts'
import type { RecordContext } from '../records/record-context.ts'
import { documentOf } from './document-of.ts'
import { groupSharesOf } from './group-shares-of.ts'
import { textOf } from './read-value.ts'
import { rowsOf, type StoredVersion } from './stored-version.ts'

/** The cost groups of a set, with what they are measured by. */
export const groupsOfSet = async (context: RecordContext, set: string): Promise<MeasuredGroup[]> =>
  (await rowsOf(context, 'cost_groups', 'set', [set])).map(({ id, attributes }) => ({
    id,
    parentId: textOf(attributes, 'parent'),
    code: textOf(attributes, 'code') ?? '',
    name: textOf(attributes, 'name') ?? '',
    reference: textOf(attributes, 'reference_quantity'),
    unit: textOf(attributes, 'reference_unit'),
  }))

/** A version by the groups of one set: own groups of its lines and further ones with their shares, to the cent. */
export async function groupRows(
  context: RecordContext,
  stored: StoredVersion,
  { set, groups, of }: { set: string; groups: readonly MeasuredGroup[]; of: 'total' | 'net' },
): Promise<GroupRow[]> {
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
  return groupTree(totalByGroup(rolled, inCostGroups(set), of), groups)
}
