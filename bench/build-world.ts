import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { must } from '#base/assert.ts'
import type { SlotRow } from '#kernel/models/slot-plan.ts'
import { compileWorkspace, type ModelInfo, type WorkspaceDocument } from '#kernel/models/workspace.ts'
import { slotColumns } from '#server/slots/slot-columns.ts'
import { addPerson, api, makeWorkspace, signUp, type Api } from '../tests/support/people.ts'
import type { TestServer } from '../tests/support/start-test-server.ts'
import { clerkRule, limitTables, orderFields, siteFields, statuses, supplierFields, words } from './world.ts'
import type { StartedProcess } from './start-process.ts'

/** What a run needs to know of the data: who asks, where, and rows to ask for. */
export interface World {
  database: string
  rows: number
  tenant: string
  people: Record<'owner' | 'clerk', { email: string; password: string; userId: string }>
  suppliers: string[]
  sites: string[]
}

const stateFile = (folder: string, rows: number): string => join(folder, `world-${rows}.json`)

/** The world of an earlier run, or null. */
export const knownWorld = (folder: string, rows: number): World | null => {
  const file = stateFile(folder, rows)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as World) : null
}

/** The part of a test's server that people need. */
export const doorTo = (product: StartedProcess): TestServer =>
  ({
    url: product.url,
    async mailbox(to: string) {
      const answer = await fetch(`${product.url}/api/dev/mailbox?to=${encodeURIComponent(to)}`)
      return answer.json()
    },
  }) as TestServer

async function made(call: Api, path: string, body: unknown): Promise<{ id: string }> {
  const answer = await call.post(path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as { id: string }
}

/** Makes people, workspaces, models and roles through the API, and the records by SQL. */
export async function buildWorld(
  product: StartedProcess,
  databaseUrl: string,
  options: { folder: string; rows: number; tenants: number },
): Promise<World> {
  const { folder, rows, tenants } = options
  const door = doorTo(product)
  const owner = await signUp(door, 'owner@bench.test')
  const tenant = await makeWorkspace(owner, 'Bench')
  const call = api(owner, tenant.id)
  await made(call, '/api/models', { key: 'supplier', label: 'Suppliers', schema: { fields: supplierFields } })
  await made(call, '/api/models', { key: 'site', label: 'Sites', schema: { fields: siteFields } })
  const order = await made(call, '/api/models', {
    key: 'order',
    label: 'Orders',
    schema: { fields: orderFields },
  })
  await made(call, '/api/roles', { key: 'clerk', label: 'Clerk', grants: clerkRule })
  const hidden = ['amount', 'note'].map((field_key) => ({
    model_id: order.id,
    field_key,
    read_roles: ['owner'],
    write_roles: ['owner'],
  }))
  await made(call, '/api/permissions/fields/bulk', hidden)
  const clerk = await addPerson(owner, tenant, 'clerk', 'clerk@bench.test')
  for (let index = 0; index < tenants; index++) {
    const { id } = await makeWorkspace(owner, `Neighbour ${index}`)
    await made(api(owner, id), '/api/models', {
      key: 'order',
      label: 'Orders',
      schema: { fields: orderFields.filter(({ type }) => type !== 'relation') },
    })
  }
  const world: World = {
    database: databaseUrl,
    rows,
    tenant: tenant.id,
    people: {
      owner: { email: owner.email, password: owner.password, userId: owner.userId },
      clerk: { email: clerk.email, password: clerk.password, userId: clerk.userId },
    },
    suppliers: [],
    sites: [],
  }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await fill(client, world)
  } finally {
    await client.end()
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(stateFile(folder, rows), JSON.stringify(world))
  return world
}

async function fill(client: pg.Client, world: World): Promise<void> {
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = 'app.objects'::regclass and not i.indisunique`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const models = await modelsOf(client, world.tenant)
  const owner = world.people.owner.userId
  const model = (key: string): ModelInfo => must(models.get(key), key)
  await insert(
    client,
    world.tenant,
    model('supplier'),
    owner,
    5000,
    `jsonb_build_object('name', 'Supplier ' || n, 'code', 'S' || n)`,
  )
  await insert(
    client,
    world.tenant,
    model('site'),
    owner,
    1000,
    `jsonb_build_object('name', 'Site ' || n, 'city', 'City ' || n % 100)`,
  )
  const idsOf = async (key: string): Promise<string[]> =>
    (
      await client.query<{ id: string }>(
        'select id from app.objects where tenant_id = $1 and model_id = $2 order by id',
        [world.tenant, model(key).id],
      )
    ).rows.map(({ id }) => id)
  world.suppliers = await idsOf('supplier')
  world.sites = await idsOf('site')
  const people = [world.people.clerk.userId, ...Array.from({ length: 19 }, () => crypto.randomUUID())]
  const lists = { people, suppliers: world.suppliers, sites: world.sites }
  const part = 100_000
  for (let done = 0; done < world.rows; done += part)
    await insert(
      client,
      world.tenant,
      model('order'),
      owner,
      Math.min(part, world.rows - done),
      attributes(lists, done),
    )
  const { rows: others } = await client.query<{ id: string }>(
    "select id from app.tenants where name like 'Neighbour %'",
  )
  for (const { id } of others) {
    const order = must((await modelsOf(client, id)).get('order'))
    await insert(client, id, order, owner, 500, `${attributes(lists, 0)} - 'supplier' - 'site'`)
  }
  for (const { definition } of indexes) await client.query(definition)
  await client.query(
    limitTables(world.tenant, must(model('order').id), must(model('supplier').id), must(model('site').id)),
  )
  await client.query('vacuum analyze')
}

/** Rows 1…count of a model; `attributes` is SQL over the row's number `n`. */
async function insert(
  client: pg.Client,
  tenant: string,
  model: ModelInfo,
  owner: string,
  count: number,
  attributes: string,
): Promise<void> {
  const slots = slotColumns(model, 'r.attributes')
  await client.query(
    `insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by${slots.columns})
     select $1, app.new_id(), replace(gen_random_uuid()::text, '-', ''), $2, r.attributes, $3, $3${slots.values}
     from (select ${attributes} as attributes from generate_series(1, $4::int) n offset 0) r`,
    [tenant, model.id, owner, count],
  )
}

const list = (values: readonly string[]): string => `'{${values.join(',')}}'::text[]`
const one = (values: readonly string[], salt: number): string =>
  `(${list(values)})[1 + (hashint4(m.n + ${salt * 7_654_321}) & 2147483647) % ${values.length}]`
const number = (salt: number, below: number): string =>
  `((hashint4(m.n + ${salt * 1_234_567}) & 2147483647) % ${below})`

function attributes(lists: Record<'people' | 'suppliers' | 'sites', string[]>, from: number): string {
  return `(select jsonb_strip_nulls(jsonb_build_object(
    'code', 'C-' || lpad(m.n::text, 7, '0'),
    'title', ${one(words.adjectives, 1)} || ' ' || ${one(words.things, 2)} || ' ' || ${one(words.places, 3)} || ' ' || m.n,
    'status', ${one(statuses, 4)},
    'priority', 1 + ${number(5, 5)},
    'amount', case when ${number(6, 20)} > 0 then (${number(7, 10_000_000)} / 100.0)::numeric(12, 2)::text end,
    'quantity', (${number(8, 100_000)} / 1000.0)::numeric(9, 3)::text,
    'due', case when ${number(9, 20)} > 0 then ('2024-01-01'::date + ${number(10, 1000)})::text end,
    'done', ${number(11, 3)} = 0,
    'owner', ${one(lists.people, 12)},
    'supplier', ${one(lists.suppliers, 13)},
    'site', ${one(lists.sites, 14)},
    'note', 'Delivered to the gate on the north side, see plan ' || m.n || ' and call before noon.'
  )) from (select n + ${from} as n) m)`
}

/** The models of a workspace as its release has them, with their typed columns. */
export async function modelsOf(client: pg.Client, tenant: string): Promise<ReadonlyMap<string, ModelInfo>> {
  const documents = await client.query<WorkspaceDocument>(
    `select e.kind, e.key, e.definition_id as id, v.body, '' as created_at from app.tenants t
     join app.release_entries e on e.tenant_id = t.id and e.release_id = t.release_id
     join app.definition_versions v on v.tenant_id = e.tenant_id and v.id = e.version_id
     where t.id = $1 and e.kind = 'model'`,
    [tenant],
  )
  const slots = await client.query<SlotRow>('select * from app.field_slots where tenant_id = $1', [tenant])
  return compileWorkspace(tenant, tenant, documents.rows, { id: tenant, rows: slots.rows }).models
}
