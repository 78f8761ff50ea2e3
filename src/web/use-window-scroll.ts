import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** Pages that scroll the window: a new one starts at its top or at its `#part`; back and forward the browser restores. */
export function useWindowScroll(): void {
  const { pathname, hash } = useLocation()
  const place = pathname + hash
  const type = useNavigationType()
  useEffect(() => {
    if (type === 'POP') return
    const at = place.indexOf('#')
    const part = at === -1 ? null : document.getElementById(place.slice(at + 1))
    if (part) part.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [place, type])
}
