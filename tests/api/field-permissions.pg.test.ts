import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { makeFieldWorld, peopleOf, type FieldWorld } from '../support/field-world.ts'
import type { Api, ApiAnswer, Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let world: FieldWorld
let owner: Api
let admin: Api
let finance: Api
let tech: Api
let member: Person & { api: Api }
let m: Api
const canary = { notes: 'CANARY-notes-7f3a', cost: '770077.77', secret: 'CANARY-secret-91bc' }
let record: { id: string; token: string }
let part: { id: string }

beforeAll(async () => {
  server = await startTestServer()
  world = await makeFieldWorld(server)
  owner = world.owner.api
  admin = (await peopleOf(server, world, 'admin')).api
  finance = (await peopleOf(server, world, 'seed_finance')).api
  tech = (await peopleOf(server, world, 'seed_field_tech')).api
  member = await peopleOf(server, world, 'member')
  m = member.api
  part = (await owner.post('/api/records/part', { name: 'Bolt', secret: canary.secret })).body
  const values = {
    name: 'One',
    qty: 5,
    serial: 'S-1',
    internal_notes: canary.notes,
    cost: canary.cost,
    hidden_part: part.id,
    part: part.id,
    free_key: 'CANARY-free-11aa',
  }
  record = (await owner.post('/api/records/m', values)).body
})

afterAll(() => server.stop())

const masked = ({ status, body }: ApiAnswer, ...names: string[]): string => {
  let text = JSON.stringify([status, { ...body, error: { ...body.error, requestId: '' } }])
  for (const name of names) text = text.replaceAll(name, 'FIELD')
  return text
}
const ask = async (person: Api, query: Record<string, unknown>) =>
  (await person.post('/api/query', { queries: [query] })).body.results[0]
const stored = async () =>
  JSON.stringify(await server.sql('select attributes, revision from app.objects order by id'))
const leaks = (text: string): string[] =>
  [
    canary.notes,
    canary.cost,
    '770077',
    canary.secret,
    'CANARY',
    'internal_notes',
    'hidden_part',
    '"cost"',
  ].filter((word) => text.includes(word))

describe('field permissions, seeded as the specification has them', () => {
  it('[P-04] who reads and who writes what', async () => {
    const seen = async (person: Api) =>
      Object.keys((await person.get(`/api/objects/${record.token}`)).body.attributes).toSorted()
    const open = ['name', 'part', 'qty', 'serial']
    expect(await seen(owner)).toEqual(
      ['cost', 'free_key', 'hidden_part', 'internal_notes', ...open].toSorted(),
    )
    expect(await seen(admin)).toEqual(['cost', 'free_key', 'internal_notes', ...open].toSorted())
    expect(await seen(finance)).toEqual(['cost', ...open].toSorted())
    expect(await seen(tech)).toEqual(open)
    expect(await seen(m)).toEqual(open)
    expect((await tech.patch(`/api/records/m/${record.id}`, { serial: 'S-2' })).status).toBe(200)
    expect((await admin.patch(`/api/records/m/${record.id}`, { serial: 'S-1' })).status).toBe(200)
    expect((await finance.patch(`/api/records/m/${record.id}`, { cost: canary.cost })).status).toBe(200)
  })

  it('[FP-01] hidden keys are absent everywhere, not null', async () => {
    const child = await owner.post('/api/objects', {
      model_id: world.ids.m,
      parent_token: record.token,
      attributes: { name: 'Child', cost: canary.cost, internal_notes: canary.notes },
    })
    const answers = [
      await m.get(`/api/objects/${record.token}`),
      await m.get(`/api/objects/${record.token}/full`),
      await m.get(`/api/objects/${child.body.token}/full`),
      await m.get(`/api/objects/${record.token}/trace`),
      await m.get(`/api/objects?model_id=${world.ids.m}`),
      await m.get('/api/objects'),
      await m.get('/api/models'),
      await m.get('/api/models/m/description'),
      await m.get('/api/models/m/form'),
      await m.get('/api/_meta'),
      await m.get(`/api/records/m/${record.id}/events`),
      await m.post('/api/query', {
        queries: [
          { model: 'm' },
          { model: 'm', expand: { part: {} } },
          { model: 'part', expand: { 'm.part': {} } },
          { model: 'sys_model' },
          { model: 'sys_event' },
        ],
      }),
    ]
    for (const answer of answers) expect(leaks(JSON.stringify(answer.body))).toEqual([])
  })

  it('[FP-02] a condition on a hidden field is answered like one on a field that never was', async () => {
    const spellings = [
      'cost',
      'internal_notes',
      'hidden_part',
      'attributes.cost',
      'attributes->>cost',
      't0.cost',
      '"cost"',
      'COST',
      'cost[]',
      'cost ',
      'm.cost',
      'parent.cost',
      'children.cost',
      'part.secret',
      'hidden_part.name',
      'free_key',
    ]
    for (const op of ['eq', 'ne', 'lt', 'gte', 'in', 'contains', 'starts', 'between', 'empty']) {
      for (const field of spellings) {
        const value = op === 'in' ? ['1'] : op === 'between' ? ['1', '2'] : op === 'empty' ? true : '1'
        const hidden = await m.post('/api/query', {
          queries: [{ model: 'm', where: { and: [{ field, op, value }] } }],
        })
        const never = await m.post('/api/query', {
          queries: [
            { model: 'm', where: { and: [{ field: field.replaceAll(/[a-z_]+/gi, 'zz'), op, value }] } },
          ],
        })
        expect([field, op, hidden.body.results[0].error?.code]).toEqual([field, op, 'unknown_field'])
        const strip = (answer: ApiAnswer) =>
          JSON.stringify({ ...answer.body.results[0].error, requestId: '' })
        expect(strip(hidden)).toBe(strip(never))
      }
    }
  })

  it('[FP-03] [FP-04] [FP-05] sort, aggregate, group and choice of fields likewise', async () => {
    const questions = (field: string): Record<string, unknown>[] => [
      { model: 'm', sort: [{ field, dir: 'asc' }] },
      { model: 'm', sort: [{ field, dir: 'desc' }] },
      { model: 'm', fields: ['name', field] },
      { model: 'm', group: [field] },
      { model: 'm', group: ['name'], aggregate: [{ fn: 'sum', field, as: 'x' }] },
      ...['count', 'count_distinct', 'sum', 'avg', 'min', 'max'].map((fn) => ({
        model: 'm',
        aggregate: [{ fn, field, as: 'x' }],
      })),
      { model: 'm', expand: { [field]: {} } },
      { model: 'm', expand: { part: { fields: [field] } } },
      { model: 'part', expand: { 'm.part': { where: { field, op: 'empty', value: false } } } },
    ]
    for (const field of ['cost', 'internal_notes', 'hidden_part']) {
      for (const [index, question] of questions(field).entries()) {
        const hidden = await ask(m, question)
        const never = await ask(m, questions('zzzz')[index] ?? {})
        expect([index, hidden.error?.code]).toEqual([index, 'unknown_field'])
        expect(JSON.stringify({ ...hidden.error, requestId: '' }).replaceAll(field, 'FIELD')).toBe(
          JSON.stringify({ ...never.error, requestId: '' }).replaceAll('zzzz', 'FIELD'),
        )
      }
    }
    expect(
      (await ask(finance, { model: 'm', aggregate: [{ fn: 'max', field: 'cost', as: 'x' }] })).aggregates.x,
    ).toBe(canary.cost)
  })

  it('search does not look into hidden fields', async () => {
    for (const search of ['CANARY', canary.notes, '770077', 'secret']) {
      expect((await ask(m, { model: 'm', search })).rows).toEqual([])
      expect((await ask(m, { model: 'part', search })).rows).toEqual([])
    }
    expect((await ask(owner, { model: 'm', search: canary.notes })).rows.length).toBeGreaterThan(0)
  })

  it('[FP-07] exports hold no hidden value, key or label, unzipped too', async () => {
    for (const format of ['csv', 'xlsx', 'json']) {
      const answer = await fetch(`${server.url}/api/records/m/export?format=${format}`, {
        headers: { authorization: `Bearer ${member.token}`, 'x-tenant-id': world.tenant.id },
      })
      expect(answer.status).toBe(200)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const texts =
        format === 'xlsx'
          ? Object.values(unzipSync(bytes)).map((entry) => Buffer.from(entry).toString())
          : [Buffer.from(bytes).toString()]
      for (const text of texts) {
        expect(leaks(text)).toEqual([])
        expect(text).not.toMatch(/Internal notes|Cost|Hidden part/)
      }
      expect(texts.join('')).toContain('One')
    }
    for (const query of [
      { fields: ['cost'] },
      { where: { field: 'cost', op: 'empty', value: false } },
      { sort: [{ field: 'cost', dir: 'asc' }] },
    ])
      expect(
        (await m.get(`/api/records/m/export?query=${encodeURIComponent(JSON.stringify(query))}`)).body.error
          .code,
      ).toBe('unknown_field')
    expect((await finance.get('/api/records/m/export')).body).toContain(canary.cost)
  })

  it('[FP-09] history is redacted for the reader, also what was written before a rule existed', async () => {
    await owner.patch(`/api/records/m/${record.id}`, {
      cost: '770077.78',
      internal_notes: `${canary.notes}-2`,
    })
    await owner.patch(`/api/records/m/${record.id}`, { cost: canary.cost, qty: 6 })
    const kinds = (await m.get(`/api/records/m/${record.id}/events`)).body.rows.map(
      ({ kind, after }: Record<string, unknown>) => [kind, after],
    )
    expect(
      kinds.filter(([, after]: [string, Record<string, unknown>]) => 'qty' in after && !('name' in after)),
    ).toEqual([['updated', { qty: 6 }]])
    expect(leaks(JSON.stringify(kinds))).toEqual([])
    expect(
      (await owner.get(`/api/records/m/${record.id}/events`)).body.rows.some(
        ({ after }: { after: Record<string, unknown> }) => after.cost === '770077.78',
      ),
    ).toBe(true)
  })

  it('[FP-11] [FP-20] a write of a field one may not write is refused whole, the same for hidden and unknown keys', async () => {
    const before = await stored()
    const answers: [string, Api, Record<string, unknown>][] = [
      ['member cost', m, { cost: '1' }],
      ['member serial', m, { serial: 'x' }],
      ['member notes', m, { internal_notes: 'x' }],
      ['member unknown', m, { never_was: 'x' }],
      ['member free key', m, { free_key: 'x' }],
      ['admin notes', admin, { internal_notes: 'x' }],
      ['tech cost', tech, { cost: '1' }],
    ]
    const texts = new Set<string>()
    for (const [what, person, values] of answers) {
      for (const send of [
        () => person.put(`/api/objects/${record.token}`, { attributes: { qty: 99, ...values } }),
        () => person.patch(`/api/records/m/${record.id}`, { qty: 99, ...values }),
        () => person.post('/api/records/m', { name: 'x', ...values }),
        () => person.post('/api/objects', { model_id: world.ids.m, attributes: { name: 'x', ...values } }),
      ]) {
        const answer = await send()
        expect([what, answer.status, answer.body.error?.code]).toEqual([what, 403, 'field_forbidden'])
        texts.add(masked(answer))
      }
      expect((await person.post('/api/records/m/bulk', { update: [{ id: record.id, values }] })).status).toBe(
        403,
      )
      const [key = ''] = Object.keys(values)
      const imported = await person.post('/api/records/m/import?name=x.csv&mode=skip_bad', undefined, {
        bytes: `name,${key}\nx,1\n`,
      })
      if (imported.status === 200)
        expect(imported.body.ignored.includes(key) || imported.body.created === 0).toBe(true)
    }
    expect(texts.size).toBe(1)
    const after = JSON.parse(await stored()) as { attributes: Record<string, unknown> }[]
    const beforeRows = JSON.parse(before) as unknown[]
    // Only imports that ignored the unknown column may have added rows, and none of them has the key.
    expect(after.slice(0, beforeRows.length)).toEqual(beforeRows)
    expect(
      after
        .slice(beforeRows.length)
        .every(({ attributes }) => Object.keys(attributes).every((key) => key === 'name')),
    ).toBe(true)
  })

  it('[FP-12] a write without the hidden keys leaves them alone', async () => {
    expect(
      (await m.put(`/api/objects/${record.token}`, { attributes: { name: 'Renamed', qty: 7 } })).status,
    ).toBe(200)
    expect((await owner.get(`/api/objects/${record.token}`)).body.attributes).toMatchObject({
      name: 'Renamed',
      cost: canary.cost,
      hidden_part: part.id,
    })
  })

  it('a conflict shows only what the reader may see', async () => {
    const answer = await m.patch(`/api/records/m/${record.id}`, {
      qty: 1,
      base: { qty: 123, cost: '1', internal_notes: 'guess' },
    })
    expect(answer.status).toBe(412)
    expect(Object.keys(answer.body.error.details.fields)).toEqual(['qty'])
  })

  it('[FP-14] an empty list is nobody; unknown roles and a role named twice are refused', async () => {
    const bulk = (read_roles: unknown, write_roles: unknown) =>
      owner.post('/api/permissions/fields/bulk', [
        { model_id: world.ids.part, field_key: 'name', read_roles, write_roles },
      ])
    expect((await bulk([], [])).status).toBe(200)
    expect((await owner.get('/api/records/part/export')).body).not.toContain('Bolt')
    expect((await owner.patch(`/api/records/part/${part.id}`, { name: 'x' })).status).toBe(403)
    for (const roles of [null, ['nobody'], 'member', [null], {}, ['owner', 'owner']])
      expect((await bulk(roles, [])).status).toBe(422)
    expect((await bulk(['owner', 'nobody'], [])).body.error.details).toEqual([
      { path: '0.read_roles.1', code: 'unknown_role', message: 'nobody: There is no such role.' },
    ])
    expect((await bulk(['owner', 'member'], ['owner'])).status).toBe(200)
    expect((await m.get('/api/records/part/export')).body).toContain('Bolt')
  })

  it('[FP-01] a screen that shows a field names it to nobody who may not read it', async () => {
    const layout = {
      schema: 1,
      key: 'm.costs',
      title: 'Costs',
      sources: { dear: { model: 'm', where: { field: 'cost', op: 'gt', value: '1' } } },
      root: 'page',
      nodes: {
        page: { component: 'page', v: 1, props: { title: 'Costs' }, slots: { content: ['grid', 'dear'] } },
        grid: {
          component: 'data-grid',
          v: 1,
          props: { model: 'm', columns: [{ field: 'name' }, { field: 'cost' }, { field: 'part.secret' }] },
        },
        dear: { component: 'text', v: 1, props: { text: { '=': 'sources.dear[0].cost' } } },
      },
    }
    expect((await owner.put('/api/drafts/layout/m.costs', { body: layout })).status).toBeLessThan(300)
    expect((await owner.post('/api/releases', {})).status).toBeLessThan(300)
    const whole = JSON.stringify((await finance.get('/api/layouts/m.costs')).body)
    expect(whole).toContain('"field":"cost"')
    expect(whole).not.toContain('secret')
    const seen = await m.get('/api/layouts/m.costs')
    expect(JSON.stringify({ ...seen.body, layout: { ...seen.body.layout, key: '', title: '' } })).not.toMatch(
      /\bcost\b|secret|"dear"/,
    )
    expect(seen.body.layout.nodes.grid.props.columns).toEqual([{ field: 'name' }])
    expect(JSON.stringify((await admin.get('/api/layouts/m.costs')).body)).toContain('part.secret')
  })

  it('[FP-10] nobody has worked out what they may not read, and a value tells nobody what is behind it', async () => {
    await owner.post('/api/roles', { key: 'modeller', label: 'Modeller', manage: ['models', 'archetypes'] })
    const modeller = (await peopleOf(server, world, 'modeller')).api
    const { schema } = (await owner.get(`/api/models/${world.ids.m}`)).body
    const put = (who: Api, ...more: object[]) =>
      who.put(`/api/models/${world.ids.m}`, { schema: { ...schema, fields: [...schema.fields, ...more] } })
    const total = { key: 'total', label: 'Total', type: 'formula', formula: 'qty * cost' }
    const copy = { key: 'copied', label: 'Copied', type: 'text', default: { '=': 'internal_notes' } }
    const before = await stored()
    for (const [field, place] of [
      [{ ...total, declassified: true }, 'declassified'],
      [copy, 'default'],
    ] as const) {
      const refused = await put(modeller, field)
      expect([refused.status, refused.body.error.details[0].path]).toEqual([
        422,
        `schema.fields.${schema.fields.length}.${place}`,
      ])
      expect(leaks(JSON.stringify(refused.body))).toEqual([])
    }
    expect((await m.put(`/api/models/${world.ids.m}`, { schema })).status).toBe(403)
    // Worked out for those who may read all of it, and for nobody else.
    expect((await put(modeller, total)).status).toBe(200)
    expect(JSON.parse(await stored())).toHaveLength((JSON.parse(before) as unknown[]).length)
    const seen = async (who: Api) => (await who.get(`/api/records/m/${record.id}`)).body
    await expect
      .poll(async () => Number((await seen(finance)).total), { timeout: 20_000 })
      .toBeGreaterThan(770_000)
    for (const who of [m, tech, modeller]) {
      expect(await seen(who)).not.toHaveProperty('total')
      expect((await ask(who, { model: 'm', sort: [{ field: 'total', dir: 'asc' }] })).error.code).toBe(
        'unknown_field',
      )
    }
    // Nor in two steps: first over what they may read, then over what they may not.
    const twice = { key: 'twice', label: 'Twice', type: 'formula', formula: 'qty * 2' }
    const open = { key: 'open', label: 'Open', type: 'formula', formula: 'twice + 1', declassified: true }
    const first = await put(modeller, twice, open)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const second = await put(modeller, { ...twice, formula: 'qty * cost' }, open)
    expect([second.status, second.body.error.details[0].path]).toEqual([
      422,
      `schema.fields.${schema.fields.length + 1}.declassified`,
    ])
    expect((await put(modeller, { ...twice, formula: 'qty * 3' }, open)).status).toBe(200)
    // Nor through a value of another model.
    const other = await modeller.post('/api/models', {
      key: 'reader',
      label: 'Readers',
      schema: {
        fields: [
          { key: 'of', label: 'Of', type: 'relation', target: 'm' },
          { key: 'seen', label: 'Seen', type: 'lookup', lookup: 'of.twice', declassified: true },
        ],
      },
    })
    expect(other.status, JSON.stringify(other.body)).toBe(201)
    const behind = await put(modeller, { ...twice, formula: 'qty * cost' })
    expect([behind.status, behind.body.error.details[0].message]).toEqual([
      422,
      '“Seen” of Readers: This tells what you may not read yourself.',
    ])
    expect((await owner.delete(`/api/models/${other.body.id}`)).status).toBe(204)
    // A text that only looks like the key of a hidden field is none; a list of a role hides as well as a rule.
    const text = { key: 'word', label: 'Word', type: 'text', default: { '=': "'cost'" } }
    expect((await put(modeller, text)).status).toBe(200)
    await owner.post('/api/roles', {
      key: 'drawer',
      label: 'Drawer',
      manage: ['models'],
      grants: { m: { verbs: ['read', 'update'], fields: { read: ['qty'], write: ['qty'] } } },
    })
    const drawer = (await peopleOf(server, world, 'drawer')).api
    expect((await put(drawer, { ...text, default: { '=': 'name' } })).status).toBe(422)
    // What any record may take on is filled in from the record too.
    const kit = await modeller.post('/api/archetypes', {
      name: 'Kit',
      schema: { version: 1, assemblies: [{ key: 'a', label: 'A', fields: [copy] }] },
    })
    expect([kit.status, kit.body.error?.details?.[0]?.path], JSON.stringify(kit.body)).toEqual([
      422,
      'schema.assemblies.0.fields.0.default',
    ])
    // The owner may open it to everybody; then it stays open when somebody else changes another field.
    expect((await put(owner, { ...total, declassified: true })).status).toBe(200)
    expect(await seen(m)).toHaveProperty('total')
    expect((await put(modeller, { ...total, declassified: true }, { ...copy, default: 'x' })).status).toBe(
      200,
    )
    expect((await owner.put(`/api/models/${world.ids.m}`, { schema })).status).toBe(200)
  })

  it('[FP-13] a value that is taken names neither itself nor a field one may not read', async () => {
    const model = await owner.post('/api/models', {
      key: 'stamp',
      label: 'Stamps',
      schema: {
        fields: [
          { key: 'code', label: 'Code', type: 'text', unique: true },
          { key: 'number', label: 'Number', type: 'integer' },
          { key: 'hidden_key', label: 'Hidden', type: 'text' },
        ],
        unique_together: [['number', 'hidden_key']],
      },
    })
    expect(model.status, JSON.stringify(model.body)).toBe(201)
    const rule = (field_key: string, read_roles: string[], write_roles: string[]) => ({
      model_id: model.body.id,
      field_key,
      read_roles,
      write_roles,
    })
    await owner.post('/api/permissions/fields/bulk', [
      rule('code', ['owner'], ['owner', 'member']),
      rule('hidden_key', ['owner'], ['owner']),
    ])
    await owner.post('/api/records/stamp', { code: 'CANARY-code', number: 7 })
    const hidden = (await owner.post('/api/records/stamp', { number: 8, hidden_key: 'CANARY-h' })).body
    await owner.post('/api/records/stamp', { number: 9, hidden_key: 'CANARY-h' })
    const taken = await m.post('/api/records/stamp', { code: 'CANARY-code', number: 1 })
    expect([taken.status, taken.body.error.code]).toEqual([422, 'not_unique'])
    const together = await m.patch(`/api/records/stamp/${hidden.id}`, { number: 9 })
    expect([together.status, together.body.error.code]).toEqual([422, 'not_unique'])
    expect(together.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'attributes.number',
    ])
    const bulk = await m.post('/api/records/stamp/bulk', { create: [{ code: 'CANARY-code', number: 2 }] })
    expect([bulk.status, bulk.body.error.code]).toEqual([422, 'not_unique'])
    for (const { body } of [taken, together, bulk])
      expect(JSON.stringify(body)).not.toMatch(/CANARY|hidden_key|\bcode\.|\.code"/)
  })

  it('[FP-16] a field that was deleted and made again starts closed and empty', async () => {
    const model = (await owner.get(`/api/models/${world.ids.m}`)).body
    const without = {
      ...model.schema,
      fields: model.schema.fields.filter(({ key }: { key: string }) => key !== 'cost'),
    }
    expect((await owner.put(`/api/models/${world.ids.m}`, { schema: without, drop: ['cost'] })).status).toBe(
      200,
    )
    expect(
      leaks(JSON.stringify((await m.get(`/api/objects/${record.token}`)).body)).filter(
        (word) => word === '"cost"' || word === '770077',
      ),
    ).toEqual([])
    expect((await m.patch(`/api/records/m/${record.id}`, { cost: '1' })).status).toBe(403)
    expect((await owner.put(`/api/models/${world.ids.m}`, { schema: model.schema })).status).toBe(200)
    expect(
      (await m.get('/api/models/m/description')).body.fields.map(({ key }: { key: string }) => key),
    ).not.toContain('cost')
    expect(
      (await ask(m, { model: 'm', where: { field: 'cost', op: 'empty', value: false } })).error.code,
    ).toBe('unknown_field')
    expect((await owner.get(`/api/objects/${record.token}`)).body.attributes).not.toHaveProperty('cost')
    expect(
      (
        await ask(finance, {
          model: 'm',
          where: { field: 'cost', op: 'empty', value: false },
          total: 'exact',
        })
      ).total,
    ).toBe(0)
  })

  it('[FP-17] a role that changes counts from the next call on', async () => {
    const person = await peopleOf(server, world, 'member')
    await owner.patch(`/api/records/m/${record.id}`, { internal_notes: canary.notes })
    expect((await person.api.get(`/api/objects/${record.token}`)).body.attributes).not.toHaveProperty(
      'internal_notes',
    )
    expect((await owner.put(`/api/members/${person.userId}`, { role: 'admin' })).status).toBe(200)
    expect((await person.api.get(`/api/objects/${record.token}`)).body.attributes).toHaveProperty(
      'internal_notes',
    )
    expect((await owner.put(`/api/members/${person.userId}`, { role: 'member' })).status).toBe(200)
    expect((await person.api.get(`/api/objects/${record.token}`)).body.attributes).not.toHaveProperty(
      'internal_notes',
    )
  })

  it('[FP-22] nothing of it is in what the server logged', () => {
    expect(server.logs.join('\n')).not.toContain('CANARY')
    expect(newId()).toBeTruthy()
  })
})
