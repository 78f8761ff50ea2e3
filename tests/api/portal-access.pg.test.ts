import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '#contracts/api/notifications.ts'
import { placePerson } from '../support/install-definitions.ts'
import type { Api, Person } from '../support/people.ts'
import { join } from '../support/channels.ts'
import { creator, startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

// [U-03] PT-05: what a customer may in a project, and until when.
let server: TestServer
let owner: Api
/** The customer of two projects, and one who has an estimate in the first. */
let anna: Person & { api: Api }
let guest: Person & { api: Api }
const made: Record<string, string> = {}
const create = creator(() => owner)

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const ask = async (who: Api, query: object) =>
  (await who.post('/api/query', { queries: [query] })).body.results[0]
const one = async (who: Api, model: string, id: string | undefined) =>
  (await ask(who, { model, where: { field: 'id', op: 'eq', value: id } })).rows[0]
const names = async (who: Api, model: string, field: string): Promise<string[]> =>
  (await ask(who, { model, fields: [field], sort: [{ field }] })).rows.map(
    (row: Record<string, string>) => row[field],
  )

async function offer(name: string, project: string, customer: string): Promise<void> {
  const estimate = await create('estimates', { name, project, customer })
  const where = { field: 'estimate', op: 'eq', value: estimate }
  const [{ id }] = (await ask(owner, { model: 'estimate_versions', where })).rows
  const line = { version: id, kind: 'line', unit: 'm2', rate_source: 'manual', quantity: '10' }
  made[`${name} line`] = await create('estimate_lines', { ...line, title: `${name} wall`, unit_rate: '10' })
  made[`${name} option`] = await create('estimate_lines', {
    ...line,
    title: `${name} shutters`,
    unit_rate: '5',
    item_type: 'optional_without_total',
    selected: false,
  })
  for (const status of ['in_review', 'approved', 'issued'])
    expect((await owner.patch(`/api/records/estimate_versions/${id}`, { status })).status).toBe(200)
  made[name] = estimate
  made[`${name} version`] = id
}

const question = (version: string, who = anna.api) =>
  who.post('/api/records/estimate_questions', { version: made[version], question: 'When?' })
const choose = (version: string, who = anna.api) =>
  who.post('/api/commands/portal.choices', {
    version: made[version],
    chosen: [made[version.replace('version', 'option')]],
  })
const decide = async (version: string, decision: string, who = anna.api, more = {}) => {
  const shown = await one(who, 'estimate_versions', made[version])
  return who.post('/api/records/acceptances', {
    version: made[version],
    decision,
    signer_name: 'Anna',
    terms: true,
    comment: 'Larger windows',
    gross: shown?.gross ?? '0.00',
    content_hash: shown?.content_hash ?? 'none',
    ...more,
  })
}
const agree = (values: object) => owner.post('/api/records/portal_access', values)
const change = (values: object) => owner.patch(`/api/records/portal_access/${made['access']}`, values)

beforeAll(async () => {
  const { tenant, ...place } = await startPlace('Rights')
  ;({ server, owner } = place)
  made['tenant'] = tenant.id
  anna = await placePerson(server, tenant.id, 'customer')
  guest = await placePerson(server, tenant.id, 'customer')
  await owner.post('/api/standard-models', {
    keys: [
      'acceptances',
      'estimate_questions',
      'hierarchy_nodes',
      'estimate_lines',
      'project_news',
      'portal_access',
    ],
  })
  made['anna'] = await create('customers', { name: 'Anna KG' })
  made['guest'] = await create('customers', { name: 'Shop' })
  for (const [who, record] of [
    [anna, made['anna']],
    [guest, made['guest']],
  ] as const)
    await owner.put(`/api/members/${who.userId}`, { record_id: record })
  const projects = [
    ['house', 'House'],
    ['barn', 'Barn'],
  ] as const
  for (const [key, name] of projects)
    made[key] = await create('projects', { code: name, name, customer: made['anna'] })
  const tree = await create('hierarchies', { project: made['house'], name: 'Places', kind: 'own' })
  await create('hierarchy_nodes', { hierarchy: tree, name: 'Ground floor' })
  expect((await owner.post('/api/commands/portal.open', {})).status).toBe(200)
  for (const name of ['Shell', 'Roof']) await offer(name, made['house'] ?? '', made['anna'] ?? '')
  await offer('Stable', made['barn'] ?? '', made['anna'] ?? '')
  await offer('Shelves', made['house'] ?? '', made['guest'] ?? '')
  const paper = await owner.post('/api/files?name=plan.txt', undefined, {
    bytes: 'the plan',
    headers: { 'content-type': 'text/plain' },
  })
  made['file'] = paper.body.id
  made['news'] = await create('project_news', {
    project: made['house'],
    title: 'Roof on',
    documents: [made['file']],
    shared: true,
  })
})
afterAll(() => server.stop())

describe('[U-03] what a customer may in a project', () => {
  it('is everything where nothing was said', async () => {
    expect((await question('Shell version')).status).toBe(201)
    expect((await choose('Shell version')).status).toBe(200)
    expect((await decide('Shell version', 'change_requested')).status).toBe(201)
  })

  it('is said once for a project and for each of its estimates, by the workspace alone', async () => {
    const place = { project: made['house'], customer: made['anna'] }
    const first = await agree({ ...place, right: 'view' })
    expect([first.status, first.body.title]).toEqual([201, 'Anna KG'])
    made['access'] = first.body.id
    const code = async (values: object) => {
      const { status, body } = await agree({ right: 'view', ...values })
      return [status, body.error?.details?.[0]?.code]
    }
    expect(await code(place)).toEqual([422, 'taken'])
    expect(await code({ ...place, estimate: made['Stable'] })).toEqual([422, 'project'])
    expect(await code({ ...place, estimate: made['Shelves'] })).toEqual([422, 'customer'])
    const many = await Promise.all(
      Array.from({ length: 4 }, () => agree({ ...place, project: made['barn'], right: 'accept' })),
    )
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
    expect((await anna.api.post('/api/records/portal_access', { ...place, right: 'accept' })).status).toBe(
      403,
    )
    const record = `/api/records/portal_access/${made['access']}`
    expect((await anna.api.patch(record, { right: 'accept' })).status).toBe(403)
    expect((await anna.api.delete(record)).status).toBe(403)
    // They read what holds for them; another customer does not.
    expect(await names(anna.api, 'portal_access', 'right')).toEqual(['view', 'accept'])
    expect(await names(guest.api, 'portal_access', 'right')).toEqual([])
  })

  it('reaches from looking over asking and choosing to deciding, and the server holds to it', async () => {
    const may = async () => [
      (await question('Shell version')).status,
      (await choose('Shell version')).status,
      (await decide('Shell version', 'accepted')).status,
    ]
    expect(await may()).toEqual([403, 403, 403])
    expect((await decide('Shell version', 'change_requested')).status).toBe(403)
    expect((await decide('Shell version', 'rejected')).status).toBe(403)
    const refused = await question('Shell version')
    expect(refused.body.error.message).toBe(
      'You may read this estimate, but not ask about it. For questions, call whoever shared it with you.',
    )
    // What was offered they see, with what there is to choose.
    const offered = { version: made['Shell version'] }
    expect((await anna.api.post('/api/commands/portal.choices', offered)).status).toBe(200)
    await change({ right: 'comment' })
    expect(await may()).toEqual([201, 403, 403])
    expect((await decide('Shell version', 'change_requested')).status).toBe(201)
    // A wish that holds a choice is one of choosing.
    const option = made['Shell option'] ?? ''
    const wish = (gross: string) =>
      decide('Shell version', 'change_requested', anna.api, { chosen: option, gross })
    const { result } = (
      await owner.post('/api/commands/portal.choices', { version: made['Shell version'], chosen: [option] })
    ).body
    expect((await wish(result.gross)).status).toBe(403)
    await change({ right: 'select_options' })
    const sent = await wish(result.gross)
    expect(sent.status).toBe(201)
    expect(await one(owner, 'acceptances', sent.body.id)).toMatchObject({
      chosen: option,
      gross: result.gross,
    })
    expect((await wish('1.00')).body.error.details[0].code).toBe('total_mismatch')
    expect(await may()).toEqual([201, 200, 403])
    expect((await one(owner, 'estimate_versions', made['Shell version'])).status).toBe('issued')
    // Another project, and another customer in the same one, are not touched by it.
    expect((await choose('Stable version')).status).toBe(200)
    expect((await question('Shelves version', guest.api)).status).toBe(201)
    expect((await decide('Shelves version', 'rejected', guest.api)).status).toBe(201)
  })

  it('is for one estimate what was said for that one', async () => {
    const place = { project: made['house'], customer: made['anna'], estimate: made['Shell'] }
    const { body } = await agree({ ...place, right: 'accept' })
    expect((await decide('Roof version', 'accepted')).status).toBe(403)
    expect((await decide('Shell version', 'accepted')).status).toBe(201)
    expect((await owner.delete(`/api/records/portal_access/${body.id}`)).status).toBe(204)
  })
})

const models = [
  ['projects', 'name'],
  ['hierarchies', 'name'],
  ['hierarchy_nodes', 'name'],
  ['estimates', 'name'],
  ['estimate_versions', 'title'],
  ['estimate_lines', 'title'],
  ['estimate_questions', 'question'],
  ['acceptances', 'decision'],
  ['project_news', 'title'],
] as const

describe('[U-03] PT-05 the last day', () => {
  const seen = async (who: Api) =>
    Object.fromEntries(
      await Promise.all(
        models.map(async ([model]) => [
          model,
          (await ask(who, { model, total: 'exact', page: { size: 1 } })).total as number,
        ]),
      ),
    ) as Record<string, number>

  it('lets everything be seen until it is over, and nothing of the project after it', async () => {
    const before = await seen(anna.api)
    const theirs = await seen(guest.api)
    await change({ until: dayIn(0) })
    expect(await seen(anna.api)).toEqual(before)
    const feed = await anna.api.post('/api/calendar-feeds', {
      dates: [{ model: 'estimate_versions', field: 'issued_at' }],
    })
    const calendar = async () =>
      (await (await fetch(server.url + new URL(feed.body.url).pathname)).text()).replaceAll('\r\n ', '')
    expect(await calendar()).toContain(`/customer/estimates/${made['Shell']}`)

    const topic = `record:${made['tenant']}:estimates:${made['Shell']}`
    const listens = await join(anna, topic)
    expect(listens.states).toEqual(['SUBSCRIBED'])
    const { body: feedBefore } = await anna.api.get('/api/changes')

    await change({ until: dayIn(-1) })
    // What happens there is told to them no more, and who listened is shut out.
    await owner.patch(`/api/records/estimates/${made['Shell']}`, { name: 'Shell and core' })
    const { body: changes } = await anna.api.get(`/api/changes?since=${feedBefore.upto}`)
    expect(JSON.stringify(changes)).not.toContain(made['Shell'])
    await expect.poll(() => listens.states.at(-1), { timeout: 20_000 }).toBe('CLOSED')
    expect((await join(anna, topic)).states[0]).toBe('CHANNEL_ERROR')
    await anna.supabase.realtime.disconnect()
    await owner.patch(`/api/records/estimates/${made['Shell']}`, { name: 'Shell' })
    // Listed and counted: what is left is that of the other project.
    expect(await seen(anna.api)).toEqual({
      projects: 1,
      hierarchies: 0,
      hierarchy_nodes: 0,
      estimates: 1,
      estimate_versions: 1,
      estimate_lines: 2,
      estimate_questions: 0,
      acceptances: 0,
      project_news: 0,
    })
    expect(await names(anna.api, 'projects', 'name')).toEqual(['Barn'])
    expect(await names(anna.api, 'portal_access', 'right')).toEqual(['accept'])
    // Whoever has an estimate there as another customer is not touched by it.
    expect(await seen(guest.api)).toEqual(theirs)
    // Filtered, grouped and expanded.
    const house = { field: 'project', op: 'eq', value: made['house'] }
    expect((await ask(anna.api, { model: 'estimates', where: house, total: 'exact' })).total).toBe(0)
    const across = { field: 'version.estimate.name', op: 'eq', value: 'Shell' }
    expect((await ask(anna.api, { model: 'estimate_lines', where: across })).rows).toEqual([])
    const counted = { model: 'estimate_versions', group: ['status'], aggregate: [{ fn: 'count', as: 'n' }] }
    expect((await ask(anna.api, counted)).rows).toMatchObject([{ status: 'issued', n: 1 }])
    // By id, by search, as a file, as an offer, as a calendar.
    for (const [model, id] of [
      ['projects', made['house']],
      ['estimates', made['Shell']],
      ['estimate_versions', made['Shell version']],
      ['estimate_lines', made['Shell line']],
      ['project_news', made['news']],
      ['portal_access', made['access']],
    ])
      expect((await anna.api.get(`/api/records/${model}/${id}`)).status, model).toBe(404)
    for (const text of ['House', 'Shell', 'Ground', 'Roof'])
      expect((await anna.api.get(`/api/search?text=${text}`)).body.rows, text).toEqual([])
    expect((await anna.api.get(`/api/files/${made['file']}`)).status).toBe(404)
    const pdf = `/api/estimate-versions/${made['Roof version']}/file?format=pdf`
    expect((await anna.api.get(pdf)).status).toBe(404)
    expect(await calendar()).not.toContain(made['Shell'])
    expect(await calendar()).toContain(`/customer/estimates/${made['Stable']}`)
    // Nothing is done there any more.
    const statuses = [
      await anna.api.post('/api/commands/portal.choices', { version: made['Roof version'] }),
      await anna.api.post('/api/commands/estimate.offer', { version: made['Roof version'] }),
      await question('Roof version'),
      await decide('Roof version', 'accepted'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 422, 422])
    expect((await question('Stable version')).status).toBe(201)
  })

  it('is not a matter of where a browser says it is', async () => {
    const headers = { 'X-Time-Zone': 'Pacific/Pago_Pago' }
    const { body } = await anna.api.post('/api/query', { queries: [{ model: 'projects' }] }, { headers })
    expect(body.results[0].rows.map(({ name }: { name: string }) => name)).toEqual(['Barn'])
  })

  it('holds whatever the role says of rows, and in models of the workspace', async () => {
    const model = {
      key: 'snags',
      label: 'Snags',
      schema: {
        version: 1,
        title_field: 'name',
        fields: [
          { key: 'name', label: 'Name', type: 'text' },
          { key: 'project', label: 'Project', type: 'relation', target: 'projects' },
        ],
      },
    }
    expect((await owner.post('/api/models', model)).status).toBe(201)
    for (const project of ['house', 'barn'])
      await create('snags', { name: `Snag of the ${project}`, project: made[project] })
    const { body } = await owner.get('/api/roles')
    const role = body.rows.find(({ key }: { key: string }) => key === 'customer')
    const grants = {
      ...role.grants,
      projects: { verbs: ['read'], fields: { read: ['name'], write: [] } },
      snags: { verbs: ['read'], fields: { read: ['name'], write: [] } },
    }
    expect((await owner.put('/api/roles/stock:customer', { grants })).status).toBe(200)
    expect(await names(anna.api, 'projects', 'name')).toEqual(['Barn'])
    expect(await names(anna.api, 'snags', 'name')).toEqual(['Snag of the barn'])
    expect(await names(guest.api, 'snags', 'name')).toEqual(['Snag of the barn', 'Snag of the house'])
    // Who explains the rights of a customer is told the same.
    const asked = { as: { user_id: anna.userId }, model: 'projects', record_id: made['house'] }
    expect((await owner.post('/api/access/explain', asked)).body.model.record).toEqual({
      visible: false,
      because: 'row_rule',
    })
    expect((await owner.put('/api/roles/stock:customer', { grants: role.grants })).status).toBe(200)
  })

  it('tells nobody of what they would not see, and opens again with a later day', async () => {
    const told = async () =>
      (await anna.api.get('/api/notifications')).body.rows.map(({ subject }: Notification) => subject)
    const before = await told()
    await create('project_news', { project: made['house'], title: 'Windows in', shared: true })
    expect(await told()).toEqual(before)
    await change({ until: dayIn(30) })
    expect(await names(anna.api, 'projects', 'name')).toEqual(['Barn', 'House'])
    expect((await anna.api.get(`/api/files/${made['file']}`)).status).toBe(200)
  })

  it('of one estimate closes that one', async () => {
    await agree({
      project: made['house'],
      customer: made['anna'],
      estimate: made['Roof'],
      right: 'view',
      until: dayIn(-1),
    })
    expect(await names(anna.api, 'estimates', 'name')).toEqual(['Shell', 'Stable'])
    expect(await names(anna.api, 'projects', 'name')).toEqual(['Barn', 'House'])
    expect((await anna.api.get(`/api/records/estimate_versions/${made['Roof version']}`)).status).toBe(404)
  })
})

describe('[U-03] PT-05 a row in the bin', () => {
  const inBin = async (id: string | undefined) =>
    expect((await owner.delete(`/api/records/portal_access/${id}`)).status).toBe(204)
  const back = (id: string | undefined) =>
    owner.post('/api/bin/restore', { model: 'portal_access', ids: [id] })
  /** Everything of the house that a customer could get hold of; nothing when it is closed. */
  const reached = async (): Promise<string[]> => {
    const found: string[] = []
    for (const [model] of models) {
      const { rows } = await ask(anna.api, { model, page: { size: 200 } })
      const text = JSON.stringify(rows)
      for (const key of ['house', 'Shell', 'Roof', 'Shell version', 'Shell line', 'news'])
        if (text.includes(made[key] ?? '-')) found.push(`${model} lists ${key}`)
    }
    for (const [model, key] of [
      ['projects', 'house'],
      ['estimates', 'Shell'],
      ['estimate_versions', 'Shell version'],
      ['estimate_lines', 'Shell line'],
      ['project_news', 'news'],
    ] as const)
      if ((await anna.api.get(`/api/records/${model}/${made[key]}`)).status !== 404)
        found.push(`${model} by id`)
    for (const text of ['House', 'Shell', 'Ground', 'Roof'])
      if ((await anna.api.get(`/api/search?text=${text}`)).body.rows.length > 0) found.push(`search ${text}`)
    if ((await anna.api.get(`/api/files/${made['file']}`)).status !== 404) found.push('file')
    const pdf = `/api/estimate-versions/${made['Shell version']}/file?format=pdf`
    if ((await anna.api.get(pdf)).status !== 404) found.push('pdf')
    const version = { version: made['Shell version'] }
    for (const command of ['portal.choices', 'estimate.offer'])
      if ((await anna.api.post(`/api/commands/${command}`, version)).status !== 404) found.push(command)
    if ((await question('Shell version')).status !== 422) found.push('question')
    if ((await decide('Shell version', 'accepted')).status !== 422) found.push('decision')
    const told = JSON.stringify((await anna.api.get('/api/notifications')).body.rows)
    for (const key of ['house', 'Shell', 'Roof'])
      if (told.includes(made[key] ?? '-')) found.push(`told of ${key}`)
    for (const text of ['Shell', 'Roof']) if (told.includes(text)) found.push(`told ${text}`)
    return found
  }

  it('opens nothing that was closed: over every way to it, it stays closed', async () => {
    expect(await reached()).not.toEqual([])
    await change({ until: dayIn(-1) })
    expect(await reached()).toEqual([])
    await inBin(made['access'])
    expect(await reached()).toEqual([])
    expect(await names(anna.api, 'projects', 'name')).toEqual(['Barn'])
  })

  it('gives no access of its own either, and who listened is shut out', async () => {
    expect((await back(made['access'])).status).toBe(200)
    await change({ until: null })
    expect(await names(anna.api, 'projects', 'name')).toEqual(['Barn', 'House'])
    const colleague = await placePerson(server, made['tenant'] ?? '', 'customer')
    await owner.put(`/api/members/${colleague.userId}`, { record_id: made['anna'] })
    const listens = await join(colleague, `record:${made['tenant']}:estimates:${made['Shell']}`)
    expect(listens.states).toEqual(['SUBSCRIBED'])
    await inBin(made['access'])
    expect(await reached()).toEqual([])
    await expect.poll(() => listens.states.at(-1), { timeout: 20_000 }).toBe('CLOSED')
    await colleague.supabase.realtime.disconnect()
    // Another customer of the same project is not touched by it.
    expect(await names(guest.api, 'estimates', 'name')).toEqual(['Shelves'])
  })

  it('stays there, for it to be open again would else be a matter of emptying the bin', async () => {
    const ids = [made['access']]
    for (const dry of [true, false]) {
      const { status, body } = await owner.post('/api/bin/purge', { model: 'portal_access', ids, dry })
      expect([status, body.purged, body.kept]).toEqual([200, [], ids])
    }
    expect(await reached()).toEqual([])
  })

  it('gives way to a row that is written anew, and may go then', async () => {
    const { status, body } = await agree({ project: made['house'], customer: made['anna'], right: 'view' })
    expect([status, body.title]).toEqual([201, 'Anna KG'])
    expect(await names(anna.api, 'projects', 'name')).toEqual(['Barn', 'House'])
    expect((await choose('Shell version')).status).toBe(403)
    expect((await back(made['access'])).body.refused).toHaveLength(1)
    const purged = await owner.post('/api/bin/purge', { model: 'portal_access', ids: [made['access']] })
    expect(purged.body.purged).toEqual([made['access']])
    expect(await names(anna.api, 'projects', 'name')).toEqual(['Barn', 'House'])
    // An estimate whose own row ran out stays closed beside the row of its project.
    const roof = (
      await ask(owner, {
        model: 'portal_access',
        where: { field: 'estimate', op: 'eq', value: made['Roof'] },
      })
    ).rows[0]
    await inBin(roof.id)
    expect(await names(anna.api, 'estimates', 'name')).toEqual(['Shell', 'Stable'])
  })
})

describe('[U-03] PT-05 taking back that something was shared', () => {
  it('takes nothing from a customer that was shared since: a project stays shared while its estimates are', async () => {
    const place = { project: made['barn'], customer: made['anna'] }
    const rows = (
      await ask(owner, { model: 'portal_access', where: { field: 'project', op: 'eq', value: made['barn'] } })
    ).rows as { id: string }[]
    await owner.post('/api/records/portal_access/bulk', { delete: rows.map(({ id }) => id) })
    const shared = await agree({ ...place, right: 'accept' })
    const whole = (await owner.get('/api/undo')).body.undo.id
    const estimate = await agree({ ...place, estimate: made['Stable'], right: 'view' })
    expect([shared.status, estimate.status]).toEqual([201, 201])
    const refused = (await owner.post('/api/undo', { step: whole })).body
    expect([refused.applied, refused.refused[0]?.reason]).toEqual([0, 'in_use'])
    expect(await names(anna.api, 'estimates', 'name')).toContain('Stable')
    // Alone it goes, and what it gave with it.
    expect((await owner.post('/api/undo', {})).body).toMatchObject({ applied: 1, refused: [] })
    expect(await names(anna.api, 'estimates', 'name')).toContain('Stable')
    expect((await owner.delete(`/api/records/portal_access/${shared.body.id}`)).status).toBe(204)
    expect(await names(anna.api, 'estimates', 'name')).not.toContain('Stable')
  })
})
