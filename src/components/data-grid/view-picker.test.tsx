// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { ApiError } from '#engine/data/api-error.ts'
import { Toaster } from '#ui/toasts/toaster.tsx'
import { EngineAround, fakeApi, fakeServer, someone } from '../../../tests/support/fake-engine.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import type { SavedView, SavedViews } from './use-saved-views.ts'
import { ViewPicker } from './view-picker.tsx'

beforeAll(standInForBrowser)
afterEach(cleanup)

const view = (id: string, title: string, defaultFor: string[] = []): SavedView => ({
  id,
  title,
  shared: true,
  defaultFor,
  baseId: null,
  settings: {},
})

it('says with which view a role begins, and which one another takes the place of', async () => {
  const created: unknown[] = []
  const saved: SavedViews = {
    views: [view('ours', 'Ours', ['member'])],
    current: null,
    isKnown: true,
    choose: () => undefined,
    create: async (wish) => void created.push(wish),
    update: async () => undefined,
    remove: async () => undefined,
  }
  const roles = ['Admin', 'Member'].map((label) => ({ key: label.toLowerCase(), label }))
  const answer = { results: [{ rows: roles, page: { after: null } }] }
  render(
    <EngineAround
      api={fakeApi(fakeServer(() => ({ body: answer })).fetch)}
      session={{ ...someone, role: 'admin' }}
    >
      <ViewPicker saved={saved} now={{}} onRevert={() => undefined} onSaved={() => undefined} />
    </EngineAround>,
  )
  await userEvent.click(screen.getByRole('button', { name: /^View/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as a new view' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Mine')
  await userEvent.click(screen.getByRole('checkbox', { name: /For everybody/ }))
  expect(await screen.findAllByText('Begins with “Ours” now.')).toHaveLength(1)
  await userEvent.click(screen.getByRole('checkbox', { name: /Member/ }))
  expect(screen.getByText('Instead of “Ours”.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
  expect(created).toMatchObject([{ title: 'Mine', shared: true, defaultFor: ['member'] }])
})

it('says that a view is gone that somebody else deleted, and that it can be saved anew', async () => {
  const gone = (): Promise<void> => Promise.reject(new ApiError(404, 'not_found', 'not_found'))
  const current = view('ours', 'Ours')
  const saved: SavedViews = {
    views: [current],
    current,
    isKnown: true,
    choose: () => undefined,
    create: gone,
    update: gone,
    remove: gone,
  }
  render(
    <EngineAround api={fakeApi(fakeServer(() => ({})).fetch)} session={{ ...someone, role: 'admin' }}>
      <ViewPicker
        saved={saved}
        now={{ hidden: { day: true } }}
        onRevert={() => undefined}
        onSaved={() => undefined}
      />
      <Toaster />
    </EngineAround>,
  )
  await userEvent.click(screen.getByRole('button', { name: /^Ours/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save for everybody' }))
  expect(await screen.findByText(/^This view is gone/)).toBeTruthy()
  expect(screen.queryByText('not_found')).toBeNull()
})
