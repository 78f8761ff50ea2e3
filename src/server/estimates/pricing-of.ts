import { canonicalJson } from '#base/json.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import { textOf } from './read-value.ts'

/**
 * What a line is to be priced by; `none`: what was worked out for it goes, its rate is typed from now on. `isTaken`: the line
 * takes it now; what it has already it is only priced anew by.
 */
export type Pricing = { by: 'recipe' | 'item' | 'quote'; id: string; isTaken?: boolean } | { by: 'none' }

/**
 * What a write of a line says of its price: a recipe or an item that is chosen, other parameters, another source. Null where
 * it says nothing: a quantity that changes leaves the prices as they were taken.
 */
export function pricingOf({ before, after }: RecordChange): Pricing | null {
  if (!after || (textOf(after, 'kind') ?? 'line') !== 'line') return null
  const changed = (key: string): boolean =>
    canonicalJson(before?.[key] ?? null) !== canonicalJson(after[key] ?? null)
  const named = (by: 'recipe' | 'item'): Pricing | null => {
    const id = textOf(after, keys[by])
    return id === null ? null : { by, id, isTaken: changed(keys[by]) }
  }
  const source = textOf(after, 'rate_source')
  if (changed('recipe_version') && named('recipe')) return named('recipe')
  if (changed('item') && named('item')) return named('item')
  if (source === 'recipe' || source === 'item') {
    if (changed('rate_source')) return named(source)
    if (changed(keys[source])) return { by: 'none' }
    return source === 'recipe' && changed('recipe_params') ? named('recipe') : null
  }
  return before && changed('rate_source') && isPriced(before) ? { by: 'none' } : null
}

const keys = { recipe: 'recipe_version', item: 'item' } as const

const isPriced = (values: Readonly<Record<string, unknown>>): boolean =>
  ['recipe', 'item', 'subquote'].includes(textOf(values, 'rate_source') ?? '')
