import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { makePriceBook } from '../support/price-book.ts'

// What something is called is a field like any other. Whoever does not read it tries to have it told, or copied to where
// they read it, by a command or by the words of a refusal.
let place: EstimatingPlace
/** Reads no names of projects. */
let surveyor: Api
/** Reads no names of versions, items, rules and of what is kept of building models. */
let mason: Api
/** Sees versions of their own alone. */
let fitter: Api
const made: Record<string, string> = {}

const verbs = ['read', 'create', 'update', 'delete', 'export']
const idOf = async (key: string): Promise<string> =>
  (await place.owner.get('/api/models')).body.rows.find((row: Row) => row['key'] === key).id
const hiddenFrom = async (role: string, key: string, field: string) => {
  const others = ['owner', 'surveyor', 'mason', 'fitter'].filter((one) => one !== role)
  const rule = { read_roles: others, write_roles: others }
  return { kind: 'field_permissions' as const, key: await idOf(key), body: { fields: { [field]: rule } } }
}
const make = async (model: string, values: Row): Promise<string> => (await place.make(model, values))['id']
const run = (who: Api, command: string, input: object) => who.post(`/api/commands/${command}`, input)
const told = async (who: Api, command: string, input: object): Promise<string> => {
  const { status, body } = await run(who, command, input)
  expect(status, JSON.stringify(body)).toBe(200)
  return JSON.stringify(body)
}

beforeAll(async () => {
  place = await startEstimating([
    'bim_viewpoints',
    'takeoff_rules',
    'takeoff_runs',
    'takeoff_items',
    'line_links',
    'recipe_components',
    'progress_entries',
    'actual_costs',
    'work_plans',
  ])
  const { server, tenantId, person } = place
  made.project = await make('projects', { code: 'P', name: 'Hush project' })
  made.bim = await make('bim_projects', { project: made.project, name: 'Hush models' })
  made.model = await make('bim_models', { bim_project: made.bim, name: 'House' })
  const file = await place.upload('a.ifc', new Uint8Array(readFileSync('fixtures/ifc/birkenhof.ifc')))
  made.read = await make('bim_model_versions', { bim_model: made.model, file: [{ id: file }] })
  await place.run('bim.read', { version: made.read })
  made.estimate = await make('estimates', { name: 'Shell', project: made.project })
  made.version = String((await place.read('estimates', made.estimate))['current_version'])
  await make('estimate_lines', {
    version: made.version,
    title: 'Wall',
    unit: 'm2',
    quantity: '2',
    unit_rate: '5',
  })
  await place.owner.patch(`/api/records/estimate_versions/${made.version}`, { label: 'Hush version' })
  await place.issue(made.version, 'accepted')
  made.title = (await place.read('estimate_versions', made.version ?? ''))['title']
  const { items } = await makePriceBook(place, [['B1', 'material', 'm3', '210', 'Hush item']])
  made.set = await make('takeoff_rule_sets', { name: 'Hush set', bim_project: made.bim })
  made.rule = await make('takeoff_rules', {
    rule_set: made.set,
    name: 'Hush rule',
    ifc_class: 'IfcSlab',
    qty_expr: 'net_volume',
    item: items.B1,
    title: 'Slab',
    when_missing: 'skip_and_flag',
  })
  await place.owner.patch(`/api/records/catalogue_items/${items.B1}`, { status: 'blocked' })
  const grants = { '*': { verbs } }
  const own = { field: 'label', op: 'eq', value: 'Mine' }
  await installDefinitions(server, tenantId, person.userId, [
    await hiddenFrom('surveyor', 'projects', 'name'),
    await hiddenFrom('mason', 'estimate_versions', 'title'),
    await hiddenFrom('mason', 'catalogue_items', 'name'),
    await hiddenFrom('mason', 'takeoff_rule_sets', 'name'),
    await hiddenFrom('mason', 'takeoff_rules', 'name'),
    await hiddenFrom('mason', 'bim_projects', 'name'),
    { kind: 'role', key: 'surveyor', body: { label: 'Surveyor', grants } },
    { kind: 'role', key: 'mason', body: { label: 'Mason', grants } },
    {
      kind: 'role',
      key: 'fitter',
      body: { label: 'Fitter', grants: { ...grants, estimate_versions: { verbs, rows: own } } },
    },
  ])
  surveyor = (await placePerson(server, tenantId, 'surveyor')).api
  mason = (await placePerson(server, tenantId, 'mason')).api
  fitter = (await placePerson(server, tenantId, 'fitter')).api
  await vi.waitFor(
    async () => expect((await place.read('bim_model_versions', made.read ?? ''))['status']).toBe('ready'),
    { timeout: 25_000, interval: 100 },
  )
}, 90_000)
afterAll(() => place.server.stop())

describe('whoever does not read what projects are called', () => {
  it('is not told by commands that look at a project', async () => {
    expect(await told(surveyor, 'progress.project', { project: made.project })).not.toContain('Hush project')
    expect(await told(surveyor, 'hierarchy.preview-model', { version: made.read })).not.toContain('Hush')
  })

  it('has the name not copied to building models', async () => {
    const project = await make('projects', { code: 'Q', name: 'Hush copy' })
    const id = (
      await surveyor.post('/api/files?name=Mill.ifc', undefined, {
        bytes: new Uint8Array(readFileSync('fixtures/ifc/birkenhof.ifc')),
        headers: { 'content-type': 'application/octet-stream' },
      })
    ).body.id
    await told(surveyor, 'bim.add-file', { project, file: [{ id }] })
    const names = await surveyor.post('/api/query', {
      queries: [{ model: 'bim_projects', where: { field: 'project', op: 'eq', value: project } }],
    })
    expect(names.body.results[0].rows).toMatchObject([{ name: 'Mill' }])
  })
})

describe('whoever does not read other names', () => {
  it('is not told by the name of a file', async () => {
    expect(await told(mason, 'bim.export-bcf', { project: made.bim })).not.toContain('Hush')
  })

  it('is not told by what was agreed', async () => {
    const answer = await told(mason, 'progress.project', { project: made.project })
    expect(answer).toContain(made.version)
    expect(answer).not.toContain(made.title)
  })

  it('is not told by taking off', async () => {
    expect(await told(mason, 'takeoff.preview', { rule: made.rule })).not.toContain('Hush')
    const answer = await run(mason, 'takeoff.run', { rule_set: made.set })
    expect(JSON.stringify(answer.body)).not.toContain('Hush')
  })

  it('is not told by refusals', async () => {
    const refused = [
      await run(mason, 'estimate.remove', { estimate: made.estimate }),
      await mason.patch(`/api/records/estimate_versions/${made.version}`, { currency: 'USD' }),
      await mason.delete(`/api/records/estimate_versions/${made.version}`),
      await mason.post('/api/records/estimate_lines', { version: made.version, title: 'More' }),
    ]
    for (const { status, body } of refused) {
      expect(status).toBe(422)
      expect(JSON.stringify(body)).not.toContain(made.title)
    }
  })
})

describe('whoever sees some versions', () => {
  it('is not told what others are called by refusals', async () => {
    const { version } = await place.result('estimate.new-version', { version: made.version })
    await place.owner.patch(`/api/records/estimate_versions/${version}`, { label: 'Mine' })
    await place.issue(version)
    const refused = [
      await run(fitter, 'estimate.set-status', { version, status: 'accepted' }),
      await fitter.patch(`/api/records/estimate_versions/${version}`, { status: 'accepted' }),
      await run(fitter, 'estimate.remove', { estimate: made.estimate }),
    ]
    for (const { status, body } of refused) {
      expect([403, 422]).toContain(status)
      expect(JSON.stringify(body)).not.toContain(made.title)
    }
  })
})
