/** Where the chosen API base is kept. */
export const apiBaseKey = 'apiBase'

/** What stands around the choice; a test gives its own. */
export interface ApiBaseWorld {
  /** Address of the page. */
  location: Pick<Location, 'origin' | 'search'>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Origin of the deployment's own backend; the page's own unless it was built for another. */
  own: string
  /** Exact origins the deployment allows besides its own. */
  allowed(): readonly string[]
  /** In development every port of this machine is allowed too. */
  development(): boolean
}

export interface ApiBase {
  /** The origin every call goes to. The stored choice is checked again at every read; what does not hold is forgotten. */
  origin(): string
  /** Whether calls go to another place than the deployment's own: say so, with a way back (`reset`). */
  isOverridden(): boolean
  /**
   * Takes up `?api_base=`: an allowed origin is stored, an empty one resets, anything else is refused and nothing is
   * stored. Answers the refused text, or null.
   */
  applyParameter(): string | null
  reset(): void
}

/** Decides where calls may go (C-01): the bearer token goes with them. */
export function createApiBase(world: ApiBaseWorld): ApiBase {
  const { location, storage, own } = world
  const isAllowed = (origin: string): boolean =>
    world.allowed().includes(origin) || (world.development() && isLoopback(origin))

  function chosen(): string | null {
    const stored = storage.getItem(apiBaseKey)
    if (stored === null) return null
    const origin = exactOrigin(stored)
    if (origin !== null && origin !== own && isAllowed(origin)) return origin
    storage.removeItem(apiBaseKey)
    return null
  }

  return {
    origin: () => chosen() ?? own,
    isOverridden: () => chosen() !== null,
    applyParameter() {
      const asked = new URLSearchParams(location.search).get('api_base')
      if (asked === null) return null
      const origin = exactOrigin(asked)
      if (asked === '' || origin === own) {
        storage.removeItem(apiBaseKey)
        return null
      }
      if (origin === null || !isAllowed(origin)) return asked
      storage.setItem(apiBaseKey, origin)
      return null
    },
    reset: () => storage.removeItem(apiBaseKey),
  }
}

/** The origin a text spells exactly, or null: no path, no user, no other way to write it. */
export function exactOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return url.origin === text ? text : null
}

function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
