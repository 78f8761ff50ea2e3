import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import S3rver from 's3rver'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'formwork-s3-'))
const service = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'formwork-files', configs: [] }],
})
let server: TestServer
let owner: Person
let tenant: TestTenant
let running = true

beforeAll(async () => {
  const { port } = (await service.run()) as AddressInfo
  server = await startTestServer({
    S3_BUCKET: 'formwork-files',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  })
  owner = await signUp(server)
  tenant = await makeWorkspace(owner, 'Far away')
  await owner.supabase.storage.createBucket('plans')
})
afterAll(async () => {
  await server.stop()
  if (running) await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const stored = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('._S3rver_object'))
    .map(({ name }) => name.slice(0, 36))
    .sort()
const rowsOf = async (): Promise<string[]> =>
  (
    await server.sql<{ key: string }>(
      'select storage_key as key from app.bucket_objects union all select storage_key from app.files',
    )
  )
    .map(({ key }) => key.split('/').at(-1) ?? '')
    .sort()
const plans = () => owner.supabase.storage.from('plans')

describe('files at an S3-compatible service', () => {
  it('objects: up, down, a part, copied, moved, removed; nothing lies on this machine', async () => {
    expect((await plans().upload('a.txt', '0123456789')).error).toBeNull()
    expect(await (await plans().download('a.txt')).data?.text()).toBe('0123456789')
    const part = await fetch(`${server.url}/storage/v1/object/plans/a.txt`, {
      headers: { authorization: `Bearer ${owner.token}`, range: 'bytes=3-5' },
    })
    expect([part.status, await part.text()]).toEqual([206, '345'])
    expect((await plans().copy('a.txt', 'b.txt')).error).toBeNull()
    expect((await plans().move('b.txt', 'c.txt')).error).toBeNull()
    expect(stored()).toEqual(await rowsOf())
    expect((await plans().remove(['a.txt', 'c.txt'])).data).toHaveLength(2)
    expect(stored()).toEqual([])
    expect(() => readdirSync(join(server.dataDir, 'files'))).toThrow('ENOENT')
  })

  it('a large one goes up in pieces, and on from where it was', async () => {
    const bytes = randomBytes(12 * 1024 * 1024)
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${server.url}/storage/v1/upload/resumable`,
        chunkSize: 6 * 1024 * 1024,
        metadata: { bucketName: 'plans', objectName: 'big.bin' },
        headers: { authorization: `Bearer ${owner.token}` },
        onError: reject,
        onSuccess: () => resolve(),
      }).start()
    })
    const kept = await (await plans().download('big.bin')).data!.arrayBuffer()
    expect(Buffer.from(kept).equals(bytes)).toBe(true)
    expect(stored()).toEqual(await rowsOf())
    await plans().remove(['big.bin'])
  })

  it('what is refused leaves nothing', async () => {
    await owner.supabase.storage.createBucket('small', { public: false, fileSizeLimit: 100 })
    const large = await owner.supabase.storage.from('small').upload('a.txt', Buffer.alloc(101, 'a'))
    expect(large.error?.message).toBe('The object exceeded the maximum allowed size')
    expect(stored()).toEqual([])
  })

  it('files of records and imports lie there too', async () => {
    const call = api(owner, tenant.id)
    const bytes = new Blob(['plan'])
    const file = (await call.post('/api/files?name=plan.txt', undefined, { bytes })).body
    expect((await call.get(`/api/files/${file.id}`)).body).toBe('plan')
    expect(stored()).toEqual(await rowsOf())
    const staged = await call.post('/api/imports?name=a.csv', undefined, {
      bytes: 'name,price\nbeam,3\n',
      headers: { 'content-type': 'text/csv' },
    })
    expect([staged.status, staged.body.rows]).toEqual([201, 1])
    expect((await call.delete(`/api/files/${file.id}`)).status).toBe(204)
  })

  it('[REL-39] while the service is away uploads say 503, health says so, and everything else works', async () => {
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await service.close()
    running = false
    const away = await plans().upload('x.txt', 'x')
    expect(away.error).toMatchObject({ statusCode: '503' })
    expect((await api(owner, tenant.id).get('/api/models')).status).toBe(200)
    await new Promise((wait) => setTimeout(wait, 1100))
    const health = await fetch(`${server.url}/api/health`)
    expect([
      health.status,
      ((await health.json()) as { checks: { storage: string } }).checks.storage,
    ]).toEqual([503, 'failing'])
  })
})
