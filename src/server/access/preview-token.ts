import { createHmac, timingSafeEqual } from 'node:crypto'
import pg from 'pg'
import { must } from '#base/assert.ts'
import { isJsonObject } from '#base/json.ts'
import type { Services } from '../services.ts'

/** What a preview token says, and only our own server can have said it. */
export interface PreviewClaim {
  tenantId: string
  /** Who looks. */
  actorId: string
  /** As whom: a role, or a person. */
  role: string | null
  userId: string | null
  /** Whose record's person a mere role is looked as. */
  recordId?: string | null
  /** Seconds since 1970. */
  expires: number
}

/** Signs a claim. The secret is the same for every process on one database and never leaves the server. */
export function signPreview(services: Services, claim: PreviewClaim): string {
  const body = Buffer.from(JSON.stringify(claim)).toString('base64url')
  return `${body}.${signature(services, body).toString('base64url')}`
}

/** The claim of a token that we signed and that has not run out, or null. */
export function readPreview(services: Services, token: string, now = Date.now()): PreviewClaim | null {
  const [body = '', sign = '', ...more] = token.split('.')
  const given = Buffer.from(sign, 'base64url')
  const wanted = signature(services, body)
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  const claim: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
  if (!isJsonObject(claim)) return null
  const read = claim as unknown as PreviewClaim
  return read.expires * 1000 > now ? read : null
}

function signature({ database }: Services, body: string): Buffer {
  const { password } = new pg.Client(database.requests.options)
  return createHmac('sha256', must(password, 'the request login has a password'))
    .update('preview ')
    .update(body)
    .digest()
}
