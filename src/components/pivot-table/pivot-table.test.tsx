// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { addDays } from '#ui/day.ts'
import { groupIs } from './pivot-cells.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

describe('the records behind a number of a pivot', () => {
  it('are those of its groups, also of those without a value', () => {
    const group = { state: 'open', done: false, project: null }
    expect([
      groupIs(group, { key: 'state', type: 'select' }),
      groupIs(group, { key: 'done', type: 'boolean' }),
      groupIs(group, { key: 'project', type: 'relation' }),
    ]).toEqual([
      { field: 'state', op: 'in', value: ['open'] },
      { field: 'done', op: 'eq', value: false },
      { field: 'project', op: 'empty', value: true },
    ])
  })
})

describe('other ways to look at a list', () => {
  it('a pivot counts by two fields, with totals', async () => {
    drawComponent('pivot-table', { model: 'materials', label: 'Pivot', rows: 'category', by: 'in_stock' })
    const table = await screen.findByRole('table', { name: 'Pivot' })
    const rows = within(table).getAllByRole('row')
    const words = (row: HTMLElement) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)
    const numbers = (row: HTMLElement) => words(row).slice(1).map(Number)
    // Options stand in their order; the last line and column are what the server added up.
    expect(words(rows[1] as HTMLElement)[0]).toBe('Concrete')
    for (const row of rows.slice(1)) {
      const [no = 0, yes = 0, total] = numbers(row)
      expect(no + yes).toBe(total)
    }
    expect(numbers(rows.at(-1) as HTMLElement).at(-1)).toBe(320)
  })

  it('a calendar shows records on their days and opens the rest of a full one', async () => {
    drawComponent('record-calendar', {
      model: 'materials',
      label: 'Calendar',
      by: 'priced_on',
      month: '2026-03-15',
      fields: [],
    })
    const calendar = await screen.findByRole('group', { name: 'Calendar' })
    expect(await within(calendar).findByText('March 2026')).toBeTruthy()
    expect(within(calendar).getAllByRole('cell')).toHaveLength(42)
    expect(calendar.querySelectorAll('[draggable="true"]').length).toBeGreaterThan(5)
  })

  it('a calendar sends a record to another day by keyboard, and the reader goes with it', async () => {
    const { api, calls } = listenedApi()
    drawComponent(
      'record-calendar',
      { model: 'materials', label: 'Calendar', by: 'priced_on', month: '2026-03-15', fields: [] },
      { api },
    )
    const calendar = await screen.findByRole('group', { name: 'Calendar' })
    await waitFor(() => expect(calendar.querySelector('button[data-day]')).toBeTruthy())
    const day = calendar.querySelector<HTMLElement>('button[data-day]')
    const from = String(day?.dataset['day'])
    day?.focus()
    await userEvent.keyboard('{Enter}')
    const all = await screen.findByRole('dialog')
    within(all).getAllByRole('button', { name: 'Move to' })[0]?.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Move to' })
    await userEvent.keyboard('{ArrowDown}')
    const week = addDays(from, 7)
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset['day']).toBe(week))
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(calls.filter(({ name }) => name.startsWith('PATCH')).map(({ body }) => body)).toEqual([
        { priced_on: week, base: { priced_on: from } },
      ]),
    )
    await waitFor(() =>
      expect(document.activeElement).toBe(calendar.querySelector(`button[data-day="${week}"]`)),
    )
  })

  it('a calendar without records in its weeks leads to the nearest', async () => {
    const props = { model: 'materials', label: 'Calendar', by: 'priced_on', month: '2031-03-15', fields: [] }
    drawComponent('record-calendar', props)
    const calendar = await screen.findByRole('group', { name: 'Calendar' })
    const way = await within(calendar).findByRole('button', { name: /^Go to / })
    expect(within(calendar).getByText('There is nothing in these weeks.')).toBeTruthy()
    await userEvent.click(way)
    await waitFor(() => expect(calendar.querySelectorAll('[draggable="true"]').length).toBeGreaterThan(0))
    expect(within(calendar).queryByText('There is nothing in these weeks.')).toBeNull()
  })

  it('a gallery shows cards with facts, and more on request', async () => {
    drawComponent('record-gallery', { model: 'materials', label: 'Gallery', fields: ['category', 'price'] })
    const gallery = await screen.findByRole('group', { name: 'Gallery' })
    expect(within(gallery).getAllByRole('listitem')).toHaveLength(60)
    expect(within(gallery).getByRole('button', { name: 'Show more' })).toBeTruthy()
  })
})
