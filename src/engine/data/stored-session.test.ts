// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { sessionKey } from './session-key.ts'
import { readStoredSession } from './stored-session.ts'

const now = 1_800_000_000_000
const store = (origin: string, session: unknown): void =>
  localStorage.setItem(sessionKey(origin), typeof session === 'string' ? session : JSON.stringify(session))
const session = (seconds: number) => ({
  access_token: 'a',
  expires_at: now / 1000 + seconds,
  user: { id: 'u1' },
})

beforeEach(() => localStorage.clear())

it('[K-04] is good for calls while more than 90 s remain, and left to the client after that', () => {
  store('https://a.test', session(91))
  expect(readStoredSession('https://a.test', now)?.access_token).toBe('a')
  store('https://a.test', session(90))
  expect(readStoredSession('https://a.test', now)).toBeNull()
})

it('[C-01] never leaves its origin', () => {
  store('https://a.test', session(3600))
  expect(readStoredSession('https://b.test', now)).toBeNull()
})

it.each([
  ['no JSON', '{'],
  ['another shape', { access_token: 1 }],
  ['nobody', { ...session(3600), user: null }],
])('leaves to the client what it cannot read: %s', (_case, stored) => {
  store('https://a.test', stored)
  expect(readStoredSession('https://a.test', now)).toBeNull()
})
