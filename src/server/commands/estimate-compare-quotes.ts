import { z } from 'zod'
import { compareQuotes } from '#estimating/compare-quotes.ts'
import { documentOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { quotedPrice } from '../estimates/price-by-quote.ts'
import { quotesOf } from '../estimates/quotes-of.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion, type StoredRow } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { today } from '../records/today.ts'
import { defineCommand } from './command.ts'

/** The quotes for a line, or for all lines in a section, side by side: a row for each supplier, the cheapest first. */
export const compareEstimateQuotes = defineCommand({
  name: 'estimate.compare-quotes',
  title: 'Compare quotes',
  input: z.strictObject({ line: z.uuid(), day: z.iso.date().nullish() }),
  changes: [],
  reads: true,
  async run(context, { line, day }) {
    const { attributes } = await visibleRow(context, 'estimate_lines', line, 'read')
    requireWhole(context)
    const stored = await loadVersion(context, String(attributes.version))
    const { lines, quotes } = await quotesOf(context, stored, line)
    const version = stored.version.attributes
    const asked = new Set(lines.map(({ id }) => id))
    const document = documentOf(stored)
    const nodes = document.nodes.flatMap((node) => (node.kind === 'line' && asked.has(node.id) ? [node] : []))
    const sources = new Map(lines.map((row) => [row.id, textOf(row.attributes, 'rate_source')]))
    const offers = compareQuotes(
      nodes,
      quotes.map((quote) => ({
        id: quote.id,
        lineId: String(quote.attributes.line),
        supplier: textOf(quote.attributes, 'supplier') ?? '',
        price: quotedPrice(quote.attributes, version)?.amount ?? null,
        validUntil: textOf(quote.attributes, 'valid_until'),
        excluded: textOf(quote.attributes, 'excluded'),
        chosen: quote.attributes.chosen === true && sources.get(String(quote.attributes.line)) === 'subquote',
      })),
      document.rounding,
      day ?? today(context),
    )
    const single = attributes.kind === 'line'
    const own = new Map(quotes.map((quote) => [textOf(quote.attributes, 'supplier'), quote]))
    return {
      currency: document.currency,
      single,
      rows: offers.map(({ overPercent, validUntil, ...offer }) => ({
        ...offer,
        over_percent: overPercent,
        valid_until: validUntil,
        ...priceOf(single ? own.get(offer.supplier) : undefined, version),
      })),
    }
  },
})

/** Of a single line: its quote, the price as it counts, and as it was written where that is another currency. */
function priceOf(
  quote: StoredRow | undefined,
  version: StoredRow['attributes'],
): { quote: string | null; price: string | null; note: string | null } {
  const price = quote ? quotedPrice(quote.attributes, version) : null
  return { quote: quote?.id ?? null, price: price?.amount ?? null, note: price?.note ?? null }
}
