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

function answer({ name, body }: SeenCall): { status: number; body: unknown } | null {
  if (name === 'GET /api/standard-models') return { status: 200, body: { rows: [], may_add: true } }
  if (name !== 'POST /api/query') return null
  const { queries } = body as { queries: unknown[] }
  const results = queries.map(() => ({ rows: [], page: { size: 1, after: null } }))
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
