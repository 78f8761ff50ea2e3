import pg from 'pg'
import { must } from '#base/assert.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { slotColumns } from '#server/slots/slot-columns.ts'
import { callAs, type Person, type Workspace } from '../../e2e/support/people.ts'
import { modelsOf } from '../build-world.ts'

/** What was made: a catalogue, and the hierarchy whose nodes stand four levels deep. */
export interface LargeRecords {
  catalogue: string
  hierarchy: string
}

const children = [25, 20, 20] as const

/** Makes a catalogue of `count` items and a hierarchy of about as many nodes: what they are part of by the API, they by SQL. */
export async function seedLarge(
  owner: Person,
  workspace: Workspace,
  databaseUrl: string,
  count: number,
): Promise<LargeRecords> {
  const keys = ['catalogues', 'catalogue_items', 'hierarchies', 'hierarchy_nodes', 'hierarchy_node_types']
  await callAs(owner, 'POST /api/standard-models', { keys }, workspace)
  const made = async (model: string, values: object): Promise<string> =>
    (await callAs<{ id: string }>(owner, `POST /api/records/${model}`, values, workspace)).id
  const catalogue = await made('catalogues', { code: 'BIG', name: 'Large price book', currency: 'EUR' })
  const project = await made('projects', { code: 'P-1', name: 'Tower' })
  const hierarchy = await made('hierarchies', { project, name: 'Places', kind: 'own' })
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const models = await modelsOf(client, workspace.id)
    const model = (key: string): ModelInfo => must(models.get(key), key)
    const insert = (into: ModelInfo, attributes: string, from: string): Promise<unknown> =>
      client.query(insertInto(into, attributes, from), [workspace.id, into.id, owner.session.user.id])
    await insert(model('catalogue_items'), item(catalogue), `generate_series(1, ${count}) as n`)
    const nodes = model('hierarchy_nodes')
    await insert(nodes, node(hierarchy, 1, null), `generate_series(1, ${children[0]}) as n`)
    for (const [index, each] of [children[1], children[2], leaves(count)].entries())
      await insert(
        nodes,
        node(hierarchy, index + 2, 'p'),
        `generate_series(1, ${each}) as n cross join app.objects p
         where p.tenant_id = $1 and p.model_id = $2 and p.attributes ->> 'level' = '${index + 1}'`,
      )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return { catalogue, hierarchy }
}

// So many under each node of the third level that there are about `count` in all.
function leaves(count: number): number {
  const [first, second, third] = children
  return Math.max(1, Math.round(count / (first * second * third)))
}

const insertInto = (model: ModelInfo, attributes: string, from: string): string => {
  const slots = slotColumns(model, 'r.attributes')
  return `
    insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by, standard${slots.columns})
    select $1, app.new_id(), replace(gen_random_uuid()::text, '-', ''), $2, r.attributes, $3, $3, '${model.key}'${slots.values}
    from (select ${attributes} as attributes from ${from} offset 0) r`
}

const item = (catalogue: string): string => `jsonb_build_object(
  'catalogue', '${catalogue}', 'code', 'B-' || lpad(n::text, 7, '0'),
  'name', (array['Concrete', 'Steel', 'Timber', 'Brick', 'Glass', 'Copper', 'Clay', 'Gypsum'])[1 + n % 8] || ' ' ||
    (array['beam', 'slab', 'panel', 'pipe', 'door', 'sheet', 'block', 'anchor', 'tile', 'frame', 'hinge'])[1 + n % 11] || ' type ' || n % 977,
  'type', 'material', 'unit', 'm2', 'price_basis', '1', 'status', 'active', 'latest_price', (n % 900)::text || '.50',
  'latest_currency', 'EUR', 'group', 'Group ' || n % 40 || ' / Part ' || n % 700)`

const node = (hierarchy: string, level: number, parent: string | null): string => {
  const name = `'${['Site', 'House', 'Storey', 'Room'][level - 1]} ' || n`
  const path = parent ? `(${parent}.attributes ->> 'path') || ' / ' || ${name}` : name
  return `jsonb_strip_nulls(jsonb_build_object('hierarchy', '${hierarchy}', 'parent', ${parent ? `${parent}.id` : 'null'},
    'name', ${name}, 'code', 'N' || n, 'sort', lpad(n::text, 5, '0'), 'level', ${level}, 'path', ${path}))`
}
