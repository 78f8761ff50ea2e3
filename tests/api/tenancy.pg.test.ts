import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'
import { maskRequestId } from '../support/mask-request-id.ts'

let server: TestServer
let ann: Person
let bob: Person
let anker: TestTenant
let bauhof: TestTenant

beforeAll(async () => {
  server = await startTestServer({ APP_DOMAIN: 'example.test' })
  ann = await signUp(server)
  bob = await signUp(server)
  anker = await makeWorkspace(ann, 'Anker Bau', { subdomain: 'anker' })
  bauhof = await makeWorkspace(bob, 'Bauhof', { subdomain: 'bauhof' })
})
afterAll(() => server.stop())

const at = (host: string) => ({ headers: { host: `${host}.example.test` } })
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | undefined }) => [
  status,
  body?.error?.code,
]

describe('which workspace a call is in', () => {
  it('[C-12] [X-01] without a sign-in, or with a false one, every call is 401', async () => {
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: `Basic ${ann.token}` },
      { authorization: `Bearer ${ann.token} x` },
    ]
    for (const headers of attempts) {
      const answer = await api(null, anker.id, server).get('/api/models', { headers })
      expect(codeOf(answer)).toEqual([401, 'unauthorized'])
      expect(answer.body.error.message).toBe('unauthorized')
    }
    const byCookie = await api(null, anker.id, server).get('/api/models', {
      headers: { cookie: `sb-access-token=${ann.token}` },
    })
    expect(byCookie.status, '[CS-02] cookies never authenticate').toBe(401)
    const inAddress = await fetch(`${server.url}/api/tenants?access_token=${ann.token}`)
    expect(inAddress.status, '[AU-11] nor does the address').toBe(401)
  })

  it('[TI-11] the anonymous key is nobody', async () => {
    const { anonKey } = (await api(null, undefined, server).get('/api/_meta')).body.supabase
    const answer = await api(null, anker.id, server).get('/api/models', {
      headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
    })
    expect(answer.status).toBe(401)
  })

  it('[AU-10] tokens we did not sign are refused', async () => {
    const [head, body, signature] = ann.token.split('.') as [string, string, string]
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    for (const token of [
      `${part({ alg: 'none' })}.${body}.`,
      `${part({ alg: 'HS256', typ: 'JWT' })}.${body}.${signature}`,
      `${head}.${part({ ...claims, role: 'service_role' })}.${signature}`,
      `${head}.${part({ ...claims, exp: 9_999_999_999 })}.${signature}`,
      'a'.repeat(100_000),
    ]) {
      const answer = await api(null, anker.id, server)
        .get('/api/models', { headers: { authorization: `Bearer ${token}` } })
        .catch(() => ({ status: 431, body: undefined }))
      expect([401, 431]).toContain(answer.status)
    }
  })

  it('[SD-01] [ER-02] a workspace one is not in is 404, exactly as one that does not exist', async () => {
    const foreign = await api(ann, bauhof.id).get('/api/models')
    const absent = await api(ann, randomUUID()).get('/api/models')
    const nonsense = await api(ann, 'nonsense').get('/api/models')
    expect(codeOf(foreign)).toEqual([404, 'not_found'])
    expect(maskRequestId(JSON.stringify(foreign.body))).toBe(maskRequestId(JSON.stringify(absent.body)))
    expect(maskRequestId(JSON.stringify(nonsense.body))).toBe(maskRequestId(JSON.stringify(absent.body)))
  })

  it('[SD-04] without a header: one workspace → that one; none, or several → 409', async () => {
    expect((await api(ann).get('/api/models')).status).toBe(200)
    const cleo = await signUp(server)
    const none = await api(cleo).get('/api/models')
    expect(codeOf(none)).toEqual([409, 'tenant_selection_required'])
    expect(none.body.error.message).toBe('tenant_selection_required')
    await makeWorkspace(cleo, 'One')
    expect((await api(cleo).get('/api/models')).status).toBe(200)
    const two = await makeWorkspace(cleo, 'Two')
    expect(codeOf(await api(cleo).get('/api/models'))).toEqual([409, 'tenant_selection_required'])
    expect((await api(cleo, two.id).get('/api/models')).status).toBe(200)
  })

  it('[SD-05] a subdomain locks its workspace; another header there is 403 tenant_mismatch', async () => {
    expect((await api(ann).get('/api/models', at('anker'))).status).toBe(200)
    expect((await api(ann, anker.id).get('/api/models', at('ANKER'))).status).toBe(200)
    expect(codeOf(await api(ann).get('/api/models', at('bauhof')))).toEqual([404, 'not_found'])
    expect(codeOf(await api(ann).get('/api/models', at('nobody')))).toEqual([404, 'not_found'])
    expect(codeOf(await api(ann, anker.id).get('/api/models', at('bauhof')))).toEqual([
      403,
      'tenant_mismatch',
    ])
  })

  it('[SD-02] a workspace named anywhere else is refused', async () => {
    const inSearch = await api(ann, anker.id).get(`/api/models?tenant_id=${bauhof.id}`)
    expect([inSearch.status, inSearch.body.error?.details[0].path]).toEqual([422, 'tenant_id'])
    const inBody = await api(ann, anker.id).post('/api/models', {
      key: 'a',
      label: 'A',
      tenant_id: bauhof.id,
    })
    expect([inBody.status, inBody.body.error?.details[0].path]).toEqual([422, 'tenant_id'])
    expect((await api(ann, anker.id).put(`/api/tenants/${bauhof.id}`, { name: 'Mine' })).status).toBe(404)
  })

  it('[AU-08] signing out ends the session at once', async () => {
    const dora = await signUp(server)
    expect((await api(dora).get('/api/tenants')).status).toBe(200)
    await dora.supabase.auth.signOut()
    expect(codeOf(await api(dora).get('/api/tenants'))).toEqual([401, 'unauthorized'])
  })

  it('a suspended workspace or membership is closed', async () => {
    const emil = await signUp(server)
    const { id } = await makeWorkspace(emil, 'Emil')
    await server.sql('update app.tenants set suspended_at = now() where id = $1', [id])
    expect(codeOf(await api(emil, id).get('/api/models'))).toEqual([403, 'forbidden'])
    expect((await api(emil).get('/api/tenants')).body.rows).toEqual([])
  })

  it('[TI-02] alternating workspaces on one connection never mix, also between failing calls', async () => {
    const fred = await signUp(server)
    const places = [await makeWorkspace(fred, 'First'), await makeWorkspace(fred, 'Second')]
    for (const [index, place] of places.entries())
      await api(fred, place.id).post('/api/models', { key: `canary_${index}`, label: 'Canary' })
    for (let round = 0; round < 60; round++) {
      const index = round % 2
      const place = places[index] as TestTenant
      if (round % 7 === 0)
        await api(fred, place.id).post('/api/models', { key: `canary_${index}`, label: 'Twice' })
      const { body } = await api(fred, place.id).get('/api/models')
      expect(body.rows.map(({ key }: { key: string }) => key)).toEqual([`canary_${index}`])
    }
  })
})

describe('tenant status', () => {
  const status = async (person: Person, search = '', options = {}) =>
    (await api(person).get(`/api/auth/tenant-status${search}`, options)).body

  it('[C-11] [E-12] [S-04] says what is selected or locked, among one’s own only', async () => {
    const selected = { status: 'selected', tenant_id: anker.id, name: 'Anker Bau', role: 'owner' }
    expect(await status(ann)).toEqual(selected)
    expect(await status(ann, '?name=Anker%20Bau&subdomain=')).toEqual(selected)
    expect(await status(ann, '?subdomain=Anker')).toEqual({ ...selected, status: 'locked' })
    expect(await status(ann, '', at('anker'))).toEqual({ ...selected, status: 'locked' })
  })

  it('[FP-17] says as of which change it is, so that whoever follows from there misses nothing; of no foreign workspace', async () => {
    const ask = (at = {}) => api(ann).get('/api/auth/tenant-status', at)
    const numberOf = async (answer: Promise<{ headers: Headers }>) =>
      Number((await answer).headers.get('x-change-number'))
    const renamed = api(ann, anker.id).put(`/api/tenants/${anker.id}`, { name: 'Anker Bau' })
    expect((await renamed).status).toBe(200)
    const { upto } = (await api(ann, anker.id).get('/api/changes')).body
    expect(upto).toBeGreaterThan(0)
    expect(await numberOf(ask())).toBe(upto)
    expect(await numberOf(api(ann).post('/api/auth/select-tenant', { tenant_id: anker.id }))).toBe(upto)
    const foreign = await ask({ headers: { 'x-tenant-id': bauhof.id } })
    expect(foreign.headers.get('x-change-number')).toBeNull()
  })

  it('[SD-07] [S-02] [F7] a foreign and an unknown subdomain or name answer alike', async () => {
    for (const search of [
      '?subdomain=bauhof',
      '?subdomain=nobody',
      '?name=Bauhof',
      '?name=%25',
      '?name=Nobody',
    ])
      expect(await status(ann, search), search).toEqual({ status: 'needs_selection' })
    expect(await status(ann, '', at('bauhof'))).toEqual({ status: 'needs_selection' })
    expect(await status(ann, '', { headers: { 'x-tenant-id': bauhof.id } })).toEqual({
      status: 'needs_selection',
    })
  })

  it('[S-03] remembers the choice between several', async () => {
    const gil = await signUp(server)
    await makeWorkspace(gil, 'A')
    const second = await makeWorkspace(gil, 'B')
    expect(await status(gil)).toEqual({ status: 'needs_selection' })
    const chosen = await api(gil).post('/api/auth/select-tenant', { tenant_id: second.id })
    expect(chosen.body).toEqual({ status: 'selected', tenant_id: second.id, name: 'B', role: 'owner' })
    expect(await status(gil)).toEqual(chosen.body)
    expect(codeOf(await api(gil).post('/api/auth/select-tenant', { tenant_id: anker.id }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('[F6] [AU-18] sync-profile takes one’s own profile only, and the address from the sign-in', async () => {
    const mine = {
      user_id: ann.userId,
      email: 'somebody@else.test',
      display_name: 'Ann Anker',
      avatar_url: null,
    }
    const saved = await api(ann).post('/api/auth/sync-profile', mine)
    expect(saved.body).toEqual({ ...mine, email: ann.email })
    expect(codeOf(await api(bob).post('/api/auth/sync-profile', mine))).toEqual([403, 'forbidden'])
    for (const avatar_url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.test/a.png',
      '/\\evil.test/a.png',
      ' https://a.test/b',
    ])
      expect(codeOf(await api(ann).post('/api/auth/sync-profile', { ...mine, avatar_url }))).toEqual([
        422,
        'invalid',
      ])
    const nothing = await api(ann).post('/api/auth/sync-profile', { ...mine, avatar_url: '' })
    expect(nothing.body.avatar_url).toBeNull()
    const picture = { ...mine, avatar_url: 'https://pictures.test/ann.png' }
    expect((await api(ann).post('/api/auth/sync-profile', picture)).body.avatar_url).toBe(picture.avatar_url)
    expect((await api(ann).post('/api/auth/sync-profile', mine)).body.avatar_url).toBe(picture.avatar_url)
    const cleared = await api(ann).post('/api/auth/sync-profile', { ...mine, avatar_url: '' })
    expect(cleared.body.avatar_url).toBeNull()
    expect((await api(ann, anker.id).get('/api/members')).body.rows).toMatchObject([
      { id: ann.userId, name: 'Ann Anker', email: ann.email, role: 'owner' },
    ])
  })
})

describe('subdomains', () => {
  it('[SD-08] [V-06] reserved, foreign-alphabet and malformed ones are refused', async () => {
    const claim = (subdomain: string) => api(ann).post('/api/tenants', { name: 'X', subdomain })
    for (const label of [
      'www',
      'API',
      'auth',
      'admin',
      'storage',
      'realtime',
      'mail',
      'xn--nker-5qa',
      'änker',
      'ａnker',
      'a_b',
      '-ab',
      'ab-',
      'a.b',
    ])
      expect(codeOf(await claim(label)), label).toEqual([422, 'invalid'])
    for (const label of ['anker', 'ANKER'])
      expect(codeOf(await claim(label)), label).toEqual([422, 'not_unique'])
  })

  it('[SD-08] of 50 parallel claims exactly one wins, and the losers make nothing', async () => {
    const ida = await signUp(server)
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => api(ida).post('/api/tenants', { name: 'Race', subdomain: 'race' })),
    )
    const statuses = claims.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 422)])
    expect((await api(ida).get('/api/tenants')).body.rows).toHaveLength(1)
  })

  it('[SD-05] [SD-08] an old address opens nothing, names nobody, and is nobody else’s at once', async () => {
    const [mia, eve] = [await signUp(server), await signUp(server)]
    const mine = await makeWorkspace(mia, 'Mia Bau', { subdomain: 'mia-alt' })
    const hers = await makeWorkspace(eve, 'Eve Bau')
    expect((await api(mia).get('/api/models', at('mia-alt'))).status).toBe(200)
    expect((await api(mia, mine.id).put(`/api/tenants/${mine.id}`, { subdomain: 'mia-neu' })).status).toBe(
      200,
    )
    // The session that was good there before, with the workspace in its header or without, and a token of a program.
    const token = await api(mia, mine.id).post('/api/records/sys_api_token', {
      name: 'Till',
      valid_days: '7',
    })
    const program = { headers: { ...at('mia-alt').headers, authorization: `Bearer ${token.body.token}` } }
    expect(codeOf(await api(mia).get('/api/models', at('mia-alt')))).toEqual([404, 'not_found'])
    expect(codeOf(await api(mia, mine.id).get('/api/models', at('mia-alt')))).toEqual([
      403,
      'tenant_mismatch',
    ])
    expect([403, 404]).toContain((await api(mia, mine.id).get('/api/models', program)).status)
    expect((await api(mia).get('/api/models', at('mia-neu'))).status).toBe(200)
    const known = await api(mia).get('/api/auth/tenant-status', at('mia-alt'))
    const unknown = await api(mia).get('/api/auth/tenant-status', at('never-was'))
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    // Nobody gets it at once: not for a new workspace, an old one, in other letters, or while it is asked for again.
    for (const subdomain of ['mia-alt', 'MIA-ALT', ' mia-alt ']) {
      expect((await api(eve).post('/api/tenants', { name: 'E', subdomain })).status, subdomain).toBe(422)
      expect((await api(eve, hers.id).put(`/api/tenants/${hers.id}`, { subdomain })).status, subdomain).toBe(
        422,
      )
    }
    // Once it rested, it is another workspace's: who was at home there is a stranger.
    await server.sql(`update app_private.resting_subdomains set until = now() where subdomain = 'mia-alt'`)
    expect((await api(eve, hers.id).put(`/api/tenants/${hers.id}`, { subdomain: 'mia-alt' })).status).toBe(
      200,
    )
    expect(codeOf(await api(mia).get('/api/models', at('mia-alt')))).toEqual([404, 'not_found'])
    expect(codeOf(await api(mia, mine.id).get('/api/models', at('mia-alt')))).toEqual([
      403,
      'tenant_mismatch',
    ])
    expect([403, 404]).toContain((await api(mia, mine.id).get('/api/models', program)).status)
    expect((await api(eve).get('/api/models', at('mia-alt'))).status).toBe(200)
  })

  it('[SD-05] no mail and no answer of signing in leads to one, but where its own page asked for it', async () => {
    const mia = await signUp(server)
    const mine = await makeWorkspace(mia, 'Mia Bau', { subdomain: 'mia-post' })
    await api(mia, mine.id).post(
      '/api/invites',
      { email: 'zoe@example.test', role: 'member' },
      at('mia-post'),
    )
    const [invitation] = await server.mailbox('zoe@example.test')
    expect(`${invitation?.text}${invitation?.html}`).toContain(`${server.url}/invite/`)
    expect(`${invitation?.text}${invitation?.html}`).not.toContain('mia-post')
    const meta = async (options = {}) => (await api(null, undefined, server).get('/api/_meta', options)).body
    const { port } = new URL(server.url)
    expect((await meta()).supabase.url).toBe(server.url)
    expect((await meta(at('mia-post'))).supabase.url).toBe(`http://mia-post.example.test:${port}`)
    for (const host of ['www', 'app', 'a.b', 'mia_post'])
      expect((await meta(at(host))).supabase.url, host).toBe(server.url)
    const { anonKey } = (await meta()).supabase
    const landing = async (wish: string): Promise<string> => {
      const asked = await fetch(`${server.url}/auth/v1/otp?redirect_to=${encodeURIComponent(wish)}`, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: mia.email }),
      })
      expect(asked.status).toBe(200)
      const link = (await server.mailbox(mia.email))[0]?.text.match(/https?:\S+/)?.[0] ?? ''
      expect(new URL(link).origin).toBe(server.url)
      const opened = await fetch(link.replace('/verify?', '/verify/link?'), {
        method: 'POST',
        redirect: 'manual',
      })
      return (opened.headers.get('location') ?? '').split('#')[0] ?? ''
    }
    const own = `http://mia-post.example.test:${port}/auth/callback`
    expect(await landing(own)).toBe(own)
    for (const wish of [
      own.replace(port, '1'),
      own.replace('http:', 'https:'),
      own.replace('mia-post', 'a.mia-post'),
      own.replace('mia-post', 'blog'),
      own.replace('mia-post', 'mia-nowhere'),
      own.replace('.test', '.test.evil'),
      `http://evil.test/.example.test:${port}`,
    ])
      expect(await landing(wish), wish).toBe(`${server.url}/auth/callback`)
  })

  it('owner and administrator set and free it, others do not', async () => {
    const owner = api(ann, anker.id)
    const member = api(await addPerson(ann, anker, 'member'), anker.id)
    const path = `/api/tenants/${anker.id}`
    expect((await member.put(path, { subdomain: 'mine' })).status).toBe(403)
    expect((await owner.put(path, { subdomain: null })).body).toMatchObject({
      subdomain: null,
      name: 'Anker Bau',
    })
    expect((await owner.put(path, { subdomain: 'Anker-Bau' })).body.subdomain).toBe('anker-bau')
    expect(codeOf(await owner.put(path, { subdomain: 'bauhof' }))).toEqual([422, 'not_unique'])
    expect((await owner.put(path, { subdomain: 'anker' })).status).toBe(200)
  })
})
