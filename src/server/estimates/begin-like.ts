import { recalculate } from '../formulas/recalculate.ts'
import { today } from '../records/today.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import { carriedValues } from './carried.ts'
import { contentCopies } from './content-copies.ts'
import { copyRows } from './copy-rows.ts'
import { currencyOf } from './exchange-rates.ts'
import { keptOnce } from './kept-once.ts'
import { requireWhole } from './may-read-whole.ts'
import { textOf } from './read-value.ts'
import { loadVersion } from './stored-version.ts'
import { usualExchangeRates } from './usual-exchange-rates.ts'
import { visibleRow } from './visible-row.ts'

/**
 * Gives a version that has nothing yet the terms and the content of another one, its currency too: prices do not change
 * theirs by being copied. They are of the day they were taken; `estimate.reprice` takes those of today. 403 for whoever may not
 * read all that is copied, or may not make records like each of it. Exchange rates go with the prices that were taken at them:
 * nobody types them here, so whoever may not write them begins with those of the first all the same.
 */
export async function beginLike(
  context: RecordContext,
  { version, like }: { version: string; like: string },
): Promise<void> {
  const { attributes } = await visibleRow(context, 'estimate_versions', like, 'read')
  requireWhole(context)
  const versions = modelFor(context, 'estimate_versions', 'update')
  modelFor(context, 'estimate_lines', 'create')
  const copies = await contentCopies(context, await loadVersion(context, like), version, 'own')
  for (const [key, rows] of copies) if (rows.length > 0) modelFor(context, key, 'create')
  // What was noted of the first stays there.
  const { internal_note: _note, exchange_rates: own, ...values } = carriedValues(attributes)
  const day = textOf(attributes, 'price_date') ?? today(context)
  const exchange_rates = own ?? (await usualExchangeRates(context, { currency: currencyOf(attributes), day }))
  const cause = { model_id: versions.id, record_id: like }
  await keptOnce(context, cause, async () => {
    await updateObjects(context, versions, [{ id: version, values }], { path: '' })
    const changes = await keepValues(context, versions, new Map([[version, { exchange_rates }]]), cause)
    await recalculate(context, versions, changes, cause)
    for (const [key, rows] of copies) await copyRows(context, key, rows)
  })
}
