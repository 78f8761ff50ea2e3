import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import type { ParamValue } from '#contracts/recipe.ts'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { pricedItem, recipeEntry, wallItems, wallRecipes } from '../../tests/support/wall-recipes.ts'
import { checkRecipe } from './check-recipe.ts'
import { expandRecipe, type ExpandQuestion } from './expand-recipe.ts'
import type { RecipeBook } from './recipe-book.ts'
import type { ExpandedRecipe, ItemLeaf, PercentLeaf, TreeNode } from './recipe-tree.ts'

const cent = { digits: 2, mode: 'half_up' } as const
const cents = { coefficient: null, amount: cent, rate: cent }

function expand(recipe: string, rest: Partial<ExpandQuestion> = {}): ExpandedRecipe {
  const recipes = rest.recipes ?? wallRecipes
  const recipeVersion = recipes.get(recipe)!.versions[0]!
  return expandRecipe({
    recipes,
    prices: wallItems,
    recipeVersion,
    quantity: '10',
    currency: 'EUR',
    date: '2026-03-01',
    rounding: cents,
    ...rest,
  })
}

const all = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => ('children' in node ? [node, ...all(node.children)] : [node]))
const leaves = (tree: ExpandedRecipe): (ItemLeaf | PercentLeaf)[] =>
  all(tree.children).filter((node) => node.kind === 'item' || node.kind === 'percent')
const amounts = (tree: ExpandedRecipe): Record<string, string | null> =>
  Object.fromEntries(leaves(tree).map(({ path, amount }) => [path, amount]))
const item = (tree: ExpandedRecipe, path: string): ItemLeaf => {
  const found = leaves(tree).find((leaf) => leaf.path === path)
  if (found?.kind !== 'item') throw new Error(`no item at ${path}`)
  return found
}
const add = (texts: readonly (string | null)[]): string =>
  texts.reduce((sum, text) => sum.plus(text ?? '0'), new Big(0)).toFixed(2)

describe('expandRecipe', { timeout: 300_000 }, () => {
  it('prices and explains a wall down to the cent', () => {
    const tree = expand('wall')
    expect(tree.problems).toEqual([])
    expect(amounts(tree)).toEqual({
      bricks: '63.14',
      mortar: '7.79',
      'crew/1': '73.00',
      'crew/2': '27.50',
      'crew/3': '1.97',
      'plaster/plaster': '23.52',
      'plaster/mason': '40.88',
      'plaster/tools': '1.64',
      tools: '4.24',
      risk: '1.60',
    })
    expect(tree).toMatchObject({
      sum: '245.28',
      rate: '245.28',
      rounding_difference: '0',
      unit: 'm2',
      by_type: { labour: '141.38', material: '94.45', equipment: '7.85', subcontract: '0.00', other: '1.60' },
    })
    expect(item(tree, 'bricks')).toEqual({
      kind: 'item',
      path: 'bricks',
      item_id: 'brick',
      code: 'BRICK',
      name: 'brick',
      type: 'material',
      unit: '1000 pcs',
      working: {
        formula: 'volume * lookup(bricks, format)',
        numbers: '0.24 m3/m2 * lookup(bricks, “NF”)',
        result: '0.09888',
        unit: '1000 pcs',
      },
      waste_percent: '3',
      factor: '1',
      per_unit: '0.1018464',
      quantity: '1.018464',
      price: {
        unit_price: '620',
        price_basis: '1',
        currency: 'EUR',
        from: 'lookup',
        price_id: 'price-brick',
        source: 'manual',
        list_price: '620',
        discount_percent: '0',
        region: null,
        valid_from: '2026-01-01',
        valid_to: null,
      },
      amount: '63.14',
      overridden: [],
    })
    expect(item(tree, 'mortar')).toMatchObject({ per_unit: '66', quantity: '660', waste_percent: '10' })
    expect(item(tree, 'crew/2')).toMatchObject({ per_unit: '0.078125', unit: 'wd', waste_percent: null })
    expect(item(tree, 'plaster/plaster')).toMatchObject({
      factor: '2',
      per_unit: '56',
      working: { result: '28' },
    })
    const nodes = all(tree.children)
    expect(nodes.find(({ path }) => path === 'plaster')).toMatchObject({
      kind: 'recipe',
      amount: '66.04',
      params: [{ key: 'coat', value: '20', unit: 'mm', from: 'given' }],
    })
    expect(nodes.find(({ path }) => path === 'wool')).toEqual({
      kind: 'skipped',
      path: 'wool',
      condition: 'insulated && thickness > 0.2 * m',
      numbers: 'no && 0.24 m > 0.2 * m',
    })
    expect(nodes.find(({ path }) => path === 'note')).toMatchObject({ text: 'Without scaffolding.' })
  })

  it('takes a value that was given, else the one a choice brings, else the default', () => {
    const thickness = (params: Record<string, ParamValue>) =>
      expand('wall', { params }).params.find(({ key }) => key === 'thickness')
    expect(thickness({})).toMatchObject({ value: '0.24', from: 'default' })
    expect(thickness({ format: 'DF' })).toMatchObject({ value: '0.115', from: 'choice' })
    expect(thickness({ format: 'DF', thickness: '0.3' })).toMatchObject({ value: '0.3', from: 'given' })
    const thin = expand('wall', { params: { format: 'DF', insulated: true } })
    // 0.115 m × 573 pcs/m³ with 3 % waste at 620 per 1,000; a thin wall has thin plaster and no wool.
    expect(amounts(thin)).toMatchObject({ bricks: '42.08', 'plaster/plaster': '14.11' })
    expect(amounts(thin)).not.toHaveProperty('wool')
    expect(amounts(expand('wall', { params: { insulated: true } }))).toMatchObject({ wool: '10.24' })
  })

  it('refuses values a parameter cannot have, each with its path', () => {
    const tree = expand('wall', { params: { thickness: '0.6', format: 'XL', insulated: 'yes', hight: '2' } })
    expect(tree.rate).toBeNull()
    expect(tree.problems).toMatchObject([
      { code: 'param', path: 'params.format', message: '“Format” is one of NF, DF.', at: null },
      { code: 'param', path: 'params.thickness', message: '“Thickness” is at most 0.5 m.', at: null },
      { code: 'param', path: 'params.insulated', message: '“Insulated” is yes or no.', at: null },
      { code: 'param', path: 'params.hight', message: 'There is no parameter “hight”.', at: null },
    ])
  })

  it('has no rate while a price is missing, and says which', () => {
    const tree = expand('wall', { date: '2025-06-01', recipes: before2026() })
    expect(tree.rate).toBeNull()
    expect(tree.rounding_difference).toBeNull()
    expect(tree.sum).toBe('0.00')
    expect(amounts(tree)).toMatchObject({ bricks: null, tools: null, risk: null })
    expect(tree.problems.every(({ code }) => code === 'no_price')).toBe(true)
    expect(tree.problems[0]?.message).toBe('“brick” (BRICK) has no price in EUR on 2025-06-01.')
  })

  it('what if: another price or quantity of one leaf, and nothing else moves', () => {
    const before = amounts(expand('wall'))
    const tree = expand('wall', {
      overrides: { bricks: { price: '700' }, 'plaster/plaster': { quantity: '50' } },
    })
    expect(item(tree, 'bricks')).toMatchObject({
      amount: '71.29',
      overridden: ['price'],
      price: { from: 'what_if', unit_price: '700', price_id: null },
    })
    expect(item(tree, 'plaster/plaster')).toMatchObject({ amount: '21.00', overridden: ['quantity'] })
    expect(amounts(tree)).toEqual({ ...before, bricks: '71.29', 'plaster/plaster': '21.00' })
    expect(
      expand('wall', { overrides: { roof: { price: '1' }, bricks: { price: 'x' } } }).problems,
    ).toMatchObject([
      { code: 'override', path: 'bricks' },
      { code: 'unknown_path', path: 'roof' },
    ])
  })

  it('a coefficient is for the basis; a formula says itself what it is for', () => {
    const entry = (quantity: object) =>
      new Map([
        recipeEntry(
          { id: 'paint', output_unit: 'm2', output_basis: '100' },
          { components: [{ kind: 'item', key: 'plaster', item_id: 'plaster', quantity }] },
        ),
      ])
    const perUnit = (quantity: object) =>
      item(expand('paint', { recipes: entry(quantity) }), 'plaster').per_unit
    expect(perUnit({ mode: 'coefficient', coefficient: '35' })).toBe('0.35')
    expect(perUnit({ mode: 'formula', formula: '0.35 * kg / m2' })).toBe('0.35')
    expect(perUnit({ mode: 'formula', formula: '350 * kg / (1000 * m2)' })).toBe('0.35')
  })

  it('a formula is for what the output unit says, a hundred square metres too', () => {
    const recipes = new Map([
      recipeEntry(
        { id: 'paint', output_unit: '100 m2' },
        {
          components: [
            {
              kind: 'item',
              key: 'a',
              item_id: 'plaster',
              quantity: { mode: 'formula', formula: '0.35 * kg / m2' },
            },
            {
              kind: 'item',
              key: 'b',
              item_id: 'plaster',
              quantity: { mode: 'coefficient', coefficient: '35' },
            },
          ],
        },
      ),
    ])
    const tree = expand('paint', { recipes })
    expect([item(tree, 'a').per_unit, item(tree, 'b').per_unit]).toEqual(['35', '35'])
  })

  it('only material is wasted, whatever an item says', () => {
    const prices = new Map([
      pricedItem('mason', 'labour', 'h', '50', { waste_default: '10' }),
      pricedItem('sand', 'material', 't', '50', { waste_default: '10' }),
    ])
    const quantity = { mode: 'coefficient', coefficient: '2' }
    const components = [
      { kind: 'item', key: 'a', item_id: 'mason', quantity },
      { kind: 'item', key: 'b', item_id: 'sand', quantity },
      { kind: 'item', key: 'c', item_id: 'sand', quantity, waste_percent: '0' },
    ]
    const recipes = new Map([recipeEntry({ id: 'bed', output_unit: 'm2' }, { components })])
    const tree = expand('bed', { recipes, prices })
    expect(['a', 'b', 'c'].map((path) => item(tree, path).per_unit)).toEqual(['2', '2.2', '2'])
  })

  it('a percentage of all direct cost has no other percentage in it, one of named components may', () => {
    const quantity = { mode: 'coefficient', coefficient: '100' }
    const percent = (key: string, of: unknown) => ({
      kind: 'percent',
      key,
      label: key,
      percent: '10',
      of,
      type: 'labour',
    })
    const components = [
      { kind: 'item', key: 'a', item_id: 'mason', quantity },
      percent('p', 'direct'),
      percent('q', 'direct'),
      percent('r', 'labour'),
      percent('s', ['a', 'p']),
    ]
    const recipes = new Map([recipeEntry({ id: 'work', output_unit: 'm2' }, { components })])
    expect(amounts(expand('work', { recipes }))).toEqual({
      a: '5840.00',
      p: '584.00',
      q: '584.00',
      r: '584.00',
      s: '642.40',
    })
    const lost = new Map([
      recipeEntry({ id: 'work', output_unit: 'm2' }, { components: [percent('s', ['a'])] }),
    ])
    expect(expand('work', { recipes: lost })).toMatchObject({
      rate: null,
      problems: [{ code: 'percent', path: 's' }],
    })
  })

  it('the quantity asked decides which price counts', () => {
    const [
      id,
      {
        item: sand,
        prices: [price],
      },
    ] = pricedItem('sand', 'material', 't', '30')
    const many = { ...price!, id: 'many', min_quantity: '20', unit_price: '24' }
    const prices = new Map([[id, { item: sand, prices: [price!, many] }]])
    const quantity = { mode: 'coefficient', coefficient: '2' }
    const components = [{ kind: 'item', key: 'a', item_id: 'sand', quantity }]
    const recipes = new Map([recipeEntry({ id: 'bed', output_unit: 'm2' }, { components })])
    const rate = (asked: string) => expand('bed', { recipes, prices, quantity: asked }).rate
    expect([rate('9.999'), rate('10')]).toEqual(['60.00', '48.00'])
  })

  it('refuses a formula of the wrong dimension in words', () => {
    const recipes = new Map([
      recipeEntry(
        { id: 'slab', output_unit: 'm3', name: 'Slab' },
        {
          components: [
            {
              kind: 'item',
              key: 'a',
              item_id: 'mortar',
              quantity: { mode: 'formula', formula: '2 * m * 0.3 * m' },
            },
            {
              kind: 'item',
              key: 'b',
              item_id: 'plaster',
              quantity: { mode: 'formula', formula: '120 * kg' },
            },
          ],
        },
      ),
    ])
    expect(expand('slab', { recipes }).problems).toMatchObject([
      {
        code: 'dimension',
        path: 'a',
        message:
          'The formula gives m², but the recipe is per m3 and “mortar” in l: it must give a plain number.',
      },
      {
        path: 'b',
        message:
          'The formula gives kg, but the recipe is per m3 and “plaster” in kg: it must give kg/m³. Divide it by what it is for, as in (…) / m3.',
      },
    ])
  })

  it('a recipe that would have millions of leaves is refused before it has them', () => {
    const recipes = new Map(
      Array.from({ length: 12 }, (_, level) => {
        const quantity = { mode: 'coefficient', coefficient: '1' }
        const parts = Array.from({ length: 10 }, (_, at) =>
          level < 11
            ? { kind: 'recipe', key: `c${at}`, recipe_id: `l${level + 1}`, quantity }
            : { kind: 'item', key: `c${at}`, item_id: 'plaster', quantity },
        )
        return recipeEntry({ id: `l${level}`, output_unit: 'kg' }, { components: parts })
      }),
    )
    expect(expand('l0', { recipes })).toMatchObject({
      rate: null,
      problems: [{ code: 'too_large', path: '' }],
    })
    expect(expand('l9', { recipes })).toMatchObject({ rate: '420.00', problems: [] })
    const [id, { recipe, versions }] = [...recipes][0]!
    const asked = { recipe, version: versions[0]!, recipes, prices: wallItems, currency: 'USD' }
    const { errors, flags } = checkRecipe(asked)
    expect([id, errors.map(({ code }) => code), flags.length]).toEqual(['l0', ['too_large'], 10])
  })

  it('a circle and more than 12 recipes deep are problems with their path', () => {
    const chain = (length: number, last: string | null): RecipeBook =>
      new Map(
        Array.from({ length }, (_, index) => {
          const next = index + 1 < length ? `r${index + 1}` : last
          const quantity = { mode: 'coefficient', coefficient: '1' }
          const part = next
            ? { kind: 'recipe', key: 'in', recipe_id: next, quantity }
            : { kind: 'item', key: 'it', item_id: 'plaster', quantity }
          return recipeEntry({ id: `r${index}`, output_unit: 'kg' }, { components: [part] })
        }),
      )
    expect(expand('r0', { recipes: chain(12, null) }).rate).toBe('0.42')
    expect(expand('r0', { recipes: chain(13, null) }).problems).toMatchObject([{ code: 'too_deep' }])
    expect(expand('r0', { recipes: chain(3, 'r1') }).problems).toMatchObject([
      { code: 'cycle', path: 'in/in/in', message: 'A recipe cannot contain itself: r1 → r2 → r1.', at: null },
    ])
  })

  const count = process.env['LONG'] ? 20_000 : 500

  it(`what is shown is what is used, and leaves, types and rate agree (${count} random recipes)`, () => {
    const random = randomFrom(11)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
    const prices = new Map(
      Array.from({ length: 12 }, (_, index) =>
        pricedItem(
          `i${index}`,
          pick(['labour', 'material', 'equipment', 'subcontract', 'other'] as const),
          pick(['h', 'kg', 'm2', '100 pcs', '']),
          (random() * 900).toFixed(pick([2, 4])),
          { price_basis: pick(['1', '1', '1000', '3']), waste_default: pick([null, '2.5', '7']) },
        ),
      ),
    )
    const rounded = [null, { digits: 2, mode: 'half_up' }, { digits: 3, mode: 'half_even' }] as const
    for (let made = 0; made < count; made++) {
      const recipes = new Map(
        [0, 1, 2].map((level) => {
          const quantity = () => ({ mode: 'coefficient', coefficient: (random() * 4).toFixed(pick([0, 3])) })
          const components = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) =>
            level < 2 && random() < 0.4
              ? { kind: 'recipe', key: `c${index}`, recipe_id: `l${level + 1}`, quantity: quantity() }
              : {
                  kind: 'item',
                  key: `c${index}`,
                  item_id: `i${Math.floor(random() * 12)}`,
                  quantity: quantity(),
                },
          )
          const of = pick(['labour', 'material', 'equipment', 'direct', ['c0']] as const)
          const percent = { kind: 'percent', key: 'p', label: 'P', percent: '3.3', of, type: 'other' }
          return recipeEntry({ id: `l${level}`, output_unit: 'm2' }, { components: [...components, percent] })
        }),
      )
      const rounding = { coefficient: pick(rounded), amount: pick(rounded), rate: pick(rounded) }
      const tree = expand('l0', { recipes, prices, rounding })
      expect(tree.problems).toEqual([])
      const sum = (texts: readonly (string | null)[]): Big =>
        texts.reduce((total, text) => total.plus(text!), new Big(0))
      const leafSum = sum(leaves(tree).map(({ amount }) => amount))
      expect(leafSum.eq(tree.sum)).toBe(true)
      expect(sum(Object.values(tree.by_type)).eq(tree.sum)).toBe(true)
      expect(new Big(tree.sum).plus(tree.rounding_difference!).eq(tree.rate!)).toBe(true)
      for (const node of all(tree.children)) {
        if ('children' in node) {
          const inner = node.children.map((child) => ('amount' in child ? child.amount : '0'))
          expect(sum(inner).eq(node.amount!)).toBe(true)
        }
        if (node.kind !== 'item') continue
        const exact = new Big(node.per_unit).times(node.price!.unit_price)
        const digits = rounding.amount?.digits ?? 12
        const half = new Big(10).pow(-digits).div(2).times(node.price!.price_basis)
        // Within half a unit of the last place, the price basis multiplied out so that nothing is divided here.
        expect(exact.minus(new Big(node.amount!).times(node.price!.price_basis)).abs().lte(half)).toBe(true)
      }
    }
  })

  it('the sum of the shown amounts is the shown rate, whatever the quantity', () => {
    for (const quantity of ['0', '1', '-3', '0.001', '123456.789']) {
      const tree = expand('wall', { quantity })
      expect(add(leaves(tree).map(({ amount }) => amount))).toBe(tree.rate)
    }
  })
})

/** The same recipes, begun a year earlier than their prices. */
function before2026(): RecipeBook {
  return new Map(
    [...wallRecipes].map(([id, { recipe, versions }]) => [
      id,
      { recipe, versions: versions.map((version) => ({ ...version, valid_from: '2025-01-01' })) },
    ]),
  )
}
