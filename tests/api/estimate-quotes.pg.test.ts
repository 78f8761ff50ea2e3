import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { addPerson, api } from '../support/people.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

const day = '2026-05-01'
const estimate = async (): Promise<Row> => work.result('estimate.create', { name: 'House' })
async function line(version: string, title: string, values: Row = {}): Promise<string> {
  const whole = { unit: 'm2', quantity: '12.5', ...values }
  return (await work.make('estimate_lines', { version, title, ...whole }))['id']
}
const quote = async (version: string, of: string, supplier: string, values: Row): Promise<string> =>
  (await work.make('estimate_quotes', { version, line: of, supplier, ...values }))['id']
const compared = async (of: string): Promise<Row[]> =>
  (await work.result('estimate.compare-quotes', { line: of, day }))['rows'] as Row[]
const choose = (...quotes: string[]) => work.run('estimate.choose-quotes', { quotes })
const refusal = ({ status, body }: { status: number; body: Row }): unknown[] => [
  status,
  body['error'].details?.[0]?.path,
  body['error'].details?.[0]?.code,
]

describe('quotes for a line', () => {
  it('stand side by side, the cheapest first, with what they come to, what ends and what is left out', async () => {
    const { version } = await estimate()
    const wall = await line(version, 'Wall', { discount_pct: '10' })
    await quote(version, wall, 'Berg', { price: '41.335', valid_until: '2026-04-30' })
    await quote(version, wall, 'Adler', { price: '40', valid_until: day, excluded: 'Scaffold' })
    await quote(version, wall, 'Cordes', { excluded: 'Everything' })
    await quote(version, wall, 'Dorn', { price: '10', currency: 'USD' })
    const rows = await compared(wall)
    const shown = rows.map(({ supplier, price, amount, over, over_percent, expired, excluded }) => [
      supplier,
      price,
      amount,
      over,
      over_percent,
      expired,
      excluded,
    ])
    expect(shown).toEqual([
      // 12.5 × 40 less a tenth; 12.5 × 41.34, as the version rounds rates, less a tenth.
      ['Adler', '40', '450.00', '0.00', '0', false, 'Scaffold'],
      ['Berg', '41.335', '465.07', '15.07', '3.35', true, ''],
      ['Cordes', null, null, null, null, false, 'Everything'],
      ['Dorn', null, null, null, null, false, ''],
    ])
    // Once the version has a rate for it, the price in dollars counts.
    const exchange_rates = [{ currency: 'USD', rate: '0.92' }]
    await work.owner.patch(`/api/records/estimate_versions/${version}`, { exchange_rates })
    expect((await compared(wall))[0]).toMatchObject({
      supplier: 'Dorn',
      price: '9.2',
      note: '10 USD × 0.92',
      amount: '103.50',
      cheapest: true,
    })
  })

  it('price it once one is chosen: by what was shown, as subcontract, and the explanation names who', async () => {
    const { version } = await estimate()
    const wall = await line(version, 'Wall', { unit_rate: '99', discount_pct: '3' })
    const berg = await quote(version, wall, 'Berg', { price: '41.335', valid_until: '2026-09-30' })
    const adler = await quote(version, wall, 'Adler', { price: '39.99' })
    const shown = (await compared(wall)).map(({ amount }) => amount)
    expect((await choose(berg)).status).toBe(200)
    const taken = await work.read('estimate_lines', wall)
    expect(taken).toMatchObject({ rate_source: 'subquote', rate: '41.340000', line_total: shown[1] })
    expect(taken['subcontract']).toBe(taken['line_total'])
    const { rows } = await work.result('estimate.explain-line', { line: wall })
    expect((rows as Row[])[2]).toMatchObject({
      label: 'Berg',
      type: 'subcontract',
      because: '1 m², at 41.335 EUR per m² (a quote; to 30 September 2026)',
    })
    // Another one takes its place; what the quote says later changes nothing.
    expect((await choose(adler)).status).toBe(200)
    await work.owner.patch(`/api/records/estimate_quotes/${adler}`, { price: '1' })
    expect(await work.read('estimate_lines', wall)).toMatchObject({ rate: '39.990000' })
    expect((await compared(wall)).map(({ supplier, chosen }) => [supplier, chosen])).toEqual([
      ['Adler', 1],
      ['Berg', 0],
    ])
    // A rate that is typed again lets go of it.
    await work.owner.patch(`/api/records/estimate_lines/${wall}`, { rate_source: 'manual', unit_rate: '50' })
    expect(await work.read('estimate_lines', wall)).toMatchObject({ rate: '50.000000' })
    expect((await compared(wall)).map(({ chosen }) => chosen)).toEqual([0, 0])
  })

  it('that have no price, or one in a currency without a rate, cannot be chosen; nor two for one line', async () => {
    const { version } = await estimate()
    const wall = await line(version, 'Wall')
    const none = await quote(version, wall, 'Cordes', {})
    const dollars = await quote(version, wall, 'Dorn', { price: '10', currency: 'USD' })
    const fine = await quote(version, wall, 'Adler', { price: '1' })
    expect(refusal(await choose(none))).toEqual([422, 'quote', 'no_price'])
    expect(refusal(await choose(dollars))).toEqual([422, 'quote', 'no_price'])
    expect(refusal(await choose(fine, dollars))).toEqual([422, 'quotes', 'twice'])
    expect(await work.read('estimate_lines', wall)).toMatchObject({ rate_source: 'manual' })
  })
})

describe('quotes for a section', () => {
  it('are told by supplier over all its lines: who offers a part is not compared with who offers all', async () => {
    const { version } = await estimate()
    const roof = await work.make('estimate_lines', { version, kind: 'section', title: 'Roof' })
    const inside = { parent: roof['id'] }
    const [tiles, gutter] = [
      await line(version, 'Tiles', inside),
      await line(version, 'Gutter', { ...inside, quantity: '4', unit: 'm' }),
    ]
    await line(version, 'Nobody was asked', inside)
    const adler = [
      await quote(version, tiles, 'Adler', { price: '20' }),
      await quote(version, gutter, 'Adler', { price: '30.5' }),
    ]
    await quote(version, tiles, 'Berg', { price: '22', valid_until: '2026-04-01' })
    await quote(version, gutter, 'Berg', { price: '25' })
    await quote(version, gutter, 'Cordes', { price: '1' })
    const rows = await compared(roof['id'])
    expect(
      rows.map(({ supplier, lines, of, amount, over, expired }) => [
        supplier,
        lines,
        of,
        amount,
        over,
        expired,
      ]),
    ).toEqual([
      ['Adler', 2, 2, '372.00', '0.00', false],
      ['Berg', 2, 2, '375.00', '3.00', true],
      ['Cordes', 1, 2, '4.00', null, false],
    ])
    expect(rows[0]?.['quotes'].toSorted()).toEqual(adler.toSorted())
    expect((await choose(...adler)).status).toBe(200)
    expect(await work.read('estimate_lines', roof['id'])).toMatchObject({ node_total: '372.00' })
    expect((await compared(roof['id'])).map(({ chosen }) => chosen)).toEqual([2, 0, 0])
  })
})

describe('quotes', () => {
  it('[E-13] are fixed with their version, by the API and by the database; notes stay open', async () => {
    const { version } = await estimate()
    const wall = await line(version, 'Wall')
    const id = await quote(version, wall, 'Adler', { price: '40' })
    await work.issue(version, 'approved')
    const place = `/api/records/estimate_quotes/${id}`
    for (const answer of [
      await choose(id),
      await work.owner.patch(place, { price: '41' }),
      await work.owner.delete(place),
      await work.owner.post('/api/records/estimate_quotes', { version, line: wall, supplier: 'Berg' }),
    ])
      expect(refusal(answer).slice(0, 1)).toEqual([422])
    expect((await work.owner.patch(place, { note: 'Asked again' })).status).toBe(200)
    for (const change of [`attributes = attributes || '{"price": "50"}'`, `deleted_at = now()`])
      await expect(
        work.server.sql(`update app.objects set ${change} where id = $1`, [id]),
        change,
      ).rejects.toThrow('is no draft')
    expect(await work.read('estimate_lines', wall)).toMatchObject({ rate: null })
  })

  it('go into the next version, stay behind where another estimate begins like it, and go with their line', async () => {
    const { version } = await estimate()
    const wall = await line(version, 'Wall')
    const id = await quote(version, wall, 'Adler', { price: '40' })
    await choose(id)
    const { version: next } = await work.result('estimate.new-version', { version })
    const [copy] = await work.inside('estimate_lines', next)
    expect(await compared(copy?.['id'])).toMatchObject([{ supplier: 'Adler', chosen: 1, amount: '500.00' }])
    const like = await work.result('estimate.create', { name: 'Like it', like: version })
    const [other] = await work.inside('estimate_lines', like['version'])
    expect(other).toMatchObject({ rate: '40.000000' })
    expect(await compared(other?.['id'])).toEqual([])
    await work.result('estimate.remove-line', { line: wall })
    expect((await work.owner.get(`/api/records/estimate_quotes/${id}`)).status).toBe(404)
    expect((await work.run('estimate.remove', { estimate: like['estimate'] })).status).toBe(200)
  })

  it('are for a line of their own version', async () => {
    const [one, two] = [await estimate(), await estimate()]
    const wall = await line(one['version'], 'Wall')
    const values = { version: two['version'], line: wall, supplier: 'Adler', price: '1' }
    expect(refusal(await work.owner.post('/api/records/estimate_quotes', values))).toEqual([
      422,
      'line',
      'line',
    ])
  })

  it('go with a line and an estimate also for whoever may not see them', async () => {
    const write = { verbs: ['read', 'create', 'update', 'delete'] }
    const keys = [
      'estimates',
      'estimate_versions',
      'estimate_lines',
      'estimate_markups',
      'estimate_resources',
    ]
    const grants = Object.fromEntries(
      [...keys, 'estimate_variables', 'line_classifications'].map((key) => [key, write]),
    )
    expect((await work.owner.post('/api/roles', { key: 'none', label: 'None', grants })).status).toBe(201)
    const person = api(await addPerson(work.person, work.tenant, 'none'), work.tenantId)
    const { estimate: id, version } = await estimate()
    const [wall, roof] = [await line(version, 'Wall'), await line(version, 'Roof')]
    const quotes = [
      await quote(version, wall, 'Adler', { price: '1' }),
      await quote(version, roof, 'Adler', { price: '1' }),
    ]
    const one = await person.post('/api/commands/estimate.remove-line', { line: wall })
    expect([one.status, one.body.error]).toEqual([200, undefined])
    const all = await person.post('/api/commands/estimate.remove', { estimate: id })
    expect([all.status, all.body.error]).toEqual([200, undefined])
    for (const gone of quotes)
      expect((await work.owner.get(`/api/records/estimate_quotes/${gone}`)).status).toBe(404)
  })

  it('cannot be chosen while the model of resources knows none, and the refusal names it', async () => {
    const { version } = await estimate()
    const id = await quote(version, await line(version, 'Wall'), 'Adler', { price: '1' })
    const models = (await work.owner.get('/api/models')).body.rows as Row[]
    const { id: model } = models.find(({ key }) => key === 'estimate_resources') ?? {}
    const { schema } = (await work.owner.get(`/api/models/${model}`)).body
    const write = (fields: Row[]) => work.owner.put(`/api/models/${model}`, { schema: { ...schema, fields } })
    const before = (schema.fields as Row[]).map((field) =>
      field['key'] === 'price_from'
        ? { ...field, options: (field['options'] as Row[]).filter(({ value }) => value !== 'quote') }
        : field,
    )
    const changed = await write(before)
    expect([changed.status, changed.body.error]).toEqual([200, undefined])
    const refused = await choose(id)
    expect(refusal(refused)).toEqual([422, 'model', 'outdated'])
    expect(refused.body.error.details[0].message).toContain('“Estimate resources”')
    expect((await write(schema.fields)).status).toBe(200)
    expect((await choose(id)).status).toBe(200)
  })

  it('are compared and chosen by whoever may see all of them', async () => {
    const { version } = await estimate()
    const wall = await line(version, 'Wall')
    const id = await quote(version, wall, 'Adler', { price: '40' })
    const write = { verbs: ['read', 'create', 'update', 'delete'] }
    const grants = {
      estimates: write,
      estimate_versions: write,
      estimate_lines: write,
      estimate_markups: write,
      estimate_variables: write,
      estimate_resources: write,
      estimate_quotes: { verbs: ['read'], fields: { read: ['version', 'line', 'supplier'], write: [] } },
    }
    expect((await work.owner.post('/api/roles', { key: 'half', label: 'Half', grants })).status).toBe(201)
    const person = api(await addPerson(work.person, work.tenant, 'half'), work.tenantId)
    for (const [command, input] of [
      ['estimate.compare-quotes', { line: wall }],
      ['estimate.choose-quotes', { quotes: [id] }],
    ] as const) {
      const { status, body } = await person.post(`/api/commands/${command}`, input)
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
    }
    expect(await work.read('estimate_lines', wall)).toMatchObject({ rate_source: 'manual' })
  })
})
