import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let member: Person
let stranger: Person
let tenant: TestTenant
let theirs: TestTenant

beforeAll(async () => {
  server = await startTestServer()
  owner = await signUp(server)
  tenant = await makeWorkspace(owner, 'Storage')
  member = await placePerson(server, tenant.id, 'member')
  stranger = await signUp(server)
  theirs = await makeWorkspace(stranger, 'Elsewhere')
  await of(owner).createBucket('plans')
})
afterAll(() => server.stop())

const of = (person: Person) => person.supabase.storage
const plans = (person = owner) => of(person).from('plans')
const data = <T>(answer: { data: T; error: unknown }): NonNullable<T> => {
  expect(answer.error).toBeNull()
  return answer.data as NonNullable<T>
}
const codeOf = ({ error }: { error: { statusCode?: string; message: string } | null }): string =>
  `${error?.statusCode} ${error?.message}`

/** What lies in the store, by its names there. */
const blobs = (): string[] =>
  readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
const rowsOf = async (): Promise<string[]> =>
  (await server.sql<{ key: string }>('select storage_key as key from app.bucket_objects'))
    .map(({ key }) => key.split('/').at(-1) ?? '')
    .sort()

const photo = async (): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 400, height: 200, channels: 3, background: '#3a7' } })
    .withExif({
      IFD0: { Copyright: 'secret-camera' },
      IFD3: { GPSLatitude: '48/1 8/1 15/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
}

describe('[C-15] the storage protocol, by the real client', () => {
  it('buckets: make, list, read, change, empty, remove', async () => {
    expect(data(await of(owner).createBucket('notes', { public: false, fileSizeLimit: '1KB' }))).toEqual({
      name: 'notes',
    })
    expect(codeOf(await of(owner).createBucket('notes'))).toBe('409 The resource already exists')
    expect(data(await of(owner).listBuckets()).map(({ id }) => id)).toEqual(['notes', 'plans'])
    expect(data(await of(owner).listBuckets({ search: 'not', limit: 1 })).map(({ id }) => id)).toEqual([
      'notes',
    ])
    expect(data(await of(owner).getBucket('notes'))).toMatchObject({
      id: 'notes',
      public: false,
      file_size_limit: 1000,
      allowed_mime_types: null,
      owner: owner.userId,
    })
    const types = { public: false, fileSizeLimit: null, allowedMimeTypes: ['image/*', 'application/pdf'] }
    expect(data(await of(owner).updateBucket('notes', types)).message).toBe('Successfully updated')
    const refused = await of(owner).from('notes').upload('a.txt', 'words')
    expect(codeOf(refused)).toBe('415 mime type text/plain;charset=UTF-8 is not supported')
    data(
      await of(owner)
        .from('notes')
        .upload('a.jpg', await photo(), { contentType: 'text/plain' }),
    )
    expect(codeOf(await of(owner).deleteBucket('notes'))).toBe(
      '409 The bucket you tried to delete is not empty',
    )
    data(await of(owner).emptyBucket('notes'))
    data(await of(owner).deleteBucket('notes'))
    expect(codeOf(await of(owner).getBucket('notes'))).toBe('404 Bucket not found')
    expect(blobs()).toEqual(await rowsOf())
  })

  it('upload, download, info, exists, update, upsert', async () => {
    const up = data(
      await plans().upload('folder/a.txt', 'first', { metadata: { by: 'Ann' }, cacheControl: '60' }),
    )
    expect(up).toEqual({ path: 'folder/a.txt', fullPath: 'plans/folder/a.txt', id: expect.any(String) })
    expect(await data(await plans().download('folder/a.txt')).text()).toBe('first')
    expect(data(await plans().info('folder/a.txt'))).toMatchObject({
      name: 'folder/a.txt',
      size: 5,
      contentType: 'text/plain;charset=UTF-8',
      cacheControl: 'max-age=60',
      metadata: { by: 'Ann' },
      bucketId: 'plans',
    })
    expect((await plans().exists('folder/a.txt')).data).toBe(true)
    expect((await plans().exists('folder/b.txt')).data).toBe(false)
    expect(codeOf(await plans().upload('folder/a.txt', 'again'))).toBe('409 The resource already exists')
    const same = data(await plans().upload('folder/a.txt', new Blob(['second']), { upsert: true }))
    expect(same.id).toBe(up.id)
    data(await plans().update('folder/a.txt', Buffer.from('third')))
    expect(await data(await plans().download('folder/a.txt')).text()).toBe('third')
    expect(codeOf(await plans().download('nowhere.txt'))).toBe('404 Object not found')
    expect(codeOf(await of(owner).from('nowhere').download('a.txt'))).toBe('404 Bucket not found')
    expect(blobs()).toEqual(await rowsOf())
    data(await plans().remove(['folder/a.txt']))
  })

  it('of ten who write one new name at once, one makes it; with upsert all follow each other', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => `number ${index}`)
    for (let round = 0; round < 3; round++) {
      const once = await Promise.all(ten.map((text) => plans().upload(`race/${round}.txt`, text)))
      expect(once.filter(({ error }) => error === null)).toHaveLength(1)
      const others = once.filter(({ error }) => error !== null).map(codeOf)
      expect(new Set(others)).toEqual(new Set(['409 The resource already exists']))
      const all = await Promise.all(
        ten.map((text) => plans().upload(`race/upsert ${round}.txt`, text, { upsert: true })),
      )
      expect(new Set(all.map((answer) => data(answer).id)).size).toBe(1)
    }
    expect(blobs()).toEqual(await rowsOf())
    const made = data(await plans().list('race')).map(({ name }) => `race/${name}`)
    data(await plans().remove(made))
  })

  it('[ST-01] names nothing by NUL, at any address', async () => {
    const headers = { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenant.id }
    const json = { ...headers, 'content-type': 'application/json' }
    const ask = async (path: string, init: RequestInit = {}): Promise<number> =>
      (await fetch(`${server.url}/storage/v1${path}`, { headers, ...init })).status
    for (const path of [
      '/bucket/%00',
      '/object/authenticated/%00/a',
      '/object/authenticated/plans/%00',
      '/object/info/%00/a',
      '/object/public/%00/a',
      '/render/image/public/%00/a',
    ])
      expect(await ask(path), path).toBe(400)
    expect(await ask('/bucket?search=%00')).toBe(200)
    for (const [path, body] of [
      ['/object/list/%00', { prefix: '' }],
      ['/object/list-v2/%00', {}],
      ['/object/sign/%00/a', { expiresIn: 5 }],
      ['/object/upload/sign/%00/a', {}],
      ['/object/move', { bucketId: '\0', sourceKey: 'a', destinationKey: 'b' }],
    ] as const)
      expect(await ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) }), path).toBe(400)
  })

  it('[K-06] lists a folder: 100 by name, folders as lines, sorted, searched, in pages', async () => {
    await of(owner).createBucket('folders')
    const list = of(owner).from('folders')
    for (const name of ['b.txt', 'a.txt', 'C.txt', 'sub/x.txt', 'sub/deep/y.txt', 'subway.txt'])
      data(await list.upload(name, name))
    const names = async (...given: Parameters<typeof list.list>) =>
      data(await list.list(...given)).map(({ name, id }) => (id === null ? `${name}/` : name))
    expect(await names()).toEqual(['C.txt', 'a.txt', 'b.txt', 'sub/', 'subway.txt'])
    expect(await names('sub')).toEqual(['deep/', 'x.txt'])
    expect(await names('sub/deep')).toEqual(['y.txt'])
    expect(await names('nowhere')).toEqual([])
    expect(await names('', { sortBy: { column: 'name', order: 'desc' }, limit: 2, offset: 1 })).toEqual([
      'sub/',
      'b.txt',
    ])
    expect(await names('', { sortBy: { column: 'created_at', order: 'asc' }, limit: 2 })).toEqual([
      'b.txt',
      'a.txt',
    ])
    expect(await names('', { search: 'SUB' })).toEqual(['sub/', 'subway.txt'])
    expect(data(await list.list('', { limit: 1 }))[0]).toMatchObject({
      metadata: {
        size: 5,
        mimetype: 'text/plain;charset=UTF-8',
        cacheControl: 'max-age=3600',
        contentLength: 5,
      },
    })
    const first = data(await list.listV2({ limit: 3, with_delimiter: true }))
    expect([first.hasNext, first.objects.map(({ name }) => name)]).toEqual([
      true,
      ['C.txt', 'a.txt', 'b.txt'],
    ])
    const second = data(await list.listV2({ limit: 3, with_delimiter: true, cursor: first.nextCursor ?? '' }))
    expect([second.hasNext, second.folders.map(({ name }) => name), second.objects.length]).toEqual([
      false,
      ['sub/'],
      1,
    ])
    const all = data(await list.listV2({ prefix: 'sub' }))
    expect(all.objects.map(({ name }) => name)).toEqual(['sub/deep/y.txt', 'sub/x.txt', 'subway.txt'])
  })

  it('moves, copies, removes', async () => {
    data(await plans().upload('m/one.txt', 'one'))
    expect(data(await plans().move('m/one.txt', 'm/two.txt')).message).toBe('Successfully moved')
    expect(codeOf(await plans().download('m/one.txt'))).toBe('404 Object not found')
    expect(data(await plans().copy('m/two.txt', 'm/three.txt'))).toEqual({ path: 'plans/m/three.txt' })
    expect(codeOf(await plans().copy('m/two.txt', 'm/three.txt'))).toBe('409 The resource already exists')
    expect(codeOf(await plans().move('m/two.txt', 'm/three.txt'))).toBe('409 The resource already exists')
    await of(owner).createBucket('other')
    data(await plans().copy('m/two.txt', 'copied.txt', { destinationBucket: 'other' }))
    data(await plans().move('m/three.txt', 'moved.txt', { destinationBucket: 'other' }))
    expect(await data(await of(owner).from('other').download('moved.txt')).text()).toBe('one')
    const gone = data(await plans().remove(['m/two.txt', 'm/never.txt']))
    expect(gone.map(({ name }) => name)).toEqual(['m/two.txt'])
    expect(await data(await of(owner).from('other').download('copied.txt')).text()).toBe('one')
    expect(blobs()).toEqual(await rowsOf())
  })

  it('signed addresses: to read, to write, for a list; they end', async () => {
    data(await plans().upload('s/grün & blau.txt', 'signed'))
    const { signedUrl } = data(await plans().createSignedUrl('s/grün & blau.txt', 60, { download: 'x.txt' }))
    const answer = await fetch(signedUrl)
    expect([answer.status, await answer.text()]).toEqual([200, 'signed'])
    expect(answer.headers.get('content-disposition')).toContain('filename="x.txt"')
    const short = data(await plans().createSignedUrl('s/grün & blau.txt', 1)).signedUrl
    const several = data(await plans().createSignedUrls(['s/grün & blau.txt', 's/no.txt'], 60))
    expect(several.map(({ error }) => error === null)).toEqual([true, false])
    expect(await (await fetch(several[0]?.signedUrl ?? '')).text()).toBe('signed')
    const { token, path, signedUrl: uploadUrl } = data(await plans().createSignedUploadUrl('s/new.txt'))
    expect(uploadUrl).toContain('/object/upload/sign/plans/s/new.txt?token=')
    const nobody = await anonymous()
    data(await nobody.storage.from('plans').uploadToSignedUrl(path, token, 'from outside'))
    expect(await data(await plans().download('s/new.txt')).text()).toBe('from outside')
    expect(codeOf(await nobody.storage.from('plans').uploadToSignedUrl(path, token, 'again'))).toBe(
      '409 The resource already exists',
    )
    await new Promise((wait) => setTimeout(wait, 1100))
    expect((await fetch(short)).status).toBe(400)
  })

  it('public buckets are read by anybody, with the cache rule of each object; their names lead to one workspace', async () => {
    data(await of(owner).createBucket('logos', { public: true }))
    const logos = of(owner).from('logos')
    data(await logos.upload('a.jpg', await photo(), { cacheControl: '7200' }))
    const { publicUrl } = logos.getPublicUrl('a.jpg').data
    const answer = await fetch(publicUrl)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=7200',
    ])
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; /)
    // Nothing stands between that could keep something old.
    data(await logos.purgeCache('a.jpg'))
    data(await of(owner).purgeBucketCache('logos'))
    expect(codeOf(await of(stranger).purgeBucketCache('logos'))).toMatch(/^404 /)
    expect(codeOf(await of(stranger).createBucket('logos', { public: true }))).toBe(
      '409 The resource already exists',
    )
    data(await of(stranger).createBucket('logos'))
    data(await of(owner).updateBucket('logos', { public: false }))
    expect((await fetch(publicUrl)).status).toBe(400)
    expect((await fetch(plans().getPublicUrl('s/new.txt').data.publicUrl)).status).toBe(400)
  })

  it('parts and etags: only what is asked for and not known yet is sent', async () => {
    data(await plans().upload('r.txt', '0123456789'))
    const get = (headers: Record<string, string>) =>
      fetch(`${server.url}/storage/v1/object/authenticated/plans/r.txt`, {
        headers: { authorization: `Bearer ${owner.token}`, ...headers },
      })
    const part = await get({ range: 'bytes=2-4' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ])
    expect((await get({ range: 'bytes=99-' })).status).toBe(416)
    const etag = part.headers.get('etag') ?? ''
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    expect((await get({ range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200)
    data(await plans().update('r.txt', 'changed'))
    expect((await get({ 'if-none-match': etag })).status).toBe(200)
  })

  it('pictures in other sizes, made once', async () => {
    data(await plans().upload('p.jpg', await photo()))
    const { default: sharp } = await import('sharp')
    const small = data(
      await plans().download('p.jpg', { transform: { width: 100, height: 100, resize: 'contain' } }),
    )
    expect(small.type).toBe('image/jpeg')
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
      width: 100,
      height: 100,
    })
    const { signedUrl } = data(await plans().createSignedUrl('p.jpg', 60, { transform: { width: 50 } }))
    const signed = await fetch(signedUrl)
    expect(await sharp(Buffer.from(await signed.arrayBuffer())).metadata()).toMatchObject({
      width: 50,
      height: 25,
    })
    expect((await fetch(signedUrl.replace('/render/image/', '/object/'))).status).toBe(400)
  })
})

const anonymous = async (): Promise<SupabaseClient> => {
  const meta = (await (await fetch(`${server.url}/api/_meta`)).json()) as {
    supabase: { url: string; anonKey: string }
  }
  return createClient(meta.supabase.url, meta.supabase.anonKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never },
  })
}

/** A request as it is written, no address made tidy. */
const raw = (method: string, path: string, body?: string | Buffer, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = new URL(server.url)
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          authorization: `Bearer ${owner.token}`,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

describe('who may what', () => {
  it('members read, write and remove what is theirs; buckets are for who manages the workspace', async () => {
    expect(codeOf(await of(member).createBucket('mine'))).toContain('403')
    expect(codeOf(await of(member).deleteBucket('plans'))).toContain('403')
    data(await plans(member).upload('by-member.txt', 'mine'))
    data(await plans().upload('by-owner.txt', 'not mine'))
    expect(await data(await plans(member).download('by-owner.txt')).text()).toBe('not mine')
    expect(data(await plans(member).remove(['by-owner.txt']))).toEqual([])
    expect(data(await plans(member).remove(['by-member.txt']))).toHaveLength(1)
    expect((await plans().exists('by-owner.txt')).data).toBe(true)
  })

  it('customers and nobody in particular have none', async () => {
    const customer = await placePerson(server, tenant.id, 'customer')
    expect(data(await of(customer).listBuckets())).toEqual([])
    expect(codeOf(await plans(customer).list())).toBe('404 Bucket not found')
    const nobody = await anonymous()
    expect(data(await nobody.storage.listBuckets())).toEqual([])
    expect(codeOf(await nobody.storage.from('plans').list())).toBe('404 Bucket not found')
    expect(codeOf(await nobody.storage.from('plans').upload('x.txt', 'x'))).toContain('403')
    expect((await fetch(`${server.url}/storage/v1/bucket`)).status).toBe(400)
  })

  it('[ST-02] another workspace’s buckets and objects are as if they were not', async () => {
    data(await plans().upload('secret.txt', 'canary-8c1'))
    const before = [blobs(), await rowsOf()]
    const bytes = { upsert: true }
    for (const name of ['plans', 'never-was']) {
      const there = of(stranger).from(name)
      const answers = {
        upload: await there.upload('secret.txt', 'x', bytes),
        update: await there.update('secret.txt', 'x'),
        download: await there.download('secret.txt'),
        info: await there.info('secret.txt'),
        list: await there.list(),
        pages: await there.listV2({}),
        sign: await there.createSignedUrl('secret.txt', 60),
        several: await there.createSignedUrls(['secret.txt'], 60),
        signUpload: await there.createSignedUploadUrl('secret.txt'),
        move: await there.move('secret.txt', 'x.txt'),
        copy: await there.copy('secret.txt', 'x.txt'),
        remove: await there.remove(['secret.txt']),
        bucket: await of(stranger).getBucket(name),
        empty: await of(stranger).emptyBucket(name),
        delete: await of(stranger).deleteBucket(name),
      }
      for (const [verb, answer] of Object.entries(answers))
        expect([verb, codeOf(answer as never)]).toEqual([verb, '404 Bucket not found'])
      expect((await there.exists('secret.txt')).data).toBe(false)
    }
    for (const id of [theirs.id, tenant.id]) {
      const headers = { authorization: `Bearer ${stranger.token}`, 'x-tenant-id': id }
      const answer = await fetch(`${server.url}/storage/v1/object/plans/secret.txt`, { headers })
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('canary')
    }
    data(await of(stranger).createBucket('own'))
    data(await of(stranger).from('own').upload('a.txt', 'a'))
    const across = await of(stranger).from('own').move('a.txt', 'a.txt', { destinationBucket: 'plans' })
    expect(codeOf(across)).toBe('404 Bucket not found')
    data(await of(stranger).from('own').remove(['a.txt']))
    expect([blobs(), await rowsOf()]).toEqual(before)
  })
})

describe('what is sent', () => {
  const wrongNames = [
    '../x',
    '..%2fx',
    'a/..%2f..%2fb',
    '..%5cx',
    '/abs',
    'a/../../b',
    'x%00y',
    '.',
    '%2e%2e%2fx',
  ]
  wrongNames.push(
    'x'.repeat(1025),
    'a%E2%80%AEtxt.exe',
    'a.',
    'a%20',
    'e%CC%81',
    'a%5Cb',
    'a//b',
    '%252e%252e',
    '%252e%252e%252fx',
    '..%EF%BC%8Fx',
    'a%E2%88%95..%E2%88%95b',
    'a%C2%A0',
    '%EF%BB%BFa',
    'a%E2%80%8Bb',
    'a/%2e%2e%2f%2e%2e/b',
  )

  it('[ST-01] a name that leads elsewhere is refused by every verb, and nothing is written anywhere', async () => {
    const before = [blobs(), await rowsOf()]
    const json = { 'content-type': 'application/json' }
    for (const name of wrongNames) {
      const plain = decodeURIComponent(name)
      const body = (value: unknown) => [JSON.stringify(value), json] as const
      const answers = {
        upload: await raw('POST', `/storage/v1/object/plans/${name}`, 'x', { 'content-type': 'text/plain' }),
        form: await raw('PUT', `/storage/v1/object/plans/${name}`, '--b\r\n', {
          'content-type': 'multipart/form-data; boundary=b',
        }),
        sign: await raw('POST', `/storage/v1/object/sign/plans/${name}`, ...body({ expiresIn: 60 })),
        several: await raw(
          'POST',
          '/storage/v1/object/sign/plans',
          ...body({ expiresIn: 60, paths: [plain] }),
        ),
        signUpload: await raw('POST', `/storage/v1/object/upload/sign/plans/${name}`),
        list: await raw('POST', '/storage/v1/object/list/plans', ...body({ prefix: plain })),
        move: await raw(
          'POST',
          '/storage/v1/object/move',
          ...body({ bucketId: 'plans', sourceKey: 'secret.txt', destinationKey: plain }),
        ),
        copy: await raw(
          'POST',
          '/storage/v1/object/copy',
          ...body({ bucketId: 'plans', sourceKey: plain, destinationKey: 'x.txt' }),
        ),
        remove: await raw('DELETE', '/storage/v1/object/plans', ...body({ prefixes: [plain] })),
        read: await raw('GET', `/storage/v1/object/authenticated/plans/${name}`),
      }
      for (const [verb, { status, text }] of Object.entries(answers))
        expect([name, verb, status, text]).toEqual([
          name,
          verb,
          400,
          expect.stringMatching(/InvalidKey|NoSuch|InvalidParameter/),
        ])
      if (!/^(\.|\/abs|a\/\.\.\/\.\.\/b|\.\.\/x|%2e%2e%2fx)$/.test(name))
        expect([name, answers.upload.text]).toEqual([name, expect.stringContaining('InvalidKey')])
    }
    expect([blobs(), await rowsOf()]).toEqual(before)
    // A bucket has one spelling, and bytes that are no text name nothing.
    for (const [bucket, name] of [
      ['PLANS', 'x.txt'],
      ['plans%20', 'x.txt'],
      ['plans%2F..%2Fplans', 'x.txt'],
      ['plans', '%C0%AE%C0%AE%C0%AFx'],
      ['plans', '%ED%A0%80'],
    ]) {
      const answer = await raw('POST', `/storage/v1/object/${bucket}/${name}`, 'x', {
        'content-type': 'text/plain',
      })
      expect([bucket, name, answer.status]).toEqual([bucket, name, 400])
    }
    expect([blobs(), await rowsOf()]).toEqual(before)
    data(await plans().upload('Case.txt', 'upper'))
    data(await plans().upload('case.txt', 'lower'))
    expect(await data(await plans().download('Case.txt')).text()).toBe('upper')
  })

  it('[ST-04] a signed upload is for one name, one workspace, one use, within the bucket’s limits', async () => {
    await of(owner).createBucket('small', {
      public: false,
      fileSizeLimit: 10,
      allowedMimeTypes: ['text/plain'],
    })
    const small = of(owner).from('small')
    const { token } = data(await small.createSignedUploadUrl('a.txt'))
    const put = (path: string, body: string | Buffer, key = token) =>
      raw('PUT', `/storage/v1/object/upload/sign/${path}?token=${key}`, body, {
        'content-type': 'text/plain',
      })
    for (const [path, body, key] of [
      ['small/b.txt', 'x', token],
      ['plans/a.txt', 'x', token],
      ['small/a.txt', 'longer than ten', token],
      ['small/a.txt', await photo(), token],
      ['small/a.txt', 'x', `${token}x`],
      ['small/a.txt', 'x', ''],
      ['small/a.txt', 'x', owner.token],
    ] as const) {
      const { status } = await put(path, body, key)
      expect([path, String(body).slice(0, 15), [400, 413].includes(status)]).toEqual([
        path,
        String(body).slice(0, 15),
        true,
      ])
    }
    const read = data(await plans().createSignedUrl('secret.txt', 60)).signedUrl
    expect((await put('plans/secret.txt', 'x', new URL(read).searchParams.get('token') ?? '')).status).toBe(
      400,
    )
    expect((await raw('GET', `/storage/v1/object/sign/small/a.txt?token=${token}`)).status).toBe(400)
    expect(data(await small.list())).toEqual([])
    const leaver = await placePerson(server, tenant.id, 'member')
    const left = data(await of(leaver).from('small').createSignedUploadUrl('left.txt')).token
    await server.sql('delete from app.memberships where user_id = $1', [leaver.userId])
    expect((await put('small/left.txt', 'x', left)).text).toContain('AccessDenied')
    expect((await put('small/a.txt', 'ten bytes.')).status).toBe(200)
    expect((await put('small/a.txt', 'x')).text).toContain('Duplicate')
  })

  it('[AU-08] what somebody signed leads to nothing once they are suspended or gone', async () => {
    const leaver = await placePerson(server, tenant.id, 'member')
    const kept = of(leaver).from('plans')
    data(await kept.upload('leaver.jpg', await photo()))
    const signed = [
      data(await kept.createSignedUrl('leaver.jpg', 3600)).signedUrl,
      data(await kept.createSignedUrl('leaver.jpg', 3600, { transform: { width: 4 } })).signedUrl,
      data(await kept.createSignedUrls(['leaver.jpg'], 3600))[0]?.signedUrl ?? '',
    ]
    const statuses = () => Promise.all(signed.map(async (url) => (await fetch(url)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    const membership = [tenant.id, leaver.userId]
    await server.sql(
      'update app.memberships set suspended_at = now() where tenant_id = $1 and user_id = $2',
      membership,
    )
    expect(await statuses()).toEqual([400, 400, 400])
    await server.sql(
      'update app.memberships set suspended_at = null where tenant_id = $1 and user_id = $2',
      membership,
    )
    expect(await statuses()).toEqual([200, 200, 200])
    await server.sql('delete from app.memberships where tenant_id = $1 and user_id = $2', membership)
    expect(await statuses()).toEqual([400, 400, 400])
  })

  it('[ST-04] a signed upload goes no further than who signed it might then, and may now', async () => {
    const [courierRole, readerRole] = [
      ['courier', ['read', 'create']],
      ['reader', ['read']],
    ].map(([key, verbs]) => ({
      kind: 'role' as const,
      key: String(key),
      body: { label: key, grants: { '*': { verbs } } },
    }))
    await installDefinitions(server, tenant.id, owner.userId, [courierRole!, readerRole!])
    const courier = await placePerson(server, tenant.id, 'courier')
    const put = async (path: string, token: string) =>
      (
        await raw('PUT', `/storage/v1/object/upload/sign/plans/${path}?token=${token}`, 'brought', {
          'content-type': 'text/plain',
        })
      ).text
    const signed = async (path: string, upsert: boolean) =>
      data(await plans(courier).createSignedUploadUrl(path, { upsert })).token
    const tokens = new Map<string, string>()
    for (const path of ['own.txt', 'theirs.txt', 'demoted.txt', 'banned.txt', 'shut.txt'])
      tokens.set(path, await signed(path, true))
    const bring = (path: string): Promise<string> => put(path, tokens.get(path) ?? '')
    data(await plans().upload('theirs.txt', 'of the owner'))
    expect(await bring('theirs.txt')).toContain('AccessDenied')
    expect(await data(await plans().download('theirs.txt')).text()).toBe('of the owner')
    expect(await bring('own.txt')).toContain('plans/own.txt')
    expect(await bring('own.txt')).toContain('plans/own.txt')

    const role = (key: string) =>
      server.sql('update app.memberships set role = $2 where user_id = $1', [courier.userId, key])
    // Who might not when they signed may not by it later on either.
    await role('member')
    expect(await bring('theirs.txt')).toContain('AccessDenied')
    await role('reader')
    expect(await bring('demoted.txt')).toContain('AccessDenied')
    await role('courier')
    const ban = (until: string) =>
      server.sql(`update auth.users set banned_until = now() + $2::interval where id = $1`, [
        courier.userId,
        until,
      ])
    await ban('1 day')
    expect(await bring('banned.txt')).toContain('AccessDenied')
    await ban('-1 day')
    const shut = (at: string | null) =>
      server.sql('update app.tenants set suspended_at = $2::timestamptz where id = $1', [tenant.id, at])
    await shut('2026-01-01')
    expect(await bring('shut.txt')).toContain('AccessDenied')
    await shut(null)
    expect(await bring('banned.txt')).toContain('plans/banned.txt')
    data(await plans().remove(['own.txt', 'theirs.txt', 'banned.txt']))
  })

  it('[ST-05] a list gives what it was asked for, not a file more', async () => {
    const ask = (body: unknown) =>
      raw('POST', '/storage/v1/object/list/plans', JSON.stringify(body), {
        'content-type': 'application/json',
      })
    expect((await ask({ prefix: '', limit: 1e9 })).status).toBe(200)
    for (const body of [
      { limit: -1 },
      { limit: 1.5 },
      { limit: 'all' },
      { sortBy: { column: 'name; drop table app.buckets' } },
      { sortBy: { column: 'storage_key' } },
      { sortBy: { column: '__proto__' } },
      { sortBy: { column: 'name', order: 'asc, (select 1)' } },
      { prefix: `../${theirs.id}` },
      { prefix: 7 },
      { search: 'x\0' },
    ])
      expect([body, (await ask(body)).status]).toEqual([body, 400])
    await of(owner).createBucket('many')
    await server.sql(
      `insert into app.bucket_objects (tenant_id, id, bucket_id, name, version, size, type, etag, cache_seconds, storage_key)
       select $1, gen_random_uuid(), 'many', 'f' || n, gen_random_uuid(), 0, 'text/plain', 'x', 0, 'x' || n from generate_series(1, 150) n`,
      [tenant.id],
    )
    const many = of(owner).from('many')
    expect([data(await many.list()).length, data(await many.list('', { limit: 1e9 })).length]).toEqual([
      100, 100,
    ])
    expect(data(await many.list('', { limit: 1000 })).length).toBe(150)
    await server.sql(`delete from app.bucket_objects where tenant_id = $1 and bucket_id = 'many'`, [
      tenant.id,
    ])
  })

  it('[ST-08] [3.2.1] [3.5.4] the bytes say what it is; pages and programs are bytes that nobody’s browser opens', async () => {
    const page = '<!doctype html><script>alert(1)</script>'
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const [name, body, type] of [
      ['x.png', page, 'image/png'],
      ['x.html', page, 'TEXT/HTML'],
      ['x.svg', svg, 'image/svg+xml;x'],
      ['x.xml', `<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>`, 'image/jpeg'],
      ['x.mhtml', 'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<html>', 'multipart/related'],
      ['x.jpg', Buffer.from('\0asm\x01\0\0\0', 'latin1'), 'image/jpeg'],
      ['x.gif', Buffer.from('MZ\x90\0\x03', 'latin1'), 'image/gif'],
      ['x.pdf', '%PDF-1.4\n1 0 obj <</S/JavaScript/JS(app.alert(1))>>', 'image/png'],
      ['x.txt', 'words', 'text/html'],
    ] as const) {
      data(await plans().upload(`types/${name}`, body, { contentType: type }))
      const url = data(await plans().createSignedUrl(`types/${name}`, 60)).signedUrl
      const { headers } = await fetch(url)
      expect([name, headers.get('content-type')]).toEqual([
        name,
        expect.stringMatching(/^(application\/octet-stream|text\/plain|application\/pdf)/),
      ])
      expect(headers.get('content-disposition')).toMatch(/^attachment; /)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    }
  })

  it('[ST-11] a picture is changed within measure', async () => {
    const get = (query: string) => raw('GET', `/storage/v1/render/image/authenticated/plans/p.jpg?${query}`)
    for (const query of [
      'width=1000000000',
      'width=XYZ',
      'width=-1',
      'width=0',
      'width=1&width=2',
      'width[]=1',
      'height=1e3',
      'resize=stretch',
      'quality=101',
      'format=svg',
      'blur=3',
    ])
      expect([query, (await get(query)).status]).toEqual([query, 400])
    const asked = performance.now()
    const pictures = Promise.all(Array.from({ length: 400 }, (_, n) => get(`width=${1 + (n % 200)}`)))
    const other = performance.now()
    expect((await raw('GET', '/api/health')).status).toBe(200)
    expect(performance.now() - other).toBeLessThan(10_000)
    const statuses = new Set((await pictures).map(({ status }) => status))
    expect([...statuses].every((status) => status === 200 || status === 429)).toBe(true)
    expect(asked).toBeGreaterThan(0)
  }, 60_000)

  it('[ST-10] a picture with more pixels than anybody has is not opened', async () => {
    const { default: sharp } = await import('sharp')
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    data(await plans().upload('bomb.png', bomb))
    const before = process.memoryUsage().rss
    const answer = await raw('GET', '/storage/v1/render/image/authenticated/plans/bomb.png?width=100')
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('EntityTooLarge')])
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
  })

  it('[ST-13] a download’s name is a name, never a header or a path', async () => {
    data(await plans().upload('n.txt', 'x'))
    for (const name of ['x"\r\nSet-Cookie: a=b', '../../x', '🏗 plan.txt', 'a'.repeat(300)]) {
      const url = data(await plans().createSignedUrl('n.txt', 60)).signedUrl
      const { headers, status } = await fetch(`${url}&download=${encodeURIComponent(name)}`)
      expect([status, headers.get('set-cookie')]).toEqual([200, null])
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"\\/]+"; filename\*=UTF-8''[\w%.!~*-]+$/,
      )
    }
  })

  it('[ST-14] what is private stays in nobody’s cache, whatever its sender says', async () => {
    data(await plans().upload('cache.txt', 'x', { cacheControl: 'public, max-age=31536000' }))
    data(await plans().upload('cache2.txt', 'x', { cacheControl: '31536000' }))
    for (const name of ['cache.txt', 'cache2.txt']) {
      const own = await fetch(`${server.url}/storage/v1/object/plans/${name}`, {
        headers: { authorization: `Bearer ${owner.token}` },
      })
      const signed = await fetch(data(await plans().createSignedUrl(name, 60)).signedUrl)
      for (const { headers } of [own, signed]) expect(headers.get('cache-control')).toBe('private, no-cache')
    }
  })

  it('[ST-16] what a camera wrote beside a picture is not kept', async () => {
    const bytes = await photo()
    expect(bytes.includes('secret-camera')).toBe(true)
    data(await plans().upload('camera.jpg', bytes))
    const kept = Buffer.from(await data(await plans().download('camera.jpg')).arrayBuffer())
    expect([kept.includes('secret-camera'), kept.includes('GPS')]).toEqual([false, false])
    expect(kept.length).toBeLessThan(bytes.length)
  })

  it('[ST-17] a body that imitates a parsed form is a body, no path of ours', async () => {
    const body = JSON.stringify({ files: { x: { filepath: '/etc/passwd' } }, filepath: '/etc/passwd' })
    const json = { 'content-type': 'application/json' }
    expect((await raw('POST', '/storage/v1/object/plans/imitated.json', body, json)).status).toBe(200)
    expect(await data(await plans().download('imitated.json')).text()).toBe(body)
    expect((await raw('POST', '/storage/v1/object/copy', body, json)).status).toBe(400)
  })
})

describe('room', () => {
  it('a workspace’s quota is exact, however many upload at once', async () => {
    const person = await signUp(server)
    const place = await makeWorkspace(person, 'Small')
    await of(person).createBucket('b')
    await server.sql(
      `insert into app.storage_usage (tenant_id, quota) values ($1, 100000) on conflict (tenant_id) do update set quota = 100000`,
      [place.id],
    )
    const bytes = Buffer.alloc(30_000, 'a')
    const bucket = of(person).from('b')
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => bucket.upload(`${n}.txt`, bytes)))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(3)
    for (const answer of answers)
      if (answer.error) expect(codeOf(answer)).toBe('413 The storage of this workspace is full')
    const used = async () =>
      (
        await server.sql<{ bytes: string }>('select bytes from app.storage_usage where tenant_id = $1', [
          place.id,
        ])
      )[0]?.bytes
    expect(await used()).toBe('90000')
    const kept = data(await bucket.list()).map(({ name }) => name)
    data(await bucket.remove([kept[0] ?? '']))
    data(await bucket.update(kept[1] ?? '', 'short'))
    expect(await used()).toBe('30005')
    expect(blobs()).toEqual(await rowsOf())
  })
})
