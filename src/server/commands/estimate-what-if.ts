import { z } from 'zod'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import type { KeptValues } from '#estimating/kept-values.ts'
import { deriveVersion } from '../estimates/derive-version.ts'
import { documentOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { leavesOfLine, leavesOfVersion } from '../estimates/what-if-leaves.ts'
import { askedValueSchema, withValues } from '../estimates/what-if.ts'
import { defineCommand } from './command.ts'

/** The sums that are shown, with the words they have. */
const sums = [
  ['direct_cost', 'Direct cost'],
  ['markups', 'Markups'],
  ['net', 'Net'],
  ['vat', 'VAT'],
  ['gross', 'Gross'],
] as const

/**
 * What a version would come to with other quantities, prices or productivities, by the arithmetic that keeps it. Nothing is
 * written, whatever status the version has. `line` narrows what may be asked to the numbers of one line; without it, what
 * weighs most in the version.
 */
export const estimateWhatIf = defineCommand({
  name: 'estimate.what-if',
  title: 'Look at what it would cost',
  input: z.strictObject({
    version: z.uuid(),
    line: z.uuid().nullish(),
    asked: z.array(askedValueSchema).max(200).default([]),
  }),
  changes: [],
  reads: true,
  async run(context, { version, line, asked }) {
    const { attributes } = await visibleRow(context, 'estimate_versions', version, 'read')
    requireWhole(context)
    const stored = await loadVersion(context, version)
    const changed = withValues(stored, asked)
    const [before, after] = [deriveVersion(documentOf(stored)), deriveVersion(documentOf(changed))]
    const rateIn = ({ nodes }: typeof before): string | null => textOf(nodes.get(line ?? '') ?? {}, 'rate')
    const leaves = line
      ? leavesOfLine(stored, changed, line, { before: rateIn(before), after: rateIn(after) })
      : leavesOfVersion(stored, changed)
    return {
      currency: textOf(attributes, 'currency'),
      sums: sums.map(([key, label]) => ({ sum: label, ...change(before.version, after.version, key) })),
      margin: { before: textOf(before.version, 'margin'), after: textOf(after.version, 'margin') },
      // Lines may be called the same: their numbers tell them apart.
      leaves: leaves.map((one) => ({ ...one, number: textOf(before.nodes.get(one.leaf) ?? {}, 'number') })),
      lines: stored.lines.flatMap(({ id, attributes: own }) => {
        const [was, is] = [before.nodes.get(id) ?? {}, after.nodes.get(id) ?? {}]
        if (own.kind !== 'line' || (was.rate === is.rate && was.line_total === is.line_total)) return []
        const texts = { number: textOf(was, 'number'), title: textOf(own, 'title') }
        const rates = { rate_before: textOf(was, 'rate'), rate_after: textOf(is, 'rate') }
        return [{ line: id, ...texts, ...rates, ...change(was, is, 'node_total') }]
      }),
    }
  },
})

function change(was: KeptValues, is: KeptValues, key: string): Record<'before' | 'after' | 'change', string> {
  const [before, after] = [textOf(was, key) ?? '0.00', textOf(is, key) ?? '0.00']
  return { before, after, change: roundHalfUp(decimal(after).minus(before), 2) }
}
