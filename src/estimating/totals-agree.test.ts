import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { plainTotals } from '../../tests/support/plain-estimate.ts'
import { pick, randomEstimate, randomLine } from '../../tests/support/random-estimate.ts'
import type { EstimateDocument, EstimateLine } from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import type { EstimateTotals, LineTotals } from './estimate-totals.ts'
import { rollUpEstimate, totalsOf } from './roll-up-estimate.ts'
import { inCostGroups, inLocations, inVatCodes, totalByGroup } from './total-by-group.ts'
import { totalByType } from './total-by-type.ts'

const count = process.env['LONG'] ? 10_000 : 500
const patience = process.env['LONG'] ? 1_800_000 : 60_000

const sumOf = (amounts: Iterable<string>): string =>
  decimalText([...amounts].reduce((sum, amount) => sum.plus(amount), decimal(0)))
const plain = (amount: string): string => decimalText(decimal(amount))

const linesOf = (document: EstimateDocument, totals: EstimateTotals): Map<string, LineTotals> =>
  new Map(document.nodes.flatMap(({ id, kind }) => (kind === 'line' ? [[id, totals.line(id)]] : [])))

/** What can be compared: the texts of all lines among the rest. */
const everything = (totals: EstimateTotals, document: EstimateDocument): object => ({
  ...totals,
  line: linesOf(document, totals),
})

/** Every way of adding up one estimate, by name, and what it must come to. */
function pivots(rolled: EstimateRollUp, totals: EstimateTotals): [string, string, string][] {
  const { direct, net } = totals
  const lines = linesOf(rolled.document, totals)
  const roots = rolled.tree.roots.map(({ node }) => {
    const line = lines.get(node.id)
    if (line) return line.counts ? line.total : '0'
    return node.kind === 'section' ? must(totals.nodes.get(node.id)).total : '0'
  })
  const counted = [...lines.values()].filter(({ counts }) => counts)
  const below = totals.markups.filter(({ spread }) => spread === 'own_line').map(({ amount }) => amount)
  const nets = [...counted.map((line) => line.net), ...below]
  const byType = totalByType(rolled)
  const group = (of: Parameters<typeof totalByGroup>[1], what: 'total' | 'net' = 'total'): string[] =>
    totalByGroup(rolled, of, what).map(({ amount }) => amount)
  return [
    ['tree', sumOf(roots), direct],
    ['types', sumOf(Object.values(totals.byType)), direct],
    ...[...lines.values()].map((line): [string, string, string] => [
      'types of a line',
      sumOf(Object.values(line.byType)),
      line.total,
    ]),
    ...byType.map(({ type, amount, resources }): [string, string, string] => [
      `resources of ${type}`,
      sumOf(resources.map((resource) => resource.amount)),
      amount,
    ]),
    ['cost groups', sumOf(group(inCostGroups('DIN276'))), direct],
    ['cost groups of another set', sumOf(group(inCostGroups('own'))), direct],
    ['a set nobody uses', sumOf(group(inCostGroups('none'))), direct],
    ['locations', sumOf(group(inLocations)), direct],
    ['VAT codes', sumOf(group(inVatCodes)), direct],
    ['as the customer sees it', sumOf(nets), net],
    [
      'cost groups as the customer sees them',
      sumOf([...group(inCostGroups('DIN276'), 'net'), ...below]),
      net,
    ],
    ['markups', sumOf([direct, ...totals.markups.map(({ amount }) => amount)]), net],
    ['discount', sumOf([totals.afterDiscount, totals.discount]), net],
    ['VAT bases', sumOf(totals.vat.map(({ base }) => base)), totals.afterDiscount],
    ['gross', sumOf([totals.afterDiscount, ...totals.vat.map(({ amount }) => amount)]), totals.gross],
  ]
}

describe('random estimates', () => {
  it(
    `give the same cent in every pivot (${count})`,
    () => {
      for (let seed = 0; seed < count; seed++) {
        const rolled = new EstimateRollUp(randomEstimate(randomFrom(seed)))
        for (const [name, sum, total] of pivots(rolled, totalsOf(rolled)))
          expect(sum, `${name} of estimate ${seed}`).toBe(plain(total))
      }
    },
    patience,
  )

  it(
    `come to what big.js and pencil come to (${count})`,
    () => {
      for (let seed = 0; seed < count; seed++) {
        const document = randomEstimate(randomFrom(seed))
        const totals = rollUpEstimate(document)
        const expected = plainTotals(document)
        const place = `estimate ${seed}`
        for (const [id, { total, counts }] of expected.lines)
          expect(totals.line(id), `line ${id} of ${place}`).toMatchObject({
            total: expect.toSatisfy((text: string) => total.eq(text)),
            counts,
          })
        for (const [id, total] of expected.sections)
          expect(plain(must(totals.nodes.get(id)).total), `section ${id} of ${place}`).toBe(
            decimalText(total),
          )
        expect(plain(totals.direct), place).toBe(decimalText(expected.direct))
        for (const { key, amount } of totals.markups) {
          const known = expected.markups.get(key)
          if (known) expect(plain(amount), `markup ${key} of ${place}`).toBe(decimalText(known))
        }
      }
    },
    patience,
  )

  it(
    `are the same after any edits of lines as rolled up anew (${count})`,
    () => {
      for (let seed = 0; seed < count; seed++) {
        const random = randomFrom(seed)
        let document = randomEstimate(random)
        const rolled = new EstimateRollUp(document)
        const lines = document.nodes.filter((node) => node.kind === 'line')
        for (let edit = 0; edit < 8 && lines.length > 0; edit++) {
          const line = editedLine(random, document, pick(random, lines).id)
          document = { ...document, nodes: document.nodes.map((node) => (node.id === line.id ? line : node)) }
          rolled.recalculateLine(line)
        }
        expect(everything(totalsOf(rolled), document), `estimate ${seed}`).toEqual(
          everything(rollUpEstimate(document), document),
        )
      }
    },
    patience,
  )
})

/** The line with one or all of its fields as another line has them, in its old place. */
function editedLine(random: () => number, { nodes }: EstimateDocument, id: string): EstimateLine {
  const line = must(nodes.find((node): node is EstimateLine => node.id === id && node.kind === 'line'))
  const other = randomLine(random, id, line.parentId)
  const fields = [
    'quantity',
    'itemType',
    'selected',
    'altGroup',
    'resources',
    'vatRate',
    'discountPct',
  ] as const
  if (random() < 0.3) return { ...other, sort: line.sort }
  const field = pick(random, fields)
  return { ...line, [field]: other[field] }
}

describe('a line that cannot be taken in', () => {
  const document = randomEstimate(randomFrom(4))
  const line = must(document.nodes.find((node): node is EstimateLine => node.kind === 'line'))

  it.each([
    ['is not there', { id: 'nobody' }],
    ['was moved', { parentId: 'elsewhere' }],
    ['has a number that is none', { resources: [], unitRateOverride: 'dear' }],
  ])('because it %s leaves everything as it was', (_, change) => {
    const rolled = new EstimateRollUp(document)
    expect(() => rolled.recalculateLine({ ...line, ...change })).toThrow('Some values are not valid.')
    expect(everything(totalsOf(rolled), document)).toEqual(everything(rollUpEstimate(document), document))
  })
})
