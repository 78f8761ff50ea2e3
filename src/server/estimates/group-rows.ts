import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import type { MeasuredGroup } from '#estimating/benchmarks.ts'
import type { GroupShare } from '#estimating/group-shares.ts'
import { groupTree, type GroupRow } from '#estimating/group-tree.ts'
import type { EstimateLine } from '#estimating/estimate-document.ts'
import { fixedText, parseFixed, sumFixed } from '#estimating/fixed.ts'
import { inCostGroups, totalByGroup, type GroupTotals } from '#estimating/total-by-group.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Crosswalk } from './crosswalk.ts'
import { documentOf } from './document-of.ts'
import { groupSharesOf } from './group-shares-of.ts'
import { textOf } from './read-value.ts'
import { furtherOf, idsOf, rowsOf, type StoredVersion } from './stored-version.ts'

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

interface Asked {
  /** Those of one set. */
  groups: readonly MeasuredGroup[]
  /** What leads into the set. */
  crosswalk: Crosswalk
  of: 'total' | 'net'
}

interface ByGroup {
  rows: GroupRow[]
  /** How much of it came into the set by crosswalks; null where nothing did. */
  led: string | null
}

/**
 * A version by the groups of one set: own groups of its lines and further ones with their shares, to the cent. Lines that are
 * in none of them go where their groups of another set lead.
 */
export async function groupRows(
  context: RecordContext,
  stored: StoredVersion,
  { groups, crosswalk, of }: Asked,
): Promise<ByGroup> {
  const further = stored.further ?? (await furtherOf(context, idsOf(stored.lines)))
  const known = new Set(groups.map(({ id }) => id))
  const shares = groupSharesOf(stored.lines, further, askedSet, known, crosswalk)
  const document = documentOf(stored)
  const rolled = new EstimateRollUp({
    ...document,
    nodes: document.nodes.map((node) =>
      node.kind === 'line'
        ? { ...node, classifications: [...node.classifications, ...(shares.get(node.id) ?? [])] }
        : node,
    ),
  })
  const rows = groupTree(totalByGroup(rolled, inCostGroups(askedSet), of), groups)
  if (crosswalk.size === 0) return { rows, led: null }
  const direct = groupSharesOf(stored.lines, further, askedSet, known)
  const ledShares = (line: EstimateLine): GroupShare[] =>
    direct.get(line.id)?.length === 0 ? inCostGroups(askedSet)(line) : []
  return { rows, led: assigned(totalByGroup(rolled, ledShares, of)) }
}

function assigned(totals: readonly GroupTotals[]): string | null {
  const amounts = totals.flatMap(({ key, amount }) => (key === null ? [] : [parseFixed(amount)]))
  return amounts.length === 0 ? null : fixedText(sumFixed(amounts))
}
