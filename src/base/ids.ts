import { uuidv7 } from 'uuidv7'

/** A UUIDv7: sorts by time of making. */
export const newId = (): string => uuidv7()

/** 192 random bits, base64url: a capability that cannot be guessed. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)
