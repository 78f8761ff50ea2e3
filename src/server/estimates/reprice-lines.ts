import { recalculate } from '../formulas/recalculate.ts'
import { asItWas } from '../records/as-it-was.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import type { EventCause } from '../records/update-rows.ts'
import { keepVersions } from './keep-version.ts'
import type { PricedLine } from './plan-prices.ts'
import { priceLines } from './price-lines.ts'

interface Repricing {
  date?: string
  /** Further values of the lines. */
  more?: Readonly<Record<string, unknown>>
  /** A rate that somebody typed instead of what a line is made of stays. */
  keepTyped?: boolean
}

/** Prices lines outright, also those whose recipe or item stays as it was, and writes what they are to have. For a work that `keptOnce` holds. */
export async function repriceLines(
  context: RecordContext,
  priced: readonly PricedLine[],
  cause: EventCause,
  { date, more = {}, keepTyped = false }: Repricing = {},
): Promise<void> {
  const lines = modelFor(context, 'estimate_lines', 'update')
  const { values, followed } = await priceLines(context, priced, date)
  for (const { model, changes } of followed) await recalculate(context, model, changes, cause)
  // Where a line's own values stay as they are, its resources have changed all the same.
  await keepVersions(context, new Set(priced.map(({ line }) => String(line.attributes.version))), cause)
  // They have their resources: the rule of lines has nothing to look up again.
  await asItWas(context, () =>
    updateObjects(
      context,
      lines,
      [...values].map(([id, { rate_override, ...own }]) => ({
        id,
        values: { ...own, ...(!keepTyped && rate_override !== undefined && { rate_override }), ...more },
      })),
      { path: '' },
    ),
  )
}
