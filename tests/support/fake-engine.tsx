import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import type { Layout, LayoutNode } from '../../src/contracts/layout.ts'
import type { Query, QueryResult } from '../../src/contracts/query.ts'
import { createApiClient, type ApiClient } from '../../src/engine/data/api-client.ts'
import { EngineProvider } from '../../src/engine/engine-provider.tsx'
import type { ComponentViews } from '../../src/engine/registry/component-registry.ts'
import type { LayoutDocument } from '../../src/engine/rendering/layout-document.ts'
import type { EngineSession } from '../../src/engine/session-context.tsx'
import { parseExpressionsIn } from '../../src/expressions/parse-expressions-in.ts'

export interface SentCall {
  name: string
  headers: Headers
  body: unknown
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error

/** A server of a few lines: `answer` sees each call as `METHOD /path` and its body. Keeps what was sent. */
export function fakeServer(answer: (name: string, body: unknown) => Answer | Promise<Answer>) {
  const sent: SentCall[] = []
  const fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(address), 'http://app.test')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const name = `${init.method ?? 'GET'} ${pathname}${search}`
    sent.push({ name, headers: new Headers(init.headers), body })
    const given = await answer(name, body)
    if (given instanceof Error) throw given
    const { status = 200, headers } = given
    const text =
      status === 204 ? null : typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? {})
    return new Response(text, { status, headers: { 'x-request-id': 'req-1', ...headers } })
  }
  return { fetch: fetch as typeof globalThis.fetch, sent }
}

export function fakeApi(fetch: typeof globalThis.fetch, tenantId: string | null = 'tenant-1'): ApiClient {
  return createApiClient({
    base: () => 'http://app.test',
    token: async () => 'token-1',
    refresh: async () => false,
    tenantId: () => tenantId,
    fetch,
  })
}

/** Answers `POST /api/query` from rows by model. */
export const rowsByModel =
  (rows: Record<string, QueryResult['rows']>) =>
  (_name: string, body: unknown): Answer => ({
    body: {
      results: (body as { queries: Query[] }).queries.map(({ model, page }) =>
        rows[model]
          ? { rows: rows[model].slice(0, page?.size), page: { size: 50, after: null } }
          : { error: { code: 'not_found', message: 'not_found' } },
      ),
    },
  })

export const someone: EngineSession = {
  user: { id: 'user-1', email: 'a@example.test', name: 'Anna' },
  tenant: { id: 'tenant-1', name: 'Nord Bau' },
  role: 'member',
}

export const quickClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false } } })

interface EngineAroundProps {
  api: ApiClient
  views?: ComponentViews
  session?: EngineSession
  client?: QueryClient
  at?: string
  children: ReactNode
}

/** Everything a screen needs around it. */
export function EngineAround({
  api,
  views = {},
  session = someone,
  client = quickClient(),
  at = '/',
  children,
}: EngineAroundProps) {
  return (
    <MemoryRouter initialEntries={[at]}>
      <EngineProvider api={api} views={views} session={session} queryClient={client}>
        {children}
      </EngineProvider>
    </MemoryRouter>
  )
}

/** A layout from its nodes, its expressions parsed as the server does. */
export function documentOf(
  nodes: Record<string, Partial<LayoutNode> & { component: string }>,
  rest: Partial<Layout> = {},
  components: LayoutDocument['components'] = {},
): LayoutDocument {
  const layout: Layout = {
    schema: 1,
    key: 'test',
    title: 'Test',
    params: {},
    sources: {},
    state: {},
    root: 'root',
    ...rest,
    nodes: Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, { v: 1, props: {}, ...node }])),
  }
  return { layout, expressions: parseExpressionsIn(layout), components }
}
