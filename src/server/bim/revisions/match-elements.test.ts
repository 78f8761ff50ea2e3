import { describe, expect, it } from 'vitest'
import { compareElements } from './compare-elements.ts'
import { matchElements } from './match-elements.ts'
import type { RevisionElement } from './revision-element.ts'

const wall = (
  id: string,
  more: Partial<RevisionElement> = {},
  x = 0,
  size = [4, 0.24, 2.5],
): RevisionElement => ({
  id,
  identity: id,
  globalId: `guid-${id}`,
  ifcClass: 'IfcWall',
  tag: null,
  name: 'Wall',
  typeName: 'Brick 24',
  predefinedType: null,
  storey: 'Ground floor',
  materials: 'Brick',
  shape: {
    box: [x, 0, 0, ...size.map((length, axis) => length + (axis === 0 ? x : 0))],
    middle: [x, 0, 1.25],
    area: 23.1,
  },
  quantities: 'q',
  properties: 'p',
  ...more,
})
const found = (before: RevisionElement[], after: RevisionElement[]) => {
  const matching = matchElements(before, after)
  return {
    pairs: matching.matches.map(({ before: one, after: other, method }) => `${one.id}=${other.id} ${method}`),
    review: matching.review.map(({ before: b, after: a }) => [b.length, a.length]),
    removed: matching.removed.map(({ id }) => id),
    added: matching.added.map(({ id }) => id),
  }
}

describe('the match ladder', () => {
  it('takes a GlobalId that one element on each side has', () => {
    const after = wall('b', { globalId: 'guid-a', name: 'Renamed' }, 20)
    expect(found([wall('a')], [after]).pairs).toEqual(['a=b guid'])
  })

  it('takes a tag where something else agrees, and not where nothing does', () => {
    const tagged = wall('a', { tag: '17' })
    expect(found([tagged], [wall('b', { tag: '17', name: 'Renamed' }, 9)]).pairs).toEqual(['a=b tag'])
    const other = wall('b', { tag: '17', name: 'Renamed' }, 9, [1, 1, 1])
    expect(found([tagged], [other])).toMatchObject({ pairs: [], removed: ['a'], added: ['b'] })
  })

  it('pairs those of one name by where they are, whatever their order', () => {
    const before = [wall('a', {}, 0), wall('b', {}, 5), wall('c', {}, 10)]
    const after = [wall('z', {}, 10.02), wall('x', {}, 0.01), wall('y', {}, 5)]
    expect(found(before, after).pairs).toEqual(['a=x name_type', 'b=y name_type', 'c=z name_type'])
  })

  it('goes by shape and place where names are running numbers', () => {
    const before = [wall('a', { name: 'Wall 1' }, 0), wall('b', { name: 'Wall 2' }, 5)]
    const after = [wall('x', { name: 'Wall 2' }, 0), wall('y', { name: 'Wall 3' }, 5)]
    expect(found(before, after).pairs).toEqual(['a=x shape_place', 'b=y shape_place'])
  })

  it('follows the only one of its name, or of its name and shape, to another place', () => {
    expect(found([wall('a')], [wall('b', {}, 8)]).pairs).toEqual(['a=b name_type'])
    // One that was made longer is still where it was.
    expect(found([wall('a')], [wall('b', {}, 0.4, [4.8, 0.24, 2.5])]).pairs).toEqual(['a=b name_type'])
    const before = [wall('a', {}, 0), wall('b', {}, 5, [2, 0.24, 2.5])]
    const after = [wall('x', {}, 30), wall('y', {}, 40, [2, 0.24, 2.5])]
    expect(found(before, after).pairs).toEqual(['a=x name_type', 'b=y name_type'])
  })

  it('follows many of one name that were moved a little, or all together', () => {
    const row = [wall('a', {}, 0), wall('b', {}, 5), wall('c', {}, 10)]
    const lifted = (id: string, x: number) => wall(id, {}, x + 0.1)
    expect(found(row, [lifted('y', 5), lifted('x', 0), lifted('z', 10), lifted('new', 20)])).toMatchObject({
      pairs: ['a=x name_type', 'b=y name_type', 'c=z name_type'],
      added: ['new'],
    })
    const away = [wall('y', {}, 32), wall('x', {}, 27), wall('z', {}, 37)]
    expect(found(row, away).pairs).toEqual(['a=x name_type', 'b=y name_type', 'c=z name_type'])
  })

  it('never guesses: what could be several is for review', () => {
    const twins = [wall('a', {}, 0), wall('b', {}, 5)]
    expect(found(twins, [wall('x', {}, 30), wall('y', {}, 40)])).toMatchObject({
      pairs: [],
      review: [[2, 2]],
    })
    const stacked = [wall('x', {}, 0), wall('y', {}, 0)]
    expect(found([wall('a', {}, 0), wall('b', {}, 0)], stacked)).toMatchObject({
      pairs: [],
      review: [[2, 2]],
    })
    // The same name, but elsewhere and of another shape.
    expect(found([wall('a')], [wall('x', {}, 9, [1, 1, 1])])).toMatchObject({ pairs: [], review: [[1, 1]] })
  })

  it('knows what is new and what is gone', () => {
    const door = wall('d', { ifcClass: 'IfcDoor', name: 'Door' }, 3)
    expect(found([wall('a')], [door])).toEqual({ pairs: [], review: [], removed: ['a'], added: ['d'] })
  })
})

describe('what became of elements', () => {
  const becomes = (after: RevisionElement) => {
    const [{ kind, differences } = { kind: null, differences: [] }] = compareElements(
      matchElements([wall('a', { globalId: 'one' })], [after]),
    )
    return [kind, ...differences]
  }
  it('is told by shape, place, quantities and properties', () => {
    const same = { globalId: 'one' }
    expect(becomes(wall('b', same))).toEqual(['same'])
    expect(becomes(wall('b'))).toEqual(['carried'])
    expect(becomes(wall('b', same, 0.004))).toEqual(['same'])
    expect(becomes(wall('b', same, 0.5))).toEqual(['moved', 'place'])
    expect(becomes(wall('b', same, 0, [4, 0.24, 2.75]))).toEqual(['changed', 'geometry'])
    expect(becomes(wall('b', { ...same, quantities: 'r' }))).toEqual(['changed', 'quantity'])
    expect(becomes(wall('b', { ...same, properties: 'r', materials: 'Stone' }))).toEqual([
      'changed',
      'property',
    ])
    expect(becomes(wall('b', { ...same, shape: null }))).toEqual(['changed', 'geometry'])
  })
})
