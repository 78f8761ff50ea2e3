import { afterAll, beforeAll, expect, it } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let clerk: Api

beforeAll(async () => {
  const place = await startPlace('Bin')
  ;({ server, owner } = place)
  const text = { key: 'name', label: 'Name', type: 'text' }
  await installDefinitions(server, place.tenant.id, place.ann.userId, [
    { kind: 'model', key: 'crew', body: { label: 'Crews', schema: { version: 1, fields: [text] } } },
    {
      kind: 'model',
      key: 'job',
      body: {
        label: 'Jobs',
        schema: {
          version: 1,
          fields: [text, { key: 'crew', label: 'Crew', type: 'relation', target: 'crew' }],
        },
      },
    },
  ])
  clerk = (await placePerson(server, place.tenant.id, 'member')).api
})
afterAll(() => server.stop())

const make = async (model: string, values: Record<string, unknown>): Promise<string> => {
  const { status, body } = await owner.post(`/api/records/${model}`, values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const purge = async (model: string, ids: readonly string[], more: Record<string, unknown> = {}) =>
  (await owner.post('/api/bin/purge', { model, ids, ...more })).body

it('says before a purge what would go and what points to it, in the bin or not, and removes nothing', async () => {
  const crew = await make('crew', { name: 'North' })
  const other = await make('crew', { name: 'South' })
  const jobs = [await make('job', { name: 'Roof', crew }), await make('job', { name: 'Wall', crew })]
  const alive = await make('job', { name: 'Door', crew: other })
  await owner.post('/api/records/job/bulk', { delete: jobs })
  await owner.post('/api/records/crew/bulk', { delete: [crew] })
  const ahead = await purge('crew', [crew], { dry: true })
  expect(ahead).toEqual({
    purged: [crew],
    kept: [],
    pointing: [{ label: 'Jobs', ours: false, count: 2 }],
  })
  expect((await owner.get(`/api/bin/crew/${crew}`)).status).toBe(200)
  const refused = await clerk.post('/api/bin/purge', { model: 'crew', ids: [crew], dry: true })
  expect(refused.status).toBe(403)

  expect(await purge('crew', [crew])).toEqual({ purged: [crew], kept: [] })
  expect((await owner.get(`/api/bin/crew/${crew}`)).status).toBe(404)
  // What pointed to it comes back without it; nothing else is lost.
  const back = await owner.post('/api/bin/restore', { model: 'job', ids: jobs })
  expect(back.body.restored.toSorted()).toEqual(jobs.toSorted())
  expect((await owner.get(`/api/records/job/${jobs[0]}`)).body).toMatchObject({ name: 'Roof' })
  expect((await owner.get(`/api/records/job/${alive}`)).body).toMatchObject({ name: 'Door', crew: other })
  expect((await owner.get(`/api/records/crew/${other}`)).body).toMatchObject({ name: 'South' })
})

it('keeps what holds something that stays, however far inside', async () => {
  const ids = [
    await make('crew', { name: 'A' }),
    await make('crew', { name: 'B' }),
    await make('crew', { name: 'C' }),
  ]
  const [a, b, c] = ids
  await owner.post('/api/records/crew/bulk', { delete: ids })
  await server.sql('update app.objects set parent_id = $2 where id = $1', [b, a])
  await server.sql('update app.objects set parent_id = $2 where id = $1', [c, b])
  const stays = await purge('crew', [a ?? '', b ?? ''])
  expect({ ...stays, kept: stays.kept.toSorted() }).toEqual({ purged: [], kept: [a, b].toSorted() })
  const gone = await purge('crew', ids)
  expect({ ...gone, purged: gone.purged.toSorted() }).toEqual({ purged: ids.toSorted(), kept: [] })
})

it('removes many with their history and every kept answer that names one, and tells each once', async () => {
  const name = (index: number) => ({ name: `canary-many-${index}` })
  const keyed = { headers: { 'idempotency-key': 'many-1' } }
  const made = await owner.post(
    '/api/records/crew/bulk',
    { create: Array.from({ length: 40 }, (_, index) => name(index)) },
    keyed,
  )
  const other = await owner.post(
    '/api/records/crew',
    { name: 'Stays' },
    { headers: { 'idempotency-key': 'many-2' } },
  )
  const ids = made.body.created as string[]
  expect(ids).toHaveLength(40)
  const keys = () =>
    server.sql<{ key: string }>(`select key from app.idempotency_keys where key like 'many-%' order by 1`)
  expect(await keys()).toEqual([{ key: 'many-1' }, { key: 'many-2' }])
  await owner.post('/api/records/crew/bulk', { delete: ids })
  const { purged } = await purge('crew', ids)
  expect(purged.toSorted()).toEqual(ids.toSorted())
  expect(await keys()).toEqual([{ key: 'many-2' }])
  const told = await server.sql<{ kind: string; count: number; full: number }>(
    `select kind, count(distinct record_id)::int as count, count(coalesce(before, after))::int as full
     from app.events where record_id = any ($1) group by kind order by kind`,
    [ids],
  )
  expect(told).toEqual(['created', 'deleted', 'purged'].map((kind) => ({ kind, count: 40, full: 0 })))
  const audit = await server.sql(`select from app.audit where kind = 'purged' and subject_id = any ($1)`, [
    ids,
  ])
  expect(audit).toHaveLength(40)
  expect((await owner.get(`/api/records/crew/${other.body.id}`)).status).toBe(200)
})

it('counts what is in the bin for those who may empty it', async () => {
  const ids = [await make('job', { name: 'One' }), await make('job', { name: 'Two' })]
  await owner.post('/api/records/job/bulk', { delete: ids })
  expect((await owner.get('/api/bin?model=job')).body).toMatchObject({
    models: [{ key: 'job', count: 2 }],
    can_purge: true,
  })
})
