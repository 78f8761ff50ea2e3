import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { api, type Api, type Person } from '../support/people.ts'
import { creator, startPlace, type Place } from '../support/start-place.ts'

// Somebody who sees only the jobs they are in charge of tries to hear of the others: by the bin, by undo, by restoring.
let place: Place
let owner: Api
let foreman: Person & { api: Api }
const make = creator(() => owner)

beforeAll(async () => {
  place = await startPlace('Ways around')
  ;({ owner } = place)
  const { server, tenant, ann } = place
  const [text, number] = ['text', 'text']
  await installDefinitions(server, tenant.id, ann.userId, [
    {
      kind: 'model',
      key: 'job',
      body: {
        label: 'Jobs',
        schema: {
          version: 1,
          fields: [
            { key: 'name', label: 'Name', type: text },
            { key: 'number', label: 'Number', type: number, unique: true },
            { key: 'lead', label: 'In charge', type: 'user' },
          ],
        },
      },
    },
    {
      kind: 'role',
      key: 'foreman',
      body: {
        label: 'Foreman',
        grants: {
          job: {
            verbs: ['read', 'create', 'update', 'delete'],
            rows: { field: 'lead', op: 'eq', value: { '=': 'user.id' } },
          },
        },
      },
    },
    { kind: 'role', key: 'keeper', body: { label: 'Keeper', manage: ['roles'] } },
  ])
  foreman = await placePerson(server, tenant.id, 'foreman')
})
afterAll(() => place.server.stop())

const remove = async (who: Api, ids: readonly string[]): Promise<void> => {
  for (const id of ids) expect((await who.delete(`/api/records/job/${id}`)).status).toBeLessThan(300)
}
const bin = async (who: Api, search: string): Promise<Record<string, unknown>> =>
  (await who.get(`/api/bin?${search}`)).body

describe('the bin', () => {
  it('is not asked letter by letter for what others deleted', async () => {
    const hidden = [
      await make('job', { name: 'Tower hush one' }),
      await make('job', { name: 'Tower hush two' }),
    ]
    await remove(owner, hidden)
    const told = async (words: string) => bin(foreman.api, `model=job&size=1&search=${words}`)
    const [known, never] = [await told('hush'), await told('zzz')]
    expect(known).toEqual(never)
    expect(JSON.stringify(await bin(foreman.api, 'model=job&size=1'))).not.toContain(hidden[0])
    // Nor is a model named because others deleted something there.
    expect((await bin(foreman.api, ''))['models']).toEqual([])
  })

  it('is read to its end by who sees some of it: pages are full, and lead on by what they hold', async () => {
    const own: string[] = []
    for (let at = 0; at < 6; at++) {
      const lead = at % 2 === 0 ? foreman.userId : null
      const id = await make('job', { name: `Mixed ${at}`, lead })
      if (lead !== null) own.push(id)
      await remove(owner, [id])
    }
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: { rows: { id: string }[]; page: { after: string | null } } = (
        await foreman.api.get(
          `/api/bin?model=job&search=mixed&size=2${after === null ? '' : `&after=${after}`}`,
        )
      ).body
      expect(page.rows.length).toBe(seen.length === 0 ? 2 : 1)
      seen.push(...page.rows.map(({ id }) => id))
      after = page.page.after
      if (after !== null) expect(own.some((id) => after?.endsWith(id))).toBe(true)
    } while (after !== null)
    expect(seen).toEqual(own.toReversed())
    expect((await bin(foreman.api, ''))['models']).toMatchObject([{ key: 'job', count: null }])
  })

  it('brings nothing back that was not theirs to see, and says of it what it says of nothing', async () => {
    const hidden = await make('job', { name: 'Never seen', number: 'J-1' })
    await remove(owner, [hidden])
    await make('job', { name: 'Took its number', number: 'J-1' })
    const never = '01900000-0000-7000-8000-000000000000'
    const [known, none] = [
      await foreman.api.post('/api/bin/restore', { model: 'job', ids: [hidden] }),
      await foreman.api.post('/api/bin/restore', { model: 'job', ids: [never] }),
    ]
    expect(JSON.stringify(known.body).replaceAll(hidden, never)).toBe(JSON.stringify(none.body))
    expect(JSON.stringify(known.body)).not.toContain('Never seen')
  })
})

describe('a record opened whole', () => {
  it('lists what is below it and seen, however much stands before that', async () => {
    const { server, tenant } = place
    const top = await make('job', { name: 'Top', lead: foreman.userId })
    const below = (first: string, many: number, lead: string | null) =>
      server.sql(
        `insert into app.objects (tenant_id, id, token, model_id, parent_id, attributes, created_by, updated_by)
         select tenant_id, ($3 || lpad(n::text, 12, '0'))::uuid, md5($3 || n), model_id, id,
           jsonb_build_object('name', 'Below ' || n, 'lead', $5::text), created_by, updated_by
         from app.objects, generate_series(1, $4::int) as n where tenant_id = $1 and id = $2`,
        [tenant.id, top, first, many, lead],
      )
    await below('00000000-0000-7000-8000-', 450, null)
    await below('00000000-0000-7000-9000-', 230, foreman.userId)
    const { body } = await foreman.api.get(`/api/records/job/${top}`)
    const first = await foreman.api.get(`/api/objects/${body.token}/full`)
    const ids = first.body.children.map(({ id }: { id: string }) => id)
    expect([ids.length, ids[0]]).toEqual([200, '00000000-0000-7000-9000-000000000001'])
    const more = await foreman.api.get(`/api/objects/${body.token}/full?children_after=${ids.at(-1)}`)
    expect(more.body.children).toHaveLength(30)
    expect((await owner.get(`/api/objects/${body.token}/full`)).body.children).toHaveLength(200)
  })
})

describe('undo', () => {
  it('tells no title of a record that was taken from somebody and deleted by another', async () => {
    const id = await make('job', { name: 'Open', lead: foreman.userId })
    expect((await foreman.api.patch(`/api/records/job/${id}`, { name: 'Mine' })).status).toBe(200)
    expect((await foreman.api.get('/api/undo')).body.undo).toMatchObject({ title: 'Mine' })
    await owner.patch(`/api/records/job/${id}`, { name: 'Hush tender', lead: null })
    expect((await foreman.api.get('/api/undo')).body.undo).toMatchObject({ title: null })
    await remove(owner, [id])
    expect((await foreman.api.get('/api/undo')).body.undo).toMatchObject({ title: null })
    expect(JSON.stringify((await foreman.api.post('/api/undo')).body)).not.toContain('Hush')
  })

  it('tells no title of what it may not bring back', async () => {
    const id = await make('job', { name: 'Open', number: 'J-2', lead: foreman.userId })
    await remove(foreman.api, [id])
    expect((await foreman.api.get('/api/undo')).body.undo).toMatchObject({ title: 'Open' })
    await owner.post('/api/bin/restore', { model: 'job', ids: [id] })
    await owner.patch(`/api/records/job/${id}`, { name: 'Hush price', lead: null })
    await remove(owner, [id])
    await make('job', { name: 'Another', number: 'J-2' })
    expect(JSON.stringify((await foreman.api.get('/api/undo')).body)).not.toContain('Hush')
    const { body } = await foreman.api.post('/api/undo')
    expect(body.refused).toMatchObject([{ id, title: null, reason: 'gone' }])
    expect(JSON.stringify(body)).not.toContain('Hush')
  })
})

describe('looking at the workspace as somebody else', () => {
  it('shows what is theirs alone to nobody: exports, imports, plans and tokens', async () => {
    const { server, tenant } = place
    const clerk = await placePerson(server, tenant.id, 'member')
    const keeper = await placePerson(server, tenant.id, 'keeper')
    const started = await clerk.api.post('/api/exports', { model: 'job', name: 'Hush export' })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    const plan = { kind: 'export', name: 'Hush plan', plan: '0 3 * * *', model: 'job' }
    expect((await clerk.api.post('/api/schedules', plan)).status).toBe(201)
    const file = { bytes: 'name\nx\n', headers: { 'content-type': 'text/csv' } }
    expect((await clerk.api.post('/api/imports?name=hush.csv', undefined, file)).status).toBe(201)
    const token = await clerk.api.post('/api/records/sys_api_token', { name: 'Hush token', valid_days: 7 })
    expect(token.status, JSON.stringify(token.body)).toBe(201)
    const look = await keeper.api.post('/api/preview', { user_id: clerk.userId })
    expect(look.status).toBe(201)
    const looking = api(keeper, tenant.id)
    for (const model of ['sys_export', 'sys_schedule', 'sys_import', 'sys_api_token', 'sys_schedule_run']) {
      const asked = { queries: [{ model, total: 'exact' }] }
      const mine = (await clerk.api.post('/api/query', asked)).body.results[0]
      if (model !== 'sys_schedule_run') expect(JSON.stringify(mine), model).toMatch(/hush/i)
      const { body } = await looking.post('/api/query', asked, { headers: { 'x-preview': look.body.token } })
      expect(JSON.stringify(body), model).not.toMatch(/hush/i)
      expect(body.results[0].total, model).toBe(0)
    }
  })
})
