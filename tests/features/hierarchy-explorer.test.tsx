// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
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

const tree = '0190a8f0-0000-7000-8000-000000000001'
const gone = '0190a8f0-0000-7000-8000-00000000000a'

function answer({ name, body }: SeenCall): { status: number; body: unknown } | null {
  if (name === 'GET /api/standard-models') {
    const rows = ['hierarchies', 'hierarchy_nodes'].map((key) => ({ key, present: true }))
    return { status: 200, body: { rows, may_add: false } }
  }
  if (name !== 'POST /api/query') return null
  const { queries } = body as { queries: { model: string }[] }
  const results = queries.map(({ model }) => ({
    rows: model === 'hierarchies' ? [{ id: tree, name: 'House', kind: 'project' }] : [],
    page: { size: 1, after: null },
  }))
  return { status: 200, body: { results } }
}

const Place = () => <output>{useLocation().pathname}</output>

it('the address of a node that is gone says so, with a way to all nodes', async () => {
  const { api } = listenedApi(answer)
  render(
    <MemoryRouter initialEntries={[`/hierarchy/${tree}/explorer/${gone}`]}>
      <EngineProvider
        views={componentViews}
        api={api}
        session={{ user: null, tenant: null, role: null }}
        queryClient={createQueryClient()}
      >
        <Screen document={stockDocument('hierarchy-explorer')} params={{ id: tree, nodeId: gone }} />
        <Place />
      </EngineProvider>
    </MemoryRouter>,
  )
  expect(await screen.findByText('This node is not there', {}, { timeout: 15_000 })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'All nodes' }))
  expect(screen.getByText(`/hierarchy/${tree}/explorer`)).toBeTruthy()
})
