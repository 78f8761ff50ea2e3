import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import type { Query } from '#contracts/query.ts'
import { compileWorkspace, type WorkspaceDocument } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import { answerQuery } from '#kernel/query/answer-query.ts'
import { prepareQuery } from '#kernel/query/prepare-query.ts'
import { startQuestionDatabase, type QuestionDatabase } from '../support/question-database.ts'

const [tenantId, otherTenant, userId] = [newId(), newId(), newId()]
const [itemId, archetypeId, unusedArchetypeId] = [newId(), newId(), newId()]
const document = (kind: string, key: string, body: unknown, id = newId()): WorkspaceDocument => ({
  kind,
  id,
  key,
  body,
  created_at: '2026-01-01T00:00:00Z',
})
const archetype = (key: string, id: string) => {
  const fields = [{ key, label: key, type: 'text' }]
  const schema = { version: 1, assemblies: [{ key: 'a', label: 'A', attributes: fields }] }
  return document('archetype', id, { name: 'Wall', schema }, id)
}
const workspace = compileWorkspace(tenantId, newId(), [
  document(
    'model',
    'item',
    {
      label: 'Item',
      schema: {
        version: 1,
        fields: [
          { key: 'name', label: 'Name', type: 'text' },
          { key: 'amount', label: 'Amount', type: 'decimal' },
          { key: 'due', label: 'Due', type: 'datetime' },
          { key: 'parent', label: 'Parent', type: 'relation', target: 'item' },
        ],
      },
    },
    itemId,
  ),
  archetype('depth', archetypeId),
  archetype('secret', unusedArchetypeId),
  document('field_permissions', itemId, {
    fields: { gone: { read_roles: ['owner'], write_roles: ['owner'] } },
  }),
])

let database: QuestionDatabase
let client: pg.Client

beforeAll(async () => {
  database = await startQuestionDatabase()
  client = database.client
})
afterAll(() => database.drop())

async function store(
  attributes: unknown,
  more: { tenant?: string; archetype?: string } = {},
): Promise<string> {
  const id = newId()
  await client.query(
    `insert into app.objects (tenant_id, id, token, model_id, archetype_id, attributes, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [more.tenant ?? tenantId, id, id, itemId, more.archetype ?? null, JSON.stringify(attributes), userId],
  )
  return id
}

async function ask(query: Omit<Query, 'model'>, role = 'member') {
  const access = compilePermissions(workspace, role)
  const asker = { userId, email: null, cursorKey: 'secret' }
  const resolved = prepareQuery({ model: 'item', ...query }, workspace, access, asker, 'queries.0')
  return answerQuery(resolved, async ({ text, values }) => (await client.query(text, values)).rows)
}

const names = async (where: Query['where']) =>
  (await ask({ fields: ['name'], where })).rows.map(({ name }) => name)

describe('a question', () => {
  it('takes wildcards of LIKE for letters, and does not tell upper from lower case', async () => {
    for (const name of ['100%', '100 p', 'a_b', 'axb', 'c:\\d', 'ÄRGER']) await store({ name })
    expect(await names({ field: 'name', op: 'contains', value: '0%' })).toEqual(['100%'])
    expect(await names({ field: 'name', op: 'contains', value: '_' })).toEqual(['a_b'])
    expect(await names({ field: 'name', op: 'contains', value: '\\' })).toEqual(['c:\\d'])
    expect(await names({ field: 'name', op: 'starts', value: 'C:\\' })).toEqual(['c:\\d'])
    expect(await names({ field: 'name', op: 'starts', value: 'är' })).toEqual(['ÄRGER'])
    expect((await ask({ search: '\\ C:' })).rows).toHaveLength(1)
  })

  it('FP-16: never sends a value whose field is gone to a role its rule does not name', async () => {
    const id = await store({ name: 'gone', gone: 'canary', free: 1 })
    const row = async (role: string) =>
      (await ask({ where: { field: 'id', op: 'eq', value: id } }, role)).rows[0]
    expect(await row('owner')).toMatchObject({ gone: 'canary', free: 1 })
    expect(await row('admin')).toMatchObject({ free: 1 })
    expect(await row('admin')).not.toHaveProperty('gone')
    expect(await row('member')).not.toHaveProperty('free')
    expect(await row('member')).not.toHaveProperty('gone')
  })

  it('about one record finds it whole, or nothing: no page follows it, and what it is passed over leaves none', async () => {
    const target = await store({ name: 'target' })
    const id = await store({ name: 'one', parent: target, free: { kept: [1] } })
    const where: Query['where'] = { field: 'id', op: 'eq', value: id }
    const { rows, page, total } = await ask({ where, expand: { parent: {} }, total: 'exact' }, 'owner')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      id,
      name: 'one',
      amount: null,
      free: { kept: [1] },
      parent: { name: 'target' },
    })
    expect({ page, total }).toEqual({ page: { size: 50, after: null }, total: 1 })
    const none = async (question: Omit<Query, 'model'>) => {
      const found = await ask(question)
      expect(found).toEqual({ rows: [], page: { size: found.page.size, after: null } })
    }
    await none({ where, page: { size: 1, skip: 1 } })
    await none({ where: { field: 'id', op: 'eq', value: newId() } })
    await none({ where: { and: [where, { field: 'name', op: 'eq', value: 'another' }] } })
    const both = await ask({ where: { or: [where, { field: 'id', op: 'eq', value: target }] } })
    expect(both.rows).toHaveLength(2)
  })

  it("[E-07] sends what the record's own archetype declares", async () => {
    const id = await store({ name: 'arch', depth: '5', secret: 'x', gone: 'y' }, { archetype: archetypeId })
    const { rows } = await ask({ where: { field: 'id', op: 'eq', value: id } })
    expect(rows[0]).toMatchObject({ depth: '5' })
    expect(rows[0]).not.toHaveProperty('secret')
    expect(rows[0]).not.toHaveProperty('gone')
  })

  it('never fails on what an older release left', async () => {
    const strange = [
      1,
      'x',
      '',
      '1e400',
      true,
      null,
      {},
      [],
      [[]],
      '2026-02-30T99:00:00.000Z',
      '9'.repeat(400),
    ]
    for (const value of strange) await store({ name: value, amount: value, due: value, parent: value })
    const { rows, aggregates } = await ask({
      where: {
        or: [
          { field: 'amount', op: 'gt', value: '0' },
          { field: 'due', op: 'lt', value: '2030-01-01' },
          { field: 'parent.name', op: 'eq', value: 'x' },
          { field: 'name', op: 'ne', value: 'none' },
        ],
      },
      sort: [
        { field: 'amount', dir: 'asc' },
        { field: 'due', dir: 'desc' },
        { field: 'parent.amount', dir: 'asc' },
      ],
      expand: { parent: {}, 'item.parent': {} },
      aggregate: [{ fn: 'sum', field: 'amount', as: 'sum' }],
      page: { size: 500 },
    })
    expect(rows.length).toBeGreaterThanOrEqual(strange.length)
    expect(aggregates).toEqual({ sum: '1' })
  })

  it('TI: sees one workspace, even through a relation', async () => {
    const foreign = await store({ name: 'foreign canary' }, { tenant: otherTenant })
    const id = await store({ name: 'pointing', parent: foreign })
    const answer = await ask({
      fields: ['parent.name'],
      where: { field: 'id', op: 'eq', value: id },
      expand: { parent: {} },
    })
    expect(answer.rows).toEqual([{ id, 'parent.name': null, parent: null }])
    expect(JSON.stringify(await ask({ page: { size: 500 } }))).not.toContain('canary')
  })

  it('carries every field of a wide model', async () => {
    const fields = Array.from({ length: 300 }, (_, index) => ({ key: `f${index}`, label: 'F', type: 'text' }))
    const wideId = newId()
    const wide = compileWorkspace(tenantId, newId(), [
      document('model', 'wide', { schema: { version: 1, fields } }, wideId),
    ])
    await client.query(
      `insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by)
       values ($1, $2, 't', $3, '{"f299": "last", "free": 1}', $4, $4)`,
      [tenantId, newId(), wideId, userId],
    )
    const access = compilePermissions(wide, 'member')
    const resolved = prepareQuery(
      { model: 'wide' },
      wide,
      access,
      { userId, email: null, cursorKey: 'k' },
      'queries.0',
    )
    const { rows } = await answerQuery(
      resolved,
      async ({ text, values }) => (await client.query(text, values)).rows,
    )
    expect(rows[0]).toMatchObject({ f0: null, f299: 'last', free: 1 })
  })
})
