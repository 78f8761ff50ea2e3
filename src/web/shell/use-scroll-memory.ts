import { useLayoutEffect, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

// Per entry of the history; a visit is as long as the page lives.
const positions = new Map<string, number>()
/** Milliseconds in which a page may grow to the height it had, before it is left where it is. */
const PATIENCE = 2000

/** Back and forward find the page where it was left; a new page starts at its top. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const wanted = type === 'POP' ? (positions.get(key) ?? 0) : 0
    const stop = scrollTo(element, wanted)
    const remember = (): void => void positions.set(key, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => {
      stop()
      element.removeEventListener('scroll', remember)
    }
    // A change of the query (a filter, say) is the same page: it stays where it is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname])
}

function scrollTo(element: HTMLElement, wanted: number): () => void {
  element.scrollTop = wanted
  if (wanted === 0 || element.scrollTop === wanted) return () => undefined
  const observer = new ResizeObserver(() => {
    element.scrollTop = wanted
    if (element.scrollTop === wanted) observer.disconnect()
  })
  for (const child of element.children) observer.observe(child)
  const patience = setTimeout(() => observer.disconnect(), PATIENCE)
  return () => {
    clearTimeout(patience)
    observer.disconnect()
  }
}
