import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteHeads, readHeads } from '#server/audit/audit-heads.ts'
import {
  addPerson,
  api,
  makeWorkspace,
  signUp,
  type Api,
  type Person,
  type TestTenant,
} from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Prüfbau'))
})
afterAll(() => server.stop())

const fields = 'fields=number,kind,subject,actor,actor_id,address,before,after,request_id,via,hash'
interface AuditRow {
  number: number
  kind: string
  subject: string
  hash: string
  address: string | null
  before: { access: Record<string, { manage: string[] }> } | null
  after: { access: Record<string, { manage: string[] }> } | null
}
async function entries(call: Api): Promise<AuditRow[]> {
  const { body } = await call.get(`/api/records/sys_audit?sort=number&size=500&${fields}`)
  return body.rows
}
const kinds = async (call: Api): Promise<string[]> =>
  (await entries(call)).map(({ kind, subject }) => `${kind} ${subject}`)

/** Somebody who owns the tables and turns off what guards them. */
async function tamper(text: string, values: unknown[] = []): Promise<void> {
  await server.sql('alter table app.audit disable trigger user')
  await server.sql(text, values)
  await server.sql('alter table app.audit enable trigger user')
}

describe('the audit log', () => {
  it('[AT-02] tells who did what, from where, before and after, in the transaction of the change', async () => {
    const bea = await addPerson(ann, tenant, 'member')
    await owner.put(`/api/members/${bea.userId}`, { role: 'admin' })
    const role = await owner.post('/api/roles', { key: 'planner', label: 'Planner', manage: [] })
    await owner.put(`/api/roles/${role.body.id}`, { manage: ['layouts'] })
    await owner.put(`/api/tenants/${tenant.id}`, { name: 'Prüfbau AG' })
    const token = await owner.post('/api/records/sys_api_token', { name: 'Till', valid_days: '7' })
    await owner.post('/api/preview', { role: 'member' })
    const log = await entries(owner)
    const found = (kind: string, subject: string) =>
      log.findLast((one) => one.kind === kind && one.subject === subject)
    expect(found('updated', 'member')).toMatchObject({
      before: { role: 'member' },
      after: { role: 'admin' },
      address: '127.0.0.1',
    })
    expect(found('joined', 'member')?.address).toBe('127.0.0.1')
    expect(found('updated', 'tenant')).toMatchObject({
      before: { name: 'Prüfbau' },
      after: { name: 'Prüfbau AG' },
    })
    const released = found('released', 'release')
    expect(released?.before?.access['role planner']?.manage).toEqual([])
    expect(released?.after?.access['role planner']?.manage).toEqual(['layouts'])
    expect(await kinds(owner)).toEqual(
      expect.arrayContaining([
        'created tenant',
        'invited invite',
        'created api_token',
        'preview_started member',
      ]),
    )
    expect(JSON.stringify(log)).not.toContain(token.body.token ?? 'no token')
    expect(log.map(({ number }) => number)).toEqual(log.map((_, index) => index + 1))
  })

  it('leaves no line for a refused change, and none for records', async () => {
    const before = await kinds(owner)
    await owner.put(`/api/members/${ann.userId}`, { role: 'member' })
    await owner.post('/api/models', { key: 'wall', label: 'Wall' })
    const { length } = await kinds(owner)
    const made = await owner.post('/api/records/wall', {})
    expect(made.status).toBe(201)
    expect(length).toBe(before.length + 1)
    expect(await kinds(owner)).toHaveLength(length)
    await owner.delete(`/api/records/wall/${made.body.id}`)
    await owner.post('/api/bin/purge', { model: 'wall', ids: [made.body.id] })
    expect((await kinds(owner)).at(-1)).toBe('purged record')
  })

  it('[SD-01] tells the foreign workspace that somebody was not let in, once, and nobody else', async () => {
    const eve = await signUp(server)
    const own = await makeWorkspace(eve, 'Eve')
    for (let round = 0; round < 3; round += 1)
      expect((await api(eve, tenant.id).get('/api/objects')).status).toBe(404)
    expect((await api(eve, randomUUID()).get('/api/objects')).status).toBe(404)
    const denied = (await entries(owner)).filter(({ kind }) => kind === 'tenant_denied')
    expect(denied).toHaveLength(1)
    expect(denied[0]).toMatchObject({ actor_id: eve.userId, actor: null, address: '127.0.0.1' })
    expect(await kinds(api(eve, own.id))).not.toContain('tenant_denied tenant')
  })

  it('tells exports, made at once and in the background', async () => {
    expect((await owner.get('/api/records/wall/export?format=csv')).status).toBe(200)
    expect((await owner.post('/api/exports', { model: 'wall', format: 'json' })).status).toBe(202)
    expect(
      (await owner.get('/api/records/wall/export?format=csv&query=%7B%22where%22%3A1%7D')).status,
    ).not.toBe(200)
    const exported = (await entries(owner)).filter(({ kind }) => kind === 'exported')
    expect(exported.map(({ after }) => after)).toEqual([
      expect.objectContaining({ model: 'wall', format: 'csv' }),
      expect.objectContaining({ model: 'wall', format: 'json' }),
    ])
  })

  it('is for who manages the workspace; [MA-05] nobody writes it', async () => {
    const member = api(await addPerson(ann, tenant, 'member'), tenant.id)
    expect((await member.get('/api/records/sys_audit')).status).toBe(404)
    expect((await member.get('/api/audit/verification')).status).toBe(403)
    for (const [method, path] of [
      ['post', '/api/records/sys_audit'],
      ['patch', `/api/records/sys_audit/${randomUUID()}`],
    ] as const)
      expect((await owner[method](path, { kind: 'x' })).status).toBeGreaterThanOrEqual(400)
    const csv = await owner.get('/api/records/sys_audit/export?format=csv')
    expect(csv.body).toContain('Prüfbau AG')
  })

  it('keeps one chain when many write at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        owner.post('/api/invites', { email: `p${index}@example.test`, role: 'member' }),
      ),
    )
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    const verdict = (await owner.get('/api/audit/verification')).body
    expect(verdict.broken).toBeNull()
    expect(verdict.head).toEqual({ number: verdict.entries, hash: (await entries(owner)).at(-1)?.hash })
  })
})

describe('[AT-02] tampering', () => {
  const verdict = async () => (await owner.get('/api/audit/verification')).body.broken

  it('is refused as long as the guards stand, to the owner of the tables too', async () => {
    for (const attempt of [
      `update app.audit set kind = 'nothing'`,
      'delete from app.audit',
      'truncate app.audit',
    ])
      await expect(server.sql(attempt), attempt).rejects.toThrow(/append-only/)
    await server.services.database.requests.query('delete from app.audit').then(
      () => expect.unreachable(),
      (error: Error) => expect(error.message).toContain('permission denied'),
    )
  })

  it('names a changed, moved, removed and cut entry; the command does too', async () => {
    const where = 'where tenant_id = $1 and number = $2'
    const cases = [
      {
        wrong: `update app.audit set after = '{"role":"owner"}' ${where}`,
        values: [tenant.id, 3],
        tells: { number: 3, reason: 'changed' },
      },
      {
        wrong: `with a as (select * from app.audit where tenant_id = $1 and number = 5)
          update app.audit b set previous = a.hash, hash = sha256(a.hash || app_private.audit_form(array[b.tenant_id::text,
            b.number::text, b.id::text, to_char(b.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), b.actor_id::text,
            b.actor, b.via, b.address, b.kind, b.subject, b.subject_id::text, b.model_id::text, b.before::text, b.after::text,
            b.request_id])) from a where b.tenant_id = $1 and b.number = $2`,
        values: [tenant.id, 7],
        tells: { number: 7, reason: 'moved' },
      },
      {
        wrong: `delete from app.audit ${where}`,
        values: [tenant.id, 4],
        tells: { number: 4, reason: 'missing' },
      },
      {
        wrong: 'delete from app.audit where tenant_id = $1 and number > $2',
        values: [tenant.id, 9],
        tells: { number: 10, reason: 'cut' },
      },
    ]
    for (const { wrong, values, tells } of cases) {
      await server.sql('drop table if exists public.kept')
      await server.sql('create table public.kept as table app.audit')
      await tamper(wrong, values)
      expect(await verdict(), wrong).toMatchObject(tells)
      if (tells.reason === 'changed')
        expect(await runCommand()).toMatch(/Prüfbau AG .*: BROKEN, entry 3 of .* was changed/)
      await tamper('delete from app.audit where tenant_id = $1', [tenant.id])
      await tamper('insert into app.audit select * from public.kept where tenant_id = $1', [tenant.id])
      expect(await verdict()).toBeNull()
    }
    expect(await runCommand()).toMatch(/Prüfbau AG .*: whole/)
  })

  // The hash of an entry as the database makes it, on top of `previous`.
  const hashOn = (previous: string) => `sha256(${previous} || app_private.audit_form(array[a.tenant_id::text,
    a.number::text, a.id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.actor_id::text,
    a.actor, a.via, a.address, a.kind, a.subject, a.subject_id::text, a.model_id::text, a.before::text, a.after::text,
    a.request_id]))`
  /** Writes the chain anew from an entry on, as who knows how it is made: every hash fits again. */
  const chainAnew = async (from: number): Promise<void> =>
    tamper(`do $$
      declare a app.audit; last bytea := (select hash from app.audit where tenant_id = '${tenant.id}' and number = ${from} - 1);
      begin
        for a in select * from app.audit where tenant_id = '${tenant.id}' and number >= ${from} order by number loop
          update app.audit set previous = last, hash = ${hashOn('last')} where tenant_id = a.tenant_id and number = a.number
            returning hash into last;
        end loop;
      end $$`)
  const moveHead = (): Promise<unknown> =>
    server.sql(
      `update app_private.audit_heads h set number = a.number, hash = a.hash from app.audit a
       where h.tenant_id = $1 and a.tenant_id = $1 and a.number = (select max(number) from app.audit where tenant_id = $1)`,
      [tenant.id],
    )
  /** Does something wrong, hears what is said of it, and puts everything back. */
  const after = async (wrong: () => Promise<unknown>) => {
    await server.sql('drop table if exists public.kept, public.kept_heads')
    await server.sql('create table public.kept as table app.audit')
    await server.sql('create table public.kept_heads as table app_private.audit_heads')
    await wrong()
    const said = await verdict()
    const told = await runCommand()
    await tamper('delete from app.audit where tenant_id = $1', [tenant.id])
    await tamper('insert into app.audit select * from public.kept where tenant_id = $1', [tenant.id])
    await server.sql('delete from app_private.audit_heads where tenant_id = $1', [tenant.id])
    await server.sql(
      'insert into app_private.audit_heads select * from public.kept_heads where tenant_id = $1',
      [tenant.id],
    )
    expect(await verdict()).toBeNull()
    return { said, told }
  }

  it('names what was written anew with hashes that fit: two entries exchanged, one changed, others spliced in or added', async () => {
    const eve = await signUp(server)
    const foreign = await makeWorkspace(eve, 'Fremdbau')
    for (const name of ['a', 'b', 'c'])
      await api(eve, foreign.id).post('/api/invites', { email: `${name}@example.test`, role: 'member' })
    const last = (await entries(owner)).at(-1)?.number ?? 0
    const [row] = await server.sql<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = 'app.audit'::regclass and attnum > 0 and not attisdropped
         and attname not in ('tenant_id', 'number', 'id', 'previous', 'hash')`,
    )
    const columns = row?.columns ?? ''
    const exchange = `update app.audit x set (${columns}) = (select ${columns.replaceAll(/(^|, )/g, '$1y.')} from public.kept y
      where y.tenant_id = x.tenant_id and y.number = 9 - x.number) where x.tenant_id = $1 and x.number in (4, 5)`
    const unnoted = [
      // Two entries in each other's place, as they are.
      [() => tamper(exchange, [tenant.id]), { number: 4, reason: 'changed' }],
      // The same, with every hash from there on made anew: only the head of before tells of it.
      [() => tamper(exchange, [tenant.id]).then(() => chainAnew(4)), { number: last, reason: 'moved' }],
      [
        () =>
          tamper(`update app.audit set actor = 'Somebody else' where tenant_id = $1 and number = 3`, [
            tenant.id,
          ]).then(() => chainAnew(3)),
        { number: last, reason: 'moved' },
      ],
      // The chain of another workspace, from its first entry on, in the place of ours.
      [
        () =>
          tamper('delete from app.audit where tenant_id = $1', [tenant.id])
            .then(() =>
              tamper(
                `insert into app.audit (tenant_id, number, id, ${columns}, previous, hash)
                 select $1, number, gen_random_uuid(), ${columns}, previous, hash from public.kept where tenant_id = $2`,
                [tenant.id, foreign.id],
              ),
            )
            .then(moveHead),
        { number: 1, reason: 'changed' },
      ],
      // An entry that nobody wrote, behind the last one, its hash in order.
      [
        () =>
          tamper(
            `insert into app.audit select (a).* from (
               select jsonb_populate_record(a, jsonb_build_object('number', a.number + 1, 'id', gen_random_uuid(), 'previous', a.hash)) as a
               from app.audit a where a.tenant_id = $1 and a.number = $2) one`,
            [tenant.id, last],
          ).then(() =>
            tamper(
              `update app.audit a set hash = ${hashOn('a.previous')} where a.tenant_id = $1 and a.number = $2`,
              [tenant.id, last + 1],
            ),
          ),
        { number: last + 1, reason: 'moved' },
      ],
      // The end cut off, or all of it, and what would tell of it taken away with it.
      [
        () =>
          tamper('delete from app.audit where tenant_id = $1 and number > 4', [tenant.id]).then(() =>
            server.sql('delete from app_private.audit_heads where tenant_id = $1', [tenant.id]),
          ),
        { number: 5, reason: 'cut' },
      ],
      [
        () =>
          tamper('delete from app.audit where tenant_id = $1', [tenant.id]).then(() =>
            server.sql('delete from app_private.audit_heads where tenant_id = $1', [tenant.id]),
          ),
        { number: 1, reason: 'cut' },
      ],
    ] as const
    for (const [at, [wrong, tells]] of unnoted.entries()) {
      const { said, told } = await after(wrong)
      expect(said, String(at)).toMatchObject(tells)
      expect(told, String(at)).toMatch(new RegExp(`Prüfbau AG .*: BROKEN, entry ${tells.number} `))
    }
    // With the head in the database made to fit, too, what was noted beside the database tells of it.
    await noteHeads(server.services.database, server.dataDir).run()
    const { said } = await after(async () => {
      await tamper(`update app.audit set actor = 'Somebody else' where tenant_id = $1 and number = 3`, [
        tenant.id,
      ])
      await chainAnew(3)
      await moveHead()
    })
    expect(said).toMatchObject({ number: last, reason: 'moved' })
    expect(await runCommand()).toMatch(/Prüfbau AG .*: whole/)
  })

  it('names a cut end when the head in the database was changed with it, by what was noted beside it', async () => {
    await noteHeads(server.services.database, server.dataDir).run()
    const [head] = await readHeads(server.dataDir, tenant.id)
    await tamper('delete from app.audit where tenant_id = $1 and number > $2', [
      tenant.id,
      (head?.number ?? 0) - 2,
    ])
    await server.sql(
      `update app_private.audit_heads h set number = a.number, hash = a.hash from app.audit a
       where h.tenant_id = $1 and a.tenant_id = $1 and a.number = $2`,
      [tenant.id, (head?.number ?? 0) - 2],
    )
    expect(await verdict()).toMatchObject({ number: (head?.number ?? 0) - 1, reason: 'cut' })
    // Going on does not hide it: what comes next has other hashes than were noted.
    for (const name of ['x', 'y', 'z'])
      await owner.post('/api/invites', { email: `${name}@example.test`, role: 'member' })
    expect(await verdict()).toMatchObject({ number: head?.number, reason: 'moved' })
  })
})

async function runCommand(): Promise<string> {
  const run = promisify(execFile)(
    process.execPath,
    ['src/cli/formwork.mjs', 'audit', 'verify', '--database', server.databaseUrl, '--data', server.dataDir],
    { cwd: new URL('../..', import.meta.url).pathname },
  )
  return run.then(
    ({ stdout }) => stdout,
    (error: { stdout: string; code: number; stderr: string }) => {
      expect(error.code, error.stderr).toBe(2)
      return error.stdout
    },
  )
}
