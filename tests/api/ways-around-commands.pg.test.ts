import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { makePriceBook } from '../support/price-book.ts'

// Commands work with the whole of an estimate, whatever their caller reads of it: what they answer must not tell it.
let place: EstimatingPlace
let surveyor: Api
let mason: Api
let line: string
let version: string
let items: Record<string, string>

// Masons read whatever has a rule: of lines they see their own alone.
const own = { read_roles: ['owner', 'mason'], write_roles: ['owner', 'mason'] }
const verbs = ['read', 'create', 'update', 'delete', 'export']
const idOf = async (key: string): Promise<string> =>
  (await place.owner.get('/api/models')).body.rows.find((row: Row) => row['key'] === key).id
const rulesOf = async (key: string, fields: readonly string[]) => ({
  kind: 'field_permissions' as const,
  key: await idOf(key),
  body: { fields: Object.fromEntries(fields.map((field) => [field, own])) },
})

beforeAll(async () => {
  place = await startEstimating(['bim_viewpoints'])
  const { server, tenantId, person, make, result } = place
  version = (await result('estimate.create', { name: 'House' }))['version']
  ;({ items } = await makePriceBook(place, [
    ['BRICK', 'material', 'pcs', '777.77'],
    ['GOLD', 'material', 'pcs', '5.00'],
  ]))
  line = (await make('estimate_lines', { version, title: 'Wall', unit: 'pcs', quantity: '2' }))['id']
  const hidden = await make('estimate_lines', { version, title: 'Hush', unit: 'pcs', quantity: '1' })
  await result('estimate.price-line', { line: hidden['id'], item: items['GOLD'] })
  await installDefinitions(server, tenantId, person.userId, [
    await rulesOf('estimate_lines', ['rate', 'rate_override', 'line_total', 'node_total']),
    await rulesOf('catalogue_prices', ['unit_price']),
    await rulesOf('bim_projects', ['bcf_files']),
    { kind: 'role', key: 'surveyor', body: { label: 'Surveyor', grants: { '*': { verbs } } } },
    {
      kind: 'role',
      key: 'mason',
      body: {
        label: 'Mason',
        grants: {
          '*': { verbs },
          estimate_lines: { verbs, rows: { field: 'title', op: 'eq', value: 'Wall' } },
        },
      },
    },
  ])
  surveyor = (await placePerson(server, tenantId, 'surveyor')).api
  mason = (await placePerson(server, tenantId, 'mason')).api
})
afterAll(() => place.server.stop())

const run = (who: Api, command: string, input: object) => who.post(`/api/commands/${command}`, input)

describe('whoever reads no rates', () => {
  it('learns none by a command: not by having a line priced, compared, explained or tried with other prices', async () => {
    const priced = await run(place.owner, 'estimate.price-line', { line, item: items['BRICK'] })
    expect(JSON.stringify(priced.body)).toContain('777.77')
    const asked: Record<string, object> = {
      'estimate.price-line': { line, item: items['BRICK'] },
      'estimate.reprice-preview': { version, date: '2026-01-01' },
      'estimate.explain-line': { line },
      'estimate.worksheet': { version },
      'estimate.what-if': { version },
      'estimate.needed': { version },
      'estimate.compare': { from: version, to: version },
      'estimate.unit-prices': {},
      'catalogue.affected-drafts': { item: items['BRICK'] },
      'estimate.at-hand': {},
    }
    for (const [command, input] of Object.entries(asked)) {
      const { status, body } = await run(surveyor, command, input)
      expect([200, 403], `${command} ${JSON.stringify(body)}`).toContain(status)
      expect(JSON.stringify(body), command).not.toMatch(/777|1555/)
    }
  })
})

describe('whoever sees some lines', () => {
  it('is not told what others are called by pricing the whole', async () => {
    // There were no prices yet.
    const wish = { version, date: '2019-01-01' }
    const { status, body } = await run(mason, 'estimate.reprice', wish)
    expect(JSON.stringify(body)).not.toContain('Hush')
    expect(status).toBe(403)
    expect((await run(place.owner, 'estimate.reprice', wish)).body.result.missing).toEqual(['Wall', 'Hush'])
  })
})

describe('whoever does not read the field of a file', () => {
  it('does not have the file read for them', async () => {
    const project = await place.make('projects', { code: 'P', name: 'House' })
    const file = await place.upload('hush.txt', 'no archive at all')
    const { id } = await place.make('bim_projects', {
      project: project['id'],
      name: 'House',
      bcf_files: [{ id: file }],
    })
    // Whoever reads it hears what is wrong with it.
    expect((await run(place.owner, 'bim.import-bcf', { project: id })).status).toBe(422)
    expect((await run(surveyor, 'bim.import-bcf', { project: id })).status).toBe(403)
  })
})
