import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api, Person } from '../support/people.ts'
import { pdfText } from '../support/pdf-text.ts'
import { creator, startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

// The offer of a version: what is in it, who may have it, and that it stays what it was.
let server: TestServer
let owner: Api
let tenantId: string
let person: Person
let member: Person
let customer: Person & { api: Api }
let stranger: Person & { api: Api }
const made: Record<string, string> = {}

const create = creator(() => owner)
async function file(who: Person, query: string, version = made.version) {
  const answer = await fetch(`${server.url}/api/estimate-versions/${version}/file?${query}`, {
    headers: { authorization: `Bearer ${who.token}`, 'x-tenant-id': tenantId },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes }
}

beforeAll(async () => {
  const { tenant, ...place } = await startPlace('Falk & Söhne')
  ;({ server, ann: person, owner } = place)
  tenantId = tenant.id
  member = await placePerson(server, tenant.id, 'member')
  customer = await placePerson(server, tenant.id, 'customer')
  stranger = await placePerson(server, tenant.id, 'customer')
  await owner.post('/api/standard-models', {
    keys: ['acceptances', 'estimates', 'estimate_lines', 'estimate_markups', 'estimate_resources'],
  })
  made.own = await create('customers', { name: 'Hofmann KG', language: 'de' })
  made.other = await create('customers', { name: 'Stadtwerke' })
  made.estimate = await create('estimates', { name: 'Rohbau', customer: made.own })
  const { body } = await owner.post('/api/query', { queries: [{ model: 'estimate_versions' }] })
  made.version = body.results[0].rows[0].id
  const line = { version: made.version, kind: 'line', unit: 'm2' }
  await create('estimate_lines', {
    ...line,
    title: 'Mauerwerk für Außenwände',
    quantity: '10',
    unit_rate: '123.45',
    internal_note: 'CANARY internal',
    customer_text: 'Ziegel nach Muster',
  })
  await create('estimate_lines', {
    ...line,
    title: 'CANARY hidden',
    quantity: '1',
    unit_rate: '9',
    visible_to_customer: false,
  })
  await create('estimate_markups', {
    version: made.version,
    key: 'profit',
    label: 'CANARY profit',
    category: 'profit',
    value: '7',
  })
  await owner.patch(`/api/records/estimate_versions/${made.version}`, {
    internal_note: 'CANARY note',
    customer_text: 'Vielen Dank für Ihre Anfrage.',
  })
  for (const [who, record] of [
    [customer, made.own],
    [stranger, made.other],
  ] as const)
    await owner.put(`/api/members/${who.userId}`, { record_id: record })
  await owner.post('/api/commands/portal.open', {})
})
afterAll(() => server.stop())

describe('[R-06] the offer of a version', () => {
  it('is a draft that customers do not see until it is issued', async () => {
    const draft = await file(person, 'format=pdf')
    expect([draft.status, draft.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdfText(draft.bytes)).toContain('Entwurf – noch kein Angebot')
    expect((await file(customer, 'format=pdf')).status).toBe(404)
    for (const status of ['approved', 'issued'])
      await owner.post('/api/commands/estimate.set-status', { version: made.version, status })
    expect((await file(stranger, 'format=pdf')).status).toBe(404)
  })

  it('tells the customer every price in their language and nothing that is internal', async () => {
    await owner.put(`/api/tenants/${tenantId}`, {
      letterhead: 'Seestraße 12\n88131 Lindau',
      offer_terms: 'Zahlbar in 30 Tagen.',
      accent: '#2f5d50',
    })
    const { status, bytes, headers } = await file(customer, 'format=pdf')
    expect(status).toBe(200)
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain('Angebot')
    const text = pdfText(bytes)
    for (const part of [
      'Falk & Söhne',
      'Seestraße 12',
      'Hofmann KG',
      'Mauerwerk für Außenwände',
      'Ziegel nach Muster',
      'Vielen Dank für Ihre Anfrage.',
      'Weitere Leistungen, nicht einzeln aufgeführt',
      'Zahlbar in 30 Tagen.',
      'Seite 1 von 1',
      // 1,234.50 with 7 % of profit is 1,320.92: ten times 132.09, and two cents of rounding.
      '132,09',
      '1.320,90',
      // 1,243.50 and 87.05 of profit, with 19 % on it.
      '1.330,55',
      '1.583,35',
      'Einheitspreise',
    ])
      expect(text, part).toContain(part)
    expect(text).not.toMatch(/CANARY|123,45/)
    made.sha = createHash('sha256').update(bytes).digest('hex')
  })

  it('[R-06] says the same cent on the customer’s screen, and nobody tells them a rate without its markups', async () => {
    const text = pdfText((await file(customer, 'format=pdf')).bytes)
    const input = { version: made.version, language: 'de' }
    const { status, body } = await customer.api.post('/api/commands/estimate.offer', input)
    expect(status).toBe(200)
    expect(body.result.rows).toEqual([
      expect.objectContaining({ title: 'Mauerwerk für Außenwände', price: '132.09', total: '1320.90' }),
      expect.objectContaining({ title: 'Weitere Leistungen, nicht einzeln aufgeführt', price: null }),
    ])
    type Amounts = Partial<Record<'price' | 'total' | 'amount', string | null>>
    const all = [...body.result.rows, ...body.result.sums] as Amounts[]
    const shown = all.flatMap(({ price, total, amount }) => [price, total, amount]).filter(Boolean)
    expect(shown.length).toBeGreaterThan(5)
    for (const amount of shown)
      expect(text).toContain(
        Number(amount).toLocaleString('de-DE', { minimumFractionDigits: 2 }).replace('-', '−'),
      )
    expect(JSON.stringify(body)).not.toMatch(/CANARY|123\.45/)
    expect((await stranger.api.post('/api/commands/estimate.offer', input)).status).toBe(404)
    for (const field of ['rate', 'line_total', 'node_total', 'net_total', 'unit_rate']) {
      const query = { model: 'estimate_lines', fields: [field] }
      const answer = await customer.api.post('/api/query', { queries: [query] })
      expect(answer.body.results[0].error.code, field).toBe('unknown_field')
    }
  })

  it('has the same bytes for ever, whatever becomes of the letterhead', async () => {
    await owner.put(`/api/tenants/${tenantId}`, { letterhead: 'Elsewhere', accent: '#aa3311' })
    for (const who of [person, member, customer]) {
      const { bytes } = await file(who, 'format=pdf')
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha)
    }
    const english = await file(person, 'format=pdf&language=en')
    expect(pdfText(english.bytes)).toContain('Total including VAT')
  })

  it('[XS-11] asks no other host and opens no file for what stands in it', async () => {
    const places = 'file:///etc/passwd http://169.254.169.254/x.png'
    const mark = `<img src="http://169.254.169.254/x.png"> ![x](${places})`
    const estimate = await create('estimates', { name: mark, customer: made.own })
    const { body } = await owner.post('/api/query', {
      queries: [{ model: 'estimate_versions', where: { field: 'estimate', op: 'eq', value: estimate } }],
    })
    const version = String(body.results[0].rows[0].id)
    await owner.patch(`/api/records/estimate_versions/${version}`, { customer_text: mark })
    await create('estimate_lines', {
      version,
      kind: 'line',
      unit: 'm2',
      title: mark,
      quantity: '1',
      unit_rate: '1',
      customer_text: mark,
    })
    await owner.put(`/api/tenants/${tenantId}`, { letterhead: mark, offer_terms: mark })
    const asked = vi.spyOn(Socket.prototype, 'connect')
    const { status, bytes } = await file(person, 'format=pdf', version)
    const outward = asked.mock.calls.flat(2).filter((one) => JSON.stringify(one ?? null).includes('169.254'))
    asked.mockRestore()
    expect([status, outward]).toEqual([200, []])
    expect(pdfText(bytes)).toContain('file:///etc/passwd')
    const raw = bytes.toString('latin1')
    expect(raw).not.toMatch(/\/(URI|Launch|GoToR|JavaScript|EmbeddedFile|Filespec)\b/)
    expect(raw).not.toContain('root:x:0')
    await owner.put(`/api/tenants/${tenantId}`, {
      letterhead: 'Elsewhere',
      offer_terms: 'Zahlbar in 30 Tagen.',
    })
  })

  it('is kept by its hash in the decision, which nobody can write', async () => {
    const { body } = await customer.api.post('/api/query', { queries: [{ model: 'estimate_versions' }] })
    const [{ gross, content_hash }] = body.results[0].rows
    const decision = { version: made.version, decision: 'accepted', signer_name: 'Eva Hofmann', terms: true }
    const decided = await customer.api.post('/api/records/acceptances', { ...decision, gross, content_hash })
    expect(decided.status).toBe(201)
    const kept = await owner.get(`/api/records/acceptances/${decided.body.id}`)
    expect(kept.body).toMatchObject({ pdf_sha: made.sha, decision: 'accepted' })
  })

  it('is had in formats for other programs only by those who may read everything', async () => {
    const tender = await file(person, 'format=x83')
    expect(tender.bytes.toString('utf8')).toContain('DA83/3.3')
    expect(tender.bytes.toString('utf8')).not.toContain('<UP>')
    const prices = await file(person, 'format=x84')
    expect(prices.bytes.toString('utf8')).toContain('<UP>132.09</UP>')
    expect(prices.bytes.toString('utf8')).not.toContain('CANARY profit')
    for (const format of ['x83', 'x84', 'x86'])
      expect([403, 404]).toContain((await file(customer, `format=${format}`)).status)
    expect((await file(person, 'format=exe')).status).toBe(422)
    expect((await file(person, 'format=pdf', '01890000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  it('is refused to a role that may not read prices', async () => {
    const grants = {
      estimates: { verbs: ['read'] },
      estimate_versions: { verbs: ['read'] },
      estimate_lines: { verbs: ['read'], fields: { read: ['title', 'text', 'quantity', 'unit'], write: [] } },
    }
    const role = { kind: 'role' as const, key: 'site', body: { label: 'Site', grants } }
    await installDefinitions(server, tenantId, person.userId, [role])
    const manager = await placePerson(server, tenantId, 'site')
    expect((await file(manager, 'format=pdf')).status).toBe(403)
    const screen = await manager.api.post('/api/commands/estimate.offer', { version: made.version })
    expect(screen.status).toBe(403)
  })
})
