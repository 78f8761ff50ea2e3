import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import type { PricedLine } from '../estimates/plan-prices.ts'
import { repriceLines } from '../estimates/reprice-lines.ts'
import { modelNamed, rowsOf } from '../estimates/stored-version.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { modelFor, requireVisible, type RecordContext } from '../records/record-context.ts'
import { inOrder, loadObjects, type StoredObject } from '../records/stored-object.ts'
import type { EventCause } from '../records/update-rows.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import { defineCommand } from './command.ts'

/**
 * Prices lines by quotes for them, one for each line: a line gets what the supplier asks as its only resource, a copy. The
 * quotes that were chosen for these lines before are not any more.
 */
export const chooseEstimateQuotes = defineCommand({
  name: 'estimate.choose-quotes',
  title: 'Choose quotes',
  input: z.strictObject({ quotes: z.array(z.uuid()).min(1).max(2000) }),
  changes: ['estimate_lines', 'estimate_resources', 'estimate_versions', 'estimates', 'estimate_quotes'],
  async run(context, { quotes: ids }) {
    const quotes = await visibleRows(context, 'estimate_quotes', ids, 'read')
    const byLine = new Map(quotes.map((quote) => [String(quote.attributes.line), quote]))
    if (byLine.size < quotes.length)
      throw invalid([{ path: 'quotes', code: 'twice', message: 'Choose one quote for each line.' }])
    const lines = await visibleRows(context, 'estimate_lines', [...byLine.keys()], 'update')
    const priced = lines.map((line): PricedLine => ({
      line,
      pricing: { by: 'quote', id: must(byLine.get(line.id)).id },
    }))
    const model = modelFor(context, 'estimate_lines', 'update')
    const cause = { model_id: model.id, record_id: must(lines[0]).id }
    await keptOnce(context, cause, () => repriceLines(context, priced, cause))
    await markChosen(context, new Set(ids), [...byLine.keys()], cause)
    return { lines: lines.length }
  },
})

async function visibleRows(
  context: RecordContext,
  key: string,
  ids: readonly string[],
  verb: 'read' | 'update',
): Promise<StoredObject[]> {
  const model = modelFor(context, key, verb)
  const unique = [...new Set(ids)]
  const rows = inOrder(await loadObjects(context, model, unique), unique)
  await requireVisible(context, model, unique)
  return rows
}

async function markChosen(
  context: RecordContext,
  chosen: ReadonlySet<string>,
  lines: readonly string[],
  cause: EventCause,
): Promise<void> {
  const model = modelNamed(context, 'estimate_quotes')
  const all = await rowsOf(context, model.key, 'line', lines)
  const wanted = new Map(all.map(({ id }) => [id, { chosen: chosen.has(id) ? true : null }]))
  await recalculate(context, model, await keepValues(context, model, wanted, cause), cause)
}
