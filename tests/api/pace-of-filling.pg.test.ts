import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Api } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let tenantId: string
let userId: string

beforeAll(async () => {
  const { ann, tenant, ...place } = await startPlace('Slow')
  ;({ server, owner } = place)
  tenantId = tenant.id
  userId = ann.userId
})
afterAll(() => server.stop())

it('a release waits for a few records that are filled in the background, not for a thousand', async () => {
  const { body: model } = await owner.post('/api/models', { key: 'many', label: 'Many' })
  await server.sql(
    `insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by)
     select $1, gen_random_uuid(), gen_random_uuid()::text, $2, jsonb_build_object('name', n::text), $3, $3
     from generate_series(1, 1500) n`,
    [tenantId, model.id, userId],
  )
  // As on a machine that has other things to do: every record takes its time.
  await server.sql(
    `create function app_private.take_time() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.01); return new; end $$`,
  )
  await server.sql(
    `create trigger take_time before update on app.objects for each row
     when (new.model_id = '${model.id}') execute function app_private.take_time()`,
  )
  const fields = [{ key: 'name', label: 'Name', type: 'text' }]
  expect((await owner.put(`/api/models/${model.id}`, { schema: { fields } })).status).toBe(200)
  const isFilling = "select pid from pg_stat_activity where wait_event = 'PgSleep'"
  await vi.waitFor(async () => expect(await server.sql(isFilling)).toHaveLength(1), { timeout: 10_000 })
  const released = await owner.post('/api/models', { key: 'beside', label: 'Beside' })
  expect([released.status, released.body.error]).toEqual([201, undefined])

  await server.sql('drop function app_private.take_time cascade')
  await vi.waitFor(
    async () =>
      expect(await server.sql("select slot from app.field_slots where state <> 'ready'")).toEqual([]),
    { timeout: 20_000 },
  )
}, 60_000)
