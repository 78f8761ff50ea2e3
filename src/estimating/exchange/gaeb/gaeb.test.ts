import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../../tests/support/formula-arbitrary.ts'
import { randomEstimate } from '../../../../tests/support/random-estimate.ts'
import { estimateOf, lineOf, sectionOf } from '../../../../tests/support/sample-estimate.ts'
import type { EstimateDocument, EstimateLine, EstimateNode } from '../../estimate-document.ts'
import { rollUpEstimate } from '../../roll-up-estimate.ts'
import { customRounding, roundingPresets } from '../../rounding-policy.ts'
import { applyPrices, withOfferedPrices } from './apply-prices.ts'
import { billToEstimate } from './bill-to-estimate.ts'
import { estimateToBill } from './estimate-to-bill.ts'
import { gaebFile } from './gaeb-file.ts'
import { readGaeb } from './read-gaeb.ts'

const patience = process.env['LONG'] ? 1_800_000 : 20_000

const meta = {
  day: '2026-11-22',
  bidder: { name: 'Falk Bau', street: 'Seestr. 1', postalCode: '88131', city: 'Lindau' },
  name: 'House',
  project: 'Lake',
  hiddenMarkups: new Set<string>(),
}
const write = (document: EstimateDocument, phase: '83' | '84') => gaebFile(document, { ...meta, phase })

/** Writes a tender and its offer, reads both, and puts the prices to what was asked for. */
function throughFiles(document: EstimateDocument): EstimateDocument {
  const asked = billToEstimate(readGaeb(write(document, '83').text)).document
  const { prices, unknown, missing } = applyPrices(
    readGaeb(write(document, '84').text),
    estimateToBill(asked, { ...meta, phase: '84' }),
  )
  expect([unknown, missing]).toEqual([[], []])
  expect(prices.filter(({ odd }) => odd.some((one) => one !== 'not_offered'))).toEqual([])
  return { ...withOfferedPrices(asked, prices), discount: document.discount ?? null }
}

/** What of an estimate GAEB has a place for: nobody has chosen yet, and every group has at most nine alternatives. */
function asGaebCounts(document: EstimateDocument): EstimateDocument {
  const nodes = document.nodes.map((node): EstimateNode => {
    if (node.kind !== 'line') return node
    const selected = node.itemType === 'optional_with_total'
    return {
      ...node,
      selected,
      quantity: shorter(node.quantity),
      unit: node.unit ?? 'm2',
      vatRate: known(node.vatRate),
    }
  })
  return { ...document, nodes, markups: [], rounding: roundingPresets.GAEB }
}

// Without a rate that is known a line bears none, and GAEB has one kind of that.
const known = (code: string | null): string => (code === 'standard' || code === 'reduced' ? code : 'none')

const shorter = (number: string | null): string | null =>
  number === null ? null : number.replace(/^(-?)\d{8,}/, '$112')

const typesOf = (document: EstimateDocument): string[] =>
  document.nodes
    .filter((node): node is EstimateLine => node.kind === 'line' && node.itemType !== 'text')
    .map(({ itemType, altGroup }) => (itemType === 'base' && altGroup == null ? 'normal' : itemType))
    .toSorted()

describe('GAEB DA XML', () => {
  it('asks in an X83 and tells no price, answers in an X84 and repeats no word', () => {
    const document = estimateOf([
      sectionOf('Earthworks'),
      lineOf('Dig', {
        parentId: 'Earthworks',
        quantity: '10.5',
        unitRate: '12.4',
        unit: 'm3',
        text: 'Deep.\nWide.',
      }),
    ])
    const asked = write(document, '83').text
    expect(asked).toContain('<Qty>10.500</Qty>')
    expect(asked).toContain('<span>Wide.</span>')
    expect(asked).not.toMatch(/<UP>|<IT>|12\.4/)
    const offered = write(document, '84').text
    expect(offered).toContain('<UP>12.40</UP>')
    expect(offered).toContain('<IT>130.20</IT>')
    expect(offered).toContain('<TotalGross>154.94</TotalGross>')
    expect(offered).not.toMatch(/Dig|Earthworks/)
    expect(readGaeb(asked).entries).toMatchObject([
      {
        kind: 'category',
        part: '1',
        title: 'Earthworks',
        entries: [{ title: 'Dig', text: 'Deep.\nWide.', part: '1' }],
      },
    ])
  })

  it('knows what was not offered from what costs nothing', () => {
    const document = estimateOf([lineOf('free', { unitRate: '0' }), lineOf('open', { unitRate: null })])
    const { text } = write(document, '84')
    expect(text.match(/<NotOffered>Yes/g)).toHaveLength(1)
    expect(text).toContain('<UP>0.00</UP>')
    const lines = throughFiles(document).nodes as EstimateLine[]
    expect(lines.map(({ unitRate }) => unitRate)).toEqual(['0.00', null])
  })

  it('says of an offer where it is for something else than what was asked for', () => {
    const asked = estimateOf([
      { ...lineOf('Dig', { quantity: '10.5', unit: 'm3' }), number: '01' },
      { ...lineOf('Sand', { quantity: '3', unit: 'm3' }), number: '02' },
      { ...lineOf('Site', { itemType: 'lump_sum', quantity: '7', unit: 'psch' }), number: '03' },
      { ...lineOf('Fence', { unit: 'm' }), number: '04' },
    ])
    const offer = estimateOf([
      { ...lineOf('Dig', { quantity: '12', unit: 'm3', unitRate: '5' }), number: '01' },
      { ...lineOf('Gravel', { quantity: '3', unit: 't', unitRate: '6' }), number: '02' },
      { ...lineOf('Site', { itemType: 'lump_sum', unit: 'psch' }), number: '03' },
      { ...lineOf('Crane', { unit: 'd', unitRate: '400' }), number: '05' },
    ])
    const bill = (of: EstimateDocument) => estimateToBill(of, { ...meta, phase: '84' })
    const applied = applyPrices(bill(offer).bill, bill(asked))
    expect(applied.prices.map(({ number, price, odd }) => [number, price, odd])).toEqual([
      ['01', '5.00', ['quantity']],
      ['02', '6.00', ['unit', 'words']],
      ['03', null, ['not_offered']],
    ])
    expect(applied.unknown).toEqual([{ number: '05', title: 'Crane', price: '400.00' }])
    expect(applied.missing).toEqual([{ node: 'Fence', number: '04' }])
  })

  it('does not make 121,000 of a bid of 50,000: options and alternatives are not summed up', () => {
    const item = (title: string, unitRate: string, changes: Partial<EstimateLine> = {}): EstimateLine =>
      lineOf(title, { quantity: '1', unitRate, ...changes })
    const document = estimateOf([
      item('Roof', '20000'),
      item('Floor, oak', '10000', { itemType: 'base', altGroup: 'floor' }),
      item('Floor, ash', '12000', { itemType: 'alternative', altGroup: 'floor', selected: false }),
      item('Facade', '15000', { itemType: 'optional_with_total' }),
      item('Pool', '54000', { itemType: 'optional_without_total', selected: false }),
      item('Site', '5000', { itemType: 'lump_sum', quantity: '3', unit: 'psch' }),
      item('Helper', '5000', { itemType: 'daywork', quantity: '0' }),
    ])
    const { text, notes } = write(document, '84')
    expect(text).toContain('<TotalNet>50000.00</TotalNet>')
    expect(notes).toEqual([])
    const back = throughFiles(document)
    expect(rollUpEstimate(back).net).toBe('50000.00')
    expect(typesOf(back)).toEqual(typesOf(document))
  })

  it('multiplies no lump sum, whatever else it is', () => {
    const site = lineOf('Site', { itemType: 'optional_with_total', quantity: '7' })
    const { text } = write(estimateOf([site]), '83')
    // Programs combine both; ours writes one of them.
    const both = text.replace('</Provis>', '</Provis><LumpSumItem>Yes</LumpSumItem>')
    const { document, notes } = billToEstimate(readGaeb(both))
    expect(document.nodes).toMatchObject([{ itemType: 'optional_with_total', quantity: '1' }])
    expect(notes).toEqual([
      expect.stringContaining('a lump sum that is also provisional is taken with the quantity 1'),
    ])
  })

  it('names by how much a file is not the version', () => {
    const document = estimateOf([lineOf('a', { quantity: '3', unitRate: '33.33' })], {
      markups: [{ key: 'p', label: 'Profit', basis: {}, kind: 'percent', value: '7', spread: 'own_line' }],
    })
    const { text, notes } = write(document, '84')
    expect(text).toContain('<UP>35.66</UP>')
    expect(text).toMatch(/<!--[^>]*Rounding \(\w+\): /)
    expect(notes).toEqual([
      expect.stringContaining('The file comes to 106.98 net, the version to 106.99: -0.01.'),
    ])
    expect(text).not.toContain('Profit')
  })

  it('keeps the numbers a tender came with', () => {
    const tender = write(
      estimateOf([
        { ...sectionOf('A'), number: '01' },
        { ...lineOf('x', { parentId: 'A' }), number: '01.0010' },
        { ...lineOf('y', { parentId: 'A' }), number: '01.0010.a' },
        lineOf('new', { parentId: 'A' }),
      ]),
      '83',
    ).text
    const { document } = billToEstimate(readGaeb(tender))
    expect(document.nodes.map(({ number }) => number)).toEqual(['01', '01.0010', '01.0010.a', '01.0001'])
    expect(write(document, '83').text).toBe(tender)
  })

  it('says which sum of the file its items do not come to', () => {
    const { text } = write(estimateOf([lineOf('a', { unitRate: '10' })]), '84')
    const wrong = text.replace('<Total>10.00</Total>', '<Total>11.00</Total>')
    expect(billToEstimate(readGaeb(wrong)).notes).toEqual([
      'The file states a sum of 11.00; its items come to 10.00, 1.00 less.',
    ])
  })

  it('keeps cents and types of random estimates', { timeout: patience }, () => {
    for (let seed = 1; seed <= (process.env['LONG'] ? 3000 : 60); seed++) {
      const random = randomFrom(seed)
      const document = asGaebCounts(randomEstimate(random))
      if (seed % 4 === 0) document.rounding = customRounding('GAEB', { unitRate: 3 })
      if (tooMuch(document)) continue
      const back = throughFiles(document)
      const [own, read] = [rollUpEstimate(document), rollUpEstimate(back)]
      expect([read.net, read.discount, read.gross], `seed ${seed}`).toEqual([
        own.net,
        own.discount,
        own.gross,
      ])
      expect(typesOf(back), `seed ${seed}`).toEqual(typesOf(document))
    }
  })
})

/** More alternatives in a group than GAEB numbers, or prices it has no room for. */
function tooMuch(document: EstimateDocument): boolean {
  const totals = rollUpEstimate(document)
  return document.nodes.some((node) => {
    if (node.kind !== 'line') return false
    const rate = totals.line(node.id).unitRate
    return rate !== null && rate.replace(/^-/, '').split('.')[0]!.length > 9
  })
}
