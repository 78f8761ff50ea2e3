import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LocalBackend } from './local-backend.ts'

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof fs>()),
  open: vi.fn((await original<typeof fs>()).open),
}))

const key = '01900000-0000-7000-8000-000000000001/ab/01900000-0000-7000-8000-000000000002'
const folder = mkdtempSync(join(tmpdir(), 'formwork-blobs-'))
const backend = new LocalBackend(folder)
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of texts) yield Buffer.from(piece)
}
const contents = async (range?: { from: number; to: number }) =>
  text((await backend.read(key, range)) as unknown as AsyncIterable<Uint8Array> as never)

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the folder of blobs', () => {
  it('keeps bytes under a key, gives them back whole and in part', async () => {
    expect(await backend.put(key, pieces('pl', 'an'), 100)).toBe(4)
    expect(await contents()).toBe('plan')
    expect(await contents({ from: 1, to: 2 })).toBe('la')
    await backend.remove(key)
    await backend.remove(key)
    expect(files()).toEqual([])
    await expect(backend.read(key)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('says 413 beyond the limit, and leaves nothing behind', async () => {
    await expect(backend.put(key, pieces('pl', 'an'), 3)).rejects.toMatchObject({ code: 'too_large' })
    expect(files()).toEqual([])
  })

  it('says 507 when the disk is full, and leaves nothing behind', async () => {
    const { open } = await vi.importActual<typeof fs>('node:fs/promises')
    vi.mocked(fs.open).mockImplementationOnce(async (...given) => {
      const file: FileHandle = await open(...given)
      file.sync = () =>
        Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
      return file
    })
    await expect(backend.put(key, pieces('plan'), 100)).rejects.toMatchObject({ code: 'storage_full' })
    expect(files()).toEqual([])
  })

  it('never leaves its folder', async () => {
    for (const wrong of ['../x', '/etc/passwd', `${key.slice(0, 36)}/../../x`, ''])
      await expect(backend.read(wrong)).rejects.toThrow('storage key')
  })
})
