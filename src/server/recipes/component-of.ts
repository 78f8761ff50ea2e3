import { decimal, decimalText, isDecimalText } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import { saying, type Message } from '#base/saying.ts'
import { recipeComponentSchema, type RecipeComponent } from '#contracts/recipe.ts'
import { problem, type RecipeProblem } from '#estimating/recipe-problem.ts'

type Attributes = Readonly<Record<string, unknown>>

/** The name of a component in formulas and paths: its key, or one made of its id. */
export const keyOf = (id: string, { key }: Attributes): string =>
  typeof key === 'string' ? key : `c${id.replaceAll('-', '')}`

/** A component record as the arithmetic takes it, or what keeps it from being one. */
export function componentOf(
  id: string,
  attributes: Attributes,
  currency: string,
): RecipeComponent | RecipeProblem {
  const key = keyOf(id, attributes)
  const missing = missingOf(attributes)
  if (missing !== null) return problem('param', key, missing)
  const parsed = recipeComponentSchema.safeParse({
    key,
    ...(text(attributes.condition_expr) !== undefined && { condition: text(attributes.condition_expr) }),
    ...partsOf(attributes, currency),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return problem(
    'param',
    key,
    saying('“{{name}}” cannot be read: {{why}}', {
      name: text(attributes.name) ?? key,
      why: { names: [issue?.message ?? ''] },
    }),
  )
}

// Stored with all digits of the field: 12.500000.
const plain = (value: unknown): unknown =>
  typeof value === 'string' && isDecimalText(value) ? decimalText(decimal(value)) : value

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

// Said in words before the contract would: these are what people forget.
function missingOf({
  kind,
  mode,
  item,
  crew,
  child_recipe,
  qty_expr,
  output_per_hour,
  percent_of,
  price_source,
  fixed_price,
  name,
}: Attributes): Message | null {
  const of = { name: String(name) }
  if (kind === 'text') return null
  if (kind === 'recipe') {
    if (!text(child_recipe)) return saying('“{{name}}” names no recipe.', of)
  } else if (kind === 'percent') {
    if (!text(percent_of)) return saying('“{{name}}” does not say what it is a percentage of.', of)
    if (!isDecimalText(text(qty_expr) ?? '')) return saying('“{{name}}” does not say how many per cent.', of)
    return null
  } else {
    if (!text(item) && !(mode === 'productivity' && Array.isArray(crew)))
      return saying('“{{name}}” names no item.', of)
    if (mode === 'productivity')
      return text(output_per_hour) ? null : saying('“{{name}}” does not say how much is made in an hour.', of)
    if (price_source === 'fixed' && !text(fixed_price)) return saying('“{{name}}” has no fixed price.', of)
  }
  return text(qty_expr) ? null : saying('“{{name}}” has no quantity.', of)
}

function partsOf(attributes: Attributes, currency: string): Attributes {
  const { kind, mode, name, item, crew, child_recipe, child_params, output_per_hour, waste_pct } = attributes
  if (kind === 'text') return { kind, text: name }
  if (kind === 'percent') return { kind, label: name, ...percentOf(attributes) }
  const quantity = quantityOf(String(attributes.qty_expr ?? '').trim())
  if (kind === 'recipe')
    return {
      kind,
      recipe_id: child_recipe,
      quantity,
      params: isJsonObject(child_params) ? textsOf(child_params) : {},
    }
  if (mode === 'productivity')
    return { kind: 'crew', output_per_hour: plain(output_per_hour), crew: crewOf(crew, item) }
  return {
    kind: 'item',
    item_id: item,
    quantity,
    ...(text(waste_pct) !== undefined && { waste_percent: plain(waste_pct) }),
    price:
      attributes.price_source === 'fixed'
        ? { source: 'fixed', unit_price: plain(attributes.fixed_price), currency }
        : { source: 'lookup' },
  }
}

const quantityOf = (written: string) =>
  isDecimalText(written)
    ? { mode: 'coefficient', coefficient: written }
    : { mode: 'formula', formula: written }

const textsOf = (values: Attributes): Attributes =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))

const types = new Set(['labour', 'material', 'equipment'])

function percentOf({ percent_of, qty_expr }: Attributes): Attributes {
  const of = String(percent_of).trim()
  const percent = String(qty_expr)
  if (types.has(of)) return { percent, of, type: of }
  if (of === 'direct') return { percent, of, type: 'other' }
  return { percent, of: of.split(/[\s,;]+/).filter((name) => name !== ''), type: 'other' }
}

function crewOf(crew: unknown, item: unknown): unknown {
  if (!Array.isArray(crew) || crew.length === 0) return [{ item_id: item, count: '1' }]
  return (crew as unknown[]).map((one) =>
    isJsonObject(one) ? { item_id: one.item, count: String(one.count ?? '1') } : one,
  )
}
