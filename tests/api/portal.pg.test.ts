import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { canonicalJson } from '#base/json.ts'
import { mailAtOnce } from '#server/notifications/mail-at-once.ts'
import type { RecordHit } from '#contracts/api/search.ts'
import type { Notification } from '#contracts/api/notifications.ts'
import type { Role } from '#contracts/role.ts'
import type { StandardModelUpdate } from '#contracts/standard-model.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api, Person } from '../support/people.ts'
import { creator, startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

// [U-03] The customer area: what a customer sees of a workspace that opened it.
let server: TestServer
let owner: Api
let member: Api
let workspace: { id: string; owner: string }
let customer: Person & { api: Api }
let stranger: Person & { api: Api }
const made: Record<string, string> = {}

const create = creator(() => owner)
const rows = async (who: Api, query: object) => {
  const { body } = await who.post('/api/query', { queries: [query] })
  return body.results[0]
}

beforeAll(async () => {
  const { ann, tenant, ...place } = await startPlace('Portal')
  ;({ server, owner } = place)
  workspace = { id: tenant.id, owner: ann.userId }
  member = (await placePerson(server, tenant.id, 'member')).api
  customer = await placePerson(server, tenant.id, 'customer')
  stranger = await placePerson(server, tenant.id, 'customer')
  await owner.post('/api/standard-models', {
    keys: [
      'acceptances',
      'hierarchies',
      'hierarchy_nodes',
      'estimates',
      'estimate_lines',
      'estimate_markups',
      'estimate_resources',
      'project_news',
    ],
  })
  made.own = await create('customers', { name: 'Hofmann KG' })
  made.other = await create('customers', { name: 'Stadtwerke' })
  made.project = await create('projects', {
    code: 'P1',
    name: 'House',
    customer: made.own,
    budget: '777777.77',
  })
  made.foreign = await create('projects', { code: 'P2', name: 'Plant', customer: made.other })
  made.tree = await create('hierarchies', { project: made.project, name: 'Places', kind: 'own' })
  made.node = await create('hierarchy_nodes', {
    hierarchy: made.tree,
    name: 'Ground floor',
    notes: 'CANARY note',
  })
  made.hidden = await create('hierarchy_nodes', { hierarchy: made.tree, name: 'Old', archived: true })
  made.estimate = await create('estimates', { name: 'Shell', customer: made.own, project: made.project })
  const { rows: versions } = await rows(owner, {
    model: 'estimate_versions',
    where: { field: 'estimate', op: 'eq', value: made.estimate },
  })
  made.version = versions[0].id
  const line = { version: made.version, kind: 'line', unit: 'm2', rate_source: 'manual' }
  made.line = await create('estimate_lines', {
    ...line,
    title: 'Wall',
    quantity: '10',
    unit_rate: '123.45',
    internal_note: 'CANARY internal',
  })
  made.secret = await create('estimate_lines', {
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
    kind: 'percent',
    value: '7',
  })
  for (const [who, record] of [
    [customer, made.own],
    [stranger, made.other],
  ] as const)
    await owner.put(`/api/members/${who.userId}`, { record_id: record })
})
afterAll(() => server.stop())

const issue = async (version = made.version): Promise<void> => {
  for (const status of ['in_review', 'approved', 'issued']) {
    const { status: code, body } = await owner.patch(`/api/records/estimate_versions/${version}`, {
      status,
    })
    if (code !== 200) throw new Error(JSON.stringify(body))
  }
}

describe('[U-03] the customer area', () => {
  it('is closed until somebody who manages roles opens it', async () => {
    expect((await rows(customer.api, { model: 'projects' })).error.code).toBe('not_found')
    expect((await member.post('/api/commands/portal.open', {})).status).toBe(403)
    expect((await customer.api.post('/api/commands/portal.open', {})).status).toBe(403)
    const opened = await owner.post('/api/commands/portal.open', {})
    expect([opened.status, opened.body.result.models]).toEqual([
      200,
      expect.arrayContaining(['projects', 'estimates', 'estimate_lines']),
    ])
  })

  it('shows a customer their projects with what is not archived, and nobody else’s', async () => {
    const mine = await rows(customer.api, { model: 'projects' })
    expect(mine.rows.map(({ name }: { name: string }) => name)).toEqual(['House'])
    expect(JSON.stringify(mine)).not.toContain('777777')
    expect((await customer.api.get(`/api/records/projects/${made.foreign}`)).status).toBe(404)
    const nodes = await rows(customer.api, { model: 'hierarchy_nodes' })
    expect(nodes.rows.map(({ name }: { name: string }) => name)).toEqual(['Ground floor'])
    expect((await rows(stranger.api, { model: 'hierarchy_nodes' })).rows).toEqual([])
  })

  it('shows an estimate from the moment it is issued, without anything internal', async () => {
    expect((await rows(customer.api, { model: 'estimate_versions' })).rows).toEqual([])
    expect((await rows(customer.api, { model: 'estimate_lines' })).rows).toEqual([])
    // What nobody has offered yet has no name either: in no list, by no id, in no search, counted nowhere.
    const name = () => rows(customer.api, { model: 'estimates', total: 'exact' })
    expect(await name()).toMatchObject({ rows: [], total: 0 })
    const path = `/api/records/estimates/${made.estimate}`
    expect((await customer.api.get(path)).status).toBe(404)
    expect((await customer.api.get('/api/search?text=Shell')).body.rows).toEqual([])
    await customer.supabase.auth.updateUser({ data: { language: 'de' } })
    await issue()
    // Whoever it is for is told, in the product and by one mail in their language; nobody else is.
    const notices = async (who: Api) =>
      (await who.get('/api/notifications')).body.rows.map(({ subject, link }: Notification) => [
        subject,
        link,
      ])
    expect(await notices(customer.api)).toEqual([
      ['An estimate is ready for you', `/customer/estimates/${made.estimate}`],
    ])
    expect((await name()).rows).toMatchObject([{ name: 'Shell' }])
    expect((await customer.api.get(path)).body).not.toHaveProperty('versions_issued')
    expect(await notices(stranger.api)).toEqual([])
    const mails = async ({ email }: Person) =>
      (await server.mailbox(email)).filter(({ subject }) => /Angebot|estimate/.test(subject))
    await Promise.all([mailAtOnce(server.services), mailAtOnce(server.services)])
    await mailAtOnce(server.services)
    await expect
      .poll(async () => (await mails(customer)).map(({ subject }) => subject))
      .toEqual(['Portal: Ein Angebot liegt für Sie bereit'])
    expect(await mails(stranger)).toEqual([])
    const versions = await rows(customer.api, { model: 'estimate_versions' })
    expect(versions.rows).toHaveLength(1)
    const own = await owner.get(`/api/records/estimate_versions/${made.version}`)
    expect(versions.rows[0]).toMatchObject({ net: own.body.net, gross: own.body.gross, status: 'issued' })
    const lines = await rows(customer.api, { model: 'estimate_lines' })
    expect(lines.rows.map(({ title }: { title: string }) => title)).toEqual(['Wall'])
    const told = JSON.stringify([versions, lines, await rows(customer.api, { model: 'estimates' })])
    expect(told).not.toMatch(/CANARY|direct_cost|margin|labour|markups|internal/)
    for (const model of ['estimate_markups', 'estimate_resources', 'catalogue_items'])
      expect((await rows(customer.api, { model })).error.code, model).toBe('not_found')
    for (const field of ['direct_cost', 'margin', 'markups', 'internal_note'])
      expect(
        (await rows(customer.api, { model: 'estimate_versions', sort: [{ field }] })).error.code,
        field,
      ).toBe('unknown_field')
    for (const model of ['estimate_versions', 'estimate_lines', 'estimates'])
      expect((await rows(stranger.api, { model })).rows, model).toEqual([])
  })

  it('gives a customer their dates as a calendar, with the pages where they stand', async () => {
    const dates = [{ model: 'estimate_versions', field: 'issued_at' }]
    const feed = await customer.api.post('/api/calendar-feeds', { dates })
    expect(feed.status).toBe(201)
    const read = () => fetch(server.url + new URL(feed.body.url).pathname)
    const answer = await read()
    expect(answer.status).toBe(200)
    const text = (await answer.text()).replaceAll('\r\n ', '')
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).toContain(`/customer/estimates/${made.estimate ?? ''}`)
  })

  it('says of what a customer looks for on which of their screens it stands', async () => {
    const found = async (text: string) =>
      (await customer.api.get(`/api/search?text=${text}`)).body.rows.map(({ model, path }: RecordHit) => [
        model.key,
        path,
      ])
    const estimate = `/customer/estimates/${made.estimate}`
    expect(await found('House')).toContainEqual(['projects', `/customer/project/${made.project}`])
    expect(await found('Shell')).toContainEqual(['estimates', estimate])
    expect(await found('Wall')).toContainEqual(['estimate_lines', estimate])
    const { rows: nodes } = await rows(customer.api, { model: 'hierarchy_nodes' })
    const place = `/customer/project/${made.project}/node/${nodes[0].id}`
    expect(await found('Ground')).toContainEqual(['hierarchy_nodes', place])
    for (const path of [estimate, place])
      expect(
        (await customer.api.post('/api/route-access/check', { route_path: path })).body.hasAccess,
        path,
      ).toBe(true)
    const { rows: theirs } = (await owner.get('/api/search?text=Shell')).body
    expect(theirs[0]).not.toHaveProperty('path')
  })

  it('changes nothing by itself', async () => {
    const path = `/api/records/estimate_versions/${made.version}`
    expect((await customer.api.patch(path, { status: 'accepted' })).status).toBe(403)
    expect(
      (await customer.api.patch(`/api/records/estimate_lines/${made.line}`, { title: 'x' })).status,
    ).toBe(403)
    const { body } = await customer.api.get('/api/commands')
    for (const { name } of body.rows) {
      const { status } = await customer.api.post(`/api/commands/${name}`, {})
      expect([403, 404, 422], name).toContain(status)
    }
  })

  it('[R-06] opens its screens to customers alone', async () => {
    for (const path of [
      '/customer',
      `/customer/project/${made.project}`,
      `/customer/estimates/${made.estimate}`,
      '/customer/notifications',
    ]) {
      const check = (who: Api) => who.post('/api/route-access/check', { route_path: path })
      expect((await check(customer.api)).body.hasAccess, path).toBe(true)
      expect((await check(member)).body.hasAccess, path).toBe(false)
    }
    // Owners may look, but it is not a place of theirs.
    const stands = async (who: Api): Promise<boolean> => {
      const { body } = await who.get('/api/routes')
      return body.rows.some(({ path, nav }: { path: string; nav: boolean }) => path === '/customer' && nav)
    }
    expect([await stands(customer.api), await stands(owner)]).toEqual([true, false])
    // What such a screen opens beside itself is theirs; others are not there.
    expect((await customer.api.get('/api/layouts/customer-decision')).status).toBe(200)
    expect((await customer.api.get('/api/layouts/estimate-line')).status).toBe(404)
  })

  describe('a decision', () => {
    const shown = async () =>
      (
        await rows(customer.api, {
          model: 'estimate_versions',
          where: { field: 'id', op: 'eq', value: made.version },
        })
      ).rows[0]
    const decide = async (more: object = {}, who: Api = customer.api) => {
      const { id, gross, content_hash } = await shown()
      const given = {
        version: id,
        decision: 'accepted',
        signer_name: 'Eva Hofmann',
        terms: true,
        gross,
        content_hash,
      }
      return who.post('/api/records/acceptances', { ...given, ...more })
    }
    const codeOf = ({ body }: { body: { error: { details: { code: string }[] } } }) =>
      body.error.details[0]?.code

    it('counts only on what was shown, with the terms read', async () => {
      expect(codeOf(await decide({ gross: '1.00' }))).toBe('total_mismatch')
      expect(codeOf(await decide({ content_hash: 'other' }))).toBe('content')
      expect(codeOf(await decide({ terms: false }))).toBe('required')
      // What is left out is named together, the name before the terms, as it is asked for.
      const { body: blank } = await decide({ signer_name: ' ', terms: false })
      expect(blank.error.details.map(({ path }: { path: string }) => path)).toEqual([
        'attributes.signer_name',
        'attributes.terms',
      ])
      expect((await decide({ signer_name: ' ' })).status).toBe(422)
      // Nobody can act on a wish without words.
      expect(codeOf(await decide({ decision: 'change_requested', comment: ' ' }))).toBe('required')
      expect((await decide({}, stranger.api)).status).toBe(422)
      expect((await decide({ decided_at: '2020-01-01T00:00:00.000Z' })).status).toBe(422)
      expect((await rows(owner, { model: 'acceptances' })).rows).toEqual([])
    })

    it('asking for a change leaves it open; accepting, many at once, accepts it once with a proof that is chained', async () => {
      expect((await decide({ decision: 'change_requested', comment: 'Larger windows' })).status).toBe(201)
      expect((await shown()).status).toBe('issued')
      const signature = {
        width: 300,
        height: 160,
        strokes: [
          [10, 80, 60, 20, 120, 90],
          [200, 40],
        ],
      }
      expect((await decide({ signature: { ...signature, strokes: [[500, 1]] } })).status).toBe(422)
      const answers = await Promise.all(Array.from({ length: 5 }, () => decide({ signature })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422])
      expect((await shown()).status).toBe('accepted')
      const { rows: kept } = await rows(owner, {
        model: 'acceptances',
        sort: [{ field: 'decided_at', dir: 'asc' }],
      })
      expect(kept.map(({ decision }: { decision: string }) => decision)).toEqual([
        'change_requested',
        'accepted',
      ])
      expect(kept[1].previous_hash).toBe(kept[0].evidence_hash)
      const { body: told } = await owner.get('/api/notifications')
      expect(told.rows.map(({ subject }: Notification) => subject)).toEqual([
        'A customer accepted an estimate',
        'A customer asks for a change',
      ])
      expect(kept[1]).toMatchObject({ decided_by: customer.userId, net: (await shown()).net, signature })
      // The proof is one of everything that was seen and given, the drawn signature among it.
      const { evidence_hash, id: _id, ...accepted } = kept[1]
      const { terms_sha256: terms } = (
        await server.sql<{ terms_sha256: Buffer }>(
          'select terms_sha256 from app.offers where version_id = $1',
          [made.version],
        )
      )[0] ?? { terms_sha256: null }
      expect(accepted).toMatchObject({
        terms_version: terms?.toString('hex'),
        signer_email: customer.email,
        signer_address: expect.stringMatching(/^(127\.|$|0:|::)/),
        chosen_lineages: 'none',
        proof_form: 2,
      })
      expect(accepted.signer_agent).toBeTruthy()
      const counted = [
        'version',
        'content_hash',
        'pdf_sha',
        'terms_version',
        'net',
        'vat',
        'gross',
        'decision',
        'terms',
        'chosen',
        'chosen_lineages',
        'accepted_version',
        'signer_name',
        'signer_email',
        'signer_address',
        'signer_agent',
        'signature',
        'comment',
        'decided_at',
        'decided_by',
        'previous_hash',
      ]
      const proof = Object.fromEntries(counted.map((key) => [key, accepted[key] ?? null]))
      const whole = { form: 2, agreed: accepted.content_hash, ...proof }
      expect(evidence_hash).toBe(createHash('sha256').update(canonicalJson(whole)).digest('hex'))
    })

    it('stays as it was made, for everybody', async () => {
      const { rows: kept } = await rows(owner, { model: 'acceptances' })
      const path = `/api/records/acceptances/${kept[0].id}`
      expect((await owner.patch(path, { comment: 'Other' })).status).toBe(422)
      expect((await owner.delete(path)).status).toBe(422)
      expect((await customer.api.patch(path, { comment: 'Other' })).status).toBe(403)
      expect((await rows(stranger.api, { model: 'acceptances' })).rows).toEqual([])
    })
  })
})

describe('a customer area that was opened with an earlier version of the product', () => {
  const news = async () => {
    const { body } = await owner.get('/api/standard-models/updates')
    const keys = (list: { key: string }[]) => list.map(({ key }) => key)
    return (body.rows as StandardModelUpdate[])
      .filter(({ customers }) => customers.rows || customers.added.length + customers.taken.length > 0)
      .map(({ key, customers }) => [key, keys(customers.added), keys(customers.taken)] as const)
      .toSorted(([a], [b]) => a.localeCompare(b))
  }

  it('is told of with the standard models, and gets with them what came since; what it changed itself stays', async () => {
    expect((await owner.post('/api/standard-models', { keys: ['estimate_questions'] })).status).toBe(201)
    const find = async () =>
      (await owner.get('/api/roles')).body.rows.find((one: Role) => one.key === 'customer')
    const { label, grants } = (await find()) as Role
    const where = { field: 'key', op: 'eq', value: 'customer' }
    const { id } = (await rows(owner, { model: 'sys_role', where })).rows[0]
    const { acceptances, estimate_lines: lines, ...others } = grants ?? {}
    const { estimate_questions: _asked, project_news: _told, estimates, ...rest } = others
    const without = (keys: string[] = []) =>
      keys.filter((key) => !['chosen', 'accepted_version', 'terms'].includes(key))
    const fields = { read: without(acceptances?.fields?.read), write: without(acceptances?.fields?.write) }
    const old = {
      ...rest,
      acceptances: { ...acceptances, fields },
      // From before estimates that nobody has offered were kept back.
      estimates: { ...estimates, rows: { field: 'customer', op: 'eq', value: { '=': 'user.record' } } },
      estimate_lines: {
        ...lines,
        fields: { read: [...(lines?.fields?.read ?? []), 'line_total'], write: [] },
      },
    }
    await installDefinitions(server, workspace.id, workspace.owner, [
      { kind: 'role', id, key: 'customer', body: { label, grants: old } },
    ])
    const questions = () => rows(customer.api, { model: 'estimate_questions' })
    expect((await questions()).error.code).toBe('not_found')
    const found = await news()
    expect(found.map(([key]) => key)).toEqual([
      'acceptances',
      'estimate_lines',
      'estimate_questions',
      'estimates',
      'project_news',
    ])
    expect(found.slice(0, 2)).toEqual([
      ['acceptances', ['chosen', 'accepted_version'], []],
      ['estimate_lines', [], ['line_total']],
    ])
    const keys = found.map(([key]) => key)
    expect((await member.post('/api/standard-models/updates', { keys })).status).toBe(403)
    // One first, with what it needs: the others are still told of.
    expect(
      (await owner.post('/api/standard-models/updates', { keys: ['estimate_lines'] })).body.updated,
    ).toEqual(['estimate_lines', 'estimates'])
    expect((await news()).map(([key]) => key)).toEqual(['acceptances', 'estimate_questions', 'project_news'])
    const lineTotal = await rows(customer.api, { model: 'estimate_lines', sort: [{ field: 'line_total' }] })
    expect(lineTotal.error.code).toBe('unknown_field')
    expect((await owner.post('/api/standard-models/updates', { keys })).status).toBe(200)
    expect((await questions()).rows).toEqual([])
    expect(((await find()) as Role).grants?.['estimates']).toEqual(estimates)
    const now = ((await find()) as Role).grants?.['acceptances']?.fields?.read
    expect([now?.includes('chosen'), now?.includes('terms')]).toEqual([true, false])
    expect(await news()).toEqual([])
    // What is closed from now on is closed on purpose.
    const { estimate_questions: _closed, ...left } = ((await find()) as Role).grants ?? {}
    expect((await owner.put('/api/roles/stock:customer', { grants: left })).status).toBe(200)
    expect(await news()).toEqual([])
  })
})

describe('word of an issued estimate', () => {
  it('does not name it to who may not read its name', async () => {
    const { body } = await owner.get('/api/roles')
    const { grants } = must((body.rows as Role[]).find(({ key }) => key === 'customer'))
    const { estimates } = must(grants)
    const read = must(estimates?.fields?.read).filter((key) => key !== 'name')
    const without = { ...grants, estimates: { ...estimates, fields: { read, write: [] } } }
    expect((await owner.put('/api/roles/stock:customer', { grants: without })).status).toBe(200)
    const estimate = await create('estimates', {
      name: 'CANARY name',
      customer: made.own,
      project: made.project,
    })
    const where = { field: 'estimate', op: 'eq', value: estimate }
    await issue((await rows(owner, { model: 'estimate_versions', where })).rows[0].id)
    const { body: told } = await customer.api.get('/api/notifications')
    expect(told.rows[0]).toMatchObject({
      subject: 'An estimate is ready for you',
      message: '',
      link: `/customer/estimates/${estimate}`,
    })
  })
})
