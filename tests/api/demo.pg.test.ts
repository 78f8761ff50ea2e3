import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, makeSupabase, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

interface DemoPerson {
  name: string
  email: string
  role: string
  password: string
}

let server: TestServer
let people: DemoPerson[]

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DEMO: '1' })
  people = await demoPeople(server)
}, 120_000)
afterAll(() => server.stop())

async function demoPeople({ url }: TestServer): Promise<DemoPerson[]> {
  const meta = (await (await fetch(`${url}/api/_meta`)).json()) as { features: { demoPeople?: DemoPerson[] } }
  return meta.features.demoPeople ?? []
}

async function signIn(at: TestServer, role: string): Promise<Person> {
  const who = people.find((person) => person.role === role)
  if (!who) throw new Error(`Nobody is ${role}`)
  const supabase = await makeSupabase(at)
  const { data, error } = await supabase.auth.signInWithPassword(who)
  if (error) throw error
  const { email, password } = who
  return { server: at, email, password, supabase, userId: data.user.id, token: data.session.access_token }
}

async function ask(person: Person, query: Record<string, unknown>) {
  const { status, body } = await api(person).post('/api/query', { queries: [query] })
  return { status, ...(body.results?.[0] ?? body) }
}

describe('the demo workspace', () => {
  it('lists its people, who sign in with the passwords shown', async () => {
    expect(people.map(({ role }) => role)).toEqual([
      'Owner',
      'Admin',
      'Member',
      'Finance',
      'Field tech',
      'Customer',
    ])
    for (const { role } of people) expect((await signIn(server, role)).token).not.toBe('')
    const { body } = await api(await signIn(server, 'Owner')).get('/api/tenants')
    expect(body.rows).toMatchObject([{ name: 'Falkenried Bau', subdomain: 'falkenried', role: 'owner' }])
  })

  it('holds a price book of thousands, recipes, projects, places, diary, snags with photos, equipment', async () => {
    const owner = await signIn(server, 'Owner')
    const counts: Record<string, number> = {}
    for (const model of [
      'price_item',
      'recipe',
      'recipe_component',
      'project',
      'location',
      'diary',
      'snag',
      'equipment',
      'supplier',
      'contact',
    ])
      counts[model] = (await ask(owner, { model, page: { size: 1 }, total: 'exact' })).total
    expect(counts).toMatchObject({
      price_item: 2513,
      recipe: 40,
      project: 8,
      diary: 60,
      snag: 40,
      supplier: 10,
    })
    expect(counts['recipe_component']).toBeGreaterThan(100)
    expect(counts['location']).toBeGreaterThan(50)
    const photos = await ask(owner, {
      model: 'snag',
      where: { field: 'photo', op: 'empty', value: false },
      total: 'exact',
    })
    expect(photos.total).toBeGreaterThan(25)
    const [{ photo }] = photos.rows
    const picture = await fetch(`${server.url}/api/files/${photo[0].id}`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('holds a catalogue with two prices an item, cost groups in two sets, and recipes that are priced', async () => {
    const owner = await signIn(server, 'Owner')
    const count = async (model: string) =>
      (await ask(owner, { model, page: { size: 1 }, total: 'exact' })).total
    expect([await count('catalogue_items'), await count('catalogue_prices')]).toEqual([150, 300])
    expect([await count('cost_group_sets'), await count('cost_groups')]).toEqual([2, 168])
    const { rows } = await ask(owner, { model: 'recipe_versions', page: { size: 50 } })
    expect(rows.filter(({ status }: { status: string }) => status === 'published').length).toBe(11)
    expect(rows.length).toBe(12)
    for (const { title, rate, issues } of rows)
      expect([title, issues, /^\d+\.\d{6}$/.test(rate)]).toEqual([title, null, true])
  })

  it('holds an estimate of 120 lines in two versions and a variant, the first one issued', async () => {
    const owner = await signIn(server, 'Owner')
    const { rows } = await ask(owner, {
      model: 'estimate_versions',
      where: { field: 'estimate.name', op: 'starts', value: 'Block of flats' },
      sort: [{ field: 'version_no', dir: 'asc' }],
    })
    expect(
      rows.map((row: Record<string, unknown>) => [row['variant'], row['status'], row['line_count']]),
    ).toEqual([
      ['main', 'issued', 120],
      ['main', 'draft', 120],
      ['timber', 'draft', 120],
    ])
    expect(new Set(rows.map((row: Record<string, unknown>) => row['gross'])).size).toBe(3)
  })

  it('[P-04] shows cost to owner, admin and finance, notes to owner and admin, serial numbers to the crew', async () => {
    const readers = async (model: string, field: string): Promise<string[]> => {
      const found: string[] = []
      for (const { role } of people) {
        const answer = await ask(await signIn(server, role), {
          model,
          fields: ['id', field],
          page: { size: 1 },
        })
        if (!answer.error) found.push(role)
      }
      return found
    }
    expect(await readers('price_item', 'cost_internal')).toEqual(['Owner', 'Admin', 'Finance'])
    expect(await readers('snag', 'internal_notes')).toEqual(['Owner', 'Admin'])
    expect(await readers('equipment', 'serial')).toEqual([
      'Owner',
      'Admin',
      'Member',
      'Finance',
      'Field tech',
    ])
  })

  it('gives each role what it is for: the customer one project, the field tech no tenders', async () => {
    const names = async (role: string) =>
      (
        await ask(await signIn(server, role), {
          model: 'project',
          fields: ['name', 'status'],
          page: { size: 50 },
        })
      ).rows
    expect(await names('Customer')).toMatchObject([{ name: 'Birkenhof, eight flats' }])
    const seen = (await names('Field tech')).map(({ status }: { status: string }) => status)
    expect(new Set(seen)).toEqual(new Set(['active', 'on_hold', 'closed']))
    expect(await names('Member')).toHaveLength(8)
    const { body: me } = await api(await signIn(server, 'Field tech')).get(
      '/api/models/progress_entries/description',
    )
    expect(me.can, 'the dashboard for the site asks it of them').toMatchObject({ create: true, update: true })
    const { body } = await api(await signIn(server, 'Customer')).get('/api/routes')
    expect(body.rows.map(({ path }: { path: string }) => path)).not.toEqual(
      expect.arrayContaining(['/projects']),
    )
  })

  it('has a site for every screen: trees, an agreed offer that is being built, one to decide on, a building that is counted', async () => {
    const owner = await signIn(server, 'Owner')
    const all = async (model: string, more: object = {}) =>
      (await ask(owner, { model, page: { size: 500 }, ...more })).rows
    const kinds = (await all('hierarchies')).map(({ kind, node_count }: Record<string, unknown>) => [
      kind,
      Number(node_count) > 20,
    ])
    expect(kinds.toSorted()).toEqual([
      ['location', true],
      ['wbs', true],
    ])
    // Every line of the agreed offer belongs to places and to a work package, as a whole.
    const whole = async (kind: string) => {
      const where = { field: 'hierarchy.kind', op: 'eq', value: kind }
      const links = await all('node_lines', { where })
      return links.reduce((sum: number, { share }: { share: string }) => sum + Number(share), 0)
    }
    expect([await whole('location'), await whole('wbs')]).toEqual([1700, 1700])
    const [building] = await all('bim_model_versions')
    expect([building.status, building.elements >= 100, building.geometry.length]).toEqual(['ready', true, 1])
    const runs = await all('takeoff_runs', { sort: [{ field: 'rules', dir: 'asc' }] })
    expect(runs.map(({ rules, multi_covered }: Record<string, unknown>) => [rules, multi_covered])).toEqual([
      [5, 0],
      [6, 0],
    ])
    expect((await all('line_links')).length).toBeGreaterThan(5)
    const [decision] = await all('acceptances')
    expect(decision).toMatchObject({ decision: 'accepted', signer_name: 'Ruth Winter' })
    const [project] = await all('projects', { where: { field: 'code', op: 'eq', value: '24-017' } })
    const { body } = await api(owner).post('/api/commands/progress.project', { project: project.id })
    const { curve, entries, late_count, places } = body.result
    expect([curve.length > 15, entries > 80, late_count > 0, places.length > 3]).toEqual([
      true,
      true,
      true,
      true,
    ])
    const earned = curve.flatMap(({ earned: sum }: { earned: string | null }) =>
      sum === null ? [] : Number(sum),
    )
    expect(earned).toEqual(earned.toSorted((a: number, b: number) => a - b))
  })

  it('shows its customer what was offered, and what there is to choose', async () => {
    const customer = await signIn(server, 'Customer')
    const offered = await ask(customer, {
      model: 'estimate_versions',
      where: { field: 'status', op: 'eq', value: 'issued' },
    })
    expect(offered.rows).toHaveLength(1)
    const [{ id, gross }] = offered.rows
    const choices = async (chosen?: string[]) =>
      (await api(customer).post('/api/commands/portal.choices', { version: id, ...(chosen && { chosen }) }))
        .body.result
    const usual = await choices()
    expect([usual.gross, usual.same, usual.options.length]).toEqual([gross, true, 7])
    expect(Number((await choices([])).gross)).toBeLessThan(Number(gross))
  })

  it('has workflows with runs, one of which waits for the owner, and a page that is open to everybody', async () => {
    const owner = await signIn(server, 'Owner')
    await expect
      .poll(
        async () =>
          (await api(owner).get('/api/workflows/material_request/runs')).body.rows
            ?.map(({ status }: { status: string }) => status)
            .toSorted(),
        { timeout: 20_000 },
      )
      .toEqual(['approval', 'approval', 'done'])
    const { body } = await api(owner).get('/api/notifications')
    const { link } = body.rows.find(({ subject }: { subject: string }) => subject.startsWith('A page'))
    const shown = await fetch(`${server.url}/api/public/objects/${String(link).split('/').at(-1)}`)
    expect([shown.status, (await shown.json()).fields.length]).toEqual([200, 5])
  })

  it('writes its history by the people who did it, in days around today', async () => {
    const owner = await signIn(server, 'Owner')
    const { rows } = await ask(owner, {
      model: 'snag',
      where: { field: 'title', op: 'starts', value: 'Handrail' },
    })
    const { body } = await api(owner).get(`/api/records/snag/${rows[0].id}/events`)
    expect(
      body.rows.map(({ actor, kind }: { actor: { name: string }; kind: string }) => [actor.name, kind]),
    ).toEqual([
      ['Lea Brandt', 'updated'],
      ['Mara Falk', 'updated'],
      ['Sofie Nagel', 'updated'],
      ['Emil Kruse', 'created'],
    ])
    const latest = await ask(owner, {
      model: 'diary',
      sort: [{ field: 'day', dir: 'desc' }],
      page: { size: 1 },
    })
    const age = (Date.now() - Date.parse(latest.rows[0].day)) / 86_400_000
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThan(5)
  })

  it('is made once: a second start on the same database changes nothing', async () => {
    const count = async () => {
      const [row] = await server.sql(
        'select (select count(*) from app.tenants)::int as tenants, (select count(*) from app.events)::int as events',
      )
      return row
    }
    const before = await count()
    const second = await startTestServer({ FORMWORK_DEMO: '1', DATABASE_URL: server.databaseUrl })
    expect(await demoPeople(second)).toEqual(people)
    await second.stop()
    expect(await count()).toEqual(before)
  }, 60_000)
})

it('begins again after a start that was cut off half-way', async () => {
  const first = await startTestServer({ FORMWORK_DEMO: '1' })
  try {
    // What the first server still works on in the background may hold the row for longer than a request may wait.
    await first.sql(`set statement_timeout = 0; update app.tenants set subdomain = 'demo-unfinished'`)
    // Both keep files in one place, as servers of one database do: either may read what the other has put there.
    const second = await startTestServer({
      FORMWORK_DEMO: '1',
      DATABASE_URL: first.databaseUrl,
      DATA_DIR: first.dataDir,
    })
    const tenants = await first.sql('select name, subdomain from app.tenants')
    await second.stop()
    expect(tenants).toEqual([{ name: 'Falkenried Bau', subdomain: 'falkenried' }])
  } finally {
    await first.stop()
  }
}, 120_000)

it('never has known passwords in production, or where others can reach it', async () => {
  const start = (more: Record<string, string>) => startTestServer({ FORMWORK_DEMO: '1', ...more })
  await expect(start({ NODE_ENV: 'production' })).rejects.toThrow(/FORMWORK_DEMO is for development/)
  await expect(start({ HOST: '0.0.0.0' })).rejects.toThrow(/HOST must be a loopback address/)
  const plain = await startTestServer()
  expect(await demoPeople(plain)).toEqual([])
  expect(await plain.sql('select from auth.users where email like $1', ['%@falkenried.example'])).toEqual([])
  await plain.stop()
}, 60_000)
