import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api
const ids = { item: newId(), catalogue: newId(), project: newId(), beam: newId() }

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Objects'))
  await installDefinitions(server, tenant.id, owner.userId, [
    {
      kind: 'archetype',
      id: ids.beam,
      key: 'beam',
      body: {
        name: 'Beam',
        schema: {
          version: 1,
          assemblies: [
            {
              key: 'size',
              label: 'Size',
              fields: [{ key: 'length', label: 'Length', type: 'decimal', scale: 2 }],
            },
          ],
        },
      },
    },
    {
      kind: 'model',
      id: ids.catalogue,
      key: 'catalogue',
      body: {
        label: 'Catalogue',
        construct_type: 'catalog_item',
        schema: {
          version: 1,
          fields: [
            { key: 'code', label: 'Code', type: 'text', unique: true },
            { key: 'name', label: 'Name', type: 'text' },
          ],
          title_field: 'name',
        },
      },
    },
    {
      kind: 'model',
      id: ids.item,
      key: 'item',
      body: {
        label: 'Item',
        default_archetype_id: null,
        schema: {
          version: 1,
          fields: [
            { key: 'name', label: 'Name', type: 'text', required: true },
            { key: 'price', label: 'Price', type: 'money', scale: 2, currency: 'EUR' },
            { key: 'kind', label: 'Kind', type: 'select', options: ['a', { value: 'b', label: 'B' }] },
            { key: 'count', label: 'Count', type: 'integer', default: 1 },
            { key: 'due', label: 'Due', type: 'date' },
            { key: 'catalogue', label: 'Catalogue', type: 'relation', target: 'catalogue' },
          ],
        },
      },
    },
    {
      kind: 'model',
      id: ids.project,
      key: 'project',
      body: {
        label: 'Project',
        default_archetype_id: ids.beam,
        schema: { version: 1, fields: [{ key: 'name', label: 'Name', type: 'text' }] },
      },
    },
  ])
})

afterAll(() => server.stop())

const create = (attributes: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  call.post('/api/objects', { model_id: ids.item, attributes, ...more })

describe('objects', () => {
  it('[E-06] [E-07] [E-09] creates with an unguessable token, default values, effective archetype and model block', async () => {
    const { status, body } = await create({ name: 'Oak', price: '12.5' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      model_id: ids.item,
      archetype_id: null,
      attributes: { name: 'Oak', price: '12.50', count: 1 },
      effective_archetype_id: null,
      effective_archetype_name: null,
      effective_archetype_source: 'none',
      catalog: null,
      model: { id: ids.item, key: 'item', label: 'Item' },
      revision: 1,
    })
    expect(body.token).toMatch(/^[\w-]{32}$/)
    expect(body.token).not.toContain(body.id)
    expect(Date.parse(body.created_at)).toBeGreaterThan(0)
    const read = await call.get(`/api/objects/${body.token}`)
    expect(read.body).toEqual(body)
  })

  it('[E-07] the archetype is the object’s own, else the model’s default', async () => {
    const own = await create({ name: 'Steel', length: '2.5' }, { archetype_id: ids.beam })
    expect(own.body).toMatchObject({
      archetype_id: ids.beam,
      effective_archetype_id: ids.beam,
      effective_archetype_name: 'Beam',
      effective_archetype_source: 'object',
      attributes: { length: '2.50' },
    })
    const standard = await call.post('/api/objects', { model_id: ids.project, attributes: { name: 'P' } })
    expect(standard.body).toMatchObject({
      archetype_id: null,
      effective_archetype_id: ids.beam,
      effective_archetype_source: 'default',
    })
    const wrong = await create({ name: 'x', length: 'long' }, { archetype_id: ids.beam })
    expect(wrong.status).toBe(422)
    expect(wrong.body.error.details[0].path).toBe('attributes.length')
  })

  it('[E-08] carries the block of the catalogue record it links to', async () => {
    const entry = await call.post('/api/records/catalogue', { code: 'C-1', name: 'Timber' })
    const linked = await create({ name: 'Linked', catalogue: entry.body.id })
    expect(linked.body.catalog).toEqual({
      catalog_type_id: ids.catalogue,
      catalog_type_label: 'Catalogue',
      catalog_item_id: entry.body.id,
      catalog_item_code: 'C-1',
      catalog_item_name: 'Timber',
    })
    const list = await call.get(`/api/objects?model_id=${ids.item}`)
    expect(
      list.body.rows.find((row: { id: string }) => row.id === linked.body.id).catalog.catalog_item_code,
    ).toBe('C-1')
  })

  it('[C-07] lists newest first in pages, of one model or all; an unknown model is 404', async () => {
    const first = await call.get('/api/objects?size=2')
    expect(first.status).toBe(200)
    expect(first.body.rows).toHaveLength(2)
    const second = await call.get(`/api/objects?size=500&after=${first.body.page.after}`)
    const all = [...first.body.rows, ...second.body.rows].map((row: { id: string }) => row.id)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(all.toSorted().toReversed())
    const ofModel = await call.get(`/api/objects?model_id=${ids.project}`)
    expect(ofModel.body.rows.every((row: { model: { key: string } }) => row.model.key === 'project')).toBe(
      true,
    )
    expect((await call.get(`/api/objects?model_id=${newId()}`)).status).toBe(404)
    expect((await call.get('/api/objects?size=100000')).status).toBe(422)
    expect((await call.get('/api/objects?after=nonsense')).status).toBe(400)
  })

  it('[C-07] PUT merges: absent is unchanged, null clears', async () => {
    const { body } = await create({ name: 'Merge', price: '1', kind: 'a', note: 'free' })
    const put = await call.put(`/api/objects/${body.token}`, { attributes: { price: null, kind: 'b' } })
    expect(put.status).toBe(200)
    expect(put.body.attributes).toEqual({ name: 'Merge', kind: 'b', count: 1, note: 'free' })
    expect(put.body.revision).toBe(2)
    const same = await call.put(`/api/objects/${body.token}`, { attributes: { kind: 'b' } })
    expect(same.body.revision).toBe(2)
  })

  it('[V-08] refuses bad values with every path at once, and writes nothing', async () => {
    const before = await server.sql('select count(*) from app.objects')
    const { status, body } = await create({
      price: '1,5',
      kind: 'zzz',
      count: 1.5,
      due: '2026-02-30',
      catalogue: newId(),
    })
    expect(status).toBe(422)
    expect(body.error.code).toBe('invalid')
    expect(body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'attributes.count',
      'attributes.due',
      'attributes.kind',
      'attributes.name',
      'attributes.price',
    ])
    expect(await server.sql('select count(*) from app.objects')).toEqual(before)
  })

  it('[MA-01] refuses the system’s own keys', async () => {
    const { body } = await create({ name: 'x' })
    for (const key of ['id', 'token', 'tenant_id', 'created_at', 'created_by', 'deleted_at']) {
      expect((await create({ name: 'x' }, { [key]: 'x' })).status).toBe(422)
      expect((await create({ name: 'x', [key]: 'x' })).status).toBe(422)
      expect((await call.put(`/api/objects/${body.token}`, { [key]: 'x' })).status).toBe(422)
      expect((await call.put(`/api/objects/${body.token}`, { attributes: { [key]: 'x' } })).status).toBe(422)
      expect((await call.patch(`/api/records/item/${body.id}`, { [key]: 'x' })).status).toBe(422)
    }
    expect(
      (await create({ name: 'x' }, { version: 1, published: true, effective_archetype_id: newId() })).status,
    ).toBe(422)
  })

  it('[E-10] full adds archetype, parents, children and events', async () => {
    const top = await call.post('/api/objects', { model_id: ids.project, attributes: { name: 'House' } })
    const middle = await create({ name: 'Storey' }, { parent_token: top.body.token })
    const leaf = await create({ name: 'Wall' }, { parent_token: middle.body.token })
    await call.put(`/api/objects/${middle.body.token}`, { attributes: { name: 'Ground floor' } })
    const { body } = await call.get(`/api/objects/${middle.body.token}/full`)
    expect(body.parents.map((row: { id: string }) => row.id)).toEqual([top.body.id])
    expect(body.children.map((row: { id: string }) => row.id)).toEqual([leaf.body.id])
    expect(body.archetype).toBeNull()
    expect(
      body.events.map(({ kind, before, after }: Record<string, unknown>) => [kind, before, after]),
    ).toEqual([
      ['updated', { name: 'Storey' }, { name: 'Ground floor' }],
      ['created', null, { name: 'Storey', count: 1 }],
    ])
    expect(body.events[0].actor.id).toBe(owner.userId)
    const deep = await call.get(`/api/objects/${leaf.body.token}/full`)
    expect(deep.body.parents.map((row: { id: string }) => row.id)).toEqual([top.body.id, middle.body.id])
    const trace = await call.get(`/api/objects/${middle.body.token}/trace?size=1`)
    expect(trace.body.rows).toHaveLength(1)
    const rest = await call.get(`/api/objects/${middle.body.token}/trace?after=${trace.body.page.after}`)
    expect(rest.body.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['created'])
    expect(rest.body.page.after).toBeNull()
  })

  it('deletes, refuses while something is inside or points to it, and restores', async () => {
    const entry = await call.post('/api/records/catalogue', { code: 'C-2', name: 'Sand' })
    const item = await create({ name: 'Uses sand', catalogue: entry.body.id })
    const refused = await call.delete(`/api/objects/${entry.body.token}`)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'in_use'])
    expect((await call.delete(`/api/objects/${item.body.token}`)).status).toBe(204)
    expect((await call.get(`/api/objects/${item.body.token}`)).status).toBe(404)
    expect((await call.delete(`/api/objects/${entry.body.token}`)).status).toBe(204)
    expect((await call.post('/api/records/catalogue', { code: 'C-2', name: 'Other sand' })).status).toBe(201)
    const back = await call.post(`/api/records/catalogue/${entry.body.id}/restore`)
    expect([back.status, back.body.error.code]).toEqual([422, 'not_unique'])
    expect((await call.post(`/api/records/item/${item.body.id}/restore`)).status).toBe(200)
    expect((await call.get(`/api/objects/${item.body.token}`)).status).toBe(200)
  })

  it('[TI-04] ids of another workspace are answered like random ones, and nothing of it is written', async () => {
    const stranger = await signUp(server)
    const other = await makeWorkspace(stranger, 'Other')
    const foreign = { model: newId(), archetype: newId() }
    await installDefinitions(server, other.id, stranger.userId, [
      {
        kind: 'model',
        id: foreign.model,
        key: 'catalogue',
        body: { label: 'C', schema: { version: 1, fields: [{ key: 'name', label: 'Name', type: 'text' }] } },
      },
      { kind: 'archetype', id: foreign.archetype, key: 'beam', body: { name: 'Beam' } },
    ])
    const theirs = await api(stranger, other.id).post('/api/records/catalogue', { name: 'Secret' })
    expect(theirs.status).toBe(201)
    const mask = (answer: { status: number; body: { error: Record<string, unknown> } }) => [
      answer.status,
      { ...answer.body.error, requestId: '' },
    ]
    const pairs: [Record<string, unknown>, Record<string, unknown>][] = [
      [
        { model_id: foreign.model, attributes: { name: 'x' } },
        { model_id: newId(), attributes: { name: 'x' } },
      ],
      [
        { model_id: ids.item, archetype_id: foreign.archetype, attributes: { name: 'x' } },
        { model_id: ids.item, archetype_id: newId(), attributes: { name: 'x' } },
      ],
      [
        { model_id: ids.item, attributes: { name: 'x', catalogue: theirs.body.id } },
        { model_id: ids.item, attributes: { name: 'x', catalogue: newId() } },
      ],
      [
        { model_id: ids.item, attributes: { name: 'x' }, parent_token: theirs.body.token },
        { model_id: ids.item, attributes: { name: 'x' }, parent_token: 'x'.repeat(32) },
      ],
    ]
    for (const [foreignBody, randomBody] of pairs) {
      const foreignAnswer = mask(await call.post('/api/objects', foreignBody))
      expect(foreignAnswer).toEqual(mask(await call.post('/api/objects', randomBody)))
      expect(foreignAnswer[0]).toBe(422)
    }
    for (const path of [
      `/api/objects/${theirs.body.token}`,
      `/api/objects/${theirs.body.token}/full`,
      `/api/objects/${theirs.body.token}/trace`,
    ])
      expect(mask(await call.get(path))).toEqual(
        mask(await call.get(path.replace(theirs.body.token, 'x'.repeat(32)))),
      )
    expect(
      await server.sql('select 1 from app.objects where tenant_id = $1 and attributes::text like $2', [
        tenant.id,
        `%${theirs.body.id}%`,
      ]),
    ).toEqual([])
  })

  it('[DO-04] full is bounded: 200 children a page', async () => {
    const top = await create({ name: 'Many' })
    for (let start = 0; start < 250; start += 125)
      await server.sql(
        `insert into app.objects (tenant_id, id, token, model_id, parent_id, attributes, created_by, updated_by)
         select $1, gen_random_uuid(), md5(random()::text), $2, $3, '{"name":"child"}', $4, $4 from generate_series(1, 125)`,
        [tenant.id, ids.item, top.body.id, owner.userId],
      )
    const first = await call.get(`/api/objects/${top.body.token}/full`)
    expect(first.body.children).toHaveLength(200)
    const next = await call.get(
      `/api/objects/${top.body.token}/full?children_after=${first.body.children.at(-1).id}`,
    )
    expect(next.body.children).toHaveLength(50)
  })

  it('roles: a member creates and changes but does not delete; a customer sees nothing', async () => {
    const member = await placePerson(server, tenant.id, 'member')
    const customer = await placePerson(server, tenant.id, 'customer')
    const made = await member.api.post('/api/objects', {
      model_id: ids.item,
      attributes: { name: 'By member' },
    })
    expect(made.status).toBe(201)
    expect(
      (await member.api.put(`/api/objects/${made.body.token}`, { attributes: { price: '2' } })).status,
    ).toBe(200)
    expect((await member.api.delete(`/api/objects/${made.body.token}`)).body.error.code).toBe('forbidden')
    expect((await customer.api.get('/api/objects')).status).toBe(403)
    expect((await customer.api.get(`/api/objects/${made.body.token}`)).status).toBe(403)
    expect(
      (await customer.api.post('/api/objects', { model_id: ids.item, attributes: { name: 'x' } })).status,
    ).toBe(422)
  })
})
