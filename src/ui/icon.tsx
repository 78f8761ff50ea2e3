import type { LucideIcon } from 'lucide-react'
import { createElement, useSyncExternalStore } from 'react'
import { coreIcons } from './icons/core-icons.ts'

interface IconProps {
  /** One of `icons/icon-names.ts`; layouts store it as text, so any text is taken. Unknown → a neutral square. */
  name: string
  /** 16 beside text, 20 alone. */
  size?: 16 | 20 | 24
  /** Says what the icon means; without it the icon is decoration and hidden from screen readers. */
  label?: string
  className?: string
}

type IconSet = Readonly<Record<string, LucideIcon>>

const core: IconSet = coreIcons
const listeners = new Set<() => void>()
let more: IconSet | null = null
let loading: Promise<void> | null = null

/** Draws an icon in the colour of the text around it. Its box has the final size from the first moment. */
export function Icon({ name, size = 16, label, className }: IconProps) {
  const loaded = useSyncExternalStore(
    Object.hasOwn(core, name) ? neverChanges : subscribe,
    readMore,
    readMore,
  )
  const shape = find(core, name) ?? (loaded && (find(loaded, name) ?? coreIcons.square))
  const shared = {
    width: size,
    height: size,
    className,
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }),
  }
  // While the second set is on its way the place is kept empty.
  if (!shape) return <svg {...shared} style={{ flex: 'none' }} />
  return createElement(shape, { ...shared, strokeWidth: size === 16 ? 1.75 : 1.6, style: { flex: 'none' } })
}

/** Fetches the second set of icons ahead of time; an icon picker calls it. Rejects when the chunk cannot be read. */
export function loadMoreIcons(): Promise<void> {
  loading ??= import('./icons/more-icons.ts').then(
    ({ moreIcons }) => {
      more = moreIcons
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      // Offline, say: the next icon drawn asks again.
      loading = null
      throw error
    },
  )
  return loading
}

function find(set: IconSet, name: string): LucideIcon | undefined {
  return Object.hasOwn(set, name) ? set[name] : undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!more) loadMoreIcons().catch(() => undefined) // an icon is decoration: its place stays empty
  return () => listeners.delete(listener)
}

function neverChanges(): () => void {
  return () => undefined
}

function readMore(): IconSet | null {
  return more
}
