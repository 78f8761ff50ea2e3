import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import type { Api, Person } from '../support/people.ts'
import { creator, startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

// [U-03] [RA-01] Two customers of one project: each chooses, asks and accepts what is theirs.
let server: TestServer
let owner: Api
let ownerId: string
let anna: Person & { api: Api }
let bert: Person & { api: Api }
const made: Record<string, string> = {}

const create = creator(() => owner)
const rows = async (who: Api, query: object) => {
  const { body } = await who.post('/api/query', { queries: [query] })
  if (body.results[0].error) throw new Error(JSON.stringify(body.results[0].error))
  return body.results[0].rows
}
const one = async (who: Api, model: string, id: string) =>
  (await rows(who, { model, where: { field: 'id', op: 'eq', value: id } }))[0]

const options = [
  ['Wall', 'normal', '100', {}],
  ['Oak', 'base', '10', { alt_group: 'Floor' }],
  ['Ash', 'alternative', '15', { alt_group: 'Floor', selected: false }],
  ['Shower', 'optional_with_total', '7', { selected: true }],
  ['Rail', 'optional_without_total', '3', { selected: false }],
  ['CANARY secret', 'optional_without_total', '5', { selected: true, visible_to_customer: false }],
] as const

async function offer(
  name: string,
  customer: string,
  terms?: { valid_until: string },
): Promise<{ estimate: string; version: string }> {
  const estimate = await create('estimates', { name, customer, project: made.project })
  const version = (await one(owner, 'estimates', estimate)).current_version
  for (const [title, item_type, unit_rate, more] of options)
    made[`${name} ${title}`] = await create('estimate_lines', {
      version,
      kind: 'line',
      unit: 'm2',
      quantity: '2',
      rate_source: 'manual',
      title,
      item_type,
      unit_rate,
      vat_code: 'standard',
      ...more,
    })
  await create('estimate_markups', {
    version,
    key: 'profit',
    label: 'CANARY profit',
    category: 'profit',
    kind: 'percent',
    value: '10',
  })
  for (const status of ['in_review', 'approved', 'issued'])
    await owner.post('/api/commands/estimate.set-status', { version, status })
  // A day that is over cannot be issued, but comes.
  if (terms) await owner.patch(`/api/records/estimate_versions/${version}`, terms)
  return { estimate, version }
}

beforeAll(async () => {
  const { ann: person, tenant, ...place } = await startPlace('Choices')
  ;({ server, owner } = place)
  ownerId = person.userId
  anna = await placePerson(server, tenant.id, 'customer')
  bert = await placePerson(server, tenant.id, 'customer')
  await owner.post('/api/standard-models', {
    keys: [
      'acceptances',
      'estimate_questions',
      'hierarchy_nodes',
      'estimate_markups',
      'estimate_resources',
      'work_plans',
      'progress_entries',
      'actual_costs',
    ],
  })
  made.anna = await create('customers', { name: 'Anna' })
  made.bert = await create('customers', { name: 'Bert' })
  made.project = await create('projects', {
    code: 'P1',
    name: 'House',
    customer: made.anna,
    manager: ownerId,
  })
  await owner.put(`/api/members/${anna.userId}`, { record_id: made.anna })
  await owner.put(`/api/members/${bert.userId}`, { record_id: made.bert })
  await owner.post('/api/commands/portal.open', {})
  Object.assign(made, await offer('A', made.anna))
  made.theirs = (await offer('B', made.bert)).version
})
afterAll(() => server.stop())

const choices = (who: Api, chosen?: (string | undefined)[], version = made.version) =>
  who.post('/api/commands/portal.choices', { version, ...(chosen && { chosen }) })
const decide = async (chosen: string | null, more: object = {}) => {
  const { content_hash } = await one(anna.api, 'estimate_versions', made.version ?? '')
  const said = { decision: 'accepted', signer_name: 'Anna', terms: true }
  return anna.api.post('/api/records/acceptances', {
    version: made.version,
    content_hash,
    ...said,
    ...(chosen !== null && { chosen }),
    ...more,
  })
}
const codeOf = ({ body }: { body: { error: { details: { code: string }[] } } }) => body.error.details[0]?.code

describe('[U-03] a choice', () => {
  it('is reckoned by the server with what the customer does not see, and shows nothing of that', async () => {
    const { status, body } = await choices(anna.api)
    expect([status, body.error]).toEqual([200, undefined])
    // (200 + 20 + 14 + 10) with 10 % and VAT of 19 %.
    expect(body.result).toMatchObject({
      same: true,
      net: '268.40',
      gross: '319.40',
      as_text: made['A Shower'],
    })
    expect(
      body.result.options.map((option: Record<string, unknown>) => [option['title'], option['chosen']]),
    ).toEqual([
      ['Oak', true],
      ['Ash', false],
      ['Shower', true],
      ['Rail', false],
    ])
    expect(JSON.stringify(body)).not.toMatch(/CANARY|markup|profit/)
    const other = await choices(anna.api, [made['A Ash'], made['A Rail']])
    expect(other.body.result).toMatchObject({ same: false, net: '270.60', gross: '322.01' })
    expect((await choices(anna.api, [])).body.result).toMatchObject({ net: '253.00', as_text: 'none' })
  })

  it('is of lines that are open to this customer, and of one in a group', async () => {
    for (const title of ['A Wall', 'A CANARY secret', 'B Rail'])
      expect((await choices(anna.api, [made[title]])).body.error.details[0].code, title).toBe('not_open')
    expect((await choices(bert.api)).status).toBe(404)
    expect((await choices(bert.api, undefined, made.theirs)).status).toBe(200)
    for (const model of ['estimates', 'estimate_versions', 'estimate_lines'])
      for (const [who, name] of [
        [anna.api, 'A'],
        [bert.api, 'B'],
      ] as const) {
        const seen = await rows(who, { model, fields: ['id'], page: { size: 100 } })
        const theirs = model === 'estimate_lines' ? 5 : 1
        expect([name, model, seen.length]).toEqual([name, model, theirs])
      }
  })

  it('changes nothing that was issued', async () => {
    const before = await one(owner, 'estimate_versions', made.version ?? '')
    await choices(anna.api, [made['A Ash']])
    expect(await one(owner, 'estimate_versions', made.version ?? '')).toEqual(before)
  })
})

describe('[U-03] a question', () => {
  it('reaches who looks after the project; the answer reaches who asked, and nobody else', async () => {
    const asked = await anna.api.post('/api/records/estimate_questions', {
      version: made.version,
      question: 'Is the ash oiled?',
    })
    expect(asked.status).toBe(201)
    const { id } = asked.body
    const told = async (who: Api) =>
      (await who.get('/api/notifications')).body.rows.map(({ subject }: { subject: string }) => subject)
    expect(await told(owner)).toEqual(['A customer asks'])
    expect((await anna.api.patch(`/api/records/estimate_questions/${id}`, { answer: 'Yes' })).status).toBe(
      403,
    )
    expect((await owner.patch(`/api/records/estimate_questions/${id}`, { question: 'Other' })).status).toBe(
      422,
    )
    expect(
      (await owner.patch(`/api/records/estimate_questions/${id}`, { answer: 'Yes, twice.' })).status,
    ).toBe(200)
    expect(await told(anna.api)).toEqual(['Your question was answered', 'An estimate is ready for you'])
    const [seen] = await rows(anna.api, { model: 'estimate_questions' })
    expect(seen).toMatchObject({ question: 'Is the ash oiled?', answer: 'Yes, twice.' })
    expect(seen).not.toHaveProperty('asked_by')
    expect(await rows(bert.api, { model: 'estimate_questions' })).toEqual([])
    const foreign = { version: made.version, question: 'Mine?' }
    expect((await bert.api.post('/api/records/estimate_questions', foreign)).status).toBe(422)
  })
})

describe('[U-03] accepting a choice', () => {
  it('counts only with the total that belongs to it', async () => {
    expect(codeOf(await decide(made['A Ash'] ?? '', { gross: '319.40' }))).toBe('total_mismatch')
    expect(codeOf(await decide('rubbish', { gross: '319.40' }))).toBe('format')
    expect(codeOf(await decide(made['A CANARY secret'] ?? '', { gross: '319.40' }))).toBe('not_open')
    expect(await rows(owner, { model: 'acceptances' })).toEqual([])
    expect((await one(owner, 'estimate_versions', made.version ?? '')).status).toBe('issued')
  })

  it('makes a version with that choice the agreed one, once; the issued one stays as it was', async () => {
    const before = await one(owner, 'estimate_versions', made.version ?? '')
    const chosen = [made['A Ash'], made['A Rail']].join(',')
    const answers = await Promise.all(Array.from({ length: 4 }, () => decide(chosen, { gross: '322.01' })))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map((answer) => codeOf(answer))).toEqual(['not_issued', 'not_issued', 'not_issued'])
    const [kept] = await rows(owner, { model: 'acceptances' })
    expect(kept).toMatchObject({ version: made.version, gross: '322.01', net: '270.60', chosen })
    const versions = await rows(owner, {
      model: 'estimate_versions',
      where: { field: 'estimate', op: 'eq', value: made.estimate },
      sort: [{ field: 'version_no', dir: 'asc' }],
    })
    expect(versions.map(({ status, gross }: Record<string, string>) => [status, gross])).toEqual([
      ['superseded', '319.40'],
      ['accepted', '322.01'],
    ])
    expect(versions[0].content_hash).toBe(before.content_hash)
    expect(kept.accepted_version).toBe(versions[1].id)
    expect(versions[1].content_hash).not.toBe(before.content_hash)
    const lines = await rows(owner, {
      model: 'estimate_lines',
      where: { field: 'version', op: 'eq', value: versions[1].id },
    })
    const stands = Object.fromEntries(
      lines.map(({ title, node_total }: Record<string, string>) => [title, node_total]),
    )
    expect(stands).toMatchObject({
      Oak: '0.00',
      Ash: '30.00',
      Shower: '0.00',
      Rail: '6.00',
      'CANARY secret': '10.00',
    })
    // The customer reads what was agreed; what is built is followed by it.
    expect(await one(anna.api, 'estimate_versions', versions[1].id)).toMatchObject({ gross: '322.01' })
    const { body } = await owner.post('/api/commands/progress.lines', { project: made.project })
    const budget = body.result.lines.map(({ title, budget: sum }: Record<string, string>) => [title, sum])
    expect(Object.fromEntries(budget)).toMatchObject({ Ash: '30.00', Rail: '6.00' })
  })
})

describe('[U-03] an offer that holds until a day', () => {
  it('is open until that day is over, whatever day the browser of the customer says it is', async () => {
    const dayIn = (days: number): string =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    // The days of these two are never the same.
    const zones = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
    const [over, open] = [
      await offer('C', made.anna ?? '', { valid_until: dayIn(-1) }),
      await offer('D', made.anna ?? '', { valid_until: dayIn(1) }),
    ]
    const isLapsed = async (version: string, zone: string): Promise<unknown> => {
      const headers = { 'X-Time-Zone': zone }
      const { body } = await anna.api.post('/api/commands/portal.choices', { version }, { headers })
      return body.result.lapsed
    }
    const reject = async (version: string, zone: string) => {
      const { content_hash, gross } = await one(anna.api, 'estimate_versions', version)
      const given = { version, content_hash, gross, decision: 'rejected', signer_name: 'Anna' }
      return anna.api.post('/api/records/acceptances', given, { headers: { 'X-Time-Zone': zone } })
    }
    for (const zone of zones) {
      expect([await isLapsed(over.version, zone), await isLapsed(open.version, zone)]).toEqual([true, false])
      const late = await reject(over.version, zone)
      expect([late.status, late.body.error?.details[0]]).toMatchObject([
        422,
        { code: 'expired', values: { day: { day: dayIn(-1) } } },
      ])
    }
    expect((await reject(open.version, zones[1] ?? '')).status).toBe(201)
    const again = (await owner.post('/api/commands/estimate.new-version', { version: over.version })).body
      .result
    const set = (status: string) =>
      owner.post('/api/commands/estimate.set-status', { version: again.version, status })
    await owner.patch(`/api/records/estimate_versions/${again.version}`, { valid_until: dayIn(-1) })
    await set('approved')
    const refused = await set('issued')
    expect([refused.status, refused.body.error?.details[0]]).toMatchObject([
      422,
      { path: 'valid_until', code: 'expired' },
    ])
    await owner.patch(`/api/records/estimate_versions/${again.version}`, { valid_until: dayIn(1) })
    expect((await set('issued')).status).toBe(200)
  })
})
