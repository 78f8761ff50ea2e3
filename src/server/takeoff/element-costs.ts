import { must } from '#base/assert.ts'
import { addFixed, fixedText, parseFixed, sumFixed, zero, type Fixed } from '#estimating/fixed.ts'
import { splitAmount } from '#estimating/split-amount.ts'
import { currentVersions } from '../estimates/current-versions.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { countedLines } from './counted-lines.ts'

/** What elements cost, and by what. */
export interface ElementCosts {
  currency: string | null
  /** Told by what was accepted; else by the newest estimate as it stands. */
  agreed: boolean
  /** Accepted versions in another currency, which are not in it. */
  left_out: number
  /** Of all of them, exact. */
  total: string
  /** Amounts by the ids of elements; one that nothing was counted for is not here. */
  elements: Record<string, string>
}

const none: ElementCosts = { currency: null, agreed: false, left_out: 0, total: '0.00', elements: {} }

/**
 * What the elements of model versions cost: the total of each line that take-off filled, split among the elements it was
 * counted from by their quantities, to the cent. An element is the same in all versions of its model. The caller has asked
 * whether this person reads all of it.
 */
export async function elementCosts(
  context: RecordContext,
  versions: readonly string[],
): Promise<ElementCosts> {
  const { estimates, lines } = await countedLines(context, versions)
  if (lines.size === 0) return none
  const current = await currentVersions(context, estimates)
  if (!current) return none
  const totals = await totalsByLine(context, current.versions)
  const sums = new Map<string, Fixed>()
  for (const [line, counted] of lines) {
    const total = totals.get(line)
    if (total === undefined || counted.length === 0) continue
    const shares = splitAmount(
      total,
      counted.map(({ quantity }) => parseFixed(quantity)),
    )
    for (const [at, { element }] of counted.entries())
      for (const id of element.shown) sums.set(id, addFixed(sums.get(id) ?? zero, must(shares[at])))
  }
  const { currency, agreed, left_out } = current
  return {
    currency,
    agreed,
    left_out,
    total: sums.size === 0 ? none.total : fixedText(sumFixed(sums.values())),
    elements: Object.fromEntries([...sums].map(([id, sum]) => [id, fixedText(sum)])),
  }
}

async function totalsByLine(
  context: RecordContext,
  versions: readonly StoredRow[],
): Promise<Map<string, Fixed>> {
  const estimateOf = new Map(versions.map(({ id, attributes }) => [id, attributes.estimate]))
  const lines = await rowsOf(
    context,
    'estimate_lines',
    'version',
    versions.map(({ id }) => id),
  )
  return new Map(
    lines.map(({ id, attributes }) => [
      `${String(estimateOf.get(String(attributes.version)))}/${textOf(attributes, 'lineage') ?? id}`,
      parseFixed(textOf(attributes, 'node_total') ?? '0.00'),
    ]),
  )
}
