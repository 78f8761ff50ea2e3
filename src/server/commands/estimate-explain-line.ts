import { z } from 'zod'
import { languageNames } from '#contracts/language.ts'
import { must } from '#base/assert.ts'
import { explainLine, type ResourceFacts } from '#estimating/explain-line.ts'
import { documentOf, inPathOrder, resourceOf } from '../estimates/document-of.ts'
import { outdatedItems } from '../estimates/outdated-items.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { defineCommand } from './command.ts'

/**
 * Why a line costs what it costs, from its total down to each price, its day and where it is from. Its own copy is read; of
 * the item it takes, only whether that is still to be used.
 */
export const explainEstimateLine = defineCommand({
  name: 'estimate.explain-line',
  title: 'Explain the price of a line',
  input: z.strictObject({ line: z.uuid(), language: z.enum(languageNames).default('en') }),
  changes: [],
  reads: true,
  async run(context, { line: id, language }) {
    const row = await visibleRow(context, 'estimate_lines', id, 'read')
    const version = await visibleRow(context, 'estimate_versions', String(row.attributes.version), 'read')
    requireWhole(context)
    const resources = inPathOrder(await rowsOf(context, 'estimate_resources', 'line', [id]))
    const document = documentOf({ version, lines: [row], resources, markups: [] })
    const node = must(document.nodes[0])
    const { currency, rounding } = document
    if (node.kind !== 'line') return { currency, rows: [] }
    const outdated = (await outdatedItems(context, [row])).get(id) ?? null
    const facts = resources.map((resource) => factsOf(resource, outdated))
    const rows = explainLine(node, facts, rounding, currency, language)
    return { currency, rows: rows.map((one) => ({ ...one })) }
  },
})

function factsOf(row: StoredRow, outdated: ResourceFacts['outdated']): ResourceFacts {
  const text = (key: string): string | null => textOf(row.attributes, key)
  const from = text('price_from')
  return {
    resource: resourceOf(row),
    quantity: text('qty_per_unit') ?? '0',
    waste: text('waste_pct'),
    formula: text('formula'),
    price: text('price'),
    basis: text('price_basis') ?? '1',
    date: text('price_date'),
    validFrom: text('price_valid_from'),
    validUntil: text('price_valid_until'),
    source: text('price_note'),
    from: from === 'lookup' || from === 'fixed' || from === 'percent' || from === 'quote' ? from : null,
    row: text('price_row'),
    // What somebody added to the line by hand is of no item.
    outdated: from === 'lookup' ? outdated : null,
  }
}
