import { useEffect } from 'react'
import { useUndo } from '#engine/data/use-undo.ts'
import { isTyping } from '#ui/is-typing.ts'

/**
 * Outside of what is typed in, Ctrl/Cmd-Z takes back what this person did last, with Shift (or Ctrl-Y) does it again.
 * Whoever else takes these keys (the editor of screens, a list) comes first. Draws nothing.
 */
export function UndoKeys() {
  const { undo, redo } = useUndo()
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const act = stepOf(event, undo, redo)
      // After every other listener had its turn.
      if (act && !isTyping(event.target)) setTimeout(() => event.defaultPrevented || act(), 0)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [undo, redo])
  return null
}

function stepOf(event: KeyboardEvent, undo: () => void, redo: () => void): (() => void) | null {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event
  if (!(ctrlKey || metaKey) || altKey || repeat) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return shiftKey ? redo : undo
  return key === 'y' && !shiftKey ? redo : null
}
