import { createPrecompiledValidator } from '@rjsf/validator-ajv8'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let member: Person & { api: Api }
let tenant: TestTenant
let call: Api
const modelId = newId()

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Files'))
  await installDefinitions(server, tenant.id, owner.userId, [
    {
      kind: 'model',
      id: modelId,
      key: 'snag',
      body: {
        label: 'Snags',
        schema: {
          version: 1,
          fields: [
            { key: 'title', label: 'Title', type: 'text', required: true },
            { key: 'picture', label: 'Picture', type: 'image' },
            { key: 'papers', label: 'Papers', type: 'file' },
            { key: 'secret', label: 'Secret', type: 'file' },
          ],
        },
      },
    },
    {
      kind: 'role',
      key: 'looks',
      body: { label: 'Looks', grants: { snag: { verbs: ['read'] } } },
    },
    {
      kind: 'role',
      key: 'clears',
      body: { label: 'Clears', grants: { snag: { verbs: ['read', 'delete'] } } },
    },
    {
      kind: 'field_permissions',
      key: modelId,
      body: { fields: { secret: { read_roles: ['owner'], write_roles: ['owner'] } } },
    },
  ])
  member = await placePerson(server, tenant.id, 'member')
})

afterAll(() => server.stop())

const crc = (bytes: Buffer): number => {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (0xedb88320 & -(value & 1))
  }
  return ~value >>> 0
}
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
  chunk('IEND', Buffer.alloc(0)),
])

const upload = (person: Api, name: string, bytes: Buffer | string, type = 'application/octet-stream') =>
  person.post(`/api/files?name=${encodeURIComponent(name)}`, undefined, {
    bytes: new Blob([Buffer.from(bytes as string)]),
    headers: { 'content-type': type },
  })

const storedFiles = (): string[] => {
  try {
    return readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  } catch {
    return []
  }
}

describe('files', () => {
  it('keeps a picture, shows it in the page, sandboxed', async () => {
    const { status, body } = await upload(call, 'Foto Fassade.png', png)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Foto Fassade.png',
      type: 'image/png',
      size: png.length,
    })
    const read = await call.get(`/api/files/${body.id}`)
    expect(read.status).toBe(200)
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-store',
    })
    expect(read.headers.get('content-disposition')).toMatch(/^inline; /)
    expect((await call.get(`/api/files/${body.id}?download=1`)).headers.get('content-disposition')).toMatch(
      /^attachment; /,
    )
  })

  it('[ST-08] the bytes say what a file is; pages and scripts are refused under any name and type', async () => {
    const html = '<!doctype html><script>alert(1)</script>'
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const before = storedFiles()
    for (const [name, bytes, type] of [
      ['x.png', html, 'image/png'],
      ['x.txt', html, 'text/plain'],
      ['x.svg', svg, 'image/svg+xml'],
      ['x.html', html, 'TEXT/HTML'],
      ['x.md', svg, 'image/png'],
      ['x.xhtml', `<?xml version="1.0"?>${html}`, 'image/svg+xml;x'],
      ['x.wasm', '\0asm\x01\0\0\0', 'image/png'],
      ['x.exe', 'MZ\x90\0\x03\0\0\0\x04', 'application/pdf'],
      ['x.unknown', 'text', 'text/plain'],
    ] as const)
      expect([name, (await upload(call, name, bytes, type)).status]).toEqual([name, 415])
    expect(storedFiles()).toEqual(before)
    const text = await upload(call, 'notes.txt', 'plain words', 'text/html')
    expect(text.body.type).toBe('text/plain')
    expect((await call.get(`/api/files/${text.body.id}`)).headers.get('content-disposition')).toMatch(
      /^attachment; /,
    )
  })

  it('[ST-01] [ST-13] a name is a name: never a path, never a header', async () => {
    for (const name of [
      '../../etc/passwd.txt',
      '..\\..\\x.txt',
      '/abs.txt',
      'x"\r\nSet-Cookie: a=b.txt',
      'a\u202Etxt.exe.txt',
      '…',
      '  . .txt ',
      'ü'.repeat(280) + '.txt',
      'CON.txt',
      'emoji 🏗.txt',
    ]) {
      const { status, body } = await upload(
        call,
        name.endsWith('.txt') || name.endsWith('.txt ') ? name : `${name}.txt`,
        'text',
      )
      expect([name, status]).toEqual([name, 201])
      // oxlint-disable-next-line no-control-regex
      expect(body.name).not.toMatch(/[/\\\r\n\u202E\u0000-\u001f]/)
      const { headers } = await call.get(`/api/files/${body.id}`)
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.!#$&+^`|~-]+$/,
      )
    }
    expect(storedFiles().every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true)
  })

  it('refuses what is larger than 25 MB, and keeps nothing of it', async () => {
    const before = storedFiles()
    const answer = await upload(call, 'big.txt', Buffer.alloc(25 * 1024 * 1024 + 1, 'a'))
    expect([answer.status, answer.body.error.code]).toEqual([413, 'too_large'])
    expect(storedFiles()).toEqual(before)
  })

  it('a file is read by who uploaded it and by who may read a record that holds it', async () => {
    const file = (await upload(call, 'plan.txt', 'plan')).body
    expect((await member.api.get(`/api/files/${file.id}`)).status).toBe(404)
    const hidden = await call.post('/api/records/snag', { title: 'Hidden', secret: [file.id] })
    expect(hidden.status).toBe(201)
    expect((await member.api.get(`/api/files/${file.id}`)).status).toBe(404)
    const open = await call.post('/api/records/snag', {
      title: 'Open',
      papers: [{ id: file.id, name: 'other name', type: 'text/html', size: 1 }],
    })
    expect(open.body.papers).toEqual([file])
    expect((await member.api.get(`/api/files/${file.id}`)).body).toBe('plan')
    expect((await member.api.delete(`/api/files/${file.id}`)).status).toBe(403)
    expect((await call.delete(`/api/files/${file.id}`)).body.error.code).toBe('in_use')
    const other = await signUp(server)
    const elsewhere = await makeWorkspace(other, 'Elsewhere')
    expect((await api(other, elsewhere.id).get(`/api/files/${file.id}`)).status).toBe(404)
  })

  it('the files of a record in the bin are seen by who may bring it back, and stay as long as it may come back', async () => {
    const photo = (await upload(call, 'crack.png', png, 'image/png')).body
    const secret = (await upload(call, 'secret.txt', 'secret')).body
    const made = { title: 'In the bin', picture: [photo.id], secret: [secret.id] }
    const { body: record } = await call.post('/api/records/snag', made)
    const reader = await placePerson(server, tenant.id, 'looks')
    const clearer = await placePerson(server, tenant.id, 'clears')
    const status = async (person: Api, { id }: { id: string }) =>
      (await person.get(`/api/files/${id}`)).status
    expect(await status(reader.api, photo)).toBe(200)
    await call.delete(`/api/records/snag/${record.id}`)
    expect(await status(clearer.api, photo)).toBe(200)
    expect(await status(clearer.api, secret)).toBe(404)
    expect(await status(reader.api, photo)).toBe(404)
    expect((await call.delete(`/api/files/${photo.id}`)).body.error.code).toBe('in_use')

    const find = async (person: Api, of: string) =>
      (await person.get(`/api/bin/find?record=${encodeURIComponent(of)}`)).body
    for (const of of [record.id, record.token])
      expect(await find(clearer.api, of)).toMatchObject({
        model: { key: 'snag', label: 'Snags' },
        row: { id: record.id, title: 'In the bin', deleted_by: { id: owner.userId } },
      })
    for (const of of [newId(), 'nothing', "' or true --"]) expect(await find(clearer.api, of)).toBeNull()
    expect(await find(reader.api, record.id)).toBeNull()
    const stranger = await signUp(server)
    expect(await find(api(stranger, (await makeWorkspace(stranger, 'Beyond')).id), record.id)).toBeNull()
    await call.post('/api/bin/restore', { model: 'snag', ids: [record.id] })
    expect(await find(clearer.api, record.id)).toBeNull()
    expect(await status(reader.api, photo)).toBe(200)
  })

  it('a record takes only own uploads, and pictures where pictures belong', async () => {
    const file = (await upload(call, 'mine.txt', 'mine')).body
    const stolen = await member.api.post('/api/records/snag', { title: 'x', papers: [file.id] })
    const random = await member.api.post('/api/records/snag', { title: 'x', papers: [newId()] })
    expect(stolen.status).toBe(422)
    expect({ ...stolen.body.error, requestId: '' }).toEqual({ ...random.body.error, requestId: '' })
    expect(
      (await call.post('/api/records/snag', { title: 'x', picture: [file.id] })).body.error.details[0].path,
    ).toBe('attributes.picture')
    const picture = (await upload(member.api, 'p.png', png)).body
    const made = await member.api.post('/api/records/snag', { title: 'x', picture: [picture.id] })
    expect(made.body.picture).toEqual([picture])
    // What a record holds already stays when somebody else edits it.
    expect(
      (await call.patch(`/api/records/snag/${made.body.id}`, { picture: [picture], title: 'y' })).status,
    ).toBe(200)
  })

  it('[ST-16] a picture is kept without what its camera wrote beside it', async () => {
    const place = Buffer.from('Comment\0GPS 48.1374 N', 'latin1')
    const told = Buffer.concat([png.subarray(0, 33), chunk('tEXt', place), png.subarray(33)])
    const { body } = await upload(call, 'site.png', told, 'image/png')
    expect(body.size).toBe(png.length)
    const answer = await fetch(`${server.url}/api/files/${body.id}`, {
      headers: { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenant.id },
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
  })

  it('uploads that no record ever held are gone a day later; those that one held stay, in the bin too', async () => {
    const uploads = await Promise.all(
      ['orphan', 'young', 'held', 'binned', 'taken out'].map(async (name) => {
        const { body } = await upload(call, `${name}.txt`, name)
        return body
      }),
    )
    const [orphan, , held, binned, takenOut] = uploads
    const record = async (file: object) =>
      (await call.post('/api/records/snag', { title: 'x', papers: [file] })).body.id as string
    await record(held)
    await call.delete(`/api/records/snag/${await record(binned)}`)
    await call.patch(`/api/records/snag/${await record(takenOut)}`, { papers: [] })
    const age = (id: string) =>
      server.sql("update app.files set created_at = now() - interval '25 hours' where id = $1", [id])
    for (const { id } of [orphan, held, binned, takenOut]) await age(id)
    await server.services.jobs.look(true)
    const status = async ({ id }: { id: string }) => (await call.get(`/api/files/${id}`)).status
    expect(await Promise.all(uploads.map(status))).toEqual([404, 200, 200, 200, 200])
    expect(await server.sql('select from app.files where id = $1', [orphan.id])).toEqual([])
  })

  it('an upload or a removal that was interrupted is taken away, row and bytes', async () => {
    const before = storedFiles().length
    const { body } = await upload(call, 'half.txt', 'half')
    const [row] = await server.sql<{ storage_key: string }>(
      "update app.files set deleted_at = now() - interval '2 days', created_at = now() - interval '2 days' where id = $1 returning storage_key",
      [body.id],
    )
    renameSync(
      join(server.dataDir, 'files', row?.storage_key ?? ''),
      join(server.dataDir, 'files', `${row?.storage_key}.part`),
    )
    await server.services.jobs.look(true)
    expect(storedFiles()).toHaveLength(before)
    expect(await server.sql('select from app.files where id = $1', [body.id])).toEqual([])
    // A record cannot take up what is being removed.
    const late = await call.post('/api/records/snag', { title: 'x', papers: [body] })
    expect(late.status).toBe(422)
  })

  it('deleting removes row and bytes', async () => {
    const before = storedFiles().length
    const file = (await upload(call, 'gone.txt', 'gone')).body
    expect(storedFiles()).toHaveLength(before + 1)
    expect((await call.delete(`/api/files/${file.id}`)).status).toBe(204)
    expect(storedFiles()).toHaveLength(before)
    expect((await call.get(`/api/files/${file.id}`)).status).toBe(404)
  })
})

describe('forms', () => {
  it('answers schema, arrangement and a validator that runs without evaluation', async () => {
    const { status, body } = await call.get('/api/models/snag/form')
    expect(status).toBe(200)
    expect(Object.keys(body.schema.properties)).toEqual(['title', 'picture', 'papers', 'secret'])
    const script = await fetch(server.url + body.validator)
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(script.headers.get('cache-control')).toContain('immutable')
    const loaded = (await import(`data:text/javascript,${encodeURIComponent(await script.text())}`)) as {
      default: never
    }
    const validator = createPrecompiledValidator(loaded.default, body.schema)
    expect(validator.validateFormData({ title: 'x' }, body.schema).errors).toEqual([])
    expect(validator.validateFormData({}, body.schema).errors).toHaveLength(1)
    expect((await call.get('/api/models/snag/form')).body).toEqual(body)
    expect((await fetch(`${server.url}/api/validators/${'0'.repeat(64)}.js`)).status).toBe(404)
    expect((await call.get('/api/models/nothing/form')).status).toBe(404)
  })

  it('[FP-01] leaves out what a role may not read', async () => {
    const { body } = await member.api.get('/api/models/snag/form')
    expect(Object.keys(body.schema.properties)).toEqual(['title', 'picture', 'papers'])
    expect(await (await fetch(server.url + body.validator)).text()).not.toContain('secret')
  })
})

describe('a file is sent in parts, and not again to who has it', () => {
  it('206 with the part, 304 by its tag, 416 for what is not there', async () => {
    const { body: file } = await upload(call, 'words.txt', 'abcdefghij')
    const read = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await fetch(`${server.url}/api/files/${file.id}`, {
        method,
        headers: { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenant.id, ...headers },
      })
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    }
    const whole = await read({})
    const etag = whole.headers.get('etag') ?? ''
    expect([whole.status, whole.text, whole.headers.get('accept-ranges')]).toEqual([
      200,
      'abcdefghij',
      'bytes',
    ])
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    const part = await read({ range: 'bytes=2-4' })
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'cde', 'bytes 2-4/10'])
    expect(await read({ range: 'bytes=-3' })).toMatchObject({ status: 206, text: 'hij' })
    expect(await read({ range: 'bytes=8-', 'if-range': etag })).toMatchObject({ status: 206, text: 'ij' })
    expect(await read({ range: 'bytes=8-', 'if-range': '"other"' })).toMatchObject({ status: 200 })
    const beyond = await read({ range: 'bytes=10-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect(await read({ 'if-none-match': `"x", W/${etag}` })).toMatchObject({ status: 304, text: '' })
    expect(await read({ 'if-none-match': '"x"' })).toMatchObject({ status: 200 })
    expect(await read({}, 'HEAD')).toMatchObject({ status: 200, text: '' })
    // A tag opens nothing to who may not read the file.
    const foreign = await member.api.get(`/api/files/${file.id}`, { headers: { 'if-none-match': etag } })
    expect(foreign.status).toBe(404)
  })
})
