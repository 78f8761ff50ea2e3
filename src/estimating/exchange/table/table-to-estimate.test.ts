import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import type { EstimateLine } from '../../estimate-document.ts'
import { rollUpEstimate } from '../../roll-up-estimate.ts'
import type { TableLine, TableResource } from './estimate-table.ts'
import { tableToEstimate } from './table-to-estimate.ts'

const line = (number: string, values: Partial<TableLine> = {}): TableLine => ({
  row: 1,
  number,
  title: `Line ${number}`,
  text: null,
  unit: 'm2',
  quantity: '10',
  rate: '12.5',
  total: '125',
  counted: null,
  section: null,
  ...values,
})
const part = (number: string, values: Partial<TableResource> = {}): TableResource => ({
  row: 1,
  number,
  code: null,
  name: 'Mason',
  type: 'labour',
  unit: 'h',
  quantity: '2.50',
  price: '50',
  amount: '125',
  ...values,
})
const read = (lines: TableLine[], resources: TableResource[] = []) =>
  tableToEstimate({ currency: 'EUR', lines, resources }, 'Bill')
const flagsOf = (lines: TableLine[], resources: TableResource[] = []) =>
  must(read(lines, resources).flags).map(({ code }) => code)

describe('a bill that is written as a table', () => {
  it('has sections by its numbers, named by rows without amounts', () => {
    const nothing = { unit: null, quantity: null, rate: null, total: null }
    const { document } = read([line('1', { title: 'Walls', ...nothing }), line('1.1.1'), line('2')])
    const places = document.nodes.map(({ id, parentId, title, kind }) => [id, parentId, title, kind])
    expect(places).toEqual([
      ['n1', null, 'Walls', 'section'],
      ['n2', 'n1', '1.1', 'section'],
      ['n3', 'n2', 'Line 1.1.1', 'line'],
      ['n4', null, 'Line 2', 'line'],
    ])
  })

  it.each([
    ['Area', 't', ['dimension']],
    ['Fläche', '100 m²', []],
    ['Count', 'm3', ['dimension']],
    ['Stück', '10 pcs', []],
    ['m', 'km', []],
    ['Area', 'Spannweite', ['unit']],
    ['whatever', 't', []],
  ])('[E-13] says whether %s may be priced per %s', (counted, unit, expected) => {
    expect(flagsOf([line('1', { counted, unit })])).toEqual(expected)
  })

  it('says what does not multiply or add up', () => {
    expect(flagsOf([line('1', { total: '125.01' })])).toEqual(['total'])
    expect(flagsOf([line('1')], [part('1', { amount: '124.99' })])).toEqual(['parts'])
    expect(flagsOf([line('1')], [part('1', { price: '40' })])).toEqual(['amount'])
    // 2.4999 and 50.004 print as 2.50 and 50.00.
    expect(flagsOf([line('1')], [part('1', { quantity: '2.50', price: '50.00' })])).toEqual([])
    expect(read([line('1')], [part('2')]).notes).toEqual(['No line has the number 2.'])
  })

  it.each([
    ['6.3252', '17.10', '108.18'],
    ['0.0000', '2379.28', '0.09'],
    ['42', '1693.98', '0.00'],
    ['6377.28', '18.38', '117213.00'],
    ['-2.5', '50', '-124.90'],
    ['0', '0', '3.10'],
  ])('keeps the amount of %s at %s, %s, to the cent', (quantity, price, amount) => {
    const { document } = read([line('1', { quantity: '0.103' })], [part('1', { quantity, price, amount })])
    expect(rollUpEstimate(document).byType.labour).toBe(amount)
  })

  it('keeps the printed total where there are no parts', () => {
    const { document } = read([line('1', { quantity: '436.76', rate: '220.30', total: '96218.25' })])
    expect(rollUpEstimate(document).direct).toBe('96218.25')
    const [own] = document.nodes as EstimateLine[]
    expect(own?.unitRate).toBe('220.30005')
  })
})
