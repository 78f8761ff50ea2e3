import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let member: Person
let stranger: Person
let tenant: TestTenant

beforeAll(async () => {
  server = await startTestServer()
  owner = await signUp(server)
  tenant = await makeWorkspace(owner, 'Pieces')
  member = await placePerson(server, tenant.id, 'member')
  stranger = await signUp(server)
  await makeWorkspace(stranger, 'Elsewhere')
  await owner.supabase.storage.createBucket('big')
})
afterAll(() => server.stop())

const endpoint = () => `${server.url}/storage/v1/upload/resumable`
const bucket = () => owner.supabase.storage.from('big')
const blobs = (): number =>
  readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length
const counted = async (): Promise<number> =>
  Number(
    (
      await server.sql<{ bytes: string }>('select bytes from app.storage_usage where tenant_id = $1', [
        tenant.id,
      ])
    )[0]?.bytes ?? 0,
  )

const settings = (person: Person, name: string, more: Partial<UploadOptions> = {}): UploadOptions => ({
  endpoint: endpoint(),
  chunkSize: 256 * 1024,
  retryDelays: null,
  metadata: { bucketName: 'big', objectName: name, contentType: 'application/octet-stream' },
  headers: { authorization: `Bearer ${person.token}` },
  ...more,
})

/** Sends until the end, or until so many bytes have arrived; answers the address of the upload. */
const send = (
  person: Person,
  bytes: Buffer,
  name: string,
  more: Partial<UploadOptions> = {},
  stopAt = Infinity,
) =>
  new Promise<{ url: string; progress: number[] }>((resolve, reject) => {
    const progress: number[] = []
    const upload = new Upload(bytes, {
      ...settings(person, name, more),
      onError: reject,
      onSuccess: () => resolve({ url: upload.url ?? '', progress }),
      onChunkComplete: (_size, accepted) => {
        progress.push(accepted)
        if (accepted >= stopAt) void upload.abort().then(() => resolve({ url: upload.url ?? '', progress }))
      },
    })
    upload.start()
  })

const tus = (
  person: Person,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: Buffer,
) =>
  fetch(new URL(url, server.url), {
    method,
    headers: { authorization: `Bearer ${person.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })
const metadata = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const begin = (person: Person, size: number, values: Record<string, string>) =>
  tus(person, 'POST', endpoint(), { 'upload-length': String(size), 'upload-metadata': metadata(values) })

describe('uploads in pieces, by the TUS client', () => {
  const bytes = randomBytes(1_500_000)

  it('arrives whole, with progress', async () => {
    const { progress } = await send(owner, bytes, 'whole.bin')
    expect(progress.length).toBeGreaterThan(4)
    const kept = (await bucket().download('whole.bin')).data
    expect(Buffer.from(await kept!.arrayBuffer()).equals(bytes)).toBe(true)
    expect([blobs(), await counted()]).toEqual([1, bytes.length])
  })

  it('goes on where it was interrupted, and is counted from its beginning', async () => {
    const { url } = await send(owner, bytes, 'resumed.bin', {}, 500_000)
    expect(await counted()).toBe(2 * bytes.length)
    const head = await tus(owner, 'HEAD', url)
    const offset = Number(head.headers.get('upload-offset'))
    expect(offset).toBeGreaterThanOrEqual(500_000)
    expect((await bucket().exists('resumed.bin')).data).toBe(false)
    const { progress } = await send(owner, bytes, 'resumed.bin', { uploadUrl: url })
    expect(progress[0]).toBeGreaterThan(offset)
    const kept = (await bucket().download('resumed.bin')).data
    expect(Buffer.from(await kept!.arrayBuffer()).equals(bytes)).toBe(true)
    expect([blobs(), await counted()]).toEqual([2, 2 * bytes.length])
    // Who did not hear that it was done is told so.
    const again = await tus(owner, 'HEAD', url)
    expect([again.status, again.headers.get('upload-offset')]).toEqual([200, String(bytes.length)])
  })

  it('is given up: nothing of it stays', async () => {
    const { url } = await send(owner, bytes, 'cancelled.bin', {}, 500_000)
    expect((await tus(owner, 'DELETE', url)).status).toBe(204)
    expect((await tus(owner, 'HEAD', url)).status).toBe(404)
    expect([blobs(), await counted()]).toEqual([2, 2 * bytes.length])
  })

  it('what a process did not get to the end of is finished when it is asked for', async () => {
    const made = await begin(owner, 4, { bucketName: 'big', objectName: 'late.txt' })
    const url = made.headers.get('location') ?? ''
    await server.sql(
      `create function app.refuse_late() returns trigger language plpgsql as $$ begin raise exception 'killed' using errcode = '57P01'; end $$;
       create trigger refuse_late before insert on app.bucket_objects for each row when (new.name = 'late.txt') execute function app.refuse_late()`,
    )
    const pieces = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await tus(owner, 'PATCH', url, pieces, Buffer.from('late'))).status).toBeGreaterThanOrEqual(400)
    await server.sql('drop trigger refuse_late on app.bucket_objects; drop function app.refuse_late()')
    const head = await tus(owner, 'HEAD', url)
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '4'])
    expect(await (await bucket().download('late.txt')).data?.text()).toBe('late')
    await bucket().remove(['late.txt'])
  })

  it('becomes a file that a record can hold', async () => {
    const photo = await begin(member, 5, { recordFile: '1', filename: '../../plan.txt' })
    const url = photo.headers.get('location') ?? ''
    const id = url.split('/').at(-1) ?? ''
    const pieces = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await tus(member, 'PATCH', url, pieces, Buffer.from('words'))).status).toBe(204)
    const file = await api(member, tenant.id).get(`/api/files/${id}`)
    expect([file.status, file.body, file.headers.get('content-type')]).toEqual([200, 'words', 'text/plain'])
    expect(file.headers.get('content-disposition')).toContain('filename="plan.txt"')
    expect((await api(owner, tenant.id).get(`/api/files/${id}`)).status).toBe(404)
    const page = await begin(member, 15, { recordFile: '1', filename: 'x.png' })
    const refused = await tus(
      member,
      'PATCH',
      page.headers.get('location') ?? '',
      pieces,
      Buffer.from('<!doctype html>'),
    )
    expect(refused.status).toBe(415)
    expect((await api(member, tenant.id).delete(`/api/files/${id}`)).status).toBe(204)
  })

  it('[ST-07] nobody goes on with another’s, says what is not theirs to say, or lies about where they are', async () => {
    const { url } = await send(owner, bytes, 'mine.bin', {}, 500_000)
    const pieces = { 'content-type': 'application/offset+octet-stream' }
    for (const person of [member, stranger]) {
      expect((await tus(person, 'HEAD', url)).status).toBe(404)
      const offset = { ...pieces, 'upload-offset': '524288' }
      expect((await tus(person, 'PATCH', url, offset, Buffer.from('x'))).status).toBe(404)
      expect((await tus(person, 'DELETE', url)).status).toBe(404)
    }
    const never = url.replace(/[^/]+$/, '00000000-0000-7000-8000-000000000000')
    expect((await tus(stranger, 'HEAD', never)).status).toBe(404)
    expect(
      (await fetch(new URL(url, server.url), { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).ok,
    ).toBe(false)
    for (const key of ['replace_id', 'owner', 'tenant_id', '__proto__x'])
      expect(
        (await begin(owner, 4, { bucketName: 'big', objectName: 'x.txt', [key]: tenant.id })).status,
      ).toBe(422)
    for (const [values, status] of [
      [{ bucketName: 'never', objectName: 'x.txt' }, 404],
      [{ bucketName: 'big', objectName: '../x.txt' }, 400],
      [{ bucketName: 'big', objectName: 'whole.bin' }, 409],
      [{ bucketName: 'big' }, 400],
      [{ recordFile: '1' }, 422],
    ] as const)
      expect([values, (await begin(owner, 4, values)).status]).toEqual([values, status])
    expect((await begin(stranger, 4, { bucketName: 'big', objectName: 'x.txt' })).status).toBe(404)
    for (const offset of ['0', '99999999', '-1', 'x'])
      expect([
        offset,
        (await tus(owner, 'PATCH', url, { ...pieces, 'upload-offset': offset }, Buffer.from('x'))).status,
      ]).toEqual([offset, expect.toSatisfy((status: number) => [400, 409, 422].includes(status))])
    const left = 1_500_000 - Number((await tus(owner, 'HEAD', url)).headers.get('upload-offset'))
    const long = { ...pieces, 'upload-offset': String(1_500_000 - left) }
    expect((await tus(owner, 'PATCH', url, long, Buffer.alloc(left + 1))).status).toBe(413)
  })

  it('[ST-07] what nobody finishes is forgotten, rows and bytes', async () => {
    const before = blobs()
    await send(owner, bytes, 'abandoned.bin', {}, 500_000)
    expect(blobs()).toBeGreaterThan(before)
    await server.sql("update app.uploads set expires_at = now() - interval '1 minute' where tenant_id = $1", [
      tenant.id,
    ])
    await server.services.jobs.look(true)
    expect(await server.sql('select from app.uploads where tenant_id = $1', [tenant.id])).toEqual([])
    expect(await server.sql('select from app.upload_pieces where tenant_id = $1', [tenant.id])).toEqual([])
    const objects = await server.sql('select from app.bucket_objects where tenant_id = $1', [tenant.id])
    expect(blobs()).toBe(objects.length)
  })

  it('says at once when the workspace has no room', async () => {
    await server.sql('update app.storage_usage set quota = bytes + 1000 where tenant_id = $1', [tenant.id])
    expect((await begin(owner, 1001, { bucketName: 'big', objectName: 'full.bin' })).status).toBe(413)
    expect((await begin(owner, 1000, { bucketName: 'big', objectName: 'fits.bin' })).status).toBe(201)
  })
})
