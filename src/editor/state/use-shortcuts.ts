import { useEffect } from 'react'
import { isTyping } from '#ui/is-typing.ts'
import { redoStep, undoStep, useEditorStore, type EditorStore } from './editor-store.ts'
import { duplicateSelected, removeSelected, step, walk, type Direction } from './node-commands.ts'

const moves: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** The editor's keys, as `?` lists them. They rest while somebody types, and in the preview. */
export const shortcuts = [
  { keys: '↑ ↓', does: 'Choose the part before or after' },
  { keys: 'Alt+↑ Alt+↓', does: 'Move the part up or down' },
  { keys: 'Alt+→', does: 'Move the part into its neighbour' },
  { keys: 'Alt+←', does: 'Move the part out of its parent' },
  { keys: 'Insert', does: 'Add a part' },
  { keys: 'Delete', does: 'Remove the part' },
  { keys: 'Ctrl+D', does: 'Duplicate the part' },
  { keys: 'Ctrl+Z', does: 'Undo' },
  { keys: 'Ctrl+Y', does: 'Redo' },
  { keys: 'Ctrl+S', does: 'Save the draft' },
  { keys: 'Esc', does: 'Choose the parent' },
] as const

/** Listens for the keys while the editor is open. */
export function useShortcuts(actions: { save(): void; openPalette(): void; selectParent(): void }): void {
  const store = useEditorStore()
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      // Taken already: by the outline, or by a part that is carried.
      if (event.defaultPrevented || store.getState().target) return
      if (answer(store, event, actions)) event.preventDefault()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [store, actions])
}

const inDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"],[role="menu"]') !== null

function answer(
  store: EditorStore,
  event: KeyboardEvent,
  actions: { save(): void; openPalette(): void; selectParent(): void },
): boolean {
  const { mode, selected } = store.getState()
  const key = event.key.toLowerCase()
  const command = event.ctrlKey || event.metaKey
  if (command && key === 's') return done(actions.save)
  if (mode === 'preview' || isTyping(event.target) || inDialog(event.target)) return false
  if (command && key === 'z') return done(() => (event.shiftKey ? redoStep(store) : undoStep(store)))
  if (command && key === 'y') return done(() => redoStep(store))
  if (command && key === 'd') return done(() => duplicateSelected(store, selected))
  if (command) return false
  const direction = event.altKey ? moves[event.key] : undefined
  if (direction) return done(() => step(store, selected, direction))
  if (event.altKey) return false
  if (event.key === 'Delete' || event.key === 'Backspace') return done(() => removeSelected(store, selected))
  if (event.key === 'Insert') return done(actions.openPalette)
  if (event.key === 'Escape') return done(actions.selectParent)
  // Other controls keep their arrows: lists, tabs, the grid inside the canvas.
  const free =
    event.target === document.body ||
    (event.target instanceof Element && event.target.closest('[data-editor-walk]') !== null)
  if (free && event.key === 'ArrowUp') return done(() => walk(store, -1))
  if (free && event.key === 'ArrowDown') return done(() => walk(store, 1))
  return false
}

function done(act: () => void): true {
  act()
  return true
}
