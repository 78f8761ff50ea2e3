import type { JsonObject } from '#base/json.ts'
import { messageOf } from '#base/saying.ts'
import type { Difference } from './compare-values.ts'
import type { NewPrice } from './plan-price-book.ts'
import type { PreparedImport } from './price-book-import.ts'
import type { PriceTerms } from './price-series.ts'

const shown = 200

/** What an import means in numbers and examples, as a person reads it before they say yes. */
export function describePriceBook(prepared: PreparedImport) {
  const { shape, book, plan, unknownSuppliers } = prepared
  const { taken, rejected, unknownUnits, unpriced, recoded } = book
  const added = addedLines(prepared)
  return {
    shape: shape.kind,
    rows: taken + rejected.length,
    items: {
      added: plan.newItems.length,
      changed: plan.changedItems.length,
      unchanged: plan.unchangedItems,
      missing: plan.missingItems,
    },
    prices: {
      added: plan.newPrices.length,
      changed: plan.changedPrices.length,
      unchanged: plan.unchangedPrices,
      none: unpriced,
    },
    rejected: rejected.length,
    rejected_rows: rejected.slice(0, shown).map(({ row, code, terms, ...why }) => {
      const { message, text, values } = messageOf(why)
      return {
        row,
        code,
        ...terms,
        message,
        ...(text !== undefined && values && { text, values: values as unknown as JsonObject }),
      }
    }),
    unread_columns: [...shape.unread],
    unknown_suppliers: [...unknownSuppliers]
      .slice(0, shown)
      .map(([supplier, items]) => ({ supplier, items })),
    unknown_units: [...unknownUnits].map(([unit, rows]) => ({ unit, rows })),
    recoded,
    examples: {
      added: added.lines,
      /** Lines of new items beyond those. */
      more_added: added.more,
      changed: [
        ...plan.changedItems.map((step) => exampleOf('catalogue_items', step, prepared)),
        ...plan.repriced.map((step) => exampleOf('catalogue_prices', step, prepared)),
      ].slice(0, shown),
      more: Math.max(0, plan.changedItems.length + plan.repriced.length - shown),
    },
  }
}

/** New items, a line for each of their prices. */
function addedLines({ plan }: PreparedImport) {
  const prices = new Map<string, NewPrice[]>()
  for (const price of plan.newPrices)
    if (price.item === null) {
      const there = prices.get(price.code)
      if (there) there.push(price)
      else prices.set(price.code, [price])
    }
  const lines = []
  let count = 0
  for (const { row, code, item } of plan.newItems) {
    const own: (NewPrice | null)[] = prices.get(code) ?? [null]
    count += own.length
    for (const price of own.slice(0, Math.max(0, shown - lines.length)))
      lines.push({
        row,
        code,
        name: item['name'] ?? '',
        unit: item['unit'] ?? '',
        price: textOf(price?.values['unit_price']),
        ...price?.terms,
      })
  }
  return { lines, more: count - lines.length }
}

function exampleOf(
  model: string,
  { code, before, after, terms }: Difference & { code: string; terms?: PriceTerms },
  { titles }: PreparedImport,
) {
  const said = (field: string, value: unknown): string | null =>
    field === 'supplier' ? (titles.get(String(value)) ?? null) : textOf(value)
  return {
    code,
    model,
    ...terms,
    changes: Object.keys(after).map((field) => ({
      field,
      before: said(field, before[field]),
      after: said(field, after[field]),
    })),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
