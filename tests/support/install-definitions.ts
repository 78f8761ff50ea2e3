import { newId } from '#base/ids.ts'
import { api, signUp, type Api, type Person } from './people.ts'
import type { TestServer } from './start-test-server.ts'

export interface Definition {
  kind: 'model' | 'archetype' | 'role' | 'field_permissions'
  id?: string
  key: string
  body: Record<string, unknown>
}

/** Releases definitions straight into the database: for tests that are not about how metadata is written. */
export async function installDefinitions(
  server: TestServer,
  tenantId: string,
  userId: string,
  definitions: readonly Definition[],
): Promise<string[]> {
  const ids = definitions.map(({ id }) => id ?? newId())
  const releaseId = newId()
  const [current] = await server.sql<{ release_id: string }>(
    'select release_id from app.tenants where id = $1',
    [tenantId],
  )
  const client = await server.services.database.owner.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('app.tenant', $1, true)", [tenantId])
    await client.query(
      'insert into app.releases (tenant_id, id, number, note, created_by) select $1, $2, coalesce(max(number), 0) + 1, $3, $4 from app.releases where tenant_id = $1',
      [tenantId, releaseId, 'test', userId],
    )
    await client.query(
      `insert into app.release_entries (tenant_id, release_id, kind, key, definition_id, version_id)
       select tenant_id, $2, kind, key, definition_id, version_id from app.release_entries where tenant_id = $1 and release_id = $3
       and not exists (select from jsonb_to_recordset($4::jsonb) as n (kind text, key text) where n.kind = release_entries.kind and n.key = release_entries.key)`,
      [
        tenantId,
        releaseId,
        current?.release_id,
        JSON.stringify(definitions.map(({ kind, key }) => ({ kind, key }))),
      ],
    )
    for (const [index, { kind, key, body }] of definitions.entries()) {
      const versionId = newId()
      await client.query(
        'insert into app.definitions (tenant_id, id, kind, created_by) values ($1, $2, $3, $4) on conflict do nothing',
        [tenantId, ids[index], kind, userId],
      )
      await client.query(
        'insert into app.definition_versions (tenant_id, id, definition_id, body, created_by) values ($1, $2, $3, $4, $5)',
        [
          tenantId,
          versionId,
          ids[index],
          JSON.stringify(kind === 'model' || kind === 'role' ? { key, ...body } : body),
          userId,
        ],
      )
      await client.query(
        'insert into app.release_entries (tenant_id, release_id, kind, key, definition_id, version_id) values ($1, $2, $3, $4, $5, $6)',
        [tenantId, releaseId, kind, key, ids[index], versionId],
      )
    }
    await client.query('update app.tenants set release_id = $2 where id = $1', [tenantId, releaseId])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return ids
}

/** A person of the workspace with a role, without invitation. */
export async function placePerson(
  server: TestServer,
  tenantId: string,
  role: string,
): Promise<Person & { api: Api }> {
  const person = await signUp(server)
  // The first call makes the person known to the workspace database.
  await api(person).get('/api/tenants')
  await server.sql('insert into app.users (id, email) values ($1, $2) on conflict do nothing', [
    person.userId,
    person.email,
  ])
  await server.sql('insert into app.memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
    tenantId,
    person.userId,
    role,
  ])
  return { ...person, api: api(person, tenantId) }
}
