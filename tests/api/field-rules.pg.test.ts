import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import type { FormDescription } from '#contracts/api/forms.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { evaluateExpression } from '#expressions/evaluate.ts'
import { placePerson } from '../support/install-definitions.ts'
import type { Api, ApiAnswer, Person, TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Field rules'))
})
afterAll(() => server.stop())

type FieldOf = Record<string, unknown> & { key: string; type: string }
const model = (key: string, fields: FieldOf[], more: object = {}) => ({
  key,
  label: key,
  schema: { version: 1, fields: fields.map((field) => ({ label: field.key, ...field })), ...more },
})
async function ok(answer: ApiAnswer | Promise<ApiAnswer>): Promise<Row> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Row
}
/** `field code` of every problem of a refusal. */
async function problems(answer: Promise<ApiAnswer>): Promise<string[]> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(422)
  const { details } = (body as { error: { details: { path: string; code: string }[] } }).error
  return details.map(({ path, code }) => `${path.split('.').at(-1) ?? ''} ${code}`)
}
const make = (key: string, values: object) => call.post(`/api/records/${key}`, values)
const edit = (key: string, { id }: Row, values: object) =>
  call.patch(`/api/records/${key}/${String(id)}`, values)

describe('conditions of fields', () => {
  beforeAll(async () => {
    await ok(
      call.post(
        '/api/models',
        model('job', [
          { key: 'title', type: 'text' },
          { key: 'kind', type: 'select', options: ['fixed', 'hourly'], default: 'fixed' },
          { key: 'price', type: 'money', scale: 2, visible_if: 'kind == "fixed"', default: '100' },
          { key: 'hours', type: 'duration', required_if: 'kind == "hourly"' },
          { key: 'approved', type: 'boolean' },
          { key: 'note', type: 'text', read_only_if: 'approved' },
          { key: 'starts_on', type: 'date', default: { '=': 'today()' } },
          { key: 'due', type: 'date', default: { '=': 'dateAdd(starts_on, 14, "days")' } },
          { key: 'writer', type: 'user', default: { '=': 'user.id' } },
          { key: 'double', type: 'decimal', default: { '=': 'price * 2' } },
        ]),
      ),
    )
  })

  it('defaults are worked out in order, over what was given', async () => {
    const job = await ok(make('job', { starts_on: '2026-02-20', price: '12.5' }))
    expect(job).toMatchObject({ kind: 'fixed', due: '2026-03-06', writer: owner.userId, double: '25' })
    const today = new Date().toISOString().slice(0, 10)
    expect(await ok(make('job', {}))).toMatchObject({ starts_on: today, price: '100.00', double: '200' })
    const headers = { 'X-Time-Zone': 'Pacific/Kiritimati' }
    const ahead = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
    expect(await ok(call.post('/api/records/job', {}, { headers }))).toMatchObject({ starts_on: ahead })
    // What is given empty stays empty.
    expect((await ok(make('job', { due: null })))['due'] ?? null).toBeNull()
  })

  it('days are counted as formulas count them: in defaults, in conditions, and in what the form is told', async () => {
    await ok(
      call.post(
        '/api/models',
        model('rental', [
          { key: 'begin', type: 'date', default: { '=': 'today() + 7' } },
          { key: 'days', type: 'integer', default: 14 },
          { key: 'due', type: 'date', default: { '=': 'begin + days - 1' } },
          { key: 'nights', type: 'integer', default: { '=': 'due - begin' } },
          { key: 'name', type: 'text' },
          { key: 'title', type: 'text', default: { '=': 'name + begin' } },
          { key: 'reason', type: 'text', required_if: 'begin + 30 < due' },
        ]),
      ),
    )
    const rental = await ok(make('rental', { begin: '2026-02-20', name: 'A' }))
    expect(rental).toMatchObject({ due: '2026-03-05', nights: 13, title: 'A2026-02-20' })
    expect(await ok(make('rental', {}))).toMatchObject({
      begin: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    })
    expect(await problems(edit('rental', rental, { due: '2026-04-01' }))).toEqual(['reason required'])
    const { conditions } = (await call.get('/api/models/rental/form')).body as FormDescription
    const told = must(conditions['begin']?.default)
    const clock = { now: () => new Date('2026-02-25T12:00:00Z') }
    expect(evaluateExpression(told, {}, { clock })).toBe('2026-03-04')
  })

  it('a hidden field takes no default, no value, and keeps the one it has', async () => {
    const hourly = await ok(make('job', { kind: 'hourly', hours: 3600 }))
    expect(hourly['price'] ?? null).toBeNull()
    expect(await problems(make('job', { kind: 'hourly', hours: 3600, price: '5' }))).toEqual(['price hidden'])
    const fixed = await ok(make('job', { price: '7' }))
    const turned = await ok(edit('job', fixed, { kind: 'hourly', hours: 60 }))
    expect(turned).toMatchObject({ kind: 'hourly', price: '7.00' })
    expect(await problems(edit('job', fixed, { price: '8' }))).toEqual(['price hidden'])
    // The same value again is no change, and a file that has the column still imports.
    expect(await ok(edit('job', fixed, { price: '7' }))).toMatchObject({ price: '7.00' })
    expect(await ok(edit('job', fixed, { kind: 'fixed', price: '9' }))).toMatchObject({ price: '9.00' })
  })

  it('requirement follows the record as it will be, and leaves other edits alone', async () => {
    expect(await problems(make('job', { kind: 'hourly' }))).toEqual(['hours required'])
    const fixed = await ok(make('job', {}))
    expect(await problems(edit('job', fixed, { kind: 'hourly' }))).toEqual(['hours required'])
    const hourly = await ok(edit('job', fixed, { kind: 'hourly', hours: 60 }))
    expect(await problems(edit('job', hourly, { hours: null }))).toEqual(['hours required'])
    await ok(edit('job', hourly, { title: 'x' }))
  })

  it('read-only follows the record as it is stored', async () => {
    const job = await ok(make('job', { note: 'first', approved: false }))
    await ok(edit('job', job, { note: 'last', approved: true }))
    expect(await problems(edit('job', job, { note: 'later' }))).toEqual(['note read_only'])
    expect(await problems(edit('job', job, { note: 'later', approved: false }))).toEqual(['note read_only'])
    await ok(edit('job', job, { approved: false }))
    await ok(edit('job', job, { note: 'later' }))
    expect(await ok(make('job', { note: 'as delivered', approved: true }))).toMatchObject({ approved: true })
  })

  it('every way in meets the same rules: bulk and file', async () => {
    const bulk = call.post('/api/records/job/bulk', { create: [{ kind: 'hourly' }] })
    expect(await problems(bulk)).toEqual(['hours required'])
    const { body } = await call.post('/api/records/job/import?name=x.csv&mode=skip_bad', undefined, {
      bytes: Buffer.from('title,kind,hours,price\na,hourly,,\nb,hourly,1:30,\nc,hourly,1:30,5\n'),
      headers: { 'content-type': 'text/csv' },
    })
    expect(
      (body as { rejected: { row: number; path: string }[] }).rejected.map(({ row, path }) => [row, path]),
    ).toEqual([
      [2, 'hours'],
      [4, 'price'],
    ])
  })

  it('the form gets them as trees, and leaves what may be hidden out of what is required', async () => {
    const form = (await call.get('/api/models/job/form')).body as FormDescription
    expect(Object.keys(form.conditions)).toEqual([
      'price',
      'hours',
      'note',
      'starts_on',
      'due',
      'writer',
      'double',
    ])
    expect(Object.keys(form.conditions['price'] ?? {})).toEqual(['visible_if'])
  })

  it('conditions over what a writer may not read tell them nothing and stay closed', async () => {
    const made = await ok(
      call.post(
        '/api/models',
        model('deal', [
          { key: 'secret', type: 'integer' },
          { key: 'open', type: 'text', visible_if: 'secret > 5' },
          { key: 'locked', type: 'text', read_only_if: 'secret > 5' },
          { key: 'asked', type: 'text', required_if: 'secret > 5' },
          { key: 'copy', type: 'integer', default: { '=': 'secret' } },
          { key: 'free', type: 'text' },
        ]),
      ),
    )
    await ok(
      call.post('/api/permissions/fields/bulk', [
        { model_id: made['id'], field_key: 'secret', read_roles: ['owner'], write_roles: ['owner'] },
      ]),
    )
    const member = (await placePerson(server, tenant.id, 'member')).api
    for (const secret of [1, 9]) {
      const { id } = await ok(make('deal', { secret, asked: 'x' }))
      const path = `/api/records/deal/${String(id)}`
      for (const key of ['open', 'locked'])
        expect(await problems(member.patch(path, { [key]: 'x' }))).toEqual([`${key} read_only`])
      await ok(member.patch(path, { asked: null }))
      await ok(member.patch(path, { free: 'x' }))
    }
    expect((await ok(member.post('/api/records/deal', { free: 'x' })))['copy'] ?? null).toBeNull()
    const form = (await member.get('/api/models/deal/form')).body as FormDescription
    expect(form.conditions).toEqual({})
    expect(JSON.stringify([form, (await member.get('/api/models')).body])).not.toContain('secret > 5')
  })

  it('a definition that cannot work is refused with its place', async () => {
    const refused = async (field: FieldOf, more?: object) => {
      const { body } = await call.post('/api/models', model(`bad_${field.key}`, [field], more))
      const { details } = (body as { error: { details: { path: string; code: string }[] } }).error
      return details.map(({ path, code }) => `${path} ${code}`)
    }
    expect(await refused({ key: 'a', type: 'text', visible_if: 'b ==' })).toEqual([
      'schema.fields.0.visible_if expression',
    ])
    expect(await refused({ key: 'b', type: 'text', required_if: 'nope == 1' })).toEqual([
      'schema.fields.0.required_if unknown_field',
    ])
    expect(await refused({ key: 'c', type: 'text', default: { '=': 'nope' } })).toEqual([
      'schema.fields.0.default unknown_field',
    ])
    expect(await refused({ key: 'd', type: 'sequence', numbering: 'EST' })).toEqual([
      'schema.fields.0.numbering numbering',
    ])
    expect(
      await refused({ key: 'e', type: 'status', options: ['x'], transitions: { x: ['y'] }, starts: ['z'] }),
    ).toEqual(['schema.fields.0.transitions option', 'schema.fields.0.starts option'])
    expect(await refused({ key: 'f', type: 'long_text' }, { unique_together: [['f', 'g']] })).toEqual([
      'schema.unique_together.0.0 unique',
      'schema.unique_together.0.1 unknown_field',
    ])
    expect(await refused({ key: 'g', type: 'date', min: 'soon', max: '2026-02-30' })).toEqual([
      'schema.fields.0.min type',
      'schema.fields.0.max type',
    ])
    expect(await refused({ key: 'i', type: 'decimal', min: 'x' })).toEqual(['schema.fields.0.min type'])
    expect(await refused({ key: 'h', type: 'text', min_length: 5, max_length: 2 })).toEqual([
      'schema.fields.0.max range',
    ])
  })
})

describe('a status', () => {
  it('follows its ways only, whatever writes, and begins where it may', async () => {
    await ok(
      call.post(
        '/api/models',
        model('offer', [
          { key: 'name', type: 'text', unique: true },
          {
            key: 'status',
            type: 'status',
            options: ['draft', 'sent', 'won', 'lost'],
            starts: ['draft'],
            transitions: { draft: ['sent'], sent: ['won', 'lost'], lost: ['draft'] },
          },
        ]),
      ),
    )
    expect(await problems(make('offer', { status: 'won' }))).toEqual(['status transition'])
    const offer = await ok(make('offer', { name: 'x', status: 'draft' }))
    const { body } = await edit('offer', offer, { status: 'won' })
    expect(JSON.stringify(body)).toContain('From “draft” the way leads to “sent”, not to “won”.')
    await ok(edit('offer', offer, { status: 'sent' }))
    expect(await problems(edit('offer', offer, { status: null }))).toEqual(['status transition'])
    await ok(edit('offer', offer, { status: 'won' }))
    expect(await problems(edit('offer', offer, { status: 'draft' }))).toEqual(['status transition'])
    const file = await call.post('/api/records/offer/import?name=x.csv&key=name', undefined, {
      bytes: Buffer.from('name,status\nx,draft\n'),
      headers: { 'content-type': 'text/csv' },
    })
    expect(file.status).toBe(422)
    expect(JSON.stringify(file.body)).toContain('final')
  })
})

describe('unique values', () => {
  const pairs = () =>
    model(
      'plan',
      [
        { key: 'project', type: 'text' },
        { key: 'number', type: 'integer' },
        { key: 'title', type: 'text' },
      ],
      { unique_together: [['project', 'number']] },
    )

  it('fields are unique together, also when many write at once, on restore, and never by half', async () => {
    await ok(call.post('/api/models', pairs()))
    const both = ['project not_unique', 'number not_unique']
    const first = await ok(make('plan', { project: 'a', number: 1 }))
    expect(await problems(make('plan', { project: 'a', number: 1 }))).toEqual(both)
    const [told] = (await make('plan', { project: 'a', number: 1 })).body.error.details
    expect(told).toMatchObject({
      text: 'Another record has the same values together: “{{fields}}”.',
      values: { fields: 'project”, “number' },
    })
    await ok(make('plan', { project: 'a', number: 2 }))
    await ok(make('plan', { project: 'a1', number: null }))
    await ok(make('plan', { project: 'a1' }))
    const other = await ok(make('plan', { project: 'b', number: 1 }))
    expect(await problems(edit('plan', other, { project: 'a' }))).toEqual(both)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => make('plan', { project: 'race', number: 7, title: String(at) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(11).fill(422)])
    expect((await call.delete(`/api/records/plan/${String(first['id'])}`)).status).toBe(204)
    await ok(edit('plan', other, { project: 'a' }))
    expect(await problems(call.post(`/api/records/plan/${String(first['id'])}/restore`))).toEqual(both)
  })

  it('a set that becomes unique later is refused while two records break it', async () => {
    const { id, ...rest } = { id: '', ...pairs() }
    expect(id).toBe('')
    const made = await ok(call.post('/api/models', { ...model('sheet', rest.schema.fields as FieldOf[]) }))
    const one = await ok(make('sheet', { project: 'ä', number: 1 }))
    await ok(make('sheet', { project: 'ä', number: 1 }))
    const change = () =>
      call.put(`/api/models/${String(made['id'])}`, { schema: { ...pairs().schema, version: 2 } })
    expect(await problems(change())).toEqual(['0 not_unique'])
    await ok(edit('sheet', one, { number: 2 }))
    await ok(change())
    expect(await problems(make('sheet', { project: 'ä', number: 2 }))).toEqual([
      'project not_unique',
      'number not_unique',
    ])
  })

  it('a field of an archetype that becomes unique checks the records that follow it', async () => {
    await ok(call.post('/api/models', model('unit', [{ key: 'name', type: 'text' }])))
    const schema = (unique: boolean) => ({
      version: 1,
      assemblies: [
        { key: 'g', label: 'G', attributes: [{ key: 'serial', label: 'Serial', type: 'text', unique }] },
      ],
    })
    const archetype = await ok(call.post('/api/archetypes', { name: 'Machine', schema: schema(false) }))
    const machine = { archetype_id: archetype['id'] }
    const one = await ok(make('unit', { serial: 'A', ...machine }))
    await ok(make('unit', { serial: 'A', ...machine }))
    const free = await ok(make('unit', { serial: 'A' }))
    const change = () => call.put(`/api/archetypes/${String(archetype['id'])}`, { schema: schema(true) })
    expect(await problems(change())).toEqual(['unique not_unique'])
    await ok(edit('unit', one, { serial: 'B' }))
    await ok(change())
    expect(await problems(make('unit', { serial: 'B', ...machine }))).toEqual(['serial not_unique'])
    // Who takes the archetype on later is compared too, and who leaves it gives its value up.
    expect(await problems(edit('unit', free, machine))).toEqual(['serial not_unique'])
    await ok(edit('unit', one, { archetype_id: null }))
    await ok(make('unit', { serial: 'B', ...machine }))
  })
})

describe('numbers of a series', () => {
  it('[RC-10] have no gaps and no repeats among what was committed, however many write', async () => {
    const year = new Date().getUTCFullYear()
    await ok(
      call.post(
        '/api/models',
        model('estimate', [
          { key: 'nr', type: 'sequence', numbering: 'EST-{yyyy}-{0000}' },
          { key: 'title', type: 'text', unique: true },
          { key: 'amount', type: 'integer', min: 0 },
        ]),
      ),
    )
    const singles = Array.from({ length: 24 }, (_, at) =>
      make('estimate', at % 4 === 3 ? { title: 'taken', amount: at } : { title: `single ${at}` }),
    )
    const bulks = Array.from({ length: 4 }, (_, at) =>
      call.post('/api/records/estimate/bulk', {
        create: [{ title: `bulk ${at}` }, { title: at === 2 ? 'bulk 2' : `bulk ${at} more` }],
      }),
    )
    const file = call.post('/api/records/estimate/import?name=x.csv&mode=skip_bad', undefined, {
      bytes: Buffer.from('title,nr,amount\nfile 1,EST-1,1\nfile 2,,-1\nfile 3,,3\n'),
      headers: { 'content-type': 'text/csv' },
    })
    await Promise.all([...singles, ...bulks, file])
    const { body } = await call.post('/api/query', {
      queries: [{ model: 'estimate', fields: ['nr'], sort: [{ field: 'nr' }], page: { size: 500 } }],
    })
    const numbers = (body as { results: { rows: Row[] }[] }).results[0]?.rows.map(({ nr }) => nr)
    // 18 single ones, one of the six that wanted the same title, three whole batches of two, one row of the file.
    const expected = Array.from(
      { length: 18 + 1 + 6 + 1 },
      (_, at) => `EST-${year}-${String(at + 1).padStart(4, '0')}`,
    )
    // A row of a file keeps the number that it brings along.
    expect(numbers).toEqual(['EST-1', ...expected])
  })

  it('[RC-10] are never given twice, and never by a client', async () => {
    const hundred = await Promise.all(
      Array.from({ length: 100 }, (_, at) => make('estimate', { title: `h ${at}` })),
    )
    expect(hundred.filter(({ status }) => status === 201)).toHaveLength(100)
    expect(new Set(hundred.map(({ body }) => body.nr)).size).toBe(100)
    const last = await ok(make('estimate', { title: 'last' }))
    expect((await call.delete(`/api/records/estimate/${String(last['id'])}`)).status).toBe(204)
    const next = await ok(make('estimate', { title: 'next' }))
    expect(Number(String(next['nr']).slice(-4))).toBe(Number(String(last['nr']).slice(-4)) + 1)
    await ok(call.post(`/api/records/estimate/${String(last['id'])}/restore`))
    expect(await problems(edit('estimate', next, { nr: last['nr'] }))).toEqual(['nr assigned'])
    expect(await ok(edit('estimate', next, { nr: next['nr'], amount: 1 }))).toMatchObject({ nr: next['nr'] })
  })
})

describe('a relation', () => {
  it('is told of on the other side when it has a name there', async () => {
    await ok(call.post('/api/models', model('site', [{ key: 'name', type: 'text' }])))
    await ok(
      call.post(
        '/api/models',
        model('visit', [
          { key: 'name', type: 'text' },
          { key: 'sites', type: 'relation', target: 'site', many: true, inverse: 'Visits' },
          { key: 'home', type: 'relation', target: 'site' },
        ]),
      ),
    )
    const site = await ok(make('site', { name: 'North' }))
    await ok(make('visit', { name: 'Monday', sites: [site['id']] }))
    const description = (await call.get('/api/models/site/description')).body as ModelDescription
    expect(description.inverses).toEqual([
      { model: 'visit', field: 'sites', many: true, label: 'Visits', writable: true },
    ])
    const { body } = await call.post('/api/query', {
      queries: [{ model: 'site', expand: { 'visit.sites': { fields: ['name'] } } }],
    })
    expect(JSON.stringify(body)).toContain('Monday')
  })
})
