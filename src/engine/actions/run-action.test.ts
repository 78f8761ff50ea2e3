// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Action, ActionStep } from '#contracts/action.ts'
import { toast } from '#ui/toasts/toast.ts'
import { documentOf, fakeApi, fakeServer, quickClient, someone } from '../../../tests/support/fake-engine.tsx'
import { createBindings } from '../bindings/bindings.ts'
import { createAnswerNumbers } from '../data/answer-numbers.ts'
import { batchQueries } from '../data/batch-queries.ts'
import { createDialogs } from '../rendering/dialogs.ts'
import { createScreenStore } from '../rendering/screen-store.ts'
import { runAction } from './run-action.ts'

vi.mock('#ui/toasts/toast.ts', () => ({
  toast: { success: vi.fn(), info: vi.fn(), warning: vi.fn(), error: vi.fn() },
}))
beforeEach(() => vi.clearAllMocks())

async function run(
  steps: Action,
  answer: Parameters<typeof fakeServer>[0] = () => ({ body: { id: 'new', name: 'N' } }),
) {
  const server = fakeServer(answer)
  const api = fakeApi(server.fetch)
  const { layout, expressions } = documentOf(
    { root: { component: 'x', on: { click: steps } } },
    { state: { name: 'Nord', made: null, n: 0 } },
  )
  const bindings = createBindings(expressions)
  const store = createScreenStore(layout, bindings, { params: { id: '7' }, query: {}, session: someone })
  const dialogs = createDialogs()
  const numbers = createAnswerNumbers()
  const moves: string[] = []
  const refreshed: unknown[] = []
  const done = runAction(steps, {
    engine: { api, views: {}, ask: batchQueries(api, numbers), numbers, dialogs },
    client: quickClient(),
    store,
    bindings,
    locals: { event: { id: 'e1' } },
    navigate: (to, { replace }) => void moves.push(`${to}${replace ? ' (replace)' : ''}`),
    refresh: (names) => void refreshed.push(names ?? 'all'),
    close: () => void moves.push('closed'),
    t: (text) => text,
    words: (text) => text,
  })
  return { ...server, store, dialogs, moves, refreshed, done }
}
const ended = async (steps: Action, answer?: Parameters<typeof fakeServer>[0]) => {
  const result = await run(steps, answer)
  await result.done
  return result
}
const bound = (text: string) => ({ '=': text })

describe('actions', () => {
  it('create keeps its row for the steps after it', async () => {
    const { sent, store, moves } = await ended([
      { do: 'create', model: 'project', values: { name: bound('state.name') }, into: 'made' },
      { do: 'navigate', to: bound('"/projects/" + state.made.id') },
    ])
    expect(sent[0]).toMatchObject({ name: 'POST /api/records/project', body: { name: 'Nord' } })
    expect(store.getState().state['made']).toEqual({ id: 'new', name: 'N' })
    expect(moves).toEqual(['/projects/new'])
    expect(toast.success).toHaveBeenCalledTimes(1)
  })

  it('save sends the values the writer saw, delete offers to take it back', async () => {
    const { sent } = await ended([
      { do: 'save', model: 'project', id: bound('params.id'), values: { name: 'B' }, base: { name: 'A' } },
      { do: 'delete', model: 'project', id: bound('event.id') },
    ])
    expect(sent[0]).toMatchObject({
      name: 'PATCH /api/records/project/7',
      body: { name: 'B', base: { name: 'A' } },
    })
    expect(sent[1]?.name).toBe('DELETE /api/records/project/e1')
    expect(vi.mocked(toast.success).mock.calls[1]?.[1]).toMatchObject({ action: { label: 'Undo' } })
  })

  it('a failed step says so once and stops the rest', async () => {
    const { moves } = await ended(
      [
        { do: 'delete', model: 'project', id: '7' },
        { do: 'navigate', to: '/projects' },
      ],
      () => ({
        status: 422,
        body: { error: { code: 'in_use', message: 'This is in use.', requestId: 'r-1' } },
      }),
    )
    expect(moves).toEqual([])
    expect(toast.error).toHaveBeenCalledTimes(1)
    expect(toast.error).toHaveBeenCalledWith('This is in use.', { requestId: 'r-1' })
  })

  it('a toast of the layout takes the place of the usual one', async () => {
    await ended([
      { do: 'delete', model: 'project', id: '7' },
      { do: 'toast', tone: 'info', text: bound('"Project of " + state.name + " is gone"') },
    ])
    expect(toast.success).not.toHaveBeenCalled()
    expect(toast.info).toHaveBeenCalledWith('Project of Nord is gone')
  })

  it.each([true, false])('confirm: the answer %s decides about the steps after it', async (yes) => {
    const { dialogs, moves, done } = await run([
      { do: 'confirm', title: 'Delete it?', danger: true },
      { do: 'navigate', to: '/gone' },
    ])
    expect(dialogs.store.getState().question).toMatchObject({ title: 'Delete it?', danger: true, type: null })
    dialogs.store.getState().question?.answer(yes)
    await done
    expect(moves).toEqual(yes ? ['/gone'] : [])
  })

  it('open, close, refresh, set-state and conditions', async () => {
    const { dialogs, moves, refreshed, store } = await ended([
      { do: 'open', layout: 'project.form', params: { id: bound('params.id') }, as: 'drawer' },
      { do: 'refresh', sources: ['a'] },
      { do: 'refresh' },
      { do: 'set-state', key: 'n', value: bound('state.n + 1') },
      { do: 'set-state', key: 'n', value: 99, when: bound('state.n > 5') },
      { do: 'close' },
    ])
    expect(dialogs.store.getState().layouts).toMatchObject([
      { layout: 'project.form', params: { id: '7' }, as: 'drawer' },
    ])
    expect(refreshed).toEqual([['a'], 'all'])
    expect(store.getState().state['n']).toBe(1)
    expect(moves).toEqual(['closed'])
    dialogs.moveTo('/here')
    dialogs.moveTo('/elsewhere')
    expect(dialogs.store.getState().layouts).toEqual([])
  })

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    '//evil.test',
    '/\\evil.test',
    '/a\\..\\evil.test',
    '/a\n/evil.test',
    '/\t/evil.test',
    'data:text/html,x',
    'java\nscript:x',
  ])('[XS-02] navigate refuses %j', async (to) => {
    const open = vi.spyOn(window, 'open').mockImplementation(() => null)
    const { moves } = await ended([{ do: 'navigate', to }])
    expect(moves).toEqual([])
    expect(open).not.toHaveBeenCalled()
    expect(toast.error).toHaveBeenCalledTimes(1)
  })

  it('[XS-13] an outside address opens without a way back to this window', async () => {
    const open = vi.spyOn(window, 'open').mockImplementation(() => null)
    await ended([{ do: 'navigate', to: 'https://example.test/x' }])
    expect(open).toHaveBeenCalledWith('https://example.test/x', '_blank', 'noopener,noreferrer')
  })

  it('download goes to our own API only, and carries the session', async () => {
    URL.createObjectURL = () => 'blob:x'
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const download = (url: string): ActionStep => ({ do: 'download', url })
    const { sent } = await ended([download('/api/records/project/export?format=csv')], () => ({
      body: 'a,b',
    }))
    expect(sent[0]?.name).toBe('GET /api/records/project/export?format=csv')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect(clicked).toHaveBeenCalledTimes(1)
    const inWords = [{ do: 'download' as const, url: '/api/x?format=pdf', with_language: true }]
    const spoken = await ended(inWords, () => ({ body: 'a' }))
    expect(spoken.sent[0]?.name).toBe('GET /api/x?format=pdf&language=en')
    for (const url of ['https://evil.test/x', '//evil.test', '/files/x']) {
      expect((await ended([download(url)])).sent).toEqual([])
    }
  })
})
