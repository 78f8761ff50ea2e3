import { afterAll, beforeAll, expect, it } from 'vitest'
import { EstimateWorksheet } from '#estimating/worksheet.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { addPerson, api } from '../support/people.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating(['estimate_variables'])
}, 60_000)

afterAll(() => work.server.stop())

it('[R-07] the browser works out what the server keeps, cell by cell', async () => {
  const version = (await work.run('estimate.create', { name: 'House' })).body.result['version'] as string
  const section = await work.make('estimate_lines', { version, kind: 'section', title: 'Shell' })
  const values = { version, parent: section['id'], unit: 'm2', quantity: '12.5' }
  const wall = await work.make('estimate_lines', { ...values, title: 'Wall', unit_rate: '80.06' })
  const slab = await work.make('estimate_lines', { ...values, title: 'Slab', vat_code: 'reduced' })
  await work.make('estimate_resources', {
    line: slab['id'],
    version,
    name: 'Mason',
    type: 'labour',
    unit: 'h',
    qty_per_unit: '0.333',
    waste_pct: '5',
    price: '54.10',
  })
  await work.make('estimate_markups', {
    version,
    key: 'profit',
    label: 'Profit',
    kind: 'percent',
    value: '7.5',
  })
  await work.make('estimate_variables', {
    version,
    key: 'height',
    label: 'Height',
    unit: 'm',
    formula: '2.75',
  })

  const { body } = await work.run('estimate.worksheet', { version })
  const sheet = new EstimateWorksheet(body.result.form)
  const steps: [string, Row][] = [
    [wall['id'], { quantity: '33.333' }],
    [slab['id'], { qty_formula: 'height * 3 * m' }],
    [slab['id'], { rate_override: '19.99' }],
    [wall['id'], { discount_pct: '2.5' }],
    [slab['id'], { quantity: '8' }],
    [wall['id'], { item_type: 'optional_without_total', selected: false }],
  ]
  for (const [id, edit] of steps) {
    const shown = sheet.show({ [id]: edit })
    expect(shown.unknown).toEqual([])
    expect((await work.owner.patch(`/api/records/estimate_lines/${id}`, edit)).status).toBe(200)
    expect(await work.read('estimate_versions', version)).toMatchObject(shown.version)
    for (const [row, expected] of Object.entries(shown.rows))
      expect(await work.read('estimate_lines', row)).toMatchObject(expected)
    expect(Object.keys(shown.rows)).toContain(section['id'])
    sheet.keep({ [id]: edit })
  }
})

/** The outline as it stands: number and title. */
const outline = async (version: string): Promise<string[]> =>
  (await work.inside('estimate_lines', version))
    .toSorted((a, b) => (a['place'] < b['place'] ? -1 : 1))
    .map(({ number, title }) => `${number} ${title}`)

it('[R-07] rows pasted past the end keep their levels and every field, and are one step back', async () => {
  const version = (await work.run('estimate.create', { name: 'Pasted' })).body.result['version'] as string
  const rows = [
    { number: '1', title: 'Shell' },
    {
      number: '1.1',
      title: 'Wall',
      quantity: '2',
      unit: 'm2',
      unit_rate: '10',
      discount_pct: '50',
      location: 'East',
    },
    { number: '1.2', title: 'Slab', qty_formula: '2 * m * 3 * m', unit: 'm2' },
  ]
  expect((await work.run('estimate.insert-lines', { version, rows })).status).toBe(200)
  expect(await outline(version)).toEqual(['1 Shell', '1.1 Wall', '1.2 Slab'])
  const [, wall, slab] = (await work.inside('estimate_lines', version)).toSorted((a, b) =>
    a['place'] < b['place'] ? -1 : 1,
  )
  expect(wall).toMatchObject({ discount_pct: '50.000000', location: 'East', line_total: '10.00' })
  expect(slab).toMatchObject({ quantity: '6.000000' })
  const bad = await work.run('estimate.insert-lines', {
    version,
    rows: [{ title: 'X', line_total: '5', unit: 'm' }],
  })
  expect(bad.status).toBe(422)
})

it('[R-07] several lines move together, in their order, never into themselves', async () => {
  const version = (await work.run('estimate.create', { name: 'Moved' })).body.result['version'] as string
  const rows = ['1 A', '1.1 B', '1.2 C', '2 D', '2.1 E'].map((text) => {
    const [number = '', title = ''] = text.split(' ')
    return { number, title, ...(number.includes('.') && { quantity: '1', unit: 'm' }) }
  })
  await work.run('estimate.insert-lines', { version, rows })
  const ids = Object.fromEntries(
    (await work.inside('estimate_lines', version)).map(({ id, title }) => [title, id as string]),
  )
  const move = async (titles: string, place: string, target: string): Promise<number> =>
    (
      await work.run('estimate.move-lines', {
        lines: [...titles].map((title) => ids[title]),
        place,
        target: ids[target],
      })
    ).status
  expect(await move('BC', 'above', 'E')).toBe(200)
  expect(await outline(version)).toEqual(['1 A', '2 D', '2.1 B', '2.2 C', '2.3 E'])
  // What stands inside another one that moves goes with it.
  expect(await move('DB', 'inside', 'A')).toBe(200)
  expect(await outline(version)).toEqual(['1 A', '1.1 D', '1.1.1 B', '1.1.2 C', '1.1.3 E'])
  expect(await move('A', 'inside', 'D')).toBe(422)
  expect(await move('D', 'inside', 'B')).toBe(422)
  expect(await move('C', 'inside', 'B')).toBe(422)
  expect(await move('CB', 'below', 'E')).toBe(200)
  expect(await outline(version)).toEqual(['1 A', '1.1 D', '1.1.1 E', '1.1.2 C', '1.1.3 B'])
})

it('[R-07] what goes into the sums is sent to nobody who may not read all of it', async () => {
  const version = (await work.run('estimate.create', { name: 'Closed' })).body.result['version'] as string
  await work.make('estimate_lines', { version, title: 'Wall', unit: 'm2', quantity: '3', unit_rate: '80.06' })
  const asked = async (role: string, grants: Row) => {
    const made = await work.owner.post('/api/roles', { key: role, label: role, grants })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const person = await addPerson(work.person, work.tenant, role)
    return api(person, work.tenantId).post('/api/commands/estimate.worksheet', { version })
  }
  const read = { verbs: ['read'] }
  const all = Object.fromEntries(
    [
      'estimate_versions',
      'estimate_lines',
      'estimate_resources',
      'estimate_markups',
      'estimate_variables',
    ].map((model) => [model, read]),
  )
  const whole = await asked('reader', all)
  expect([whole.status, whole.body.result.form.nodes[0].unitRate]).toEqual([200, '80.060000'])
  // Without one model, with some rows of one, or without one field: the server's sums are all they see.
  const { estimate_resources: _none, ...rest } = all
  expect((await asked('no_resources', rest)).status).toBe(404)
  const some = { ...read, rows: { field: 'title', op: 'eq', value: 'Roof' } }
  expect((await asked('some_lines', { ...all, estimate_lines: some })).body.result).toEqual({ form: null })
  const few = { ...read, fields: { read: ['version', 'title', 'kind'], write: [] } }
  expect((await asked('few_fields', { ...all, estimate_lines: few })).body.result).toEqual({ form: null })
  const other = { ...read, rows: { field: 'title', op: 'eq', value: 'nothing' } }
  expect((await asked('other_versions', { ...all, estimate_versions: other })).status).toBe(404)
  const { estimate_versions: _versions, ...blind } = all
  expect((await asked('no_versions', blind)).status).toBe(404)
})
