import pg from 'pg'
import { AppError, invalid } from '#base/app-error.ts'
import { errorTexts } from '#contracts/error-texts.ts'
import { errorStatuses, type ErrorBody, type ErrorCode } from '#contracts/errors.ts'
import type { Logger } from '../log/logger.ts'

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatuses, code)

/** The one place where something thrown becomes an answer. What nobody foresaw is logged and answered as `internal`. */
export function errorAnswer(thrown: unknown, requestId: string, log: Logger): Response {
  const error = known(thrown, requestId, log)
  const code = isCode(error.code) ? error.code : 'internal'
  const [status, text] = [errorStatuses[code], errorTexts[code]]
  const message = error.message === error.code ? text : error.message
  const details = error.details === undefined ? {} : { details: error.details }
  const body: ErrorBody = { error: { code, message, ...error.said, ...details, requestId } }
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(Math.ceil(error.retryAfter))
  else if (code === 'in_progress' || status === 503) headers['Retry-After'] = '1'
  return new Response(JSON.stringify(body), { status, headers })
}

function known(thrown: unknown, requestId: string, log: Logger): AppError {
  if (thrown instanceof AppError) {
    if (thrown.code === 'internal' || !isCode(thrown.code)) logInternal(thrown, requestId, log)
    return thrown
  }
  const fromDatabase = databaseError(thrown)
  if (fromDatabase) {
    if (fromDatabase.code === 'unavailable' || fromDatabase.code === 'query_timeout')
      log.warn('The database could not answer', { requestId, code: fromDatabase.code, why: textOf(thrown) })
    return fromDatabase
  }
  logInternal(thrown, requestId, log)
  return new AppError('internal')
}

function logInternal(thrown: unknown, requestId: string, log: Logger): void {
  const where = thrown instanceof Error ? thrown.stack?.split('\n').slice(1, 6).join(' | ') : undefined
  log.error('A request failed', { requestId, why: textOf(thrown), where })
}

const textOf = (thrown: unknown): string =>
  thrown instanceof pg.DatabaseError
    ? `${thrown.code ?? ''} ${thrown.message}`
    : thrown instanceof Error
      ? thrown.message
      : String(thrown)

// What waited for a lock waited for a person or an import, not for a server that is down.
const heldText =
  'Somebody else is changing this right now, by an import for example. Nothing was changed: try again in a moment.'

const bySqlState: Record<string, ErrorCode> = {
  '40001': 'unavailable',
  '40P01': 'unavailable',
  '57014': 'query_timeout',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '53300': 'unavailable',
  '53100': 'unavailable',
}

const connectionErrors =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|Connection terminated|timeout exceeded when trying to connect|Query read timeout|is not queryable/

// Uniqueness and references are looked at by the handlers before they reach the database; what gets here lost a race.
function databaseError(thrown: unknown): AppError | null {
  if (thrown instanceof pg.DatabaseError) {
    const state = thrown.code ?? ''
    if (state === 'FW001') return new AppError('invalid', 'A workspace cannot lose its last owner.')
    if (state === 'FW003') return invalid([{ path: 'version', code: 'locked', message: thrown.message }])
    if (state === 'FW002') return new AppError('quota_exceeded')
    // What the database holds true of standard models, in words for people.
    if (state === 'FW004') return new AppError('invalid', thrown.message)
    if (state === '23P01') return new AppError('invalid', 'This overlaps with another record.')
    if (state === '23505') return new AppError('not_unique')
    if (state === '55P03') return new AppError('unavailable', heldText)
    const code = bySqlState[state] ?? (state.startsWith('08') ? 'unavailable' : null)
    return code ? new AppError(code) : null
  }
  return thrown instanceof Error && connectionErrors.test(`${thrown.message} ${codeOf(thrown)}`)
    ? new AppError('unavailable')
    : null
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')
