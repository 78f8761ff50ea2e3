import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { installDefinitions } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'
import { twinRequests, type TwinRequest } from '../support/twin-requests.ts'

// Two workspaces that differ only in what the reader may not see: hidden fields, free keys, rows beyond a row rule. The
// same requests must get the same answers. LONG=1 asks ten times as much; SEED=… asks something else.
// `npm run test:leaks` plants leaks, each of which has to be found here.
const queryCount = process.env['LONG'] ? 20_000 : 2_000
const otherCount = process.env['LONG'] ? 4_000 : 400
const outsideCount = queryCount / 4
const timeLimit = process.env['LONG'] ? 7_200_000 : 600_000
const seed = Number(process.env['SEED'] ?? 20_261_121)

interface World {
  id: string
  reader: Api
  owner: Api
  /** Where the public asks. */
  address: string
  /** An API token of the owner that acts as a clerk, who sees neither tasks nor hidden fields. */
  clerk: string
  /** Token of the owner who looks at this world as the reader. */
  preview: string
  /** Names of this world's ids and tokens, and back. */
  real: Map<string, string>
  named: Map<string, string>
}

let server: TestServer
let owner: Person
let person: Person
let customer: Person
let worlds: [World, World]
const hidden: string[] = []

const secret = (): string => {
  const value = `CANARY-${randomBytes(4).toString('hex')}`
  hidden.push(value)
  return value
}
const amount = (): string => {
  const value = `${(randomBytes(2).readUInt16LE() % 900) + 100}.${String((randomBytes(1)[0] ?? 0) % 100).padStart(2, '0')}`
  hidden.push(value)
  return value
}
const maybe = <T>(value: T): T | null => ((randomBytes(1)[0] ?? 0) % 4 === 0 ? null : value)

const everything = ['read', 'create', 'update', 'delete', 'export', 'share']
const hiddenRule = { read_roles: ['owner'], write_roles: ['owner'] }
const text = (key: string, more: object = {}) => ({ key, label: key, type: 'text', ...more })

const formula = (key: string, given: string) => ({ key, label: key, type: 'formula', formula: given })
const rollup = (key: string, given: object) => ({ key, label: key, type: 'rollup', rollup: given })

const bound = { '=': 'user.record' }
const seen = (read: string[], rows: object | null, verbs = ['read'], write: string[] = []) => ({
  verbs,
  rows,
  fields: { read, write },
})
// What is hidden from outsiders differs between the worlds: fields off the lists, and tasks of somebody else.
const outsiders = {
  customer: {
    part: seen(['name'], { field: 'id', op: 'eq', value: bound }),
    m: seen(
      ['name', 'qty', 'part', 'twice'],
      { field: 'part', op: 'eq', value: bound },
      ['read', 'update'],
      ['serial', 'qty'],
    ),
    task: seen(['title', 'part'], { field: 'part', op: 'eq', value: bound }),
  },
  public: {
    m: seen(['name', 'qty'], null),
    task: seen(['title'], { field: 'title', op: 'starts', value: 'Task' }),
    part: seen([], null, ['create'], ['name']),
  },
}

async function makeWorld(): Promise<World> {
  const address = `twin-${randomBytes(4).toString('hex')}`
  const tenant = await makeWorkspace(owner, 'Twin', { subdomain: address })
  const models = { m: newId(), part: newId(), task: newId() }
  const schema = (...fields: object[]) => ({ version: 1, fields })
  await installDefinitions(server, tenant.id, owner.userId, [
    {
      kind: 'model',
      id: models.part,
      key: 'part',
      body: {
        label: 'Parts',
        schema: schema(
          text('name'),
          text('secret'),
          rollup('open_count', { of: 'm.part', fn: 'count', where: 'qty > 2' }),
          rollup('cost_sum', { of: 'm.part', fn: 'sum', value: 'cost' }),
          rollup('dear_count', { of: 'm.part', fn: 'count', where: 'cost > 500' }),
          rollup('dear_most', { of: 'm.part', fn: 'max', value: 'dear' }),
          rollup('notes_list', { of: 'm.part', fn: 'list', value: 'internal_notes' }),
          rollup('hidden_links', { of: 'm.hidden_part', fn: 'count' }),
          rollup('task_count', { of: 'task.part', fn: 'count' }),
          formula('name_size', 'size(name) * 2'),
        ),
      },
    },
    {
      kind: 'model',
      id: models.m,
      key: 'm',
      body: {
        label: 'M',
        schema: schema(
          text('name', { required: true }),
          { key: 'qty', label: 'qty', type: 'integer' },
          text('serial'),
          text('tag', { unique: true }),
          { key: 'internal_notes', label: 'internal_notes', type: 'long_text' },
          { key: 'cost', label: 'cost', type: 'money', scale: 2 },
          { key: 'part', label: 'part', type: 'relation', target: 'part' },
          { key: 'hidden_part', label: 'hidden_part', type: 'relation', target: 'part' },
          formula('twice', 'qty * 2'),
          formula('part_size', 'part.name_size + qty'),
          formula('dear', 'cost * 2'),
          formula('dearer', 'dear + 1'),
          formula('noted', 'internal_notes != null'),
          formula('part_tasks', 'part.task_count'),
          { key: 'part_secret', label: 'part_secret', type: 'lookup', lookup: 'part.secret' },
          { key: 'hidden_name', label: 'hidden_name', type: 'lookup', lookup: 'hidden_part.name' },
          // Written by the reader, never read: a box with a slot.
          text('slot'),
        ),
      },
    },
    {
      kind: 'model',
      id: models.task,
      key: 'task',
      body: {
        label: 'Tasks',
        schema: schema(
          text('title'),
          { key: 'owner', label: 'owner', type: 'user' },
          { key: 'part', label: 'part', type: 'relation', target: 'part' },
        ),
      },
    },
    {
      kind: 'field_permissions',
      key: models.m,
      body: {
        fields: {
          internal_notes: hiddenRule,
          cost: hiddenRule,
          hidden_part: hiddenRule,
          slot: { read_roles: ['owner'], write_roles: ['owner', 'reader'] },
          serial: { read_roles: ['owner', 'reader'], write_roles: ['owner'] },
        },
      },
    },
    { kind: 'field_permissions', key: models.part, body: { fields: { secret: hiddenRule } } },
    { kind: 'role', key: 'customer', body: { label: 'Customer', grants: outsiders.customer } },
    { kind: 'role', key: 'public', body: { label: 'Public', grants: outsiders.public } },
    {
      kind: 'role',
      key: 'clerk',
      body: { label: 'Clerk', grants: { m: { verbs: everything }, part: { verbs: everything } } },
    },
    {
      kind: 'role',
      key: 'reader',
      body: {
        label: 'Reader',
        grants: {
          m: { verbs: everything },
          part: { verbs: everything },
          task: { verbs: everything, rows: { field: 'owner', op: 'eq', value: { '=': 'user.id' } } },
        },
      },
    },
  ])
  await server.sql("insert into app.memberships (tenant_id, user_id, role) values ($1, $2, 'reader')", [
    tenant.id,
    person.userId,
  ])
  await server.sql("insert into app.memberships (tenant_id, user_id, role) values ($1, $2, 'customer')", [
    tenant.id,
    customer.userId,
  ])
  const world: World = {
    address,
    clerk: '',
    id: tenant.id,
    reader: api(person, tenant.id),
    owner: api(owner, tenant.id),
    preview: '',
    real: new Map(),
    named: new Map(),
  }
  world.preview = (await world.owner.post('/api/preview', { user_id: person.userId })).body.token
  const name = (real: string, called: string): void => {
    world.real.set(called, real)
    world.named.set(real, called)
  }
  const token = { name: 'Clerk', role: 'clerk', valid_days: '7' }
  world.clerk = (await world.owner.post('/api/records/sys_api_token', token)).body.token
  name(tenant.id, '#tenant')
  name(address, '#address')
  for (const [key, id] of Object.entries(models)) name(id, `#${key}`)
  const make = async (key: string, index: number, values: Record<string, unknown>): Promise<string> => {
    const { status, body } = await world.owner.post(`/api/records/${key}`, values)
    if (status !== 201) throw new Error(JSON.stringify(body))
    name(body.id, `@${key}.${index}`)
    name(body.token, `$${key}.${index}`)
    return body.id
  }
  const parts: string[] = []
  for (let index = 0; index < 8; index++)
    parts.push(
      await make('part', index, { name: `Bolt ${index}`, secret: maybe(secret()), free_a: secret() }),
    )
  // Parts 4 to 7 are linked from hidden fields and hidden rows only: deleting them must not tell.
  const anyPart = (): string | null => maybe(parts[4 + ((randomBytes(1)[0] ?? 0) % 4)] ?? null)
  for (let index = 0; index < 20; index++) {
    const open = {
      name: `Item ${index % 7}`,
      qty: index % 5,
      serial: `S-${index % 3}`,
      part: parts[index % 4],
      ...(index % 3 === 0 ? { tag: `t-${index}` } : {}),
    }
    const id = await make('m', index, {
      ...open,
      internal_notes: maybe(secret()),
      cost: maybe(amount()),
      hidden_part: anyPart(),
      slot: secret(),
      free_a: secret(),
    })
    // A later hidden change, so that history has something to hide.
    await world.owner.patch(`/api/records/m/${id}`, { cost: amount(), internal_notes: secret() })
  }
  // Every second task belongs to somebody else: other contents and another number of them in each world.
  for (let index = 0; index < 10; index++) {
    await make('task', index, { title: `Task ${index}`, owner: person.userId, part: parts[index % 3] })
    if (index >= 7) await make('task', index + 3, { title: secret(), owner: owner.userId, part: anyPart() })
    for (let extra = (randomBytes(1)[0] ?? 0) % 3; extra > 0; extra--)
      await world.owner.post('/api/records/task', { title: secret(), owner: owner.userId, part: anyPart() })
  }
  await world.owner.put(`/api/members/${customer.userId}`, { record_id: parts[0] })
  // Everything hidden changes once more after this moment, and is there at it.
  const then = await server.sql<{ at: string }>("select to_json(now())#>>'{}' as at")
  world.real.set('#then', then[0]?.at ?? '')
  for (let index = 0; index < 20; index++)
    await world.owner.patch(`/api/records/m/${world.real.get(`@m.${index}`)}`, { cost: amount() })
  return world
}

beforeAll(async () => {
  server = await startTestServer()
  owner = await signUp(server)
  person = await signUp(server)
  customer = await signUp(server)
  for (const one of [person, customer]) {
    await api(one).get('/api/tenants')
    await server.sql('insert into app.users (id, email) values ($1, $2) on conflict do nothing', [
      one.userId,
      one.email,
    ])
  }
  worlds = [await makeWorld(), await makeWorld()]
}, 120_000)

afterAll(() => server.stop())

/** A request with this world's ids in place of names. */
const put = (world: World, value: string): string =>
  value.replaceAll(/[@$#][a-z]+(?:\.\d+)?/g, (name) => world.real.get(name) ?? name)

const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g
const pageMark = /"after":"[\w.-]{40,}"/g
// Times end without needless zeros (and page marks may hold one), so what is left must be equally long.
const lengthOf = (text: string): number => text.replaceAll(time, 'T').replaceAll(pageMark, '').length
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** An answer with names in place of ids; what was made since is numbered in order; times and page marks are masked. */
function mask(world: World, answer: string): string {
  let masked = answer
  for (const [real, name] of world.named) masked = masked.replaceAll(real, name)
  const seen = new Map<string, string>()
  const number = (found: string): string => {
    const known = seen.get(found) ?? `~${seen.size}`
    seen.set(found, known)
    return known
  }
  return masked
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":"-"')
    .replaceAll(/"validator":"[^"]*"/g, '"validator":"-"')
    .replaceAll(/"token" ?: ?"[\w-]{32}"/g, '"token":"-"')
    .replaceAll(pageMark, '"after":"-"')
    .replaceAll(uuid, number)
    .replaceAll(time, 'T')
}

interface Raw {
  status: number
  type: string | null
  text: string
}

async function send(
  world: World,
  request: TwinRequest,
  who: Person | 'clerk' | 'public' = person,
  headers: Record<string, string> = {},
): Promise<Raw> {
  const body =
    request.bytes ?? (request.body === undefined ? undefined : put(world, JSON.stringify(request.body)))
  const answer = await fetch(server.url + put(world, request.path), {
    method: request.method,
    headers: {
      ...(who === 'public'
        ? {}
        : { authorization: `Bearer ${who === 'clerk' ? world.clerk : who.token}`, 'x-tenant-id': world.id }),
      ...headers,
      ...(body === undefined
        ? {}
        : { 'content-type': request.bytes === undefined ? 'application/json' : 'text/csv' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

const guessed = new Set<string>()
const canariesIn = (text: string): string[] => text.match(/CANARY-[0-9a-f]{8}/g) ?? []

/** Puts one request to both worlds and compares everything that comes back. */
async function compare(request: TwinRequest, who: Person | 'clerk' | 'public' = person): Promise<Raw> {
  const [first, second] = await Promise.all(worlds.map((world) => send(world, request, who)))
  if (!first || !second) throw new Error('two worlds')
  const told = JSON.stringify(request)
  expect(mask(worlds[1], second.text), told).toBe(mask(worlds[0], first.text))
  expect([second.status, second.type, lengthOf(second.text)], told).toEqual([
    first.status,
    first.type,
    lengthOf(first.text),
  ])
  // A guess that the reader wrote into a field of its own may come back.
  for (const guess of canariesIn(told)) guessed.add(guess)
  for (const { text } of [first, second])
    expect(
      canariesIn(text).filter((found) => !guessed.has(found)),
      told,
    ).toEqual([])
  return first
}

/** The owner who looks as the reader is told what the reader is told, in both worlds. */
async function compareLook(request: TwinRequest): Promise<void> {
  const told = JSON.stringify(request)
  for (const world of worlds) {
    const [reader, looker] = await Promise.all([
      send(world, request),
      send(world, request, owner, { 'x-preview': world.preview }),
    ])
    expect(mask(world, looker.text), told).toBe(mask(world, reader.text))
    expect(looker.status, told).toBe(reader.status)
  }
}

describe('[FP-19] two worlds that differ only in what a reader may not see', () => {
  it('the comparison bites: to the owner the two are different', async () => {
    for (const query of [{ model: 'm' }, { model: 'part' }, { model: 'task', total: 'exact' }]) {
      const [first, second] = await Promise.all(
        worlds.map((world) =>
          send(world, { method: 'POST', path: '/api/query', body: { queries: [query] } }, owner),
        ),
      )
      expect(mask(worlds[0], first?.text ?? '')).not.toBe(mask(worlds[1], second?.text ?? ''))
    }
  })

  it(
    `answer questions of customers, of the public, of a token and about the past alike`,
    async () => {
      const arbitraries = twinRequests(hidden)
      const questions = fc.sample(arbitraries.queries, { numRuns: outsideCount, seed: seed + 1 })
      const others = fc.sample(arbitraries.others, { numRuns: otherCount / 4, seed: seed + 1 })
      const codes = new Map<string, number>()
      const count = (who: string, text: string): void => {
        for (const { error } of (JSON.parse(text) as { results: { error?: { code: string } }[] }).results) {
          const what = `${who} ${error?.code ?? 'answered'}`
          codes.set(what, (codes.get(what) ?? 0) + 1)
        }
      }
      const ownModels = (query: unknown): boolean => (query as { model: string }).model !== 'task'
      for (let at = 0; at < questions.length; at += 10) {
        const queries = questions.slice(at, at + 10)
        const body = { queries }
        count('customer', (await compare({ method: 'POST', path: '/api/query', body }, customer)).text)
        const path = '/api/public/workspaces/#address/query'
        count('public', (await compare({ method: 'POST', path, body }, 'public')).text)
        // A clerk's own rows are all rows; of the past nothing hidden may be told either.
        const past = queries.filter(ownModels).map((query) => ({ ...(query as object), as_of: '#then' }))
        if (past.length > 0)
          count(
            'past',
            (await compare({ method: 'POST', path: '/api/query', body: { queries: past } }, 'clerk')).text,
          )
        count('clerk', (await compare({ method: 'POST', path: '/api/query', body }, 'clerk')).text)
      }
      for (const other of others) {
        if (other.method === 'GET') await compare(other, 'clerk')
        if (other.method === 'GET' || other.method === 'PATCH') await compare(other, customer)
      }
      await compare({ method: 'GET', path: '/api/public/workspaces/#address' }, 'public')
      console.log('FP-19 outside', Object.fromEntries([...codes].toSorted()))
      for (const who of ['customer', 'public', 'clerk', 'past'])
        expect([who, (codes.get(`${who} answered`) ?? 0) > outsideCount / 50]).toEqual([who, true])
    },
    timeLimit,
  )

  it(
    `answer ${queryCount} questions and ${otherCount} other requests alike`,
    async () => {
      const arbitraries = twinRequests(hidden)
      const questions = fc.sample(arbitraries.queries, { numRuns: queryCount, seed })
      const others = fc.sample(arbitraries.others, { numRuns: otherCount, seed })
      const statuses = new Map<string, number>()
      const count = (what: string): void => void statuses.set(what, (statuses.get(what) ?? 0) + 1)
      const batches = Math.ceil(questions.length / 10)
      const step = Math.max(1, Math.floor(batches / others.length))
      for (let batch = 0; batch < batches; batch++) {
        const body = { queries: questions.slice(batch * 10, batch * 10 + 10) }
        const { status, text } = await compare({ method: 'POST', path: '/api/query', body })
        if (batch % 4 === 0) await compareLook({ method: 'POST', path: '/api/query', body })
        if (status !== 200) count(`query ${status}`)
        else
          for (const result of (JSON.parse(text) as { results: { error?: { code: string } }[] }).results)
            count(`query ${result.error?.code ?? 'answered'}`)
        for (const other of others.slice(
          Math.floor((batch * others.length) / batches),
          Math.floor(((batch + 1) * others.length) / batches),
        )) {
          count(`${other.method} ${(await compare(other)).status}`)
          if (other.method === 'GET') await compareLook(other)
        }
      }
      expect(step).toBeGreaterThan(0)
      const answered = statuses.get('query answered') ?? 0
      console.log('FP-19', Object.fromEntries([...statuses].toSorted()))
      // A test in which everything is refused would prove nothing.
      expect(answered).toBeGreaterThan(queryCount / 20)
      for (const kind of ['GET 200', 'POST 201', 'PATCH 200', 'PUT 200', 'DELETE 204', 'PATCH 403'])
        expect([kind, statuses.get(kind) ?? 0]).not.toEqual([kind, 0])
    },
    timeLimit,
  )
})
