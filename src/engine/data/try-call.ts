import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'

/** A call that somebody tries. `address` is path and search; `body` JSON text. */
export interface Trial {
  method: string
  address: string
  headers: readonly [string, string][]
  body: string | null
  /** Null: as the person who is signed in. */
  token: string | null
}

/** What came back; status 0: nothing did. */
export interface Tried {
  status: number
  text: string
  ms: number
}

const longest = 200_000

/** Sends a call as it is and answers whatever comes, refusals too. A token is sent alone, without the session. */
export async function tryCall(api: ApiClient, trial: Trial): Promise<Tried> {
  const start = performance.now()
  const { status, text } = trial.token === null ? await asPerson(api, trial) : await withToken(api, trial)
  return { status, text: readable(text).slice(0, longest), ms: performance.now() - start }
}

async function asPerson(
  api: ApiClient,
  { method, address, headers, body }: Trial,
): Promise<Omit<Tried, 'ms'>> {
  try {
    const key = headers.find(([name]) => name === 'Idempotency-Key')?.[1]
    const answer = await api.fetch(`${method} ${address}`, {
      headers: Object.fromEntries(headers),
      ...(key === undefined ? {} : { idempotencyKey: key }),
      ...(body === null ? {} : { body: JSON.parse(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message, details, requestId } = error
    const said = { error: { code, message, ...(details === undefined ? {} : { details }), requestId } }
    return { status, text: JSON.stringify(said) }
  }
}

async function withToken(
  api: ApiClient,
  { method, address, headers, body, token }: Trial,
): Promise<Omit<Tried, 'ms'>> {
  try {
    const answer = await fetch(api.address(address), {
      method,
      headers: {
        ...Object.fromEntries(headers),
        Authorization: `Bearer ${token}`,
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      },
      body,
      credentials: 'omit',
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message : String(error) }
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
