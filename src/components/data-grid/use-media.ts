import { useCallback, useSyncExternalStore } from 'react'

/** A phone: lists become cards. */
export const isNarrow = '(max-width: 600px)'

interface Known {
  media: MediaQueryList
  matches: boolean
}

const queries = new Map<string, Known>()

/** Whether a media query holds, live. Asked of the browser once: it works out the styles of the page for each answer. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const known = knownOf(query)
      const changed = ({ matches }: MediaQueryListEvent): void => {
        known.matches = matches
        listener()
      }
      known.matches = known.media.matches
      known.media.addEventListener('change', changed)
      return () => {
        known.media.removeEventListener('change', changed)
        // Nobody hears of changes from here on.
        queries.delete(query)
      }
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => knownOf(query).matches,
    () => false,
  )
}

function knownOf(query: string): Known {
  let known = queries.get(query)
  if (!known) {
    const media = matchMedia(query)
    queries.set(query, (known = { media, matches: media.matches }))
  }
  return known
}
