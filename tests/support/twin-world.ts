import { randomBytes } from 'node:crypto'
import { newId } from '#base/ids.ts'
import { installDefinitions } from './install-definitions.ts'
import { api, makeWorkspace, type Api, type Person } from './people.ts'
import type { TestServer } from './start-test-server.ts'
import { makeHiddenThings } from './twin-things.ts'

/** A workspace of which a reader may see what they may see of another one, and nothing else. */
export interface World {
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

/** Every value that is hidden in some world. */
export const hidden: string[] = []

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

// Every second world differs from the one before in what must be found out by nobody.
let made = 0

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
    note: seen(['name'], null),
  },
  public: {
    m: seen(['name', 'qty'], null),
    task: seen(['title'], { field: 'title', op: 'starts', value: 'Task' }),
    part: seen([], null, ['create'], ['name']),
    note: seen(['name'], null),
  },
}

/** Who the worlds are made for; all of them are signed up at the same server. */
export interface TwinPeople {
  server: TestServer
  owner: Person
  /** The reader. */
  person: Person
  customer: Person
}

/** Makes one world. What is hidden in it is random; all the rest is as in every other. */
export async function makeWorld({ server, owner, person, customer }: TwinPeople): Promise<World> {
  const address = `twin-${randomBytes(4).toString('hex')}`
  const tenant = await makeWorkspace(owner, 'Twin', { subdomain: address })
  const models = { m: newId(), part: newId(), task: newId(), note: newId() }
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
    // For outsiders alone: no rule of its own hides the body, only the lists do.
    {
      kind: 'model',
      id: models.note,
      key: 'note',
      body: { label: 'Notes', schema: schema(text('name'), text('body')) },
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
  // Parts 4 to 7 are linked from hidden fields and hidden rows only, two of them in each world: deleting them must not tell.
  const linked = made % 2 === 0 ? parts.slice(4, 6) : parts.slice(6)
  made += 1
  const anyPart = (): string | null => maybe(linked[(randomBytes(1)[0] ?? 0) % 2] ?? null)
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
  for (let index = 0; index < 4; index++) await make('note', index, { name: `Note ${index}`, body: secret() })
  await world.owner.put(`/api/members/${customer.userId}`, { record_id: parts[0] })
  await makeHiddenThings(world.owner, String(world.real.get('$m.0')), secret, name)
  // Everything hidden changes once more after this moment, and is there at it.
  const then = await server.sql<{ at: string }>("select to_json(now())#>>'{}' as at")
  world.real.set('#then', then[0]?.at ?? '')
  for (let index = 0; index < 20; index++)
    await world.owner.patch(`/api/records/m/${world.real.get(`@m.${index}`)}`, { cost: amount() })
  return world
}

/** A request with this world's ids in place of names. */
export const put = (world: World, value: string): string =>
  value.replaceAll(/[@$#][a-z]+(?:\.\d+)?/g, (name) => world.real.get(name) ?? name)

const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g
const pageMark = /"after":"[\w.-]{40,}"/g
// Times end without needless zeros (and page marks may hold one), so what is left must be equally long.
export const lengthOf = (text: string): number => text.replaceAll(time, 'T').replaceAll(pageMark, '').length
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** An answer with names in place of ids; what was made since is numbered in order; times and page marks are masked. */
export function mask(world: World, answer: string): string {
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
