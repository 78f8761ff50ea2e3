import { lazy, Suspense, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { MenuEntry } from './menu.tsx'
import type { Anchor } from './menu-surface.tsx'

/** Spread these on the area that has the menu. */
export interface ContextAreaProps {
  onContextMenu: (event: MouseEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

interface ContextMenuProps {
  /** What the menu is about, for screen readers. */
  label: string
  /** Built when it opens, for what was under the pointer; an empty list leaves the browser's own menu. */
  items: (target: Element) => readonly MenuEntry[]
  children: (area: ContextAreaProps) => ReactNode
}

/** One asking for the menu; the number moves the surface to the new point. */
interface Asked {
  number: number
  entries: readonly MenuEntry[]
  anchor: { current: Anchor }
}

const MenuSurface = lazy(() =>
  import('./menu-surface.tsx').then((module) => ({ default: module.MenuSurface })),
)

/** The menu of the right button, a long press, or Shift+F10. It only repeats what is also reachable another way. */
export function ContextMenu({ label, items, children }: ContextMenuProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)

  const show = (event: KeyboardEvent | MouseEvent, at: (target: Element) => DOMRect): void => {
    if (!(event.target instanceof Element)) return
    const entries = items(event.target)
    if (entries.length === 0) return
    event.preventDefault()
    const place = at(event.target)
    const home = document.activeElement
    const focus = (options?: FocusOptions): void => {
      if (home instanceof HTMLElement) home.focus(options)
    }
    const anchor = { current: { getBoundingClientRect: () => place, focus } }
    setAsked((before) => ({ number: (before?.number ?? 0) + 1, entries, anchor }))
    setOpen(true)
  }
  const area: ContextAreaProps = {
    onContextMenu: (event) => show(event, () => new DOMRect(event.clientX, event.clientY, 0, 0)),
    onKeyDown: (event) => {
      if (event.key !== 'ContextMenu' && !(event.shiftKey && event.key === 'F10')) return
      show(event, (target) => target.getBoundingClientRect())
    },
  }

  return (
    <>
      {children(area)}
      {asked && (
        <Suspense>
          <MenuSurface
            key={asked.number}
            items={asked.entries}
            open={open}
            onOpenChange={setOpen}
            anchor={asked.anchor}
            label={label}
            align="start"
            side="bottom"
          />
        </Suspense>
      )}
    </>
  )
}
