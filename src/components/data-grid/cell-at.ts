import type { Cell } from './grid-cursor.ts'

/** The cell an element of the grid stands in, or null. */
export function cellAt(element: Element): Cell | null {
  const line = element.closest('[data-line]')
  const cell = element.closest('[data-column]')
  if (!line || !cell) return null
  return { row: Number(line.getAttribute('data-line')), column: Number(cell.getAttribute('data-column')) }
}
