import type { Grid } from './grid-context.ts'
import { narrowest, widest } from './grid-layout.ts'

/** Room for the menu of a heading and for the edge that is dragged, in pixels. */
const beside = 28

/** The width of what stands in an element, in pixels, however wide the element itself is. */
function contentWidth(element: HTMLElement): number {
  const copy = element.cloneNode(true) as HTMLElement
  copy.removeAttribute('id')
  copy.setAttribute('aria-hidden', 'true')
  copy.style.cssText =
    'position: absolute; left: 0; top: 0; width: max-content; min-width: 0; max-width: none; visibility: hidden;'
  element.parentElement?.append(copy)
  const { width } = copy.getBoundingClientRect()
  copy.remove()
  return width
}

/** Makes a column as wide as the widest of what is in sight of it, its heading included. `edge` stands in that heading. */
export function fitColumn(grid: Grid, key: string, heading: HTMLElement): void {
  const index = grid.columns.findIndex((column) => column.key === key)
  const table = heading.closest('[role="grid"], [role="treegrid"]')
  const words = heading.querySelector('button')
  const cells = [...(table?.querySelectorAll<HTMLElement>(`[data-column="${index}"]`) ?? [])]
  const widths = [
    ...(words ? [contentWidth(words) + beside] : []),
    // A pixel more than it takes, for what is rounded away.
    ...cells.map((cell) => contentWidth(cell) + 1),
  ]
  const width = Math.ceil(Math.max(narrowest, ...widths))
  grid.table.setColumnSizing((sizes) => ({ ...sizes, [key]: Math.min(widest, width) }))
}
