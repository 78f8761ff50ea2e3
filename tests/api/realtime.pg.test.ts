import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join, joinFrame, rawSocket } from '../support/channels.ts'
import { makeEditorWorld, type EditorWorld } from '../support/editors.ts'
import { makeSupabase, makeWorkspace, signUp, type Api, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let world: EditorWorld
let stranger: Person
let foreign: string
beforeAll(async () => {
  server = await startTestServer()
  world = await makeEditorWorld(server)
  stranger = await signUp(server)
  foreign = (await makeWorkspace(stranger, 'Elsewhere')).id
})
afterAll(async () => {
  for (const { supabase } of [world.owner, world.member, world.limited, stranger])
    await supabase.realtime.disconnect()
  await server.stop()
})

const topicOf = {
  workspace: () => `workspace:${world.tenant.id}`,
  model: (model = 'note') => `model:${world.tenant.id}:${model}`,
  record: (id: string, model = 'note') => `record:${world.tenant.id}:${model}:${id}`,
}
const make = async (call: Api, values: Record<string, unknown>, model = 'note'): Promise<string> => {
  const made = await call.post(`/api/records/${model}`, values)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id as string
}
const now = async (call: Api): Promise<number> => (await call.get('/api/changes')).body.upto as number
const places = (present: Record<string, unknown>[]): unknown[] =>
  present.map(({ user_id, record, field }) => [user_id, record, field])
/** Somebody else at the same account: another socket. */
const another = async (person: Person): Promise<Person> => ({
  ...person,
  supabase: await makeSupabase(person.server),
})

describe('[C-16] news of a workspace', () => {
  it('says change numbers and nothing of what changed; asking from the last one misses nothing', async () => {
    const { limited, ownerCalls, limitedCalls } = world
    const heard = await join(limited, topicOf.workspace())
    expect(heard.states).toEqual(['SUBSCRIBED'])
    const start = await now(ownerCalls)
    const id = await make(ownerCalls, { title: 'canary-hidden' })
    const mine = await make(ownerCalls, { title: 'canary-mine', responsible: limited.userId })
    await expect.poll(() => heard.said.at(-1)).toEqual({ event: 'changes', payload: { number: start + 2 } })
    expect(JSON.stringify(heard.said)).not.toMatch(/canary|note/)
    const { body } = await limitedCalls.get(`/api/changes?since=${start}`)
    expect(body.rows.map((row: { id: string }) => row.id)).toEqual([mine])
    expect(JSON.stringify(body)).not.toContain(id)
    await heard.channel.unsubscribe()
  })

  it('[RT-04] tells of a record that left somebody’s sight by its id alone', async () => {
    const { limited, ownerCalls, limitedCalls } = world
    const id = await make(ownerCalls, { title: 'theirs', responsible: limited.userId })
    const start = await now(limitedCalls)
    const heard = await join(limited, topicOf.workspace())
    await ownerCalls.patch(`/api/records/note/${id}`, { responsible: null, title: 'canary-moved' })
    await expect.poll(() => heard.said.length).toBeGreaterThan(0)
    const { body } = await limitedCalls.get(`/api/changes?since=${start}`)
    expect(body.rows).toMatchObject([{ id, kind: 'gone', fields: null, by: null }])
    expect(JSON.stringify([heard.said, body])).not.toContain('canary')
    await heard.channel.unsubscribe()
  })
})

describe('[RT-01] who may join', () => {
  it('refuses everything nobody named, other workspaces, hidden models and records, and what is not private', async () => {
    const { member, limited, ownerCalls } = world
    const hidden = await make(ownerCalls, { title: 'not theirs' })
    const theirs = await make(ownerCalls, { title: 'theirs', responsible: limited.userId })
    const secret = await make(ownerCalls, { title: 'x' }, 'secret')
    const refused: [Person, string, object?][] = [
      [member, '*'],
      [member, 'realtime:*'],
      [member, `workspace:*`],
      [member, 'any'],
      [member, `workspace:${foreign}`],
      [member, `model:${foreign}:note`],
      [member, topicOf.workspace().toUpperCase()],
      [member, `${topicOf.workspace()}:note`],
      [member, `user:${limited.userId}`],
      [member, topicOf.model('secret')],
      [member, topicOf.model('missing')],
      [member, topicOf.record(secret, 'secret')],
      [limited, topicOf.record(hidden)],
      [limited, topicOf.record(theirs), { private: false }],
      [stranger, topicOf.workspace()],
      [stranger, topicOf.record(theirs)],
      [member, topicOf.workspace(), { private: false, presence: true }],
    ]
    for (const [person, topic, wishes] of refused) {
      const heard = await join(person, topic, wishes)
      expect(heard.states[0], topic).toBe('CHANNEL_ERROR')
      // The same words for what is not there and what is not theirs.
      expect(heard.why[0]).toBe(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      )
      await person.supabase.removeChannel(heard.channel)
    }
    const open = await join(limited, topicOf.record(theirs))
    expect(open.states).toEqual(['SUBSCRIBED'])
    await open.channel.unsubscribe()
  })

  it('refuses names that are nearly those of topics, and hears nothing by them', async () => {
    const { member, owner, ownerCalls, tenant } = world
    const record = await make(ownerCalls, { title: 'odd' })
    const [workspace, own] = [topicOf.workspace(), topicOf.record(record)]
    const { anonKey } = server.services.hostedService()
    const odd = [
      `${workspace}:`,
      `${workspace}::`,
      `:${workspace}`,
      ` ${workspace}`,
      `${workspace} `,
      `${workspace}\n`,
      `${workspace}\0`,
      `${workspace}%00`,
      `${workspace}\u200b`,
      `${workspace.slice(0, -1)}${String.fromCharCode(0xff10 + 1)}`,
      workspace.replaceAll('-', ''),
      workspace.replace('workspace', 'WORKSPACE'),
      workspace.replace('workspace', 'ｗorkspace'),
      workspace.replace(':', '%3A'),
      workspace.replace(':', '：'),
      `realtime:${workspace}`,
      `workspace:{${tenant.id}}`,
      `workspace:${tenant.id},${foreign}`,
      `workspace:${foreign}/../${tenant.id}`,
      'workspace:__proto__',
      '__proto__',
      'constructor',
      `model:${tenant.id}:__proto__`,
      `model:${tenant.id}:constructor`,
      `model:${tenant.id}:note'--`,
      `model:${tenant.id}:Note`,
      `model:${tenant.id}:note:`,
      `model:${tenant.id}:sys_audit`,
      own.toUpperCase(),
      own.replace('note', 'nöte'),
      `${own}:${record}`,
      `user:${member.userId.toUpperCase()}`,
      `user:${member.userId}:`,
      `user:*`,
      `user:${owner.userId}`,
      'x'.repeat(200),
    ]
    const socket = await rawSocket(server)
    for (const name of odd) socket.send(joinFrame(name, member.token))
    await expect.poll(() => socket.frames.length).toBe(odd.length)
    for (const [at, frame] of socket.frames.entries())
      expect(JSON.parse(frame).payload, odd[at]).toMatchObject({ status: 'error' })
    // A topic that is no text, or not there at all, is no frame to answer well.
    for (const topic of [null, 7, {}, ['realtime:x'], '', 'realtime:', 'phoenix ', workspace])
      socket.send({
        topic,
        event: 'phx_join',
        ref: '9',
        payload: { config: { private: true }, access_token: member.token },
      } as never)
    for (const topic of odd) {
      const answer = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: {
          apikey: anonKey,
          authorization: `Bearer ${member.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ messages: [{ topic, event: 'x', payload: {}, private: true }] }),
      })
      expect([403, 422], topic).toContain(answer.status)
    }
    await make(ownerCalls, { title: 'canary-odd' })
    await wait(300)
    expect(socket.frames.join(' ')).not.toMatch(/"changes"|canary/)
    expect(socket.frames.filter((frame) => frame.includes('"ok"'))).toEqual([])
    socket.socket.close()
  })

  it('refuses no token, a made-up one, the key of the application, and one of a session that has ended', async () => {
    const left = await signUp(server)
    const ended = left.token
    const mine = (await makeWorkspace(left, 'Left')).id
    await left.supabase.auth.signOut()
    const { anonKey } = server.services.hostedService()
    const socket = await rawSocket(server)
    const tokens = [undefined, '', 'x', anonKey, `${world.member.token}x`]
    for (const token of tokens) socket.send(joinFrame(topicOf.workspace(), token))
    socket.send(joinFrame(`workspace:${mine}`, ended))
    await expect.poll(() => socket.frames.length).toBe(tokens.length + 1)
    for (const frame of socket.frames) expect(JSON.parse(frame).payload.status).toBe('error')
    socket.socket.close()
  })

  it('lets a handshake in only with the key, from our own pages, to our own name, without a token in the address', async () => {
    const { anonKey } = server.services.hostedService()
    const good = `apikey=${anonKey}&vsn=2.0.0`
    const refused: [string, Record<string, string>, string][] = [
      ['vsn=2.0.0', {}, '401'],
      ['apikey=x&vsn=2.0.0', {}, '401'],
      [`apikey=${world.member.token}&vsn=2.0.0`, {}, '401'],
      [`${good}&access_token=x`, {}, '400'],
      [`apikey=${anonKey}&vsn=9`, {}, '400'],
      [good, { origin: 'https://evil.example' }, '403'],
      [good, { origin: 'null' }, '403'],
      [good, { host: 'evil.example' }, '403'],
      [good, { host: 'evil.example', origin: 'http://evil.example' }, '403'],
    ]
    for (const [query, headers, status] of refused)
      await expect(
        rawSocket(server, { query, headers }),
        `${query} ${JSON.stringify(headers)}`,
      ).rejects.toThrow(status)
    const open = await rawSocket(server, { query: good, headers: { origin: server.url } })
    open.socket.close()
  })
})

describe('[RT-02] database changes', () => {
  it('no table of the product is published: says so as the hosted service does, and sends nothing of any row', async () => {
    const { member, ownerCalls } = world
    await member.supabase.realtime.setAuth(member.token)
    const got: unknown[] = []
    const system: { status: string; extension: string; message: string }[] = []
    const channel = member.supabase.channel(topicOf.workspace(), { config: { private: true } })
    for (const table of ['objects', 'events', '*'])
      channel.on('postgres_changes', { event: '*', schema: 'app', table }, (change) => got.push(change))
    channel.on('system', {}, (message) => system.push(message))
    const state = await new Promise((done) => channel.subscribe(done))
    expect(state).toBe('SUBSCRIBED')
    await expect.poll(() => system.length).toBe(3)
    for (const message of system)
      expect(message).toMatchObject({ status: 'error', extension: 'postgres_changes' })
    const id = await make(ownerCalls, { title: 'canary' }, 'secret')
    await ownerCalls.patch(`/api/records/secret/${id}`, { title: 'canary-2' })
    await ownerCalls.delete(`/api/records/secret/${id}`)
    await wait(400)
    expect(got).toEqual([])
    await channel.unsubscribe()
  })
})

describe('broadcast', () => {
  it('[C-16] reaches the others at a record, with reply and to oneself when asked for, in both forms of the protocol', async () => {
    const { owner, member, ownerCalls } = world
    const id = await make(ownerCalls, { title: 'talk' })
    const one = await join(owner, topicOf.record(id), { self: true, ack: true })
    const other = await join(member, topicOf.record(id))
    const old = await rawSocket(server)
    old.send(joinFrame(topicOf.record(id), member.token))
    await expect.poll(() => old.frames.length).toBe(1)
    const long = 'ü'.repeat(20_000)
    expect(await one.channel.send({ type: 'broadcast', event: 'point', payload: { x: 1, long } })).toBe('ok')
    const told = { event: 'point', payload: { x: 1, long } }
    await expect.poll(() => other.said).toEqual([told])
    expect(one.said).toEqual([told])
    expect(JSON.parse(old.frames[1] ?? '')).toMatchObject({
      event: 'broadcast',
      payload: { type: 'broadcast', ...told },
    })
    expect(await other.channel.httpSend('by-http', { y: 2 })).toEqual({ success: true })
    await expect.poll(() => one.said.at(-1)).toEqual({ event: 'by-http', payload: { y: 2 } })
    old.socket.close()
    await one.channel.unsubscribe()
    await other.channel.unsubscribe()
  })

  it('[RT-05] nobody speaks where the server speaks, by socket or by HTTP, nor where they may only listen', async () => {
    const { owner, member, ownerCalls } = world
    const id = await make(ownerCalls, { title: 'quiet' })
    for (const topic of [topicOf.workspace(), topicOf.model(), `user:${owner.userId}`]) {
      const listening = await join(owner, topic)
      const speaking = await another(owner)
      const there = await join(speaking, topic, { ack: true })
      expect(await there.channel.send({ type: 'broadcast', event: 'changes', payload: { number: 1 } })).toBe(
        'error',
      )
      await expect(there.channel.httpSend('changes', { number: 1 })).rejects.toThrow('Forbidden')
      await wait(100)
      expect(listening.said).not.toContainEqual({ event: 'changes', payload: { number: 1 } })
      await listening.channel.unsubscribe()
      await speaking.supabase.realtime.disconnect()
    }
    const post = (token: string, topic: string, isPrivate = true) =>
      fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: {
          apikey: server.services.hostedService().anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ messages: [{ topic, event: 'x', payload: {}, private: isPrivate }] }),
      }).then(({ status }) => status)
    expect(await post(stranger.token, topicOf.record(id))).toBe(403)
    expect(await post(member.token, topicOf.workspace())).toBe(403)
    expect(await post(member.token, topicOf.record(id), false)).toBe(403)
    expect(await post('x', topicOf.record(id))).toBe(401)
    expect(await post(member.token, topicOf.record(id))).toBe(202)
  })

  it('[RT-07] what is for one person alone no other hears', async () => {
    const heard = await join(world.member, `user:${world.member.userId}`)
    expect(heard.states).toEqual(['SUBSCRIBED'])
    const other = await join(world.owner, `user:${world.member.userId}`)
    expect(other.states[0]).toBe('CHANNEL_ERROR')
    await world.owner.supabase.removeChannel(other.channel)
    await heard.channel.unsubscribe()
  })
})

describe('presence', () => {
  it('[RT-05] shows who is where under the server’s name for them, whatever they say', async () => {
    const { owner, member, ownerCalls } = world
    const id = await make(ownerCalls, { title: 'together' })
    const one = await join(owner, topicOf.model(), { presence: true })
    const two = await join(member, topicOf.model(), { presence: true, key: owner.userId })
    expect(
      await two.channel.track({
        record: id,
        field: 'title',
        user_id: owner.userId,
        name: 'The owner',
        x: 'y',
      }),
    ).toBe('ok')
    await expect.poll(() => places(one.present())).toEqual([[member.userId, id, 'title']])
    const [meta] = one.present()
    expect(meta).toMatchObject({ user_id: member.userId })
    expect(JSON.stringify(meta)).not.toMatch(/The owner|"x"/)
    await two.channel.track({ record: id, field: null })
    await expect.poll(() => places(one.present())).toEqual([[member.userId, id, null]])
    await two.channel.untrack()
    await expect.poll(() => one.present()).toEqual([])
    await two.channel.track({ record: id, field: null })
    await expect.poll(() => one.present().length).toBe(1)
    await two.channel.unsubscribe()
    await expect.poll(() => one.present()).toEqual([])
    await one.channel.unsubscribe()
  })

  it('[FP-08] sends no field and no record the receiver may not see, not even that something moved', async () => {
    const { owner, member, limited, ownerCalls } = world
    const hidden = await make(ownerCalls, { title: 'not theirs' })
    const shared = await make(ownerCalls, { title: 'theirs', responsible: limited.userId })
    const staff = await join(member, topicOf.model(), { presence: true })
    const some = await join(limited, topicOf.model(), { presence: true })
    const raw = await rawSocket(server)
    raw.send(joinFrame(topicOf.model(), limited.token, { private: true, presence: { enabled: true } }))
    await expect.poll(() => raw.frames.length).toBe(2)
    const one = await join(owner, topicOf.model(), { presence: true })
    await one.channel.track({ record: hidden, field: 'title' })
    await expect.poll(() => places(staff.present())).toEqual([[owner.userId, hidden, 'title']])
    await one.channel.track({ record: hidden, field: 'cost' })
    await expect.poll(() => places(staff.present())).toEqual([[owner.userId, hidden, null]])
    await wait(150)
    expect(some.present()).toEqual([])
    expect(raw.frames).toHaveLength(2)
    await one.channel.track({ record: shared, field: 'title' })
    await expect.poll(() => places(some.present())).toEqual([[owner.userId, shared, 'title']])
    await one.channel.track({ record: hidden, field: 'title' })
    await expect.poll(() => some.present()).toEqual([])
    expect(JSON.stringify(raw.frames)).not.toMatch(new RegExp(`cost|${hidden}`))
    raw.socket.close()
    for (const { channel } of [staff, some, one]) await channel.unsubscribe()
  })
})

describe('rights that are taken away', () => {
  it('[RT-01] [RA-10] closes the channels of who leaves the workspace, and of who loses a model by a new release, at once', async () => {
    const { tenant, ownerCalls } = world
    const { placePerson } = await import('../support/install-definitions.ts')
    const leaving = await placePerson(server, tenant.id, 'writer')
    const narrowed = await placePerson(server, tenant.id, 'writer')
    const there = await join(leaving, topicOf.workspace())
    const model = await join(narrowed, topicOf.model())
    const stays = await join(narrowed, topicOf.workspace())
    expect([there.states, model.states, stays.states].flat()).toEqual(Array(3).fill('SUBSCRIBED'))
    expect((await ownerCalls.delete(`/api/members/${leaving.userId}`)).status).toBe(204)
    await expect.poll(() => there.states.at(-1), { timeout: 3_000 }).toBe('CLOSED')
    expect(there.system.at(-1)).toMatchObject({ status: 'error', message: 'You may no longer listen here' })
    expect((await leaving.api.get('/api/models')).status).toBe(404)
    expect((await ownerCalls.put(`/api/members/${narrowed.userId}`, { role: 'customer' })).status).toBe(200)
    await expect.poll(() => model.states.at(-1), { timeout: 3_000 }).toBe('CLOSED')
    expect(stays.states).toEqual(['SUBSCRIBED'])
    const back = await join(leaving, topicOf.workspace())
    expect(back.states[0]).toBe('CHANNEL_ERROR')
    for (const { supabase } of [leaving, narrowed]) await supabase.realtime.disconnect()
  })

  it('[RA-10] closes the channels of who is suspended, at once, and answers them nothing more', async () => {
    const { placePerson } = await import('../support/install-definitions.ts')
    // Two, one after the other: what is looked at every ten seconds anyway would end one of them in time, never both.
    for (const round of [1, 2]) {
      const person = await placePerson(server, world.tenant.id, 'writer')
      const there = await join(person, topicOf.workspace())
      const own = await join(person, `user:${person.userId}`)
      expect([there.states, own.states].flat()).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
      await server.sql("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
        person.userId,
      ])
      expect([401, 403]).toContain((await person.api.get('/api/models')).status)
      for (const heard of [there, own])
        await expect
          .poll(() => heard.states.at(-1), { timeout: 3_000, message: String(round) })
          .toBe('CLOSED')
      await person.supabase.realtime.disconnect()
    }
  })

  it('[RT-01] closes a channel whose token is replaced by one that does not hold, or another person’s', async () => {
    const { owner, member } = world
    const socket = await rawSocket(server)
    const closes = (): number => socket.frames.filter((frame) => frame.includes('phx_close')).length
    const renew = (access_token: unknown): void =>
      socket.send({
        topic: `realtime:${topicOf.workspace()}`,
        event: 'access_token',
        ref: '2',
        payload: { access_token },
      })
    let closed = 0
    for (const token of ['x', null, owner.token]) {
      socket.send(joinFrame(topicOf.workspace(), member.token))
      renew(member.token)
      await wait(100)
      expect(closes()).toBe(closed)
      renew(token)
      closed += 1
      await expect.poll(closes).toBe(closed)
    }
    socket.socket.close()
  })
})

describe('two processes on one database', () => {
  it('[C-16] see each other’s news, broadcasts (long ones too) and presence, and who is gone with their process', async () => {
    const { owner, member, tenant, ownerCalls } = world
    const second = await startTestServer({ DATABASE_URL: server.databaseUrl, PUBLIC_URL: server.url })
    const { anonKey } = second.services.hostedService()
    const supabase = createClient(second.url, anonKey, { realtime: { transport: WebSocket as never } })
    const there: Person = { ...member, server: second, supabase }
    const id = await make(ownerCalls, { title: 'both' })
    const news = await join(there, `workspace:${tenant.id}`)
    const far = await join(there, topicOf.record(id), { presence: true })
    const near = await join(owner, topicOf.record(id), { presence: true })
    const start = await now(ownerCalls)
    await ownerCalls.patch(`/api/records/note/${id}`, { title: 'news' })
    await expect.poll(() => news.said.at(-1)?.payload).toEqual({ number: start + 1 })
    const long = 'x'.repeat(100_000)
    for (const n of [1, 2, 2, 3])
      await near.channel.send({ type: 'broadcast', event: 'n', payload: n === 3 ? { n, long } : { n } })
    await near.channel.send({ type: 'broadcast', event: 'n', payload: { n: 4 } })
    await expect
      .poll(() => far.said.map(({ payload }) => (payload as { n: number }).n))
      .toEqual([1, 2, 2, 3, 4])
    expect(far.said[3]?.payload).toEqual({ n: 3, long })
    await far.channel.track({ field: 'title' })
    await expect.poll(() => places(near.present())).toEqual([[member.userId, id, 'title']])
    await second.stop()
    await expect.poll(() => near.present(), { timeout: 12_000 }).toEqual([])
    await there.supabase.realtime.disconnect()
    await near.channel.unsubscribe()
  })

  it('goes on after the connection that hears the others was lost', async () => {
    const { owner, ownerCalls } = world
    const heard = await join(owner, topicOf.workspace())
    await server.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('formwork-realtime', 'formwork-changes') and datname = current_database()",
    )
    const start = await now(ownerCalls)
    await make(ownerCalls, { title: 'in the gap' })
    await expect.poll(() => heard.said.at(-1)?.payload, { timeout: 8_000 }).toEqual({ number: start + 1 })
    await expect.poll(() => server.services.realtime?.(), { timeout: 5_000 }).toBe('ok')
    await heard.channel.unsubscribe()
  })
})

describe('clients that do not behave', () => {
  it('[DO-05] sends away who speaks another language, and stays up', async () => {
    const bad: (string | Buffer)[] = [
      'x',
      '[]',
      '{"topic":1}',
      '{"topic":"a","event":"b","payload":[]}',
      `{"topic":"a","event":"b","payload":${'['.repeat(200)}${']'.repeat(200)}}`,
      `{"topic":"${'a'.repeat(300)}","event":"b","payload":{}}`,
      Buffer.from([3, 1, 1]),
      'x'.repeat(300_000),
    ]
    for (const data of bad) {
      const { socket, closed } = await rawSocket(server)
      socket.send(data)
      expect([1007, 1009], String(data).slice(0, 40)).toContain((await closed)[0])
    }
    const v2 = await rawSocket(server, {
      query: `apikey=${server.services.hostedService().anonKey}&vsn=2.0.0`,
    })
    v2.socket.send(Buffer.from([3, 200, 200, 200, 200, 0, 1, 65]))
    expect((await v2.closed)[0]).toBe(1007)
    const unknown = await rawSocket(server)
    unknown.send({ topic: 'realtime:x', event: 'broadcast', ref: '1', payload: { event: 'x', payload: {} } })
    unknown.send({ topic: 'phoenix', event: 'heartbeat', ref: '2', payload: {} })
    await expect.poll(() => unknown.frames.length).toBe(2)
    expect(unknown.frames.map((frame) => JSON.parse(frame).payload.status)).toEqual(['error', 'ok'])
    unknown.socket.close()
  })

  it('[DO-05] a flood of handshakes without a key holds nothing, and the others go on', async () => {
    const heard = await join(world.member, topicOf.workspace())
    const { hostname, port } = new URL(server.url)
    const knock = (at: number): Promise<string> =>
      new Promise((done) => {
        const socket = connect(Number(port), hostname, () =>
          socket.write(
            `GET /realtime/v1/websocket?vsn=1.0.0${at % 2 ? '&apikey=x' : ''} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
          ),
        )
        let text = ''
        socket.on('data', (part: Buffer) => (text += part.toString()))
        socket.on('error', () => done('error'))
        socket.on('close', () => done(text.split('\r\n')[0] ?? ''))
      })
    const rounds = process.env['LONG'] ? 1000 : 10
    const before = process.memoryUsage().rss
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => knock(at)))
      expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 401 Unauthorized']))
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    const start = await now(world.ownerCalls)
    await make(world.ownerCalls, { title: 'all the while' })
    await expect.poll(() => heard.said.at(-1)?.payload, { timeout: 8_000 }).toEqual({ number: start + 1 })
    await heard.channel.unsubscribe()
  }, 300_000)

  it('[DO-05] sends away who floods, and who joins too much gets no more channels', async () => {
    const flood = await rawSocket(server)
    for (let n = 0; n < 400; n += 1)
      flood.send({ topic: 'phoenix', event: 'heartbeat', ref: String(n), payload: {} })
    const end = await Promise.race([flood.closed, wait(15_000, 'still open')])
    expect(end).toEqual([1008, 'Too many messages'])
    const joins = await rawSocket(server)
    for (let n = 0; n < 80; n += 1) joins.send(joinFrame(`any-${n}`, world.member.token))
    await expect.poll(() => joins.frames.length).toBe(80)
    expect(joins.frames.filter((frame) => frame.includes('Too many joins')).length).toBeGreaterThan(20)
    joins.socket.close()
  })

  it('[DO-05] sends away who does not take what is sent, with the hint to catch up, and nobody waits for them', async () => {
    const { owner, member, ownerCalls } = world
    const id = await make(ownerCalls, { title: 'loud' })
    const slow = await rawSocket(server)
    slow.send(joinFrame(topicOf.record(id), member.token))
    await expect.poll(() => slow.frames.length).toBe(1)
    slow.socket.pause()
    const loud = await join(owner, topicOf.record(id), { ack: true })
    const quick = await join(await another(member), topicOf.record(id))
    const long = 'x'.repeat(200_000)
    for (let n = 0; n < 50; n += 1) {
      expect(await loud.channel.send({ type: 'broadcast', event: 'n', payload: { n, long } })).toBe('ok')
      await wait(10)
    }
    await expect.poll(() => quick.said.length, { timeout: 10_000 }).toBe(50)
    slow.socket.resume()
    const [code, reason] = await slow.closed
    // Cut off while still behind, or told why when it caught up in time.
    expect([1006, 1013]).toContain(code)
    if (code === 1013) expect(reason).toContain('catch up')
    await loud.channel.unsubscribe()
    await quick.channel.socket.disconnect()
  })
})

it('[RT-08] no frame of anybody holds a token, a secret or anything of another workspace', async () => {
  const { owner, member, limited, tenant, ownerCalls } = world
  const secretName = await make(ownerCalls, { title: 'canary-secret', cost: '4711.00' }, 'note')
  const raw = await Promise.all([owner, member, limited, stranger].map(() => rawSocket(server)))
  const people = [owner, member, limited, stranger]
  for (const [at, socket] of raw.entries()) {
    const token = people[at]?.token
    const config = {
      private: true,
      presence: { enabled: true },
      postgres_changes: [{ event: '*', schema: '*' }],
    }
    for (const topic of [
      topicOf.workspace(),
      topicOf.model(),
      `workspace:${foreign}`,
      topicOf.record(secretName),
    ])
      socket.send({ ...joinFrame(topic, token, config), ref: topic, join_ref: topic })
  }
  const loud = await join(owner, topicOf.model(), { presence: true })
  await loud.channel.track({ record: secretName, field: 'cost' })
  await ownerCalls.patch(`/api/records/note/${secretName}`, { cost: '4712.00', title: 'canary-secret-2' })
  await wait(700)
  const [ownerFrames, memberFrames, limitedFrames, strangerFrames] = raw.map(({ frames }) =>
    frames.join('\n'),
  )
  const everything = [ownerFrames, memberFrames, limitedFrames, strangerFrames].join('\n')
  for (const { token } of people) expect(everything).not.toContain(token)
  const [key] = await server.sql<{ value: string }>(
    "select value from formwork_platform.secrets where name = 'service_key'",
  )
  expect(everything).not.toContain(key?.value)
  expect(everything).not.toMatch(/canary|4711|4712|eyJ/)
  expect(ownerFrames).toContain('"cost"')
  for (const frames of [memberFrames, limitedFrames, strangerFrames]) expect(frames).not.toContain('"cost"')
  expect(limitedFrames).not.toContain(`"record":"${secretName}"`)
  expect(strangerFrames).not.toContain(owner.userId)
  expect(
    strangerFrames
      ?.split('\n')
      .filter((frame) => frame.includes(tenant.id) && !frame.includes('Unauthorized')),
  ).toEqual([])
  for (const { socket } of raw) socket.close()
  await loud.channel.unsubscribe()
})

it('[RT-01] a channel ends when its token runs out', async () => {
  const { SignJWT } = await import('jose')
  const { loadPlatformSecrets } = await import('#platform/auth/platform-secrets.ts')
  const { signingKey, keyId } = await loadPlatformSecrets(server.services.database.owner, undefined)
  const claims = JSON.parse(
    Buffer.from(world.member.token.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>
  const short = await new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + 2 })
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .sign(signingKey)
  const socket = await rawSocket(server)
  socket.send(joinFrame(topicOf.workspace(), short))
  await expect.poll(() => socket.frames.length).toBe(1)
  expect(JSON.parse(socket.frames[0] ?? '').payload.status).toBe('ok')
  await expect.poll(() => socket.frames.length, { timeout: 5_000 }).toBe(3)
  expect(JSON.parse(socket.frames[1] ?? '').payload.message).toBe('Token has expired')
  expect(JSON.parse(socket.frames[2] ?? '').event).toBe('phx_close')
  socket.socket.close()
})

it('[K-05] lets everybody go when the server stops, and they know that they may come back', async () => {
  const second = await startTestServer({ DATABASE_URL: server.databaseUrl })
  const socket = await rawSocket(second)
  const began = performance.now()
  await second.stop()
  expect((await socket.closed)[0]).toBe(1012)
  expect(performance.now() - began).toBeLessThan(6_000)
})
