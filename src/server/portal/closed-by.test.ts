import { expect, it } from 'vitest'
import { closedPlaces, type Agreed } from './closed-by.ts'

const day = '2031-05-10'
const row = (more: Partial<Agreed> = {}): Agreed => ({
  project: 'house',
  estimate: null,
  until: null,
  living: true,
  ...more,
})
const closed = (...rows: Agreed[]) => closedPlaces(rows, day)

it('closes nothing where nothing was said, or what was said has not run out', () => {
  expect(closed()).toEqual([])
  expect(closed(row(), row({ estimate: 'roof', until: day }))).toEqual([])
})

it('closes a place after its last day, and keeps it closed without the row that said so', () => {
  expect(closed(row({ until: '2031-05-09' }))).toEqual(['house'])
  expect(closed(row({ until: '2031-05-09', living: false }))).toEqual(['house'])
  expect(closed(row({ estimate: 'roof', until: '2031-05-09', living: false }), row())).toEqual(['roof'])
})

it('gives nothing by a row in the bin, until another is written', () => {
  expect(closed(row({ living: false }))).toEqual(['house'])
  expect(closed(row({ living: false }), row({ living: false }), row())).toEqual([])
  expect(closed(row({ living: false, until: '2031-05-09' }), row({ until: '2031-06-01' }))).toEqual([])
  expect(closed(row({ living: false }), row({ project: 'barn' }))).toEqual(['house'])
})

it('lets an estimate go by the row of its project again', () => {
  expect(closed(row({ estimate: 'roof', living: false }), row())).toEqual([])
  expect(closed(row({ estimate: 'roof', living: false }))).toEqual(['roof'])
  expect(closed(row({ estimate: 'roof' }), row({ living: false }))).toEqual(['house'])
})
