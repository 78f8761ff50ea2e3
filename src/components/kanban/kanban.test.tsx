// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import { sortingFields } from '../list-source/list-source.ts'
import { createSampleApi } from '../gallery/sample/sample-server.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const props = { model: 'suppliers', label: 'Board', by: 'state', fields: ['city'] }
const column = (name: string) => screen.findByRole('group', { name })

describe('the board', () => {
  it('has a column for each option, moves a card by its menu and by dragging', async () => {
    const { api, calls } = listenedApi()
    drawComponent('kanban', props, { api })
    const active = await column('Active')
    await within(active).findByText('Nordkies Betonwerk')
    await userEvent.click(within(active).getAllByRole('button', { name: 'Move to' })[0] as HTMLElement)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'On hold' }))
    const onHold = await column('On hold')
    await within(onHold).findByText('Nordkies Betonwerk')
    const card = (await within(onHold).findByText('Nordkies Betonwerk')).closest('li') as HTMLElement
    const dataTransfer = { setData: () => undefined }
    fireEvent.dragStart(card, { dataTransfer })
    fireEvent.dragOver(active)
    fireEvent.drop(active)
    await waitFor(() => expect(within(active).getByText('Nordkies Betonwerk')).toBeTruthy())
    expect(calls.filter(({ name }) => name.startsWith('PATCH')).map(({ body }) => body)).toEqual([
      { state: 'on_hold', base: { state: 'active' } },
      { state: 'active', base: { state: 'on_hold' } },
    ])
  })

  it('shows what it was led to for, and all again once that is dropped', async () => {
    const filters = { field: 'city', op: 'eq', value: 'Lübeck' }
    drawComponent('kanban', props, { state: { 'list:suppliers': { words: '', filters } } })
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(1))
    await userEvent.click(await screen.findByRole('button', { name: /^Remove/ }))
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1))
  })

  it('begins with how far something is, then with the other choices, not with what it belongs to', () => {
    const field = (key: string, more: object) => ({ key, label: key, groupable: true, ...more })
    const fields = [
      field('project', { type: 'relation' }),
      field('priority', { type: 'select', options: [] }),
      field('urgent', { type: 'boolean' }),
      field('state', { type: 'status', options: [] }),
    ]
    const model = { fields } as unknown as ModelDescription
    expect(sortingFields(model).map(({ key }) => key)).toEqual(['state', 'priority', 'project', 'urgent'])
  })

  it('nothing moves for a reader who may not write the field', async () => {
    const { api } = listenedApi()
    const inner = createSampleApi()
    const locked = {
      ...api,
      call: async (name: string, input?: object) => {
        const answer = (await inner.call(name as never, input as never)) as unknown
        return name === 'GET /api/models/{key}/description'
          ? { ...(answer as object), can: { create: true, update: false, delete: false, export: true } }
          : answer
      },
    } as unknown as typeof api
    drawComponent('kanban', props, { api: locked })
    const card = (await screen.findByText('Nordkies Betonwerk')).closest('li')
    expect(card?.getAttribute('draggable')).toBe('false')
    expect(screen.queryByRole('button', { name: 'Move to' })).toBeNull()
  })
})
