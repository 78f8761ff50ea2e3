import { useEffect, useRef } from 'react'
import { isTyping } from '#ui/is-typing.ts'

interface ShellActions {
  openPalette: () => void
  openShortcuts: () => void
  foldNavigation: () => void
}

/** The keys of the frame: Ctrl/Cmd-K searches, ? lists the keys, Ctrl/Cmd-B folds the navigation. */
export function useShortcuts(actions: ShellActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return
      const command = event.ctrlKey || event.metaKey
      const act =
        command && event.key.toLowerCase() === 'k'
          ? latest.current.openPalette
          : command && event.key.toLowerCase() === 'b' && !isTyping(event.target)
            ? latest.current.foldNavigation
            : !command && event.key === '?' && !isTyping(event.target)
              ? latest.current.openShortcuts
              : null
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', key)
    return () => window.removeEventListener('keydown', key)
  }, [])
}
