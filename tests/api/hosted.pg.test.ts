import {
  createClient,
  type GenerateLinkParams,
  type GenerateLinkProperties,
  type RealtimeChannel,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { FetchStack } from '../support/fetch-stack.ts'
import { api, makeWorkspace, type Person } from '../support/people.ts'
import { askDatabase } from '../support/server-process.ts'
import { hostedProject, ServiceContract, type HostedProject } from '../support/service-contract.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

// The product in hosted mode, at the project that HOSTED_* names. Where none is named, our own platform stands in for it,
// as a server of its own that this one knows by address and key alone; either must say what the contract has recorded.
let project: HostedProject
let standIn: TestServer | null = null
let server: TestServer
const contract = new ServiceContract()
const password = 'four plain short words'

beforeAll(async () => {
  const named = hostedProject()
  if (!named)
    console.log(
      'No hosted project is named (HOSTED_URL): the embedded platform stands in for one, held to fixtures/hosted/contract.json.',
    )
  standIn = named ? null : await startTestServer()
  project = named ?? {
    url: standIn?.url ?? '',
    anonKey: standIn?.services.hostedService().anonKey ?? '',
    serviceKey: standIn ? await serviceKeyOf(standIn) : '',
    databaseUrl: standIn?.databaseUrl ?? '',
  }
  server = await startTestServer({
    SUPABASE_URL: project.url,
    SUPABASE_ANON_KEY: project.anonKey,
    SUPABASE_SERVICE_KEY: project.serviceKey,
    DATABASE_URL: project.databaseUrl,
  })
})
afterAll(async () => {
  await server.stop()
  await standIn?.stop()
})

const client = (
  key = project.anonKey,
  send: typeof fetch = fetch,
  transport: ReturnType<ServiceContract['socket']> = WebSocket,
): SupabaseClient =>
  createClient(project.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: transport as never },
    global: { fetch: send },
  })

/** Somebody with an account at the project, not signed in. */
async function account(): Promise<string> {
  const email = newAddress()
  const { error } = await client(project.serviceKey).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  })
  if (error) throw error
  return email
}
const newAddress = (): string => `hosted-${crypto.randomUUID()}@example.com`

/** What a mail would have said, asked of the project with its service key: no test can read mail there. */
async function linkFor(params: GenerateLinkParams): Promise<GenerateLinkProperties> {
  const { data, error } = await client(project.serviceKey, contract.send).auth.admin.generateLink(params)
  if (error) throw error
  return data.properties
}

async function signedIn(email: string, send: typeof fetch = fetch): Promise<Person> {
  const supabase = client(project.anonKey, send)
  const { data, error } = await supabase.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { server, email, password, userId: data.user.id, token: data.session.access_token, supabase }
}
const now = async (person: Person): Promise<Person> => {
  const { data } = await person.supabase.auth.getSession()
  return { ...person, token: data.session?.access_token ?? '' }
}
/** That the project said what the contract has; it may say more than that. */
function expectContract(part: string): void {
  const { recorded, said } = contract.compare(part)
  expect(said).toMatchObject(recorded as object)
  expect(said).toHaveLength((recorded as unknown[]).length)
}

describe('[U-06] [C-14] hosted mode', () => {
  it('names the project to the browser, and serves none of it itself', async () => {
    const meta = (await (await fetch(`${server.url}/api/_meta`)).json()) as {
      supabase: unknown
      features: { realtime: boolean }
    }
    expect(meta.supabase).toEqual({ url: project.url, anonKey: project.anonKey })
    expect(meta.features.realtime).toBe(false)
    for (const path of ['/auth/v1/user', '/storage/v1/bucket', '/rest/v1/profiles', '/functions/v1/any']) {
      const answer = await fetch(server.url + path)
      // At most the page that is shown for any address.
      expect(answer.headers.get('content-type') ?? '', path).not.toContain('json')
    }
  })

  it('takes the project’s sign-ins, and no other; one that has ended is refused at once', async () => {
    const person = await signedIn(await account(), contract.send)
    const tenant = await makeWorkspace(person, 'Hosted Bau')
    const asked = api(person, tenant.id)
    const model = {
      key: 'parts',
      label: 'Parts',
      schema: { fields: [{ key: 'code', label: 'Code', type: 'text' }] },
    }
    expect((await asked.post('/api/models', model)).status).toBe(201)
    // Without a socket of ours, screens ask what changed: the numbers must be there for them.
    const before = (await asked.get('/api/changes')).body.upto as number
    expect((await asked.post('/api/records/parts', { code: 'Bolt' })).status).toBe(201)
    const { body } = await asked.get(`/api/changes?since=${before}`)
    expect(body.upto).toBeGreaterThan(before)
    expect(JSON.stringify(body)).toContain('parts')
    const half = person.token.length - 20
    const forged = { ...person, token: person.token.slice(0, half) + person.token.slice(half).toUpperCase() }
    expect((await api(forged, tenant.id).get('/api/models')).status).toBe(401)
    const { data: refreshed } = await person.supabase.auth.refreshSession()
    expect(refreshed.session).not.toBeNull()
    const later = await now(person)
    expect((await api(later, tenant.id).get('/api/models')).status).toBe(200)
    await person.supabase.auth.signOut()
    expect((await api(later, tenant.id).get('/api/models')).status).toBe(401)
    expectContract('sign-in')
  })

  it('refuses as the contract says: a wrong password, a token that was used up, the same password again', async () => {
    const email = await account()
    const { auth } = client(project.anonKey, contract.send)
    expect((await auth.signInWithPassword({ email, password: 'not the password' })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await auth.verifyOtp({ email, token: '000000', type: 'email' })).error).toMatchObject({
      code: 'otp_expired',
    })
    await auth.signInWithPassword({ email, password })
    expect((await auth.updateUser({ password })).error).toMatchObject({ code: 'same_password' })
    expect((await auth.updateUser({ data: { display_name: 'Ada' } })).error).toBeNull()
    expect((await auth.getUser()).data.user?.user_metadata).toMatchObject({ display_name: 'Ada' })
    expectContract('refusals')
  })

  it('asks for the second factor that was set up at the project', async () => {
    const email = await account()
    const person = await signedIn(email, contract.send)
    const tenant = await makeWorkspace(person, 'Hosted Zwei')
    const { mfa } = person.supabase.auth
    const enrolled = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    if (enrolled.error) throw enrolled.error
    const { id: factorId, totp } = enrolled.data
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate()
    expect((await mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect((await api(await now(person), tenant.id).get('/api/models')).status).toBe(200)
    const plain = await signedIn(email)
    const refused = await api(plain, tenant.id).get('/api/models')
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_aal'])
    const listed = await mfa.listFactors()
    expect(listed.data?.totp.map(({ id, status }) => [id, status])).toEqual([[factorId, 'verified']])
    // Who took the step ends the sign-in that did not, then gives the factor up: the password alone is enough again.
    await person.supabase.auth.signOut({ scope: 'others' })
    expect((await api(plain, tenant.id).get('/api/models')).status).toBe(401)
    expect((await mfa.unenroll({ factorId })).error).toBeNull()
    expect((await api(await signedIn(email), tenant.id).get('/api/models')).status).toBe(200)
    expectContract('second factor')
  })
})

describe('[U-06] [C-14] ways in that go by mail, as the contract says', () => {
  it('sign-up: confirmed by its code, and by its link', async () => {
    const { auth } = client(project.anonKey, contract.send)
    const email = newAddress()
    const { email_otp: token } = await linkFor({ type: 'signup', email, password })
    expect((await auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'email_not_confirmed',
    })
    expect((await auth.verifyOtp({ email, token, type: 'signup' })).data.user?.email).toBe(email)
    expect((await auth.verifyOtp({ email, token, type: 'signup' })).error).toMatchObject({
      code: 'otp_expired',
    })
    const other = newAddress()
    const { hashed_token } = await linkFor({ type: 'signup', email: other, password })
    const opened = await auth.verifyOtp({ token_hash: hashed_token, type: 'signup' })
    expect(opened.data.user?.email).toBe(other)
    // Who signed up at the project has a way into the product.
    const tenant = await makeWorkspace(await signedIn(email), 'Hosted Neu')
    expect(tenant.role).toBe('owner')
    const { error } = await client(project.serviceKey, contract.send).auth.admin.generateLink({
      type: 'signup',
      email,
      password,
    })
    expect(error).toMatchObject({ code: 'email_exists' })
    expectContract('sign-up')
  })

  it('codes and links: once, the last one alone, for who is there and who is invited', async () => {
    const { auth } = client(project.anonKey, contract.send)
    const email = await account()
    const before = await linkFor({ type: 'magiclink', email })
    const { email_otp: token } = await linkFor({ type: 'magiclink', email })
    expect(
      (await auth.verifyOtp({ token_hash: before.hashed_token, type: 'magiclink' })).error,
    ).toMatchObject({
      code: 'otp_expired',
    })
    expect((await auth.verifyOtp({ email, token, type: 'email' })).data.user?.email).toBe(email)
    const { hashed_token } = await linkFor({ type: 'magiclink', email })
    expect((await auth.verifyOtp({ token_hash: hashed_token, type: 'magiclink' })).error).toBeNull()
    const guest = newAddress()
    const invited = await linkFor({ type: 'invite', email: guest })
    expect(
      (await auth.verifyOtp({ token_hash: invited.hashed_token, type: 'invite' })).data.user?.email,
    ).toBe(guest)
    expectContract('codes')
  })

  it('recovery: a new password, with the old one no more; nothing is said of who is not there', async () => {
    const { auth } = client(project.anonKey, contract.send)
    const email = await account()
    const { email_otp: token } = await linkFor({ type: 'recovery', email })
    expect((await auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull()
    const next = `${password} later`
    expect((await auth.updateUser({ password: next })).error).toBeNull()
    expect((await auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await auth.signInWithPassword({ email, password: next })).error).toBeNull()
    expect((await auth.resetPasswordForEmail(newAddress())).error).toBeNull()
    const { error } = await client(project.serviceKey, contract.send).auth.admin.generateLink({
      type: 'recovery',
      email: newAddress(),
    })
    expect(error).toMatchObject({ code: 'user_not_found' })
    expectContract('recovery')
  })

  it('another address: both sides confirm, and the old one is no way in any more', async () => {
    const { auth } = client(project.anonKey, contract.send)
    const [email, newEmail] = [await account(), newAddress()]
    const current = await linkFor({ type: 'email_change_current', email, newEmail })
    const next = await linkFor({ type: 'email_change_new', email, newEmail })
    const type = 'email_change'
    const first = await auth.verifyOtp({ email: newEmail, token: next.email_otp, type })
    expect([first.error, first.data.session]).toEqual([null, null])
    const second = await auth.verifyOtp({ email, token: current.email_otp, type })
    expect(second.data.user?.email).toBe(newEmail)
    expect((await auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await auth.signInWithPassword({ email: newEmail, password })).error).toBeNull()
    expectContract('change of address')
  })
})

/** A person with a workspace, as the stand-in wants one; their calls are kept. */
async function atWork(name: string): Promise<Person & { tenantId: string }> {
  const person = await signedIn(await account())
  const { id } = await makeWorkspace(person, name)
  const supabase = client(project.anonKey, contract.send, contract.socket())
  const { data } = await person.supabase.auth.getSession()
  await supabase.auth.setSession(data.session!)
  contract.forget()
  return { ...person, supabase, tenantId: id }
}

describe('[U-06] [C-15] [C-16] what else a project answers, as the contract says', () => {
  it('files: buckets, upload, list, download, signed addresses, move, copy, remove, and what is not there', async () => {
    const person = await atWork('Hosted Dateien')
    // A project lets only its service key make buckets, unless it says otherwise; here the owner of a workspace does.
    const { storage } = standIn ? person.supabase : client(project.serviceKey, contract.send)
    const bucket = storage.from('contract')
    const done = ({ error }: { error: unknown }) => expect(error).toBeNull()
    done(await storage.createBucket('contract'))
    done(await bucket.upload('in/one.txt', 'first', { contentType: 'text/plain' }))
    expect((await bucket.upload('in/one.txt', 'again', { contentType: 'text/plain' })).error).not.toBeNull()
    done(await bucket.update('in/one.txt', 'second', { contentType: 'text/plain' }))
    done(await bucket.list('in'))
    expect(await (await bucket.download('in/one.txt')).data?.text()).toBe('second')
    const signed = await bucket.createSignedUrl('in/one.txt', 60)
    done(signed)
    expect(await (await contract.send(signed.data?.signedUrl ?? '')).text()).toBe('second')
    const many = await bucket.createSignedUrls(['in/one.txt', 'in/none.txt'], 60)
    expect(many.data?.map(({ error }) => error === null)).toEqual([true, false])
    const upload = await bucket.createSignedUploadUrl('in/four.txt')
    done(upload)
    const token = upload.data?.token ?? ''
    done(await bucket.uploadToSignedUrl('in/four.txt', token, 'fourth', { contentType: 'text/plain' }))
    done(await bucket.info('in/four.txt'))
    done(await bucket.move('in/one.txt', 'in/two.txt'))
    done(await bucket.copy('in/two.txt', 'in/three.txt'))
    expect((await bucket.download('in/one.txt')).error).not.toBeNull()
    done(await bucket.remove(['in/two.txt', 'in/three.txt', 'in/four.txt']))
    done(await storage.emptyBucket('contract'))
    done(await storage.deleteBucket('contract'))
    expectContract('storage')
  })

  it('a large file in pieces: begun, gone on with from where it was, and never written over by chance', async () => {
    const person = await atWork('Hosted Stücke')
    const { storage } = standIn ? person.supabase : client(project.serviceKey)
    const key = standIn ? person.token : project.serviceKey
    expect((await storage.createBucket('contract')).error).toBeNull()
    contract.forget()
    const bytes = Buffer.from('the first half, and the second')
    /** Sends; or only begins, and answers where to go on. */
    const send = (name: string, go: { uploadUrl?: string; onlyBegin?: boolean } = {}): Promise<string> =>
      new Promise((resolve, reject) => {
        const upload = new Upload(bytes, {
          endpoint: `${project.url}/storage/v1/upload/resumable`,
          // The service takes pieces of this size, and of no other but the last.
          chunkSize: 6 * 1024 * 1024,
          retryDelays: null,
          headers: { authorization: `Bearer ${key}`, apikey: project.anonKey },
          metadata: { bucketName: 'contract', objectName: name, contentType: 'text/plain' },
          httpStack: new FetchStack(contract.send),
          ...(go.uploadUrl && { uploadUrl: go.uploadUrl }),
          onError: reject,
          onSuccess: () => resolve(upload.url ?? ''),
          onUploadUrlAvailable: () => {
            if (go.onlyBegin) void upload.abort().then(() => resolve(upload.url ?? ''))
          },
        })
        upload.start()
      })
    const uploadUrl = await send('large.txt', { onlyBegin: true })
    expect((await storage.from('contract').exists('large.txt')).data).toBe(false)
    await send('large.txt', { uploadUrl })
    const kept = await storage.from('contract').download('large.txt')
    expect(await kept.data?.text()).toBe(String(bytes))
    await expect(send('large.txt')).rejects.toThrow(/409/)
    expectContract('resumable upload')
    await storage.emptyBucket('contract')
    expect((await storage.deleteBucket('contract')).error).toBeNull()
  })

  it('rows: insert, read, count, upsert, update, delete, a function, and what is not exposed', async () => {
    const person = await atWork('Hosted Zeilen')
    const exposed = person.supabase.schema('exposed')
    const settings = () => exposed.from('settings')
    const done = ({ error }: { error: unknown }) => expect(error).toBeNull()
    done(await settings().insert({ key: 'a', value: 1 }).select())
    expect((await settings().insert({ key: 'a', value: 2 })).error).toMatchObject({ code: '23505' })
    done(
      await settings().upsert([
        { key: 'a', value: 3 },
        { key: 'b', value: 4 },
      ]),
    )
    done(await settings().select('key, value').eq('key', 'a').single())
    expect((await settings().select('*', { count: 'exact', head: true })).count).toBe(2)
    expect((await settings().select().eq('key', 'none').single()).error).toMatchObject({ code: 'PGRST116' })
    done(await settings().update({ value: 5 }).eq('key', 'b').select('value'))
    done(await exposed.from('memberships').select('role, tenants(name)'))
    done(await exposed.rpc('my_role', { tenant_id: person.tenantId }))
    done(await settings().delete().in('key', ['a', 'b']))
    expect((await exposed.from('nothing').select()).error).toMatchObject({ code: 'PGRST205' })
    expectContract('database')
  })

  it('channels: join, heartbeat, leave, and one that is somebody else’s', async () => {
    const { supabase, userId } = await atWork('Hosted Kanäle')
    if (!standIn) await letHearThemselves(project.databaseUrl)
    await supabase.realtime.setAuth()
    const open = (id: string) => supabase.channel(`user:${id}`, { config: { private: true } })
    const join = (channel: RealtimeChannel): Promise<string> =>
      new Promise((joined) => channel.subscribe((state) => joined(state)))
    const own = open(userId)
    expect(await join(own)).toBe('SUBSCRIBED')
    expect(await join(open(crypto.randomUUID()))).toBe('CHANNEL_ERROR')
    await supabase.realtime.sendHeartbeat()
    await expect.poll(() => contract.has('hears phx_reply on phoenix')).toBe(true)
    await own.unsubscribe()
    await expect.poll(() => contract.has('hears phx_close on realtime:user:{id}')).toBe(true)
    await supabase.removeAllChannels()
    await supabase.realtime.disconnect()
    expectContract('realtime')
  })

  it('what people say to each other on a channel, and who is there', async () => {
    const { supabase, userId, tenantId, ...person } = await atWork('Hosted Gespräch')
    if (!standIn) await letTalkOnRecords(project.databaseUrl)
    const asked = api({ ...person, supabase, userId }, tenantId)
    const fields = [{ key: 'code', label: 'Code', type: 'text' }]
    await asked.post('/api/models', { key: 'parts', label: 'Parts', schema: { fields } })
    const { id } = (await asked.post('/api/records/parts', { code: 'Bolt' })).body
    await supabase.realtime.setAuth()
    const channel = supabase.channel(`record:${tenantId}:parts:${id}`, {
      config: {
        private: true,
        broadcast: { ack: true, self: true },
        presence: { enabled: true, key: userId },
      },
    })
    const heard: unknown[] = []
    const present = () => Object.values(channel.presenceState()).flat()
    channel.on('broadcast', { event: 'typed' }, ({ payload }) => heard.push(payload))
    channel.on('presence', { event: 'sync' }, () => undefined)
    const joined = await new Promise((done) => channel.subscribe((state) => done(state)))
    expect(joined).toBe('SUBSCRIBED')
    const topic = 'realtime:record:{id}:parts:{id}'
    await expect.poll(() => contract.has(`hears presence_state on ${topic}`)).toBe(true)
    expect(await channel.send({ type: 'broadcast', event: 'typed', payload: { field: 'code' } })).toBe('ok')
    await expect.poll(() => heard).toEqual([{ field: 'code' }])
    // What is shown of somebody at the product; a project shows what it is given.
    const shown = { user_id: userId, name: 'Ada', record: id as string, field: 'code' }
    expect(await channel.track(shown)).toBe('ok')
    await expect.poll(present).toMatchObject([{ user_id: userId, record: id, field: 'code' }])
    expect(await channel.untrack()).toBe('ok')
    await expect.poll(present).toEqual([])
    await channel.unsubscribe()
    await expect.poll(() => contract.has(`hears phx_close on ${topic}`)).toBe(true)
    await supabase.realtime.disconnect()
    expectContract('broadcast and presence')
  })

  it('functions: one that is not there', async () => {
    const { supabase } = await atWork('Hosted Funktionen')
    const { error } = await supabase.functions.invoke('no-such.function', { body: { any: 1 } })
    expect(error?.name).toBe('FunctionsHttpError')
    expectContract('functions')
  })
})

/** What a project needs to let people join the channel that is their own: nothing is let in without a policy. */
async function letHearThemselves(databaseUrl: string): Promise<void> {
  await askDatabase(
    databaseUrl,
    `do $$ begin
       create policy formwork_own_channel on realtime.messages for select to authenticated
         using (realtime.topic() = 'user:' || (auth.uid())::text);
     exception when duplicate_object then null;
     end $$`,
  )
}

/** The same for channels of records, on which people may speak and show themselves. */
async function letTalkOnRecords(databaseUrl: string): Promise<void> {
  await askDatabase(
    databaseUrl,
    `do $$ begin
       create policy formwork_records_heard on realtime.messages for select to authenticated
         using (realtime.topic() like 'record:%');
       create policy formwork_records_said on realtime.messages for insert to authenticated
         with check (realtime.topic() like 'record:%');
     exception when duplicate_object then null;
     end $$`,
  )
}

/** The key of the embedded platform, which lies in its database alone. */
async function serviceKeyOf({ sql }: TestServer): Promise<string> {
  const rows = await sql<{ value: string }>(
    "select value from formwork_platform.secrets where name = 'service_key'",
  )
  return rows[0]?.value ?? ''
}
