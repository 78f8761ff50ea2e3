// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { fakeApi, fakeServer, quickClient } from '../../../tests/support/fake-engine.tsx'
import { keepOutbox } from './keep-outbox.ts'
import { memoryFileStore } from './kept-file-store.ts'
import { keepFile, setFileStore } from './kept-files.ts'
import { memoryOutboxStore } from './outbox-store.ts'
import { setOutboxStore } from './outbox.ts'

it('forgets files that belong to nothing, and none while what waits could not be read', async () => {
  const files = memoryFileStore()
  setFileStore(files)
  await keepFile('user-1', new File(['bytes'], 'a.png'))
  for (const file of await files.list()) await files.put({ ...file, at: 0 })
  const outbox = memoryOutboxStore()
  await setOutboxStore(outbox)
  const list = vi.spyOn(outbox, 'list').mockRejectedValueOnce(new Error('The database is closing.'))
  const asked = vi.spyOn(files, 'list')
  const start = (): (() => void) =>
    keepOutbox({
      api: fakeApi(fakeServer(() => ({})).fetch),
      client: quickClient(),
      owner: { tenantId: 'tenant-1', userId: 'user-1' },
    })
  start()()
  await vi.waitFor(() => expect(list).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).not.toHaveBeenCalled()
  start()()
  await vi.waitFor(async () => expect(await files.list()).toEqual([]))
})
