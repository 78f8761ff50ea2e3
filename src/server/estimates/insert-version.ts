import { must } from '#base/assert.ts'
import { roundingPresets } from '#estimating/rounding-policy.ts'
import { validateAttributes } from '#kernel/models/validate-attributes.ts'
import { fillComputed } from '../formulas/fill-computed.ts'
import { insertObjects } from '../records/insert-objects.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { modelNamed } from './stored-version.ts'
import { usualVatRates } from './vat-rates.ts'
import { versionTitle } from './version-title.ts'

/** A version to be. */
export interface NewVersion {
  estimate: { id: string; number: string }
  /** What it does not begin with by itself: variant, currency, where it was made from … */
  values: Readonly<Record<string, unknown>>
  number: number
}

const nothingYet = {
  ...Object.fromEntries(
    [
      'direct_cost',
      'labour',
      'material',
      'equipment',
      'subcontract',
      'other',
      'markups',
      'discount',
      'net',
      'vat',
      'gross',
    ].map((key) => [key, '0.00']),
  ),
  line_sums: {},
  line_count: 0,
  issue_count: 0,
  issues: {},
  vat_amounts: [],
}

/**
 * Puts a draft beside an estimate that is held, as the product does and not a person: no rights are asked. Answers it as
 * something that followed, for formulas.
 */
export async function insertVersion(
  context: RecordContext,
  { estimate, values, number }: NewVersion,
): Promise<Followed> {
  const model = modelNamed(context, 'estimate_versions')
  const wanted = {
    ...values,
    estimate: estimate.id,
    status: 'draft',
  }
  const { attributes: plain } = validateAttributes(model, [], wanted, null)
  const variant = String(plain.variant)
  const attributes: Record<string, unknown> = {
    ...nothingYet,
    rounding: roundingPresets.GAEB,
    vat_rates: usualVatRates,
    ...plain,
    version_no: number,
    title: versionTitle(estimate.number, number, variant),
  }
  await fillComputed(context, model, [{ attributes, changed: null }])
  const { ids, lost } = insertObjects(context, model, [
    { index: 0, archetypeId: null, parentId: null, attributes, unique: [] },
  ])
  await lost
  return { model, changes: [{ id: must(ids.get(0)), before: null, after: attributes }] }
}
