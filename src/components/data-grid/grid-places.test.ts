// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Query, Row } from '#contracts/query.ts'
import type { GridColumn } from './grid-columns.ts'
import type { GridFrame } from './grid-context.ts'
import { drawnColumns, surelyFits } from './cell-style.ts'
import { fitToRoom } from './fit-to-room.ts'
import { columnsInSight, type GridLayout } from './grid-layout.ts'
import { LineList } from './grid-lines.ts'
import { blockLines, linesInSight, linesOnTheWay, physicalHeight, topFor } from './grid-scale.ts'
import { useColumnTable } from './use-column-table.ts'
import type { GridSettings } from './use-grid-settings.ts'

const column = (key: string, more: Partial<GridColumn> = {}): GridColumn => ({
  key,
  label: key,
  field: {} as GridColumn['field'],
  width: 100,
  pin: null,
  hidden: false,
  editable: false,
  total: null,
  sortBy: key,
  groupable: true,
  ...more,
})

const tableOf = (columns: GridColumn[], settings: GridSettings, change = (_part: GridSettings): void => {}) =>
  renderHook(() => useColumnTable(columns, settings, change)).result.current
const layoutColumns = (columns: GridColumn[], settings: GridSettings): GridLayout =>
  tableOf(columns, settings).layout

describe('the place of a line', () => {
  it('draws always as many lines, around those in sight, further where the reader is heading', () => {
    expect(linesInSight(1000, 32, 3200, 320)).toMatchObject({ from: 92, to: 140, anchor: 0, offset: 0 })
    expect(linesInSight(1000, 32, 3200, 320, 'up')).toMatchObject({ from: 84, to: 132 })
    expect(linesInSight(1000, 32, 1000 * 32 - 320, 320)).toMatchObject({ from: 952, to: 1000 })
    expect(linesInSight(5, 32, 0, 320)).toMatchObject({ from: 0, to: 5 })
  })
  it('draws whole blocks of lines that hold all those in sight, wherever one looks', () => {
    for (const count of [3, 47, 48, 49, 1003])
      for (let top = 0; top <= Math.max(0, count * 32 - 320); top += 29)
        for (const heading of ['up', 'down'] as const) {
          const { from, to } = linesInSight(count, 32, top, 320, heading)
          expect(from % blockLines).toBe(0)
          expect(from * 32).toBeLessThanOrEqual(top)
          expect(to * 32).toBeGreaterThanOrEqual(Math.min(count * 32, top + 320))
        }
  })
  it('a million lines of any height stand in what a browser takes, and the last can be reached', () => {
    const [count, height, view] = [1_000_000, 40, 600]
    expect(physicalHeight(count, height)).toBe(16_000_000)
    const bottom = physicalHeight(count, height) - view
    expect(linesInSight(count, height, bottom, view).to).toBe(count)
    expect(linesInSight(count, height, 0, view).from).toBe(0)
    const top = topFor(500_000, count, height, 0, view)
    const { from, to } = linesInSight(count, height, top ?? 0, view)
    expect(from).toBeLessThanOrEqual(500_000)
    expect(to).toBeGreaterThan(500_000)
  })
  it('what is in sight is drawn at once, the rest on the way a few lines at a time', () => {
    const size = { height: 32, view: 320 }
    const at = (line: number, heading: 'up' | 'down') => linesInSight(1000, 32, line * 32, 320, heading)
    for (const [heading, turn] of [
      ['down', 10],
      ['up', -10],
    ] as const) {
      const before = at(500, heading)
      const wanted = at(500 + turn, heading)
      let now = linesOnTheWay(before, wanted, size, 0)
      expect(now.from % blockLines).toBe(0)
      expect(now.from).toBeLessThanOrEqual(500 + turn)
      expect(now.to).toBeGreaterThan(500 + turn + 10)
      for (let step = 0; now.from !== wanted.from; step += 1) {
        const next = linesOnTheWay(now, wanted, size, 2)
        expect(Math.abs(wanted.from - next.from)).toBeLessThan(Math.abs(wanted.from - now.from))
        now = next
        expect(step).toBeLessThan(20)
      }
      expect(now).toEqual(wanted)
    }
    // Nothing of it is drawn yet: all of it.
    expect(linesOnTheWay(at(0, 'down'), at(500, 'down'), size, 0)).toEqual(at(500, 'down'))
  })
  it('scrolls only when a line is out of sight', () => {
    expect(topFor(5, 1000, 32, 0, 320)).toBeNull()
    expect(topFor(10, 1000, 32, 0, 320)).toBe(32)
    expect(topFor(2, 1000, 32, 320, 320)).toBe(64)
  })
})

describe('the place of a column', () => {
  it('pinned ones stand at the edges, the others in the reader’s order', () => {
    const layout = layoutColumns([column('a'), column('b', { pin: 'right' }), column('c'), column('d')], {
      order: ['d', 'c'],
      pins: { a: 'left' },
      hidden: { c: true },
      widths: { d: 10 },
    })
    expect(layout.columns.map(({ key, size, start }) => [key, size, start])).toEqual([
      ['a', 100, 0],
      ['d', 48, 0],
      ['b', 100, 0],
    ])
  })
  it('the table says only what differs from the layout', () => {
    const settings = { hidden: { a: true }, pins: { b: 'left' as const } }
    const made: GridSettings[] = []
    const all = [column('a'), column('b'), column('c', { pin: 'right' })]
    const { table } = tableOf(all, settings, (part) => void made.push(part))
    table.getColumn('c')?.pin(false)
    table.getColumn('a')?.toggleVisibility(true)
    table.setColumnSizing((sizes) => ({ ...sizes, b: 200 }))
    table.setColumnOrder(['b', 'a'])
    expect(made).toEqual([
      { pins: { b: 'left', c: null } },
      { hidden: { a: false } },
      { widths: { b: 200 } },
      { order: ['b', 'a'] },
    ])
  })
  it('columns of words give a few pixels where all then stand in sight, and nothing where that is not enough', () => {
    const field = (type: string) => ({ field: { type } as GridColumn['field'] })
    const columns = [
      column('name', { width: 300, ...field('text') }),
      column('about', { width: 200, ...field('long_text') }),
      column('price', { width: 132, ...field('money') }),
      column('old', { width: 500, hidden: true, ...field('text') }),
    ]
    const widths = (room: number, settings: GridSettings = {}): number[] =>
      fitToRoom(columns, settings, room).map(({ width }) => width)
    expect(widths(632)).toEqual([300, 200, 132, 500])
    const [name = 0, about = 0, price] = widths(560)
    expect(name + about + 132).toBeLessThanOrEqual(560)
    expect([name < 300, name >= 195, about < 200, about >= 130, price]).toEqual([true, true, true, true, 132])
    // What the reader chose stays; and what cannot all be in sight is scrolled to as it was.
    expect(widths(600, { widths: { name: 300 } })).toEqual([300, 168, 132, 500])
    expect(widths(400)).toEqual([300, 200, 132, 500])
    expect(widths(0)).toEqual([300, 200, 132, 500])
  })
  it('draws only columns in sight, and all of a grid without a width', () => {
    const layout = layoutColumns(
      Array.from({ length: 50 }, (_, at) => column(`c${at}`)),
      {},
    )
    expect(columnsInSight(layout, 0, 0)).toEqual({ from: 0, to: 50 })
    expect(columnsInSight(layout, 1000, 500)).toEqual({ from: 7, to: 18 })
  })
})

describe('words in a cell', () => {
  const fits = (type: string, size: number, value: unknown, more: Partial<GridColumn['field']> = {}) =>
    surelyFits(
      { ...column('c', { field: { type, ...more } as GridColumn['field'] }), size, pinned: null, start: 0 },
      value,
    )
  it('are cut off unless they are certain to fit', () => {
    expect(fits('text', 160, 'P-0000001')).toBe(true)
    expect(fits('text', 160, 'Concrete works, section 4')).toBe(false)
    expect(fits('text', 160, '混凝土')).toBe(false)
    const title = {
      ...column('c', { field: { type: 'text' } as GridColumn['field'] }),
      size: 160,
      pinned: null,
      start: 0,
    }
    expect([surelyFits(title, 'P-0000001', 56), surelyFits(title, 'P-0000001', 74)]).toEqual([true, false])
    expect([fits('number', 128, '12.5'), fits('number', 128, '123456789.5')]).toEqual([true, false])
    expect([fits('decimal', 110, '1234.5'), fits('decimal', 110, '1234567.5')]).toEqual([true, false])
    expect([fits('decimal', 110, '12.500000', { scale: 6 }), fits('decimal', 110, '12.500001')]).toEqual([
      true,
      false,
    ])
    expect([fits('money', 128, '899.9', { currency: 'EUR' }), fits('money', 64, '899.9')]).toEqual([
      true,
      false,
    ])
    expect(fits('money', 128, { amount: '99999.99', currency: 'CHF' })).toBe(false)
    expect(fits('money', 128, { amount: '999.99', currency: 'CHF' })).toBe(true)
    const options = [{ value: 'a', label: 'Not offered' }, 'Masonry']
    expect([fits('select', 100, 'a', { options }), fits('select', 100, 'Masonry', { options })]).toEqual([
      false,
      true,
    ])
    expect([fits('number', 128, 'twelve'), fits('number', 64, 'about twelve')]).toEqual([true, false])
    expect([fits('date', 120, '2026-03-01'), fits('select', 160, 'a')]).toEqual([true, true])
    expect([fits('file', 160, [{ id: '1' }]), fits('file', 160, null)]).toEqual([false, true])
  })
})

describe('lines by number', () => {
  const question = (model: string): Query => ({ model })
  const [first, second] = [question('a'), question('b')]
  const rowAt = (query: Query, at: number): Row | undefined =>
    at < 3 ? { id: `${query.model}${at}` } : undefined
  const by = column('g')
  const list = new LineList(
    [
      { kind: 'group', key: 'x', depth: 0, by, group: {}, open: true },
      { kind: 'rows', query: first, from: 0, count: 1000, depth: 1 },
      { kind: 'group', key: 'y', depth: 0, by, group: {}, open: true },
      { kind: 'rows', query: second, from: 1, count: 2, depth: 1 },
    ],
    rowAt,
  )
  it('finds heads and rows, arrived or not', () => {
    expect(list.count).toBe(1004)
    expect(list.at(0)).toMatchObject({ kind: 'group', key: 'x' })
    expect(list.at(1)).toMatchObject({ kind: 'row', row: { id: 'a0' } })
    expect(list.at(1000)).toEqual({ kind: 'row', row: undefined, depth: 1 })
    expect(list.at(1001)).toMatchObject({ key: 'y' })
    expect(list.row(1002)).toEqual({ id: 'b1' })
    expect(list.at(1004)).toBeUndefined()
    expect(list.at(-1)).toBeUndefined()
  })
  it('says which rows of which question a window needs', () => {
    expect(list.windows(990, 1003)).toEqual([
      { query: first, from: 989, to: 1000, line: 990 },
      { query: second, from: 1, to: 2, line: 1002 },
    ])
  })
})

describe('the columns that are drawn', () => {
  it('are each drawn once, also while what is in sight is that of before a column was pinned', () => {
    const columns = ['a', 'b', 'c', 'd', 'e'].map((key) => column(key))
    const layout = layoutColumns(columns, { pins: { a: 'left', b: 'left', e: 'right' } })
    const frame = { columns: layout.columns, layout } as GridFrame
    const drawn = drawnColumns(frame, 1, 5).map(({ column: { key } }) => key)
    expect(drawn).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
