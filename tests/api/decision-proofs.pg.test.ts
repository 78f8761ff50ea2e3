import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '#base/json.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api, Person } from '../support/people.ts'

// What is kept of a decision, who sees it, and whether it is still what it was.
let place: EstimatingPlace
let anna: Person & { api: Api }
let bert: Person & { api: Api }
const customers: Record<string, string> = {}
/** Takes back what was written past the server. */
let restore = async (): Promise<void> => {}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const ask = async (who: Api, query: object): Promise<Row> =>
  (await who.post('/api/query', { queries: [query] })).body.results[0]
const decisions = async (who: Api = place.owner): Promise<Row[]> =>
  (await ask(who, { model: 'acceptances', sort: [{ field: 'decided_at', dir: 'asc' }] }))['rows']
const verify = (): Promise<Row> => place.result('estimate.verify-decisions', {})

async function offer(customer: string, options: readonly Row[] = []): Promise<string> {
  const estimate = await place.make('estimates', { name: 'House', customer })
  const version = (await place.read('estimates', estimate['id']))['current_version']
  const line = {
    version,
    kind: 'line',
    unit: 'm2',
    quantity: '2',
    rate_source: 'manual',
    vat_code: 'standard',
  }
  for (const more of [{ title: 'Wall', unit_rate: '100' }, ...options])
    await place.make('estimate_lines', { ...line, ...more })
  await place.issue(version)
  return version
}
async function decide(who: Api, version: string, more: Row = {}, agent = 'Tests/1.0 (some\u00a0words)') {
  const chosen = more['chosen'] ? { chosen: more['chosen'].split(',') } : {}
  const seen = (await who.post('/api/commands/portal.choices', { version, ...chosen })).body.result
  const { content_hash } = (
    await ask(who, { model: 'estimate_versions', where: { field: 'id', op: 'eq', value: version } })
  )['rows'][0]
  const given = {
    version,
    decision: 'accepted',
    signer_name: 'Eva',
    terms: true,
    gross: seen.gross,
    content_hash,
  }
  return who.post('/api/records/acceptances', { ...given, ...more }, { headers: { 'User-Agent': agent } })
}
/** Writes past the server what nobody can write through it, and takes it back. */
async function tampered(id: string, change: Row, work: () => Promise<void>): Promise<void> {
  const [row] = await place.server.sql<{ attributes: Row }>(
    'select attributes from app.objects where id = $1',
    [id],
  )
  const write = (attributes: Row) =>
    place.server.sql('update app.objects set attributes = $2 where id = $1', [id, JSON.stringify(attributes)])
  await write({ ...row?.attributes, ...change })
  await work()
  await write(row?.attributes ?? {})
}

beforeAll(async () => {
  place = await startEstimating(['acceptances'])
  anna = await placePerson(place.server, place.tenantId, 'customer')
  bert = await placePerson(place.server, place.tenantId, 'customer')
  await place.owner.put(`/api/tenants/${place.tenantId}`, { offer_terms: 'Zahlbar in 14 Tagen.' })
  for (const [name, { userId }] of [
    ['anna', anna],
    ['bert', bert],
  ] as const) {
    customers[name] = (await place.make('customers', { name }))['id']
    await place.owner.put(`/api/members/${userId}`, { record_id: customers[name] })
  }
  await place.result('portal.open', {})
}, 90_000)
afterAll(async () => {
  await restore()
  await place.server.stop()
})

describe('a decision', () => {
  it('of an earlier form still verifies, and begins the chain', async () => {
    const version = await offer(customers['anna'] ?? '')
    expect((await decide(anna.api, version, { decision: 'rejected' })).status).toBe(201)
    const [first] = await decisions()
    // As it was written before proofs counted the terms, the account and where it came from.
    const {
      content_hash,
      pdf_sha,
      net,
      vat,
      gross,
      decision,
      signer_name,
      decided_by: by,
      decided_at: at,
    } = first ?? {}
    const old = {
      version,
      content_hash,
      pdf_sha,
      net,
      vat,
      gross,
      decision,
      signer_name,
      by,
      at,
      previous: null,
    }
    const [{ attributes } = { attributes: {} }] = await place.server.sql<{ attributes: Row }>(
      'select attributes from app.objects where id = $1',
      [first?.['id']],
    )
    restore = async () => {
      const whole = [first?.['id'], JSON.stringify(attributes)]
      await place.server.sql('update app.objects set attributes = $2 where id = $1', whole)
    }
    await place.server.sql(
      `update app.objects set attributes = (attributes - 'terms_version' - 'signer_email' - 'signer_address' - 'signer_agent' - 'chosen_lineages' - 'proof_form')
         || jsonb_build_object('evidence_hash', $2::text) where id = $1`,
      [first?.['id'], sha256(canonicalJson(old))],
    )
    expect(await verify()).toEqual({ decisions: 1, whole: true, broken: [] })
  })

  it('names the terms that were read, what was chosen, the account and where it came from', async () => {
    const version = await offer(customers['anna'] ?? '', [
      { title: 'Oak', unit_rate: '10', item_type: 'base', alt_group: 'floor' },
      { title: 'Ash', unit_rate: '15', item_type: 'alternative', alt_group: 'floor', selected: false },
    ])
    // The offer is made with the first terms; the next are for later ones.
    const pdf = await fetch(`${place.server.url}/api/estimate-versions/${version}/file?format=pdf`, {
      headers: { authorization: `Bearer ${anna.token}`, 'x-tenant-id': place.tenantId },
    })
    expect(pdf.status).toBe(200)
    await pdf.arrayBuffer()
    await place.owner.put(`/api/tenants/${place.tenantId}`, { offer_terms: 'Zahlbar sofort.' })
    const ash = (await place.inside('estimate_lines', version)).find(({ title }) => title === 'Ash') ?? {}
    expect((await decide(anna.api, version, { chosen: ash['id'] })).status).toBe(201)
    const kept = (await decisions())[1] ?? {}
    const stored = await place.server.sql<{ lineage: string }>(
      "select attributes ->> 'lineage' as lineage from app.objects where id = $1",
      [ash['id']],
    )
    expect(kept).toMatchObject({
      terms_version: sha256('Zahlbar in 14 Tagen.'),
      chosen_lineages: stored[0]?.lineage ?? ash['id'],
      signer_email: anna.email,
      signer_agent: 'Tests/1.0 (some words)',
      proof_form: 2,
    })
    expect(kept['signer_address']).toMatch(/^[0-9a-f.:]+$/)
    expect(kept['accepted_version']).not.toBe(version)
    expect(await verify()).toEqual({ decisions: 2, whole: true, broken: [] })
  })

  it('is chained one after the other, whoever decides at the same moment', async () => {
    const versions = await Promise.all(
      Array.from({ length: 6 }, (_, at) => offer(customers[at % 2 ? 'bert' : 'anna'] ?? '')),
    )
    const answers = await Promise.all(
      versions.map((version, at) => decide(at % 2 ? bert.api : anna.api, version)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
    const all = await decisions()
    expect(all).toHaveLength(8)
    expect(all.slice(1).map(({ previous_hash }) => previous_hash)).toEqual(
      all.slice(0, -1).map(({ evidence_hash }) => evidence_hash),
    )
    expect(new Set(all.map(({ decided_at }) => decided_at)).size).toBe(8)
    expect(await verify()).toEqual({ decisions: 8, whole: true, broken: [] })
  })

  it('tells customers nothing of where others decided, nor themselves of what is kept beside', async () => {
    const own = await decisions(anna.api)
    expect(own.length).toBeGreaterThan(0)
    const theirs = [
      'version',
      'title',
      'decision',
      'signer_name',
      'signature',
      'terms',
      'comment',
      'chosen',
      'accepted_version',
      'gross',
      'content_hash',
      'decided_at',
      'evidence_hash',
    ]
    const ofEvery = [
      'id',
      'token',
      'model_id',
      'archetype_id',
      'revision',
      'created_at',
      'created_by',
      'updated_at',
      'updated_by',
    ]
    for (const row of own)
      expect(Object.keys(row).filter((key) => ![...theirs, ...ofEvery].includes(key))).toEqual([])
    expect(JSON.stringify(own)).not.toMatch(/Tests\/1\.0|signer_(email|address|agent)/)
    for (const field of ['signer_address', 'signer_agent', 'signer_email', 'terms_version'])
      expect((await ask(anna.api, { model: 'acceptances', fields: [field] }))['error'].code).toBe(
        'unknown_field',
      )
    for (const who of [anna, bert])
      expect((await who.api.post('/api/commands/estimate.verify-decisions', {})).status).toBe(403)
    const grants = {
      '*': { verbs: ['read'] },
      acceptances: { verbs: ['read'], fields: { read: ['title'], write: [] } },
    }
    await installDefinitions(place.server, place.tenantId, place.person.userId, [
      { kind: 'role', key: 'some', body: { label: 'Some', grants } } as never,
    ])
    const some = await placePerson(place.server, place.tenantId, 'some')
    expect((await some.api.post('/api/commands/estimate.verify-decisions', {})).status).toBe(403)
  })

  it('cannot be given what the server says of it', async () => {
    const version = await offer(customers['anna'] ?? '')
    for (const key of ['signer_address', 'signer_email', 'terms_version', 'proof_form'])
      expect((await decide(anna.api, version, { [key]: key === 'proof_form' ? 2 : 'mine' })).status).toBe(403)
  })
})

describe('checking the proofs', () => {
  it('finds what was changed, taken out or exchanged', async () => {
    const all = await decisions()
    const [, second, third, fourth] = all as [Row, Row, Row, Row]
    const broken = async (): Promise<[string, string[]][]> =>
      (await verify())['broken'].map(({ id, faults }: Row) => [id, faults])
    const changed = 'It is not as it was made'
    for (const change of [
      { signer_agent: 'Other' },
      { signer_address: '203.0.113.9' },
      { signer_email: 'other@example.test' },
      { terms_version: sha256('Other terms') },
      { chosen_lineages: 'none' },
      { comment: 'Other' },
      // Nor does it become one of the earlier form.
      { proof_form: 1 },
    ])
      await tampered(second['id'], change, async () =>
        expect(await broken()).toEqual([[second['id'], [changed]]]),
      )
    await tampered(third['id'], { evidence_hash: sha256('other') }, async () =>
      expect(await broken()).toEqual([
        [third['id'], [changed]],
        [fourth['id'], ['It does not follow the decision before it']],
      ]),
    )
    await place.server.sql('delete from app.offers where version_id = $1', [third['version']])
    expect(await broken()).toEqual([[third['id'], ['The offer that was read is not there any more']]])
  })
})
