// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { componentViews } from '#components/views.ts'
import { createQueryClient } from '#engine/data/query-client.ts'
import { EngineProvider } from '#engine/engine-provider.tsx'
import { Screen } from '#engine/rendering/screen.tsx'
import { listenedApi, type SeenCall } from '../support/draw-component.tsx'
import { standInForBrowser } from '../support/stand-in-for-browser.ts'
import { stockDocument } from '../support/stock-document.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const version = '0190a8f0-0000-7000-8000-000000000001'
const ash = '0190a8f0-0000-7000-8000-00000000000a'
const oak = '0190a8f0-0000-7000-8000-00000000000b'
const rail = '0190a8f0-0000-7000-8000-00000000000c'

/** What the server would say to a choice: the sums tell which request they answer. */
function choices(chosen: readonly string[] | null, lapsed: boolean) {
  const of = chosen ?? []
  const gross = 1000 + (of.includes(ash) ? 200 : 0) + (of.includes(rail) ? 50 : 0)
  return {
    chosen: of,
    same: of.length === 0,
    currency: 'EUR',
    net: '0.00',
    vat: '0.00',
    gross: `${gross}.00`,
    offered: '1000.00',
    lapsed,
    as_text: of.join(',') || 'none',
    options: [
      { id: oak, title: 'Oak', group: 'Floor', fixed: true, chosen: !of.includes(ash), amount: '100.00' },
      { id: ash, title: 'Ash', group: 'Floor', fixed: false, chosen: of.includes(ash), amount: '300.00' },
      { id: rail, title: 'Rail', group: null, fixed: false, chosen: of.includes(rail), amount: '50.00' },
    ],
  }
}

interface Version {
  id: string
  status: string
  currency: string
  gross: string
  valid_until?: string
  lapsed?: true
}

const issued: Version = { id: version, status: 'issued', currency: 'EUR', gross: '1000.00' }
let offered: Version = issued

function answer({ name, body }: SeenCall): { status: number; body: unknown } | null {
  if (name === 'POST /api/query') {
    const { queries } = body as { queries: { model: string }[] }
    const rows: Record<string, object> = {
      estimates: { id: version, number: 'E-1', name: 'House' },
      estimate_versions: offered,
    }
    const results = queries.map(({ model }) => ({
      rows: [rows[model]].filter(Boolean),
      page: { size: 1, after: null },
    }))
    return { status: 200, body: { results } }
  }
  if (!name.startsWith('POST /api/commands/')) return null
  const { chosen } = body as { chosen?: string[] | null }
  const result = name.endsWith('portal.choices')
    ? choices(chosen ?? null, offered.lapsed ?? false)
    : { currency: 'EUR', rows: [], totals: [] }
  return { status: 200, body: { result, models: [] } }
}

function show(shown: Version): readonly SeenCall[] {
  offered = shown
  const { api, calls } = listenedApi(answer)
  render(
    <MemoryRouter>
      <EngineProvider
        views={componentViews}
        api={api}
        session={{ user: null, tenant: null, role: null }}
        queryClient={createQueryClient()}
      >
        <Screen document={stockDocument('customer-estimate')} params={{ estimateId: version }} />
      </EngineProvider>
    </MemoryRouter>,
  )
  return calls
}

it('[U-03] the customer estimate asks the server what a choice comes to, each time something is chosen', async () => {
  const calls = show(issued)
  const asked = () =>
    calls
      .filter(({ name }) => name.endsWith('portal.choices'))
      .map(({ body }) => (body as { chosen: unknown }).chosen)
  const gross = () => screen.getByText('Gross').parentElement?.textContent
  await userEvent.click(await screen.findByRole('radio', { name: /Ash/ }))
  await waitFor(() => expect(gross()).toContain('1,200.00'))
  await userEvent.click(screen.getByRole('checkbox', { name: /Rail/ }))
  await waitFor(() => expect(gross()).toContain('1,250.00'))
  expect(asked()).toEqual([null, [ash], [ash, rail]])
})

const dayFromToday = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

it('[U-03] an offer says until when it holds, and is open for a decision until then', async () => {
  show({ ...issued, valid_until: dayFromToday(0) })
  expect(await screen.findByText(/^Valid until /)).toBeTruthy()
  expect(screen.getByText('For your decision')).toBeTruthy()
  for (const name of ['Accept', 'Reject', 'Ask for a change', 'Ask a question'])
    expect(screen.getByRole('button', { name }), name).toBeTruthy()
  expect(screen.queryByText(/This offer/)).toBeNull()
})

it('[U-03] an offer whose last day is over says so, and leaves nothing but to ask', async () => {
  show({ ...issued, valid_until: dayFromToday(-1), lapsed: true })
  expect(await screen.findByText(/^This offer was valid until /)).toBeTruthy()
  expect(screen.getByText('Expired')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ask a question' })).toBeTruthy()
  for (const name of ['Accept', 'Reject', 'Ask for a change'])
    expect(screen.queryByRole('button', { name }), name).toBeNull()
  expect(screen.queryByText(/^Valid until /)).toBeNull()
  expect(screen.queryByText('Yours to choose')).toBeNull()
})
