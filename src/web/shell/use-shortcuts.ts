import { useEffect, useRef } from 'react'
import { useUndo } from '#engine/data/use-undo.ts'

interface ShellActions {
  openPalette: () => void
  openShortcuts: () => void
  foldNavigation: () => void
}

/**
 * The keys of the frame: Ctrl/Cmd-K searches, ? lists the keys, Ctrl/Cmd-B folds the navigation; outside of what is typed
 * in, Ctrl/Cmd-Z takes back what was done last, with Shift (or Ctrl-Y) does it again.
 */
export function useShortcuts(actions: ShellActions): void {
  const history = useUndo()
  const latest = useRef({ ...actions, ...history })
  useEffect(() => {
    latest.current = { ...actions, ...history }
  })
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return
      const command = event.ctrlKey || event.metaKey
      const { openPalette, openShortcuts, foldNavigation, undo, redo } = latest.current
      const key = event.key.toLowerCase()
      const commands: Readonly<Record<string, () => void>> = {
        b: foldNavigation,
        y: redo,
        z: event.shiftKey ? redo : undo,
      }
      const free = !isTyping(event.target)
      const act =
        command && key === 'k'
          ? openPalette
          : command && free && Object.hasOwn(commands, key)
            ? commands[key]
            : !command && free && key === '?'
              ? openShortcuts
              : null
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', key)
    return () => window.removeEventListener('keydown', key)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}
