import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { recipeEntry } from '../../tests/support/wall-recipes.ts'
import type { RecipeBook, RecipeEntry } from './recipe-book.ts'
import { checkGraph } from './recipe-graph.ts'
import { whereUsed } from './where-used.ts'

const quantity = { mode: 'coefficient', coefficient: '1' }
const components = (children: readonly string[]): object[] => [
  { kind: 'item', key: 'own', item_id: 'cement', quantity },
  ...children.map((recipe_id, index) => ({ kind: 'recipe', key: `c${index}`, recipe_id, quantity })),
]
const book = (edges: Record<string, string[]>): RecipeBook =>
  new Map(
    Object.entries(edges).map(([id, children]) =>
      recipeEntry({ id, output_unit: 'm2' }, { components: components(children) }),
    ),
  )

describe('checkGraph', () => {
  it('names the circle and only the circle', () => {
    const recipes = book({
      house: ['wall', 'roof'],
      wall: ['plaster'],
      plaster: ['paint'],
      paint: ['wall'],
      roof: [],
    })
    expect(checkGraph(recipes, 'house', '2026-01-01')).toMatchObject({
      code: 'cycle',
      message: 'A recipe cannot contain itself: wall → plaster → paint → wall.',
    })
    expect(checkGraph(book({ a: ['a'] }), 'a', '2026-01-01')?.message).toContain('a → a.')
    expect(checkGraph(recipes, 'roof', '2026-01-01')).toBeNull()
  })

  it('lets a recipe stand in many, and 12 deep but not 13', () => {
    expect(checkGraph(book({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }), 'a', '2026-01-01')).toBeNull()
    const chain = (length: number): RecipeBook =>
      book(
        Object.fromEntries(
          Array.from({ length }, (_, at) => [`r${at}`, at + 1 < length ? [`r${at + 1}`] : []]),
        ),
      )
    expect(checkGraph(chain(12), 'r0', '2026-01-01')).toBeNull()
    expect(checkGraph(chain(13), 'r0', '2026-01-01')).toMatchObject({ code: 'too_deep' })
    expect(checkGraph(chain(13), 'r1', '2026-01-01')).toBeNull()
    expect(checkGraph(chain(30_000), 'r0', '2026-01-01')).toMatchObject({ code: 'too_deep' })
  })

  it('looks at the versions of the day: what turns round later is no circle', () => {
    const version = (id: string, no: number, valid_from: string, children: string[]) =>
      recipeEntry(
        { id, output_unit: 'm2' },
        { version_no: no, valid_from, components: components(children) },
      )[1]
    const merged = (...entries: RecipeEntry[]): RecipeEntry => ({
      recipe: entries[0]!.recipe,
      versions: entries.flatMap(({ versions }) => versions),
    })
    const recipes: RecipeBook = new Map([
      ['a', merged(version('a', 1, '2026-01-01', ['b']), version('a', 2, '2026-06-01', []))],
      ['b', merged(version('b', 1, '2026-01-01', []), version('b', 2, '2026-06-01', ['a']))],
      ['c', merged(version('c', 1, '2026-01-01', []), version('c', 2, '2026-05-01', ['b', 'a']))],
    ])
    for (const day of ['2026-01-01', '2026-05-31', '2026-06-01'])
      for (const start of ['a', 'b', 'c']) expect(checkGraph(recipes, start, day)).toBeNull()
    const early = new Map(recipes).set('b', version('b', 2, '2026-05-01', ['a']))
    expect(checkGraph(early, 'a', '2026-05-15')).toMatchObject({ code: 'cycle' })
  })

  it('agrees with removing leaves until none is left (500 random graphs)', () => {
    const random = randomFrom(3)
    const found = { circles: 0, none: 0 }
    for (let made = 0; made < 500; made++) {
      const ids = Array.from({ length: 8 }, (_, at) => `r${at}`)
      const edges = Object.fromEntries(ids.map((id) => [id, ids.filter(() => random() < 0.14)]))
      const hasCircle = reachableCircle(edges, 'r0')
      const refusal = checkGraph(book(edges), 'r0', '2026-01-01')
      expect(refusal?.code === 'cycle').toBe(hasCircle)
      found[hasCircle ? 'circles' : 'none']++
      const path = refusal && / itself: (.*)\.$/.exec(refusal.message)?.[1]?.split(' → ')
      // Each step of the path is one of the graph, and it comes back to where it began.
      if (path) {
        expect(path.at(0)).toBe(path.at(-1))
        path.slice(1).forEach((id, at) => expect(edges[path[at]!]).toContain(id))
      }
    }
    expect(Math.min(found.circles, found.none)).toBeGreaterThan(50)
  })
})

function reachableCircle(edges: Record<string, string[]>, start: string): boolean {
  const reached = new Set([start])
  for (const id of reached) for (const child of edges[id] ?? []) reached.add(child)
  const left = new Set(reached)
  for (let shrunk = true; shrunk;) {
    shrunk = false
    for (const id of left) if (!(edges[id] ?? []).some((child) => left.has(child))) shrunk = left.delete(id)
  }
  return left.size > 0
}

describe('whereUsed', () => {
  const recipes = book({
    house: ['wall', 'roof'],
    wall: ['plaster'],
    roof: ['plaster'],
    plaster: [],
    garden: [],
  })

  it('finds the recipes that use a recipe, directly and through others', () => {
    const uses = whereUsed(recipes, { recipe: 'plaster' }).map(({ recipe_id, through }) => [
      recipe_id,
      ...through,
    ])
    expect(uses).toEqual([['wall'], ['roof'], ['house', 'wall'], ['house', 'roof']])
    expect(whereUsed(recipes, { recipe: 'house' })).toEqual([])
  })

  it('finds those that use an item', () => {
    const users = new Set(whereUsed(recipes, { item: 'cement' }).map((use) => use.recipe_id))
    expect(users).toEqual(new Set(['house', 'wall', 'roof', 'plaster', 'garden']))
    expect(whereUsed(recipes, { item: 'steel' })).toEqual([])
  })

  it('ends in a circle', () => {
    const round = whereUsed(book({ a: ['b'], b: ['a'] }), { recipe: 'a' })
    expect(round.map((use) => use.recipe_id)).toEqual(['b', 'a'])
  })
})
