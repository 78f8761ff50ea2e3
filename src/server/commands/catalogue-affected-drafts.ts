import { z } from 'zod'
import { must } from '#base/assert.ts'
import { compareEstimates } from '#estimating/compare-estimates.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { changeOfSum } from '../estimates/change-of-sum.ts'
import { linesThatUse } from '../estimates/drafts-that-use.ts'
import { mayTellWhole } from '../estimates/may-read-whole.ts'
import { priceOutlooks, type PriceOutlook } from '../estimates/price-outlook.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersions, type StoredVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { today } from '../records/today.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** So many drafts are asked for their use of the prices, the latest first; the others are counted. */
const mostDrafts = 500
/** The drafts that are worked out are the latest, until they have so many lines together. */
const mostLines = 40_000

/**
 * Which drafts the prices of a catalogue or of one item would change on a day, and each by how much: just what
 * `estimate.reprice-preview` says of it, and what `estimate.reprice` makes of it. Writes nothing.
 */
export const catalogueAffectedDrafts = defineCommand({
  name: 'catalogue.affected-drafts',
  title: 'Drafts that other prices would change',
  input: z
    .strictObject({
      catalogue: z.uuid().nullish(),
      item: z.uuid().nullish(),
      /** Today, where nobody says. */
      date: z.iso.date().nullish(),
    })
    .refine(({ catalogue, item }) => (catalogue == null) !== (item == null), 'Name a catalogue or an item.'),
  changes: [],
  reads: true,
  async run(context, { catalogue, item, date: asked }) {
    const of = catalogue ? { catalogue } : { item: must(item) }
    await visibleRow(
      context,
      catalogue ? 'catalogues' : 'catalogue_items',
      must(catalogue ?? item ?? undefined),
      'read',
    )
    const date = asked ?? today(context)
    // It stands on the pages of catalogues: who reads those and no estimates is told nothing, and has done nothing wrong.
    if (!mayTellWhole(context, ['catalogue_prices', 'estimates']))
      return { date, whole: false, drafts: [], unchanged: 0, unpriced: 0, left_out: 0 }
    const { drafts, older } = await draftsOf(context)
    const used = await linesThatUse(context, [...drafts.keys()], of)
    const using = [...drafts].filter(([id]) => used.has(id))
    const taken = using.slice(0, fitting(using.map(([, { lines }]) => lines)))
    const stored = await loadVersions(
      context,
      taken.map(([id]) => id),
    )
    const outlooks = await priceOutlooks(context, stored, date)
    const rows = stored.map((version, at) => ({
      ...rowOf(version, must(outlooks[at])),
      estimate: must(drafts.get(version.version.id)).estimate,
      name: must(drafts.get(version.version.id)).name,
      used: used.get(version.version.id) ?? 0,
    }))
    const isChanged = ({ lines, change }: (typeof rows)[number]): boolean => lines > 0 || change !== '0.00'
    const same = rows.filter((row) => !isChanged(row))
    const unpriced = same.filter(({ missing }) => missing > 0).length
    return {
      date,
      whole: true,
      drafts: rows.filter(isChanged),
      /** Drafts that have these prices already. */
      unchanged: same.length - unpriced,
      /** Drafts that stay as they are, and have a line without a price on that day. */
      unpriced,
      /** Drafts that use them, too, and are too many to be worked out at once, or so old that they were not asked. */
      left_out: using.length - taken.length + older,
    }
  },
})

interface Draft {
  estimate: string
  name: string
  lines: number
}

/** By version, those that were changed last first, and how many there are besides. */
async function draftsOf(context: RecordContext): Promise<{ drafts: Map<string, Draft>; older: number }> {
  const { rows, total } = await ask(context, {
    model: 'estimate_versions',
    fields: ['id', 'line_count', 'estimate.id', 'estimate.name'],
    where: { field: 'status', op: 'eq', value: 'draft' },
    sort: [{ field: 'updated_at', dir: 'desc' }],
    page: { size: mostDrafts },
    total: 'exact',
  })
  const drafts = new Map(
    rows.map((row) => [
      String(row.id),
      {
        estimate: String(row['estimate.id']),
        name: textOf(row, 'estimate.name') ?? '',
        lines: Number(row.line_count ?? 0),
      },
    ]),
  )
  return { drafts, older: must(total) - rows.length }
}

/** How many of the first fit into one answer; the first always does. */
function fitting(lines: readonly number[]): number {
  let sum = 0
  const over = lines.findIndex((more, at) => (sum += more) > mostLines && at > 0)
  return over < 0 ? lines.length : over
}

function rowOf({ version }: StoredVersion, { before, after, missing }: PriceOutlook) {
  const [old, now] = [rollUpEstimate(before), rollUpEstimate(after)]
  const net = changeOfSum('Net', old.afterDiscount, now.afterDiscount)
  return {
    version: version.id,
    title: textOf(version.attributes, 'title') ?? '',
    price_date: textOf(version.attributes, 'price_date'),
    currency: now.currency,
    lines: compareEstimates(before, after).changes.length,
    missing: missing.length,
    net_before: net.before,
    net_after: net.after,
    change: net.change,
    gross: { before: old.gross, after: now.gross },
  }
}
