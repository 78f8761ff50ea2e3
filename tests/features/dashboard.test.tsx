// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { componentViews } from '#components/views.ts'
import type { Query } from '#contracts/query.ts'
import { createQueryClient } from '#engine/data/query-client.ts'
import { EngineProvider } from '#engine/engine-provider.tsx'
import { Screen } from '#engine/rendering/screen.tsx'
import { listenedApi, type SeenCall } from '../support/draw-component.tsx'
import { standInForBrowser } from '../support/stand-in-for-browser.ts'
import { stockDocument } from '../support/stock-document.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const status = { key: 'status', label: 'Status', type: 'status', options: [], required: false }
const versions = { key: 'estimate_versions', label: 'Estimate versions', fields: [status] }
const page = { size: 1, after: null }

/** What the chart of estimates asks of a reader for whom templates are answered like this. */
async function charted(templates: unknown): Promise<Query> {
  const charts: Query[] = []
  const answer = ({ name, body }: SeenCall): { status: number; body: unknown } | null => {
    if (name.startsWith('GET /api/models')) return { status: 200, body: versions }
    if (name !== 'POST /api/query') return null
    const results = (body as { queries: Query[] }).queries.map((query) => {
      if (query.model === 'sys_model') return { rows: [{ id: '1', key: 'estimate_versions' }], page }
      if (query.model !== 'estimate_versions') return { rows: [], page }
      if (!query.group) return templates
      charts.push(query)
      return { rows: [], page }
    })
    return { status: 200, body: { results } }
  }
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <EngineProvider
        views={componentViews}
        api={listenedApi(answer).api}
        session={{ user: null, tenant: null, role: null }}
        queryClient={createQueryClient()}
      >
        <Screen document={stockDocument('dashboard')} params={{}} />
      </EngineProvider>
    </MemoryRouter>,
  )
  await waitFor(() => expect(charts.length).toBe(1), { timeout: 15_000 })
  cleanup()
  return charts[0]!
}

it('counts estimates without templates, and all of them for whoever cannot ask for templates', async () => {
  const without = { field: 'estimate.template', op: 'ne', value: true }
  expect((await charted({ rows: [{ id: 'v1' }], page })).where).toEqual(without)
  expect((await charted({ error: { code: 'unknown_field', message: 'No.' } })).where).toBeUndefined()
})
