import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import type { MeasuredGroup } from '#estimating/benchmarks.ts'
import { groupTree, type GroupRow } from '#estimating/group-tree.ts'
import { inCostGroups, totalByGroup } from '#estimating/total-by-group.ts'
import type { RecordContext } from '../records/record-context.ts'
import { documentOf } from './document-of.ts'
import { groupSharesOf } from './group-shares-of.ts'
import { textOf } from './read-value.ts'
import { furtherOf, rowsOf, type StoredVersion } from './stored-version.ts'

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

/** The set under which the parts of lines stand that are asked for; markups are reckoned on what they keep of their sets. */
const askedSet = 'asked'

/** A version by `groups`, those of one set: own groups of its lines and further ones with their shares, to the cent. */
export async function groupRows(
  context: RecordContext,
  stored: StoredVersion,
  { groups, of }: { groups: readonly MeasuredGroup[]; of: 'total' | 'net' },
): Promise<GroupRow[]> {
  const further = stored.further ?? (await furtherOf(context, stored.lines))
  const shares = groupSharesOf(stored.lines, further, askedSet, new Set(groups.map(({ id }) => id)))
  const document = documentOf(stored)
  const rolled = new EstimateRollUp({
    ...document,
    nodes: document.nodes.map((node) =>
      node.kind === 'line'
        ? { ...node, classifications: [...node.classifications, ...(shares.get(node.id) ?? [])] }
        : node,
    ),
  })
  return groupTree(totalByGroup(rolled, inCostGroups(askedSet), of), groups)
}
