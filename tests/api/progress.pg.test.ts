import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { addPerson, api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { makePriceBook, makeRecipe } from '../support/price-book.ts'

let work: EstimatingPlace
const made: Record<string, string> = {}

const make = async (model: string, values: object): Promise<string> =>
  String((await work.make(model, { ...values }))['id'])
const result: EstimatingPlace['result'] = (...given) => work.result(...given)
const refused = async (model: string, values: object): Promise<Row> => {
  const { status, body } = await work.owner.post(`/api/records/${model}`, values)
  expect(status).toBe(422)
  return body.error.details[0]
}

// A shell of two lines in a section (1,000 + 500) and a roof of 200 without one; accepted.
beforeAll(async () => {
  work = await startEstimating(['recipe_components', 'progress_entries', 'actual_costs', 'work_plans'])
  made.project = await make('projects', { code: 'P1', name: 'School' })
  made.estimate = await make('estimates', { name: 'Shell', project: made.project })
  const version = (await work.read('estimates', made.estimate))['current_version']
  made.version = version
  made.section = await make('estimate_lines', { version, kind: 'section', title: 'Shell' })
  const line = { version, kind: 'line', unit: 'm2', rate_source: 'manual', vat_code: 'standard' }
  const { items } = await makePriceBook(work, [['M', 'labour', 'h', '20', 'Mason']])
  const part = { name: 'Mason', item: items.M }
  const { recipe, version: recipe_version } = await makeRecipe(work, { code: 'W', name: 'Wall' }, [
    { ...part, qty_expr: '0.25' },
    { ...part, qty_expr: '0.1 * h / m2 + 0.05 * h / m2' },
    { ...part, mode: 'productivity', output_per_hour: '10' },
  ])
  Object.assign(made, { recipe, recipe_version })
  made.wall = await make('estimate_lines', {
    ...line,
    recipe_version,
    parent: made.section,
    title: 'Wall',
    quantity: '100',
    unit_rate: '10',
  })
  made.slab = await make('estimate_lines', {
    ...line,
    parent: made.section,
    title: 'Slab',
    quantity: '50',
    unit_rate: '10',
  })
  made.roof = await make('estimate_lines', { ...line, title: 'Roof', quantity: '20', unit_rate: '10' })
  await make('estimate_lines', {
    ...line,
    title: 'Offered only',
    quantity: '5',
    unit_rate: '99',
    item_type: 'optional_without_total',
    selected: false,
  })
  made.tree = await make('hierarchies', { project: made.project, name: 'Places', kind: 'own' })
  made.ground = await make('hierarchy_nodes', { hierarchy: made.tree, name: 'Ground floor' })
  made.first = await make('hierarchy_nodes', { hierarchy: made.tree, name: 'First floor' })
}, 60_000)

afterAll(() => work.server.stop())

const accept = (version: string): Promise<void> => work.issue(version, 'accepted')

describe('progress', () => {
  it('begins when something was agreed: before that nothing can be noted', async () => {
    expect(await result('progress.projects', {})).toMatchObject({ projects: [], currency: null })
    expect(await result('progress.project', { project: made.project })).toMatchObject({ agreed: [] })
    const entry = { line: made.wall, day: '2026-05-04', method: 'quantity', quantity: '40' }
    expect(await refused('progress_entries', entry)).toMatchObject({ code: 'not_agreed' })
    await accept(made.version ?? '')
    const now = await result('progress.project', { project: made.project, day: '2026-05-01' })
    expect(now).toMatchObject({
      currency: 'EUR',
      agreed: [{ version: made.version }],
      figures: { bac: '1700.00', ev: '0.00', pv: '0.00', cpi: null, spi: null, tcpi: '1.0000' },
      unplanned: { lines: 3, amount: '1700.00' },
    })
  })

  it('is planned by sections, one plan each', async () => {
    expect(await result('progress.plan', { project: made.project })).toEqual({ made: 1 })
    expect(await result('progress.plan', { project: made.project })).toEqual({ made: 0 })
    const [plan] = (
      await work.owner.post('/api/query', {
        queries: [{ model: 'work_plans', fields: ['title', 'number', 'line'] }],
      })
    ).body.results[0].rows
    expect(plan).toMatchObject({ title: 'Shell', number: '1', line: made.section })
    const days = { start: '2026-05-01', finish: '2026-05-10' }
    const wrong = await work.owner.patch(`/api/records/work_plans/${plan.id}`, {
      start: '2026-05-11',
      finish: '2026-05-10',
    })
    expect(wrong.status).toBe(422)
    expect((await work.owner.patch(`/api/records/work_plans/${plan.id}`, days)).status).toBe(200)
    expect(await refused('work_plans', { line: made.section, ...days })).toMatchObject({ code: 'planned' })
    const now = await result('progress.project', { project: made.project, day: '2026-05-05' })
    expect(now['figures']).toMatchObject({ pv: '750.00', spi: '0.0000' })
    expect(now['unplanned']).toEqual({ lines: 1, amount: '200.00' })
  })

  it('counts quantities by line, place and day; what is beyond a line is told apart', async () => {
    const enter = (line: string | undefined, quantity: string, day: string, place?: string) =>
      result('progress.enter', { line, quantity, day, place })
    await enter(made.wall, '40', '2026-05-04', made.ground)
    await enter(made.wall, '20', '2026-05-05', made.first)
    await enter(made.wall, '-10', '2026-05-05', made.ground)
    await enter(made.roof, '25', '2026-05-05')
    await make('progress_entries', {
      line: made.slab,
      day: '2026-05-05',
      method: 'fifty_fifty',
      percent: '50',
    })
    await make('actual_costs', {
      project: made.project,
      text: 'Invoice 7',
      amount: '400',
      day: '2026-05-05',
      line: made.wall,
      hours: '30',
    })
    await make('actual_costs', { project: made.project, text: 'Crane', amount: '350', day: '2026-05-05' })
    // With a line or without: in the currency of what was agreed.
    const spent = await work.owner.post('/api/query', {
      queries: [
        { model: 'actual_costs', page: { size: 1 }, aggregate: [{ fn: 'sum', field: 'amount', as: 'sum' }] },
      ],
    })
    expect(spent.body.results[0].aggregates).toEqual({ sum: { amount: '750', currency: 'EUR' } })
    const now = await result('progress.project', { project: made.project, day: '2026-05-05' })
    // 50 of 100 walls, half a slab, all of the roof.
    expect(now).toMatchObject({
      figures: {
        bac: '1700.00',
        pv: '750.00',
        ev: '950.00',
        ac: '750.00',
        cv: '200.00',
        sv: '200.00',
        cpi: '1.2667',
        spi: '1.2667',
        eac: '1342.11',
        eac_remaining: '1500.00',
        tcpi: '0.7895',
        done: '55.88',
      },
      over: '50.00',
      costs_elsewhere: '350.00',
      sections: [{ number: '1', title: 'Shell', bac: '1500.00', ev: '750.00', ac: '400.00' }],
      places: [
        { place: 'First floor', earned: '200.00' },
        { place: 'Ground floor', earned: '300.00' },
        { place: null, earned: '450.00' },
      ],
    })
    expect(now['curve'].find(({ day }: Row) => day === '2026-05-05')).toEqual({
      day: '2026-05-05',
      planned: '750.00',
      earned: '950.00',
      actual: '750.00',
    })
    const before = await result('progress.project', { project: made.project, day: '2026-05-04' })
    expect(before['figures']).toMatchObject({ ev: '400.00', ac: '0.00', cpi: null })
    const { projects } = await result('progress.projects', { day: '2026-05-05' })
    expect(projects).toMatchObject([{ name: 'School', ev: '950.00', cpi: '1.2667' }])
  })

  it('tells the lines, what is late, and what was done at a place', async () => {
    const { lines } = await result('progress.lines', {
      project: made.project,
      day: '2026-05-09',
      place: made.ground,
    })
    expect(
      lines.map((row: Row) => [row['title'], row['done'], row['share'], row['here'], row['planned']]),
    ).toEqual([
      ['Wall', '50', '50.00', '30', '900.00'],
      ['Slab', '25', '50.00', '0', '450.00'],
      ['Roof', '25', '125.00', '0', '0.00'],
    ])
    const open = await result('progress.lines', { project: made.project, open: true, search: 'WALL' })
    expect(open).toMatchObject({ count: 1, lines: [{ title: 'Wall' }] })
    const { late, late_count } = await result('progress.project', {
      project: made.project,
      day: '2026-05-12',
    })
    expect(late_count).toBe(2)
    expect(late).toMatchObject([
      { title: 'Wall', behind: '500.00', days: 2, planned: '100.00', done: '50.00' },
      { title: 'Slab', behind: '250.00', days: 2 },
    ])
  })

  it('takes as today the day it is where the reader is', async () => {
    const dayIn = async (zone?: string): Promise<unknown> => {
      const headers: Record<string, string> = zone === undefined ? {} : { 'X-Time-Zone': zone }
      const asked = { project: made.project }
      return (await work.owner.post('/api/commands/progress.lines', asked, { headers })).body.result.day
    }
    const there = (timeZone: string): string =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date())
    // Never the same day in both: their clocks are a day and an hour apart.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
      expect(await dayIn(zone)).toBe(there(zone))
    expect([await dayIn(), await dayIn('Nowhere/Land')]).toEqual([there('UTC'), there('UTC')])
  })

  it('stays as it was noted', async () => {
    const { entry } = await result('progress.enter', { line: made.wall, quantity: '1', day: '2026-06-01' })
    const changed = await work.owner.patch(`/api/records/progress_entries/${entry}`, { quantity: '2' })
    expect(changed.body.error.details[0]).toMatchObject({ code: 'kept' })
    expect((await work.owner.delete(`/api/records/progress_entries/${entry}`)).status).toBe(422)
    expect(await work.read('progress_entries', entry)).toMatchObject({
      quantity: '1.000000',
      title: 'Wall',
      number: '1.1',
      project: made.project,
    })
    const write = (sql: string) => work.server.sql(sql, [entry])
    const byHand = 'What was noted of the work done stays.'
    await expect(
      write(`update app.objects set attributes = attributes || '{"quantity": "9"}' where id = $1`),
    ).rejects.toThrow(byHand)
    await expect(write('update app.objects set deleted_at = now() where id = $1')).rejects.toThrow(byHand)
    await expect(write('delete from app.objects where id = $1')).rejects.toThrow(byHand)
  })

  it('is noted once it is done: no later than today where the reader is, or anywhere where nobody says', async () => {
    const dayAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
    const [latest, later] = [dayAt(14), dayAt(14 + 24)]
    const entry = { line: made.slab, quantity: '1' }
    const said = {
      path: 'attributes.day',
      code: 'future',
      text: 'Progress is noted when it is done. {{day}} has not come yet.',
    }
    const notHere = { ...said, values: { day: { day: later } } }
    expect(await refused('progress_entries', { ...entry, day: later })).toMatchObject(notHere)
    const told = await work.owner.post('/api/commands/progress.enter', { ...entry, day: later })
    expect([told.status, told.body.error.details[0]]).toMatchObject([422, notHere])
    // The days of these two are never the same.
    const headers = { 'X-Time-Zone': 'Pacific/Pago_Pago' }
    const early = { ...entry, day: latest }
    const behind = await work.owner.post('/api/records/progress_entries', early, { headers })
    expect([behind.status, behind.body.error.details[0]]).toMatchObject([422, said])
    await result('progress.enter', early)
    await result('progress.enter', { ...early, quantity: '-1' })
  })

  it('refuses what says nothing, and places of other projects', async () => {
    const entry = { line: made.wall, day: '2026-06-01' }
    expect(await refused('progress_entries', { ...entry, line: made.section, quantity: '1' })).toMatchObject({
      code: 'kind',
    })
    expect(await refused('progress_entries', { ...entry, quantity: '0' })).toMatchObject({ code: 'required' })
    expect(
      await refused('progress_entries', { ...entry, method: 'zero_hundred', percent: '30' }),
    ).toMatchObject({ code: 'step' })
    const other = await make('projects', { code: 'P2', name: 'Plant' })
    const tree = await make('hierarchies', { project: other, name: 'Places', kind: 'own' })
    const place = await make('hierarchy_nodes', { hierarchy: tree, name: 'Hall' })
    expect(await refused('progress_entries', { ...entry, quantity: '1', place })).toMatchObject({
      code: 'place',
    })
    expect(
      await refused('actual_costs', { project: other, text: 'X', amount: '1', line: made.wall }),
    ).toMatchObject({ code: 'other_project' })
  })

  it('measures hours against recipes, and shows figures only to who sees all they are made of', async () => {
    // 30 hours on 50 m² where the recipe reckons half an hour for one.
    expect(await result('progress.productivity', { project: made.project, day: '2026-05-05' })).toEqual({
      hints: [
        {
          version: made.recipe_version,
          recipe: 'Wall, v1',
          unit: 'm2',
          lines: 1,
          quantity: '50',
          hours: '30',
          measured: '0.600000',
          reckoned: '0.500000',
          difference: '20.00',
        },
      ],
      may_take: true,
    })
    // Taken over, it is a draft whose labour comes to what was measured; what is published stays.
    const of = { project: made.project, version: made.recipe_version, day: '2026-05-05' }
    const { version } = await result('progress.take-hours', of)
    expect(await work.read('recipe_versions', String(version))).toMatchObject({
      status: 'draft',
      hours: '0.600000',
      version_no: 2,
    })
    expect(await work.read('recipe_versions', must(made.recipe_version))).toMatchObject({
      status: 'published',
      hours: '0.500000',
    })
    const parts = await work.owner.post('/api/query', {
      queries: [{ model: 'recipe_components', where: { field: 'version', op: 'eq', value: version } }],
    })
    const written = parts.body.results[0].rows.map(({ qty_expr, output_per_hour }: Row) =>
      String(qty_expr ?? output_per_hour),
    )
    expect(written.toSorted()).toEqual(['(0.1 * h / m2 + 0.05 * h / m2) * 1.2', '0.3', '8.333333'])
    const again = await work.owner.post('/api/commands/progress.take-hours', of)
    expect([again.status, again.body.error.details[0].code]).toEqual([422, 'draft'])
    const early = await work.owner.post('/api/commands/progress.take-hours', { ...of, day: '2020-01-01' })
    expect(early.status).toBe(404)
    const member = api(await addPerson(work.person, work.tenant, 'member'), work.tenantId)
    const ask = () => member.post('/api/commands/progress.project', { project: made.project })
    expect((await ask()).status).toBe(200)
    // Who only reads is not offered a draft.
    const grants = { '*': { verbs: ['read'] } }
    expect((await work.owner.post('/api/roles', { key: 'reader', label: 'Reader', grants })).status).toBe(201)
    const reader = api(await addPerson(work.person, work.tenant, 'reader'), work.tenantId)
    const told = await reader.post('/api/commands/progress.productivity', { project: made.project })
    expect([told.status, told.body.result?.may_take]).toEqual([200, false])
    const { rows: models } = (await work.owner.get('/api/models')).body
    const { id: costs } = models.find(({ key }: Row) => key === 'actual_costs')
    const hidden = await work.owner.post('/api/permissions/fields/bulk', [
      { model_id: costs, field_key: 'amount', read_roles: ['owner'], write_roles: ['owner'] },
    ])
    expect(hidden.status).toBeLessThan(300)
    expect((await ask()).status).toBe(403)
  })

  it('measures hours for the unit of the recipe, whatever its lines are counted in; one draft, however often at once', async () => {
    const project = await make('projects', { code: 'P3', name: 'Hall' })
    const estimate = await make('estimates', { name: 'Hall', project })
    const { current_version } = await work.read('estimates', estimate)
    const { items } = await makePriceBook(work, [['F', 'labour', 'h', '20', 'Fixer']])
    const steel = { code: 'S', name: 'Steel', output_unit: 'kg' }
    const { version } = await makeRecipe(work, steel, [{ name: 'Fixer', item: items.F, qty_expr: '0.008' }])
    const lines: [string, string, string][] = [
      ['t', '2', '20'],
      ['kg', '500', '5'],
    ]
    const day = '2026-05-04'
    const common = { version: current_version, kind: 'line', recipe_version: version, vat_code: 'standard' }
    const made = await Promise.all(
      lines.map(([unit, quantity]) =>
        make('estimate_lines', {
          ...common,
          rate_source: 'manual',
          title: unit,
          unit,
          quantity,
          unit_rate: '1',
        }),
      ),
    )
    await accept(String(current_version))
    for (const [at, [, quantity, hours]] of lines.entries()) {
      await result('progress.enter', { line: made[at], quantity, day })
      await make('actual_costs', { project, line: made[at], text: 'Fixer', amount: '1', hours, day })
    }
    expect(await result('progress.productivity', { project, day })).toMatchObject({
      hints: [
        {
          unit: 'kg',
          lines: 2,
          quantity: '2500',
          measured: '0.010000',
          reckoned: '0.008000',
          difference: '25.00',
        },
      ],
    })
    const both = await Promise.all(
      [1, 2].map(() => work.owner.post('/api/commands/progress.take-hours', { project, version, day })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const draft = both.find(({ status }) => status === 200)?.body.result.version
    expect(await work.read('recipe_versions', draft)).toMatchObject({ status: 'draft', hours: '0.010000' })
  })
})
