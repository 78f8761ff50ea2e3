import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi, fakeServer, quickClient } from '../../../tests/support/fake-engine.tsx'
import { onConflict, openConflict } from './conflicts.ts'
import {
  beforeLeaving,
  discardWaiting,
  entriesOf,
  keepForLater,
  onOutbox,
  sendAgain,
  sendWaiting,
  setOutboxStore,
  waitingEntries,
} from './outbox.ts'
import { memoryOutboxStore, type OutboxStore, type Waiting } from './outbox-store.ts'

const owner = { tenantId: 'tenant-1', userId: 'user-1' }
const entry = (key: string, more: Partial<Waiting> = {}) => ({
  ...owner,
  key,
  model: 'defect',
  id: null,
  title: key,
  body: { name: key },
  typed: { name: key },
  tried: null,
  ...more,
})
const states = () => waitingEntries().map(({ title, state }) => [title, state])

let store: OutboxStore
beforeEach(async () => {
  store = memoryOutboxStore()
  await setOutboxStore(store)
})

/** A server whose answers are given in turn; it remembers what it was asked. */
function post(...answers: Parameters<typeof fakeServer>[0] extends (...a: never[]) => infer A ? A[] : never) {
  const left = [...answers]
  const { fetch, sent } = fakeServer(() => left.shift() ?? { status: 201, body: { id: '1' } })
  return { sent, to: { api: fakeApi(fetch), client: quickClient(), owner } }
}

describe('what was filled in without connection', () => {
  it('is sent once under one key, however often no answer came, and is still there after a reload', async () => {
    await keepForLater(entry('Crack'))
    const { to, sent } = post(new TypeError('Failed to fetch'))
    await sendWaiting(to)
    expect(states()).toEqual([['Crack', 'waiting']])
    await setOutboxStore(store)
    await sendWaiting(to)
    expect(sent.map(({ name, headers }) => [name, headers.get('idempotency-key')])).toEqual([
      ['POST /api/records/defect', 'Crack'],
      ['POST /api/records/defect', 'Crack'],
    ])
    expect(await store.list()).toEqual([])
  })

  it('goes to the command that makes it, where one does', async () => {
    await keepForLater(entry('House', { command: 'estimate.create', body: { name: 'House', like: '7' } }))
    const { to, sent } = post({ body: { result: { id: '1' }, models: ['defect', 'estimate_lines'] } })
    // What the command says that it changed is asked for again.
    const lines = ['tenant-1', 'user-1', 'query', 'estimate_lines']
    to.client.setQueryData(lines, [])
    await sendWaiting(to)
    expect(sent.map(({ name, body, headers }) => [name, body, headers.get('idempotency-key')])).toEqual([
      ['POST /api/commands/estimate.create', { name: 'House', like: '7' }, 'House'],
    ])
    expect(to.client.getQueryState(lines)?.isInvalidated).toBe(true)
    expect(await store.list()).toEqual([])
  })

  it('waits, and is not taken for sent, where a proxy answers with a page of its own', async () => {
    await keepForLater(entry('Crack'))
    await keepForLater(entry('r1', { id: 'r1' }))
    const { to, sent } = post({ status: 200, body: '<html>Sign in to the network</html>' })
    await sendWaiting(to)
    expect(states()).toEqual([
      ['Crack', 'waiting'],
      ['r1', 'waiting'],
    ])
    await sendWaiting(to)
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['Crack', 'Crack', 'r1'])
    expect(states()).toEqual([])
  })

  it('asks the ordinary question where somebody else changed the same, and sends the choice as a new write', async () => {
    await keepForLater(entry('a', { id: 'r1', body: { name: 'mine', base: { name: 'old', place: null } } }))
    const met = { fields: { name: { base: 'old', mine: 'mine', theirs: 'theirs' } } }
    const error = { code: 'edit_conflict', message: 'Somebody else changed the same values.', details: met }
    const { to, sent } = post({ status: 412, body: { error } }, { body: { id: 'r1' } })
    const ignore = onConflict(() => openConflict()?.answer({ name: 'mine' }))
    await sendWaiting(to)
    ignore()
    expect(sent[1]?.body).toEqual({ name: 'mine', base: { name: 'theirs', place: null } })
    expect(sent[1]?.headers.get('idempotency-key')).not.toBe('a')
    expect(states()).toEqual([])
  })

  it('keeps what is refused with the reason, holds back later changes of it, and sends the rest', async () => {
    await keepForLater(entry('first', { id: 'r1' }))
    await keepForLater(entry('second', { id: 'r1' }))
    await keepForLater(entry('other'))
    const details = [{ path: 'name', code: 'x', message: 'Too long.' }]
    const { to, sent } = post({ status: 422, body: { error: { code: 'invalid', message: 'No', details } } })
    await sendWaiting(to)
    expect(states()).toEqual([
      ['first', 'refused'],
      ['second', 'waiting'],
    ])
    expect(waitingEntries()[0]?.problem).toBe('Too long.')
    expect(sent).toHaveLength(2)
    await sendAgain(waitingEntries()[0]?.key ?? '', to)
    expect(states()).toEqual([])
  })

  it('is not sent again by itself when it may have arrived more than a day ago', async () => {
    await keepForLater(entry('Old', { tried: new Date(Date.now() - 26 * 3600_000).toISOString() }))
    const { to, sent } = post()
    await sendWaiting(to)
    expect([sent.length, states()]).toEqual([0, [['Old', 'unsure']]])
  })

  it('[RA-08] is neither shown nor sent as another person or in another workspace', async () => {
    await keepForLater(entry('Mine'))
    const { to, sent } = post()
    await sendWaiting({ ...to, owner: { ...owner, userId: 'user-2' } })
    await sendWaiting({ ...to, owner: { ...owner, tenantId: 'tenant-2' } })
    expect([sent.length, entriesOf(waitingEntries(), { ...owner, userId: 'user-2' })]).toEqual([0, []])
    let left = 0
    const leave = async (): Promise<void> => void (left += 1)
    // Somebody else at the same device goes without touching it; whoever kept it is asked first.
    await beforeLeaving('user-2', leave)
    await beforeLeaving(owner.userId, leave)
    expect([left, (await store.list()).length]).toEqual([1, 1])
  })

  it('goes to the workspace it was kept in, and stays when somebody else works here meanwhile', async () => {
    await keepForLater(entry('first'))
    await keepForLater(entry('second'))
    const { to, sent } = post()
    let isHere = true
    const unsubscribe = onOutbox(() => (isHere = waitingEntries().length === 2))
    await sendWaiting({ ...to, isCurrent: () => isHere })
    unsubscribe()
    expect(sent.map(({ headers }) => headers.get('x-tenant-id'))).toEqual(['tenant-1'])
    expect(states()).toEqual([['second', 'waiting']])
  })

  it('does not come back when it was given up on its way, and one that fails holds up no other', async () => {
    await keepForLater(entry('given up'))
    await keepForLater(entry('fails'))
    await keepForLater(entry('fine'))
    const answers = [new TypeError('Failed to fetch'), { status: 500, body: {} }]
    const { fetch } = fakeServer(() => answers.shift() ?? { status: 201, body: { id: '1' } })
    const api = fakeApi(async (...request: Parameters<typeof fetch>) => {
      if (answers.length === 2) await discardWaiting('given up')
      return fetch(...request)
    })
    await sendWaiting({ api, client: quickClient(), owner })
    expect(states()).toEqual([['fails', 'waiting']])
    expect(waitingEntries()[0]?.problem).not.toBeNull()
  })
})
