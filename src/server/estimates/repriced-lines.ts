import type { PricedLine } from './plan-prices.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/** The lines that have their price from a recipe or an item, with it. */
export const repricedLines = (lines: readonly StoredRow[]): PricedLine[] =>
  lines.flatMap((line): PricedLine[] => {
    const source = textOf(line.attributes, 'rate_source')
    if (source !== 'recipe' && source !== 'item') return []
    const id = textOf(line.attributes, source === 'recipe' ? 'recipe_version' : 'item')
    return id === null ? [] : [{ line, pricing: { by: source, id } }]
  })
