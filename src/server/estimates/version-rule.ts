import { invalid } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import { roundingPolicySchema } from '#contracts/rounding-policy.ts'
import { roundingPresets } from '#estimating/rounding-policy.ts'
import { today } from '../records/today.ts'
import { isAsItWas } from '../records/as-it-was.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { updateRows, type EventCause } from '../records/update-rows.ts'
import type { Followed, StandardRule } from '../standard-models/standard-rule.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { changedRows, type Wanted } from './changed-rows.ts'
import { currencyOf, exchangeRatesOf } from './exchange-rates.ts'
import { followedBy } from './followed-by.ts'
import { isLapsed } from './is-lapsed.ts'
import { keepEstimates } from './keep-estimate.ts'
import { keepVersions } from './keep-version.ts'
import { textOf } from './read-value.ts'
import { statusEffects } from './status-effects.ts'
import { modelNamed, rowsOf, type StoredRow } from './stored-version.ts'
import { tellIssued } from './tell-of-estimates.ts'
import { usualExchangeRates } from './usual-exchange-rates.ts'
import { usualVatRates, vatRatesOf } from './vat-rates.ts'
import { versionTitle } from './version-title.ts'

type Values = StoredRow['attributes']

/** Versions have dense numbers and titles, and what follows from their status follows at once. */
export const versionRule: StandardRule = async (context, model, changes) => {
  const cause = causeOf(model, changes)
  const estimates = linkedIds(
    changes.flatMap(({ before, after }) => [before, after]),
    'estimate',
  )
  for (const change of changes) requireSound(change)
  const issued = changes.filter(
    ({ before, after }) => after?.status === 'issued' && before?.status !== 'issued',
  )
  const written = await writeOwn(context, changes, estimates, cause)
  const drafts = changes.filter(({ after }) => after?.status === 'draft').map(({ id }) => id)
  const worked = await keepVersions(context, drafts, cause)
  await tellIssued(
    context,
    linkedIds(
      issued.map(({ after }) => after),
      'estimate',
    ),
  )
  return [...written, ...worked, ...(await keepEstimates(context, estimates, cause))]
}

function requireSound({ before, after }: RecordChange): void {
  if (!after) return
  if (before && textOf(before, 'estimate') !== textOf(after, 'estimate'))
    throw invalid([{ path: 'estimate', code: 'estimate', message: 'A version stays with its estimate.' }])
  if (before?.status === 'approved' && after.status === 'issued' && isLapsed(after))
    throw invalid([
      {
        path: 'valid_until',
        code: 'expired',
        message: 'The last day of this offer is over. Choose a later one, or none, before it is issued.',
      },
    ])
  vatRatesOf(after)
  // Rates that were taken once stand: other writes say nothing of them.
  if (!before || differs(before, after, 'exchange_rates') || differs(before, after, 'currency'))
    exchangeRatesOf(after)
  const rounding = after.rounding === undefined ? null : roundingPolicySchema.safeParse(after.rounding)
  if (
    rounding &&
    (!rounding.success || Math.max(rounding.data.lineTotal, rounding.data.markup, rounding.data.vat) > 2)
  )
    throw invalid([
      {
        path: 'rounding',
        code: 'rounding',
        message: 'This is no rounding policy: totals, markups and VAT have at most two digits.',
      },
    ])
}

const differs = (before: Values, after: Values, key: string): boolean =>
  canonicalJson(before[key] ?? null) !== canonicalJson(after[key] ?? null)

/** Writes what the product keeps of these versions and what their new status means for others of the same estimate. */
async function writeOwn(
  context: RecordContext,
  changes: readonly RecordChange[],
  estimates: ReadonlySet<string>,
  cause: EventCause,
): Promise<Followed[]> {
  const model = modelNamed(context, 'estimate_versions')
  const numbers = await estimateNumbers(context, estimates)
  const all = await rowsOf(context, 'estimate_versions', 'estimate', [...estimates])
  const wanted = new Map<string, Wanted>()
  const want = (id: string, values: Wanted): void => void wanted.set(id, { ...wanted.get(id), ...values })
  for (const { id, before, after } of changes) {
    if (!after) continue
    const siblings = all.filter(({ attributes }) => attributes.estimate === after.estimate)
    const own = siblings.find((row) => row.id === id)
    if (!own) continue
    requireParent(own, siblings)
    want(id, basics(own, siblings, wanted, numbers.get(String(after.estimate)) ?? ''))
    if (!before) want(id, await ratesAtFirst(context, after))
    for (const [other, values] of await statusEffects(context, own, before, siblings)) want(other, values)
  }
  const rows = changedRows(all, ({ id }) => wanted.get(id) ?? {})
  if (rows.length === 0) return []
  await updateRows(context, model, rows, cause)
  return [followedBy(model, rows)]
}

/** A version that is not made from another one begins with the exchange rates of the workspace, unless it comes with its own. */
async function ratesAtFirst(context: RecordContext, after: Values): Promise<Wanted> {
  if (after.exchange_rates != null || after.parent_version != null || isAsItWas(context)) return {}
  const day = textOf(after, 'price_date') ?? today(context)
  const exchange_rates = await usualExchangeRates(context, { currency: currencyOf(after), day })
  return exchange_rates ? { exchange_rates } : {}
}

function requireParent(own: StoredRow, siblings: readonly StoredRow[]): void {
  const parent = textOf(own.attributes, 'parent_version')
  if (parent === null || (parent !== own.id && siblings.some(({ id }) => id === parent))) return
  // One that was deleted since leaves its name behind.
  if (typeof own.attributes.version_no === 'number' && parent !== own.id) return
  throw invalid([
    {
      path: 'parent_version',
      code: 'parent',
      message: 'A version is made from another of the same estimate.',
    },
  ])
}

function basics(
  { attributes }: StoredRow,
  siblings: readonly StoredRow[],
  wanted: ReadonlyMap<string, Wanted>,
  estimate: string,
): Wanted {
  const numberOf = (row: StoredRow): number =>
    Number(wanted.get(row.id)?.version_no ?? row.attributes.version_no ?? 0)
  const number =
    typeof attributes.version_no === 'number'
      ? attributes.version_no
      : Math.max(0, ...siblings.map(numberOf)) + 1
  return {
    version_no: number,
    title: versionTitle(estimate, number, textOf(attributes, 'variant') ?? 'main'),
    rounding: attributes.rounding ?? roundingPresets.GAEB,
    vat_rates: attributes.vat_rates ?? usualVatRates,
  }
}

async function estimateNumbers(
  context: RecordContext,
  ids: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const rows = await loadObjects(context, modelNamed(context, 'estimates'), [...ids])
  return new Map(rows.map(({ id, attributes }) => [id, textOf(attributes, 'number') ?? '']))
}
