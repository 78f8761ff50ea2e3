import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi, fakeServer, quickClient } from '../../../tests/support/fake-engine.tsx'
import { memoryFileStore, type FileStore } from './kept-file-store.ts'
import { keptIn, type KeptFile } from './kept-file.ts'
import { forgetFilesOf, forgetLooseFiles, keepFile, keptBytes, setFileStore } from './kept-files.ts'
import { discardWaiting, keepForLater, sendWaiting, setOutboxStore, waitingEntries } from './outbox.ts'
import { memoryOutboxStore, type OutboxStore } from './outbox-store.ts'

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
