import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../../tests/support/formula-arbitrary.ts'
import { randomEstimate } from '../../../../tests/support/random-estimate.ts'
import { estimateOf, lineOf, resourceOf, sectionOf } from '../../../../tests/support/sample-estimate.ts'
import type { EstimateDocument } from '../../estimate-document.ts'
import { EstimateRollUp } from '../../estimate-roll-up.ts'
import { rollUpEstimate } from '../../roll-up-estimate.ts'
import { roundingPresets } from '../../rounding-policy.ts'
import { totalByType } from '../../total-by-type.ts'
import { baseToEstimate } from './base-to-estimate.ts'
import { baseToRecipes } from './base-to-recipes.ts'
import { readBc3 } from './read-bc3.ts'
import { writeBc3 } from './write-bc3.ts'

const patience = process.env['LONG'] ? 1_800_000 : 20_000

const bill = `~V|SOFT|FIEBDC-3/2016\\010126|PROGRAM||ANSI|
~K|\\2\\2\\3\\2\\2\\2\\2\\EUR\\|0|
~C|OBRA##||Casa|1000|010126|0|
~C|01#||Movimiento de tierras|0||0|
~C|E02|m3|Excavación en zanjas|12,50||0|
~C|O01|h|Peón|20.00||1|
~C|M01|h|Retroexcavadora|45.00||2|
~C|%CI|%|Costes indirectos|3.00||%|
~T|E02|Excavación en zanjas,
en terreno compacto.|
~D|OBRA##|01#\\1\\1\\|
~D|01#|E02\\1\\100\\|
~D|E02|O01\\1\\0.25\\M01\\1\\0.15\\%CI\\1\\0.03\\|
~M|01#\\E02|1\\1\\|84.5|\\Zanja norte\\1\\84.5\\\\\\|
~N|nothing that anybody reads|
`

const write = (document: EstimateDocument): string => writeBc3(document, { name: 'House', day: '2026-11-22' })
const read = (text: string): EstimateDocument => baseToEstimate(readBc3(text)).document

describe('FIEBDC-3', () => {
  it('reads chapters, items with what they are made of, texts and measurements', () => {
    const { name, document, notes } = baseToEstimate(readBc3(bill))
    expect([name, document.currency]).toEqual(['Casa', 'EUR'])
    expect(document.nodes).toMatchObject([
      { kind: 'section', title: 'Movimiento de tierras', parentId: null },
      {
        kind: 'line',
        title: 'Excavación en zanjas',
        text: 'Excavación en zanjas,\nen terreno compacto.',
        unit: 'm3',
        quantity: '84.5',
        resources: [
          { type: 'labour', itemCode: 'O01', qtyPerUnit: '0.25', price: '20.00' },
          { type: 'equipment', itemCode: 'M01', qtyPerUnit: '0.15', price: '45.00' },
        ],
        // The price of the file holds, with the percentage that stands for none of its resources.
        unitRateOverride: '12.50',
      },
    ])
    expect(notes).toEqual([expect.stringContaining('%CI')])
    expect(rollUpEstimate(document).net).toBe('1056.25')
  })

  it('adds up records that are said again', () => {
    const base = readBc3(
      '~C|A##||All||||\n~C|B|m|One|5||0|\n~C|C|m|Two|7||0|\n~D|A##|B\\1\\2\\|\n~D|A##|C\\1\\3\\|\n',
    )
    expect(base.concepts.get('A')?.parts.map(({ code }) => code)).toEqual(['B', 'C'])
  })

  it.each([
    ['no BC3 file', 'hello', /no record/],
    ['a number that is none', '~C|A|m|x|1e9||0|', /“1e9” of A is no number/],
    ['nothing but properties', '~K|2|\n', /no concept/],
  ])('refuses %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  it('refuses chapters that are made of themselves', () => {
    expect(() => read('~C|R##||r||||\n~C|A#||a||||\n~D|R##|A#\\1\\1\\|\n~D|A#|A#\\1\\1\\|\n')).toThrow(
      /made of each other/,
    )
  })

  it('is no way to fill memory with percentages of percentages', () => {
    const recipe = (code: string, items: number, percentages: number): string =>
      `~C|${code}|m|Wall|5||0|\n~D|${code}|${'I\\1\\1\\'.repeat(items)}${'%\\1\\0.01\\'.repeat(percentages)}|\n`
    const parts = '~C|I|h|Hour|5||1|\n~C|%|%|More|1||%|\n'
    const { recipes, notes } = baseToRecipes(readBc3(parts + recipe('A', 600, 401) + recipe('B', 600, 400)))
    expect(recipes.map(({ code }) => code)).toEqual(['B'])
    expect(notes).toEqual(['A: it is made of more than 1000 parts.'])
    const many = ['A', 'B', 'C', 'D'].map((code) => recipe(code, 600, 400)).join('')
    expect(() => baseToRecipes(readBc3(parts + many))).toThrow('The file has too many percentages.')
  })

  it('says what it has no place for', () => {
    const text = write(
      estimateOf([sectionOf('s'), lineOf('a', { parentId: 's', unitRate: '100', discountPct: '10' })], {
        markups: [{ key: 'p', label: 'CANARY', basis: {}, kind: 'percent', value: '5', spread: 'own_line' }],
      }),
    )
    expect(text).toContain('The file comes to 100.00, the version to 94.50 net')
    expect(text).toMatch(/\|Rounding \(\w+\): /)
    expect(text).not.toContain('CANARY')
  })

  it('says how much of an option is offered and what VAT is charged', () => {
    const option = lineOf('b', { unitRate: '7', quantity: '12', itemType: 'optional_without_total' })
    const vatRates = [{ code: 'standard', percent: '19' }]
    const text = write(
      estimateOf([lineOf('a', { unitRate: '100', vatRate: 'standard' }), option], { vatRates }),
    )
    expect(text).toMatch(/Not counted and written with quantity 0: \S+ 12 m2\./)
    expect(text).toContain('VAT has no place here: 19 % on 100.00.')
  })

  it('divides nothing by what people write', () => {
    const back = read(write(estimateOf([lineOf('a|b~C|c\\d', { unitRate: '1' })])))
    expect(back.nodes).toMatchObject([{ title: 'a-b-C-c/d' }])
  })

  it('keeps cents and types of random estimates', { timeout: patience }, () => {
    for (let seed = 1; seed <= (process.env['LONG'] ? 3000 : 60); seed++) {
      const written = JSON.stringify(randomEstimate(randomFrom(seed)))
      // A subcontract is nothing of its own there.
      const plain = written.replaceAll('"subcontract"', '"other"').replaceAll(/(\d{8})\d{3,}/g, '$1')
      const random = JSON.parse(plain) as EstimateDocument
      const document = { ...random, markups: [], discount: null, rounding: roundingPresets.FIEBDC }
      document.nodes = document.nodes.map((node) =>
        node.kind === 'line' ? { ...node, discountPct: null } : node,
      )
      const back = read(write(document))
      expect(rollUpEstimate(back).net, `seed ${seed}`).toBe(rollUpEstimate(document).net)
      expect(typesOf(back), `seed ${seed}`).toEqual(typesOf(document))
    }
  })
})

const typesOf = (document: EstimateDocument): [string, string][] =>
  totalByType(new EstimateRollUp(document)).map(({ type, amount }) => [type, amount])

it('knows what has no price from what costs nothing, in the file and out of it', () => {
  const open = { ...resourceOf('material', '2', '0'), unpriced: true as const }
  const resources = [resourceOf('labour', '0.5', '49.80'), open, resourceOf('equipment', '1', '0')]
  const document = estimateOf([lineOf('a', { resources })])
  const text = write(document)
  const prices = text.match(/^~C\|.*/gm)?.map((line) => line.split('|').slice(3, 5))
  expect(prices).toEqual(
    expect.arrayContaining([
      ['material', ''],
      ['labour', '49.80'],
      ['equipment', '0'],
    ]),
  )
  const [line] = read(text).nodes
  expect(line).toMatchObject({
    resources: [{ price: '49.80' }, { unpriced: true }, { price: '0' }],
  })
  // What is made of something without a price has none, and not one that is too low.
  expect(rollUpEstimate(read(text)).net).toBe(rollUpEstimate(document).net)
})

it('keeps resources and their prices', () => {
  const document = estimateOf([lineOf('a', { resources: [resourceOf('labour', '0.5', '49.80')] })])
  expect(read(write(document)).nodes).toMatchObject([
    { resources: [{ type: 'labour', qtyPerUnit: '0.5', price: '49.80', name: 'labour', unit: 'h' }] },
  ])
})
