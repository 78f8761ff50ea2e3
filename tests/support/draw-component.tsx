import { render, type RenderResult } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { LayoutNode } from '#contracts/layout.ts'
import type { Action } from '#contracts/action.ts'
import { layoutSchema } from '#contracts/layout.ts'
import type { Query } from '#contracts/query.ts'
import { createApiClient, type ApiClient } from '#engine/data/api-client.ts'
import { createQueryClient } from '#engine/data/query-client.ts'
import { beginVisit } from '#engine/routing/visit-memory.ts'
import { EngineProvider } from '#engine/engine-provider.tsx'
import type { EngineSession } from '#engine/session-context.tsx'
import { Screen } from '#engine/rendering/screen.tsx'
import { LinkProvider, type DrawLink } from '#ui/link.tsx'
import { must } from '#base/assert.ts'
import { definitionOf, describeComponent } from '#components/definitions.ts'
import { componentViews } from '#components/views.ts'
import { createSampleApi } from '#components/gallery/sample/sample-server.ts'

/** One call a component made. */
export interface SeenCall {
  name: string
  body: unknown
}

/** The questions among the calls, those of one model if it is named. */
export const questionsOf = (calls: readonly SeenCall[], model?: string): Query[] =>
  calls
    .flatMap(({ body }) => (body as { queries?: Query[] } | null)?.queries ?? [])
    .filter((query) => model === undefined || query.model === model)

/** The sample API, listened to; `refuse` answers a call itself: a status and a body. */
export function listenedApi(
  refuse: (call: SeenCall) => { status: number; body: unknown } | null = () => null,
): { api: ApiClient; calls: SeenCall[] } {
  const inner = createSampleApi()
  const calls: SeenCall[] = []
  const api = createApiClient({
    base: () => '',
    token: () => Promise.resolve(null),
    refresh: () => Promise.resolve(false),
    tenantId: () => null,
    fetch: async (input, init) => {
      const call = {
        name: `${init?.method ?? 'GET'} ${String(input)}`,
        body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
      }
      calls.push(call)
      const refused = refuse(call)
      if (refused) return Response.json(refused.body, { status: refused.status })
      return inner
        .fetch(call.name, { body: call.body === null ? undefined : call.body })
        .catch((error: unknown) => {
          const { status, code, message, details } = error as {
            status: number
            code: string
            message: string
            details: unknown
          }
          return Response.json({ error: { code, message, details, requestId: 'r' } }, { status })
        })
    },
  })
  return { api, calls }
}

/** Draws one component through the engine, as on a screen. For tests. */
export function drawComponent(
  type: string,
  props: Record<string, unknown>,
  options: {
    api?: ApiClient
    on?: Record<string, Action>
    session?: EngineSession
    link?: DrawLink
    state?: object
  } = {},
): RenderResult {
  const node = { component: type, v: 1, props, ...(options.on && { on: options.on }) } as LayoutNode
  const layout = layoutSchema.parse({
    schema: 1,
    key: 'test',
    title: 'Test',
    nodes: { part: node },
    root: 'part',
  })
  const document = {
    layout,
    expressions: {},
    components: { [type]: describeComponent(must(definitionOf(type))) },
  }
  beginVisit()
  const drawn = (
    <MemoryRouter initialEntries={[{ pathname: '/', state: options.state }]}>
      <EngineProvider
        views={componentViews}
        api={options.api ?? createSampleApi()}
        session={options.session ?? { user: null, tenant: null, role: null }}
        queryClient={createQueryClient()}
      >
        <Screen document={document} />
      </EngineProvider>
    </MemoryRouter>
  )
  return render(options.link ? <LinkProvider value={options.link}>{drawn}</LinkProvider> : drawn)
}
