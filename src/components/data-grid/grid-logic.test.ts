import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { FieldType } from '#contracts/field-types.ts'
import { fieldTypeOf } from '#contracts/field-types.ts'
import { clipboardText } from '../field/clipboard-text.ts'
import { valueFromText } from '../field/value-from-text.ts'
import { gridColumns, modelsBehind, type GridColumn } from './grid-columns.ts'
import { at, moveCursor, rangeOf } from './grid-cursor.ts'
import {
  allOf,
  gridQuery,
  groupQuery,
  inGroup,
  keysIn,
  totalsQuery,
  type GridQuestion,
} from './grid-query.ts'
import { nextSort } from './grid-sort.ts'
import { layPaste, readPaste } from './read-paste.ts'
import { stretched } from './drag-corner.ts'
import { readTsv, writeTsv } from './tsv.ts'

const field = (key: string, type: FieldType, more: Partial<FieldDescription> = {}): FieldDescription => ({
  ...fieldTypeOf(type),
  key,
  label: key,
  type,
  required: false,
  read_only: false,
  ...more,
})
const model: ModelDescription = {
  key: 'items',
  id: 'm',
  label: 'Items',
  title_field: 'name',
  can: { create: true, update: true, delete: true, export: true },
  fields: [
    field('code', 'text'),
    field('name', 'text'),
    field('price', 'money', { currency: 'EUR' }),
    field('notes', 'markdown'),
    field('supplier', 'relation', { target: 'suppliers', target_title: 'name' }),
    field('tags', 'relation', { many: true, target: 'tags', target_title: 'label' }),
    field('secret', 'text', { read_only: true }),
    field('created_at', 'datetime', { system: true, read_only: true }),
  ],
}
const columns = gridColumns(
  model,
  [{ field: 'name' }, { field: 'price', total: 'sum' }, { field: 'supplier' }, { field: 'tags' }],
  true,
)
const question: GridQuestion = {
  model: 'items',
  columns,
  where: [null, undefined],
  search: ' ',
  sort: [],
  extra: [],
  pageSize: 100,
}

describe('columns of a grid', () => {
  it('[P-05] a declared column the reader may not read is not there', () => {
    expect(
      gridColumns(model, [{ field: 'name' }, { field: 'cost' }, { field: 'cost.value' }], false).map(
        ({ key }) => key,
      ),
    ).toEqual(['name'])
  })
  it('a path across readable relations shows the field as it is there, and is never edited', () => {
    const suppliers: ModelDescription = {
      ...model,
      key: 'suppliers',
      fields: [field('rating', 'percent', { label: 'Rating' })],
    }
    const path = [{ field: 'supplier.rating' }]
    expect(modelsBehind(model, path, new Map())).toEqual(['suppliers'])
    const [column] = gridColumns(model, path, true, new Map([['suppliers', suppliers]]))
    expect(column).toMatchObject({
      key: 'supplier.rating',
      label: 'supplier: Rating',
      field: { type: 'percent' },
      editable: false,
      sortBy: 'supplier.rating',
    })
    expect(gridColumns(model, path, true)).toEqual([])
  })
  it('a number is rounded for the eye where the screen says so, and what is edited and copied keeps its digits', () => {
    const [rounded, plain] = gridColumns(model, [{ field: 'price', scale: 2 }, { field: 'price' }], true)
    expect([rounded?.field.shown_scale, plain?.field.shown_scale]).toEqual([2, undefined])
    expect(rounded && clipboardText('42.113063', rounded.field, undefined, { locale: 'en' })).toBe(
      '42.113063',
    )
  })
  it('a text whose few codes the screen knows is chosen, read and copied by what they are called', () => {
    const options = [{ value: 'standard', label: 'Regelsatz' }]
    const text: ModelDescription = { ...model, fields: [field('vat_code', 'text')] }
    const column = must(gridColumns(text, [{ field: 'vat_code', options }], true)[0])
    expect(column.field).toMatchObject({ type: 'select', options })
    expect(clipboardText('standard', column.field, undefined, { locale: 'de' })).toBe('Regelsatz')
    expect(valueFromText('Regelsatz', column.field, { locale: 'de' })).toEqual({
      ok: true,
      value: 'standard',
    })
  })
  it('without a declaration: the fields, bulky and system ones put away', () => {
    const all = gridColumns(model, undefined, false)
    expect(all.filter(({ hidden }) => hidden).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['notes', 'created_at']),
    )
    expect(all.find(({ key }) => key === 'name')?.pin).toBe('left')
  })
  it('a field the reader may not write is not edited', () => {
    const shown = gridColumns(model, [{ field: 'name' }, { field: 'secret', editable: true }], true)
    expect(shown.map(({ editable }) => editable)).toEqual([true, false])
  })
  it('a relation sorts by what its records are called', () => {
    expect(columns.find(({ key }) => key === 'supplier')?.sortBy).toBe('supplier.name')
  })
})

describe('the questions of a grid', () => {
  it('asks for titles of relations beside their ids and expands lists', () => {
    expect(gridQuery(question)).toEqual({
      model: 'items',
      fields: ['name', 'price', 'supplier', 'supplier.name', 'tags'],
      expand: { tags: { fields: ['label'] } },
      page: { size: 100 },
    })
  })
  it('joins all conditions and leaves empty ones out', () => {
    const a = { field: 'name', op: 'eq', value: 1 } as const
    expect(allOf([null, { and: [] }, undefined])).toBeNull()
    expect(allOf([a, null])).toBe(a)
    expect(allOf([a, a])).toEqual({ and: [a, a] })
  })
  it('groups with counts and totals, and asks one total of everything', () => {
    const supplier = columns[2] as GridColumn
    expect(groupQuery(question, supplier)).toMatchObject({
      group: ['supplier', 'supplier.name'],
      aggregate: [
        { fn: 'count', as: 'count' },
        { fn: 'sum', field: 'price', as: 'total_1' },
      ],
    })
    expect(totalsQuery(question)).toMatchObject({ aggregate: [{ fn: 'sum', field: 'price', as: 'total_1' }] })
    expect(totalsQuery({ ...question, columns: [supplier] })).toBeNull()
    expect(inGroup({ by: supplier, value: null })).toEqual({ field: 'supplier', op: 'empty', value: true })
  })
  it('knows which fields an address needs', () => {
    expect(keysIn('/o/{token}/{id}')).toEqual(['token'])
  })
  it('sorts ascending, descending, not; with Shift beside what is sorted', () => {
    const name = columns[0] as GridColumn
    const price = columns[1] as GridColumn
    const one = nextSort([], name, false)
    expect(one).toEqual([{ field: 'name', dir: 'asc' }])
    expect(nextSort(one, name, false)).toEqual([{ field: 'name', dir: 'desc' }])
    expect(nextSort(nextSort(one, name, false), name, false)).toEqual([])
    expect(nextSort(one, price, true)).toEqual([
      { field: 'name', dir: 'asc' },
      { field: 'price', dir: 'asc' },
    ])
  })
})

describe('keys as in a spreadsheet', () => {
  const size = { rows: 50, columns: 6, page: 10 }
  const press = (from: Parameters<typeof moveCursor>[0], key: string, ctrl = false, shift = false) =>
    moveCursor(from, { key, ctrl, shift }, size)
  it.each([
    ['ArrowDown', false, { row: 6, column: 2 }],
    ['ArrowUp', true, { row: 0, column: 2 }],
    ['Home', false, { row: 5, column: 0 }],
    ['End', false, { row: 5, column: 5 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 49, column: 5 }],
    ['PageDown', false, { row: 15, column: 2 }],
    ['PageUp', false, { row: 0, column: 2 }],
    ['ArrowRight', true, { row: 5, column: 5 }],
  ] as const)('%s (ctrl %s)', (key, ctrl, to) => {
    expect(press(at(5, 2), key, ctrl)).toMatchObject(to)
  })
  it('goes up to the heading row and no further; Shift stays in the rows and grows the range', () => {
    expect(press(at(0, 1), 'ArrowUp')).toMatchObject({ row: -1 })
    expect(press(at(-1, 1), 'ArrowUp')).toMatchObject({ row: -1 })
    const grown = press(at(0, 1), 'ArrowUp', false, true)
    expect(grown).toMatchObject({ row: 0, anchor: { row: 0, column: 1 } })
    const range = press(press(at(3, 3), 'ArrowRight', false, true) ?? at(0, 0), 'ArrowUp', false, true)
    expect(range && rangeOf(range)).toEqual({ top: 2, bottom: 3, left: 3, right: 4 })
    expect(press(at(0, 0), 'a')).toBeNull()
  })
  it('begins a range anew from the cell it is in once everything was chosen', () => {
    const all = { row: 5, column: 2, anchor: { row: 0, column: 0 }, end: { row: 49, column: 5 } }
    const ranges = ['ArrowDown', 'ArrowLeft'].map((key) => rangeOf(press(all, key, false, true) ?? all))
    expect(ranges).toEqual([
      { top: 5, bottom: 6, left: 2, right: 2 },
      { top: 5, bottom: 5, left: 1, right: 2 },
    ])
    expect(press(all, 'ArrowDown')).toEqual(at(6, 2))
  })
})

describe('the clipboard of a spreadsheet', () => {
  it('writes and reads cells with tabs, quotes and line breaks', () => {
    const cells = [
      ['a', 'b\tc'],
      ['say "hi"', 'two\nlines'],
    ]
    expect(readTsv(writeTsv(cells))).toEqual(cells)
    expect(readTsv('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })
  const rows = [1, 2, 3].map((number) => ({ id: String(number) }))
  const rowAt = (line: number) => rows[line]
  const german = { locale: 'de' }
  const nobody = () => ({ problem: 'nobody' })
  it('takes numbers as the reader writes them, and finds records by name', () => {
    const { cells, beyond } = layPaste(
      rowAt,
      columns,
      at(0, 0),
      [
        ['Beton', '1.234,50', 'Nordkies'],
        ['Stahl', '3'],
      ],
      3,
    )
    expect(beyond).toBe(0)
    const read = readPaste(cells, german, (_column, text) => ({ id: `id of ${text}` }))
    expect(read.refused).toEqual([])
    expect(read.changes.map(({ row, column, value }) => [row['id'], column.key, value])).toEqual([
      ['1', 'name', 'Beton'],
      ['1', 'price', '1234.50'],
      ['1', 'supplier', 'id of Nordkies'],
      ['2', 'name', 'Stahl'],
      ['2', 'price', '3'],
    ])
  })
  it('names every cell that cannot take what was pasted', () => {
    const { cells } = layPaste(rowAt, columns, at(0, 1), [['viel', 'Niemand', 'tags']], 3)
    const read = readPaste(cells, german, nobody)
    expect(read.refused.map(({ column }) => column.key)).toEqual(['price', 'supplier', 'tags'])
  })
  it('changes nothing where the same text stands, even where it may not be changed', () => {
    const locked = columns.map((column) => ({ ...column, editable: false }))
    const cells = [{ row: { id: '1', price: '2.5' }, column: locked[1] as GridColumn, text: '2,5' }]
    expect(readPaste(cells, german, nobody)).toEqual({ changes: [], refused: [] })
  })
  it('one cell, or one row of cells, fills the range; what lies beyond the list is counted', () => {
    const range = { row: 2, column: 1, anchor: { row: 0, column: 1 } }
    expect(layPaste(rowAt, columns, range, [['5']], 3).cells.map(({ text }) => text)).toEqual(['5', '5', '5'])
    const past = layPaste(rowAt, columns, at(2, 3), [['a', 'b'], ['c']], 3)
    expect([past.beyond, past.added.length]).toEqual([1, 1])
    expect(past.cells.map(({ row }) => row['id'])).toEqual(['3', undefined])
  })
  it('a range is drawn out to the side that is further', () => {
    const source = { top: 2, bottom: 3, left: 1, right: 2 }
    expect(stretched(source, { row: 6, column: 3 })).toEqual({ ...source, bottom: 6 })
    expect(stretched(source, { row: 0, column: 1 })).toEqual({ ...source, top: 0 })
    expect(stretched(source, { row: 3, column: 5 })).toEqual({ ...source, right: 5 })
    expect(stretched(source, { row: 2, column: 2 })).toBe(source)
  })
})
