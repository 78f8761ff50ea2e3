import { createHash } from 'node:crypto'
import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { canonicalJson } from '#base/json.ts'
import { compareEstimates, type Bridge, type NodeChange } from '#estimating/compare-estimates.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { documentOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion, rowsOf, type StoredRow, type StoredVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { priceTargets, type TargetPrice } from './price-targets.ts'
import { proposedLines, type ProposedLines } from './proposed-lines.ts'
import { ruleRows, rulesHash } from './rule-rows.ts'
import { runGroups, type RunGroup } from './run-groups.ts'
import { targetsOf } from './targets.ts'

/** A new line with its price. */
export interface PricedGroup extends TargetPrice {
  group: RunGroup
  /** Its id in `changes`; nothing is stored under it. */
  id: string
}

/** What a run would make of a version of an estimate. Nothing is written. */
export interface Proposal extends ProposedLines {
  ruleSet: string
  stored: StoredVersion
  priced: PricedGroup[]
  changes: NodeChange[]
  bridge: Bridge
  currency: string
  net: { before: string; after: string }
  titles: Map<string, string>
  /** Of the run, the version as it stands and what would become of it: another one as soon as any of them is. */
  hash: string
}

/**
 * Compares what a run counted with the lines of a version: new, changed and removed lines, with the money each of them
 * moves. Throws 422 when the rules have changed since the run.
 */
export async function buildProposal(context: RecordContext, run: string, version: string): Promise<Proposal> {
  const { attributes: runValues } = await visibleRow(context, 'takeoff_runs', run, 'read')
  await visibleRow(context, 'estimate_versions', version, 'read')
  requireWhole(context)
  modelFor(context, 'line_links', 'read')
  const ruleSet = String(runValues.rule_set)
  const rules = await ruleRows(context, ruleSet)
  if (rulesHash(rules) !== runValues.rules_hash)
    throw invalid([
      {
        path: 'run',
        code: 'rules_changed',
        message: 'The rules have changed since this run. Run them again.',
      },
    ])
  const stored = await loadVersion(context, version)
  const all = await rowsOf(context, 'line_links', 'estimate', [String(stored.version.attributes.estimate)])
  const links = all.filter(({ attributes }) => attributes.rule_set === ruleSet)
  const groups = await runGroups(context, run, rules)
  const targets = await targetsOf(
    context,
    rules.map(({ attributes }) => attributes),
  )
  const proposed = proposedLines(groups, stored, links, rules, targets.lines)
  const ruleById = new Map(rules.map((rule) => [rule.id, rule.attributes]))
  const prices = await priceTargets(
    context,
    proposed.added.map((group) => ({ group, rule: must(ruleById.get(group.rule)) })),
    stored.version,
  )
  const priced = proposed.added.map((group, index): PricedGroup => ({
    ...must(prices[index]),
    group,
    id: newId(),
  }))
  const [before, after] = [documentOf(stored), documentOf(afterwards(stored, proposed, priced))]
  const { changes, bridge } = compareEstimates(before, after)
  const [was, will] = [rollUpEstimate(before), rollUpEstimate(after)]
  return {
    ...proposed,
    ruleSet,
    stored,
    priced,
    changes,
    bridge,
    currency: before.currency,
    net: { before: was.afterDiscount, after: will.afterDiscount },
    titles: new Map([...before.nodes, ...after.nodes].map(({ id, title }) => [id, title])),
    hash: hashOf(run, stored, proposed, priced),
  }
}

/** The version as it would be; where new lines stand is of no matter to sums. */
function afterwards(
  stored: StoredVersion,
  { changed, removed }: ProposedLines,
  priced: readonly PricedGroup[],
): StoredVersion {
  const quantities = new Map(changed.map(({ line, quantity }) => [line.id, quantity]))
  const gone = new Set(removed.map(({ id }) => id))
  const kept = stored.lines.filter(({ id }) => !gone.has(id))
  return {
    ...stored,
    lines: [
      ...kept.map((row) => {
        const quantity = quantities.get(row.id)
        return quantity === undefined ? row : { ...row, attributes: { ...row.attributes, quantity } }
      }),
      ...priced.map(({ id, group, line, worked }): StoredRow => ({
        id,
        archetype_id: null,
        attributes: {
          kind: 'line',
          item_type: 'normal',
          vat_code: 'standard',
          ...lineValues(group),
          ...line,
          ...worked,
        },
      })),
    ],
    resources: [
      ...stored.resources.filter(({ attributes }) => !gone.has(textOf(attributes, 'line') ?? '')),
      ...priced.flatMap(({ id, resources: own }) =>
        own.map((one): StoredRow => ({ id: newId(), archetype_id: null, attributes: { ...one, line: id } })),
      ),
    ],
  }
}

/** What a line says of its group. */
export const lineValues = ({ title, unit, quantity }: RunGroup): Record<string, unknown> => ({
  title,
  unit,
  quantity,
})

function hashOf(
  run: string,
  { version, lines, resources, markups }: StoredVersion,
  { changed, removed, same }: ProposedLines,
  priced: readonly PricedGroup[],
): string {
  const rows = [version, ...lines, ...resources, ...markups].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const wanted = {
    run,
    rows: rows.map(({ id, attributes }) => [id, attributes]),
    added: priced.map(({ id: _id, ...one }) => one),
    changed: changed.map(({ line, quantity }) => [line.id, quantity]),
    removed: removed.map(({ id }) => id),
    same: same.map(({ line }) => line.id),
  }
  return createHash('sha256').update(canonicalJson(wanted)).digest('hex')
}
