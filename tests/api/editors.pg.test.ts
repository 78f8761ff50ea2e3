import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '#base/json.ts'
import { must } from '#base/assert.ts'
import { makeEditorWorld, type EditorWorld } from '../support/editors.ts'
import { api, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

const seconds = process.env['LONG'] ? 120 : 3
const editors = 20

let server: TestServer
let second: TestServer
let world: EditorWorld
beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ DATABASE_URL: server.databaseUrl, PUBLIC_URL: server.url })
  world = await makeEditorWorld(server)
})
afterAll(async () => {
  await second.stop()
  await server.stop()
})

/** A write that was answered well: when it was under way, and which request it was. */
interface Done {
  request: string
  began: number
  ended: number
}

interface NumberedEvent {
  number: number
  request_id: string
  record_id: string
  kind: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

// Mulberry32: a failing run is repeated with its seed.
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Twenty people edit these records through two servers for a while. Answers what they were told was done. */
async function edit(
  ids: readonly string[],
  seed: number,
): Promise<{ done: Done[]; added: Map<string, string[]>; conflicts: number }> {
  const done: Done[] = []
  const added = new Map<string, string[]>()
  let conflicts = 0
  const end = performance.now() + seconds * 1000
  const texts = ['title', 'status', 'place'] as const
  async function one(editor: number): Promise<void> {
    const next = random(seed + editor)
    const person = editor % 2 === 0 ? world.owner : world.member
    const call: Api = api({ ...person, server: editor % 4 < 2 ? server : second }, world.tenant.id)
    const note = (began: number, headers: Headers): void =>
      void done.push({ request: headers.get('x-request-id') ?? '', began, ended: performance.now() })
    // A busy machine gets as long as it takes to do something at all.
    while (performance.now() < end || done.length <= editors) {
      const id = must(ids[Math.floor(next() * ids.length)])
      const read = await call.post('/api/query', {
        queries: [{ model: 'note', where: { field: 'id', op: 'eq', value: id } }],
      })
      const seen = read.body.results[0].rows[0] as Record<string, unknown>
      const line = `${editor}-${done.length}-${Math.floor(next() * 1e6)}`
      const key = must(texts[Math.floor(next() * texts.length)])
      const values = next() < 0.5 ? { log: `${String(seen['log'])} ${line}` } : { [key]: line }
      const base = Object.fromEntries(Object.keys(values).map((name) => [name, seen[name] ?? null]))
      const began = performance.now()
      const answer =
        next() < 0.8
          ? await call.patch(`/api/records/note/${id}`, { ...values, base })
          : await call.post('/api/records/note/bulk', { update: [{ id, values, base }] })
      if (answer.status === 412) conflicts += 1
      else {
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        note(began, answer.headers)
        if ('log' in values) added.set(id, [...(added.get(id) ?? []), line])
      }
    }
  }
  await Promise.all(Array.from({ length: editors }, (_, editor) => one(editor)))
  return { done, added, conflicts }
}

async function make(count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const create = Array.from({ length: Math.min(500, count - ids.length) }, (_, at) => ({
      title: 'new',
      log: 'begin',
      code: `c-${count}-${ids.length + at}`,
    }))
    const { body } = await world.ownerCalls.post('/api/records/note/bulk', { create })
    ids.push(...(body.created as string[]))
  }
  return ids
}

const events = `
  select (s.first_number + u.place - 1)::int as number, e.request_id, e.record_id, e.kind, e.before, e.after
  from app.change_sets s cross join lateral unnest(s.event_ids) with ordinality as u (id, place)
  join app.events e on e.tenant_id = s.tenant_id and e.id = u.id
  where s.tenant_id = $1 order by 1`

async function check(
  ids: readonly string[],
  { done, added }: Awaited<ReturnType<typeof edit>>,
): Promise<void> {
  await world.ownerCalls.get('/api/changes')
  const all = await server.sql<NumberedEvent>(events, [world.tenant.id])
  // Gap-free, and every event has exactly one.
  expect(all.map(({ number }) => number)).toEqual(all.map((_event, at) => at + 1))
  const [{ count } = { count: 0 }] = await server.sql<{ count: number }>(
    'select count(*)::int as count from app.events where tenant_id = $1',
    [world.tenant.id],
  )
  expect(all).toHaveLength(count)
  const rows = await server.sql<{ id: string; attributes: Record<string, unknown>; revision: number }>(
    'select id, attributes, revision from app.objects where tenant_id = $1 and id = any($2::uuid[])',
    [world.tenant.id, ids],
  )
  const chosen = new Set(ids)
  const replayed = new Map<string, { state: Record<string, unknown>; steps: number }>()
  for (const { record_id, before, after } of all.filter((event) => chosen.has(event.record_id))) {
    const known = replayed.get(record_id) ?? { state: {}, steps: 0 }
    // Each change begins where the one before it ended.
    for (const [key, value] of Object.entries(before ?? {}))
      expect(known.state[key] ?? null, `${record_id} ${key}`).toEqual(value)
    replayed.set(record_id, { state: { ...known.state, ...after }, steps: known.steps + 1 })
  }
  for (const { id, attributes, revision } of rows) {
    const { state, steps } = must(replayed.get(id))
    expect(canonicalJson(state)).toBe(canonicalJson(attributes))
    expect(steps).toBe(revision)
    // No lost update: every line that somebody was told they had added is there, once.
    const lines = String(attributes['log']).split(' ').slice(1)
    expect(lines.toSorted()).toEqual((added.get(id) ?? []).toSorted())
  }
  // Everything that was answered well happened once, and in the order of the commits.
  const numbers = new Map(all.map(({ request_id, number }) => [request_id, number]))
  const perRequest = new Map<string, number>()
  for (const { request_id } of all) perRequest.set(request_id, (perRequest.get(request_id) ?? 0) + 1)
  for (const { request } of done) expect(perRequest.get(request)).toBe(1)
  let latest = 0
  const byEnd = done.toSorted((a, b) => a.ended - b.ended)
  let at = 0
  for (const { began, request } of done.toSorted((a, b) => a.began - b.began)) {
    for (let before = byEnd[at]; before && before.ended < began; before = byEnd[at]) {
      latest = Math.max(latest, must(numbers.get(before.request)))
      at += 1
    }
    expect(must(numbers.get(request))).toBeGreaterThan(latest)
  }
}

describe(`${editors} editors through two servers for ${seconds} seconds`, () => {
  for (const count of [1, 1000])
    it(
      `lose nothing and do nothing twice on ${count} records; numbers have no gaps and follow the commits`,
      async () => {
        const ids = await make(count)
        const outcome = await edit(ids, 7 * count)
        expect(outcome.done.length).toBeGreaterThan(editors)
        if (count === 1) expect(outcome.conflicts).toBeGreaterThan(0)
        await check(ids, outcome)
      },
      (seconds + 120) * 1000,
    )
})
