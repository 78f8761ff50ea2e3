import { errorStatuses, fallbackTexts, type ErrorCode } from '#contracts/errors.ts'
import { isJsonObject } from '#base/json.ts'
import type { Message, MessageValue, MessageValues } from '#base/saying.ts'
import { formatDate, formatDateTime, formatDecimal } from '#ui/format.ts'
import { currentRegion } from '#ui/region.ts'
import { t } from '#ui/translate.ts'

/**
 * A call that was refused or did not arrive. `status` 0 and code `unreachable`: no answer came. `message` is what a
 * person may read; 401 and 409 carry the texts of the error catalogue.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'unreachable' | 'failed'
  readonly details: unknown
  readonly requestId: string | null
  /** Seconds to wait before asking again, when the server said so. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    more: { details?: unknown; requestId?: string | null; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = more.details
    this.requestId = more.requestId ?? null
    this.retryAfter = more.retryAfter ?? null
  }

  /** Whether the server could not be asked, as opposed to having said no: an older copy may be shown. */
  get unavailable(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

/** One problem of a refused write, as `details` of 422 `invalid` lists them; `message` in the reader's language. */
export interface ApiProblem {
  path: string
  code: string
  message: string
  /** What stands at the places of its message. */
  values?: MessageValues
}

/** The problems an error lists, said in the language shown; empty when it lists none. */
export function problemsOf(error: unknown): ApiProblem[] {
  const details =
    error instanceof ApiError && Array.isArray(error.details) ? (error.details as unknown[]) : []
  return details
    .filter(
      (detail): detail is ApiProblem & Message & Record<string, never> =>
        isJsonObject(detail) && typeof detail['path'] === 'string' && typeof detail['message'] === 'string',
    )
    .map((detail) => ({ ...detail, message: said(detail) }))
}

/** A message of the server, said in the language shown. */
export const said = ({ message, text = message, values }: Message): string =>
  t(text, Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, shown(value)])))

function shown(value: MessageValue): string | number {
  if (typeof value !== 'object') return value
  if ('names' in value) return value.names.map((name) => t(name)).join(t('”, “'))
  if ('message' in value) return said(value)
  if ('decimal' in value) return formatDecimal(value.decimal, currentRegion())
  return (value.day.length === 10 ? formatDate : formatDateTime)(value.day, currentRegion())
}

/** Reads a refusal from its body; text that is not ours is shown as it came, never more than 300 characters. */
export function errorFromBody(status: number, body: string, headers: Headers): ApiError {
  const requestId = headers.get('x-request-id')
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  const more = { requestId, retryAfter: Number.isFinite(retryAfter) ? retryAfter : null }
  // The error catalogue gives 401 and 409 one text each, whatever stood in between.
  if (status === 401) return new ApiError(401, 'unauthorized', 'unauthorized', more)
  const error = readErrorBody(body)
  if (error) {
    const code = isCode(error['code']) ? error['code'] : 'failed'
    const message =
      typeof error['message'] === 'string' ? said(error as unknown as Message) : fallbackText(status)
    const id = typeof error['requestId'] === 'string' ? error['requestId'] : requestId
    return new ApiError(status, code, message, { ...more, details: error['details'], requestId: id })
  }
  const plain = body.trimStart().startsWith('<') ? '' : body.trim().slice(0, 300)
  return new ApiError(status, 'failed', plain || fallbackText(status), more)
}

/** The error a single question of a batch answered instead of rows. */
export function errorFromAnswer(error: { code: string; message: string; details?: unknown }): ApiError {
  const code = isCode(error.code) ? error.code : 'failed'
  const status = code === 'failed' ? 500 : errorStatuses[code]
  return new ApiError(status, code, error.message, { details: error.details })
}

function readErrorBody(body: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body)
    return isJsonObject(read) && isJsonObject(read['error']) ? read['error'] : null
  } catch {
    // Not JSON: the answer of something in between, shown as text.
    return null
  }
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatuses, code)
}

function fallbackText(status: number): string {
  return status >= 500 ? fallbackTexts.internal : fallbackTexts.bad_request
}
