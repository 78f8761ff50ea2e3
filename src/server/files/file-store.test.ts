import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FileStore } from './file-store.ts'

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof fs>()),
  writeFile: vi.fn((await original<typeof fs>()).writeFile),
}))

const tenant = '01900000-0000-7000-8000-000000000001'
const folder = mkdtempSync(join(tmpdir(), 'formwork-files-'))
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the file store', () => {
  it('keeps a file under a key it makes, and gives it back', async () => {
    const store = new FileStore(folder)
    const key = await store.put(tenant, Buffer.from('plan'))
    expect(key).toMatch(/^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)
    expect((await store.read(key)).toString()).toBe('plan')
    await store.remove(key)
    await store.remove(key)
    expect(files()).toEqual([])
    await expect(store.stream(key)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('says 507 when the disk is full, and leaves nothing behind', async () => {
    vi.mocked(fs.writeFile).mockImplementationOnce(async (path) => {
      const { writeFileSync } = await import('node:fs')
      writeFileSync(String(path), 'half')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    await expect(new FileStore(folder).put(tenant, Buffer.from('plan'))).rejects.toMatchObject({
      code: 'storage_full',
    })
    expect(files()).toEqual([])
  })

  it('never leaves its folder', () => {
    const store = new FileStore(folder)
    for (const key of ['../x', '/etc/passwd', `${tenant}/../../x`, ''])
      expect(() => store.read(key)).toThrow('storage key')
  })
})
