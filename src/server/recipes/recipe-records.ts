import { invalid } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import { catalogueItemSchema, itemPriceSchema } from '#contracts/catalogue.ts'
import { recipeVersionSchema, type Recipe, type RecipeVersion } from '#contracts/recipe.ts'
import type { PricedItem } from '#estimating/recipe-book.ts'
import type { RecipeProblem } from '#estimating/recipe-problem.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import type { StoredObject } from '../records/stored-object.ts'
import { componentOf } from './component-of.ts'

type Row = Pick<StoredObject, 'id' | 'attributes'>

/** A version as it is stored, with what the arithmetic makes of it. */
export interface VersionRecord {
  row: StoredObject
  components: readonly StoredObject[]
  version: RecipeVersion
  currency: string
  region: string | null
  /** Components that cannot be read; they are left out of `version`. */
  problems: RecipeProblem[]
}

export const recipeOf = ({ id, attributes }: Row): Recipe => ({
  id,
  code: String(attributes.code),
  name: String(attributes.name),
  output_unit: String(attributes.output_unit),
  output_basis: plain(attributes.output_basis) ?? '1',
})

/** Throws 422 when the parameters are of no form that can be read. */
export function versionOf(row: StoredObject, components: readonly StoredObject[]): VersionRecord {
  const { attributes } = row
  const currency = String(attributes.currency)
  const problems: RecipeProblem[] = []
  const parts = inOrder(components).flatMap(({ id, attributes: part }) => {
    const read = componentOf(id, part, currency)
    if ('kind' in read) return [read]
    problems.push(read)
    return []
  })
  const { params } = attributes
  const given = Array.isArray(params) ? { params } : isJsonObject(params) ? params : {}
  const parsed = recipeVersionSchema.safeParse({
    ...given,
    id: row.id,
    recipe_id: attributes.recipe,
    version_no: typeof attributes.version_no === 'number' ? attributes.version_no : 1,
    valid_from: attributes.valid_from,
    components: parts,
  })
  if (!parsed.success)
    throw invalid(
      parsed.error.issues.map(({ path, message }) => ({
        path: [
          'attributes',
          ...(path[0] === 'params' || path[0] === 'tables' ? [] : ['params']),
          ...path,
        ].join('.'),
        code: 'params',
        message,
      })),
    )
  const region = typeof attributes.region === 'string' ? attributes.region : null
  return { row, components, version: parsed.data, currency, region, problems }
}

const inOrder = (components: readonly StoredObject[]): StoredObject[] =>
  components.toSorted((a, b) => {
    const [x, y] = [placeOf(a), placeOf(b)]
    return x < y ? -1 : x > y ? 1 : 0
  })
const placeOf = ({ id, attributes }: Row): string =>
  `${typeof attributes.sort === 'string' ? attributes.sort : '\u{10ffff}'} ${id}`

/** An item with its prices, as the arithmetic takes them. */
export const pricedItemOf = ({ id, attributes }: Row, prices: readonly Row[]): PricedItem => ({
  item: catalogueItemSchema.parse({
    id,
    code: attributes.code,
    name: attributes.name,
    type: attributes.type,
    unit: attributes.unit,
    price_basis: plain(attributes.price_basis) ?? '1',
    waste_default: plain(attributes.waste_default),
    status: attributes.status,
  }),
  prices: prices.map(({ id: price, attributes: values }) =>
    itemPriceSchema.parse({
      id: price,
      item_id: id,
      currency: values.currency,
      unit_price: plain(values.unit_price),
      valid_from: values.valid_from,
      valid_to: values.valid_to ?? null,
      region: values.region ?? null,
      min_quantity: plain(values.min_qty) ?? '0',
      discount_percent: plain(values.discount_pct) ?? '0',
      source: values.source ?? 'manual',
    }),
  ),
})

// Stored with all digits of the field: 12.500000.
const plain = (value: unknown): string | null =>
  typeof value === 'string' ? decimalText(decimal(value)) : null
