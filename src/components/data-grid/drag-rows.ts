import type { Row } from '#contracts/query.ts'
import { followPointer } from './follow-pointer.ts'
import type { Grid } from './grid-context.ts'

/** Where dragged rows would go: beside a line, or into it. */
export interface DropPlace {
  line: number
  place: 'above' | 'below' | 'inside'
  /** How far in they would stand. */
  depth: number
  target: string
}

/**
 * Drags a row by its grip, and with it everything that is chosen if it is among that. A mark shows where exactly it would
 * go: between two rows, or into one that takes others. Escape gives it up.
 */
export function dragRows(
  grid: Grid,
  grip: Element,
  scroller: HTMLElement | null,
  released: AbortSignal,
): void {
  const from = Number(grip.closest('[data-line]')?.getAttribute('data-line') ?? -1)
  const row = grid.lines.list.row(from)
  if (!row || released.aborted) return scroller?.removeAttribute('data-dragging')
  const id = String(row['id'])
  const moving = grid.selection.has(id) ? grid.selection : new Set([id])
  let drop: DropPlace | null = null
  followPointer(scroller, {
    at(element, y) {
      const line = element.closest('[data-line]')
      if (!line) return
      const { top, height } = line.getBoundingClientRect()
      drop = dropAt(grid, moving, Number(line.getAttribute('data-line')), (y - top) / height)
      grid.marks.set({ dropping: drop })
    },
    end(taken) {
      scroller?.removeAttribute('data-dragging')
      grid.marks.set({ dropping: null })
      if (!taken || !drop) return
      grid.moveRows(inOrder(grid, moving), { place: drop.place, target: drop.target })
    },
  })
}

/**
 * The place at a height of a line (0 its upper edge, 1 its lower one); null where the rows cannot go. Below a row with
 * others inside is above the first of these: that is where the mark stands.
 */
export function dropAt(
  grid: Pick<Grid, 'lines' | 'tree' | 'indent' | 'takesRows'>,
  moving: ReadonlySet<string>,
  line: number,
  height: number,
): DropPlace | null {
  const row = grid.lines.list.row(line)
  if (!row || isInside(grid, moving, line)) return null
  const [depth, target] = [depthAt(grid, line), String(row['id'])]
  const takes = grid.takesRows(row)
  if (takes && height > 0.25 && height <= 0.75) return { line, place: 'inside', depth: depth + 1, target }
  if (height <= 0.5) return { line, place: 'above', depth, target }
  const next = grid.lines.list.row(line + 1)
  if (!next || depthAt(grid, line + 1) <= depth) return { line, place: 'below', depth, target }
  if (isInside(grid, moving, line + 1)) return null
  return { line: line + 1, place: 'above', depth: depth + 1, target: String(next['id']) }
}

/** Whether a line is one of those that move, or stands in one of them. */
function isInside(
  grid: Pick<Grid, 'lines' | 'tree' | 'indent'>,
  moving: ReadonlySet<string>,
  line: number,
): boolean {
  let depth = Infinity
  for (let at = line; at >= 0; at -= 1) {
    const row = grid.lines.list.row(at)
    if (!row) return false
    const own = depthAt(grid, at)
    if (own >= depth) continue
    if (moving.has(String(row['id']))) return true
    depth = own
  }
  return false
}

function depthAt(grid: Pick<Grid, 'lines' | 'tree' | 'indent'>, at: number): number {
  const line = grid.lines.list.at(at)
  if (line?.kind !== 'row') return 0
  return grid.indent === null ? line.depth : Math.max(0, Number((line.row as Row)[grid.indent] ?? 1) - 1)
}

/** Ids in the order of the list, as far as it has been read; the rest as they were chosen. */
function inOrder(grid: Grid, moving: ReadonlySet<string>): string[] {
  if (moving.size === 1) return [...moving]
  const found: string[] = []
  for (let line = 0; line < grid.lines.list.count && found.length < moving.size; line += 1) {
    const id = String(grid.lines.list.row(line)?.['id'])
    if (moving.has(id)) found.push(id)
  }
  return [...new Set([...found, ...moving])]
}
