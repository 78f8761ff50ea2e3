import type { JsonObject } from '#base/json.ts'
import type { PreparedImport } from './price-book-import.ts'
import type { Repriced } from './plan-price-book.ts'

const shown = 200

/** What an import means in numbers and examples, as a person reads it before they say yes. */
export function describePriceBook({ shape, book, plan }: PreparedImport) {
  const { items, rejected, unknownUnits, unpriced, recoded } = book
  return {
    shape: shape.kind,
    rows: items.length + rejected.length,
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
    rejected_rows: rejected.slice(0, shown).map(({ row, code, message, text, values }) => ({
      row,
      code,
      message,
      ...(text !== undefined && values && { text, values: values as unknown as JsonObject }),
    })),
    unknown_units: [...unknownUnits].map(([unit, rows]) => ({ unit, rows })),
    recoded,
    examples: {
      added: plan.newItems.slice(0, shown).map(({ row, code, item, price }) => ({
        row,
        code,
        name: item.name ?? '',
        unit: item.unit ?? '',
        price: price?.unit_price ?? null,
      })),
      changed: [
        ...plan.changedItems.map(exampleOf('catalogue_items')),
        ...plan.repriced.map(exampleOf('catalogue_prices')),
      ].slice(0, shown),
      more: Math.max(0, plan.changedItems.length + plan.repriced.length - shown),
    },
  }
}

const exampleOf =
  (model: string) =>
  ({ code, before, after }: Repriced) => ({
    code,
    model,
    changes: Object.keys(after).map((field) => ({
      field,
      before: textOf(before[field]),
      after: textOf(after[field]),
    })),
  })

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
