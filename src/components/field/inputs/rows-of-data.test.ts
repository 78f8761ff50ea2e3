import { describe, expect, it } from 'vitest'
import type { RowsOffer } from '../../props/rows-offer.definition.ts'
import { codesFrom, codesText, columnsOf, dataOf, rowsOf, withPart } from './rows-of-data.ts'

const offer: RowsOffer = {
  add: 'Add',
  begin: { kind: 'number' },
  columns: [
    { key: 'key', label: 'Key', type: 'text' },
    { key: 'kind', label: 'Kind', type: 'select' },
    { key: 'default', label: 'Usually', type: 'decimal', only: { key: 'kind', is: ['number'] } },
    { key: 'default', label: 'Usually', type: 'boolean', only: { key: 'kind', is: ['bool'] } },
  ],
}
const byName: RowsOffer = {
  add: 'Add',
  begin: {},
  name: 'name',
  columns: [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'value', label: 'Value', type: 'text' },
  ],
}

describe('rows of data', () => {
  it('are a list, or values by name; data of another form has none', () => {
    const list = [{ key: 'a', more: [1] }]
    expect(dataOf(rowsOf(list, offer) ?? [], offer)).toEqual(list)
    const values = { coat: '20 mm', sides: '2' }
    expect(rowsOf(values, byName)).toEqual([
      { name: 'coat', value: '20 mm' },
      { name: 'sides', value: '2' },
    ])
    expect(dataOf(rowsOf(values, byName) ?? [], byName)).toEqual(values)
    expect([rowsOf({ params: [] }, offer), rowsOf(['a'], offer), rowsOf('a', byName)]).toEqual([
      null,
      null,
      null,
    ])
    expect(rowsOf(null, offer)).toEqual([])
    expect(dataOf([], byName)).toBeNull()
  })

  it('are one part of the data, as long as it has no other', () => {
    const inPart = { ...offer, part: 'asked' }
    const asked = [{ key: 'a' }]
    expect(rowsOf({ asked }, inPart)).toEqual(asked)
    expect(dataOf(asked, inPart)).toEqual({ asked })
    expect([rowsOf(null, inPart), rowsOf({}, inPart), dataOf([], inPart)]).toEqual([[], [], null])
    expect([rowsOf({ asked, where: {} }, inPart), rowsOf({ asked: 'a' }, inPart)]).toEqual([null, null])
  })

  it('lose what only went with the value before, and keep what no column says', () => {
    const row = { key: 'a', kind: 'number', default: '2', note: 'kept' }
    expect(columnsOf(row, offer.columns).map(({ type }) => type)).toEqual(['text', 'select', 'decimal'])
    expect(withPart(row, 'kind', 'bool', offer.columns)).toEqual({
      key: 'a',
      kind: 'bool',
      default: false,
      note: 'kept',
    })
    expect(withPart(row, 'default', null, offer.columns)).toEqual({ key: 'a', kind: 'number', note: 'kept' })
  })

  it('write codes one to a line, and keep what else a code says', () => {
    const codes = [
      { value: 'DF', label: 'Thin: 52 mm', overrides: { coat: '10' } },
      { value: 'NF', label: 'NF' },
    ]
    expect(codesText(codes)).toBe('DF: Thin: 52 mm\nNF')
    expect(codesFrom('DF: Thin: 52 mm\nNF\n\n', codes)).toEqual(codes)
    expect(codesFrom(' \n', codes)).toBeNull()
  })
})
