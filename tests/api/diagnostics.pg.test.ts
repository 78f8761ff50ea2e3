import { afterAll, beforeAll, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import type { Api } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let ids: { admin: Api; member: Api }

beforeAll(async () => {
  const { tenant, ...place } = await startPlace('Diagnostics')
  ;({ server, owner } = place)
  ids = {
    admin: (await placePerson(server, tenant.id, 'admin')).api,
    member: (await placePerson(server, tenant.id, 'member')).api,
  }
})

afterAll(() => server.stop())

it('tells owners how server and workspace are, and nobody else', async () => {
  await owner.post('/api/models', { key: 'things', label: 'Things' })
  await owner.post('/api/records/things', { name: 'one' })
  const { status, body } = await owner.get('/api/diagnostics')
  expect(status).toBe(200)
  expect(body.health.checks).toEqual((await owner.get('/api/health')).body.checks)
  expect(body.workspace).toMatchObject({ models: 1, records: 1, in_bin: 0, people: 3 })
  expect(body.database.schema).toMatch(/^\d{4}-/)
  expect(Math.abs(body.database.clock_ahead)).toBeLessThan(60_000)
  expect(body.jobs.length).toBeGreaterThan(5)
  for (const who of [ids.admin, ids.member]) expect((await who.get('/api/diagnostics')).status).toBe(403)
})

it('holds no secret', async () => {
  const text = JSON.stringify((await owner.get('/api/diagnostics')).body)
  expect(text).not.toMatch(/password|secret|postgres:\/\/|key"|token/i)
})
