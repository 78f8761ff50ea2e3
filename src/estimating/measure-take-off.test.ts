import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTakeoffRule } from './check-takeoff-rule.ts'
import { addFixed, parseFixed, plainText, sumFixed, zero } from './fixed.ts'
import { measureElement, measureTakeOff, variablesRead } from './measure-take-off.ts'
import { isPropertySplit } from '#contracts/takeoff.ts'
import { hasProperties } from './element-values.ts'
import { splitValue } from './split-value.ts'
import { groupItems, wordsOfLine } from './take-off-lines.ts'
import type { ElementQuantity, TakeoffElement, TakeoffRule, TakeoffVariable } from './takeoff-rule.ts'

const variables: readonly TakeoffVariable[] = [
  { key: 'volume', unit: 'm3' },
  { key: 'net_volume', unit: 'm3' },
  { key: 'area', unit: 'm2' },
  { key: 'length', unit: 'm' },
  { key: 'weight', unit: 'kg' },
  { key: 'count', unit: 'pcs' },
]
const rule = (more: Partial<TakeoffRule> = {}): TakeoffRule => ({
  id: 'r1',
  name: 'Walls',
  formula: 'volume',
  unit: 'm3',
  waste: null,
  whenMissing: 'computed',
  priority: 0,
  sort: 0,
  exclusive: true,
  splitBy: [],
  properties: [],
  variables: [],
  params: [],
  ...more,
})
const quantity = (more: Partial<ElementQuantity> = {}): ElementQuantity => ({
  keys: ['net_volume', 'volume'],
  value: '2.5',
  source: 'qto',
  zero: false,
  assumedUnit: false,
  ...more,
})
const element = (more: Partial<TakeoffElement> = {}): TakeoffElement => ({
  id: 'e1',
  facts: {
    ifc_class: 'IfcWall',
    predefined_type: null,
    type_name: 'W24',
    materials: 'KS',
    storey: 'EG',
    classification: null,
    name: 'Wall 1',
  },
  quantities: [quantity()],
  properties: { Pset_WallCommon: { IsExternal: true, Reference: 'W24', Thickness: '240' } },
  counts: true,
  ...more,
})
const one = (given: Partial<TakeoffRule>, of: Partial<TakeoffElement> = {}) =>
  measureElement(rule(given), element(of), variablesRead(rule(given), variables))

describe('a rule', () => {
  it('is refused when it gives another dimension than it is counted in, or reads what there is not', () => {
    const check = (formula: string, unit: string, names: TakeoffRule['variables'] = []): string[] =>
      checkTakeoffRule({ formula, unit, variables: names, params: [] }, variables).map(({ code }) => code)
    expect(check('net_volume', 'm3')).toEqual([])
    expect(check('net_volume', 'm2')).toEqual(['dimension'])
    expect(check('area * 0.24 * m', 'm3')).toEqual([])
    expect(check('area + length', 'm2')).toEqual(['formula'])
    expect(check('count', 'm2')).toEqual(['dimension'])
    expect(check('count', 'Stk')).toEqual([])
    expect(check('weight', 't')).toEqual([])
    expect(check('wieght', 't')).toEqual(['formula'])
    expect(check('volume', 'barrels')).toEqual(['unknown_unit'])
    const thickness = { key: 'thick', name: 'Thickness', unit: 'mm' }
    expect(check('area * thick', 'm3', [thickness])).toEqual([])
    expect(check('area * thick', 'm2', [thickness])).toEqual(['dimension'])
    expect(check('area', 'm2', [{ ...thickness, key: 'volume' }])).toEqual(['name_taken'])
  })

  it('counts in the unit it is asked in, with waste and a trace', () => {
    expect(one({ waste: '5' })).toMatchObject({
      quantity: '2.625000',
      source: 'qto',
      trace: '2.5 m3 + 5 %',
      flags: [],
    })
    expect(one({ unit: 'l' })).toMatchObject({ quantity: '2500.000000' })
    const heavy = quantity({ keys: ['net_weight', 'weight'], value: '1234.5678' })
    expect(one({ formula: 'weight', unit: 't' }, { quantities: [heavy] })).toMatchObject({
      quantity: '1.234568',
    })
    expect(one({ formula: 'count', unit: 'pcs' })).toMatchObject({ quantity: '1.000000', source: 'count' })
    const variable = { key: 'thick', name: 'Thickness', unit: 'mm' }
    const area = quantity({ keys: ['area'], value: '10' })
    expect(one({ formula: 'area * thick', variables: [variable] }, { quantities: [area] })).toMatchObject({
      quantity: '2.400000',
      source: 'pset',
    })
  })

  it('takes what is measured only where it may, and a zero for no quantity', () => {
    const nothing = quantity({ value: '0', zero: true })
    const measured = quantity({ keys: ['volume'], value: '2.4', source: 'computed' })
    const both = { quantities: [nothing, measured] }
    expect(one({}, both)).toMatchObject({ quantity: '2.400000', source: 'computed', flags: ['computed'] })
    expect(one({ whenMissing: 'skip_and_flag' }, both)).toMatchObject({ quantity: null, flags: ['zero'] })
    expect(one({}, { quantities: [nothing] })).toMatchObject({ quantity: null, flags: ['zero'] })
    expect(one({}, { quantities: [] })).toMatchObject({ quantity: null, flags: ['missing'] })
    expect(one({}, { quantities: [quantity({ assumedUnit: true })] })).toMatchObject({
      flags: ['unit_assumed'],
    })
    expect(
      one(
        { formula: 'volume / (length - length) * m' },
        {
          quantities: [quantity(), quantity({ keys: ['length'], value: '3' })],
        },
      ),
    ).toMatchObject({ quantity: null, flags: ['formula'] })
  })

  it('tells a recipe what its elements are like, and tells them apart by it', () => {
    const params = [{ key: 'thickness', formula: 'volume / area', unit: 'mm' }]
    const of = (area: string) =>
      one({ params }, { quantities: [quantity(), quantity({ keys: ['area'], value: area })] })
    expect(of('10').params).toEqual({ thickness: '250' })
    expect(of('3').params).toEqual({ thickness: '833.333333' })
    expect(of('10').group).not.toBe(of('3').group)
    expect(one({ params }).flags).toEqual(['missing'])
    const check = (formula: string): string[] =>
      checkTakeoffRule(rule({ params: [{ key: 'thickness', formula, unit: 'mm' }] }), variables).map(
        ({ code }) => code,
      )
    expect([check('volume / area'), check('area')]).toEqual([[], ['dimension']])
  })

  it('may ask for properties', () => {
    const found = (condition: TakeoffRule['properties'][number]): number =>
      measureTakeOff({
        rules: [rule({ properties: [condition] })],
        elements: [element()],
        found: new Map([['r1', new Set(['e1'])]]),
        variables,
      }).items.length
    const name = 'IsExternal'
    expect(found({ set: 'Pset_WallCommon', name, op: 'eq', value: true })).toBe(1)
    expect(found({ name, op: 'eq', value: false })).toBe(0)
    expect(found({ name: 'Reference', op: 'contains', value: 'w2' })).toBe(1)
    expect(found({ name: 'Thickness', op: 'ne', value: '240.0' })).toBe(0)
    expect(found({ name: 'FireRating', op: 'empty' })).toBe(1)
  })

  it('names its lines by what its elements are told apart by', () => {
    const split = rule({ splitBy: ['type_name', 'storey'] })
    expect(wordsOfLine(split, { title: null, section: null }, element())).toEqual({
      title: 'Walls, W24, EG',
      section: null,
    })
    const template = { title: 'Masonry {type_name}', section: 'Shell/{storey}' }
    expect(wordsOfLine(split, template, element())).toEqual({ title: 'Masonry W24', section: 'Shell/EG' })
  })

  it('tells elements apart by a property and by their classification, those without one as well', () => {
    const rating = 'pset.Pset_WallCommon.FireRating'
    const split = rule({ splitBy: ['classification', rating] })
    const rated = (id: string, value: unknown, classification: string | null = null): TakeoffElement => ({
      ...element({ id, properties: { Pset_WallCommon: { FireRating: value } } }),
      facts: { ...element().facts, classification },
    })
    const elements = [
      rated('a', 'F90', 'Uniformat: B2010'),
      rated('b', ' F90 ', 'Uniformat: B2010'),
      rated('c', 'F30'),
      rated('d', ['F30', 'F60']),
      rated('e', null),
      { ...rated('f', ''), properties: {} },
    ]
    const { items } = measureTakeOff({
      rules: [split],
      elements,
      found: new Map([['r1', new Set(elements.map(({ id }) => id))]]),
      variables,
    })
    const groups = groupItems(items)
    expect(groups.map(({ key, elements: count }) => [JSON.parse(key), count])).toEqual([
      [['r1', 'Uniformat: B2010', 'F90'], 2],
      [['r1', '', 'F30'], 1],
      [['r1', '', 'F30, F60'], 1],
      [['r1', '', ''], 2],
    ])
    const bare = { title: null, section: null }
    expect(elements.map((one) => wordsOfLine(split, bare, one).title)).toEqual([
      'Walls, Uniformat: B2010, FireRating: F90',
      'Walls, Uniformat: B2010, FireRating: F90',
      'Walls, –, FireRating: F30',
      'Walls, –, FireRating: F30, F60',
      'Walls, –, FireRating: –',
      'Walls, –, FireRating: –',
    ])
    const template = { title: `Wall {${rating}}`, section: '{classification}/{colour}' }
    expect(elements.slice(3, 5).map((one) => wordsOfLine(split, template, one))).toEqual([
      { title: 'Wall F30, F60', section: '–/{colour}' },
      { title: 'Wall –', section: '–/{colour}' },
    ])
  })

  it('reads a property whose name or set has points inside, and compares with each of a list', () => {
    const properties = { 'Rev.2': { 'U.Value': '0.180' }, Classification: { Uniformat: ['B2010', 'C10'] } }
    const one = element({ properties })
    expect(splitValue(one, 'pset.Rev.2.U.Value')).toBe('0.18')
    expect(splitValue(one, 'pset.Classification.Uniformat')).toBe('B2010, C10')
    const asked = { set: 'Classification', name: 'Uniformat', op: 'eq', value: 'c10' } as const
    expect(hasProperties(one, [asked])).toBe(true)
    for (const text of ['pset.A.B', 'pset.Pset_WallCommon.Fire rating', 'pset.A.B.C'])
      expect([text, isPropertySplit(text)]).toEqual([text, true])
    for (const text of [
      'pset.',
      'pset.A',
      'pset..B',
      'pset.A.',
      'pset. A.B',
      'pset.A.B ',
      'Pset.A.B',
      'storey',
    ])
      expect([text, isPropertySplit(text)]).toEqual([text, false])
  })
})

const anElement = fc
  .record({
    volume: fc.option(fc.integer({ min: 0, max: 9_000_000 })),
    storey: fc.constantFrom('EG', 'OG', null),
    counts: fc.boolean(),
  })
  .map(({ volume, storey, counts }): TakeoffElement => ({
    ...element({ counts }),
    facts: { ...element().facts, storey },
    quantities:
      volume === null
        ? []
        : [quantity({ value: plainText({ units: BigInt(volume), scale: 4 }), zero: volume === 0 })],
  }))
const building = fc
  .array(anElement, { maxLength: 15 })
  .map((all) => all.map((each, at) => ({ ...each, id: `e${at}` })))
const rules = fc
  .array(
    fc.record({
      exclusive: fc.boolean(),
      priority: fc.integer({ min: 0, max: 2 }),
      split: fc.boolean(),
      finds: fc.array(fc.nat(14), { maxLength: 15 }),
      waste: fc.constantFrom(null, '3.5'),
    }),
    { maxLength: 5 },
  )
  .map((all) =>
    all.map(({ split, finds, ...more }, at) => ({
      rule: rule({ ...more, id: `r${at}`, sort: at, splitBy: split ? ['storey'] : [] }),
      finds: new Set(finds.map((index) => `e${index}`)),
    })),
  )

describe('a run', () => {
  const run = (given: { rule: TakeoffRule; finds: Set<string> }[], elements: TakeoffElement[]) =>
    measureTakeOff({
      rules: given.map((each) => each.rule),
      elements,
      found: new Map(given.map((each) => [each.rule.id, each.finds])),
      variables,
    })

  it('answers the same however often and in whatever order the rules come', () => {
    fc.assert(
      fc.property(rules, building, (given, elements) => {
        const first = run(given, elements)
        expect(run(given, elements)).toEqual(first)
        expect(run(given.toReversed(), elements)).toEqual(first)
      }),
    )
  })

  it('has an element of an exclusive rule in no other rule', () => {
    fc.assert(
      fc.property(rules, building, (given, elements) => {
        const exclusive = new Set(given.filter((each) => each.rule.exclusive).map((each) => each.rule.id))
        const { items } = run(given, elements)
        for (const { element: id, rule: mine } of items)
          if (exclusive.has(mine)) expect(items.filter((item) => item.element === id)).toHaveLength(1)
      }),
    )
  })

  it('adds its items up to its lines, and counts every element as counted or not', () => {
    fc.assert(
      fc.property(rules, building, (given, elements) => {
        const { items, coverage, uncovered } = run(given, elements)
        const sum = (texts: readonly string[]): string =>
          plainText(addFixed(zero, sumFixed(texts.map(parseFixed))))
        const groups = groupItems(items)
        expect(sum(groups.map((group) => group.quantity))).toBe(
          sum(items.flatMap((item) => item.quantity ?? [])),
        )
        expect(coverage.covered + coverage.uncovered).toBe(coverage.elements)
        expect(uncovered).toHaveLength(coverage.uncovered)
        expect(coverage.multi_covered).toBeLessThanOrEqual(coverage.covered)
      }),
    )
  })
})
