import { describe, expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { estimateOf, lineOf, resourceOf, sectionOf } from '../../tests/support/sample-estimate.ts'
import type {
  EstimateClassification,
  EstimateDocument,
  EstimateLine,
  EstimateMarkup,
} from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import { rollUpEstimate, totalsOf } from './roll-up-estimate.ts'
import { roundingPresets } from './rounding-policy.ts'

const lineTotals = (changes: Partial<EstimateLine>, rounding: keyof typeof roundingPresets = 'GAEB') =>
  rollUpEstimate(estimateOf([lineOf('a', changes)], { rounding: roundingPresets[rounding] })).line('a')

const refusal = (document: EstimateDocument): unknown => {
  try {
    rollUpEstimate(document)
  } catch (error) {
    return error instanceof AppError && error.code === 'invalid' ? error.details : error
  }
  return 'not refused'
}

describe('a line', () => {
  const resources = [resourceOf('labour', '0.3333', '40.55'), resourceOf('material', '1.0005', '12.345')]

  it('is rounded by its policy, and shows the rate it is multiplied by', () => {
    // 0.3333 × 40.55 = 13.515315; 1.0005 × 12.345 = 12.3511725; together 25.8664875.
    expect(lineTotals({ quantity: '10.0004', resources })).toMatchObject({
      quantity: '10',
      unitRate: '25.87',
      total: '258.70',
    })
    // Coefficients to 0.333 and 1.001 (a half goes up), amounts to 13.50 and 12.36.
    expect(lineTotals({ quantity: '10.004', resources }, 'FIEBDC')).toMatchObject({
      unitRate: '25.86',
      total: '258.60',
    })
    expect(lineTotals({ quantity: '10.0004', resources }, 'EXACT')).toMatchObject({
      quantity: '10.0004',
      unitRate: '25.8664875',
      total: '258.68',
    })
  })

  it('splits its total over the types of its resources', () => {
    expect(lineTotals({ quantity: '10', resources }).byType).toEqual({
      labour: '135.17',
      material: '123.53',
    })
    expect(lineTotals({ quantity: '-10', resources }).byType).toEqual({
      labour: '-135.17',
      material: '-123.53',
    })
  })

  it('explains an override by an adjustment of type other', () => {
    expect(lineTotals({ quantity: '10', resources, unitRateOverride: '24' })).toMatchObject({
      unitRate: '24',
      rateFrom: 'override',
      adjustment: '-1.87',
      total: '240.00',
      byType: { labour: '135.17', material: '123.53', other: '-18.70' },
    })
  })

  it('takes a rate typed by hand, all of it other', () => {
    expect(lineTotals({ quantity: '3', unitRate: '19.99' })).toMatchObject({
      rateFrom: 'manual',
      total: '59.97',
      byType: { other: '59.97' },
    })
  })

  it('does not multiply a lump sum, and takes its discount off', () => {
    expect(
      lineTotals({ quantity: '7', unitRate: '100.05', itemType: 'lump_sum', discountPct: '3' }),
    ).toMatchObject({
      amount: '100.05',
      discount: '3.00',
      total: '97.05',
    })
  })
})

describe('what counts', () => {
  const sums = (...lines: Partial<EstimateLine>[]): string =>
    rollUpEstimate(
      estimateOf(lines.map((line, at) => lineOf(`l${at}`, { unitRate: String(10 ** at), ...line }))),
    ).direct

  it('leaves out texts, options without total, and alternatives nobody chose', () => {
    expect(
      sums(
        { itemType: 'optional_with_total' },
        { itemType: 'optional_without_total' },
        { itemType: 'alternative', altGroup: 'A', selected: false },
        { itemType: 'text' },
        { itemType: 'daywork' },
      ),
    ).toBe('10001.00')
  })

  it('counts either a base or the alternative chosen for it, never both', () => {
    const base = { itemType: 'base', altGroup: 'A' } as const
    const other = { itemType: 'alternative', altGroup: 'A' } as const
    expect(sums(base, { ...other, selected: false })).toBe('1.00')
    expect(sums({ ...base, selected: true }, { ...other, selected: true })).toBe('10.00')
  })

  it('takes the options a customer picked and drops those they put back', () => {
    expect(
      sums(
        { itemType: 'optional_with_total', selected: false },
        { itemType: 'optional_without_total', selected: true },
      ),
    ).toBe('10.00')
  })

  it('keeps the value of what does not count', () => {
    expect(lineTotals({ unitRate: '5', itemType: 'optional_without_total' })).toMatchObject({
      total: '5.00',
      counts: false,
    })
  })
})

describe('the tree', () => {
  it('sums sections of any depth, and subtotals since the one before', () => {
    const rate = { unitRate: '1.11' }
    const totals = rollUpEstimate(
      estimateOf([
        sectionOf('outer'),
        sectionOf('inner', 'outer'),
        lineOf('a', { ...rate, parentId: 'inner' }),
        lineOf('b', { ...rate, parentId: 'outer' }),
        { ...sectionOf('so far', 'outer'), kind: 'subtotal' },
        lineOf('c', { ...rate, parentId: 'outer' }),
        { ...sectionOf('rest', 'outer'), kind: 'subtotal' },
        sectionOf('empty'),
        { ...sectionOf('all'), kind: 'subtotal' },
      ]),
    )
    expect(Object.fromEntries([...totals.nodes].map(([id, { total }]) => [id, total]))).toEqual({
      outer: '3.33',
      inner: '1.11',
      'so far': '2.22',
      rest: '1.11',
      empty: '0.00',
      all: '3.33',
    })
  })

  it('goes down 20,000 levels', () => {
    const sections = Array.from({ length: 20_000 }, (_, at) =>
      sectionOf(`s${at}`, at === 0 ? null : `s${at - 1}`),
    )
    const totals = rollUpEstimate(
      estimateOf([...sections, lineOf('a', { unitRate: '7', parentId: 's19999' })]),
    )
    expect(totals.nodes.get('s0')?.total).toBe('7.00')
  })

  it.each([
    [
      'a parent that does not exist',
      [lineOf('a', { parentId: 'gone' })],
      'nodes.0.parentId',
      'unknown_parent',
    ],
    [
      'a parent that is a line',
      [lineOf('a'), lineOf('b', { parentId: 'a' })],
      'nodes.1.parentId',
      'parent_not_a_section',
    ],
    ['an id twice', [lineOf('a'), lineOf('a')], 'nodes.1.id', 'id_twice'],
    [
      'nodes below each other',
      [lineOf('x'), sectionOf('a', 'c'), sectionOf('b', 'a'), sectionOf('c', 'b'), sectionOf('d', 'c')],
      'nodes.1.parentId',
      'cycle',
    ],
    ['a node below itself', [sectionOf('a', 'a')], 'nodes.0.parentId', 'cycle'],
  ])('refuses %s', (_, nodes, path, code) => {
    expect(refusal(estimateOf(nodes))).toEqual([expect.objectContaining({ path, code })])
  })

  it('names every number that is none', () => {
    const bad = lineOf('a', { quantity: '1,5', resources: [resourceOf('labour', '1', 'free')] })
    expect(refusal(estimateOf([lineOf('ok', { unitRate: '1' }), bad]))).toEqual([
      { path: 'nodes.1.quantity', code: 'not_a_decimal', message: '“1,5” is not a decimal number.' },
      {
        path: 'nodes.1.resources.0.price',
        code: 'not_a_decimal',
        message: '“free” is not a decimal number.',
      },
    ])
  })
})

describe('markups', () => {
  const markup = (key: string, changes: Partial<EstimateMarkup>): EstimateMarkup => ({
    key,
    label: key,
    basis: {},
    kind: 'percent',
    value: '10',
    spread: 'own_line',
    ...changes,
  })
  const nodes = [
    sectionOf('s'),
    lineOf('a', {
      parentId: 's',
      quantity: '10',
      resources: [resourceOf('labour', '2', '50'), resourceOf('material', '1', '33.33')],
    }),
    lineOf('b', { quantity: '3', unitRate: '111.11', vatRate: 'low', classifications: [] }),
  ]
  const amounts = (...markups: EstimateMarkup[]): string[] =>
    rollUpEstimate(estimateOf(nodes, { markups })).markups.map(({ basis, amount }) => `${basis} → ${amount}`)

  it('are reckoned on what they name, one after the other, each rounded at once', () => {
    expect(
      amounts(
        markup('site', { basis: { types: ['labour'] }, value: '12.345' }),
        markup('office', { value: '5' }),
        markup('risk', { basis: { keys: ['site', 'office'] }, value: '3' }),
        markup('profit', { basis: { types: ['labour', 'material', 'other'], keys: ['risk'] }, value: '1' }),
        markup('group', { basis: { costGroups: { set: 'DIN276', codes: ['330'] } }, value: '1' }),
        markup('both', {
          basis: { types: ['material'], costGroups: { set: 'DIN276', codes: ['330'] } },
          value: '1',
        }),
        markup('section', { scope: 's', value: '1' }),
        markup('bond', { kind: 'fixed', value: '99.995' }),
        markup('hours', { kind: 'per_unit', value: '1.5', unit: 'h', basis: { types: ['labour'] } }),
        markup('area', { kind: 'per_unit', value: '0.333', unit: 'm2', quantity: '100' }),
      ),
    ).toEqual([
      '1000.00 → 123.45',
      '1666.63 → 83.33',
      '206.78 → 6.20',
      '1672.83 → 16.73',
      '1333.30 → 13.33',
      '333.30 → 3.33',
      '1333.30 → 13.33',
      '1666.63 → 100.00',
      '1000.00 → 30.00',
      '1666.63 → 33.30',
    ])
  })

  it('go into the rates so that the lines add up to the net', () => {
    const totals = rollUpEstimate(
      estimateOf(nodes, {
        markups: [
          markup('labour', { basis: { types: ['labour'] }, spread: 'into_rates' }),
          markup('sum', { kind: 'fixed', value: '0.05', spread: 'into_rates' }),
        ],
      }),
    )
    expect(['a', 'b'].map((id) => totals.line(id).carried)).toEqual(['100.04', '0.01'])
    expect(totals.net).toBe('1766.68')
    expect(totals.nodes.get('s')).toEqual({ total: '1333.30', net: '1433.34' })
  })

  it('go to the lines that the markups below them went to', () => {
    const totals = rollUpEstimate(
      estimateOf(nodes, {
        markups: [
          markup('labour', { basis: { types: ['labour'] } }),
          markup('on top', { basis: { keys: ['labour'] }, spread: 'into_rates' }),
        ],
      }),
    )
    expect(['a', 'b'].map((id) => totals.line(id).carried)).toEqual(['10.00', '0.00'])
  })

  it('bear the VAT of what they are reckoned on, credits too', () => {
    const lines = [lineOf('work', { unitRate: '100' }), lineOf('credit', { unitRate: '-20', vatRate: 'low' })]
    expect(rollUpEstimate(estimateOf(lines, { markups: [markup('office', {})] })).vat).toEqual([
      { code: 'full', percent: '19', base: '110.00', amount: '20.90' },
      { code: 'low', percent: '7', base: '-22.00', amount: '-1.54' },
    ])
  })

  it('stay below the sum where there is no line to carry them', () => {
    const totals = rollUpEstimate(
      estimateOf([], { markups: [markup('setup', { kind: 'fixed', value: '500', spread: 'into_rates' })] }),
    )
    expect(totals).toMatchObject({ net: '500.00', gross: '595.00', markups: [{ spread: 'own_line' }] })
  })

  it.each([
    ['a markup on a later one', [markup('a', { basis: { keys: ['b'] } }), markup('b', {})], 'unknown_markup'],
    ['a markup on itself', [markup('a', { basis: { keys: ['a'] } })], 'unknown_markup'],
    ['a key twice', [markup('a', {}), markup('a', {})], 'key_twice'],
    ['a section that does not exist', [markup('a', { scope: 'b' })], 'unknown_section'],
  ])('refuse %s', (_, markups, code) => {
    expect(refusal(estimateOf(nodes, { markups }))).toEqual([expect.objectContaining({ code })])
  })
})

describe('discount and VAT', () => {
  const nodes = [
    lineOf('a', { unitRate: '100.03' }),
    lineOf('b', { unitRate: '100.03' }),
    lineOf('c', { unitRate: '50', vatRate: 'low' }),
    lineOf('d', { unitRate: '1', vatRate: null }),
  ]

  it('take the discount off every rate in proportion, and charge each rate once', () => {
    expect(rollUpEstimate(estimateOf(nodes, { discount: { kind: 'percent', value: '10' } }))).toMatchObject({
      net: '251.06',
      discount: '25.11',
      afterDiscount: '225.95',
      vat: [
        { code: 'full', percent: '19', base: '180.05', amount: '34.21' },
        { code: 'low', percent: '7', base: '45.00', amount: '3.15' },
        { code: '', percent: '0', base: '0.90', amount: '0.00' },
      ],
      vatAmount: '37.36',
      gross: '263.31',
    })
  })

  it('charge each line where the policy says so', () => {
    // 19 % of 100.03 is 19.0057: 19.01 twice, and 38.01 of the sum.
    const vatOf = (vatAt: 'line' | 'document_per_rate'): string =>
      rollUpEstimate(estimateOf(nodes, { rounding: { ...roundingPresets.GAEB, preset: 'CUSTOM', vatAt } }))
        .vatAmount
    expect([vatOf('line'), vatOf('document_per_rate')]).toEqual(['41.52', '41.51'])
  })

  it('charge what stands below the sum as lines of their own', () => {
    // 19.01 twice and 3.50 on the lines, less 3.80 on 20.01 and 0.35 on 5.00 of the discount.
    const rounding = { ...roundingPresets.GAEB, preset: 'CUSTOM', vatAt: 'line' } as const
    expect(
      rollUpEstimate(estimateOf(nodes, { rounding, discount: { kind: 'percent', value: '10' } })).vatAmount,
    ).toBe('37.37')
  })

  it('take a percentage of a credit from the credit', () => {
    const lines = [lineOf('work', { unitRate: '100' }), lineOf('credit', { unitRate: '-20', vatRate: 'low' })]
    const { vat } = rollUpEstimate(estimateOf(lines, { discount: { kind: 'percent', value: '10' } }))
    expect(vat.map(({ base }) => base)).toEqual(['90.00', '-18.00'])
  })
})

it('says what lines lack', () => {
  const { issues } = rollUpEstimate(
    estimateOf([
      lineOf('bare', { unit: null, quantity: null, vatRate: 'unknown', classifications: [] }),
      lineOf('lump', { itemType: 'lump_sum', quantity: null, unitRate: '1' }),
      lineOf('much', {
        unitRate: '1',
        classifications: [
          { set: 'DIN276', code: '330', share: '60' },
          { set: 'DIN276', code: '340', share: '40.01' },
        ],
      }),
      lineOf('one', { unitRate: '1', itemType: 'alternative', altGroup: 'A', selected: true }),
      lineOf('two', { unitRate: '1', itemType: 'alternative', altGroup: 'A', selected: true }),
      lineOf('text', { itemType: 'text', unit: null, quantity: null, vatRate: null, classifications: [] }),
    ]),
  )
  expect(issues.map(({ nodeId, code }) => `${nodeId}: ${code}`)).toEqual([
    'bare: unit',
    'bare: rate',
    'bare: quantity',
    'bare: vat',
    'bare: group',
    'much: shares',
    'one: alternatives',
    'two: alternatives',
  ])
})

it('a line lacks no group that is in further ones, and no markup is reckoned on these', () => {
  const own = lineOf('own', { unitRate: '1' })
  const bare = lineOf('bare', { unitRate: '1', classifications: [] })
  const rolled = new EstimateRollUp(estimateOf([own, bare]))
  const part = (set: string, share: string) => ({ set, code: `${set}-${share}`, share })
  const found = (parts: readonly EstimateClassification[]): string[] =>
    totalsOf(rolled, new Map([['bare', parts]])).issues.map(({ nodeId, code }) => `${nodeId}: ${code}`)
  expect(totalsOf(rolled).issues).toMatchObject([{ nodeId: 'bare', code: 'group' }])
  expect(found([part('DIN276', '60'), part('UniFormat', '100'), part('DIN276', '40')])).toEqual([])
  expect(found([part('UniFormat', '100'), part('DIN276', '60'), part('DIN276', '40.000001')])).toEqual([
    'bare: shares',
  ])
  expect(rolled.document).toEqual(estimateOf([own, bare]))
})
