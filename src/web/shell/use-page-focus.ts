import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * After going to another page the focus stands at its beginning, so that the keyboard and a screen reader start there.
 * Not at the first drawing, and not when the new page has taken the focus itself.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const taken = document.activeElement
    if (taken && taken !== document.body && main.current?.contains(taken)) return
    if (taken?.closest('[role="dialog"]')) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
