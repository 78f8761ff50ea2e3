import type { KeyboardEvent } from 'react'
import type { TreeShared } from './tree-context.ts'

/**
 * The keys of a tree, as ARIA describes them: arrows walk and open, Home and End, Enter opens, letters jump; Ctrl+Space
 * and Shift with an arrow choose several, Escape none.
 */
export function treeKey(event: KeyboardEvent, tree: HTMLElement | null, shared: TreeShared): void {
  const here = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="treeitem"]') : null
  if (!tree || !here || event.target !== here || event.altKey) return
  const items = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const at = items.indexOf(here)
  const id = here.dataset['treeItem'] ?? ''
  const expanded = here.getAttribute('aria-expanded')
  const go = (item: HTMLElement | null | undefined): void => item?.focus()
  const several = shared.movable ? severalKey(event, items, at) : null
  if (several) {
    event.preventDefault()
    go(several.item)
    shared.point(several.item.dataset['treeItem'] ?? '', { ...several, from: id })
    return
  }
  if (event.ctrlKey || event.metaKey) return
  switch (event.key) {
    case 'ArrowDown':
      go(items[at + 1])
      break
    case 'ArrowUp':
      go(items[at - 1])
      break
    case 'Home':
      go(items[0])
      break
    case 'End':
      go(items.at(-1))
      break
    case 'ArrowRight':
      if (expanded === 'false') shared.setOpen(id, true)
      else if (expanded === 'true') go(items[at + 1])
      break
    case 'ArrowLeft':
      if (expanded === 'true') shared.setOpen(id, false)
      else go(here.parentElement?.closest<HTMLElement>('[role="treeitem"]'))
      break
    case 'Escape':
      if (shared.choice.ids.size === 0) return
      shared.choice.clear()
      break
    case 'Enter':
    case ' ':
      here.click()
      break
    default: {
      if (event.key.length !== 1) return
      const letter = event.key.toLowerCase()
      const rest = [...items.slice(at + 1), ...items.slice(0, at)]
      go(rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter)))
    }
  }
  event.preventDefault()
}

/** The record that a key chooses beside others, and how; null for every other key. */
function severalKey(
  event: KeyboardEvent,
  items: readonly HTMLElement[],
  at: number,
): { item: HTMLElement; add: boolean; range: boolean } | null {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (event.shiftKey && step !== 0) {
    const item = items[at + step]
    return item ? { item, add: false, range: true } : null
  }
  const item = items[at]
  return (event.ctrlKey || event.metaKey) && event.key === ' ' && item
    ? { item, add: true, range: false }
    : null
}
