import { useSearchParams } from 'react-router-dom'
import { safeNext, withNext } from '../session/safe-next.ts'

/** Where the person wanted to go before signing in, carried from page to page (an invitation, say). */
export function useWayBack(): { after: string; keep(path: string): string } {
  const [search] = useSearchParams()
  const next = search.get('next')
  return { after: safeNext(next), keep: (path) => withNext(path, next) }
}
