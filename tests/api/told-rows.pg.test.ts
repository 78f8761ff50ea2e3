import { createClient, type RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { addPerson, api, makeSupabase, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

// Changes of what the database service exposes, told over realtime to who may see the row.
let server: TestServer
let ann: Person
let bob: Person
let tenant: TestTenant
let owner: Api

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>
interface Watch {
  got: Change[]
  system: { status: string; message: string }[]
}
interface Wish {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  schema?: string
  table?: string
  filter?: string
}

async function watch(person: Person, wishes: Wish[]): Promise<Watch> {
  await person.supabase.realtime.setAuth(person.token)
  const channel = person.supabase.channel(`user:${person.userId}`, { config: { private: true } })
  const seen: Watch = { got: [], system: [] }
  for (const wish of wishes)
    // The client has an overload for each event; which it is does not matter here.
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'exposed', ...wish } as { event: '*'; schema: string },
      (change) => seen.got.push(change),
    )
  channel.on('system', {}, (message) => seen.system.push(message))
  expect(await new Promise((done) => channel.subscribe(done))).toBe('SUBSCRIBED')
  await expect.poll(() => seen.system.length).toBeGreaterThan(0)
  return seen
}

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Anker Bau'))
  bob = await addPerson(ann, tenant, 'member')
})
afterAll(async () => {
  for (const { supabase } of [ann, bob]) await supabase.realtime.disconnect()
  await server.stop()
})

describe('[C-16] [RT-02] changes of what the database service exposes', () => {
  it('come with the row as its person sees it, to nobody else, through any process', async () => {
    const second = await startTestServer({ DATABASE_URL: server.databaseUrl })
    try {
      const mine = await watch(ann, [{ table: 'settings' }])
      expect(mine.system).toMatchObject([{ status: 'ok', message: 'Subscribed to PostgreSQL' }])
      const theirs = await watch({ ...bob, supabase: await makeSupabase(server) }, [{}])
      const settings = () => ann.supabase.from('settings')
      const told = (count: number) => expect.poll(() => mine.got.length).toBe(count)
      await settings().insert({ key: 'view', value: { wide: true } })
      await settings().upsert({ key: 'view', value: 'narrow' })
      // The same value again is no change.
      await settings().upsert({ key: 'view', value: 'narrow' })
      await settings().delete().eq('key', 'view')
      const elsewhere = await makeSupabase(second)
      const entered = await elsewhere.auth.signInWithPassword({ email: ann.email, password: ann.password })
      expect(entered.error).toBeNull()
      expect((await elsewhere.from('settings').insert({ key: 'other', value: 1 })).error).toBeNull()
      await told(4)
      const key = { user_id: ann.userId, key: 'view' }
      expect(mine.got).toMatchObject([
        { schema: 'exposed', table: 'settings', eventType: 'INSERT', new: { ...key, value: { wide: true } } },
        { eventType: 'UPDATE', new: { ...key, value: 'narrow' }, old: key },
        { eventType: 'DELETE', new: {}, old: key },
        { eventType: 'INSERT', new: { user_id: ann.userId, key: 'other', value: 1 } },
      ])
      expect(Object.keys(mine.got[2]?.old ?? {}).toSorted()).toEqual(['key', 'user_id'])
      expect(theirs.got).toEqual([])
    } finally {
      await second.stop()
    }
  })

  it('are told one by one and in their order, however fast they come: in one transaction, or gone before they are told', async () => {
    const person = { ...ann, supabase: await makeSupabase(server) }
    const seen = await watch(person, [{ table: 'settings', filter: 'key=eq.fast' }])
    const onlyEnds = await watch({ ...ann, supabase: await makeSupabase(server) }, [{ event: 'DELETE' }])
    const theirs = await watch({ ...bob, supabase: await makeSupabase(server) }, [{}])
    // A value that is longer than a notification may be, too.
    const long = 'x'.repeat(9_000)
    const [userId, values] = [ann.userId, ['"a"', '"b"', '"a"', '"b"', JSON.stringify(long)]]
    await server.sql(`
      do $$ begin
        insert into app.personal_settings (user_id, key, value) values ('${userId}', 'fast', '0');
        ${values.map((value) => `update app.personal_settings set value = '${value}' where user_id = '${userId}' and key = 'fast';`).join('\n')}
        delete from app.personal_settings where user_id = '${userId}' and key = 'fast';
        insert into app.personal_settings (user_id, key, value) values ('${userId}', 'fast', '1');
      end $$`)
    await expect.poll(() => seen.got.length).toBe(8)
    // Each in a transaction of its own, as fast as they go.
    const settings = ann.supabase.from('settings')
    await Promise.all(Array.from({ length: 20 }, (_, value) => settings.update({ value }).eq('key', 'fast')))
    await settings.delete().eq('key', 'fast')
    await expect.poll(() => seen.got.at(-1)?.eventType).toBe('DELETE')
    const told = seen.got.map(({ eventType, new: row }) => [
      eventType,
      (row as { value?: unknown }).value ?? null,
    ])
    expect(told.slice(0, 8)).toEqual([
      ['INSERT', 0],
      ...['a', 'b', 'a', 'b', long].map((value) => ['UPDATE', value]),
      ['DELETE', null],
      ['INSERT', 1],
    ])
    // One of the twenty says what it was already.
    const [later, end] = [told.slice(8, -1), told.at(-1)]
    expect(new Set(later.map(([, value]) => value)).size).toBe(later.length)
    expect(later.length).toBeGreaterThanOrEqual(19)
    expect(end).toEqual(['DELETE', null])
    await expect.poll(() => onlyEnds.got.length).toBe(2)
    expect(theirs.got).toEqual([])
    await person.supabase.realtime.disconnect()
  })

  it('follow memberships, workspaces and profiles by the same rights; a workspace tells all of its members', async () => {
    const seen = await watch(bob, [{ event: 'UPDATE' }])
    await owner.put(`/api/members/${bob.userId}`, { role: 'admin' })
    await owner.put(`/api/tenants/${tenant.id}`, { name: 'Anker Bau AG' })
    await bob.supabase.from('profiles').update({ display_name: 'Bob' }).eq('id', bob.userId)
    await ann.supabase.from('profiles').update({ display_name: 'Ann' }).eq('id', ann.userId)
    await expect.poll(() => seen.got.length).toBe(3)
    expect(seen.got.map(({ table, new: row }) => [table, row])).toMatchObject([
      ['memberships', { tenant_id: tenant.id, user_id: bob.userId, role: 'admin' }],
      ['tenants', { id: tenant.id, name: 'Anker Bau AG' }],
      ['profiles', { id: bob.userId, display_name: 'Bob' }],
    ])
    // Nothing but what the view shows.
    expect(Object.keys(seen.got[1]?.new ?? {}).toSorted()).toEqual(['created_at', 'id', 'name', 'subdomain'])
    await owner.delete(`/api/members/${bob.userId}`)
    await owner.put(`/api/tenants/${tenant.id}`, { name: 'Ohne Bob' })
    expect((await api(bob).get('/api/tenants')).body.rows).toEqual([])
    expect(seen.got).toHaveLength(3)
  })

  it('are sifted by a filter; what cannot be told is refused in words, binding by binding', async () => {
    const person = { ...ann, supabase: await makeSupabase(server) }
    const seen = await watch(person, [
      { table: 'settings', filter: 'key=eq.wanted' },
      { table: 'settings', filter: 'secret=eq.1' },
      { table: 'objects' },
      { schema: 'app', table: 'users' },
      { schema: 'auth', table: 'users' },
      { table: 'settings', filter: 'key=like.*' },
    ])
    await expect.poll(() => seen.system.length).toBe(6)
    expect(seen.system.filter(({ status }) => status === 'error')).toHaveLength(5)
    const settings = ann.supabase.from('settings')
    await settings.insert([
      { key: 'unwanted', value: 1 },
      { key: 'wanted', value: 2 },
    ])
    await expect.poll(() => seen.got.length).toBe(1)
    expect(seen.got[0]).toMatchObject({ new: { key: 'wanted' } })
    await person.supabase.realtime.disconnect()
  })

  it('that were missed while the connection was cut come after it; what is no longer kept is said', async () => {
    const sockets: WebSocket[] = []
    const transport = class extends WebSocket {
      constructor(address: string) {
        super(address)
        sockets.push(this)
      }
    }
    const { anonKey } = server.services.hostedService()
    const client = createClient(server.url, anonKey, { realtime: { transport: transport as never } })
    const { realtime } = client
    const settings = ann.supabase.from('settings')
    await realtime.setAuth(ann.token)
    const binding = { event: '*' as const, schema: 'exposed', table: 'settings', since: undefined as unknown }
    const heard: string[] = []
    const system: string[] = []
    const states: string[] = []
    client
      .channel(`user:${ann.userId}`, { config: { private: true } })
      .on('postgres_changes', binding, (change: Change) => {
        const { key, value } = { ...change.old, ...change.new } as { key: string; value?: string }
        if (key === 'cut' || key === 'slow')
          heard.push(change.eventType === 'DELETE' ? 'gone' : (value ?? ''))
        binding.since = change.commit_timestamp
      })
      .on('system', {}, ({ status, message }: { status: string; message: string }) =>
        system.push(`${status} ${message}`),
      )
      .subscribe((state) => states.push(state))
    await expect.poll(() => system.length).toBe(1)
    await settings.insert({ key: 'cut', value: 'before' })
    await expect.poll(() => heard).toEqual(['before'])
    // One that began before what was heard last and ends while nobody hears.
    const slow = new pg.Client({ connectionString: server.databaseUrl })
    await slow.connect()
    await slow.query('begin')
    await slow.query(
      `insert into app.personal_settings (user_id, key, value) values ('${ann.userId}', 'slow', '"slow"')`,
    )
    await settings.update({ value: 'last heard' }).eq('key', 'cut')
    await expect.poll(() => heard).toEqual(['before', 'last heard'])
    // The network goes away; the library comes back by itself.
    sockets.at(-1)?.terminate()
    await expect.poll(() => states.at(-1)).not.toBe('SUBSCRIBED')
    await slow.query('commit')
    await slow.end()
    await settings.update({ value: 'missed' }).eq('key', 'cut')
    await settings.delete().eq('key', 'cut')
    await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('SUBSCRIBED')
    await settings.insert({ key: 'cut', value: 'after' })
    await expect.poll(() => heard.at(-1)).toBe('after')
    // What had not surely ended before the last one was heard may come again; what was missed comes once.
    const missed = heard.slice(2).filter((value) => value !== 'before' && value !== 'last heard')
    expect(missed.toSorted()).toEqual(['after', 'gone', 'missed', 'slow'])
    expect(missed.filter((value) => value !== 'slow')).toEqual(['missed', 'gone', 'after'])
    binding.since = '2026-01-01T00:00:00.000000+00:00'
    sockets.at(-1)?.terminate()
    await expect.poll(() => system.at(-1), { timeout: 10_000 }).toMatch(/^error .* read the rows anew$/)
    await realtime.disconnect()
  })

  it('that nobody heard of while the server had lost its ear are told when it hears again, and not twice', async () => {
    const person = { ...ann, supabase: await makeSupabase(server) }
    const seen = await watch(person, [{ table: 'settings', filter: 'key=eq.ear' }])
    const settings = ann.supabase.from('settings')
    await settings.insert({ key: 'ear', value: 1 })
    await expect.poll(() => seen.got.length).toBe(1)
    await server.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'formwork-realtime' and datname = current_database()",
    )
    await settings.update({ value: 2 }).eq('key', 'ear')
    await expect.poll(() => seen.got.length, { timeout: 8_000 }).toBe(2)
    await settings.delete().eq('key', 'ear')
    await expect
      .poll(() => seen.got.map(({ eventType }) => eventType))
      .toEqual(['INSERT', 'UPDATE', 'DELETE'])
    await person.supabase.realtime.disconnect()
  })
})
