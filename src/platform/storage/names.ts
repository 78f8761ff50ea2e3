import { StorageError, invalidKey } from './storage-error.ts'

// As the hosted service, and letters and digits of any language.
const letters = /^[\p{L}\p{M}\p{N}_/!\-.*'() &$@=;:+,?]+$/u
const isBadStep = (step: string): boolean => step === '' || /^\s|[\s.]$/.test(step)

/**
 * A name of an object: steps between slashes that lead nowhere else, in one form only (NFC), at most 1024 bytes. Throws
 * 400 `InvalidKey`.
 */
export function checkName(name: unknown): string {
  const good =
    typeof name === 'string' &&
    Buffer.byteLength(name) <= 1024 &&
    letters.test(name) &&
    name === name.normalize('NFC') &&
    !name.split('/').some(isBadStep)
  if (!good) throw invalidKey()
  return name
}

/** The beginning of names: nothing, or as a name, with or without a slash at its end. Throws 400 `InvalidKey`. */
export const checkPrefix = (prefix: unknown): string =>
  prefix === undefined || prefix === null || prefix === ''
    ? ''
    : checkName(typeof prefix === 'string' ? prefix.replace(/\/$/, '') : prefix)

// Words that stand in addresses where a bucket may stand.
const words = new Set([
  'sign',
  'upload',
  'list',
  'list-v2',
  'move',
  'copy',
  'info',
  'public',
  'authenticated',
])

/** A name for a bucket. Throws 400 `InvalidBucketName`. */
export function checkBucketName(id: unknown): string {
  const good =
    typeof id === 'string' &&
    id.length <= 100 &&
    /^[\w!.*'() &$@=;:+,?-]+$/.test(id) &&
    !/^[\s.]|[\s.]$/.test(id) &&
    !words.has(id)
  if (!good)
    throw new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { word: 'Invalid Input' })
  return id
}

/** Bucket and name of an address after `start`; the name is '' when there is none. Throws 400 `InvalidKey`. */
export function placeOf(url: string, start: string): { bucket: string; name: string } {
  const { pathname } = new URL(url)
  const [bucket = '', ...steps] = pathname.slice(`/storage/v1${start}`.length).split('/')
  return { bucket: decode(bucket), name: decode(steps.join('/')) }
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    // PostgreSQL stores no NUL: nothing is named by one.
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Half a character is no name either.
  }
  throw invalidKey()
}
