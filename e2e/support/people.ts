import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { createClient, type Session } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { codeFor, linkFor } from './mailbox.ts'

export interface Person {
  server: string
  name: string
  email: string
  password: string
  session: Session
}

export interface Workspace {
  id: string
  name: string
}

/** An address nobody else has. */
export const newAddress = (name = 'ada'): string => `${name}-${randomBytes(4).toString('hex')}@nordbau.test`

/**
 * A person with an account, made through the real service; fast, without a browser. `readCode`: the six digits mailed to them,
 * where mails really leave.
 */
export async function newPerson(
  server: string,
  name = 'Ada Lovelace',
  email = newAddress(),
  readCode = codeFor,
): Promise<Person> {
  const meta = (await (await fetch(`${server}/api/_meta`)).json()) as {
    supabase: { url: string; anonKey: string }
  }
  const { auth } = createClient(meta.supabase.url, meta.supabase.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
  const password = `pass ${randomBytes(9).toString('base64url')}`
  const signed = await auth.signUp({ email, password, options: { data: { display_name: name } } })
  if (signed.error) throw signed.error
  const { data, error } = await auth.verifyOtp({
    email,
    token: await readCode(server, email),
    type: 'signup',
  })
  if (error || !data.session) throw error ?? new Error('no session')
  return { server, name, email, password, session: data.session }
}

/** Asks the API as a person. Throws what it refuses. */
export async function callAs<Answer>(
  person: Person,
  name: string,
  body?: unknown,
  tenant?: Workspace,
): Promise<Answer> {
  const [method, path] = name.split(' ')
  const answer = await fetch(person.server + path, {
    method: method ?? 'GET',
    headers: {
      Authorization: `Bearer ${person.session.access_token}`,
      'Content-Type': 'application/json',
      // As the browsers of these tests: what is meant by today is the same day.
      'X-Time-Zone': 'Europe/Berlin',
      ...(tenant && { 'X-Tenant-Id': tenant.id }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? undefined : await answer.json()) as Answer
}

/** A workspace that the person owns. */
export const newWorkspace = (person: Person, name = 'Nordbau GmbH'): Promise<Workspace> =>
  callAs<Workspace>(person, 'POST /api/tenants', { name })

/** Somebody new who has joined a workspace by invitation, as `role`. */
export async function newMember(
  owner: Person,
  workspace: Workspace,
  role: string,
  name = 'Grace Hopper',
): Promise<Person> {
  const person = await newPerson(owner.server, name, newAddress(role))
  await callAs(owner, 'POST /api/invites', { email: person.email, role }, workspace)
  const token = (await linkFor(owner.server, person.email)).split('/').at(-1) ?? ''
  await callAs(person, `POST /api/invites/${token}/accept`)
  return person
}

/** Puts the person's session into a browser, as signing in would have; `address` is where the browser will look. */
export async function enterAs(
  context: BrowserContext,
  person: Person,
  address = person.server,
): Promise<void> {
  const key = `formwork-session@${new URL(address).origin}`
  // Once per context: a page that has signed out stays signed out.
  await context.addInitScript(
    ([name, value]) => {
      // A cookie, because signing out empties everything else.
      if (!name || !value || document.cookie.includes('entered=yes')) return
      localStorage.setItem(name, value)
      document.cookie = 'entered=yes'
    },
    [key, JSON.stringify(person.session)],
  )
}
