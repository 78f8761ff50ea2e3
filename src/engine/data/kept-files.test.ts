import { beforeEach, describe, expect, it, vi } from 'vitest'
import { must } from '#base/assert.ts'
import { fakeApi, fakeServer, quickClient } from '../../../tests/support/fake-engine.tsx'
import { memoryFileStore, type FileStore } from './kept-file-store.ts'
import { keptIn, type KeptFile } from './kept-file.ts'
import { forgetFilesOf, forgetLooseFiles, keepFile, keptBytes, setFileStore } from './kept-files.ts'
import { discardWaiting, keepForLater, sendWaiting, setOutboxStore, waitingEntries } from './outbox.ts'
import { memoryOutboxStore, type OutboxStore } from './outbox-store.ts'
import { sendInPieces } from './send-in-pieces.ts'

vi.mock(import('./send-in-pieces.ts'), { spy: true })

const owner = { tenantId: 'tenant-1', userId: 'user-1' }
const photo = (name: string): File => new File(['bytes'], name, { type: 'image/png' })
const body = (...files: KeptFile[]) => ({ name: 'Crack', photos: files.map((file) => ({ ...file })) })
const entry = (key: string, of: ReturnType<typeof body>) => ({
  ...owner,
  key,
  model: 'defect',
  id: null,
  title: key,
  body: of,
  typed: of,
  tried: null,
})
const ids = async () => (await files.list()).map(({ name }) => name)

let files: FileStore
let outbox: OutboxStore
beforeEach(async () => {
  files = memoryFileStore()
  setFileStore(files)
  outbox = memoryOutboxStore()
  await setOutboxStore(outbox)
})

/** A server that stores files under ids of its own, and answers records as told. */
function post(...records: (number | Error)[]) {
  let count = 0
  const { fetch, sent } = fakeServer((name) => {
    if (name.startsWith('POST /api/files')) {
      count += 1
      return { status: 201, body: { id: `stored-${count}`, name: 'x', type: 'image/png', size: 5 } }
    }
    const next = records.shift() ?? 201
    return next instanceof Error ? next : { status: next, body: { id: '1' } }
  })
  return { sent, to: { api: fakeApi(fetch), client: quickClient(), owner } }
}

describe('files that were chosen without connection', () => {
  it('are sent before what they belong to, under the names the server gives them, and forgotten', async () => {
    const kept = await keepFile('user-1', photo('a.png'))
    expect(await keptBytes(kept.id)).not.toBeNull()
    await keepForLater(entry('Crack', body(kept)))
    const { to, sent } = post()
    await sendWaiting(to)
    expect(sent.map(({ name }) => name)).toEqual(['POST /api/files?name=a.png', 'POST /api/records/defect'])
    expect(sent[0]?.headers.get('x-tenant-id')).toBe('tenant-1')
    expect(sent[1]?.body).toEqual({
      name: 'Crack',
      photos: [{ id: 'stored-1', name: 'x', type: 'image/png', size: 5 }],
    })
    expect(waitingEntries()).toEqual([])
    expect(await ids()).toEqual([])
  })

  it('are not sent a second time when no answer came to what they belong to', async () => {
    await keepForLater(entry('Crack', body(await keepFile('user-1', photo('a.png')))))
    const { to, sent } = post(new TypeError('Failed to fetch'))
    await sendWaiting(to)
    await setOutboxStore(outbox)
    await sendWaiting(to)
    expect(sent.map(({ name }) => name)).toEqual([
      'POST /api/files?name=a.png',
      'POST /api/records/defect',
      'POST /api/records/defect',
    ])
    expect(sent[2]?.body).toEqual(sent[1]?.body)
    expect(sent[2]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'))
  })

  it('that are gone from the device are said, and nothing is sent without them', async () => {
    const kept = await keepFile('user-1', photo('a.png'))
    await keepForLater(entry('Crack', body(kept)))
    await files.remove(kept.id)
    const { to, sent } = post()
    await sendWaiting(to)
    expect(sent).toEqual([])
    expect(waitingEntries()).toMatchObject([
      { state: 'refused', problem: 'A file of it is no longer on this device.' },
    ])
  })

  it('that arrived long ago go again, unless the write may have happened: what no record holds is given up after a day', async () => {
    const early = { id: 'early', name: 'a.png', type: 'image/png', size: 5 }
    const keepEarly = async (): Promise<KeptFile> => {
      const kept = await keepFile('user-1', photo('a.png'))
      const storedAt = Date.now() - 21 * 3_600_000
      await files.put({ ...must(await files.read(kept.id)), stored: early, storedAt })
      return kept
    }
    await keepForLater(entry('Crack', body(await keepEarly())))
    const { to, sent } = post()
    await sendWaiting(to)
    expect(sent.map(({ name }) => name)).toEqual(['POST /api/files?name=a.png', 'POST /api/records/defect'])
    expect(sent[1]?.body).toMatchObject({ photos: [{ id: 'stored-1' }] })
    const tried = new Date(Date.now() - 3_600_000).toISOString()
    await keepForLater({ ...entry('Gap', body(await keepEarly())), tried })
    await sendWaiting(to)
    expect(sent.slice(2)).toMatchObject([{ name: 'POST /api/records/defect', body: { photos: [early] } }])
  })

  it('that do not get through do not count as a write that may have arrived, and hold up no other', async () => {
    const first = await keepFile('user-1', photo('a.png'))
    await keepForLater({ ...entry('first', body(first)), id: 'r1' })
    await keepForLater({ ...entry('same record', body()), id: 'r1' })
    await keepForLater(entry('other', body()))
    const { fetch, sent } = fakeServer((name) =>
      name.startsWith('POST /api/files')
        ? new TypeError('Failed to fetch')
        : { status: 201, body: { id: '1' } },
    )
    await sendWaiting({ api: fakeApi(fetch), client: quickClient(), owner })
    expect(waitingEntries()).toMatchObject([
      { key: 'first', state: 'waiting', tried: null },
      { key: 'same record', state: 'waiting' },
    ])
    expect(sent.map(({ name }) => name)).toEqual(['POST /api/files?name=a.png', 'POST /api/records/defect'])
  })

  it('of what is given up while they are on their way stay forgotten, and nothing is written', async () => {
    await keepForLater(entry('Crack', body(await keepFile('user-1', photo('a.png')))))
    const { fetch, sent } = fakeServer(async () => {
      await discardWaiting('Crack')
      return { status: 201, body: { id: 'stored-1', name: 'x', type: 'image/png', size: 5 } }
    })
    await sendWaiting({ api: fakeApi(fetch), client: quickClient(), owner })
    expect(sent.map(({ name }) => name)).toEqual(['POST /api/files?name=a.png'])
    expect(await ids()).toEqual([])
  })

  it('of more than a megabyte go in pieces, and one that is lost waits for the next time', async () => {
    const pieces = vi.mocked(sendInPieces)
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'large.png', { type: 'image/png' })
    await keepForLater(entry('Crack', body(await keepFile('user-1', large))))
    const { to, sent } = post()
    const stored = { id: 'stored-9', name: 'large.png', type: 'image/png', size: large.size }
    const cancel = vi.fn<() => void>()
    pieces.mockImplementationOnce((_api, _file, { onState }) => {
      queueMicrotask(() => onState('lost'))
      const done = new Promise<'cancelled'>((resolve) =>
        cancel.mockImplementation(() => resolve('cancelled')),
      )
      return { done, pause: cancel, resume: cancel, cancel }
    })
    await sendWaiting(to)
    expect([sent.length, cancel.mock.calls.length]).toEqual([0, 1])
    expect(waitingEntries()).toMatchObject([{ state: 'waiting', tried: null }])
    pieces.mockImplementationOnce(() => ({
      done: Promise.resolve(stored),
      pause: cancel,
      resume: cancel,
      cancel,
    }))
    await sendWaiting(to)
    expect(pieces.mock.calls[1]?.[1]).toMatchObject({ name: 'large.png', size: large.size })
    expect(sent.map(({ body: said }) => said)).toEqual([{ name: 'Crack', photos: [stored] }])
  })

  it('go with what is given up, with the person who signs out, and after a week without a form', async () => {
    const kept = await keepFile('user-1', photo('a.png'))
    await keepForLater(entry('Crack', body(kept)))
    await keepFile('user-2', photo('theirs.png'))
    await discardWaiting('Crack')
    expect(await ids()).toEqual(['theirs.png'])
    await keepFile('user-1', photo('b.png'))
    await forgetFilesOf('user-1')
    expect(await ids()).toEqual(['theirs.png'])
    const [old] = await files.list()
    const needed = await keepFile('user-1', photo('needed.png'))
    for (const file of await files.list()) await files.put({ ...file, at: 0 })
    await forgetLooseFiles([body(needed)])
    expect(old?.name).toBe('theirs.png')
    expect(await ids()).toEqual(['needed.png'])
    expect(keptIn(body(needed))).toHaveLength(1)
  })
})
