import * as XLSX from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { decimal } from '#base/decimal.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { randomFrom } from '../../../../tests/support/formula-arbitrary.ts'
import { randomEstimate } from '../../../../tests/support/random-estimate.ts'
import { estimateOf, lineOf, resourceOf, sectionOf } from '../../../../tests/support/sample-estimate.ts'
import { estimateWorkbook } from './estimate-workbook.ts'
import { rounded } from './total-formula.ts'
import { writeWorkbook } from './write-workbook.ts'

const patience = process.env['LONG'] ? 1_800_000 : 20_000

const open = (document: EstimateDocument): XLSX.WorkBook =>
  XLSX.read(writeWorkbook(estimateWorkbook(document, 'EST-1 v1', 'en')), { cellFormula: true })

type Cells = Record<string, XLSX.CellObject>

/** Reckons a cell anew, as a spreadsheet does, from what it stands on. */
function reckon(cells: Cells, place: string): number {
  const cell = cells[place]
  if (!cell) return 0
  if (cell.f === undefined) return Number(cell.v ?? 0)
  const range = /^(SUM|SUBTOTAL)\((?:9,)?I(\d+):I(\d+)\)$/.exec(cell.f)
  if (range) {
    let sum = 0
    for (let row = Number(range[2]); row <= Number(range[3]); row++) {
      const nested = cells[`I${row}`]?.f?.startsWith('SUBTOTAL') === true
      if (range[1] === 'SUM' || !nested) sum += reckon(cells, `I${row}`)
    }
    return sum
  }
  const at = (name: string): number => reckon(cells, name)
  const amount = /^ROUND\((?:(D\d+)\*)?(F\d+),(\d)\)/.exec(cell.f)
  if (amount) {
    const [, quantity, rate = '', digits = ''] = amount
    const whole = Number(rounded((quantity ? at(quantity) : 1) * at(rate), Number(digits)))
    const off = /-ROUND\(.*\*(G\d+)\/100,(\d)\)$/.exec(cell.f)
    return off ? whole - Number(rounded((whole * at(off[1] ?? '')) / 100, Number(off[2]))) : whole
  }
  return cell.f.split('+').reduce((sum, name) => sum + at(name), 0)
}

describe('the workbook of a version', () => {
  it('has lines with formulas, what they take, and how they were rounded', () => {
    const workbook = open(
      estimateOf([
        sectionOf('Shell'),
        lineOf('=cmd|calc', {
          parentId: 'Shell',
          quantity: '2.5',
          resources: [resourceOf('labour', '2', '49.80')],
        }),
        lineOf('Roof', { parentId: 'Shell', quantity: '3', unitRate: '10', discountPct: '5' }),
      ]),
    )
    expect(workbook.SheetNames).toEqual(['Lines', 'Resources', 'About'])
    const lines = workbook.Sheets['Lines'] as Cells
    expect(lines['B3']).toMatchObject({ t: 's', v: '=cmd|calc' })
    expect(lines['B3']?.f).toBeUndefined()
    expect(lines['H3']).toMatchObject({ f: 'ROUND(D3*F3,2)', v: 249 })
    expect(lines['H4']).toMatchObject({ v: 28.5 })
    expect(lines['I2']).toMatchObject({ f: 'SUBTOTAL(9,I3:I4)', v: 277.5 })
    const resources = XLSX.utils.sheet_to_json<unknown[]>(must(workbook.Sheets['Resources']), {
      header: 1,
      defval: null,
    })
    expect(resources[1]).toEqual(['Labour', null, null, null, null, 5, null, 249])
    expect(resources[2]).toEqual([null, 'labour 49.80', 'labour', 5, 'h', 5, 49.8, 249])
    expect(JSON.stringify(workbook.Sheets['About'])).toContain('Rounding (GAEB)')
  })

  it('writes a value where a spreadsheet would round another way', () => {
    const document = estimateOf([lineOf('a', { quantity: '1', unitRate: '2.345' })], {
      rounding: { ...estimateOf([]).rounding, preset: 'CUSTOM', unitRate: 3, mode: 'half_even' },
    })
    expect((open(document).Sheets['Lines'] as Cells)['H2']).toMatchObject({ v: 2.34 })
    expect((open(document).Sheets['Lines'] as Cells)['H2']?.f).toBeUndefined()
  })

  it('recomputes random estimates to the same cents', { timeout: patience }, () => {
    for (let seed = 1; seed <= (process.env['LONG'] ? 2000 : 40); seed++) {
      // Spreadsheets hold fifteen digits of a sum.
      const plain = JSON.stringify(randomEstimate(randomFrom(seed))).replaceAll(
        /(\d{4})\d{2,}(?=[."])/g,
        '$1',
      )
      const document = JSON.parse(plain) as EstimateDocument
      const totals = rollUpEstimate(document)
      const lines = open(document).Sheets['Lines'] as Cells
      const rowOf = (label: string): string =>
        must(Object.entries(lines).find(([place, { v }]) => place.startsWith('B') && v === label))[0].slice(1)
      for (const [label, amount] of [
        ['Direct cost', totals.direct],
        ['Net', totals.net],
        ['Gross', totals.gross],
      ] as const) {
        const place = `I${rowOf(label)}`
        expect(decimal(reckon(lines, place).toPrecision(15)).toFixed(2), `seed ${seed} ${label}`).toBe(
          decimal(amount).toFixed(2),
        )
        expect(decimal(Number(lines[place]?.v)).eq(decimal(amount)), `seed ${seed} ${label}`).toBe(true)
      }
    }
  })
})
