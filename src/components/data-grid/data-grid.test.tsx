// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import type { Query } from '#contracts/query.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import { Screen } from '#engine/rendering/screen.tsx'
import { beginVisit } from '#engine/routing/visit-memory.ts'
import { Toaster } from '#ui/toasts/toaster.tsx'
import { definitionOf, describeComponent } from '../definitions.ts'
import { LiveValuesContext, type LiveValues } from '../live-values/live-values.ts'
import { componentViews } from '../views.ts'
import { documentOf, EngineAround, quickClient } from '../../../tests/support/fake-engine.tsx'
import { drawComponent, listenedApi, questionsOf } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const props = {
  model: 'materials',
  label: 'Materials',
  columns: [{ field: 'code' }, { field: 'name' }, { field: 'price' }, { field: 'in_stock' }],
  editable: true,
  search_box: true,
  height: 400,
}
const patches = (calls: { name: string; body: unknown }[]) =>
  calls.filter(({ name }) => name.startsWith('PATCH'))

/** Draws the grid over an API, waits for its first rows and gives it the focus. */
async function focusedGrid(api: ApiClient): Promise<HTMLElement> {
  drawComponent('data-grid', props, { api })
  const grid = await screen.findByRole('grid')
  await within(grid).findByText('CO-1000')
  grid.focus()
  return grid
}

/** The same, with the client that holds its rows, so that a test can say that somebody else wrote. */
async function drawnAround(api: ApiClient, client: QueryClient, more = {}): Promise<HTMLElement> {
  const node = { component: 'data-grid', props: { ...props, ...more } }
  const described = { 'data-grid': describeComponent(must(definitionOf('data-grid'))) }
  beginVisit()
  render(
    <EngineAround api={api} views={componentViews} client={client}>
      <Screen document={documentOf({ root: node }, {}, described)} />
    </EngineAround>,
  )
  const grid = await screen.findByRole('grid')
  await within(grid).findByText('CO-1000')
  grid.focus()
  return grid
}

describe('the data grid', () => {
  it('is a grid to screen readers: one stop of the Tab key, counted rows, the active cell pointed at', async () => {
    drawComponent('data-grid', props)
    const grid = await screen.findByRole('grid', { name: 'Materials' })
    await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('321'))
    grid.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toBe('Ready-mix concrete C30/37')
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(0)
    expect(await screen.findByText('320 items')).toBeTruthy()
  })

  it('says on a phone the facts that matter most, without what is usual, and keeps all its columns', async () => {
    const narrow = window.matchMedia
    Object.assign(window, { matchMedia: (query: string) => ({ ...narrow(query), matches: true }) })
    const columns = [{ field: 'name' }, { field: 'price' }, { field: 'unit' }, { field: 'code' }]
    const facts = [{ field: 'unit', usual: 'm³' }, { field: 'code' }]
    drawComponent('data-grid', { ...props, columns, facts })
    const [title] = await screen.findAllByText('Ready-mix concrete C25/30')
    const card = title?.closest('article')
    expect(within(must(card)).getByText('CO-1000')).toBeTruthy()
    expect(within(must(card)).queryByText('m³')).toBeNull()
    expect(within(must(card)).queryByText('Price')).toBeNull()
    Object.assign(window, { matchMedia: narrow })
  })

  it('offers the records of that time to filter the past by', async () => {
    const past = { as_of: '2026-03-01T12:00:00Z', filter_bar: true, editable: false }
    const { calls, api } = listenedApi()
    drawComponent('data-grid', { ...props, ...past }, { api })
    await screen.findByRole('grid')
    await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Supplier/ }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Value' }))
    const asked = () => questionsOf(calls, 'suppliers')
    await waitFor(() => expect(asked().length).toBeGreaterThan(0))
    expect(asked().map((query) => query.as_of)).toEqual(asked().map(() => past.as_of))
  })

  it('opens a record of the past as it was then, not where it is now', async () => {
    const past = { as_of: '2026-03-01T12:00:00Z', row_to: '/materials/{id}', editable: false }
    const { calls, api } = listenedApi()
    drawComponent('data-grid', { ...props, ...past }, { api })
    const grid = await screen.findByRole('grid')
    await userEvent.click(await within(grid).findByText('CO-1000'))
    const dialog = await screen.findByRole('dialog', { name: /^As it was/ })
    expect(await within(dialog).findByText('Ready-mix concrete C25/30')).toBeTruthy()
    const asked = questionsOf(calls)
    // What links lead to is called what it is called now.
    const own = asked.filter(({ model }) => model === 'materials')
    expect(own.map((query) => query.as_of)).toEqual(own.map(() => past.as_of))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the first record of an empty list as soon as it is made', async () => {
    const none = { field: 'code', op: 'eq', value: 'NEW-1' }
    const empty = { title: 'None of these', action: 'Make one' }
    const values = { code: 'NEW-1', name: 'The first' }
    const on = { create: [{ do: 'create' as const, model: 'materials', values }] }
    drawComponent('data-grid', { ...props, where: none, empty }, { on })
    await userEvent.click(await screen.findByRole('button', { name: 'Make one' }))
    expect(await screen.findByText('The first')).toBeTruthy()
  })

  it('shows every level of a tree that begins open', async () => {
    const levels = ['Site', 'House', 'Floor', 'Flat', 'Room']
    const all = levels.map((name, at) => ({
      id: `level-${at}`,
      name,
      above: at === 0 ? null : `level-${at - 1}`,
    }))
    const answerTo = ({ where, group }: Query) => {
      const asked = where && 'field' in where ? where : null
      const page = { size: 100, after: null }
      const above = asked?.op === 'eq' ? asked.value : null
      if (!group) return { rows: all.filter((row) => row.above === above), page }
      const under = asked?.value as string[]
      const rows = all.flatMap((row) =>
        under.includes(row.above ?? '') ? [{ above: row.above, count: 1 }] : [],
      )
      return { rows, page }
    }
    const { api } = listenedApi(({ name, body }) =>
      name === 'POST /api/query'
        ? { status: 200, body: { results: (body as { queries: Query[] }).queries.map(answerTo) } }
        : null,
    )
    const tree = { model: 'work_packages', label: 'Work', tree: 'above', tree_open: true, height: 400 }
    drawComponent('data-grid', { ...tree, columns: [{ field: 'name' }] }, { api })
    for (const level of levels) expect(await screen.findByText(level)).toBeTruthy()
  })

  it('sorts by a click and by Enter on the heading', async () => {
    const { api, calls } = listenedApi()
    drawComponent('data-grid', props, { api })
    const grid = await screen.findByRole('grid')
    await userEvent.click(within(grid).getByRole('button', { name: 'Price' }))
    await waitFor(() => expect(JSON.stringify(calls)).toContain('"sort":[{"field":"price","dir":"asc"}]'))
    await waitFor(() =>
      expect(
        within(grid).getAllByRole('columnheader', { sort: 'ascending' } as never).length,
      ).toBeGreaterThan(0),
    )
    grid.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{ArrowRight}{Enter}')
    await waitFor(() => expect(JSON.stringify(calls)).toContain('"dir":"desc"'))
  })

  // First of all edits here, so that the input still has to be loaded when the keys come.
  it('takes what was typed and ended before the input of the cell was there, and what was typed in the next', async () => {
    const { api, calls } = listenedApi()
    const grid = await focusedGrid(api)
    await userEvent.setup({ delay: null }).keyboard('{ArrowRight}New{Tab}9.5{Enter}{ArrowLeft}Old')
    await waitFor(() =>
      expect(patches(calls)).toMatchObject([
        { body: { name: 'New', base: { name: 'Ready-mix concrete C25/30' } } },
        { body: { price: '9.5' } },
      ]),
    )
    const input = await within(grid).findByRole<HTMLInputElement>('textbox')
    await waitFor(() => expect(input.value).toBe('Old'))
    await userEvent.keyboard('er{Enter}')
    await waitFor(() => expect(patches(calls).at(-1)).toMatchObject({ body: { name: 'Older' } }))
    await waitFor(() => expect(document.activeElement).toBe(grid))
    expect(within(grid).queryByRole('textbox')).toBeNull()
  })

  it('writes over a cell what was typed, key by key, also where the first keys are no number yet', async () => {
    const { api, calls } = listenedApi()
    await focusedGrid(api)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}-1.05{Enter}')
    await waitFor(() => expect(patches(calls)).toMatchObject([{ body: { price: '-1.05' } }]))
  })

  it('tells who works sums out the number that was taken, not the first signs of it', async () => {
    const told: unknown[] = []
    const live: LiveValues = {
      subscribe: () => () => undefined,
      read: () => 0,
      over: () => undefined,
      tell: () => undefined,
      draft: (cell) => void told.push(cell?.value ?? null),
      look: () => undefined,
    }
    const { api } = listenedApi()
    const described = { 'data-grid': describeComponent(must(definitionOf('data-grid'))) }
    render(
      <LiveValuesContext value={live}>
        <EngineAround api={api} views={componentViews} client={quickClient()}>
          <Screen document={documentOf({ root: { component: 'data-grid', props } }, {}, described)} />
        </EngineAround>
      </LiveValuesContext>,
    )
    const grid = await screen.findByRole('grid')
    await within(grid).findByText('CO-1000')
    grid.focus()
    const hands = userEvent.setup({ delay: null })
    await hands.keyboard('{ArrowRight}{ArrowRight}9')
    // A moment after the first sign it is told.
    await waitFor(() => expect(told).toEqual(['9']), { interval: 5 })
    await hands.keyboard('9.5{Enter}')
    expect(told.at(-1)).toBe('99.5')
  })

  it('edits in place: shown at once, saved with the value that was seen', async () => {
    const { api, calls } = listenedApi()
    const grid = await focusedGrid(api)
    await userEvent.keyboard('{ArrowRight}{Enter}')
    const input = await within(grid).findByRole('textbox', { name: /Name/ })
    await userEvent.clear(input)
    await userEvent.type(input, 'Concrete, blue{Enter}')
    await waitFor(() => expect(within(grid).getByText('Concrete, blue')).toBeTruthy())
    await waitFor(() =>
      expect(patches(calls)).toEqual([
        {
          name: 'PATCH /api/records/materials/sample-materials-1',
          body: { name: 'Concrete, blue', base: { name: 'Ready-mix concrete C25/30' } },
        },
      ]),
    )
    expect(document.activeElement).toBe(grid)
  })

  it('compares with what stood there when the cell was opened, though somebody else wrote in it meanwhile', async () => {
    const { api, calls } = listenedApi()
    const client = quickClient()
    const grid = await drawnAround(api, client)
    const change = async (name: string): Promise<void> => {
      const params = { model: 'materials', id: 'sample-materials-1' }
      await api.call('PATCH /api/records/{model}/{id}', { params, body: { name } })
      await client.invalidateQueries()
    }
    await userEvent.keyboard('{ArrowRight}{Enter}')
    const input = await within(grid).findByRole<HTMLInputElement>('textbox', { name: /Name/ })
    await change('Of another')
    await userEvent.clear(input)
    await userEvent.type(input, 'Mine{Enter}')
    await waitFor(() =>
      expect(patches(calls).at(-1)).toMatchObject({
        body: { name: 'Mine', base: { name: 'Ready-mix concrete C25/30' } },
      }),
    )
    // Left as it was opened, it is no change.
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await within(grid).findByRole('textbox', { name: /Name/ })
    await change('Of another once more')
    const { length } = patches(calls)
    await userEvent.keyboard('{Enter}')
    await within(grid).findByText('Of another once more')
    expect(patches(calls)).toHaveLength(length)
  })

  it('goes on in the line to which its record has moved', async () => {
    const { api, calls } = listenedApi()
    const client = quickClient()
    const grid = await drawnAround(api, client, { sort: [{ field: 'code', dir: 'asc' }] })
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')
    const input = await within(grid).findByRole<HTMLInputElement>('textbox', { name: /Name/ })
    await userEvent.clear(input)
    await userEvent.type(input, 'Half')
    // The first line goes to the end.
    await api.call('PATCH /api/records/{model}/{id}', {
      params: { model: 'materials', id: 'sample-materials-1' },
      body: { code: 'ZZ' },
    })
    await client.invalidateQueries()
    await waitFor(() => expect(within(grid).queryByText('CO-1000')).toBeNull())
    await waitFor(() =>
      expect(within(grid).getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Half'),
    )
    await userEvent.keyboard(' done{Enter}')
    await waitFor(() =>
      expect(patches(calls).at(-1)).toMatchObject({
        name: 'PATCH /api/records/materials/sample-materials-2',
        body: { name: 'Half done' },
      }),
    )
  })

  it('says what was not saved when the record that is written in is deleted', async () => {
    const { api, calls } = listenedApi()
    const client = quickClient()
    render(<Toaster />)
    const grid = await drawnAround(api, client)
    await userEvent.keyboard('{ArrowRight}{Enter}')
    const input = await within(grid).findByRole<HTMLInputElement>('textbox', { name: /Name/ })
    await userEvent.clear(input)
    await userEvent.type(input, 'Half')
    await api.call('DELETE /api/records/{model}/{id}', {
      params: { model: 'materials', id: 'sample-materials-1' },
    })
    await client.invalidateQueries()
    expect(
      await screen.findByText('“Half” was not saved: its record is no longer in this list.'),
    ).toBeTruthy()
    expect(patches(calls).map(({ name }) => name)).toEqual([
      'PATCH /api/records/materials/sample-materials-1',
    ])
  })

  it('says it too of the last line, and of a number that is taken before the list knows', async () => {
    const { api } = listenedApi()
    const client = quickClient()
    render(<Toaster />)
    const where = { field: 'code', op: 'in', value: ['CO-1000', 'CO-1001'] }
    const grid = await drawnAround(api, client, { where, sort: [{ field: 'code', dir: 'asc' }] })
    const remove = (at: number): Promise<unknown> =>
      api.call('DELETE /api/records/{model}/{id}', {
        params: { model: 'materials', id: `sample-materials-${at}` },
      })
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')
    const input = await within(grid).findByRole<HTMLInputElement>('textbox', { name: /Name/ })
    await userEvent.clear(input)
    await userEvent.type(input, 'Half')
    await remove(2)
    await client.invalidateQueries()
    expect(
      await screen.findByText('“Half” was not saved: its record is no longer in this list.'),
    ).toBeTruthy()
    await remove(1)
    grid.focus()
    await userEvent.setup({ delay: null }).keyboard('{ArrowUp}{ArrowRight}12{Enter}')
    expect(await screen.findByText('“12” was not saved: its record is no longer in this list.')).toBeTruthy()
  })

  it('compares a second edit of a cell with the first one, though the list has not brought that yet', async () => {
    const { api, calls } = listenedApi()
    await focusedGrid(api)
    await userEvent.setup({ delay: null }).keyboard('{ArrowRight}One{Enter}{ArrowUp}Two{Enter}')
    await waitFor(() =>
      expect(patches(calls)).toMatchObject([
        { body: { name: 'One' } },
        { body: { name: 'Two', base: { name: 'One' } } },
      ]),
    )
  })

  it('Escape leaves a cell as it was; Space ticks a box', async () => {
    const { api, calls } = listenedApi()
    const grid = await focusedGrid(api)
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await within(grid).findByRole('textbox', { name: /Name/ })
    await userEvent.keyboard('x{Escape}')
    expect(patches(calls)).toEqual([])
    await userEvent.keyboard('{End} ')
    await waitFor(() =>
      expect(patches(calls)).toMatchObject([{ body: { in_stock: true, base: { in_stock: false } } }]),
    )
  })

  it('leaves the question mark to the map of keys, and writes any other letter into the cell', async () => {
    const { api } = listenedApi()
    const grid = await focusedGrid(api)
    const press = (key: string): boolean =>
      grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    expect(press('?')).toBe(true)
    expect(press('q')).toBe(false)
  })

  it('keeps what was typed when the server refuses it, with the reason', async () => {
    const { api } = listenedApi(({ name }) =>
      name.startsWith('PATCH')
        ? {
            status: 422,
            body: {
              error: {
                code: 'not_unique',
                message: 'This value is used already.',
                details: [{ path: 'attributes.code', code: 'not_unique', message: 'CO-1 is used already.' }],
                requestId: 'r',
              },
            },
          }
        : null,
    )
    const grid = await focusedGrid(api)
    await userEvent.keyboard('{Enter}')
    const input = await within(grid).findByRole('textbox', { name: /Code/ })
    await userEvent.clear(input)
    await userEvent.type(input, 'CO-1{Enter}')
    const cell = await waitFor(() => {
      const found = within(grid).getByText('CO-1').closest('[role=gridcell]')
      expect(found?.getAttribute('aria-invalid')).toBe('true')
      return found
    })
    expect(cell?.getAttribute('data-tooltip')).toBe('CO-1 is used already.')
    await userEvent.keyboard('{ArrowUp}{Escape}')
    await waitFor(() => expect(within(grid).getByText('CO-1000')).toBeTruthy())
  })

  it('lifts a line over the others only while what is wrong in it is said below, and knows where the keys go', async () => {
    const { api } = listenedApi()
    const grid = await focusedGrid(api)
    expect(grid.hasAttribute('data-focused')).toBe(true)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}1')
    const input = await within(grid).findByRole('textbox', { name: /Price/ })
    const line = input.closest('[data-line]')
    expect(line?.hasAttribute('data-above')).toBe(false)
    await userEvent.type(input, 'x')
    await waitFor(() => expect(line?.hasAttribute('data-above')).toBe(true))
    expect(grid.hasAttribute('data-focused')).toBe(true)
    await userEvent.type(input, '{Backspace}')
    await waitFor(() => expect(line?.hasAttribute('data-above')).toBe(false))
    await userEvent.type(input, 'x{Escape}')
    await waitFor(() => expect(within(grid).queryByRole('textbox')).toBeNull())
    expect(line?.hasAttribute('data-above')).toBe(false)
    grid.blur()
    expect(grid.hasAttribute('data-focused')).toBe(false)
  })

  it('chooses rows and deletes them after a question', async () => {
    const { api, calls } = listenedApi()
    await focusedGrid(api)
    await userEvent.keyboard(' {ArrowDown} ')
    expect(await screen.findByText('2 chosen')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(calls.find(({ name }) => name.endsWith('/bulk'))?.body).toEqual({
        delete: ['sample-materials-1', 'sample-materials-2'],
      }),
    )
    await waitFor(() => expect(screen.queryByText('CO-1000')).toBeNull())
  })

  it('pastes as one write: every cell or none, the refused ones marked', async () => {
    let refuse = true
    const { api, calls } = listenedApi(({ name }) =>
      refuse && name.endsWith('/bulk')
        ? {
            status: 422,
            body: {
              error: {
                code: 'invalid',
                message: 'Some values are not valid.',
                details: [{ path: 'update.1.values.name', code: 'too_long', message: 'This is too long.' }],
                requestId: 'r',
              },
            },
          }
        : null,
    )
    const grid = await focusedGrid(api)
    await userEvent.keyboard('{ArrowRight}')
    const bulks = () => calls.filter(({ name }) => name.endsWith('/bulk'))
    const paste = (text: string) => {
      const data = { getData: () => text }
      document.dispatchEvent(Object.assign(new Event('paste'), { clipboardData: data }))
    }
    paste('One\t1.5\nTwo\tmuch')
    await waitFor(() =>
      expect(grid.querySelector('[aria-invalid]')?.getAttribute('data-tooltip')).toContain('much'),
    )
    expect(bulks()).toEqual([])
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{Escape}{ArrowUp}{ArrowLeft}')
    paste('One\t1.5\nTwo\t2.5')
    await waitFor(() =>
      expect(grid.querySelector('[aria-invalid]')?.getAttribute('data-tooltip')).toBe('This is too long.'),
    )
    expect(within(grid).getByText('Ready-mix concrete C25/30')).toBeTruthy()
    refuse = false
    await userEvent.keyboard('{ArrowDown}{Escape}{ArrowUp}')
    paste('One\t1.5\nTwo\t2.5')
    await waitFor(() => expect(within(grid).getByText('Two')).toBeTruthy())
    expect(bulks()).toHaveLength(2)
    expect(bulks()[1]?.body).toEqual({
      update: [
        {
          id: 'sample-materials-1',
          values: { name: 'One', price: '1.5' },
          base: { name: 'Ready-mix concrete C25/30', price: expect.anything() as string },
        },
        {
          id: 'sample-materials-2',
          values: { name: 'Two', price: '2.5' },
          base: { name: 'Ready-mix concrete C30/37', price: expect.anything() as string },
        },
      ],
    })
    expect(patches(calls)).toEqual([])
  })

  it('fills a range down from its first row, and Delete empties it, each in one write', async () => {
    const { api, calls } = listenedApi()
    const grid = await focusedGrid(api)
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    await waitFor(() => expect(within(grid).getAllByText('Ready-mix concrete C25/30')).toHaveLength(3))
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{Delete}')
    await waitFor(() => expect(calls.filter(({ name }) => name.endsWith('/bulk'))).toHaveLength(2))
    expect(calls.findLast(({ name }) => name.endsWith('/bulk'))?.body).toMatchObject({
      update: [{ values: { price: null } }, { values: { price: null } }],
    })
  })

  it('fills a range to the right from its first column, and says how many cells are chosen', async () => {
    const { api, calls } = listenedApi()
    const grid = await focusedGrid(api)
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    expect((await screen.findByText('Count')).parentElement?.textContent).toBe('Count 4')
    await userEvent.keyboard('{Control>}r{/Control}')
    await waitFor(() =>
      expect(calls.find(({ name }) => name.endsWith('/bulk'))?.body).toMatchObject({
        update: [{ values: { name: 'CO-1000' } }, { values: { name: 'CO-1001' } }],
      }),
    )
    expect(within(grid).getAllByText('CO-1000')).toHaveLength(2)
  })

  it('chooses everything around the cell the cursor is in, and goes on from there', async () => {
    const grid = await focusedGrid(listenedApi().api)
    const cellOfCursor = () =>
      document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
    const before = cellOfCursor()
    expect(before).toBeTruthy()
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(cellOfCursor()).toBe(before)
    await waitFor(() => expect(grid.querySelectorAll('[class*=inRange]').length).toBeGreaterThan(20))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(grid.querySelectorAll('[class*=inRange]')).toHaveLength(0))
    await userEvent.keyboard('{Control>}a{/Control}{ArrowDown}{ArrowUp}')
    expect(cellOfCursor()).toBe(before)
  })

  it('begins anew with another model in its place: words and the cursor are of the first one', async () => {
    const nodes = { root: { component: 'data-grid', props: { ...props, model: { '=': 'query.model' } } } }
    const described = { 'data-grid': describeComponent(must(definitionOf('data-grid'))) }
    const document = documentOf(nodes, {}, described)
    const { api } = listenedApi()
    const client = quickClient()
    const pageOf = (model: string) => (
      <EngineAround api={api} views={componentViews} client={client}>
        <Screen document={document} query={{ model }} />
      </EngineAround>
    )
    const { rerender } = render(pageOf('suppliers'))
    const second = await waitFor(() =>
      must(screen.getByRole('grid').querySelector('[data-line="0"]'), 'none'),
    )
    const supplier = must(second.textContent, 'no words')
    rerender(pageOf('materials'))
    const grid = await screen.findByRole('grid')
    await within(grid).findByText('CO-1000')
    grid.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await userEvent.type(screen.getByRole('searchbox'), 'Concrete')
    await waitFor(() => expect(screen.queryByText('320 items')).toBeNull())
    rerender(pageOf('suppliers'))
    await waitFor(() => expect(screen.getByRole('grid').textContent).toContain(supplier))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
    expect(screen.getByRole('grid').getAttribute('aria-activedescendant')).toBeNull()
  })

  it('changes a field of all chosen records in one write', async () => {
    const { api, calls } = listenedApi()
    const grid = await focusedGrid(api)
    await userEvent.keyboard(' {ArrowDown} ')
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Field' }), 'name')
    await userEvent.type(await within(dialog).findByRole('textbox', { name: /Name/ }), 'Same')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change records' }))
    await waitFor(() =>
      expect(calls.find(({ name }) => name.endsWith('/bulk'))?.body).toEqual({
        update: [
          ['sample-materials-1', 'Ready-mix concrete C25/30'],
          ['sample-materials-2', 'Ready-mix concrete C30/37'],
        ].map(([id, name]) => ({ id, values: { name: 'Same' }, base: { name } })),
      }),
    )
    await waitFor(() => expect(within(grid).getAllByText('Same')).toHaveLength(2))
  })

  it('groups with counts and opens a group', async () => {
    drawComponent('data-grid', {
      ...props,
      columns: [...props.columns, { field: 'category', hidden: true }],
      group: 'category',
    })
    const grid = await screen.findByRole('grid')
    await userEvent.click(await within(grid).findByRole('button', { name: /Steel/ }))
    await waitFor(() => expect(within(grid).getByText('Reinforcing bar B500B')).toBeTruthy())
    expect(within(grid).getByRole('gridcell', { expanded: true })).toBeTruthy()
  })

  it('says that nothing matches, and clears', async () => {
    drawComponent('data-grid', props)
    await screen.findByText('Ready-mix concrete C25/30')
    await userEvent.type(screen.getByRole('searchbox'), 'zzzz{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Clear search and filters' }))
    expect(await screen.findByText('Ready-mix concrete C25/30')).toBeTruthy()
  })

  it('empty: what it is for and one action that answers with an event', async () => {
    const { api } = listenedApi(({ name, body }) =>
      name === 'POST /api/query'
        ? {
            status: 200,
            body: {
              results: (body as { queries: unknown[] }).queries.map(() => ({
                rows: [],
                page: { size: 50, after: null },
                total: 0,
              })),
            },
          }
        : null,
    )
    drawComponent(
      'data-grid',
      { ...props, empty: { title: 'No materials yet', action: 'Add material' } },
      { api, on: { create: [{ do: 'toast', tone: 'success', text: 'made' }] } },
    )
    expect(await screen.findByRole('button', { name: 'Add material' })).toBeTruthy()
  })

  it('an error names what is safe and can be tried again', async () => {
    let broken = true
    const { api } = listenedApi(({ name, body }) =>
      name === 'POST /api/query' && broken
        ? {
            status: 200,
            body: {
              results: (body as { queries: unknown[] }).queries.map(() => ({
                error: { code: 'forbidden', message: 'You may not do this.' },
              })),
            },
          }
        : null,
    )
    drawComponent('data-grid', props, { api })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('You may not see these records')
    broken = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Ready-mix concrete C25/30')).toBeTruthy()
  })

  it('says why the past is closed to whoever sees some records only, as the server does', async () => {
    const message = 'Your role sees only some records.'
    const error = { code: 'forbidden', message, details: { reason: 'row_rule', models: [] } }
    const { api } = listenedApi(({ name, body }) =>
      name === 'POST /api/query'
        ? {
            status: 200,
            body: { results: (body as { queries: unknown[] }).queries.map(() => ({ error })) },
          }
        : null,
    )
    drawComponent('data-grid', { ...props, as_of: '2026-03-01T12:00:00Z' }, { api })
    expect((await screen.findByRole('alert')).textContent).toContain(message)
  })

  it('tells owners that a field is not there, and others that it is not there or hidden', async () => {
    const error = { code: 'unknown_field', message: 'There is no such field.' }
    const { api } = listenedApi(({ name, body }) =>
      name === 'POST /api/query'
        ? {
            status: 200,
            body: { results: (body as { queries: unknown[] }).queries.map(() => ({ error })) },
          }
        : null,
    )
    const told = async (role: string): Promise<string | null> => {
      drawComponent('data-grid', props, { api, session: { user: null, tenant: null, role } })
      const { textContent } = await screen.findByRole('alert')
      cleanup()
      return textContent
    }
    expect(await told('owner')).toContain('a field that is not there. Change the screen')
    expect(await told('member')).toContain('a field that is not there, or that you may not see')
  })

  it('[XS-01] text from records is shown as text', async () => {
    const { api } = listenedApi(({ name, body }) =>
      name === 'POST /api/query'
        ? {
            status: 200,
            body: {
              results: (body as { queries: unknown[] }).queries.map(() => ({
                rows: [
                  { id: 'a', name: '<img src=x onerror=alert(1)>', code: '"><script>alert(1)</script>' },
                ],
                page: { size: 50, after: null },
                total: 1,
              })),
            },
          }
        : null,
    )
    const { container } = drawComponent('data-grid', props, { api })
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(container.querySelector('img, script')).toBeNull()
  })
})
