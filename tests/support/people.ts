import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import type { TestServer } from './start-test-server.ts'

export interface Person {
  server: TestServer
  email: string
  password: string
  userId: string
  token: string
  supabase: SupabaseClient
}

export interface TestTenant {
  id: string
  name: string
  subdomain: string | null
  role: string
}

export interface ApiAnswer {
  status: number
  // What a test expects is for the test to say.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Headers
}

export interface Api {
  get(path: string, options?: ApiOptions): Promise<ApiAnswer>
  post(path: string, body?: unknown, options?: ApiOptions): Promise<ApiAnswer>
  put(path: string, body?: unknown, options?: ApiOptions): Promise<ApiAnswer>
  patch(path: string, body?: unknown, options?: ApiOptions): Promise<ApiAnswer>
  delete(path: string, options?: ApiOptions): Promise<ApiAnswer>
}

export interface ApiOptions {
  headers?: Record<string, string>
  /** Sent as it is, instead of JSON. */
  bytes?: BodyInit
}

/** The real client of the hosted service, for Node. */
export async function makeSupabase(server: TestServer, send: typeof fetch = fetch): Promise<SupabaseClient> {
  const meta = (await (await fetch(`${server.url}/api/_meta`)).json()) as {
    supabase: { url: string; anonKey: string }
  }
  return createClient(meta.supabase.url, meta.supabase.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
    global: { fetch: send },
  })
}

/** Signs a person up with the real client, typing the six-digit code from the mailbox. */
export async function signUp(
  server: TestServer,
  email = `person-${randomBytes(5).toString('hex')}@example.test`,
  send: typeof fetch = fetch,
): Promise<Person> {
  const supabase = await makeSupabase(server, send)
  const password = `pass-${randomBytes(9).toString('base64url')}`
  const signed = await supabase.auth.signUp({ email, password })
  if (signed.error) throw signed.error
  const [mail] = await server.mailbox(email)
  const code = mail?.text.match(/\b\d{6}\b/)?.[0] ?? ''
  const { data, error } = await supabase.auth.verifyOtp({ email, token: code, type: 'signup' })
  if (error) throw error
  const token = data.session?.access_token ?? ''
  return { server, email, password, userId: data.user?.id ?? '', token, supabase }
}

/** Makes a workspace that the person owns. */
export async function makeWorkspace(
  person: Person,
  name: string,
  more: { subdomain?: string } = {},
): Promise<TestTenant> {
  const { status, body } = await api(person).post('/api/tenants', { name, ...more })
  if (status !== 201) throw new Error(`POST /api/tenants: ${status} ${JSON.stringify(body)}`)
  return body as TestTenant
}

/** Signs somebody up and brings them into a workspace by invitation, as `role`. */
export async function addPerson(
  owner: Person,
  tenant: TestTenant,
  role: string,
  email?: string,
): Promise<Person> {
  const person = await signUp(owner.server, email)
  const invited = await api(owner, tenant.id).post('/api/invites', { email: person.email, role })
  if (invited.status !== 201)
    throw new Error(`POST /api/invites: ${invited.status} ${JSON.stringify(invited.body)}`)
  const [mail] = await owner.server.mailbox(person.email)
  const token = mail?.text.match(/\/invite\/([\w-]+)/)?.[1] ?? ''
  const accepted = await api(person).post(`/api/invites/${token}/accept`)
  if (accepted.status !== 200) throw new Error(`accept: ${accepted.status} ${JSON.stringify(accepted.body)}`)
  return person
}

/** Calls as a person (null: nobody), in a workspace when one is named. */
export function api(person: Person | null, tenantId?: string, server?: TestServer): Api {
  const base = person?.server.url ?? server?.url ?? ''
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    options: ApiOptions = {},
  ): Promise<ApiAnswer> => {
    const headers = new Headers(options.headers)
    if (person && !headers.has('authorization')) headers.set('Authorization', `Bearer ${person.token}`)
    if (tenantId && !headers.has('x-tenant-id')) headers.set('X-Tenant-Id', tenantId)
    if (body !== undefined && !headers.has('content-type')) headers.set('Content-Type', 'application/json')
    const answer = await (headers.has('host') ? fetchWithHost : fetch)(base + path, {
      method,
      headers,
      ...(options.bytes !== undefined || body !== undefined
        ? { body: options.bytes ?? JSON.stringify(body) }
        : {}),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') === true && text !== ''
    return {
      status: answer.status,
      body: json ? JSON.parse(text) : text || undefined,
      headers: answer.headers,
    }
  }
  return {
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
  }
}

/** `fetch` decides the Host header itself; this sends the one it is given. Bodies are text. */
function fetchWithHost(url: string, { method, headers, body }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(new Headers(headers)) }
    const sent = request(url, options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const status = answer.statusCode ?? 0
        const text = status === 204 ? null : Buffer.concat(chunks)
        resolve(new Response(text, { status, headers: answer.headers as Record<string, string> }))
      })
    })
    sent.on('error', reject)
    sent.end(body as string | undefined)
  })
}
