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

const field = (key: string, type: string) => ({ key, label: key, type, options: [], required: false })
const page = { size: 1, after: null }

/** What the chart of estimates asks of a reader of these fields, and of which models the screen asks at all. */
async function charted(fields: object[]): Promise<{ chart: Query; asked: ReadonlySet<string> }> {
  const charts: Query[] = []
  const asked = new Set<string>()
  const answer = ({ name, body }: SeenCall): { status: number; body: unknown } | null => {
    if (name.startsWith('GET /api/models'))
      return { status: 200, body: { key: 'estimates', label: '', fields } }
    if (name !== 'POST /api/query') return null
    const results = (body as { queries: Query[] }).queries.map((query) => {
      asked.add(query.model)
      if (query.group && query.model === 'estimates') charts.push(query)
      return { rows: query.model === 'sys_model' ? [{ id: '1', key: 'estimates' }] : [], page }
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
  return { chart: charts[0]!, asked }
}

it('counts estimates without templates, and all of them for whoever may not read which are templates', async () => {
  const [state, template] = [field('state', 'select'), field('template', 'boolean')]
  const { chart, asked } = await charted([state, template])
  expect(chart).toMatchObject({
    where: { field: 'template', op: 'ne', value: true },
    group: ['state'],
  })
  expect(asked).not.toContain('estimate_versions')
  expect((await charted([state])).chart.where).toBeUndefined()
})
