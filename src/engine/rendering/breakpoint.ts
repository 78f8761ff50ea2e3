import { useSyncExternalStore } from 'react'
import { breakpoints, type Breakpoint } from '#contracts/breakpoints.ts'

const byWidth = (Object.entries(breakpoints) as [Breakpoint, number][]).toSorted(([, a], [, b]) => b - a)

/** The breakpoint of a width in CSS pixels: the widest one that is not wider. */
const breakpointOf = (width: number): Breakpoint => byWidth.find(([, from]) => width >= from)?.[0] ?? 'sm'

/** The window's breakpoint, live. `sm` up to 767, `md` up to 1199, `lg` up to 1799, then `xl`. */
export const useBreakpoint = (): Breakpoint => useSyncExternalStore(subscribe, current, () => 'lg')

function current(): Breakpoint {
  return breakpointOf(window.innerWidth)
}

function subscribe(listener: () => void): () => void {
  const queries = byWidth.map(([, from]) => window.matchMedia(`(min-width: ${from}px)`))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}
