import type { Context } from 'hono'
import { isDeeperThan, isJsonObject, type JsonObject } from '#base/json.ts'
import { StorageError, invalidParameter, tooLarge } from './storage-error.ts'

const most = 1024 * 1024
const deepest = 64

/** A JSON object as body; no body is an empty one. Throws 400 `InvalidRequest`, 413. */
export async function requestJson(c: Context): Promise<JsonObject> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  if (size === 0) return {}
  const invalid = (): StorageError =>
    new StorageError(400, 'InvalidRequest', 'The body is not a JSON object', { word: 'Bad Request' })
  let value: unknown
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw invalid()
  }
  if (!isJsonObject(value) || isDeeperThan(value, deepest)) throw invalid()
  return value
}

/** A whole number of a body or an address, `otherwise` when absent. Throws `InvalidParameter` outside `least` to `most`. */
export function wholeNumber(
  value: unknown,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  if (value === undefined || value === null) return otherwise
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > most)
    throw invalidParameter(`${name} must be a whole number from ${least} to ${most}`)
  return number
}

/** A list of up to 1000 texts. */
export function textList(value: unknown, name: string): string[] {
  if (!Array.isArray(value) || value.length > 1000 || !value.every((one) => typeof one === 'string'))
    throw invalidParameter(`${name} must be a list of up to 1000 texts`)
  return value
}
