import { createContext, use, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { LocalsContext, ScreenContext } from '../rendering/screen-context.ts'
import { noLocals } from '../bindings/binding-scope.ts'
import { useSession } from '../session-context.tsx'

const item = 'visits'
/** Of so many things it is kept how they were left, some three for each visit; beyond them the oldest go. */
const most = 150
/** Characters of one of them. Forms keep their drafts in the same storage. */
const longest = 5000

/** False where nothing is kept: a drawer or dialog is not of the address below it, and begins anew each time. */
export const VisitContext = createContext(true)

/**
 * Where `name` of this visit is kept: a visit is one entry of the history, so that Back, Forward and a reload find it, and
 * who comes anew does not. It tells workspaces and screens apart. Null where nothing is kept: in drawers, and in what is
 * drawn once for each of several records.
 */
export function useVisitPlace(name: string): string | null {
  const { key, pathname } = useLocation()
  const tenant = useSession().tenant?.id
  const screen = use(ScreenContext)
  const isKept = use(VisitContext) && use(LocalsContext) === noLocals && !screen?.editing
  if (!isKept) return null
  const shown = screen && [screen.document.layout.key, screen.store.getState().params]
  return `${key}:${pathname}:${JSON.stringify([tenant, shown, name])}`
}

/** Whether two places differ only in the entry of the history. */
export const isSamePart = (one: string | null, other: string | null): boolean => partOf(one) === partOf(other)

/** The place without the visit: the same whenever somebody comes there. */
export const partOf = (place: string | null): string | undefined => place?.slice(place.indexOf(':'))

/** What was kept at a place of a visit; null: nothing. */
export const readVisit = <Value>(place: string | null): Value | null =>
  (place === null ? null : (visits().get(place) ?? null)) as Value | null

/** Keeps something for this visit, in this tab; null forgets it. */
export function keepVisit(place: string | null, value: unknown): void {
  if (place === null) return
  const all = visits()
  const isKnown = all.delete(place)
  if (value !== null && JSON.stringify(value).length <= longest) all.set(place, value)
  else if (!isKnown) return
  write([...all].slice(-most))
}

/**
 * A state that Back, Forward and a reload find as it was left. Where the address changes below it otherwise, as with a tab of
 * the page, it stays.
 */
export function useVisitState<Value>(
  name: string,
  begin: () => Value,
): [Value, (next: Value | ((before: Value) => Value)) => void] {
  const place = useVisitPlace(name)
  const way = useNavigationType()
  const read = () => ({ place, value: readVisit<Value>(place) ?? begin() })
  const [held, setHeld] = useState(read)
  let now = held
  if (held.place !== place) {
    now = way !== 'POP' && isSamePart(held.place, place) ? { ...held, place } : read()
    setHeld(now)
  }
  const { value } = now
  // What is as it begins need not be kept.
  const keep = useEffectEvent((at: string | null, left: Value) =>
    keepVisit(at, JSON.stringify(left) === JSON.stringify(begin()) ? null : left),
  )
  useEffect(() => keep(place, value), [place, value])
  const setValue = useCallback(
    (next: Value | ((before: Value) => Value)) =>
      setHeld((before) => ({
        ...before,
        value: typeof next === 'function' ? (next as (before: Value) => Value)(before.value) : next,
      })),
    [],
  )
  return [value, setValue]
}

/** Forgets what an address was left with, where it was typed or followed from elsewhere: the router has no name for that entry. */
export function beginVisit(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry && entry.type !== 'navigate') return
  const here = `default:${location.pathname}:`
  write([...visits()].filter(([place]) => !place.startsWith(here)))
}

// The oldest stand first.
function visits(): Map<string, unknown> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(item) ?? '[]') as [string, unknown][])
  } catch {
    // Damaged or forbidden storage: the visit begins anew.
    return new Map()
  }
}

function write(all: readonly [string, unknown][]): void {
  try {
    sessionStorage.setItem(item, JSON.stringify(all))
  } catch {
    // Full or forbidden storage: it holds while the page is open.
  }
}
