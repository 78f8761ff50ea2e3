import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { addPerson, api, makeSupabase, makeWorkspace, signUp, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

interface Limited extends PromiseLike<{ error: unknown; count: number | null }> {
  eq(column: string, value: unknown): Limited
  neq(column: string, value: unknown): Limited
  maxAffected(rows: number): Limited
}
/** What the client's types know only of a newer service. */
interface Newer {
  update(values: object, options?: { count: 'exact' }): Limited
}

let server: TestServer
let ann: Person
let bob: Person
let mine: string
let theirs: string

beforeAll(async () => {
  server = await startTestServer()
  ann = await signUp(server)
  bob = await signUp(server)
  mine = (await makeWorkspace(ann, 'Anker Bau', { subdomain: 'anker' })).id
  theirs = (await makeWorkspace(bob, 'Bergmann')).id
})
afterAll(() => server.stop())

const rest = (person: Person | null, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}/rest/v1/${path}`, {
    ...init,
    headers: { ...(person && { authorization: `Bearer ${person.token}` }), ...init.headers },
  })

describe('[C-16] the database service, asked by the real client', () => {
  it('reads one’s own profile, workspaces and memberships, with embeds, and nobody else’s', async () => {
    const { data: profile, error } = await ann.supabase.from('profiles').select('id, email').single()
    expect([error, profile]).toEqual([null, { id: ann.userId, email: ann.email }])
    const { data } = await ann.supabase.from('memberships').select('role, place:tenants(id, name, subdomain)')
    expect(data).toEqual([{ role: 'owner', place: { id: mine, name: 'Anker Bau', subdomain: 'anker' } }])
    const many = await ann.supabase.from('tenants').select('name, memberships!inner(role)')
    expect(many.data).toEqual([{ name: 'Anker Bau', memberships: [{ role: 'owner' }] }])
    expect((await ann.supabase.from('tenants').select().eq('id', theirs)).data).toEqual([])
    expect((await ann.supabase.from('profiles').select().eq('id', bob.userId).maybeSingle()).data).toBeNull()
  })

  it('changes one’s own profile, and the next token says so', async () => {
    const change = { display_name: 'Ann Anker' }
    const own = await ann.supabase.from('profiles').update(change).eq('id', ann.userId).select('display_name')
    expect([own.error, own.data]).toEqual([null, [change]])
    expect((await ann.supabase.auth.getUser()).data.user?.user_metadata).toMatchObject(change)
    const other = await ann.supabase.from('profiles').update(change).eq('id', bob.userId).select()
    expect(other.data).toEqual([])
    const far = { avatar_url: 'http://evil.example.test/pixel.png' }
    expect((await ann.supabase.from('profiles').update(far).eq('id', ann.userId)).error).toMatchObject({
      code: '23514',
    })
    expect(
      (await ann.supabase.from('profiles').update({ email: 'x@example.test' }).eq('id', ann.userId)).status,
    ).toBe(403)
  })

  it('keeps settings: insert, upsert, filters, order, range, count, delete', async () => {
    const settings = () => ann.supabase.from('settings')
    const rows = ['a', 'b', 'c', 'd, e'].map((key, value) => ({ key, value: { value } }))
    expect((await settings().insert(rows)).status).toBe(201)
    expect((await settings().insert({ key: 'a', value: 1 })).error).toMatchObject({ code: '23505' })
    const put = await settings().upsert({ key: 'a', value: 'new' }).select('key, value').single()
    expect(put.data).toEqual({ key: 'a', value: 'new' })
    expect(
      (await settings().upsert({ key: 'a', value: 1 }, { ignoreDuplicates: true, onConflict: 'user_id,key' }))
        .error,
    ).toBeNull()
    const page = await settings()
      .select('key', { count: 'exact' })
      .order('key', { ascending: false })
      .range(1, 2)
    expect([page.count, page.data, page.status]).toEqual([4, [{ key: 'c' }, { key: 'b' }], 206])
    const { count, data } = await settings()
      .select('*', { count: 'exact', head: true })
      .in('key', ['b', 'd, e'])
    expect([count, data]).toEqual([2, null])
    const keys = async (
      filter: (query: ReturnType<typeof all>) => PromiseLike<{ data: { key: string }[] | null }>,
    ) => (await filter(all())).data?.map(({ key }) => key)
    const all = () => settings().select('key').order('key')
    expect(await keys((query) => query.gt('key', 'a').neq('key', 'c'))).toEqual(['b', 'd, e'])
    expect(await keys((query) => query.in('key', ['c"d', 'd, e', 'b']))).toEqual(['b', 'd, e'])
    expect(await keys((query) => query.like('key', 'd%'))).toEqual(['d, e'])
    expect(await keys((query) => query.or('key.eq.a,and(key.gte.c,key.lt.d)'))).toEqual(['a', 'c'])
    expect(await keys((query) => query.not('key', 'in', '(a,b)'))).toEqual(['c', 'd, e'])
    expect(await keys((query) => query.is('value', null))).toEqual([])
    expect(await keys((query) => query.in('key', ['5."', 'b']))).toEqual(['b'])
    expect(await keys((query) => query.or('value.cs.["x,y"],key.eq.b'))).toEqual(['b'])
    expect(await keys((query) => query.or('key.like(any).{"d, e",c},key.eq.b'))).toEqual(['b', 'c', 'd, e'])
    expect(await keys((query) => query.likeAnyOf('key', ['a%', 'd%']))).toEqual(['a', 'd, e'])
    expect(await keys((query) => query.ilikeAllOf('key', ['D%', '%E']))).toEqual(['d, e'])
    expect(await keys((query) => query.likeAllOf('key', ['d%', '%x']))).toEqual([])
    expect(await keys((query) => query.ilikeAnyOf('key', ['B', 'C']))).toEqual(['b', 'c'])
    expect(await keys((query) => query.ilike('key', 'D%'))).toEqual(['d, e'])
    expect(await keys((query) => query.regexMatch('key', '^[bc]$'))).toEqual(['b', 'c'])
    expect(await keys((query) => query.regexIMatch('key', '^D'))).toEqual(['d, e'])
    expect(await keys((query) => query.gte('key', 'b').lt('key', 'd').lte('key', 'b'))).toEqual(['b'])
    expect(await keys((query) => query.notIn('key', ['a', 'd, e']))).toEqual(['b', 'c'])
    expect(await keys((query) => query.containedBy('value', { value: 1, more: 2 }))).toEqual(['b'])
    expect((await all().eq('key', 'a').stripNulls()).data).toEqual([{ key: 'a' }])
    expect(await keys((query) => query.contains('value', { value: 2 }))).toEqual(['c'])
    expect(await keys((query) => query.isDistinct('key', 'a').limit(1))).toEqual(['b'])
    // More than one meant to: nothing is changed. And a count where one is asked for.
    const newer = () => settings() as unknown as Newer
    const many = await newer().update({ value: 0 }).neq('key', 'a').maxAffected(2)
    expect(many.error).toMatchObject({ code: 'PGRST124', details: 'The query affects 3 rows' })
    const { count: changed } = await newer()
      .update({ value: { value: 2 } }, { count: 'exact' })
      .eq('key', 'c')
      .maxAffected(1)
    expect(changed).toBe(1)
    expect(await keys((query) => query.contains('value', { value: 3 }))).toEqual(['d, e'])
    expect((await settings().select().eq('key', 'none').single()).error).toMatchObject({ code: 'PGRST116' })
    // Somebody else's are not there, and cannot be made.
    expect((await bob.supabase.from('settings').select()).data).toEqual([])
    expect((await bob.supabase.from('settings').delete().eq('key', 'a').select()).data).toEqual([])
    const forged = { user_id: ann.userId, key: 'forged', value: 1 }
    expect((await bob.supabase.from('settings').insert(forged)).error).toMatchObject({ code: '42501' })
    expect((await settings().delete().eq('key', 'a').select('key')).data).toEqual([{ key: 'a' }])
    expect((await settings().select('key', { count: 'exact', head: true })).count).toBe(3)
  })

  it('calls functions: one value, one that changes, and none that is not offered', async () => {
    expect((await ann.supabase.rpc('my_role', { tenant_id: mine })).data).toBe('owner')
    expect((await ann.supabase.rpc('my_role', { tenant_id: theirs })).data).toBeNull()
    expect((await ann.supabase.rpc('my_role', { tenant_id: mine }, { get: true })).data).toBe('owner')
    expect((await ann.supabase.rpc('forget_settings', { prefix: 'b' })).data).toBe(1)
    expect((await rest(ann, 'rpc/forget_settings')).status).toBe(405)
    for (const name of ['set_release', 'enter', 'pg_sleep', 'my_role'])
      expect((await ann.supabase.rpc(name, { p: 1 })).error, name).toMatchObject({ code: 'PGRST202' })
  })
})

describe('what the database service does not do', () => {
  it('[MA-05] [TI-02] nothing of the product can be named, read or written', async () => {
    await addPerson(ann, { id: mine, name: '', subdomain: null, role: '' }, 'member')
    for (const name of [
      'objects',
      'users',
      'events',
      'audit',
      'invites',
      'pg_class',
      'app.objects',
      'sys_member',
    ]) {
      expect((await ann.supabase.from(name).select()).error, name).toMatchObject({ code: 'PGRST205' })
      expect((await ann.supabase.from(name).insert({ id: 1 })).error, name).toMatchObject({
        code: 'PGRST205',
      })
    }
    expect((await ann.supabase.schema('app').from('objects').select()).error).toMatchObject({
      code: 'PGRST106',
    })
    expect((await ann.supabase.schema('auth').from('users').select()).error).toMatchObject({
      code: 'PGRST106',
    })
    const raised = { tenant_id: mine, user_id: bob.userId, role: 'owner' }
    expect((await bob.supabase.from('memberships').insert(raised)).error).toMatchObject({ code: '42501' })
    const lifted = await ann.supabase.from('memberships').update({ role: 'owner' }).eq('tenant_id', mine)
    expect(lifted.error).toMatchObject({ code: '42501' })
    expect((await ann.supabase.from('tenants').delete().eq('id', mine)).error).toMatchObject({
      code: '42501',
    })
    expect((await api(bob, mine).get('/api/objects')).status).toBe(404)
    // The role that asks can read and write nothing but what is offered, whatever a statement says.
    const rows = await server.sql(
      `select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'v', 'p', 'm') and n.nspname not in ('exposed', 'pg_catalog', 'information_schema')
         and has_schema_privilege('authenticated', n.oid, 'usage')
         and has_any_column_privilege('authenticated', c.oid, 'select, insert, update')`,
    )
    expect(rows).toEqual([])
  })

  it('says clearly what it does not understand', async () => {
    for (const [path, status, code] of [
      ['settings?key=fts.word', 400, 'PGRST100'],
      ['settings?key=cs.{a}', 400, 'PGRST100'],
      ['settings?key=match.(', 400, '2201B'],
      ['settings?key=like(any).a', 400, 'PGRST100'],
      ['settings?key=like(some).{a}', 400, 'PGRST100'],
      ['settings?value->a=eq.1', 400, '42703'],
      ['settings?select=none', 400, '42703'],
      ['settings?select=key,key', 400, 'PGRST100'],
      ['settings?select=tenants(id)', 400, 'PGRST200'],
      ['memberships?select=tenants(memberships(role))', 400, 'PGRST100'],
      ['settings?order=key.sideways', 400, 'PGRST100'],
      ['settings?limit=many', 400, 'PGRST100'],
      ['settings?or=(key.eq.a', 400, 'PGRST100'],
      ['profiles?id=eq.nobody', 400, '22P02'],
      ["settings?key=eq.a'%20or%20'1'='1", 200, undefined],
      ['settings/1', 404, 'PGRST125'],
    ] as const) {
      const answer = await rest(ann, path)
      const body = (await answer.json()) as { code?: string }
      expect([answer.status, body.code], path).toEqual([status, code])
    }
    const json = { 'content-type': 'application/json' }
    const whole = { method: 'DELETE', headers: json }
    expect(await (await rest(ann, 'settings', whole)).json()).toMatchObject({ code: '21000' })
    expect((await rest(ann, 'settings', { method: 'PUT', headers: json, body: '{}' })).status).toBe(405)
    expect((await rest(ann, 'settings', { method: 'POST', headers: json, body: '{' })).status).toBe(400)
    expect((await rest(ann, 'settings', { headers: { accept: 'text/csv' } })).status).toBe(406)
  })

  it('refuses what is nested too deeply, as the account does', async () => {
    let deep: unknown[] = []
    for (let level = 0; level < 200; level += 1) deep = [deep]
    const json = { 'content-type': 'application/json' }
    for (const path of ['settings', 'rpc/forget_settings']) {
      const body = `{"key":"deep","value":${'['.repeat(5000)}${']'.repeat(5000)}}`
      const answer = await rest(ann, path, { method: 'POST', body, headers: json })
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 400, { code: 'PGRST102' }])
    }
    const { error } = await ann.supabase.auth.updateUser({ data: { deep } })
    expect(error).toMatchObject({ status: 400, code: 'bad_json' })
  })

  it('[AU-08] nobody, the public key and a session that ended get nothing', async () => {
    expect((await rest(null, 'profiles')).status).toBe(401)
    const stranger = await makeSupabase(server)
    expect((await stranger.from('profiles').select()).error).toMatchObject({ code: '42501' })
    const gone = await signUp(server)
    expect((await rest(gone, 'profiles')).status).toBe(200)
    await gone.supabase.auth.signOut({ scope: 'local' })
    expect((await rest(gone, 'profiles')).status).toBe(401)
  })
})

describe('[C-16] functions of the hosted client', () => {
  let client: SupabaseClient

  beforeAll(async () => {
    await api(ann, mine).post('/api/standard-models', { keys: ['cost_group_maps'] })
    const meta = (await (await fetch(`${server.url}/api/_meta`)).json()) as {
      supabase: { url: string; anonKey: string }
    }
    client = createClient(meta.supabase.url, meta.supabase.anonKey, {
      global: { headers: { 'x-tenant-id': mine } },
      accessToken: async () => ann.token,
      realtime: { transport: WebSocket as never },
    })
  })

  it('are the declared commands: run with the rights of the caller, answered with the result alone', async () => {
    const added = await client.functions.invoke('cost-groups.add-set', { body: { set: 'din-276' } })
    const known = await api(ann, mine).get('/api/commands')
    const names = known.body.rows.map(({ name }: { name: string }) => name)
    expect(names).toContain('cost-groups.add-set')
    expect(added.error).toBeNull()
    expect(added.data).toMatchObject({ id: expect.any(String), present: 0 })
  })

  it('refuse in the client’s shape', async () => {
    const refused = async (name: string, body?: Record<string, unknown>, as = client) => {
      const { error } = await as.functions.invoke(name, body ? { body } : {})
      const answer = (error as { context: Response }).context
      return [answer.status, ((await answer.json()) as { code: string }).code]
    }
    expect(await refused('never.was')).toEqual([404, 'NOT_FOUND'])
    expect(await refused('Wrong')).toEqual([404, 'NOT_FOUND'])
    expect(await refused('cost-groups.add-set', { set: 'nothing' })).toEqual([422, 'invalid'])
    expect(await refused('cost-groups.add-set')).toEqual([422, 'invalid'])
    expect(await refused('cost-groups.add-set', { set: 'din-276' }, await makeSupabase(server))).toEqual([
      401,
      'unauthorized',
    ])
    const foreign = await bob.supabase.functions.invoke('cost-groups.add-set', {
      body: { set: 'din-276' },
      headers: { 'x-tenant-id': mine },
    })
    expect((foreign.error as { context: Response }).context.status).toBe(404)
    expect((await client.functions.invoke('cost-groups.add-set', { method: 'GET' })).error).not.toBeNull()
  })
})
