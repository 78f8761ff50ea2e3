import { useEffect, useState, type RefObject } from 'react'

/** The width of an element, live; null before it is measured. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    const found = element.current
    if (!found) return undefined
    const observer = new ResizeObserver(() => setWidth(found.clientWidth))
    observer.observe(found)
    return () => observer.disconnect()
  }, [element])
  return width
}
