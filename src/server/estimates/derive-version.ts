import { groupBy } from '#base/group-by.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import { needsNoLines, sumsOf } from '#estimating/estimate-sums.ts'
import { lineValues, markupValues, sectionValues, versionValues } from '#estimating/kept-values.ts'
import { outlineNumbers } from '#estimating/outline-numbers.ts'
import { totalsOf, type FurtherGroups } from '#estimating/roll-up-estimate.ts'
import type { Wanted } from './changed-rows.ts'
import { documentPlaces } from './document-places.ts'
import { resourceShares, type ResourceShare } from './resource-shares.ts'

/** The values that follow from what a version holds, by record. */
export interface DerivedVersion {
  version: Wanted
  /** Sections, lines, notes and subtotals. */
  nodes: ReadonlyMap<string, Wanted>
  markups: readonly Wanted[]
  /** Of each line its resources, in the order of the document. */
  resources: ReadonlyMap<string, readonly ResourceShare[]>
}

/**
 * All that the product keeps for a version: outline numbers, rates, totals by node and by type, what is missing. Refuses
 * with `invalid` what cannot be reckoned.
 * @param further what lines are classified in besides their own groups; without, what is missing is not to be looked at
 */
export function deriveVersion(document: EstimateDocument, further?: FurtherGroups): DerivedVersion {
  const rolled = new EstimateRollUp(document)
  const totals = totalsOf(rolled, further)
  const numbers = outlineNumbers(document.nodes)
  const places = documentPlaces(document.nodes)
  const issues = groupBy(totals.issues, ({ nodeId }) => nodeId)
  const nodes = new Map<string, Wanted>()
  const resources = new Map<string, readonly ResourceShare[]>()
  for (const node of document.nodes) {
    const place = { lineage: node.lineageId, number: numbers.get(node.id) ?? null, ...places.get(node.id) }
    if (node.kind !== 'line') {
      nodes.set(node.id, { ...place, ...sectionValues(totals.nodes.get(node.id)) })
      continue
    }
    const line = totals.line(node.id)
    const shares = resourceShares(node, line, document.rounding)
    resources.set(node.id, shares.resources)
    nodes.set(node.id, {
      ...place,
      ...lineValues(node, line),
      without_resources: shares.unexplained,
      issue: issues.get(node.id)?.map(({ code }) => code) ?? null,
    })
  }
  const counts = groupBy(totals.issues, ({ code }) => code)
  const version = {
    ...versionValues(totals),
    line_sums: needsNoLines(document) ? sumsOf(rolled) : null,
    line_count: document.nodes.filter(({ kind }) => kind === 'line').length,
    issue_count: new Set(totals.issues.map(({ nodeId }) => nodeId)).size,
    issues: Object.fromEntries([...counts].map(([code, found]) => [code, found.length])),
  }
  return { version, nodes, markups: markupValues(totals), resources }
}
