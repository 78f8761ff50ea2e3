import { forbiddenKeys, isStorableText } from './value-formats.ts'

const deepest = 16
const tooDeep = 'This is nested more than 16 levels deep.'

/** Longest JSON of one `json` value, and of all free keys of a record together, in bytes. */
export const mostJsonBytes = 64 * 1024

/** What keeps a JSON value from being stored and read back unchanged, in words; null when nothing does. */
export function jsonProblem(value: unknown): string | null {
  return partProblem(value, 1) ?? (jsonBytes(value) > mostJsonBytes ? 'This is more than 64 KB.' : null)
}

/** Size of a value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** What is wrong with a key that no field declares; null when nothing is. */
export function keyProblem(key: string): string | null {
  if (forbiddenKeys.has(key)) return 'This key is not allowed.'
  return key === '' || key.length > 100 || !isStorableText(key) ? 'This key cannot be stored.' : null
}

/** What keeps a part of a JSON value from being stored, which is nested so deep in it; its size is not asked. */
export function partProblem(value: unknown, depth: number): string | null {
  if (depth > deepest) return tooDeep
  if (typeof value === 'string')
    return isStorableText(value) ? null : 'This text holds characters that cannot be stored.'
  if (typeof value === 'number')
    return Number.isFinite(value) && Math.abs(value) < 1e15 ? null : 'This number is too large.'
  if (typeof value !== 'object' || value === null) return value === undefined ? 'This is no value.' : null
  for (const [key, part] of Object.entries(value)) {
    const problem = (Array.isArray(value) ? null : keyProblem(key)) ?? partProblem(part, depth + 1)
    if (problem !== null) return problem
  }
  return null
}
