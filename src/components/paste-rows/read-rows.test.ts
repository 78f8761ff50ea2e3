import { expect, it } from 'vitest'
import { parseDecimal } from '#ui/parse-decimal.ts'
import { readRows, type PasteColumn } from './read-rows.ts'

const columns: PasteColumn[] = [
  { key: 'number', label: 'No.', names: ['Pos.'], kind: 'text' },
  { key: 'title', label: 'Title', names: ['Description'], kind: 'text' },
  { key: 'quantity', label: 'Quantity', kind: 'number' },
]
const german = (text: string) => parseDecimal(text, 'de')
const readFile = (text: string) => readRows(text, columns, german, { fromFile: true, single: 'title' })

it('takes columns in their order, or as the first row names them', () => {
  expect(readRows('1\tWalls\t1.250,5\r\n\r\n', columns, german).rows).toEqual([
    { number: '1', title: 'Walls', quantity: '1250.5' },
  ])
  const named = readRows('quantity\tx\tdescription\n3\ty\t"Two\nlines"', columns, german)
  expect(named.rows).toEqual([{ quantity: '3', title: 'Two\nlines' }])
  expect(named.found.map(({ key }) => key)).toEqual(['quantity', 'title'])
})

it('names what is no number', () => {
  const { rows, wrong } = readRows('1\tWalls\tmany\n2\tRoof\t', columns, german)
  expect(rows).toEqual([
    { number: '1', title: 'Walls' },
    { number: '2', title: 'Roof' },
  ])
  expect(wrong).toEqual([{ row: 1, label: 'Quantity', text: 'many' }])
})

it('reads a CSV file by what parts its first line, with decimal commas where semicolons part it', () => {
  expect(readFile('\uFEFFNo.;Title;Quantity\n1;"Walls; inside";12,5\n').rows).toEqual([
    { number: '1', title: 'Walls; inside', quantity: '12.5' },
  ])
  expect(readFile('No.,Title\n1,Walls\n').rows).toEqual([{ number: '1', title: 'Walls' }])
})

it('goes by the first row alone, also where its quotes hold another separator or a line break', () => {
  expect(readFile('No.;Title\n1;"Walls\toutside"').rows).toEqual([{ number: '1', title: 'Walls\toutside' }])
  expect(readFile('\n1;"Walls, inside,\nplastered"').rows).toEqual([
    { number: '1', title: 'Walls, inside,\nplastered' },
  ])
})

it('leaves commas of a spreadsheet column alone', () => {
  expect(readRows('Title\nWalls, inside', columns, german).rows).toEqual([{ title: 'Walls, inside' }])
})

it('takes a list of one column by its heading, or as what it is said to be', () => {
  expect(readFile('Description\nWalls\nRoof').rows).toEqual([{ title: 'Walls' }, { title: 'Roof' }])
  expect(readFile('Walls\nRoof').rows).toEqual([{ title: 'Walls' }, { title: 'Roof' }])
  expect(readFile('Walls').found.map(({ key }) => key)).toEqual(['title'])
})
