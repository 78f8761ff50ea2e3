// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { memoryOutboxStore, type Waiting } from '#engine/data/outbox-store.ts'
import { setOutboxStore } from '#engine/data/outbox.ts'
import { EngineAround, fakeApi, fakeServer } from '../../../tests/support/fake-engine.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { OutboxBanner } from './outbox-banner.tsx'

beforeAll(standInForBrowser)
afterEach(cleanup)

it('offers the form only what it can take back whole', async () => {
  const store = memoryOutboxStore()
  const refused = (title: string, at: string, input: Waiting['input']): Promise<void> =>
    store.put({
      key: title,
      tenantId: 'tenant-1',
      userId: 'user-1',
      model: 'estimates',
      id: null,
      command: 'estimate.create',
      ...(input && { input }),
      title,
      body: { name: title, ...input },
      typed: { name: title },
      at,
      tried: at,
      state: 'refused',
      problem: 'No.',
    })
  await refused('House', '2026-11-22T09:00:00.000Z', { like: 'template-1' })
  await refused('Barn', '2026-11-22T09:01:00.000Z', { like: null })
  await setOutboxStore(store)
  const { fetch } = fakeServer(() => ({ status: 200, body: {} }))
  render(
    <EngineAround api={fakeApi(fetch)}>
      <OutboxBanner />
    </EngineAround>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }))
  const lines = await screen.findAllByRole('listitem')
  expect(
    lines.map((line) =>
      within(line)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ),
  ).toEqual([
    ['Send again', 'Discard'],
    ['Send again', 'Back into the form', 'Discard'],
  ])
})
