import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allCommands } from '#server/commands/all-commands.ts'
import { describeCommand } from '#server/commands/command.ts'
import { commandBodies, leastOf } from '../support/call-bodies.ts'
import { join, type Heard } from '../support/channels.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api, Person } from '../support/people.ts'
import { pdfText } from '../support/pdf-text.ts'
import { makePriceBook } from '../support/price-book.ts'

// Every payload of an estimate that a customer, or a member without rights on costs, may get is held to a closed schema: a key
// that is not named here fails, whatever it holds. What such a person may not have at all is refused.
let work: EstimatingPlace
const people = {} as Record<Who, Person & { api: Api }>
const made: Record<string, string> = {}
const modelIds: Record<string, string> = {}
const tokens: Record<string, string> = {}

type Who = 'customer' | 'member'
const everybody: readonly Who[] = ['customer', 'member']

/** What each of them may read of each model, field by field; nothing else of estimates. */
const readable: Record<Who, Record<string, readonly string[]>> = {
  customer: {
    estimates: ['number', 'name', 'project', 'project_name', 'customer', 'currency'],
    estimate_versions: [
      'estimate',
      'title',
      'version_no',
      'label',
      'status',
      'currency',
      'valid_until',
      'issued_at',
      'customer_text',
      'discount',
      'net',
      'vat',
      'gross',
      'content_hash',
    ],
    estimate_lines: [
      'version',
      'parent',
      'kind',
      'sort',
      'number',
      'title',
      'text',
      'quantity',
      'unit',
      'item_type',
      'selected',
      'customer_text',
    ],
  },
  member: {
    estimates: ['number', 'name', 'project', 'customer', 'kind', 'stage', 'state', 'current_version'],
    estimate_versions: ['estimate', 'title', 'version_no', 'label', 'status', 'customer_text', 'line_count'],
    estimate_lines: ['version', 'parent', 'kind', 'sort', 'number', 'title', 'text', 'quantity', 'unit'],
  },
}
const models = ['estimates', 'estimate_versions', 'estimate_lines'] as const
const closed = [
  'estimate_markups',
  'estimate_quotes',
  'estimate_resources',
  'estimate_variables',
  'exchange_rates',
  'line_classifications',
] as const

// What stands in every record.
const kept = ['id', 'token', 'model_id', 'archetype_id', 'revision']
const times = ['created_at', 'created_by', 'updated_at', 'updated_by']

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** A record that a field leads to is named and nothing more. */
const named = z.strictObject({ id: z.string(), name: plain, title: plain, number: plain }).partial()
const value = z.union([plain, named])
const keyed = (keys: readonly string[], of: z.ZodType = value) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, of.optional()])))
const fieldsOf = (who: Who, model: string): readonly string[] => readable[who][model] ?? []
const rowOf = (who: Who, model: string) => keyed([...kept, ...times, ...fieldsOf(who, model)])
const page = z.strictObject({ size: z.number(), after: z.string().nullable() })
const listOf = (row: z.ZodType, least = 1) =>
  z.strictObject({ rows: z.array(row).min(least), page, total: z.number().optional() })

const objectOf = (who: Who, model: string) => ({
  id: z.string(),
  token: z.string(),
  model_id: z.string(),
  archetype_id: z.null(),
  attributes: keyed(fieldsOf(who, model)),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.number(),
  effective_archetype_id: z.null(),
  effective_archetype_name: z.null(),
  effective_archetype_source: z.literal('none'),
  catalog: z.null(),
  model: z.strictObject({ id: z.string(), key: z.literal(model), label: z.string() }),
})
const eventOf = (who: Who, model: string) =>
  z.strictObject({
    id: z.string(),
    at: z.string(),
    actor: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    kind: z.enum(['created', 'updated', 'deleted', 'restored', 'shared', 'unshared']),
    before: keyed(fieldsOf(who, model)).nullable(),
    after: keyed(fieldsOf(who, model)).nullable(),
    cause: z.strictObject({ model: z.string().nullable(), record_id: z.string().nullable() }).optional(),
  })

interface Surface {
  name: string
  ask(call: Api, model: string): Promise<{ status: number; body: unknown }>
  /** Of the answer with 200; a number: it is refused with that. */
  answer(who: Who, model: string): z.ZodType | number
}

const first = (model: string): string => made[model] ?? ''
const surfaces: readonly Surface[] = [
  {
    name: 'the list of records',
    ask: (call, model) => call.get(`/api/records/${model}?total=exact`),
    answer: (who, model) => listOf(rowOf(who, model)),
  },
  {
    name: 'one record',
    ask: (call, model) => call.get(`/api/records/${model}/${first(model)}`),
    answer: rowOf,
  },
  {
    name: 'a question of a screen, with the records that fields lead to',
    ask: (call, model) =>
      call.post('/api/query', {
        queries: [
          {
            model,
            expand:
              model === 'estimates' ? {} : { [model === 'estimate_lines' ? 'version' : 'estimate']: {} },
          },
        ],
      }),
    answer: (who, model) => {
      const to = { estimate_lines: 'estimate_versions', estimate_versions: 'estimates' }[model]
      const link = model === 'estimate_lines' ? 'version' : 'estimate'
      const row = to
        ? rowOf(who, model).extend({ [link]: z.union([z.null(), rowOf(who, to)]) })
        : rowOf(who, model)
      return z.strictObject({ results: z.tuple([listOf(row)]) })
    },
  },
  {
    name: 'the objects of a model',
    ask: (call, model) => call.get(`/api/objects?model_id=${modelIds[model]}`),
    answer: (who, model) => (who === 'customer' ? 403 : listOf(z.strictObject(objectOf(who, model)))),
  },
  {
    name: 'one object',
    ask: (call, model) => call.get(`/api/objects/${tokens[model]}`),
    answer: (who, model) => (who === 'customer' ? 403 : z.strictObject(objectOf(who, model))),
  },
  {
    name: 'one object with all around it',
    ask: (call, model) => call.get(`/api/objects/${tokens[model]}/full`),
    answer: (who, model) => {
      if (who === 'customer') return 403
      const near = z.array(z.strictObject(objectOf(who, model)))
      const events = z.array(eventOf(who, model))
      return z.strictObject({
        ...objectOf(who, model),
        archetype: z.null(),
        parents: near,
        children: near,
        events,
      })
    },
  },
  {
    name: 'what happened to a record',
    ask: (call, model) => call.get(`/api/records/${model}/${first(model)}/events`),
    answer: (who, model) => (who === 'customer' ? 403 : listOf(eventOf(who, model), 0)),
  },
  {
    name: 'what a model is like, for lists and forms that are generated',
    ask: async (call, model) => {
      const { status, body } = await call.get(`/api/models/${model}/description`)
      const { fields, inverses = [] } = body as { fields?: Row[]; inverses?: Row[] }
      return {
        status,
        body: { fields: fields?.map(({ key }) => key), inverses: inverses.map((one) => one['model']) },
      }
    },
    answer: (who, model) =>
      z.strictObject({
        fields: z.array(z.enum([...kept, ...times, ...fieldsOf(who, model)])).min(1),
        inverses: z.array(
          z.enum([...models, 'acceptances', 'estimate_questions', 'project_news', 'portal_access']),
        ),
      }),
  },
  {
    name: 'what a form asks for',
    ask: async (call, model) => {
      const { status, body } = await call.get(`/api/models/${model}/form`)
      const { schema, conditions, calculations } = body as Record<string, Row>
      const keys = [schema?.['properties'], conditions].flatMap((one) => Object.keys((one as Row) ?? {}))
      return { status, body: [...keys, ...((calculations ?? []) as unknown as Row[]).map(({ key }) => key)] }
    },
    answer: (who, model) => z.array(z.enum([...kept, ...times, ...fieldsOf(who, model)])),
  },
  ...(['csv', 'xlsx', 'json'] as const).map((format): Surface => ({
    name: `an export as ${format}`,
    ask: (call, model) => call.get(`/api/records/${model}/export?format=${format}`),
    // Read as a file below.
    answer: (who) => (who === 'customer' ? 403 : z.unknown()),
  })),
  {
    name: 'the sum of what may not be read',
    ask: async (call, model) => {
      const aggregate = [
        { fn: 'sum', field: model === 'estimate_lines' ? 'line_total' : 'direct_cost', as: 'x' },
      ]
      const { body } = await call.post('/api/query', { queries: [{ model, aggregate }] })
      return { status: 200, body: body.results[0].error.code }
    },
    answer: () => z.literal('unknown_field'),
  },
]

beforeAll(async () => {
  work = await startEstimating(['acceptances', 'estimate_variables', 'estimate_questions'])
  const customer = (await work.make('customers', { name: 'Hofmann KG' }))['id']
  const project = (await work.make('projects', { code: 'P1', name: 'House', customer }))['id']
  const { items } = await makePriceBook(work, [['mason', 'labour', 'h', '37.91', 'CANARY mason']])
  const { estimate, version } = await work.result('estimate.create', { name: 'Shell', customer, project })
  const { line } = await work.result('estimate.insert-line', {
    version,
    title: 'Wall',
    values: { unit: 'h', quantity: '10', internal_note: 'CANARY internal' },
  })
  await work.result('estimate.price-line', { line, item: items.mason })
  await work.make('estimate_lines', {
    version,
    title: 'Kept to ourselves',
    unit: 'm2',
    quantity: '1',
    unit_rate: '9.13',
    visible_to_customer: false,
  })
  await work.make('estimate_markups', { version, key: 'profit', label: 'CANARY profit', value: '7' })
  await work.make('estimate_variables', {
    version,
    key: 'area',
    label: 'CANARY area',
    unit: 'm²',
    formula: '7 * m2',
  })
  await work.make('estimate_quotes', { version, line, supplier: 'CANARY supplier', price: '37.91' })
  await work.make('exchange_rates', {
    currency: 'USD',
    worth_in: 'EUR',
    rate: '37.91',
    source: 'CANARY bank',
  })
  await work.owner.patch(`/api/records/estimate_versions/${version}`, { internal_note: 'CANARY note' })
  await work.issue(version)
  Object.assign(made, { project, customer, line, estimate, version, item: items.mason })
  Object.assign(made, { estimates: estimate, estimate_versions: version, estimate_lines: line })
  const { body } = await work.owner.get('/api/models')
  for (const { key, id } of body.rows as Row[]) modelIds[key] = id
  for (const model of models) tokens[model] = (await work.read(model, first(model)))['token']

  await work.result('portal.open', {})
  const grants = Object.fromEntries(
    models.map((model) => [
      model,
      {
        verbs: model === 'estimate_lines' ? ['read', 'update', 'export'] : ['read', 'export'],
        fields: { read: readable.member[model], write: model === 'estimate_lines' ? ['title'] : [] },
      },
    ]),
  )
  const role = { kind: 'role' as const, key: 'site', body: { label: 'Site', grants } }
  await installDefinitions(work.server, work.tenantId, work.person.userId, [role])
  people.customer = await placePerson(work.server, work.tenantId, 'customer')
  people.member = await placePerson(work.server, work.tenantId, 'site')
  await work.owner.put(`/api/members/${people.customer.userId}`, { record_id: customer })
}, 90_000)

afterAll(async () => {
  for (const who of everybody) await people[who]?.supabase.realtime.disconnect()
  await work.server.stop()
})

/**
 * What nobody of them is told, whatever the key; customers are not told of lines that are kept from them, either. Seconds of
 * a time (12:05:37.914) are no amounts.
 */
const untold = {
  customer: /CANARY|(?<![\d:])(37\.91|9\.13)|ourselves/,
  member: /CANARY|(?<![\d:])(37\.91|9\.13)/,
}

/** Holds an answer to its schema. */
function hold(
  who: Who,
  schema: z.ZodType | number,
  { status, body }: { status: number; body: unknown },
): void {
  if (typeof schema === 'number') return expect(status).toBe(schema)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(schema.safeParse(body).error?.issues ?? []).toEqual([])
  expect(JSON.stringify(body)).not.toMatch(untold[who])
}

describe.each(everybody)('what a %s gets of an estimate holds no field that is not theirs:', (who) => {
  it.each(surfaces.flatMap(({ name, ...surface }) => models.map((model) => ({ name, model, surface }))))(
    '$name: $model',
    async ({ model, surface }) =>
      hold(who, surface.answer(who, model), await surface.ask(people[who].api, model)),
  )

  it.each(closed)('%s is a model that is not there', async (model) => {
    const { api: call } = people[who]
    expect((await call.get(`/api/records/${model}`)).status).toBe(404)
    expect((await call.get(`/api/models/${model}/description`)).status).toBe(404)
    expect((await call.get(`/api/objects?model_id=${modelIds[model]}`)).body.rows ?? []).toEqual([])
  })

  it('changes, search, what is theirs and what they were told', async () => {
    const { api: call } = people[who]
    const news = { number: z.number(), id: z.string().nullable(), kind: z.string(), at: z.string() }
    const change = (model: z.ZodType, fields: z.ZodType) =>
      z.strictObject({ ...news, model, by: z.string().nullable(), fields: z.array(fields).nullable() })
    const ours = models.map((model) =>
      change(z.literal(model), z.enum([...kept, ...times, ...fieldsOf(who, model)])),
    )
    const isHidden = (model: string): boolean => [...closed, ...models].some((one) => one === model)
    const others = change(
      z.string().refine((model) => !isHidden(model) && !model.startsWith('catalogue_')),
      z.string(),
    )
    hold(
      who,
      z.strictObject({ rows: z.array(z.union([...ours, others])), upto: z.number(), more: z.boolean() }),
      await call.get('/api/changes?since=0&size=500'),
    )
    const hit = z.union(
      models.map((model) =>
        z.strictObject({
          model: z.strictObject({
            key: z.literal(model),
            label: z.string(),
            icon: z.string(),
            title_field: z.string().nullable(),
            ours: z.boolean(),
          }),
          row: rowOf(who, model),
          ...(who === 'customer' && { path: z.string().startsWith('/customer/').optional() }),
        }),
      ),
    )
    for (const text of ['Wall', 'Shell'])
      hold(who, z.strictObject({ rows: z.array(hit).min(1) }), await call.get(`/api/search?text=${text}`))
    for (const text of ['CANARY', 'profit', '37.91', ...(who === 'customer' ? ['ourselves'] : [])])
      hold(who, z.strictObject({ rows: z.array(z.never()) }), await call.get(`/api/search?text=${text}`))
    const mine = await call.get('/api/mine?what=recent')
    hold(who, z.strictObject({ rows: z.array(hit), approvals: z.array(z.never()) }), mine)
    const told = z.strictObject({
      id: z.string(),
      subject: z.string(),
      ours: z.boolean(),
      message: z.string(),
      link: z.string(),
      approval: z.null(),
      read_at: z.string().nullable(),
      created_at: z.string(),
    })
    const list = z.strictObject({ rows: z.array(told), page, unread: z.number() })
    hold(who, list, await call.get('/api/notifications'))
  })

  it('realtime says numbers and nothing else', async () => {
    const topics = [`workspace:${work.tenantId}`, ...models.map((model) => `model:${work.tenantId}:${model}`)]
    const heard: Heard[] = []
    for (const topic of topics) heard.push(await join(people[who], topic))
    const { version } = await work.result('estimate.create', { name: `Heard by ${who}` })
    await work.make('estimate_lines', { version, title: 'Kept to ourselves', unit_rate: '37.91' })
    await expect.poll(() => heard[0]?.said.length ?? 0).toBeGreaterThan(0)
    const news = z.strictObject({
      event: z.literal('changes'),
      payload: z.strictObject({ number: z.number() }),
    })
    for (const { said } of heard) expect(z.array(news).safeParse(said).error?.issues ?? []).toEqual([])
    for (const { channel } of heard) await channel.unsubscribe()
  })
})

describe('commands', () => {
  const offerRow = keyed(['depth', 'number', 'title', 'mark', 'quantity', 'unit', 'price', 'total'], plain)
  /** What a command answers to whom; to everybody else, and all others to both, it is refused. */
  const answers: Record<string, Partial<Record<Who, z.ZodType>>> = {
    'estimate.offer': {
      customer: z.strictObject({
        currency: z.string(),
        rows: z.array(offerRow).min(1),
        sums: z.array(keyed(['label', 'amount'], plain)).min(1),
      }),
    },
    // The browser works nothing out for those who do not read all of it.
    'estimate.worksheet': {
      customer: z.strictObject({ form: z.null() }),
      member: z.strictObject({ form: z.null() }),
    },
    'portal.choices': {
      customer: z.strictObject({
        chosen: z.array(z.string()),
        same: z.boolean(),
        lapsed: z.boolean(),
        currency: z.string(),
        net: z.string(),
        vat: z.string(),
        gross: z.string(),
        as_text: z.string(),
        offered: z.string(),
        options: z.array(
          keyed(['id', 'title', 'number', 'text', 'group', 'fixed', 'chosen', 'amount'], plain),
        ),
      }),
    },
  }
  const ids = (name: string): unknown =>
    ({ version: made.version, like: made.version, estimate: made.estimate, line: made.line })[name] ??
    { lines: [made.line], project: made.project, item: made.item, against: made.version, to: made.version }[
      name
    ]
  const inputOf = (name: string): Record<string, unknown> => {
    const command = allCommands.find((one) => one.name === name)
    const schema = command && describeCommand(command).input
    const id = made.version ?? ''
    const least = commandBodies[name]?.(id) ?? leastOf(schema, id)
    const properties = Object.keys((schema?.['properties'] ?? {}) as object)
    const named = properties.flatMap((key) => (ids(key) === undefined ? [] : [[key, ids(key)] as const]))
    return { ...(least as object), ...Object.fromEntries(named) }
  }
  const about = allCommands.map(({ name }) => name).filter((name) => !name.startsWith('workflow.'))

  it.each(about)('%s', async (name) => {
    for (const who of everybody) {
      const { status, body } = await people[who].api.post(`/api/commands/${name}`, inputOf(name))
      const schema = answers[name]?.[who]
      if (schema) hold(who, schema, { status, body: body.result })
      else expect(status, `${who}: ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(400)
    }
  })

  it('that are named here are there', () => {
    expect(Object.keys(answers).filter((name) => !about.includes(name))).toEqual([])
  })
})

describe('files', () => {
  const load = async (who: Who, path: string) => {
    const headers = { authorization: `Bearer ${people[who].token}`, 'x-tenant-id': work.tenantId }
    const answer = await fetch(work.server.url + path, { headers })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const file = (who: Who, format: string) =>
    load(who, `/api/estimate-versions/${made.version}/file?format=${format}&language=en`)

  it('an offer tells the customer the amounts of the offer on their screen and no other, and members nothing', async () => {
    const { status, bytes } = await file('customer', 'pdf')
    expect(status).toBe(200)
    const text = pdfText(bytes)
    const { body } = await people.customer.api.post('/api/commands/estimate.offer', { version: made.version })
    const shown = [...body.result.rows, ...body.result.sums] as Row[]
    const amounts = shown.flatMap(({ price, total, amount, quantity }) => [price, total, amount, quantity])
    const cents = new Set(amounts.filter(Boolean).map((amount) => Number(amount).toFixed(2)))
    const printed = text.match(/\d[\d,]*\.\d{2}\b/g) ?? []
    expect(printed.length).toBeGreaterThan(4)
    expect(printed.filter((one) => !cents.has(one.replaceAll(',', '')))).toEqual([])
    expect(text).not.toMatch(/CANARY|37\.91/)
    expect((await file('member', 'pdf')).status).toBe(403)
  })

  it.each(['xlsx', 'x83', 'x84', 'x86', 'bc3'])('for other programs are for neither: %s', async (format) => {
    for (const who of everybody) expect([who, (await file(who, format)).status]).toEqual([who, 403])
  })

  it.each(models)('an export of %s has columns for what may be read alone', async (model) => {
    const allowed = z.array(z.string()).superRefine((keys, issue) => {
      for (const key of keys)
        if (![...kept, ...times, ...fieldsOf('member', model)].includes(key)) issue.addIssue(key)
    })
    const path = `/api/records/${model}/export`
    const json = await load('member', `${path}?format=json`)
    const rows = JSON.parse(json.bytes.toString('utf8')) as Row[]
    hold('member', z.array(rowOf('member', model)).min(1), { status: json.status, body: rows })
    const book = XLSX.read((await load('member', `${path}?format=xlsx`)).bytes)
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    const [header = []] = sheet ? XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1 }) : []
    const csv = (await load('member', `${path}?format=csv`)).bytes.toString('utf8')
    const labels = new Map<string, string>()
    const { body } = await people.member.api.get(`/api/models/${model}/description`)
    for (const { key, label } of body.fields as Row[]) labels.set(label, key)
    for (const words of [header, csv.split(/\r?\n/)[0]?.split(',') ?? []]) {
      expect(words.length).toBeGreaterThan(3)
      hold('member', allowed, { status: 200, body: words.map((word) => labels.get(word) ?? word) })
    }
    for (const text of [csv, JSON.stringify(rows)]) expect(text).not.toMatch(/CANARY|37\.91|9\.13/)
  })
})

describe('a write', () => {
  it('answers its writer with what they may read, and so does a conflict', async () => {
    const { version } = await work.result('estimate.create', { name: 'Draft' })
    const { line } = await work.result('estimate.insert-line', {
      version,
      title: 'Wall',
      values: { unit_rate: '37.91' },
    })
    const change = (values: object) => people.member.api.patch(`/api/records/estimate_lines/${line}`, values)
    hold('member', rowOf('member', 'estimate_lines'), await change({ title: 'Long wall' }))
    const met = await change({ title: 'Short wall', base: { title: 'Wall' } })
    expect(met.status).toBe(412)
    const details = z.strictObject({
      fields: keyed(fieldsOf('member', 'estimate_lines'), keyed(['base', 'mine', 'theirs'], plain)),
    })
    expect(details.partial().loose().safeParse(met.body.error.details).error?.issues ?? []).toEqual([])
    expect(Object.keys(met.body.error.details.fields)).toEqual(['title'])
    expect((await change({ unit_rate: '1' })).status).toBe(403)
    expect((await change({ internal_note: 'x' })).status).toBe(403)
  })
})
