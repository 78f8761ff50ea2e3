import type { Context } from 'hono'
import { type JsonObject, isDeeperThan, isJsonObject } from '#base/json.ts'
import { AuthError, validationFailed } from './auth-error.ts'

const maxBytes = 65_536
/** Levels of a body; PostgreSQL gives up a few thousand levels down. */
const deepest = 64

/** A request body whose members are read with their type: a wrong type is 400, never a coercion. */
export interface RequestBody {
  /** A text, trimmed by nobody; '' when absent or null. */
  text(key: string): string
  /** Whether it is there at all: neither absent nor null. */
  has(key: string): boolean
  flag(key: string, otherwise: boolean): boolean
  /** A JSON object, or null when absent. */
  object(key: string): JsonObject | null
}

/** Reads the JSON body. 400 `bad_json` when it is none or no object, 413 over 64 kB. */
export async function readBody(c: Context): Promise<RequestBody> {
  const json = parseJson(await readLimited(c))
  if (!isJsonObject(json))
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: an object is expected')
  if (isDeeperThan(json, deepest))
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: it is nested too deeply')
  const member = (key: string) => (Object.hasOwn(json, key) ? (json[key] ?? null) : null)
  return {
    text(key) {
      const value = member(key)
      if (value === null) return ''
      if (typeof value !== 'string') throw validationFailed(`${key} must be a text`)
      // PostgreSQL stores no NUL, and bcrypt would end the password there.
      if (/[\0\p{Surrogate}]/u.test(value))
        throw validationFailed(`${key} holds characters that are not allowed`)
      return value
    },
    has: (key) => member(key) !== null,
    flag(key, otherwise) {
      const value = member(key)
      if (value === null) return otherwise
      if (typeof value !== 'boolean') throw validationFailed(`${key} must be true or false`)
      return value
    },
    object(key) {
      const value = member(key)
      if (value === null) return null
      if (!isJsonObject(value)) throw validationFailed(`${key} must be an object`)
      const text = JSON.stringify(value)
      // JSON.stringify writes a NUL and a lone surrogate as an escape; an escaped backslash before it is plain text.
      if (/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(text))
        throw validationFailed(`${key} holds characters that are not allowed`)
      return value
    },
  }
}

async function readLimited(c: Context): Promise<string> {
  const tooLarge = new AuthError(413, 'validation_failed', 'The request body is too large')
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  }
}
