import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

const prefix = 'visit:'

/**
 * Where `name` of this visit is kept: a visit is one entry of the history, so that Back, Forward and a reload find it, and
 * who comes anew does not.
 */
export function useVisitPlace(name: string): string {
  const { key, pathname } = useLocation()
  return `${prefix}${key}:${pathname}:${name}`
}

/** What was kept at a place of a visit; null: nothing. */
export function readVisit<Value>(place: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as Value | null
  } catch {
    // Damaged or forbidden storage: the visit begins anew.
    return null
  }
}

/** Keeps something for this visit, in this tab. */
export function keepVisit(place: string, value: unknown): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(value))
  } catch {
    // Full or forbidden storage: it holds while the page is open.
  }
}

/** A state that Back, Forward and a reload find as it was left. */
export function useVisitState<Value>(
  name: string,
  begin: () => Value,
): [Value, (next: Value | ((before: Value) => Value)) => void] {
  const place = useVisitPlace(name)
  const [value, setValue] = useState<Value>(() => readVisit<Value>(place) ?? begin())
  useEffect(() => keepVisit(place, value), [place, value])
  return [value, setValue]
}

/** Forgets what an address was left with, where it was typed or followed from elsewhere: the router has no name for that entry. */
export function beginVisit(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry && entry.type !== 'navigate') return
  const here = `${prefix}default:${location.pathname}:`
  for (const place of Object.keys(sessionStorage)) {
    if (place.startsWith(here)) sessionStorage.removeItem(place)
  }
}
