import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../../tests/support/formula-arbitrary.ts'
import { pick, randomEstimate, type Random } from '../../../../tests/support/random-estimate.ts'
import { estimateOf, lineOf, sectionOf } from '../../../../tests/support/sample-estimate.ts'
import type { EstimateDocument, EstimateLine, EstimateNode } from '../../estimate-document.ts'
import { rollUpEstimate } from '../../roll-up-estimate.ts'
import { roundingPresets } from '../../rounding-policy.ts'
import type { ImportedEstimate } from '../imported-estimate.ts'
import type { LineGroup, LineGroups } from '../line-groups.ts'
import { billToEstimate } from './bill-to-estimate.ts'
import type { GaebPhase } from './estimate-to-bill.ts'
import { gaebFile } from './gaeb-file.ts'
import { readGaeb } from './read-gaeb.ts'

// What a line belongs to, and what of it was chosen, through GAEB files and back.
const meta = {
  day: '2026-11-22',
  bidder: { name: 'Falk Bau', street: 'Seestr. 1', postalCode: '88131', city: 'Lindau' },
  owner: { name: 'Hofmann KG', street: 'Ring 4', postalCode: '80331', city: 'München' },
  name: 'House',
  project: 'Lake',
  hiddenMarkups: new Set<string>(),
}
const catalogues = [
  { id: 'din-276', type: 'cost group DIN 276 2018-12', name: 'DIN 276' },
  { id: 'rooms', type: 'locality', name: 'Rooms & <floors>' },
  { id: 'own', type: 'miscellaneous', name: 'Our own' },
]
const write = (document: EstimateDocument, phase: GaebPhase, byLine: Record<string, LineGroup[]> = {}) =>
  gaebFile(document, { ...meta, phase, groups: { catalogues, byLine: new Map(Object.entries(byLine)) } })
const back = (text: string): ImportedEstimate => billToEstimate(readGaeb(text))
const linesOf = ({ nodes }: EstimateDocument): EstimateLine[] =>
  nodes.filter((node): node is EstimateLine => node.kind === 'line')

/** The groups by the titles of the lines. */
const byTitle = (document: EstimateDocument, groups: LineGroups | undefined) =>
  Object.fromEntries(
    linesOf(document).flatMap(({ id, title }) => {
      const own = groups?.byLine.get(id)
      return own ? [[title, own]] : []
    }),
  )
const group = (code: string, share = '100', catalogue = 'din-276'): LineGroup => ({ catalogue, code, share })

describe('cost groups in GAEB files', () => {
  const document = estimateOf([
    sectionOf('A'),
    lineOf('normal', { parentId: 'A', unitRate: '10' }),
    lineOf('with', { parentId: 'A', itemType: 'optional_with_total', unitRate: '1' }),
    lineOf('without', { parentId: 'A', itemType: 'optional_without_total', unitRate: '2' }),
    lineOf('base', { parentId: 'A', itemType: 'base', altGroup: 'g', unitRate: '3' }),
    lineOf('other', { parentId: 'A', itemType: 'alternative', altGroup: 'g', unitRate: '4' }),
    lineOf('sum', { itemType: 'lump_sum', unitRate: '5' }),
    lineOf('percent', { itemType: 'lump_sum', unit: '%', unitRate: '6' }),
    lineOf('hours', { itemType: 'daywork', unit: 'h', unitRate: '7' }),
  ])
  const groups = Object.fromEntries(
    linesOf(document).map(({ title }, at) => [
      title,
      [
        group(`33${at}`, '33.333333'),
        group('340', '66.666667'),
        group('EG', '12.5', 'rooms'),
        group('X', '100', 'own'),
      ],
    ]),
  )

  it.each(['83', '86'] as const)('are all there again after an X%s, whatever the item is', (phase) => {
    const { document: read, groups: kept, notes } = back(write(document, phase, groups).text)
    expect(notes.filter((note) => !note.includes('markup on others'))).toEqual([])
    expect(kept?.catalogues).toEqual(catalogues)
    expect(byTitle(read, kept)).toEqual(groups)
  })

  it('stand where GAEB wants them, declared before they are used', () => {
    const { text } = write(estimateOf([lineOf('a', { unitRate: '1' })]), '86', { a: [group('330', '40')] })
    expect(text).toMatch(
      /<\/Totals>\s*<Ctlg>\s*<CtlgID>din-276<\/CtlgID>\s*<CtlgType>cost group DIN 276 2018-12<\/CtlgType>\s*<CtlgName>DIN 276<\/CtlgName>\s*<CtlgAssignType>Percentaged</,
    )
    expect(text).toMatch(
      /<QU>m2<\/QU>\s*<CtlgAssign>\s*<CtlgID>din-276<\/CtlgID>\s*<CtlgCode>330<\/CtlgCode>\s*<Quantity Type="Pct">40.000000<\/Quantity>\s*<\/CtlgAssign>\s*<UP>1.00</,
    )
  })

  it('are not in an X84, which has no place for them', () => {
    expect(write(document, '84', groups).text).not.toContain('Ctlg')
  })

  const file = (inItem: string, inCategory = '', kind = ''): string => `<GAEB><Award><DP>83</DP><BoQ><BoQInfo>
    <Ctlg><CtlgID>k</CtlgID><CtlgType>cost unit</CtlgType><CtlgName>Units</CtlgName>${kind}</Ctlg></BoQInfo>
    <BoQBody><BoQCtgy RNoPart="1">${inCategory}<BoQBody><Itemlist><Item RNoPart="1"><Qty>12</Qty><QU>m</QU>${inItem}
    <Description><OutlineText><OutlTxt>a</OutlTxt></OutlineText></Description></Item></Itemlist></BoQBody></BoQCtgy></BoQBody></BoQ></Award></GAEB>`
  const assign = (code: string, quantity = ''): string =>
    `<CtlgAssign><CtlgID>k</CtlgID><CtlgCode>${code}</CtlgCode>${quantity}</CtlgAssign>`
  const readOf = (text: string): unknown[] => {
    const { groups: read, notes } = back(text)
    return [
      ...[...(read?.byLine.values() ?? [])].flat().map(({ code, share }) => `${code} ${share}`),
      ...notes,
    ]
  }

  it('are shares of the quantity where the file says how much of it', () => {
    const third = (code: string) => assign(code, '<Quantity Type="Absolut">4</Quantity>')
    expect(readOf(file(third('a') + third('b') + third('c')))).toEqual([
      'a 33.333333',
      'b 33.333333',
      'c 33.333334',
    ])
    expect(
      readOf(file(assign('a', '<Quantity>3</Quantity>'), '', '<CtlgAssignType>Absolute</CtlgAssignType>')),
    ).toEqual(['a 25'])
    expect(
      readOf(
        file(
          `<QtySplit><Qty>9</Qty>${assign('a')}</QtySplit><QtySplit><Qty>3</Qty>${assign('b')}</QtySplit>`,
        ),
      ),
    ).toEqual(['a 75', 'b 25'])
  })

  it('hold for all that is in a section, unless an item has its own', () => {
    expect(readOf(file('', assign('z')))).toEqual(['z 100'])
    expect(readOf(file(assign('a'), assign('z')))).toEqual(['a 100'])
  })

  it('say where the file leaves open how much, and where it is not possible', () => {
    expect(readOf(file(assign('a') + assign('b') + assign('c')))).toEqual([
      'a 33.333333',
      'b 33.333333',
      'c 33.333334',
      '1.1: the file does not say how much of it is in which of a, b, c (k); each is taken as an equal part.',
    ])
    expect(readOf(file(assign('a', '<Quantity Type="Pct">140</Quantity>')))).toEqual([
      '1.1: 140 % is no part of a whole, so that a (k) is not taken.',
    ])
    const most = (code: string) => assign(code, '<Quantity Type="Pct">60</Quantity>')
    expect(readOf(file(most('a') + most('b')))).toEqual([
      '1.1: its shares in k add up to 120 %, so that a, b are not taken.',
    ])
  })
})

describe('what was chosen, in an X86', () => {
  it('is the alternative that counts, and no other', () => {
    const item = (title: string, unitRate: string, changes: Partial<EstimateLine>): EstimateLine =>
      lineOf(title, { unitRate, ...changes })
    const document = estimateOf([
      item('oak', '100', { itemType: 'base', altGroup: 'floor' }),
      item('ash', '120', { itemType: 'alternative', altGroup: 'floor', selected: true }),
      item('fir', '70', { itemType: 'alternative', altGroup: 'floor', selected: false }),
      item('tiles', '10', { itemType: 'base', altGroup: 'bath' }),
      item('stone', '20', { itemType: 'alternative', altGroup: 'bath', selected: false }),
      item('awning', '1', { itemType: 'optional_with_total', selected: false }),
      item('pool', '1000', { itemType: 'optional_without_total', selected: true }),
    ])
    const { text, notes } = write(document, '86')
    expect(notes).toEqual([])
    expect(text.match(/<Accepted>\w+</g)).toEqual(['<Accepted>BasReject<', '<Accepted>AltAccept<'])
    expect(text.match(/<ProvisAccpt>\w+</g)).toEqual(['<ProvisAccpt>No<', '<ProvisAccpt>Yes<'])
    expect(text).toMatch(/<ALNSerNo>1<\/ALNSerNo>\s*<Accepted>AltAccept<\/Accepted>/)
    expect(text).toContain('<Total>1130.00</Total>')
    const read = back(text)
    expect(read.notes).toEqual([])
    expect(linesOf(read.document).map(({ selected }) => selected)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(rollUpEstimate(read.document)).toMatchObject({
      net: '1130.00',
      gross: rollUpEstimate(document).gross,
    })
    // A tender and its prices have no place for it: there the base counts.
    for (const phase of ['83', '84'] as const)
      expect(write(document, phase).text).not.toMatch(/Accepted|ProvisAccpt/)
  })

  it('is kept where a base item was rejected and nothing came in its place', () => {
    const { text } = write(
      estimateOf([
        lineOf('oak', { unitRate: '100', itemType: 'base', altGroup: 'floor' }),
        lineOf('ash', { unitRate: '120', itemType: 'alternative', altGroup: 'floor', selected: false }),
      ]),
      '86',
    )
    const rejected = text
      .replace('<ALNSerNo>0</ALNSerNo>', '<ALNSerNo>0</ALNSerNo><Accepted>BasReject</Accepted>')
      .replaceAll('<Total>100.00</Total>', '<Total>0.00</Total>')
    const read = back(rejected)
    expect(rollUpEstimate(read.document).net).toBe('0.00')
    expect(read.notes).toEqual([expect.stringContaining('a base item that was rejected')])
  })

  it('keeps cents, choices and groups of random estimates', () => {
    for (let seed = 1; seed <= (process.env['LONG'] ? 2000 : 60); seed++) {
      const random = randomFrom(seed)
      const document = inGaeb(randomEstimate(random))
      const groups = Object.fromEntries(linesOf(document).map(({ id }) => [id, randomGroups(random)]))
      if (tooDear(document)) continue
      const read = back(write(document, '86', groups).text)
      const [own, other] = [rollUpEstimate(document), rollUpEstimate(read.document)]
      expect([other.net, other.discount, other.gross], `seed ${seed}`).toEqual([
        own.net,
        own.discount,
        own.gross,
      ])
      const written = linesOf(document)
        .filter(({ itemType }) => itemType !== 'text')
        .map(({ id }) => groups[id] ?? [])
      const kept = linesOf(read.document).map(({ id }) => read.groups?.byLine.get(id) ?? [])
      expect(kept.map(inOrder).toSorted(), `seed ${seed}`).toEqual(written.map(inOrder).toSorted())
    }
  })
})

const inOrder = (groups: readonly LineGroup[]): string =>
  groups.map((one) => Object.values(one).join(' ')).join()

function randomGroups(random: Random): LineGroup[] {
  return catalogues.flatMap(({ id }) =>
    pick(random, [[], ['100'], ['33.33', '66.67'], ['12.5'], ['0.000001', '50', '49.999999']]).map(
      (share, at) => group(`${3 + at}${Math.floor(random() * 9)}0`, share, id),
    ),
  )
}

/** What of an estimate GAEB has room for; at most one alternative of a group is chosen, and a group has one base. */
function inGaeb(document: EstimateDocument): EstimateDocument {
  const nodes = document.nodes.map((node): EstimateNode => {
    if (node.kind !== 'line') return node
    const vatRate = node.vatRate === 'standard' || node.vatRate === 'reduced' ? node.vatRate : 'none'
    const quantity = node.quantity?.replace(/^(-?)\d{8,}/, '$112') ?? null
    return { ...node, quantity, unit: node.unit ?? 'm2', vatRate }
  })
  return { ...document, nodes, markups: [], rounding: roundingPresets.GAEB }
}

function tooDear(document: EstimateDocument): boolean {
  const totals = rollUpEstimate(document)
  return linesOf(document).some(
    ({ id }) => (totals.line(id).unitRate ?? '').replace(/^-/, '').split('.')[0]!.length > 9,
  )
}
