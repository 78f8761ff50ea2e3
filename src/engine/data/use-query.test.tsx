// @vitest-environment jsdom
import { act, cleanup, render, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Query } from '#contracts/query.ts'
import {
  EngineAround,
  fakeApi,
  fakeServer,
  quickClient,
  rowsByModel,
  someone,
} from '../../../tests/support/fake-engine.tsx'
import type { EngineSession } from '../session-context.tsx'
import { createAnswerNumbers } from './answer-numbers.ts'
import { batchQueries } from './batch-queries.ts'
import { memoryCopyStore } from './copy-store.ts'
import { clearCopies, setCopyStore } from './last-good-copy.ts'
import { isNotLive, retryCopies, useNotLive } from './not-live.ts'
import { createQueryClient } from './query-client.ts'
import { cacheLife, mostRetries } from './retry-policy.ts'
import { usePagedQuery } from './use-paged-query.ts'
import { useQuery } from './use-query.ts'
import { useRecordWrites } from './use-record-writes.ts'

beforeEach(() => setCopyStore(memoryCopyStore()))
afterEach(cleanup)

function Names({ query }: { query: Query }) {
  const { data, error, stale, isPending } = useQuery(query)
  const { active } = useNotLive()
  const { update, readOnly } = useRecordWrites(query.model)
  return (
    <>
      <p data-testid="names">
        {isPending ? '…' : (data?.rows.map(({ name }) => String(name)).join() ?? 'nothing')}
      </p>
      <p data-testid="standing">
        {[stale, active && 'not live', readOnly && 'read-only', error?.code].filter(Boolean).join(' ')}
      </p>
      <button
        type="button"
        onClick={() => void update('1', { name: 'B' }, { name: 'A' }).catch(() => undefined)}
      >
        Rename
      </button>
    </>
  )
}

const notes: Query = { model: 'note' }
const down = (): Error => new TypeError('network')

function ask(answer: Parameters<typeof fakeServer>[0], session: EngineSession = someone) {
  const server = fakeServer(answer)
  const view = render(
    <EngineAround api={fakeApi(server.fetch)} session={session} client={quickClient()}>
      <Names query={notes} />
    </EngineAround>,
  )
  return { ...server, leave: view.unmount }
}
const shown = (id: string): string => page.getByTestId(id).textContent ?? ''

describe('questions', () => {
  it('that are equal and asked in one moment are sent once, and all who asked are answered', async () => {
    const { fetch, sent } = fakeServer(rowsByModel({ note: [{ id: '1', name: 'A' }] }))
    const askQuery = batchQueries(fakeApi(fetch), createAnswerNumbers())
    const other: Query = { model: 'note', page: { size: 1 } }
    const answers = await Promise.all([askQuery(notes), askQuery({ ...notes }), askQuery(other)])
    expect(answers.map(({ rows }) => rows.length)).toEqual([1, 1, 1])
    expect(sent.map(({ body }) => (body as { queries: Query[] }).queries)).toEqual([[notes, other]])
  })

  it('a write while the first answer is on its way: what was asked before it does not count', async () => {
    let renamed = false
    let slow: (() => void) | undefined
    ask(async (name, body) => {
      if (!name.startsWith('POST /api/query')) {
        renamed = true
        return { body: { id: '1', name: 'B' } }
      }
      const answer = rowsByModel({ note: [{ id: '1', name: renamed ? 'B' : 'A' }] })(name, body)
      if (!slow) await new Promise<void>((resolve) => (slow = resolve))
      return answer
    })
    await waitFor(() => expect(slow).toBeDefined())
    page.getByText('Rename').click()
    await waitFor(() => expect(renamed).toBe(true))
    await act(async () => slow?.())
    await waitFor(() => expect(shown('names')).toBe('B'))
  })

  it('[K-07] the cache keeps answers five minutes and asks again at most three times', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions()
    expect(queries?.gcTime).toBe(300_000)
    expect(cacheLife).toBe(300_000)
    expect(mostRetries).toBe(3)
    expect(mutations?.retry).toBe(false)
  })

  it('[C-13] falls back to the last good copy, labelled and read-only, and is live again after Retry', async () => {
    const first = ask(rowsByModel({ note: [{ id: '1', name: 'A' }] }))
    await waitFor(() => expect(shown('names')).toBe('A'))
    expect(shown('standing')).toBe('live')
    first.leave()

    let up = false
    const second = ask((name, body) =>
      up ? rowsByModel({ note: [{ id: '1', name: 'C' }] })(name, body) : down(),
    )
    await waitFor(() => expect(shown('names')).toBe('A'))
    await waitFor(() => expect(shown('standing')).toBe('copy not live read-only unreachable'))
    const before = second.sent.length
    await act(async () => page.getByRole('button', { name: 'Rename' }).click())
    expect(second.sent).toHaveLength(before)

    up = true
    await act(async () => retryCopies())
    await waitFor(() => expect(shown('names')).toBe('C'))
    expect(shown('standing')).toBe('live')
    second.leave()
    expect(isNotLive().active).toBe(false)
  })

  it('[C-13] a copy is of one workspace and one person, and gone after sign-out', async () => {
    const first = ask(rowsByModel({ note: [{ id: '1', name: 'A' }] }))
    await waitFor(() => expect(shown('names')).toBe('A'))
    first.leave()
    const others: EngineSession[] = [
      { ...someone, user: { id: 'user-2', email: null, name: null } },
      { ...someone, tenant: { id: 'tenant-2', name: 'Other' } },
    ]
    for (const session of others) {
      const view = ask(down, session)
      await waitFor(() => expect(shown('standing')).toContain('unreachable'))
      expect(shown('names')).toBe('nothing')
      view.leave()
    }
    await clearCopies()
    const after = ask(down)
    await waitFor(() => expect(shown('standing')).toContain('unreachable'))
    expect(shown('names')).toBe('nothing')
    after.leave()
  })

  it('[C-13] what the server refuses is never covered by a copy', async () => {
    const first = ask(rowsByModel({ note: [{ id: '1', name: 'A' }] }))
    await waitFor(() => expect(shown('names')).toBe('A'))
    first.leave()
    const refused = ask(() => ({
      status: 403,
      body: { error: { code: 'forbidden', message: 'no', requestId: 'r' } },
    }))
    await waitFor(() => expect(shown('standing')).toContain('forbidden'))
    expect(shown('names')).toBe('nothing')
    refused.leave()
  })

  it('a write asks again for the questions of its model, in one call', async () => {
    let name = 'A'
    const server = ask((call, body) => {
      if (call !== 'PATCH /api/records/note/1') return rowsByModel({ note: [{ id: '1', name }] })(call, body)
      name = 'B'
      return { body: { id: '1', name } }
    })
    await waitFor(() => expect(shown('names')).toBe('A'))
    await act(async () => page.getByRole('button', { name: 'Rename' }).click())
    await waitFor(() => expect(shown('names')).toBe('B'))
    expect(server.sent.find(({ name }) => name.startsWith('PATCH'))?.body).toEqual({
      name: 'B',
      base: { name: 'A' },
    })
    expect(server.sent.filter(({ name }) => name === 'POST /api/query')).toHaveLength(2)
  })

  it('pages by key, and counts after the rows are there', async () => {
    const asked: Query[] = []
    const server = fakeServer((_name, body) => {
      const { queries } = body as { queries: Query[] }
      asked.push(...queries)
      const results = queries.map(({ page, total }) =>
        total
          ? { rows: [], page: { size: 1, after: null }, total: 3 }
          : page?.after
            ? { rows: [{ id: '3' }], page: { size: 2, after: null } }
            : { rows: [{ id: '1' }, { id: '2' }], page: { size: 2, after: 'cursor' } },
      )
      return { body: { results } }
    })
    function Paged() {
      const { rows, hasMore, loadMore, total } = usePagedQuery(
        { model: 'note', page: { size: 2 } },
        { count: 'exact' },
      )
      return (
        <button type="button" disabled={!hasMore} onClick={loadMore}>
          {`${rows.map(({ id }) => String(id)).join()} of ${total ?? '?'}`}
        </button>
      )
    }
    render(
      <EngineAround api={fakeApi(server.fetch)}>
        <Paged />
      </EngineAround>,
    )
    await page.findByText('1,2 of 3')
    expect(asked[0]).toEqual({ model: 'note', page: { size: 2 } })
    await act(async () => page.getByRole('button').click())
    await page.findByText('1,2,3 of 3')
    expect(page.getByRole('button').hasAttribute('disabled')).toBe(true)
  })
})
