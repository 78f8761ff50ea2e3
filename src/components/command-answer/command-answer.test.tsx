// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { layoutSchema } from '#contracts/layout.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import { createQueryClient } from '#engine/data/query-client.ts'
import { invalidateModel } from '#engine/data/invalidate-model.ts'
import { parseExpression } from '#expressions/parse.ts'
import { EngineProvider } from '#engine/engine-provider.tsx'
import { Screen } from '#engine/rendering/screen.tsx'
import { describeComponent, definitionOf } from '../definitions.ts'
import { must } from '#base/assert.ts'
import { componentViews } from '../views.ts'
import { listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

const rows = 'nodes.answer.value.projects'
const layout = layoutSchema.parse({
  schema: 1,
  key: 'test',
  title: 'Test',
  nodes: {
    answer: {
      component: 'command-answer',
      props: { command: 'progress.projects', input: { day: '2026-05-01' }, models: ['actual_costs'] },
      slots: { content: ['table'] },
    },
    table: {
      component: 'value-table',
      props: {
        label: 'Jobs',
        rows: { '=': rows },
        columns: [{ key: 'name', label: 'Name' }],
      },
    },
  },
  root: 'answer',
})

function draw(api: ApiClient) {
  const client = createQueryClient()
  const types = ['command-answer', 'value-table']
  const document = {
    layout,
    expressions: { [rows]: parseExpression(rows) },
    components: Object.fromEntries(types.map((type) => [type, describeComponent(must(definitionOf(type)))])),
  }
  render(
    <MemoryRouter>
      <EngineProvider
        views={componentViews}
        api={api}
        session={{ user: null, tenant: null, role: null }}
        queryClient={client}
      >
        <Screen document={document} />
      </EngineProvider>
    </MemoryRouter>,
  )
  return client
}

it('shows its content with what the command answered, and asks again when a model of it changes', async () => {
  let name = 'School'
  const { api, calls } = listenedApi((call) =>
    call.name.startsWith('POST /api/commands/')
      ? { status: 200, body: { result: { projects: [{ name }] }, models: [] } }
      : null,
  )
  const client = draw(api)
  expect(await screen.findByText('School')).toBeTruthy()
  const asked = () => calls.filter((call) => call.name === 'POST /api/commands/progress.projects')
  expect(asked()).toEqual([{ name: 'POST /api/commands/progress.projects', body: { day: '2026-05-01' } }])
  name = 'Plant'
  await invalidateModel(client, 'suppliers')
  expect(asked()).toHaveLength(1)
  await invalidateModel(client, 'actual_costs')
  expect(await screen.findByText('Plant')).toBeTruthy()
  expect(asked()).toHaveLength(2)
})

it('says when it could not be worked out', async () => {
  const { api } = listenedApi(() => ({
    status: 403,
    body: { error: { code: 'forbidden', message: 'Your role does not see this.', requestId: 'r-7' } },
  }))
  draw(api)
  expect(await screen.findByText('This could not be worked out')).toBeTruthy()
  expect(screen.getByText('Your role does not see this.')).toBeTruthy()
})
