import { useLayoutEffect, useMemo, useState } from 'react'
import type { Row } from '#contracts/query.ts'
import type { LinePart } from './cell-style.ts'
import type { Grid, GridFrame, RowMarks } from './grid-context.ts'
import { rangeOf, type Range } from './grid-cursor.ts'
import type { RowEdits } from './grid-edits.ts'
import type { GridLine } from './grid-lines.ts'
import type { Marks } from './grid-marks.ts'
import { blockLines, lineStep } from './grid-scale.ts'
import { useShownPart, type WindowStore } from './use-grid-window.ts'

/** A line and what is drawn with it besides the marks: a block of lines for which all of this is the same is not drawn again. */
export interface ShownLine {
  item: GridLine | undefined
  row: Row | undefined
  edits: RowEdits | undefined
  over: Row | undefined
  others: RowMarks | undefined
  selected: boolean
  depth: number
  isParent: boolean
  open: boolean
}

/** A block of lines as it stands in one part of the grid. */
export interface ShownBlock {
  /** For what is drawn of more than its line: a head of a group, a cell that is edited. */
  grid: Grid
  frame: GridFrame
  parts: readonly LinePart[]
  part: LinePart
  /** Place of its first line among the lines of the grid. */
  first: number
  lines: readonly ShownLine[]
  /** How many elements lines are drawn in. */
  places: number
  anchor: number
  columnFrom: number
  columnTo: number
  /** Null where none of them stands in it. */
  marks: Marks | null
}

/** What is drawn of a line of the grid as it is now. */
function lineAt(grid: Grid, index: number): ShownLine {
  const item = grid.lines.list.at(index)
  const row = item?.kind === 'row' ? item.row : undefined
  const key = row ? String(row['id']) : ''
  return {
    item,
    row,
    edits: row && grid.edits.of(row),
    over: row && grid.live?.over(row),
    others: row && grid.others.marks.get(key),
    selected: row !== undefined && grid.selection.has(key),
    depth: item?.kind === 'row' ? item.depth : 0,
    isParent: grid.tree && row !== undefined && grid.lines.childrenOf(key) > 0,
    open: grid.tree && grid.isOpen(key),
  }
}

function isSame<Part extends object>(a: Part, b: Part, besides: readonly (keyof Part)[] = []): boolean {
  return (Object.keys(a) as (keyof Part)[]).every((key) => a[key] === b[key] || besides.includes(key))
}

function isSameBlock(a: ShownBlock, b: ShownBlock): boolean {
  // What is edited, and heads of groups, go by the grid of now.
  const besides: ('grid' | 'lines')[] =
    b.marks === null && b.lines.every(({ item }) => item?.kind === 'row') ? ['grid', 'lines'] : ['lines']
  return (
    isSame(a, b, besides) &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, at) => {
      const now = b.lines[at]
      return now && line.item?.kind === now.item?.kind && isSame(line, now, ['item'])
    })
  )
}

/** Whether a mark stands in the lines `first` to `end` (not with it). */
function touches({ cursor, editing, filling }: Marks, first: number, end: number): boolean {
  const meets = ({ top, bottom }: Range): boolean => top < end && bottom >= first
  return (
    (cursor !== null && meets(rangeOf(cursor))) ||
    (filling !== null && meets(filling)) ||
    (editing !== null && editing.row >= first && editing.row < end)
  )
}

/** Where a block of lines is drawn in one part: it stays, and is filled with other lines as they pass. */
export class BlockPlace {
  shown: ShownBlock | null = null
  #listener: (() => void) | null = null

  constructor(
    readonly parts: readonly LinePart[],
    readonly part: LinePart,
    /** Which of the places of its part, of how many. */
    readonly slot: number,
    readonly of: number,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listener = listener
    return () => (this.#listener = null)
  }

  readonly read = (): ShownBlock | null => this.shown

  /** Looks what stands here. Lines it has are looked at again where they may have changed. */
  look(grid: Grid, store: WindowStore, mayDiffer: boolean): void {
    const { parts, part, slot, of, shown } = this
    const { from, to, anchor, columnFrom, columnTo } = store.read()
    const begin = from / blockLines
    const first = (begin + ((slot - (begin % of) + of) % of)) * blockLines
    const end = Math.min(first + blockLines, to, grid.lines.list.count)
    const marks = grid.marks.read()
    const free = part === 'free'
    const stand = {
      first,
      anchor,
      // What sticks does not change when columns pass.
      columnFrom: free ? columnFrom : 0,
      columnTo: free ? columnTo : 0,
      marks: touches(marks, first, end) ? marks : null,
    }
    const length = Math.max(0, end - first)
    // More lines of the list may come into sight after the grid has told of them.
    const stands = shown?.lines.length === length && isSame(stand, shown)
    if (shown ? stands && !mayDiffer : length === 0) return
    const { frame } = grid
    const lines = Array.from({ length }, (_, at) => lineAt(grid, first + at))
    const next: ShownBlock | null =
      length > 0 ? { ...stand, grid, frame, parts, part, lines, places: of * blockLines } : null
    if (shown && next && isSameBlock(shown, next)) return
    this.shown = next
    this.#listener?.()
  }
}

/**
 * The places lines are drawn in, by part. React looks only at those whose lines changed: looking at all of them was most of
 * what a turn of the wheel cost.
 */
export function useLineBlocks(
  grid: Grid,
  store: WindowStore,
  parts: readonly LinePart[],
): readonly BlockPlace[][] {
  const count = useShownPart(store, placesOf)
  const { marks, live, edits } = grid
  const places = useMemo(
    () =>
      parts.map((part) =>
        Array.from({ length: count }, (_, slot) => new BlockPlace(parts, part, slot, count)),
      ),
    [parts, count],
  )
  const [looker] = useState(() => new Looker(store))
  // New places are filled before they are first drawn.
  if (!looker.has(places)) for (const place of places.flat()) place.look(grid, store, true)
  useLayoutEffect(() => looker.follow(grid, places), [looker, places, grid])
  useLayoutEffect(() => {
    const stops = [store, marks, edits.store, live].map((one) => one?.subscribe(looker.look))
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [looker, store, marks, edits.store, live])
  return places
}

/** How many places a part has: what leaves at one end is filled anew at the other, so their number stays. */
const placesOf = ({ from, to }: { from: number; to: number }): number =>
  Math.ceil((to - from) / lineStep) * (lineStep / blockLines)

/** Looks through the places whenever something that is drawn in them may have changed. */
class Looker {
  #places: readonly BlockPlace[][] = []
  #grid: Grid | null = null
  #known: readonly unknown[] = []

  constructor(readonly store: WindowStore) {}

  has(places: readonly BlockPlace[][]): boolean {
    return places === this.#places
  }

  follow(grid: Grid, places: readonly BlockPlace[][]): void {
    this.#grid = grid
    this.#places = places
    this.look()
  }

  readonly look = (): void => {
    const grid = this.#grid
    const places = this.#places
    if (!grid) return
    const { live } = grid
    const now = [grid, grid.edits.store.read(), live?.read()]
    const mayDiffer = now.some((one, at) => one !== this.#known[at])
    this.#known = now
    for (const part of places) for (const place of part) place.look(grid, this.store, mayDiffer)
    live?.look(
      (places[0] ?? []).flatMap(({ shown }) => shown?.lines.flatMap(({ row }) => (row ? [row] : [])) ?? []),
    )
  }
}
