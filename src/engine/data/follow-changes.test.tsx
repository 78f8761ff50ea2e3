// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChangeRow } from '#contracts/api/changes.ts'
import type { Query, Row } from '#contracts/query.ts'
import { EngineAround, fakeApi, fakeServer, quickClient } from '../../../tests/support/fake-engine.tsx'
import { useEngine } from '../engine-context.tsx'
import { createAnswerNumbers } from './answer-numbers.ts'
import { followChanges } from './follow-changes.ts'
import type { LiveNews } from './start-live.ts'
import { usePagedQuery } from './use-paged-query.ts'
import { useQuery } from './use-query.ts'

afterEach(cleanup)

const change = (number: number, more: Partial<ChangeRow> = {}): ChangeRow => ({
  number,
  model: 'note',
  id: 'a',
  kind: 'updated',
  at: '2026-01-01T00:00:00.000Z',
  by: 'user-2',
  fields: ['name'],
  ...more,
})

/** A workspace of one list: `tables` are its records, `news` what the next calls for changes answer. */
function world() {
  const tables: Record<string, Row[]> = {
    note: [
      { id: 'a', name: 'first' },
      { id: 'b', name: 'second' },
    ],
    other: [{ id: 'x', name: 'other' }],
  }
  const state = { number: 7, visible: true }
  const listeners = new Set<() => void>()
  const news: ChangeRow[][] = []
  const waiting: (() => void)[] = []
  const server = fakeServer(async (name, body) => {
    if (name.startsWith('GET /api/changes')) {
      const since = Number(/since=(\d+)/.exec(name)?.[1] ?? '0')
      if (since < 5) {
        const error = { code: 'gone', message: 'gone', details: { resync: true, upto: state.number } }
        return { status: 410, body: { error } }
      }
      if (news.length === 0 && name.includes('wait=')) await new Promise<void>((go) => waiting.push(go))
      const rows = news.shift() ?? []
      return { body: { rows, upto: rows.at(-1)?.number ?? since, more: false } }
    }
    const { queries } = body as { queries: Query[] }
    const results = queries.map(({ model, where, page }) => {
      const ids = (where as { value?: string[] } | undefined)?.value
      const found = (tables[model] ?? []).filter(({ id }) => !ids || ids.includes(String(id)))
      const from = page?.after === undefined ? 0 : Number(page.after)
      const size = page?.size ?? 50
      const after = from + size < found.length ? String(from + size) : null
      return { rows: found.slice(from, from + size), page: { size, after } }
    })
    return { body: { results }, headers: { 'x-change-number': String(state.number) } }
  })
  return {
    tables,
    state,
    sent: server.sent,
    api: fakeApi(server.fetch),
    tell(...rows: ChangeRow[]) {
      state.number = rows.at(-1)?.number ?? state.number
      news.push(rows)
      for (const go of waiting.splice(0)) go()
    },
    watched: {
      now: () => state.visible,
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    look(visible: boolean) {
      state.visible = visible
      for (const listener of listeners) listener()
    },
    questions: (model: string) =>
      server.sent.filter(
        ({ name, body }) => name === 'POST /api/query' && JSON.stringify(body).includes(`"model":"${model}"`),
      ).length,
  }
}

function show(of: ReturnType<typeof world>, Content: () => React.ReactNode, live: LiveNews | null = null) {
  const client = quickClient()
  let stop = (): void => undefined
  function Following() {
    const { api, ask, numbers } = useEngine()
    return (
      <button
        onClick={() => {
          stop = followChanges({ api, client, ask, numbers, live, watched: of.watched })
        }}
      >
        follow
      </button>
    )
  }
  render(
    <EngineAround api={of.api} client={client}>
      <Content />
      <Following />
    </EngineAround>,
  )
  return { follow: () => screen.getByText('follow').click(), stop: () => stop() }
}

const Names = ({ model }: { model: string }) => {
  const { data } = useQuery({ model, sort: [{ field: 'name', dir: 'asc' }] })
  return <p>{data?.rows.map(({ name }) => String(name)).join(', ')}</p>
}
const Pages = () => {
  const { rows, hasMore, loadMore } = usePagedQuery({ model: 'note', page: { size: 1 } })
  return (
    <>
      <p>{rows.map(({ name }) => String(name)).join(', ')}</p>
      <button onClick={loadMore} disabled={!hasMore}>
        more
      </button>
    </>
  )
}

describe('followChanges', () => {
  it('goes on from the first answer and asks again only for what changed', async () => {
    const of = world()
    const { follow, stop } = show(of, () => (
      <>
        <Names model="note" />
        <Names model="other" />
      </>
    ))
    await screen.findByText('first, second')
    follow()
    await waitFor(() => expect(of.sent.at(-1)?.name).toBe('GET /api/changes?since=7&wait=25'))
    of.tables['note'] = [{ id: 'a', name: 'changed' }]
    of.tell(change(8))
    await screen.findByText('changed')
    expect(of.questions('other')).toBe(1)
    expect(of.questions('note')).toBe(2)
    // What was answered after the change is not asked again.
    of.tell(change(8))
    await waitFor(() =>
      expect(of.sent.filter(({ name }) => name.startsWith('GET')).length).toBeGreaterThan(2),
    )
    expect(of.questions('note')).toBe(2)
    stop()
  })

  it('replaces and takes out rows of a long list in place', async () => {
    const of = world()
    of.tables['note'] = [1, 2, 3, 4, 5].map((at) => ({ id: `r${at}`, name: `n${at}` }))
    const { follow, stop } = show(of, Pages)
    await screen.findByText('n1')
    for (const names of ['n1, n2', 'n1, n2, n3', 'n1, n2, n3, n4']) {
      screen.getByText('more').click()
      await screen.findByText(names)
    }
    const before = of.questions('note')
    follow()
    of.tables['note'] = [
      { id: 'r1', name: 'n1' },
      { id: 'r2', name: 'two' },
      { id: 'r5', name: 'n5' },
      { id: 'r9', name: 'new' },
    ]
    of.tell(
      change(8, { id: 'r2' }),
      change(9, { id: 'r3', kind: 'gone' }),
      change(10, { id: 'r4', kind: 'deleted' }),
      change(11, { id: 'r9', kind: 'created' }),
    )
    await screen.findByText('n1, two')
    expect(of.questions('note')).toBe(before + 1)
    stop()
  })

  it('rests while nobody looks, and catches up when somebody does', async () => {
    const of = world()
    const { follow, stop } = show(of, () => <Names model="note" />)
    await screen.findByText('first, second')
    of.look(false)
    follow()
    await new Promise((done) => setTimeout(done, 50))
    expect(of.sent.some(({ name }) => name.startsWith('GET'))).toBe(false)
    of.tables['note'] = [{ id: 'b', name: 'alone' }]
    of.tell(change(8, { kind: 'deleted' }))
    of.look(true)
    await screen.findByText('alone')
    stop()
  })

  it('reads everything anew when it is too far behind', async () => {
    const of = world()
    of.state.number = 2
    const { follow, stop } = show(of, () => <Names model="note" />)
    await screen.findByText('first, second')
    of.state.number = 9
    of.tables['note'] = [{ id: 'a', name: 'anew' }]
    follow()
    await screen.findByText('anew')
    await waitFor(() => expect(of.sent.at(-1)?.name).toBe('GET /api/changes?since=9&wait=25'), {
      timeout: 3000,
    })
    stop()
  })

  it('asks once it is told of news while a channel tells, and waits in calls when it is closed', async () => {
    const of = world()
    const listeners = new Set<() => void>()
    const told = { open: true, number: 0 }
    const live: LiveNews = {
      isOpen: () => told.open,
      number: () => told.number,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const be = (next: Partial<typeof told>): void => {
      Object.assign(told, next)
      for (const listener of listeners) listener()
    }
    const calls = (): string[] => of.sent.map(({ name }) => name).filter((name) => name.startsWith('GET'))
    const { follow, stop } = show(of, () => <Names model="note" />, live)
    await screen.findByText('first, second')
    follow()
    await waitFor(() => expect(calls()).toEqual(['GET /api/changes?since=7']))
    await new Promise((done) => setTimeout(done, 900))
    expect(calls()).toHaveLength(1)
    of.tables['note'] = [{ id: 'a', name: 'told' }]
    of.tell(change(8))
    be({ number: 8 })
    await screen.findByText('told')
    expect(calls()).toEqual(['GET /api/changes?since=7', 'GET /api/changes?since=7'])
    be({ open: false })
    await waitFor(() => expect(calls().at(-1)).toBe('GET /api/changes?since=8&wait=25'))
    stop()
    expect(listeners.size).toBe(0)
  })

  it('[C-16] asks once more when the channel was lost and came back while an answer was taken in', async () => {
    const of = world()
    const listeners = new Set<() => void>()
    let open = true
    const live: LiveNews = {
      isOpen: () => open,
      number: () => 0,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const { follow, stop } = show(of, () => <Names model="note" />, live)
    await screen.findByText('first, second')
    of.tables['note'] = [{ id: 'a', name: 'eighth' }]
    of.tell(change(8))
    const calls = (): string[] => of.sent.map(({ name }) => name).filter((name) => name.startsWith('GET'))
    const answers = of.questions('note')
    follow()
    // The list is asked for anew: at this moment the answer is being taken in.
    await waitFor(() => expect(of.questions('note')).toBe(answers + 1), { interval: 1 })
    for (const next of [false, true]) {
      open = next
      for (const listener of listeners) listener()
    }
    await waitFor(() => expect(calls().at(-1)).toBe('GET /api/changes?since=8'), { timeout: 3000 })
    stop()
  })

  it('asks where one is once the workspace, or one’s place in it, is gone', async () => {
    const error = { code: 'not_found', message: 'not_found' }
    const { fetch } = fakeServer(() => ({ status: 404, body: { error } }))
    const lookAgain = vi.fn()
    const stop = followChanges({
      api: fakeApi(fetch),
      client: quickClient(),
      ask: () => Promise.reject(new Error('nothing to ask')),
      numbers: createAnswerNumbers(),
      onWorkspace: lookAgain,
      watched: { now: () => true, subscribe: () => () => undefined },
    })
    await waitFor(() => expect(lookAgain).toHaveBeenCalled())
    stop()
  })
})
