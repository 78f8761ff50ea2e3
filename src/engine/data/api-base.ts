import type { Meta } from '#contracts/api/meta.ts'
import { createApiBase, type ApiBase } from './choose-api-base.ts'
import { ApiError, errorFromBody } from './api-error.ts'

/** Set when the client is built for a backend on another origin than its own. */
const builtBase: string = import.meta.env?.['VITE_API_BASE'] ?? ''
const builtAllowed = (import.meta.env?.['VITE_API_BASE_ALLOWED'] ?? '').split(',').filter(Boolean)

const metas = new Map<string, Promise<Meta>>()
let own: Meta | null = null
let base: ApiBase | null = null
let started: Promise<ApiBaseStart> | null = null

export interface ApiBaseStart {
  /** What `?api_base=` asked for and was refused: show it. */
  refused: string | null
  /** Calls go elsewhere than to this deployment: show it all the time, with a way back. */
  overridden: boolean
  origin: string
}

/** The origin every call goes to, for this page. */
export const apiBase = (): string => theBase().origin()

/** Leaves a chosen API base and starts the page again, so that no session of one origin meets another (C-01). */
export function resetApiBase(): void {
  theBase().reset()
  const url = new URL(window.location.href)
  url.searchParams.delete('api_base')
  window.location.replace(url)
}

/**
 * Learns which bases the deployment allows and takes up `?api_base=`; once per page, before any other call. When the
 * deployment's own backend does not answer, only what the client was built with is allowed.
 */
export function startApiBase(): Promise<ApiBaseStart> {
  started ??= (async () => {
    own = await readMeta(theOwn()).catch(() => null)
    const refused = theBase().applyParameter()
    return { refused, overridden: theBase().isOverridden(), origin: apiBase() }
  })()
  return started
}

/**
 * What a backend says of itself at `/api/_meta`: asked once per origin, without token, exactly as `index.html` asks for it
 * ahead. Rejects with `ApiError`; the next call asks again.
 */
export function readMeta(origin: string): Promise<Meta> {
  const known = metas.get(origin)
  if (known) return known
  const asked = askMeta(origin)
  metas.set(origin, asked)
  asked.catch(() => metas.delete(origin))
  return asked
}

async function askMeta(origin: string): Promise<Meta> {
  const answer = await fetch(`${origin}/api/_meta`, { credentials: 'same-origin' }).catch(
    (cause: unknown) => {
      throw new ApiError(0, 'unreachable', 'The server could not be reached.', { cause })
    },
  )
  if (!answer.ok) throw errorFromBody(answer.status, await answer.text(), answer.headers)
  return (await answer.json()) as Meta
}

function theOwn(): string {
  return builtBase || window.location.origin
}

function theBase(): ApiBase {
  base ??= createApiBase({
    location: window.location,
    storage: window.localStorage,
    own: theOwn(),
    allowed: () => [...builtAllowed, ...(own?.apiBaseAllowed ?? [])],
    development: () => own?.mode === 'development',
  })
  return base
}
