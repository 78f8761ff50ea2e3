import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScheduleState } from '#contracts/api/schedules.ts'
import { placePerson } from '../support/install-definitions.ts'
import { addPerson, api, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Schedules'))
  const fields = [
    { key: 'code', label: 'Code', type: 'text', unique: true },
    { key: 'price', label: 'Price', type: 'money', scale: 2 },
    { key: 'secret', label: 'Secret', type: 'text' },
  ]
  await call.post('/api/models', { key: 'article', label: 'Articles', schema: { fields } })
  for (const code of ['A', 'B', 'C'])
    await call.post('/api/records/article', { code, price: '1.00', secret: 'x' })
})
afterAll(() => server.stop())

const nightly = {
  kind: 'export',
  name: 'Nightly',
  plan: '0 3 * * *',
  zone: 'Europe/Berlin',
  model: 'article',
}
const make = async (wish: Record<string, unknown> = {}, who: Api = call): Promise<ScheduleState> => {
  const { status, body } = await who.post('/api/schedules', { ...nightly, ...wish })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
/** As if its time had come. */
const makeDue = (id: string, ago = '1 minute') =>
  server.sql(
    `update app.transfer_schedules set next_at = date_trunc('minute', now()) - $2::interval where id = $1`,
    [id, ago],
  )
const look = (at: TestServer = server) => at.services.jobs.look(true)
const runs = async (
  id: string,
  who: Api = call,
): Promise<{ id: string; status: string; done: number; error: string | null }[]> =>
  (
    await who.post('/api/query', {
      queries: [
        {
          model: 'sys_schedule_run',
          where: { field: 'schedule_id', op: 'eq', value: id },
          sort: [{ field: 'created_at', dir: 'desc' }],
        },
      ],
    })
  ).body.results[0].rows
const ended = (id: string, count: number, who: Api = call) =>
  expect
    .poll(async () => (await runs(id, who)).filter(({ status }) => status !== 'running').length, {
      timeout: 15_000,
    })
    .toBe(count)
const upload = async (path: string, text: string, who: Api = call) => {
  const { status, body } = await who.post(path, undefined, {
    bytes: text,
    headers: { 'content-type': 'text/csv' },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

describe('a scheduled export', () => {
  it('runs when its time has come, says when it comes next, and keeps what was made', async () => {
    const schedule = await make({
      query: { fields: ['code'], where: { field: 'code', op: 'ne', value: 'C' } },
      keep_days: 3,
    })
    expect(schedule.next_at).toMatch(/T0[12]:00:00\.000Z$/)
    await makeDue(schedule.id)
    await look()
    await ended(schedule.id, 1)
    const [run] = await runs(schedule.id)
    expect(run).toMatchObject({ status: 'done', done: 2, error: null })
    const { body } = await call.get(`/api/exports/${run?.id}/file`)
    expect(body.replace(/^\uFEFF/, '')).toBe('Code\r\nA\r\nB\r\n')
    const { body: state } = await call.get(`/api/exports/${run?.id}`)
    expect(Date.parse(state.expires_at) - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
    expect(Date.parse(state.expires_at) - Date.now()).toBeLessThan(3.1 * 86_400_000)
    expect((await call.get(`/api/schedules/${schedule.id}`)).body).toMatchObject({
      status: 'active',
      next_at: schedule.next_at,
    })
    await look()
    expect(await runs(schedule.id)).toHaveLength(1)
  })

  it('shows moments as clocks do in its own zone', async () => {
    const fields = [{ key: 'at', label: 'At', type: 'datetime' }]
    await call.post('/api/models', { key: 'visit', label: 'Visits', schema: { fields } })
    await call.post('/api/records/visit', { at: '2026-07-01T08:30:00Z' })
    const schedule = await make({ name: 'Zone', model: 'visit', zone: 'Asia/Kolkata' })
    await call.post(`/api/schedules/${schedule.id}/run`)
    await ended(schedule.id, 1)
    const [run] = await runs(schedule.id)
    const { body } = await call.get(`/api/exports/${run?.id}/file`)
    expect(body).toContain('2026-07-01T14:00:00+05:30\r\n')
    await call.delete(`/api/schedules/${schedule.id}`)
  })

  it('runs once for each time, however many processes look, and makes up for missed times once', async () => {
    const other = await startTestServer({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir })
    try {
      const schedule = await make({ name: 'Once', plan: '*/15 * * * *' })
      await makeDue(schedule.id, '5 hours')
      await Promise.all([look(), look(other), look(), look(other)])
      await ended(schedule.id, 1)
      await Promise.all([look(), look(other)])
      expect(await runs(schedule.id)).toHaveLength(1)
      const { body } = await call.get(`/api/schedules/${schedule.id}`)
      expect(Date.parse(body.next_at)).toBeGreaterThan(Date.now())
      await call.delete(`/api/schedules/${schedule.id}`)
    } finally {
      await other.stop()
    }
  })

  it('runs when somebody asks, is paused and goes on, and keeps the newest files only', async () => {
    const schedule = await make({ name: 'By hand', keep_count: 2 })
    for (let count = 1; count <= 3; count++) {
      expect((await call.post(`/api/schedules/${schedule.id}/run`)).status).toBe(202)
      await ended(schedule.id, count)
    }
    await look()
    const listed = await call.post('/api/query', {
      queries: [{ model: 'sys_export', where: { field: 'schedule_id', op: 'eq', value: schedule.id } }],
    })
    expect(listed.body.results[0].rows.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'done',
      'done',
      'expired',
    ])
    const paused = await call.patch(`/api/schedules/${schedule.id}`, { active: false })
    expect(paused.body).toMatchObject({ status: 'paused', next_at: null })
    await look()
    const again = await call.patch(`/api/records/sys_schedule/${schedule.id}`, { active: true })
    expect(again.body).toMatchObject({ status: 'active', name: 'By hand' })
    expect(again.body.next_at).not.toBeNull()
  })

  it('has the rights of its person at each run; a failure is told once, and too many switch it off', async () => {
    const member = await addPerson(owner, tenant, 'member')
    const theirs = api(member, tenant.id)
    const schedule = await make({ name: 'Mine', query: { fields: ['code', 'secret'] } }, theirs)
    const models = await call.get('/api/models')
    const model = models.body.rows.find(({ key }: { key: string }) => key === 'article')
    const close = { model_id: model.id, field_key: 'secret', read_roles: ['owner'], write_roles: ['owner'] }
    expect((await call.post('/api/permissions/fields/bulk', [close])).status).toBeLessThan(300)
    await makeDue(schedule.id)
    await look()
    await ended(schedule.id, 1, theirs)
    await look()
    expect((await runs(schedule.id, theirs))[0]).toMatchObject({ status: 'failed' })
    expect((await theirs.get(`/api/schedules/${schedule.id}`)).body.status).toBe('failing')
    const mails = await server.mailbox(member.email)
    expect(mails.filter(({ subject }) => subject.includes('“Mine” failed'))).toHaveLength(1)
    await member.supabase.auth.updateUser({ data: { language: 'de' } })
    for (let count = 2; count <= 10; count++) {
      await makeDue(schedule.id, `${count} hours`)
      await look()
      await ended(schedule.id, count, theirs)
    }
    await look()
    const { body } = await theirs.get(`/api/schedules/${schedule.id}`)
    expect(body).toMatchObject({ status: 'stopped', active: false, next_at: null })
    const [event] = await server.sql(
      `select after from app.events where subject = 'schedule' and kind = 'stopped' and record_id = $1`,
      [schedule.id],
    )
    expect(event).toEqual({ after: { name: 'Mine', reasons: body.reasons } })
    const after = await server.mailbox(member.email)
    expect(after.filter(({ subject }) => subject.includes('Mine')).map(({ subject }) => subject)).toEqual([
      'Der geplante Export „Mine“ wurde ausgeschaltet',
      'The scheduled export “Mine” failed',
    ])
    // Nobody else sees it, and it goes with its person.
    expect((await call.get(`/api/schedules/${schedule.id}`)).status).toBe(404)
    expect(await runs(schedule.id)).toEqual([])
    expect((await call.delete(`/api/members/${member.userId}`)).status).toBe(204)
    expect(await server.sql('select from app.transfer_schedules where id = $1', [schedule.id])).toHaveLength(
      0,
    )
    await call.post('/api/permissions/fields/bulk', [{ ...close, read_roles: ['owner', 'member'] }])
  })

  it('made by a token has no more rights than the token, and none when it is revoked', async () => {
    const made = await call.post('/api/records/sys_api_token', {
      name: 'Sync',
      role: 'member',
      valid_days: 2,
    })
    const program = api({ ...owner, token: made.body.token }, tenant.id)
    const schedule = await make({ name: 'By token' }, program)
    expect((await program.post(`/api/schedules/${schedule.id}/run`)).status).toBe(202)
    await ended(schedule.id, 1)
    await call.delete(`/api/records/sys_api_token/${made.body.id}`)
    await makeDue(schedule.id)
    await look()
    await ended(schedule.id, 2)
    expect((await runs(schedule.id))[0]).toMatchObject({
      status: 'failed',
      error: 'The API token that started this is no longer valid.',
    })
    // Who takes it over gives it their own rights.
    await call.patch(`/api/schedules/${schedule.id}`, { name: 'Mine now' })
    await call.post(`/api/schedules/${schedule.id}/run`)
    await ended(schedule.id, 3)
    expect((await runs(schedule.id))[0]).toMatchObject({ status: 'done' })
    await look()
    expect((await call.get(`/api/schedules/${schedule.id}`)).body).toMatchObject({
      status: 'active',
      trouble: null,
    })
  })

  it.each([
    [{ plan: 'now and then' }, 'plan'],
    [{ plan: '* * * * *' }, 'plan'],
    [{ zone: 'Mars/Olympus' }, 'zone'],
    [{ query: { group: ['code'] } }, 'query'],
  ])('is refused with %j', async (wish, path) => {
    const { status, body } = await call.post('/api/schedules', { ...nightly, ...wish })
    expect(status).toBe(422)
    expect(body.error.details[0].path).toContain(path)
  })

  it('is nobody’s to make who may not export, and of no field that one may not read', async () => {
    const customer = await placePerson(server, tenant.id, 'customer')
    expect((await customer.api.post('/api/schedules', nightly)).status).toBeGreaterThanOrEqual(403)
    expect((await customer.api.post('/api/records/sys_schedule', nightly)).status).toBeGreaterThanOrEqual(403)
    expect((await call.post('/api/schedules', { ...nightly, query: { fields: ['nothing'] } })).status).toBe(
      400,
    )
    expect((await call.post('/api/schedules', { ...nightly, model: 'nothing' })).status).toBe(404)
  })
})

describe('a scheduled import', () => {
  const weekly = {
    kind: 'import',
    name: 'Prices',
    plan: '0 5 * * 1',
    model: 'article',
    source: 'prices',
    key: 'code',
  }

  it('takes the newest file of its source, once; columns find their fields by name', async () => {
    const schedule = await make(weekly)
    const made = await call.post('/api/records/sys_api_token', { name: 'ERP', role: null, valid_days: 2 })
    const program = api({ ...owner, token: made.body.token }, tenant.id)
    expect((await call.post(`/api/schedules/${schedule.id}/run`)).status).toBe(422)
    await upload('/api/imports?name=old.csv&source=prices', 'Code,Price\nA,9.00\n', program)
    await upload(
      `/api/schedules/${schedule.id}/file?name=new.csv`,
      'code,PRICE\nA,2.50\nZ,7.00\nQ,cheap\n',
      program,
    )
    await makeDue(schedule.id)
    await look()
    await ended(schedule.id, 1)
    expect((await runs(schedule.id))[0]).toMatchObject({ status: 'done', done: 3, rejected: 1 })
    const { body } = await call.post('/api/query', {
      queries: [
        {
          model: 'article',
          fields: ['code', 'price'],
          where: { field: 'code', op: 'in', value: ['A', 'Z'] },
        },
      ],
    })
    const prices = body.results[0].rows.map(({ code, price }: Record<string, string>) => `${code} ${price}`)
    expect(prices.toSorted()).toEqual(['A 2.50', 'Z 7.00'])
    // No new file: its time passes.
    await makeDue(schedule.id)
    await look()
    expect(await runs(schedule.id)).toHaveLength(1)
    expect(Date.parse((await call.get(`/api/schedules/${schedule.id}`)).body.next_at)).toBeGreaterThan(
      Date.now(),
    )
    expect((await call.post('/api/schedules', weekly)).body.error.details[0].path).toBe('source')
  })

  it('refuses rows without a key, or makes new records of them where it was told to', async () => {
    const file = 'code,price\n,1.00\nK,2.00\n'
    const refusing = await make({ ...weekly, source: 'keyed' })
    await upload(`/api/schedules/${refusing.id}/file?name=a.csv`, file)
    await call.post(`/api/schedules/${refusing.id}/run`)
    await ended(refusing.id, 1)
    expect((await runs(refusing.id))[0]).toMatchObject({ done: 2, rejected: 1 })
    await call.patch(`/api/schedules/${refusing.id}`, { without_key: 'create' })
    await upload(`/api/schedules/${refusing.id}/file?name=b.csv`, file)
    await call.post(`/api/schedules/${refusing.id}/run`)
    await ended(refusing.id, 2)
    expect((await runs(refusing.id))[0]).toMatchObject({ done: 2, rejected: 0 })
  })

  it('takes no file for an export, and none of somebody else’s', async () => {
    const schedule = await make({ name: 'No files' })
    const file = { bytes: 'code\nA\n', headers: { 'content-type': 'text/csv' } }
    expect((await call.post(`/api/schedules/${schedule.id}/file?name=a.csv`, undefined, file)).status).toBe(
      422,
    )
    const other = await placePerson(server, tenant.id, 'owner')
    expect(
      (await other.api.post(`/api/schedules/${schedule.id}/file?name=a.csv`, undefined, file)).status,
    ).toBe(404)
    expect((await other.api.post(`/api/schedules/${schedule.id}/run`)).status).toBe(404)
    expect((await other.api.delete(`/api/schedules/${schedule.id}`)).status).toBe(404)
  })
})
