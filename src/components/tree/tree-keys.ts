import type { KeyboardEvent } from 'react'
import type { TreeShared } from './tree-context.ts'

/** The keys of a tree, as ARIA describes them: arrows walk and open, Home and End, Enter chooses, letters jump. */
export function treeKey(event: KeyboardEvent, tree: HTMLElement | null, shared: TreeShared): void {
  const here = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="treeitem"]') : null
  if (!tree || !here || event.target !== here || event.ctrlKey || event.metaKey || event.altKey) return
  const items = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const at = items.indexOf(here)
  const id = here.dataset['treeItem'] ?? ''
  const expanded = here.getAttribute('aria-expanded')
  const go = (item: HTMLElement | null | undefined): void => item?.focus()
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
