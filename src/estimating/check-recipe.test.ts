import { describe, expect, it } from 'vitest'
import type { Recipe, RecipeVersion } from '#contracts/recipe.ts'
import { QuantitySource } from '../../tests/support/quantity-arbitrary.ts'
import { pricedItem, recipeEntry, wallItems, wallRecipes } from '../../tests/support/wall-recipes.ts'
import { checkRecipe, type RecipeCheck } from './check-recipe.ts'
import type { RecipeBook } from './recipe-book.ts'

function check(
  version: Record<string, unknown>,
  recipe: Partial<Recipe> = {},
  recipes: RecipeBook = wallRecipes,
): RecipeCheck {
  const [, entry] = recipeEntry({ id: 'new', output_unit: 'm2', ...recipe }, version)
  const first: RecipeVersion = entry.versions[0]!
  return checkRecipe({ recipe: entry.recipe, version: first, recipes, prices: wallItems, currency: 'EUR' })
}

const short = ({ errors, flags }: RecipeCheck): { errors: string[]; flags: string[] } => ({
  errors: errors.map(({ code, path, message }) => `${code} ${path}: ${message}`),
  flags: flags.map(({ code, path, message }) => `${code} ${path}: ${message}`),
})

const coefficient = { mode: 'coefficient', coefficient: '1' }
const item = (key: string, item_id: string, rest: object = {}) => ({
  kind: 'item',
  key,
  item_id,
  quantity: coefficient,
  ...rest,
})
const formula = (text: string) => ({ quantity: { mode: 'formula', formula: text } })
const percent = (key: string, of: unknown) => ({
  kind: 'percent',
  key,
  label: key,
  percent: '3',
  of,
  type: 'other',
})

describe('checkRecipe', { timeout: 300_000 }, () => {
  it('finds nothing wrong with recipes that can be priced', () => {
    for (const [id, { recipe, versions }] of wallRecipes) {
      const asked = {
        recipe,
        version: versions[0]!,
        recipes: wallRecipes,
        prices: wallItems,
        currency: 'EUR',
      }
      expect(checkRecipe(asked), id).toEqual({ errors: [], flags: [] })
    }
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'formulas of the wrong dimension, unknown names, syntax',
      {
        components: [
          item('a', 'plaster', formula('2 * m')),
          item('b', 'plaster', formula('2 * kg / m2 * hight')),
          item('c', 'plaster', formula('2 *')),
          item('d', 'plaster', { condition: '2 * m' }),
        ],
      },
      [
        'dimension a: The formula gives m, but the recipe is per m2 and “plaster” in kg: it must give kg/m².',
        'formula b: “hight” at position 15 is no parameter and no unit.',
        'formula c: The expression ends too early.',
        'dimension d: A condition gives yes or no.',
      ],
    ],
    [
      'names that are taken, defaults that do not fit, units that are none',
      {
        params: [
          { kind: 'number', key: 'h', label: 'Height', unit: 'm', default: '2' },
          { kind: 'number', key: 'in', label: 'In', default: '2' },
          { kind: 'number', key: 'constructor', label: 'C', default: '2' },
          { kind: 'number', key: 'low', label: 'Low', default: '2', min: '3' },
          { kind: 'number', key: 'low', label: 'Twice', unit: 'furlong', default: '2' },
          { kind: 'derived', key: 'size', label: 'Size', unit: 'm2', formula: 'later * m' },
          { kind: 'number', key: 'later', label: 'Later', unit: 'm', default: '2' },
          { kind: 'derived', key: 'wide', label: 'Wide', unit: 'm2', formula: 'later * 2' },
          {
            kind: 'choice',
            key: 'pick',
            label: 'Pick',
            default: 'x',
            choices: [{ value: 'y', label: 'Y', overrides: { later: 'long', nobody: '1', size: '4' } }],
          },
        ],
        tables: [
          {
            key: 'weights',
            key_unit: 'mm',
            unit: 'stone',
            rows: ['1', '1.0', 'x'].map((key) => ({ key, value: '1' })),
          },
        ],
        components: [],
      },
      [
        'unknown_unit tables.weights: “stone” is no known unit.',
        'table tables.weights: “x” is no number.',
        'table tables.weights: There are two rows for “1”.',
        'name_taken params.h: “h” is a unit in formulas; choose another name.',
        'name_taken params.in: “in” is a word of the language; choose another name.',
        'name_taken params.constructor: “constructor” cannot be a name.',
        'param params.low: The default does not fit: “Low” is at least 3.',
        'name_taken params.low: “low” is there twice.',
        'unknown_unit params.low: “furlong” is no known unit.',
        'formula params.size: “later” at position 1 is no parameter and no unit.',
        'dimension params.wide: The formula gives m, but “Wide” is m².',
        'param params.pick: The default does not fit: “Pick” is one of y.',
        'param params.pick: “Later” is a decimal number.',
        'param params.pick: “y” brings a value for “nobody”, which it cannot.',
        'param params.pick: “Size” is worked out.',
      ],
    ],
    [
      'percentages of what does not stand before them',
      {
        components: [
          item('a', 'plaster'),
          percent('early', 'direct'),
          item('b', 'mason'),
          percent('self', ['self']),
          percent('later', ['a', 'last']),
          percent('last', ['a', 'self']),
          percent('end', 'labour'),
        ],
      },
      [
        'percent early: “early” is taken of all cost of its kind; “b” must stand before it.',
        'percent self: “self” is taken of “self”, which does not stand before it.',
        'percent later: “later” is taken of “last”, which does not stand before it.',
      ],
    ],
    [
      'what is bought',
      {
        components: [
          item('a', 'nothing'),
          item('b', 'mason', { waste_percent: '3' }),
          item('c', 'plaster', { waste_percent: '-3' }),
          item('d', 'plaster', { price: { source: 'fixed', unit_price: '1', currency: 'USD' } }),
          item('d', 'plaster'),
          {
            kind: 'crew',
            key: 'e',
            output_per_hour: '2',
            crew: ['mason', 'plaster', 'x'].map((item_id) => ({ item_id, count: '1' })),
          },
        ],
      },
      [
        'unknown_item a: This item is in no catalogue here.',
        'waste b: Only material is wasted; “mason” is none.',
        'waste c: Waste is not below zero.',
        'currency d: The price of “plaster” is in USD, not in EUR.',
        'duplicate_key d: Two components are called “d”.',
        'crew e/2: “plaster” is in “kg”; a crew is counted in hours or days.',
        'unknown_item e/3: This item is in no catalogue here.',
      ],
    ],
    [
      'recipes within',
      {
        params: [{ kind: 'number', key: 'coat', label: 'Coat', unit: 'mm', default: '10' }],
        components: [
          { kind: 'recipe', key: 'a', recipe_id: 'nobody', quantity: coefficient },
          {
            kind: 'recipe',
            key: 'b',
            recipe_id: 'plastering',
            quantity: coefficient,
            params: { coat: 'coat * coat', hue: '1' },
          },
          {
            kind: 'recipe',
            key: 'c',
            recipe_id: 'plastering',
            ...formula('2 * m3 / m2'),
            params: { coat: 'coat' },
          },
        ],
      },
      [
        'unknown_recipe a: There is no such recipe on 2026-01-01.',
        'dimension b/params.coat: The formula gives m², but “Thickness” is m.',
        'param b/params.hue: “plastering” has no parameter “hue” to be given.',
        'dimension c: The formula gives m, but the recipe is per m2 and “plastering” in m2: it must give a plain number.',
      ],
    ],
  ])('%s', (_what, version, errors) => expect(short(check(version))).toEqual({ errors, flags: [] }))

  it('refuses what cannot be worked out with the defaults', () => {
    const params = [
      { kind: 'number', key: 'pitch', label: 'Pitch', unit: 'm', default: '0' },
      { kind: 'choice', key: 'size', label: 'Size', default: 'XL', choices: [{ value: 'XL', label: 'XL' }] },
    ]
    const tables = [{ key: 'weights', unit: 'kg/m2', rows: [{ key: 'S', value: '1' }] }]
    const components = [
      item('a', 'plaster', formula('2 * kg / m / pitch')),
      item('b', 'plaster', formula('lookup(weights, size)')),
    ]
    expect(short(check({ params, tables, components })).errors).toEqual([
      'formula a: This divides by zero.',
      'formula b: The table “weights” has no row for XL.',
    ])
  })

  it('flags what has no price on the first day and what is no longer to be used, in recipes within, too', () => {
    const prices = new Map([
      ...wallItems,
      pricedItem('tile', 'material', 'm2', null),
      pricedItem('lime', 'material', 'kg', '1', { status: 'replaced' }),
    ])
    const components = [
      item('a', 'tile'),
      item('b', 'tile', { price: { source: 'fixed', unit_price: '30', currency: 'EUR' } }),
      item('c', 'lime'),
      { kind: 'crew', key: 'd', output_per_hour: '2', crew: [{ item_id: 'mason', count: '1' }] },
      { kind: 'recipe', key: 'e', recipe_id: 'plastering', quantity: coefficient },
    ]
    const [, { recipe, versions }] = recipeEntry({ id: 'new', output_unit: 'm2' }, { components })
    const asked = { recipe, version: versions[0]!, recipes: wallRecipes, prices, currency: 'EUR' }
    expect(short(checkRecipe(asked))).toEqual({
      errors: [],
      flags: ['no_price a: “tile” (TILE) has no price.', 'item_status c: “lime” is no longer to be used.'],
    })
    const dollars = short(checkRecipe({ ...asked, currency: 'USD' })).flags
    expect(dollars).toEqual([
      'no_price a: “tile” (TILE) has no price.',
      'item_status c: “lime” is no longer to be used.',
      'no_price c: “lime” (LIME) has no price in USD.',
      'no_price d/1: “mason” (MASON) has no price in USD.',
      'no_price e/plaster: “plaster” (PLASTER) has no price in USD.',
      'no_price e/mason: “mason” (MASON) has no price in USD.',
    ])
  })

  it('refuses a circle, on the first day and on a later one', () => {
    const within = (recipe_id: string) => ({ kind: 'recipe', key: 'in', recipe_id, quantity: coefficient })
    const [, wall] = recipeEntry({ id: 'wall', output_unit: 'm2' }, { components: [within('new')] })
    const recipes = new Map(wallRecipes).set('wall', wall)
    const circle = 'cycle : A recipe cannot contain itself: new → wall → new.'
    expect(short(check({ components: [within('wall')] }, {}, recipes)).errors).toEqual([circle])
    const later = {
      ...wall,
      versions: [
        { ...wall.versions[0]!, valid_from: '2027-01-01' },
        { ...wall.versions[0]!, components: [] },
      ],
    }
    expect(
      short(check({ components: [within('wall')] }, {}, new Map(recipes).set('wall', later))).errors,
    ).toEqual([circle])
    expect(check({ components: [within('new')] }).errors).toMatchObject([{ code: 'cycle' }])
  })

  it('refuses what makes a recipe that uses it too deep', () => {
    const within = (recipe_id: string) => ({ kind: 'recipe', key: 'in', recipe_id, quantity: coefficient })
    const chain = (from: string, length: number, last: string[]): RecipeBook =>
      new Map(
        Array.from({ length }, (_, at) => {
          const next = at + 1 < length ? [`${from}${at + 1}`] : last
          return recipeEntry({ id: `${from}${at}`, output_unit: 'm2' }, { components: next.map(within) })
        }),
      )
    const [id, before] = recipeEntry({ id: 'new', output_unit: 'm2' }, { components: [] })
    const book = (below: number): RecipeBook =>
      new Map([...chain('up', 6, ['new']), ...chain('down', below, []), [id, before]])
    const version = { id: 'new@2', version_no: 2, valid_from: '2026-02-01', components: [within('down0')] }
    expect(check(version, {}, book(5)).errors).toEqual([])
    expect(check(version, {}, book(6)).errors).toMatchObject([{ code: 'too_deep' }])
  })

  // Some of the formulas come to these with the parameters at 1; here it is about units.
  const ofValues = new Set([
    'This divides by zero.',
    'What is rounded to must be above zero.',
    'This number is too large.',
  ])
  const count = process.env['LONG'] ? 20_000 : 1000

  it(`refuses ${count} recipes with one wrong unit at save, and lets the right ones through`, () => {
    const source = new QuantitySource(5)
    const params = [
      ['width', 'm'],
      ['area', 'm2'],
      ['density', 'kg/m3'],
      ['pace', 'm2/h'],
      ['share', ''],
      ['number', 'pcs'],
    ].map(([key, unit]) => ({ kind: 'number', key, label: key, unit, default: '1' }))
    const rest = [
      { kind: 'bool', key: 'insulated', label: 'I', default: true },
      { kind: 'choice', key: 'format', label: 'F', default: 'DF', choices: [{ value: 'DF', label: 'D' }] },
    ]
    let checked = 0
    while (checked < count) {
      const made = source.formula()
      // The recipe is per kg of an item in kg, so that a formula must give a plain number.
      if (Object.keys(made.gives).length > 0) continue
      checked++
      const errors = (text: string) =>
        check(
          { params: [...params, ...rest], components: [item('a', 'plaster', formula(text))] },
          { output_unit: 'kg' },
        ).errors.filter(({ message }) => !ofValues.has(message))
      const [right, wrong] = [made.pieces.join(''), source.spoil(made)]
      expect(errors(right), right).toEqual([])
      expect(errors(wrong), wrong).toHaveLength(1)
    }
  })
})
