import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnType } from '#kernel/models/field-info.ts'
import { systemModels } from '#kernel/models/system-models.ts'
import { api, makeWorkspace, signUp } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'
import { tablesOutsideTenants } from '../support/tables-outside-tenants.ts'

let server: TestServer
let requests: pg.Pool
const outside = Object.keys(tablesOutsideTenants)
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

beforeAll(async () => {
  server = await startTestServer()
  requests = server.services.database.requests
})
afterAll(() => server.stop())

// How the database names a kind of column. Whole numbers are asked about as exact decimals, however long they are.
const sqlTypes: Record<ColumnType, readonly string[]> = {
  text: ['text'],
  uuid: ['uuid'],
  integer: ['integer', 'bigint'],
  boolean: ['boolean'],
  timestamptz: ['timestamp with time zone'],
  jsonb: ['jsonb'],
}

describe('[P-08] rules of the database, read from its catalogue', () => {
  it('every table begins its primary key, its indexes and its foreign keys with tenant_id', async () => {
    const tables = await server.sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
    expect(tables.length).toBeGreaterThan(15)
    expect(names(tables)).toEqual(expect.arrayContaining(outside))
    const inside = names(tables).filter((name) => !outside.includes(name))
    const indexes = await server.sql<{ name: string; index: string; first: string | null; is_key: boolean }>(
      `select t.relname as name, i.relname as index, a.attname as first, x.indisprimary as is_key
       from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
       where t.relname = any($1) and t.relnamespace = 'app'::regnamespace`,
      [inside],
    )
    expect(indexes.filter(({ first }) => first !== 'tenant_id')).toEqual([])
    expect(new Set(indexes.filter(({ is_key }) => is_key).map(({ name }) => name)).size).toBe(inside.length)
    const references = await server.sql<{
      name: string
      first: string
      target: string
      target_first: string
    }>(
      `select c.conrelid::regclass::text as name, a.attname as first, c.confrelid::regclass::text as target, f.attname as target_first
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
       where c.contype = 'f' and c.conrelid::regclass::text = any($1)`,
      [inside.map((name) => `app.${name}`)],
    )
    expect(references.length).toBeGreaterThan(10)
    for (const { name, first, target, target_first } of references) {
      expect(first, name).toBe('tenant_id')
      expect(target_first, name).toBe(target === 'app.tenants' ? 'id' : 'tenant_id')
    }
  })

  it('row-level security is forced on every tenant table, with a policy that takes tenant from the transaction', async () => {
    const open = await server.sql<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
         and not (c.relrowsecurity and c.relforcerowsecurity and exists (
           select from pg_policy p where p.polrelid = c.oid
             and pg_get_expr(p.polqual, p.polrelid) like '%app.tenant%' and pg_get_expr(p.polwithcheck, p.polrelid) like '%app.tenant%'))`,
      [outside],
    )
    expect(names(open)).toEqual([])
    const views = await server.sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'v'
         and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`,
    )
    expect(names(views)).toEqual([])
  })

  it('the login of requests owns nothing, is no superuser, cannot go round the policies, and may not read who is where', async () => {
    const { rows } = await requests.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }])
    const owned = await requests.query(`select from pg_class where relowner = current_user::regrole`)
    expect(owned.rowCount).toBe(0)
    for (const table of ['tenants', 'memberships', 'users', 'token_directory'])
      await expect(requests.query(`select from app.${table}`), table).rejects.toThrow('permission denied')
    for (const table of ['app_private.mailbox', 'app_private.request_login', 'auth.users'])
      await expect(requests.query(`select from ${table}`), table).rejects.toThrow('permission denied')
  })

  it('functions that run as the owner pin their search path and are closed to everybody else', async () => {
    const functions = await server.sql<{ name: string }>(
      `select proname as name from pg_proc where pronamespace in ('app'::regnamespace, 'app_private'::regnamespace)
         and prosecdef and not (coalesce(proconfig::text, '') like '%search_path=%')`,
    )
    expect(names(functions)).toEqual([])
    const open = await server.sql<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'app'::regnamespace and has_function_privilege('public', oid, 'execute')`,
    )
    expect(names(open)).toEqual([])
  })

  it('[TI-02] without a workspace there is nothing, and another workspace’s rows are refused', async () => {
    const ann = await signUp(server)
    const mine = await makeWorkspace(ann, 'Mine')
    const other = await makeWorkspace(ann, 'Other')
    await api(ann, mine.id).post('/api/models', { key: 'crane', label: 'Cranes' })
    const tables = ['definitions', 'releases', 'events', 'objects', 'drafts', 'invites']
    for (const table of tables)
      expect((await requests.query(`select from app.${table}`)).rowCount, table).toBe(0)
    const client = await requests.connect()
    try {
      await client.query(`begin; select set_config('app.tenant', '${other.id}', true)`)
      expect((await client.query('select from app.definitions')).rowCount).toBe(0)
      await expect(
        client.query(
          `insert into app.definitions (tenant_id, id, kind, created_by) values ($1, $2, 'model', $2)`,
          [mine.id, ann.userId],
        ),
      ).rejects.toThrow('row-level security')
      await client.query('rollback')
      // After the transaction nothing of it is left on the connection (an empty setting, not an error).
      expect((await client.query('select from app.definitions')).rowCount).toBe(0)
    } finally {
      client.release()
    }
  })

  it('the door of a workspace says nothing of it once it is suspended, nor does that of the version before, still open', async () => {
    const ben = await signUp(server)
    const place = await makeWorkspace(ben, 'Suspended')
    const { session_id: session } = decodeJwt(ben.token)
    const through = async () => {
      const before = await requests.query('select * from app.enter($1, $2, $3, null, $4)', [
        ben.userId,
        session,
        place.id,
        'read',
      ])
      const now = await requests.query(
        `call app.enter($1, $2, 'aal1', '', $3, null, 'read', null, null, null, null, null, null, null, null, null)`,
        [ben.userId, session, place.id],
      )
      return [before.rows[0], now.rows[0]]
    }
    for (const entered of await through())
      expect(entered).toMatchObject({ outcome: 'ok', tenant_id: place.id, role: 'owner' })
    await server.sql('update app.tenants set suspended_at = now() where id = $1', [place.id])
    for (const { outcome, ...said } of await through()) {
      expect(outcome).toBe('suspended')
      expect(Object.values(said).filter((value) => value !== null)).toEqual([])
    }
  })

  it('[AT-02] history, versions and releases cannot be changed, by the owner of the database neither', async () => {
    for (const table of ['events', 'definition_versions', 'releases', 'release_entries', 'activations']) {
      await expect(server.sql(`update app.${table} set tenant_id = tenant_id`), table).rejects.toThrow(
        'append-only',
      )
      await expect(server.sql(`truncate app.${table} cascade`), table).rejects.toThrow('append-only')
      await expect(requests.query(`update app.${table} set tenant_id = tenant_id`), table).rejects.toThrow(
        'denied',
      )
      await expect(requests.query(`delete from app.${table}`), table).rejects.toThrow('denied')
    }
    await expect(server.sql('delete from app.events')).rejects.toThrow('append-only')
  })

  it('every system model has its view with exactly the columns the kernel asks for', async () => {
    for (const { view, fields } of systemModels) {
      const { rows } = await requests.query<{ name: string; type: string }>(
        `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
         where a.attrelid = ('app.' || $1)::regclass and a.attnum > 0`,
        [view],
      )
      const types = new Map(rows.map(({ name, type }) => [name, type]))
      expect(types.get('tenant_id'), view).toBe('uuid')
      for (const { sql } of fields) {
        if (sql.in !== 'column') throw new Error(`${view} keeps a field in attributes`)
        expect(sqlTypes[sql.type], `${view}.${sql.column}`).toContain(types.get(sql.column))
      }
    }
  })
})
