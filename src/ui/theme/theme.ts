import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type ResolvedTheme = 'light' | 'dark'

/** The local-storage key the choice lives under. */
export const THEME_KEY = 'theme'

const darkQuery = '(prefers-color-scheme: dark)'
const listeners = new Set<() => void>()
// Holds the choice where the browser refuses storage (private mode, blocked cookies): it then lasts for the visit.
let unsaved: ThemeChoice | null = null

/**
 * Sets `data-theme` on `<html>` and follows the system and other tabs from then on. Call it at the top of the entry
 * module, before the first render: that is what keeps the wrong theme from flashing. Answers how to stop.
 */
export function startTheme(): () => void {
  const system = matchMedia(darkQuery)
  const changed = (event: Event): void => {
    if (event instanceof StorageEvent && event.key !== THEME_KEY && event.key !== null) return
    announce()
  }
  system.addEventListener('change', changed)
  window.addEventListener('storage', changed)
  apply()
  return () => {
    system.removeEventListener('change', changed)
    window.removeEventListener('storage', changed)
  }
}

/** What the person chose; `system` when nothing, or nothing we know, is stored. */
export function readThemeChoice(): ThemeChoice {
  if (unsaved !== null) return unsaved
  const stored = readStorage()
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Stores the choice and shows it at once. */
export function setThemeChoice(choice: ThemeChoice): void {
  unsaved = writeStorage(choice) ? null : choice
  announce()
}

/** What is shown: the choice, with `system` looked up. */
export function resolveTheme(choice: ThemeChoice = readThemeChoice()): ResolvedTheme {
  if (choice !== 'system') return choice
  return matchMedia(darkQuery).matches ? 'dark' : 'light'
}

/** The choice and what it shows, live. */
export function useTheme(): {
  choice: ThemeChoice
  resolved: ResolvedTheme
  setChoice(choice: ThemeChoice): void
} {
  const choice = useSyncExternalStore(subscribe, readThemeChoice, () => 'system' as const)
  const resolved = useSyncExternalStore(subscribe, resolveTheme, () => 'light' as const)
  return { choice, resolved, setChoice: setThemeChoice }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  apply()
  for (const listener of listeners) listener()
}

function apply(): void {
  document.documentElement.dataset['theme'] = resolveTheme()
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(THEME_KEY)
  } catch {
    return null
  }
}

function writeStorage(choice: ThemeChoice): boolean {
  try {
    localStorage.setItem(THEME_KEY, choice)
    return true
  } catch {
    return false
  }
}
