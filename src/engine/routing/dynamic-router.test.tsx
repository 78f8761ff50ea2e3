// @vitest-environment jsdom
import { cleanup, render, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Layout } from '#contracts/layout.ts'
import type { Route } from '#contracts/route.ts'
import { documentOf, EngineAround, fakeApi, fakeServer } from '../../../tests/support/fake-engine.tsx'
import type { ComponentViewProps } from '../registry/component-registry.ts'
import { DynamicRouter } from './dynamic-router.tsx'
import { checkRouteAccess } from './use-route-access.ts'

beforeAll(() => {
  window.matchMedia = ((media: string) => ({
    matches: true,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia
})
afterEach(cleanup)

const route = (path: string): Route => ({
  id: `stock:${path}`,
  path,
  layout: 'item',
  title: 'Item',
  icon: null,
  order: 0,
  parent: null,
  nav: false,
  access: {},
  params: {},
  origin: 'stock',
})
const { layout, expressions } = documentOf({
  root: { component: 'label', props: { text: { '=': '"Item " + params.id + " " + query.tab' } } },
})
const Label = ({ props }: ComponentViewProps<{ text: string }>) => <p>{props.text}</p>

function open(
  at: string,
  check: () => { status?: number; body?: unknown } | Error,
  params: Layout['params'] = {},
) {
  const server = fakeServer((name) => {
    if (name === 'GET /api/routes') return { body: { rows: [route('/items/{id}')] } }
    if (name === 'POST /api/route-access/check') return check()
    if (name.endsWith('/components')) return { body: [] }
    return { body: { id: 'stock:item', layout: { ...layout, params }, expressions, origin: 'stock' } }
  })
  render(
    <EngineAround api={fakeApi(server.fetch)} views={{ label: Label }} at={at}>
      <DynamicRouter />
    </EngineAround>,
  )
  return server
}

describe('the dynamic router', () => {
  it('[R-15] [C-04] matches, checks access and loads the layout at the same time, and draws it', async () => {
    const server = open('/items/7?tab=notes', () => ({ body: { hasAccess: true, reason: 'role' } }))
    expect(await page.findByText('Item 7 notes')).toBeTruthy()
    const names = server.sent.map(({ name }) => name)
    expect(names[0]).toBe('GET /api/routes')
    expect(names.slice(1).sort()).toEqual([
      'GET /api/layouts/item',
      'GET /api/layouts/item/components',
      'POST /api/route-access/check',
    ])
    expect(server.sent.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
      route_path: '/items/7',
      route_id: 'stock:/items/{id}',
    })
  })

  it('[R-15] [XS-07] shows the not-found page inside the app, with the path as text', async () => {
    open('/nothing/<img src=x>', () => ({ body: { hasAccess: true, reason: '' } }))
    expect(await page.findByText('There is no screen at this address')).toBeTruthy()
    expect(page.getByText(/<img|%3Cimg/)).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })

  it('has no screen for a record whose id is none', async () => {
    const mayOpen = () => ({ body: { hasAccess: true, reason: 'role' } })
    open('/items/7', mayOpen, { id: { type: 'id' } })
    expect(await page.findByText('There is no screen at this address')).toBeTruthy()
    cleanup()
    open('/items/01a22272-401f-7ab7-b09b-8232ecca808a', mayOpen, { id: { type: 'id' } })
    expect(await page.findByText(/^Item 01a22272/)).toBeTruthy()
  })

  it('[C-05] says so when the person may not open it, and draws nothing of it', async () => {
    open('/items/7', () => ({ body: { hasAccess: false, reason: 'role' } }))
    expect(await page.findByText('You may not open this screen')).toBeTruthy()
    expect(page.queryByText(/Item 7/)).toBeNull()
  })

  it.each([
    [
      'answers 500',
      () => ({ status: 500, body: { error: { code: 'internal', message: 'x', requestId: 'r' } } }),
    ],
    ['cannot be reached', () => new TypeError('network')],
    ['answers garbage', () => ({ body: '<html>' })],
    ['answers another shape', () => ({ body: { hasAccess: 'yes' } })],
  ])('[P-06] [RA-07] opens the frame with a notice when the check %s', async (_how, check) => {
    open('/items/7', check)
    expect(await page.findByText(/could not be checked/)).toBeTruthy()
    await waitFor(() => expect(page.getByText(/^Item 7/)).toBeTruthy())
  })

  it('[P-06] a check that hangs is given up; 401 and 409 are no failures of the check', async () => {
    const hanging = fakeServer(async () => new Promise(() => undefined))
    const fetch: typeof globalThis.fetch = (_address, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('given up'))),
      )
    expect(await checkRouteAccess(fakeApi(fetch), '/x', null, 20)).toEqual({
      hasAccess: true,
      reason: 'check_failed',
    })
    expect(hanging.sent).toEqual([])
    for (const [status, code] of [
      [401, 'unauthorized'],
      [409, 'tenant_selection_required'],
    ] as const) {
      const { fetch } = fakeServer(() => ({
        status,
        body: { error: { code, message: code, requestId: 'r' } },
      }))
      await expect(checkRouteAccess(fakeApi(fetch), '/x', null)).rejects.toMatchObject({ code })
    }
  })
})
