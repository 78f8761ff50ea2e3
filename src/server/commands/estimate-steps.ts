import { z } from 'zod'
import { must } from '#base/assert.ts'
import { canonicalJson } from '#base/json.ts'
import { compareEstimates, type EstimateComparison } from '#estimating/compare-estimates.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import { countSteps, type CountedStep } from '../estimates/count-steps.ts'
import { documentOf, roundingOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersions, rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { termsOf } from '../estimates/terms-of.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import type { RecordContext } from '../records/record-context.ts'

import { defineCommand } from './command.ts'

/**
 * From each version of an estimate to those made from it: how many lines were added, removed and changed. What that comes
 * to, step by step of the bridge, is for `estimate.compare`.
 */
export const estimateSteps = defineCommand({
  name: 'estimate.steps',
  title: 'From version to version',
  input: z.strictObject({ estimate: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { estimate }) {
    await visibleRow(context, 'estimates', estimate, 'read')
    requireWhole(context)
    const versions = await rowsOf(context, 'estimate_versions', 'estimate', [estimate])
    const byId = new Map(versions.map((row) => [row.id, row]))
    const pairs = versions.flatMap((now) => {
      const was = byId.get(textOf(now.attributes, 'parent_version') ?? '')
      return was && sameCurrency(was, now) ? [{ was, now }] : []
    })
    // What is kept with the lines was rounded by their version: two that round otherwise are worked out.
    const [alike, others] = [pairs.filter(roundAlike), pairs.filter((pair) => !roundAlike(pair))]
    const counted = await countSteps(
      context,
      alike.map(({ was, now }) => ({ from: was.id, to: now.id, rounding: roundingOf(now.attributes) })),
    )
    return { steps: [...counted, ...(await workOut(context, others))].map((step) => ({ ...step })) }
  },
})

interface Pair {
  was: StoredRow
  now: StoredRow
}

const roundAlike = ({ was, now }: Pair): boolean =>
  canonicalJson(roundingOf(was.attributes)) === canonicalJson(roundingOf(now.attributes))

/** Two currencies cannot be compared. */
const sameCurrency = (a: StoredRow, b: StoredRow): boolean =>
  (textOf(a.attributes, 'currency') ?? 'EUR') === (textOf(b.attributes, 'currency') ?? 'EUR')

async function workOut(context: RecordContext, pairs: readonly Pair[]): Promise<CountedStep[]> {
  const steps: CountedStep[] = []
  // Pair by pair: nobody needs more than two whole versions in memory.
  for (const { was, now } of pairs) {
    const [before, after] = await loadVersions(context, [was.id, now.id])
    const documents = [documentOf(must(before)), documentOf(must(after))] as const
    const compared = compareEstimates(...documents, {
      before: termsOf(must(before)).nodes,
      after: termsOf(must(after)).nodes,
    })
    steps.push({ from: was.id, to: now.id, ...countLines(compared, documents) })
  }
  return steps
}

function countLines(
  { changes }: EstimateComparison,
  documents: readonly EstimateDocument[],
): Pick<CountedStep, 'added' | 'removed' | 'changed'> {
  const lines = new Set(
    documents.flatMap(({ nodes }) => nodes.flatMap(({ id, kind }) => (kind === 'line' ? [id] : []))),
  )
  const of = changes.filter(({ before, after }) => lines.has(after ?? before ?? ''))
  return {
    added: of.filter(({ before }) => before === null).length,
    removed: of.filter(({ after }) => after === null).length,
    changed: of.filter(({ before, after }) => before !== null && after !== null).length,
  }
}
