import { createHmac, timingSafeEqual } from 'node:crypto'
import pg from 'pg'
import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { hashPassword, matchesPassword, passwordWeaknesses } from '#platform/auth/passwords.ts'
import type { Services } from '../services.ts'

/** How long whoever gave the password of a link need not give it again, in seconds. */
export const passSeconds = 3600

/** A link that asks for a password: what is kept of its secret and of the password, both as hashes. */
export interface LockedLink {
  hash: string
  passwordHash: string
}

const weaknesses = {
  length: 'Use at least 8 characters.',
  characters: 'Use at least three different characters.',
  pwned: 'This password is too easy to guess.',
} as const

/** What is kept of the password of a link. Refuses (422) one that is easy to guess or too long to be kept. */
export async function hashLinkPassword(password: string): Promise<string> {
  const [weakness] = passwordWeaknesses(password)
  if (weakness) throw invalid([{ path: 'password', code: 'weak', message: weaknesses[weakness] }])
  return inTurn(hashPassword(password))
}

/** Whether this is the password; without one that is kept it takes just as long, and is not. */
export const isLinkPassword = (password: string, kept: string | null): Promise<boolean> =>
  inTurn(matchesPassword(password, kept))

// Too many at once are told to wait, as everywhere else here.
async function inTurn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 429)
      throw new AppError('rate_limited', undefined, { retryAfter: 5, cause: error })
    throw error
  }
}

/** Says for an hour that somebody gave the password of this link: good for this link alone, and while it has this password. */
export function signPass(services: Services, link: LockedLink, now = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + passSeconds)
  return `${expires}.${signature(services, link, expires).toString('base64url')}`
}

/** Whether a pass was signed here for this link and has not run out. */
export function isPass(services: Services, link: LockedLink, pass: string, now = Date.now()): boolean {
  const [expires = '', sign = '', ...more] = pass.split('.')
  const given = Buffer.from(sign, 'base64url')
  const wanted = signature(services, link, expires)
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  return Number(expires) * 1000 > now
}

function signature({ database }: Services, { hash, passwordHash }: LockedLink, expires: string): Buffer {
  const { password } = new pg.Client(database.requests.options)
  return createHmac('sha256', must(password, 'the request login has a password'))
    .update(`pass ${hash} ${passwordHash} ${expires}`)
    .digest()
}
