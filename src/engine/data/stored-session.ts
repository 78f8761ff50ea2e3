import { isJsonObject } from '#base/json.ts'
import { apiBase, readMeta, startApiBase } from './api-base.ts'
import { sessionKey } from './session-key.ts'

/** A session as the client of the hosted service stores it, as far as it is used before that client is there. */
export interface StoredSession {
  access_token: string
  /** Seconds since 1970. */
  expires_at: number
  user: {
    id: string
    email?: string
    phone?: string
    user_metadata?: Record<string, unknown>
    factors?: { status: string }[]
  }
}

/** Milliseconds a token must still hold: the client renews it when less is left (K-04). */
const MARGIN = 90_000

/**
 * The stored session of the backend in use while its token holds; null when the client must be asked (none, expiring,
 * unreadable). Reading it costs nothing, so that the first screen need not wait for the client's library. Rejects when the
 * backend cannot be asked which one it is.
 */
export async function storedSession(now = Date.now()): Promise<StoredSession | null> {
  await startApiBase()
  const origin = apiBase()
  await readMeta(origin)
  return readStoredSession(origin, now)
}

/** Whether anything is stored for the backend in use, good or not. */
export const hasStoredSession = (): boolean => localStorage.getItem(sessionKey(apiBase())) !== null

/** As `storedSession`, for an origin that is known to be allowed. At time 0 every token holds: who was here last. */
export function readStoredSession(origin: string, now = Date.now()): StoredSession | null {
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(sessionKey(origin))
  if (text === null) return null
  const session = parse(text)
  return session && session.expires_at * 1000 > now + MARGIN ? session : null
}

function parse(text: string): StoredSession | null {
  try {
    const read: unknown = JSON.parse(text)
    return isSession(read) ? read : null
  } catch {
    // Not what we stored: the client decides what becomes of it.
    return null
  }
}

function isSession(read: unknown): read is StoredSession & Record<string, never> {
  if (!isJsonObject(read) || !isJsonObject(read['user'])) return false
  return (
    typeof read['access_token'] === 'string' &&
    typeof read['expires_at'] === 'number' &&
    typeof read['user']['id'] === 'string'
  )
}
