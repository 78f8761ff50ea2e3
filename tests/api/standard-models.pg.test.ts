import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let member: Api

beforeAll(async () => {
  server = await startTestServer()
  const person = await signUp(server)
  const tenant = await makeWorkspace(person, 'Standard models')
  owner = api(person, tenant.id)
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
    const without = schema.fields.filter(({ key }: { key: string }) => key !== 'code')
    const refused = await owner.put(`/api/models/${id}`, { schema: { ...schema, fields: without } })
    expect(refused.status).toBe(422)
    expect(refused.body.error.details).toContainEqual(
      expect.objectContaining({ path: 'schema.fields.code', code: 'standard' }),
    )
    const own = [...schema.fields, { key: 'owner_note', label: 'Note', type: 'text' }]
    expect((await owner.put(`/api/models/${id}`, { schema: { ...schema, fields: own } })).status).toBe(200)
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
    for (const command of body.rows) expect(command.input.type).toBe('object')
    expect((await owner.post('/api/commands/estimate.explode', {})).status).toBe(404)
  })
})
