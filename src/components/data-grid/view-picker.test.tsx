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

it('says that a view is gone that somebody else deleted, and that it can be saved anew', async () => {
  const gone = (): Promise<void> => Promise.reject(new ApiError(404, 'not_found', 'not_found'))
  const current: SavedView = {
    id: 'ours',
    title: 'Ours',
    shared: true,
    defaultFor: [],
    baseId: null,
    settings: {},
  }
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
