import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.services.jobs.look(true)
})

afterAll(() => server.stop())

/** Past the second for which an answer counts. */
const health = async (): Promise<[number, Record<string, string>]> => {
  await wait(1_050)
  const answer = await fetch(`${server.url}/api/health`)
  const { checks } = (await answer.json()) as { checks: Record<string, string> }
  return [answer.status, checks]
}
const well = { database: 'ok', storage: 'ok', realtime: 'ok', jobs: 'ok' }

describe('[C-08] /api/health', () => {
  it('is well, and says like /api/_meta that changes are told as they happen', async () => {
    expect(await health()).toEqual([200, well])
    const meta = (await (await fetch(`${server.url}/api/_meta`)).json()) as { features: object }
    expect(meta.features).toMatchObject({ realtime: true })
  })

  it('says when only the database does not answer', async () => {
    const [login] = await server.sql<{ usename: string }>(
      "select usename from pg_stat_activity where application_name = 'formwork' and datname = current_database() limit 1",
    )
    const role = login?.usename ?? ''
    await server.sql(`alter role ${role} nologin`)
    await server.sql('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
    expect(await health()).toEqual([503, { ...well, database: 'failing' }])
    await server.sql(`alter role ${role} login`)
    expect(await health()).toEqual([200, well])
  })

  it('says when only the connection that hears other processes is lost', async () => {
    await wait(1_050)
    await server.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'formwork-realtime' and datname = current_database()",
    )
    await expect.poll(() => server.services.realtime?.(), { interval: 10 }).toBe('failing')
    const answer = await fetch(`${server.url}/api/health`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ checks: { ...well, realtime: 'failing' } })
    await expect.poll(async () => (await health())[1], { timeout: 8_000 }).toEqual(well)
  })

  it('says when only the files cannot be written', async () => {
    const files = join(server.dataDir, 'files')
    if (existsSync(files)) renameSync(files, `${files}-aside`)
    writeFileSync(files, 'in the way')
    expect(await health()).toEqual([503, { ...well, storage: 'failing' }])
    rmSync(files)
    if (existsSync(`${files}-aside`)) renameSync(`${files}-aside`, files)
    expect(await health()).toEqual([200, well])
  })

  it('says when only the background work fails', async () => {
    await server.sql('alter table app.files rename to files_aside')
    await server.sql(
      "insert into app.users (id) values ('01900000-0000-7000-8000-000000000001') on conflict do nothing",
    )
    await server.sql(
      "insert into app.tenants (id, name, created_by) values ('01900000-0000-7000-8000-000000000002', 'Health', '01900000-0000-7000-8000-000000000001')",
    )
    await server.services.jobs.look(true)
    expect(await health()).toEqual([503, { ...well, jobs: 'failing' }])
    await server.sql('alter table app.files_aside rename to files')
    await server.services.jobs.look(true)
    expect(await health()).toEqual([200, well])
  })
})
