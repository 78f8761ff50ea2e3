import { newToken } from '#base/ids.ts'
import { currentRegion } from '#ui/region.ts'
import { wantedLanguage } from '#ui/translate.ts'
import { ApiError, errorFromBody } from './api-error.ts'
import type { CallAnswer, CallArguments, CallName, CallOptions } from './api-calls.ts'

/** What the application hears about calls: banners and the sign-in guard answer. */
export type ApiEvent =
  | { type: 'unauthorized' }
  | { type: 'tenant-selection-required' }
  /** The second step of the sign-in is missing: the person's own factor, or the workspace, asks for it. */
  | { type: 'second-step-required' }
  | { type: 'unreachable' }
  | { type: 'reachable' }

export interface ApiRequest extends CallOptions {
  params?: unknown
  search?: unknown
  body?: unknown
}

export interface ApiClient {
  /** `call('POST /api/query', { body: { queries } })`. Rejects with `ApiError`; 204 answers undefined. */
  call<Name extends CallName>(name: Name, ...input: CallArguments<Name>): Promise<CallAnswer<Name>>
  /** As `call` for a call whose contract is not in the list; the type is the caller's word. */
  request<Answer>(name: string, input?: ApiRequest): Promise<Answer>
  /** As `request`, with the headers of the answer. */
  answer<Answer>(name: string, input?: ApiRequest): Promise<{ body: Answer; headers: Headers }>
  /** The answer itself, for files and exports. Rejects with `ApiError` when it is a refusal. */
  fetch(name: string, input?: ApiRequest): Promise<Response>
  /** The address of a path of the API, for links; carries no permission. */
  address(path: string): string
  /** Where calls go and the headers that say who asks, for what sends by itself: uploads in pieces. */
  access(): Promise<{ base: string; headers: Record<string, string> }>
  /** The smallest change number of an answer about this workspace; null before. What changed after it may be missing on the screen. */
  firstNumber(): number | null
  /** Calls back at every event; answers how to stop. */
  subscribe(listener: (event: ApiEvent) => void): () => void
}

export interface ApiClientSettings {
  /** Origin of the API, read at every call; empty means this origin. */
  base(): string
  /** The session's access token for that origin, or null. */
  token(base: string): Promise<string | null>
  /** Renews the session once after a 401; answers whether there is a new token. */
  refresh(base: string): Promise<boolean>
  /** The selected workspace, or null. */
  tenantId(): string | null
  /** Asks the person to show that they are there, for a dangerous act; answers whether they did. */
  provePresence?(): Promise<boolean>
  /** The token of the preview this tab is in, or null. */
  preview?(): string | null
  fetch?: typeof fetch
}

const mostUnanswered = 100

/** The header with the change number an answer is as of. */
export const numberHeader = 'X-Change-Number'

/**
 * Makes the one way to the API: bearer token, `X-Tenant-Id`, cookies, an `Idempotency-Key` on every write (C-02). A write
 * that no answer came to may have happened: made again as it was, it carries the same key, and so happens once.
 */
export function createApiClient(settings: ApiClientSettings): ApiClient {
  const listeners = new Set<(event: ApiEvent) => void>()
  const unanswered = new Map<string, string>()
  let firstNumber: number | null = null
  const tell = (event: ApiEvent): void => {
    for (const listener of listeners) listener(event)
  }

  async function send<T>(
    name: string,
    input: ApiRequest,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const [method = 'GET', path = ''] = name.split(' ')
    const base = settings.base()
    const address = base + fillPath(path, input.params) + searchText(input.search)
    const tenantId = settings.tenantId()
    // Bytes are not compared; what sends files tries again by itself.
    const write = input.bytes || !isWrite(name) ? null : JSON.stringify([name, address, tenantId, input.body])
    const headers = headersFor(name, input, write === null ? undefined : unanswered.get(write))
    // A write that nobody knows of whether it was done keeps its key.
    const noAnswer = (cause: unknown): unknown => {
      if (input.signal?.aborted) return cause
      tell({ type: 'unreachable' })
      if (write !== null) {
        unanswered.delete(write)
        if (unanswered.size >= mostUnanswered) unanswered.delete(unanswered.keys().next().value ?? '')
        unanswered.set(write, headers.get('Idempotency-Key') ?? '')
      }
      return new ApiError(0, 'unreachable', isWrite(name) ? doneOnce : notReached, { cause })
    }
    // What was kept in one workspace says so itself: another may be open by now.
    if (tenantId && !headers.has('X-Tenant-Id')) headers.set('X-Tenant-Id', tenantId)
    const preview = settings.preview?.()
    if (preview) headers.set('X-Preview', preview)
    const { timeZone } = currentRegion()
    if (timeZone) headers.set('X-Time-Zone', timeZone)
    headers.set('Accept-Language', wantedLanguage())
    const body = input.bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
    const currentToken = async (): Promise<string | null> => settings.token(base).catch(lost)
    const once = async (): Promise<Response> => {
      const token = await currentToken()
      if (token) headers.set('Authorization', `Bearer ${token}`)
      const init = { method, headers, body, signal: input.signal ?? null, credentials: 'include' as const }
      const answer = await (settings.fetch ?? fetch)(address, init).catch((cause: unknown) => {
        throw noAnswer(cause)
      })
      tell({ type: answer.status === 502 || answer.status === 504 ? 'unreachable' : 'reachable' })
      if (write !== null && answer.status < 500) unanswered.delete(write)
      const number = answer.headers.get(numberHeader)
      // It begins anew where another workspace is chosen. Answers do not come in the order they were made in.
      if (number !== null)
        firstNumber = path.endsWith('/select-tenant') ? +number : Math.min(firstNumber ?? +number, +number)
      return answer
    }
    // Something else that answered in the API's place, such as a proxy with a page of its own, is no answer.
    const given = (answer: Response): Promise<T> =>
      read(answer).catch((cause: unknown) => {
        throw noAnswer(cause)
      })
    const answer = await once()
    // One fresh token and one more try; the same Idempotency-Key goes with it.
    const final = answer.status === 401 && (await settings.refresh(base)) ? await once() : answer
    if (final.ok) return given(final)
    let error = errorFromBody(final.status, await final.text(), final.headers)
    if (error.code === 'reauthentication_needed' && (await settings.provePresence?.())) {
      const proven = await once()
      if (proven.ok) return given(proven)
      error = errorFromBody(proven.status, await proven.text(), proven.headers)
    }
    // The second step may have been taken while this call was on its way: it was refused for a token that is gone.
    if (
      error.code === 'insufficient_aal' &&
      headers.get('Authorization') !== `Bearer ${await currentToken()}`
    ) {
      const late = await once()
      if (late.ok) return given(late)
      error = errorFromBody(late.status, await late.text(), late.headers)
    }
    if (error.status === 401) tell({ type: 'unauthorized' })
    if (error.code === 'insufficient_aal') tell({ type: 'second-step-required' })
    if (error.status === 409) tell({ type: 'tenant-selection-required' })
    throw error
  }

  // Without the backend there is no token either: the same trouble, told the same way.
  function lost(error: unknown): never {
    if (error instanceof ApiError && error.unavailable) tell({ type: 'unreachable' })
    throw error
  }

  const answered = <T>(name: string, input: ApiRequest = {}): Promise<{ body: T; headers: Headers }> =>
    send(name, input, async (answer) => ({
      // A 204 answers nothing; the type of such a call is undefined.
      body: (answer.status === 204 ? undefined : await answer.json()) as T,
      headers: answer.headers,
    }))

  async function request<Answer>(name: string, input?: ApiRequest): Promise<Answer> {
    return (await answered<Answer>(name, input)).body
  }

  return {
    call: (name, ...[input]) => request(name, input),
    request,
    answer: answered,
    fetch: (name, input = {}) => send(name, input, async (answer) => answer),
    address: (path) => settings.base() + path,
    async access() {
      const base = settings.base()
      const [token, tenantId] = [await settings.token(base), settings.tenantId()]
      return {
        base,
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(tenantId && { 'X-Tenant-Id': tenantId }),
        },
      }
    },
    firstNumber: () => firstNumber,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

// Questions that need a body: asking again changes nothing, so they carry no key.
const question =
  /^(GET |POST \/api\/(query|route-access\/check|access\/explain|objects\/{token}\/share\/preview)$)/

const isWrite = (name: string): boolean => !question.test(name)
const notReached = 'The server could not be reached.'
const doneOnce = 'The server could not be reached. Try again when the connection is back: it is done once.'

function headersFor(name: string, input: ApiRequest, key: string | undefined): Headers {
  const headers = new Headers({ Accept: 'application/json', ...input.headers })
  if (input.bytes) headers.set('Content-Type', input.bytes.type || 'application/octet-stream')
  else if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (isWrite(name)) headers.set('Idempotency-Key', input.idempotencyKey ?? key ?? newToken())
  return headers
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(String(values[name] ?? '')))
}

function searchText(search: unknown): string {
  const entries = Object.entries((search ?? {}) as Record<string, unknown>)
  const given = entries.filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()}`
}
