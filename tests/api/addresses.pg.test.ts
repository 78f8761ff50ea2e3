import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#base/ids.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
import { installDefinitions } from '../support/install-definitions.ts'
import { addPerson, api, type Api } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'
import { maskRequestId } from '../support/mask-request-id.ts'

// One record has many addresses: whoever may not see it is told the same at each, as of one that never was.

let server: TestServer
let owner: Api
let reader: Api
let theirs: { id: string; token: string }
let linked: { id: string; token: string }
/** Points nowhere yet. */
let free: { id: string }
const models = { note: newId(), site: newId() }
const everything = ['read', 'create', 'update', 'delete', 'export', 'share']

beforeAll(async () => {
  const { ann, tenant, ...place } = await startPlace('Anker Bau')
  ;({ server, owner } = place)
  const text = (key: string) => ({ key, label: key, type: 'text' })
  const person = { key: 'person', label: 'Person', type: 'user' }
  const note = { key: 'note', label: 'Note', type: 'relation', target: 'note' }
  const model = (id: string, key: string, fields: object[]) => ({
    kind: 'model' as const,
    id,
    key,
    body: { label: key, schema: { version: 1, fields } },
  })
  await installDefinitions(server, tenant.id, ann.userId, [
    model(models.note, 'note', [text('name'), person]),
    model(models.site, 'site', [text('name'), note]),
    {
      kind: 'role',
      key: 'reader',
      body: {
        label: 'Reader',
        grants: {
          note: { verbs: everything, rows: { field: 'person', op: 'eq', value: { '=': 'user.id' } } },
          site: { verbs: everything },
        },
      },
    },
  ])
  const bob = await addPerson(ann, tenant, 'reader')
  reader = api(bob, tenant.id)
  theirs = (await owner.post('/api/records/note', { name: 'CANARY-note', person: ann.userId })).body
  linked = (await owner.post('/api/records/site', { name: 'House', note: theirs.id })).body
  free = (await owner.post('/api/records/site', { name: 'Yard' })).body
})
afterAll(() => server.stop())

type Ask = (ids: { id: string; token: string }) => Promise<{ status: number; body: unknown }>

const told = async (ask: Ask, ids: { id: string; token: string }): Promise<string> => {
  const { status, body } = await ask(ids)
  const text = `${status} ${JSON.stringify(body ?? null)}`
  return maskRequestId(text.replaceAll(ids.id, '<id>').replaceAll(ids.token, '<token>'))
}

describe('[ID-01] a record that a row rule keeps from somebody', () => {
  it('is at none of its addresses, for reading and for writing', async () => {
    const query = (body: object) => reader.post('/api/query', { queries: [body] })
    const byId = (id: string) => ({ field: 'id', op: 'eq', value: id })
    const asks: Record<string, Ask> = {
      'by token': ({ token }) => reader.get(`/api/objects/${token}`),
      'by token, whole': ({ token }) => reader.get(`/api/objects/${token}/full`),
      'by token, its history': ({ token }) => reader.get(`/api/objects/${token}/trace`),
      'by token, its links': ({ token }) => reader.get(`/api/objects/${token}/shares`),
      'a link to it': ({ token }) => reader.post(`/api/objects/${token}/share`, { fields: ['name'] }),
      'changed by token': ({ token }) =>
        reader.put(`/api/objects/${token}`, { attributes: { name: 'Mine' } }),
      'deleted by token': ({ token }) => reader.delete(`/api/objects/${token}`),
      'something below it': ({ token }) =>
        reader.post('/api/objects', {
          model_id: models.site,
          attributes: { name: 'x' },
          parent_token: token,
        }),
      'by id': ({ id }) => reader.get(`/api/records/note/${id}`),
      'by id in capitals': ({ id }) => reader.get(`/api/records/note/${id.toUpperCase()}`),
      'by id, as it was': ({ id }) => reader.get(`/api/records/note/${id}?at=2026-01-01T00:00:00Z`),
      'by id, its history': ({ id }) => reader.get(`/api/records/note/${id}/events`),
      'changed by id': ({ id }) => reader.patch(`/api/records/note/${id}`, { name: 'Mine' }),
      'taken over by id': ({ id }) =>
        reader.patch(`/api/records/note/${id}`, { name: 'Mine', base: { name: 'x' } }),
      'deleted by id': ({ id }) => reader.delete(`/api/records/note/${id}`),
      'brought back by id': ({ id }) => reader.post(`/api/records/note/${id}/restore`, {}),
      'in the bin': ({ id }) => reader.get(`/api/bin/note/${id}`),
      'out of the bin': ({ id }) => reader.post('/api/bin/restore', { model: 'note', ids: [id] }),
      'gone from the bin': ({ id }) => reader.post('/api/bin/purge', { model: 'note', ids: [id] }),
      'changed among many': ({ id }) =>
        reader.post('/api/records/note/bulk', { update: [{ id, values: { name: 'Mine' } }] }),
      'deleted among many': ({ id }) => reader.post('/api/records/note/bulk', { delete: [id] }),
      'asked for': ({ id }) => query({ model: 'note', where: byId(id), total: 'exact' }),
      counted: ({ id }) => query({ model: 'note', where: byId(id), aggregate: [{ fn: 'count', as: 'n' }] }),
      'asked for among its kind': ({ id }) =>
        query({ model: 'note', where: { field: 'id', op: 'in', value: [id, randomUUID()] } }),
      'what points to it': ({ id }) =>
        query({ model: 'note', where: byId(id), expand: { 'site.note': { fields: ['name'] } } }),
      'linked to': ({ id }) => reader.post('/api/records/site', { name: 'x', note: id }),
      'linked to later': ({ id }) => reader.patch(`/api/records/site/${free.id}`, { note: id }),
      'written by a command': ({ id }) => reader.post('/api/commands/recipe.explain', { id }),
    }
    const before = await databaseChecksum(server)
    const absent = { id: randomUUID(), token: 'x'.repeat(32) }
    for (const [way, ask] of Object.entries(asks)) {
      const found = await told(ask, theirs)
      expect(found, way).toBe(await told(ask, absent))
      expect(found, way).not.toContain('CANARY')
      expect(found, way).not.toMatch(/^5/)
    }
    // What is linked to it is seen; the link names it, and leads nowhere.
    const seen = await query({ model: 'site', expand: { note: {} } })
    expect(seen.body.results[0].rows).toHaveLength(2)
    expect(JSON.stringify(seen.body)).not.toContain('CANARY')
    expect(await databaseChecksum(server)).toBe(before)
    // That somebody exported is put down, so this one leaves a line.
    const exported: Ask = ({ id }) =>
      reader.get(
        `/api/records/note/export?format=csv&query=${encodeURIComponent(JSON.stringify({ where: byId(id) }))}`,
      )
    expect(await told(exported, theirs)).toBe(await told(exported, absent))
  })
})

describe('[ID-02] every part of an address belongs to the one before', () => {
  it('a record below another model, a run below another workflow, a field of another model: as if it never was', async () => {
    const flow = (key: string) => ({
      key,
      title: key,
      trigger: { on: 'button' },
      steps: [{ id: 'ask', kind: 'approve', by: [{ role: 'owner' }], subject: 'CANARY-run' }],
    })
    for (const key of ['first', 'second'])
      expect((await owner.post('/api/workflows', flow(key))).status).toBe(201)
    const run = (await owner.post('/api/workflows/first/runs', {})).body
    await vi.waitFor(async () => expect((await owner.get('/api/notifications')).body.rows).toHaveLength(1), {
      timeout: 20_000,
      interval: 50,
    })
    const asks: Record<string, Ask> = {
      'read elsewhere': ({ id }) => owner.get(`/api/records/site/${id}`),
      'its history elsewhere': ({ id }) => owner.get(`/api/records/site/${id}/events`),
      'changed elsewhere': ({ id }) => owner.patch(`/api/records/site/${id}`, { name: 'Mine' }),
      'deleted elsewhere': ({ id }) => owner.delete(`/api/records/site/${id}`),
      'brought back elsewhere': ({ id }) => owner.post(`/api/records/site/${id}/restore`, {}),
      'an old state elsewhere': ({ id }) =>
        owner.post(`/api/records/site/${id}/restore`, { at: new Date().toISOString() }),
      'in the bin elsewhere': ({ id }) => owner.get(`/api/bin/site/${id}`),
      'many elsewhere': ({ id }) =>
        owner.post('/api/records/site/bulk', { update: [{ id, values: { name: 'Mine' } }], delete: [] }),
      'many gone elsewhere': ({ id }) => owner.post('/api/records/site/bulk', { delete: [id] }),
      'linked as another kind': ({ id }) => owner.post('/api/records/site', { name: 'x', note: id }),
    }
    const runs: Record<string, Ask> = {
      'a run elsewhere': ({ id }) => owner.get(`/api/workflows/second/runs/${id}`),
      'ended elsewhere': ({ id }) => owner.post(`/api/workflows/second/runs/${id}/cancel`),
      'tried again elsewhere': ({ id }) => owner.post(`/api/workflows/second/runs/${id}/retry`),
      'done again elsewhere': ({ id }) => owner.post(`/api/workflows/second/runs/${id}/replay`),
    }
    const before = await databaseChecksum(server)
    const absent = { id: randomUUID(), token: 'x'.repeat(32) }
    const wrong = { 'linked as another kind': linked }
    for (const [way, ask] of Object.entries(asks)) {
      const found = await told(ask, (wrong as Record<string, typeof linked>)[way] ?? theirs)
      expect(found, way).toBe(await told(ask, absent))
      expect(found, way).toMatch(/^4(04|22)/)
    }
    for (const [way, ask] of Object.entries(runs)) {
      const found = await told(ask, { id: run.id, token: '-' })
      expect(found, way).toBe(await told(ask, absent))
      expect(found, way).toMatch(/^404/)
    }
    expect(await databaseChecksum(server)).toBe(before)
  })
})
