// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
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

type Answer = { status: number; body: unknown } | null
const answer = (call: SeenCall): Answer => answerWith(call, [], [])

function answerWith({ name, body }: SeenCall, models: object[], rows: object[], mayCreate = {}): Answer {
  if (name === 'GET /api/standard-models')
    return { status: 200, body: { rows: models, may_add: true, may_create: mayCreate } }
  if (name !== 'POST /api/query') return null
  const { queries } = body as { queries: unknown[] }
  const results = queries.map(() => ({ rows, page: { size: 1, after: null } }))
  return { status: 200, body: { results } }
}

it.each([
  ['estimates', 'Estimates', 'New estimate'],
  ['estimate-unit-prices', 'Unit prices', null],
  ['estimate-variants', 'Versions over time', null],
  ['project-list', 'Projects', 'New project'],
  ['bim-list', 'Building models', 'New BIM project'],
])(
  '%s says its name before it is set up, and offers nothing that cannot be done yet',
  async (key, title, act) => {
    const { api } = listenedApi(answer)
    render(
      <MemoryRouter>
        <EngineProvider
          views={componentViews}
          api={api}
          session={{ user: null, tenant: null, role: null }}
          queryClient={createQueryClient()}
        >
          <Screen document={stockDocument(key)} params={{}} />
        </EngineProvider>
      </MemoryRouter>,
    )
    expect(await screen.findByRole('button', { name: 'Set up' }, { timeout: 15_000 })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    if (act !== null) expect(screen.queryByRole('button', { name: act })).toBeNull()
  },
)

it.each([true, false])(
  'progress of a project offers to note something to who may add entries, and to nobody else: %s',
  async (may) => {
    const keys = ['estimates', 'estimate_resources', 'estimate_markups', 'line_classifications']
    const models = [...keys, 'progress_entries', 'actual_costs', 'work_plans'].map((key) => ({
      key,
      present: true,
    }))
    const mayCreate = may ? { progress_entries: true } : {}
    const { api } = listenedApi((call) => answerWith(call, models, [{ id: 'p1', name: 'School' }], mayCreate))
    render(
      <MemoryRouter>
        <EngineProvider
          views={componentViews}
          api={api}
          session={{ user: null, tenant: null, role: null }}
          queryClient={createQueryClient()}
        >
          <Screen document={stockDocument('progress-project')} params={{ id: 'p1' }} />
        </EngineProvider>
      </MemoryRouter>,
    )
    expect(await screen.findByText('Nothing has been agreed yet')).toBeTruthy()
    if (may) expect(await screen.findByRole('link', { name: 'Note progress' })).toBeTruthy()
    else expect(screen.queryByRole('link', { name: 'Note progress' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add cost' })).toBeNull()
  },
)
