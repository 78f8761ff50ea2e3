import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#base/app-error.ts'
import { StorageError, accessDenied, noSuchObject, tooLarge, typeRefused } from './storage-error.ts'

/** Turns whatever was thrown into the hosted service's error body; what nobody foresaw is logged. */
export function answerError(c: Context, error: unknown, log: (message: string) => void): Response {
  const known = knownError(error)
  if (known.httpStatus >= 500 && !(error instanceof AppError)) {
    const id = randomUUID()
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log(`Storage error ${id}: ${reason}`)
  }
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (known.httpStatus === 503) headers['Retry-After'] = '1'
  // Bytes that nobody took in would be read as the next request.
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !c.req.raw.bodyUsed)
    headers['Connection'] = 'close'
  const { status, word, message, code } = known
  return c.json(
    { statusCode: String(status), error: word, message, code },
    known.httpStatus as ContentfulStatusCode,
    headers,
  )
}

/** Any error as a refusal of this protocol; what nobody foresaw becomes a 500. */
export function knownError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof AppError) return fromApp(error)
  const state = stateOf(error)
  if (state === 'FW002')
    return new StorageError(413, 'QuotaExceeded', 'The storage of this workspace is full', {
      word: 'quota_exceeded',
      httpStatus: 413,
    })
  if (isAway(state, error))
    return new StorageError(503, 'SlowDown', 'The service is not available right now', { httpStatus: 503 })
  return new StorageError(500, 'InternalError', 'Internal Server Error', {
    word: 'internal',
    httpStatus: 500,
  })
}

function fromApp(error: AppError): StorageError {
  switch (error.code) {
    case 'unauthorized':
      return accessDenied('invalid or missing access token')
    case 'forbidden':
    case 'tenant_mismatch':
      return accessDenied(error.message)
    case 'not_found':
      return noSuchObject()
    case 'tenant_selection_required':
      return new StorageError(409, 'TenantSelectionRequired', 'Name the workspace in X-Tenant-Id', {
        word: 'tenant_selection_required',
        httpStatus: 409,
      })
    case 'too_large':
      return tooLarge()
    case 'unsupported_media_type':
      return typeRefused('of this file')
    case 'rate_limited':
      return new StorageError(429, 'SlowDown', error.message, { httpStatus: 429 })
    case 'storage_full':
      return new StorageError(507, 'InsufficientStorage', error.message, { httpStatus: 507 })
    case 'unavailable':
      return new StorageError(503, 'SlowDown', 'The service is not available right now', { httpStatus: 503 })
    default:
      return new StorageError(500, 'InternalError', 'Internal Server Error', {
        word: 'internal',
        httpStatus: 500,
      })
  }
}

const stateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isAway = (state: string, error: unknown): boolean =>
  /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|57014|53300|53100|55P03|40001|40P01|08\w{3})$/.test(state) ||
  (error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(error.message))
