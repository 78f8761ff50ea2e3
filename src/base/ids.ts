import { uuidv7 } from 'uuidv7'

/** A UUIDv7: sorts by time of making. */
export const newId = (): string => uuidv7()

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const tokenLength = 32
// Asked of the system for many tokens at once: it takes as long for a thousand bytes as for one.
const random = new Uint8Array(tokenLength * 64)
let used = random.length

/** 192 random bits, base64url: a capability that cannot be guessed. */
export function newToken(): string {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  let token = ''
  for (let end = used + tokenLength; used < end; used++) {
    token += letters.charAt((random[used] ?? 0) & 63)
    random[used] = 0
  }
  return token
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)
