import { useSearchParams } from 'react-router-dom'
import { safeNext, withNext } from '../session/safe-next.ts'

interface WayBack {
  after: string
  /** Whether the link of an invitation led here. Whose it is, the server tells only after sign-in. */
  invited: boolean
  keep(path: string): string
}

/** Where the person wanted to go before signing in, carried from page to page (an invitation, say). */
export function useWayBack(): WayBack {
  const [search] = useSearchParams()
  const next = search.get('next')
  const after = safeNext(next)
  return { after, invited: after.startsWith('/invite/'), keep: (path) => withNext(path, next) }
}
