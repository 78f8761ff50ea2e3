import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let ownerId: string
let tenantId: string
let member: Api

beforeAll(async () => {
  const { ann: person, tenant, ...place } = await startPlace('Standard models')
  ;({ server, owner } = place)
  ownerId = person.userId
  tenantId = tenant.id
  member = (await placePerson(server, tenant.id, 'member')).api
})

afterAll(() => server.stop())

interface Listed {
  key: string
  present: boolean
}
const present = async (): Promise<string[]> => {
  const { body } = await owner.get('/api/standard-models')
  return body.rows.filter((row: Listed) => row.present).map((row: Listed) => row.key)
}
const modelOf = async (key: string) =>
  (await owner.get('/api/models')).body.rows.find((model: { key: string }) => model.key === key)

describe('[E-13] standard models', () => {
  it('are taken in with what they point to, in one release, by whoever manages models', async () => {
    expect(await present()).toEqual([])
    expect((await member.get('/api/standard-models')).body.may_add).toBe(false)
    expect((await member.post('/api/standard-models', { keys: ['cost_groups'] })).status).toBe(403)
    const { status, body } = await owner.post('/api/standard-models', { keys: ['cost_groups'] })
    expect([status, body.added]).toEqual([201, ['cost_groups', 'cost_group_sets']])
    expect(await present()).toEqual(['cost_group_sets', 'cost_groups'])
    await owner.post('/api/models', { key: 'toolbox', label: 'Toolboxes' })
    const mayCreate = async (who: Api) =>
      Object.keys((await who.get('/api/standard-models')).body.may_create).toSorted()
    expect(await mayCreate(owner)).toEqual(['cost_group_sets', 'cost_groups', 'toolbox'])
    const customer = await placePerson(server, tenantId, 'customer')
    expect(await mayCreate(customer.api)).toEqual([])
    const again = await owner.post('/api/standard-models', { keys: ['cost_groups'] })
    expect(again.body).toEqual({ added: [], release: null })
    const wrong = await owner.post('/api/standard-models', { keys: ['no_such'] })
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, 'keys.0'])
  })

  it('bring the plain models they point to, or use the workspace’s own', async () => {
    const { body } = await owner.post('/api/standard-models', { keys: ['catalogue_items'] })
    expect(body.added).toEqual(['catalogue_items', 'catalogues'])
    expect((await modelOf('suppliers')).standard).toBeUndefined()
  })

  it('keep the product’s fields and take others', async () => {
    const { id, schema } = await modelOf('cost_groups')
    expect(schema.singular).toBe('cost group')
    const without = schema.fields.filter(({ key }: { key: string }) => key !== 'code')
    const refused = await owner.put(`/api/models/${id}`, { schema: { ...schema, fields: without } })
    expect(refused.status).toBe(422)
    expect(refused.body.error.details).toContainEqual(
      expect.objectContaining({ path: 'schema.fields.code', code: 'standard' }),
    )
    const own = [...schema.fields, { key: 'owner_note', label: 'Note', type: 'text' }]
    expect((await owner.put(`/api/models/${id}`, { schema: { ...schema, fields: own } })).status).toBe(200)
  })

  it('say which of their words are the workspace’s own, so that those are shown as they are written', async () => {
    const { id, schema, ours } = await modelOf('cost_groups')
    expect([ours, (await modelOf('suppliers')).ours]).toEqual([true, undefined])
    const fields = schema.fields.map((field: StoredField) =>
      field.key === 'name' ? { ...field, label: 'Open' } : field,
    )
    const stage = { key: 'stage', label: 'Details', type: 'select', options: [{ value: 'o', label: 'Open' }] }
    const shown = { key: 'shown_with', label: 'Shown with', type: 'relation', target: 'cost_group_sets' }
    const more = [...fields, stage, { ...shown, inverse: 'Open' }]
    const changed = { label: 'Groups of ours', schema: { ...schema, fields: more } }
    expect((await owner.put(`/api/models/${id}`, changed)).status).toBe(200)
    expect((await modelOf('cost_groups')).ours).toBeUndefined()
    const { body } = await owner.get('/api/models/cost_groups/description')
    expect([body.standard, body.own_words]).toEqual([true, ['Groups of ours']])
    const own = Object.fromEntries(
      body.fields.map((field: { key: string; own_words?: string[] }) => [field.key, field.own_words]),
    )
    expect([own.name, own.stage, own.code, own.created_at]).toEqual([
      ['Open'],
      ['Details', 'Open'],
      undefined,
      undefined,
    ])
    const { inverses } = (await owner.get('/api/models/cost_group_sets/description')).body
    const added = inverses.find(({ field }: { field: string }) => field === 'shown_with')
    expect([added.label, added.standard]).toEqual(['Open', undefined])
    expect((await owner.put(`/api/models/${id}`, { label: 'Cost groups', schema })).status).toBe(200)
  })

  it('cannot be forged: neither the name nor fields that only rules may keep', async () => {
    const forged = { key: 'my_estimates', label: 'Mine', standard: 'estimates' }
    expect((await owner.post('/api/models', forged)).body.error.details[0].path).toBe('standard')
    const fields = [{ key: 'sum', label: 'Sum', type: 'text', derived: true }]
    const derived = await owner.post('/api/models', {
      key: 'own',
      label: 'Own',
      schema: { version: 1, fields },
    })
    expect(derived.body.error.details[0].path).toBe('schema.fields.0.derived')
  })

  it('refuse values that the product keeps', async () => {
    const set = (await owner.post('/api/records/cost_group_sets', { key: 'own', name: 'Own' })).body
    const group = { set: set.id, code: '300', name: 'Building' }
    const wrong = await owner.post('/api/records/cost_groups', { ...group, level: 3 })
    expect(wrong.body.error.details[0]).toMatchObject({ path: 'attributes.level', code: 'computed' })
    expect((await owner.post('/api/records/cost_groups', group)).status).toBe(201)
  })

  it('have commands, which answer 404 for a name that is none', async () => {
    const { body } = await owner.get('/api/commands')
    for (const { input } of body.rows) expect(input.type ?? input.anyOf ?? input.oneOf).toBeDefined()
    expect((await owner.post('/api/commands/estimate.explode', {})).status).toBe(404)
  })
})

interface StoredField {
  key: string
  label: string
  [name: string]: unknown
}
/** Makes a model what an older version of the product had left in the workspace. */
async function makeOlder(
  key: string,
  change: (fields: StoredField[]) => StoredField[],
  label?: string,
): Promise<void> {
  const { id, created_at: _made, brought: _words, ours: _ours, ...body } = await modelOf(key)
  body.schema.fields = change(body.schema.fields)
  body.label = label ?? body.label
  await installDefinitions(server, tenantId, ownerId, [{ kind: 'model', id, key, body }])
  // What a release does beside its definitions: typed columns and the like.
  const [release] = (await owner.get('/api/releases')).body.rows
  expect((await owner.post(`/api/releases/${release.id}/restore`)).status).toBe(200)
}
const without =
  (...keys: string[]) =>
  (fields: StoredField[]) =>
    fields.filter(({ key }) => !keys.includes(key))
const keysOf = (fields: StoredField[]): string[] => fields.map(({ key }) => key)
const updates = async () => (await owner.get('/api/standard-models/updates')).body
const update = (keys: string[]) => owner.post('/api/standard-models/updates', { keys })

describe('[E-13] standard models that were taken in earlier', () => {
  it('have nothing new on the day they come', async () => {
    expect(await updates()).toEqual({ may_update: true, rows: [] })
    const { body } = await member.get('/api/standard-models/updates')
    expect(body).toEqual({ may_update: false, rows: [] })
  })

  it('are shown what is new, and get it with their values, words and own fields as they were', async () => {
    const fields = keysOf((await modelOf('cost_groups')).schema.fields)
    const group = (await owner.post('/api/records/cost_group_sets', { key: 'old', name: 'Old' })).body
    await makeOlder('cost_groups', (all) =>
      without(
        'level',
        'reference_unit',
      )(all).map((field) =>
        field.key === 'code' ? { ...field, label: 'Our number', required: false } : field,
      ),
    )
    // What the product keeps, but this workspace cannot have yet, does not stop anybody.
    const made = await owner.post('/api/records/cost_groups', {
      set: group.id,
      code: '400',
      name: 'Services',
    })
    expect(made.status).toBe(201)
    const { id, schema } = await modelOf('cost_groups')
    const refused = await owner.put(`/api/models/${id}`, { schema })
    expect(refused.body.error.details).toMatchObject([{ path: 'standard', code: 'outdated' }])
    expect((await updates()).rows).toEqual([
      {
        key: 'cost_groups',
        label: 'Cost groups',
        added: [
          { key: 'level', label: 'Level' },
          { key: 'reference_unit', label: 'Reference unit' },
        ],
        changed: [{ key: 'code', label: 'Code' }],
        customers: { added: [], taken: [] },
        models: [],
        clashes: [],
      },
    ])
    expect((await member.post('/api/standard-models/updates', { keys: ['cost_groups'] })).status).toBe(403)
    const { status, body } = await update(['cost_groups'])
    expect([status, body.updated, body.added]).toEqual([200, ['cost_groups'], []])
    const after = (await modelOf('cost_groups')).schema.fields as StoredField[]
    expect(keysOf(after)).toEqual(fields)
    expect(keysOf(after)).toContain('owner_note')
    expect(after.find(({ key }) => key === 'code')).toMatchObject({ label: 'Our number', required: true })
    expect((await owner.get(`/api/records/cost_groups/${made.body.id}`)).body.code).toBe('400')
    expect((await update(['cost_groups'])).body).toEqual({ updated: [], added: [], release: null })
    const later = await owner.patch(`/api/records/cost_groups/${made.body.id}`, { reference_unit: 'm2' })
    expect(later.body).toMatchObject({ reference_unit: 'm2', level: 1 })
  })

  it('stay as they are where the workspace has something of its own in the way', async () => {
    const taken = { key: 'level', label: 'Level', type: 'text' }
    await makeOlder(
      'cost_groups',
      (all) => all.map((field) => (field.key === 'level' ? taken : field)),
      'Groups',
    )
    expect((await updates()).rows).toMatchObject([
      { key: 'cost_groups', label: 'Groups', renamed: true, clashes: [{ key: 'level' }] },
    ])
    const { status, body } = await update(['cost_groups'])
    expect([status, body.error.details]).toMatchObject([422, [{ path: 'cost_groups.level', code: 'taken' }]])
    await makeOlder('cost_groups', without('level'))
    expect((await update(['cost_groups'])).status).toBe(200)
    expect((await update(['suppliers'])).body.error.details).toMatchObject([{ path: 'keys.0' }])
  })

  it('come with what they cannot work without', async () => {
    const { body } = await owner.post('/api/standard-models', { keys: ['estimates'] })
    expect(body.added).toEqual(expect.arrayContaining(['estimate_lines', 'estimate_resources']))
    const { id } = await modelOf('estimate_resources')
    expect((await owner.delete(`/api/models/${id}`)).status).toBe(204)
    const estimate = await owner.post('/api/commands/estimate.create', { name: 'House' })
    const line = { version: estimate.body.result?.version, title: 'Dig', quantity: '1', unit_rate: '1' }
    const refused = estimate.status < 300 ? await owner.post('/api/records/estimate_lines', line) : estimate
    expect(refused.status).toBe(422)
    expect(refused.body.error.details).toMatchObject([{ code: 'model_missing' }])
    expect((await updates()).rows).toContainEqual(
      expect.objectContaining({ key: 'estimate_versions', models: ['Estimate resources'] }),
    )
    expect((await update(['estimate_versions'])).body.added).toEqual(['estimate_resources'])
    const made = await owner.post('/api/commands/estimate.create', { name: 'House' })
    const good = { ...line, version: made.body.result.version }
    expect((await owner.post('/api/records/estimate_lines', good)).status).toBe(201)
  })

  it('are told anew in the words of the product that they still had from an older version, and keep their own', async () => {
    await owner.post('/api/standard-models', { keys: ['bim_models', 'estimate_lines'] })
    const wordsOf = async (model: string, ...keys: string[]) =>
      ((await modelOf(model)).schema.fields as StoredField[]).filter(({ key }) => keys.includes(key))
    const formFields = async () =>
      Object.keys((await owner.get('/api/models/bim_projects/form')).body.schema.properties)
    const noted = (key: string) => expect.objectContaining({ key })
    const [bcf] = await wordsOf('bim_projects', 'bcf_files')
    const [issue, selected] = await wordsOf('estimate_lines', 'selected', 'issue').then((all) =>
      all.toSorted((a, b) => a.key.localeCompare(b.key)),
    )
    expect(await updates()).toMatchObject({ rows: [] })
    const asBefore = (field: StoredField): StoredField => {
      const { description: _said, ...plain } = field
      if (field.key === 'bcf_files') return { ...field, shown_in: ['detail'] }
      if (field.key === 'selected') return { ...plain, default: true }
      return field
    }
    await makeOlder('bim_projects', (all) => all.map(asBefore))
    await makeOlder('estimate_lines', (all) =>
      all.map((field) =>
        field.key === 'issue'
          ? { ...field, options: [{ value: 'unit', label: 'Unit?' }] } // In the workspace's own words.
          : asBefore(field),
      ),
    )
    expect(await formFields()).not.toContain('bcf_files')
    const { rows } = await updates()
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'bim_projects', added: [], changed: [noted('bcf_files')] }),
        expect.objectContaining({ key: 'estimate_lines', added: [], changed: [noted('selected')] }),
      ]),
    )
    const { body } = await update(['bim_projects', 'estimate_lines'])
    expect(body.updated.toSorted()).toEqual(['bim_projects', 'estimate_lines'])
    expect(await wordsOf('bim_projects', 'bcf_files')).toEqual([bcf])
    expect(await formFields()).toContain('bcf_files')
    expect(await wordsOf('estimate_lines', 'selected')).toEqual([selected])
    expect(await wordsOf('estimate_lines', 'issue')).toEqual([
      { ...issue, options: [{ value: 'unit', label: 'Unit?' }] },
    ])
    expect((await updates()).rows).toEqual([])
    // Whoever wants it as it was says so once: it is the workspace's own from then on.
    const { id, schema } = await modelOf('bim_projects')
    const own = { schema: { ...schema, fields: schema.fields.map(asBefore) } }
    expect((await owner.put(`/api/models/${id}`, own)).status).toBe(200)
    expect((await updates()).rows).toEqual([])
  })

  it('that speak as the product did before have no words of their own; once they have those of today, what is said is meant', async () => {
    const number = async () =>
      (await owner.get('/api/models/estimates/description')).body.fields.find(
        ({ key }: StoredField) => key === 'number',
      )
    const asBefore = (all: StoredField[]) =>
      all.map((field) => (field.key === 'number' ? { ...field, label: 'Number' } : field))
    await makeOlder('estimates', asBefore)
    expect(await number()).toMatchObject({ label: 'Number' })
    expect(await number()).not.toHaveProperty('own_words')
    expect((await update(['estimates'])).status).toBe(200)
    // One that had nothing to be told anew.
    await makeOlder('estimates', (all) => all)
    const { id, schema } = await modelOf('estimates')
    const put = () =>
      owner.put(`/api/models/${id}`, { schema: { ...schema, fields: asBefore(schema.fields) } })
    expect([(await put()).status, (await put()).status]).toEqual([200, 200])
    expect((await updates()).rows).toEqual([])
  })
})
