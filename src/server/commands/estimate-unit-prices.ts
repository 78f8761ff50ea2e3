import { z } from 'zod'
import { decimal } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import type { Row, Where } from '#contracts/query.ts'
import { unitPrices, type PastRate } from '#estimating/unit-prices.ts'
import { textOf } from '../estimates/read-value.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { requireReadable } from '../records/require-readable.ts'
import { defineCommand } from './command.ts'

/** Prices that were offered; drafts are no experience, and what was superseded has a successor that counts. */
const offered = ['issued', 'accepted', 'contracted']
/** The most lines that are looked at, the newest first, and the most things that are answered. */
const [mostLines, mostThings, mostFrom] = [20_000, 300, 10]

const inputSchema = z.strictObject({
  /** Words of the title. */
  search: z.string().max(200).nullish(),
  /** Only lines in this very unit, or only in this currency. */
  unit: z.string().max(40).nullish(),
  currency: z.string().max(3).nullish(),
  region: z.string().max(60).nullish(),
  /** Only what was offered in so many months up to now. */
  months: z.coerce.number().int().min(1).max(600).nullish(),
})

/**
 * The price book of past estimates: of each thing the lowest, middle, highest and last rate of the versions that were issued
 * or accepted, as far as the caller may read them. 403 for whoever may not read rates at all.
 */
export const estimateUnitPrices = defineCommand({
  name: 'estimate.unit-prices',
  title: 'Unit prices of past estimates',
  input: inputSchema,
  changes: [],
  reads: true,
  async run(context, input) {
    requireReadable(context, told, 'Your role does not see the rates of past estimates.')
    const { rates, regions, isCut } = await pastRates(context, input)
    const things = unitPrices(rates)
    return {
      looked: rates.length,
      cut: isCut || things.length > mostThings,
      regions,
      things: things.slice(0, mostThings).map((thing) => ({
        ...thing,
        from: thing.from.slice(0, mostFrom).map((one) => ({ ...one })),
      })),
    }
  },
})

/** What rates are taken from and told with, by models. */
const told: Readonly<Record<string, readonly string[]>> = {
  estimates: ['name'],
  estimate_versions: ['status', 'currency', 'region', 'issued_at', 'estimate'],
  estimate_lines: [
    'kind',
    'title',
    'unit',
    'rate',
    'quantity',
    'lineage',
    'item',
    'recipe_version',
    'version',
  ],
}

type Input = z.output<typeof inputSchema>

async function pastRates(
  context: RecordContext,
  input: Input,
): Promise<{ rates: PastRate[]; regions: string[]; isCut: boolean }> {
  const rates: PastRate[] = []
  const regions = new Set<string>()
  const own = 'title unit rate quantity lineage item recipe_version recipe_version.recipe'
  const fields = `${own} version.currency version.region version.issued_at version.estimate.name`.split(' ')
  const readable = context.workspace.models.has('recipe_versions')
    ? fields
    : fields.filter((field) => !field.startsWith('recipe_version.'))
  let after: string | null = null
  do {
    const { rows, page } = await ask(context, {
      model: 'estimate_lines',
      fields: readable,
      where: { and: conditions(input) },
      sort: [{ field: 'created_at', dir: 'desc' }],
      page: { size: 500, ...(after !== null && { after }) },
    })
    for (const row of rows) {
      const region = textOf(row, 'version.region')
      if (region !== null) regions.add(region)
      const rate = rateIn(row)
      if (rate && (!input.region || region === input.region)) rates.push(rate)
    }
    after = page.after
  } while (after !== null && rates.length < mostLines)
  return { rates, regions: [...regions].toSorted(), isCut: after !== null }
}

function conditions({ search, unit, currency, months }: Input): Where[] {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '')
  return [
    { field: 'version.status', op: 'in', value: offered },
    { field: 'kind', op: 'eq', value: 'line' },
    { field: 'rate', op: 'gt', value: '0' },
    ...words.slice(0, 8).map((value): Where => ({ field: 'title', op: 'contains', value })),
    ...(unit ? [{ field: 'unit', op: 'eq' as const, value: unit }] : []),
    ...(currency ? [{ field: 'version.currency', op: 'eq' as const, value: currency }] : []),
    ...(months ? [{ field: 'version.issued_at', op: 'gte' as const, value: monthsAgo(months) }] : []),
  ]
}

function monthsAgo(months: number): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() - months)
  return day.toISOString()
}

function rateIn(row: Row): PastRate | null {
  const text = (key: string): string | null => textOf(row, key)
  const [rate, on] = [text('rate'), text('version.issued_at')]
  // What came from another program as accepted was issued on no day that is known here.
  if (rate === null || on === null || !decimal(rate).gt(0)) return null
  return {
    lineage: text('lineage') ?? String(row['id']),
    title: text('title') ?? '',
    unit: text('unit') ?? '',
    rate,
    quantity: text('quantity'),
    currency: text('version.currency') ?? '',
    region: text('version.region'),
    source: idOf(row['recipe_version.recipe']) ?? idOf(row['recipe_version']) ?? idOf(row['item']),
    on,
    estimate: text('version.estimate.name') ?? '',
  }
}

/** A relation is answered as the record it leads to. */
const idOf = (value: unknown): string | null =>
  isJsonObject(value) ? textOf(value, 'id') : typeof value === 'string' ? value : null
