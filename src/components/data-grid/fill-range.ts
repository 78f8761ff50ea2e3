import { canonicalJson } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { today } from '#ui/day.ts'
import type { Region } from '#ui/format.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { titleOf } from '../field/field-traits.ts'
import { isInRange, rangeOf, type Cursor, type Range } from './grid-cursor.ts'
import { seriesOf, type Series } from './fill-series.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Grid } from './grid-context.ts'
import { mostAtOnce } from './paste-range.ts'
import { plainValue, withEdits, type CellChange } from './use-cell-edits.ts'
import { writeCells } from './write-cells.ts'

/** How cells are filled: by what their values begin, by copies, or by a series also where one value alone begins none. */
type FillWay = 'usual' | 'copy' | 'series'

/**
 * Gives the cells of the range the values of its first row; a single row takes those of the row above it. Where the first
 * rows are written and the others empty, what those begin goes on.
 */
export async function fillDown(grid: Grid, cursor: Cursor): Promise<void> {
  const range = rangeOf(cursor)
  const first = range.top === range.bottom ? range.top - 1 : range.top
  if (first < 0) return
  const target = { ...range, top: first }
  const written = await writtenRows(grid, target)
  await fillRange(grid, { ...target, bottom: first + written - 1 }, target, written > 1 ? 'usual' : 'copy')
}

/** Gives the cells of the range the values of its first column, where they are of the same type. */
export async function fillRight(grid: Grid, cursor: Cursor): Promise<void> {
  const range = rangeOf(cursor)
  await fillRange(grid, { ...range, right: range.left }, range, 'copy')
}

/** Writes today into a cell, as it is where the reader is. */
export const writeToday = (grid: Grid, row: Row, column: GridColumn, { timeZone }: Region): void =>
  void grid.edits.save(row, column, today(timeZone))

/** How many of the first rows are written where all others are empty; otherwise the first alone counts. */
async function writtenRows(grid: Grid, { top, bottom, left, right }: Range): Promise<number> {
  if (bottom - top > mostAtOnce) return 1
  await grid.lines.read(top, bottom + 1)
  const keys = grid.columns.slice(left, right + 1).flatMap(({ editable, key }) => (editable ? [key] : []))
  const filled = places(top, bottom).map((line) => {
    const row = grid.lines.list.row(line)
    const shown = row ? withEdits(row, grid.edits.of(row)) : {}
    return keys.filter((key) => (shown[key] ?? null) !== null).length
  })
  const written = filled.indexOf(0)
  const isBegun = filled.every((count, at) => count === (at < written ? keys.length : 0))
  return written > 1 && isBegun ? written : 1
}

/**
 * Gives the cells around a range what its values begin: the rows of `target` above and below it, or the columns beside it
 * where they are of the same type; where they begin no series, the values over and over. All of it in one write, which
 * offers the other way.
 */
export async function fillRange(grid: Grid, source: Range, target: Range, way: FillWay): Promise<void> {
  if (target.bottom - target.top > mostAtOnce) {
    toast.warning(t('At most {{most}} rows can be filled at once.', { most: mostAtOnce }))
    return
  }
  await grid.lines.read(target.top, target.bottom + 1)
  const { list } = grid.lines
  const down = source.top !== target.top || source.bottom !== target.bottom
  const series = way === 'copy' ? noSeries : seriesIn(grid, source, down, way === 'series')
  const changes: CellChange[] = []
  for (let line = target.top; line <= target.bottom; line += 1) {
    const row = list.row(line)
    const from = list.row(around(line, source.top, source.bottom))
    if (!row || !from) continue
    const shown = withEdits(from, grid.edits.of(from))
    for (let at = target.left; at <= target.right; at += 1) {
      const column = grid.columns[at]
      const taken = grid.columns[around(at, source.left, source.right)]
      if (isInRange(source, line, at) || !column?.editable || column.field.type !== taken?.field.type)
        continue
      const next = series.get(down ? at : line)
      const value = next
        ? next(down ? line - source.top : at - source.left)
        : plainValue(shown[taken.key] ?? null)
      if (value === undefined || canonicalJson(value) === canonicalJson(plainValue(row[column.key] ?? null)))
        continue
      const label = next ? undefined : (titleOf(shown[taken.key], taken.field, shown) ?? undefined)
      changes.push({ row, column, value, label })
    }
  }
  const other = series.size > 0 ? 'copy' : 'series'
  const hasOther = other === 'copy' || seriesIn(grid, source, down, true).size > 0
  await writeCells(grid, changes, [], {
    ...(hasOther && {
      action: {
        label: other === 'copy' ? t('Copy instead') : t('Go on as a series'),
        onClick: () => void fillRange(grid, source, target, other),
      },
    }),
  })
}

const noSeries: ReadonlyMap<number, Series> = new Map()

/** The series that begin in a range, by their column where it is filled down, else by their line. */
function seriesIn(grid: Grid, range: Range, down: boolean, wanted: boolean): ReadonlyMap<number, Series> {
  const rows = places(range.top, range.bottom).map((line) => grid.lines.list.row(line))
  const columns = places(range.left, range.right).map((at) => grid.columns[at])
  const valueAt = (row: Row | undefined, column: GridColumn | undefined): unknown =>
    row && column ? plainValue(withEdits(row, grid.edits.of(row))[column.key] ?? null) : null
  const found = down
    ? columns.map(
        (column) =>
          column &&
          seriesOf(
            rows.map((row) => valueAt(row, column)),
            column,
            wanted,
          ),
      )
    : rows.map((row) => {
        const [first] = columns
        const isOneType = columns.every((column) => column?.field.type === first?.field.type)
        const values = columns.map((column) => valueAt(row, column))
        return first && isOneType ? seriesOf(values, first, wanted) : null
      })
  return new Map(
    found.flatMap((series, at) => (series ? [[(down ? range.left : range.top) + at, series] as const] : [])),
  )
}

const places = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Where a place past the ends of a stretch falls when the stretch goes on and on. */
function around(at: number, first: number, last: number): number {
  const length = last - first + 1
  return first + ((((at - first) % length) + length) % length)
}

/** Empties the chosen cells. Fields that must be filled, and those that cannot be changed, are left as they are. */
export async function clearRange(grid: Grid, cursor: Cursor): Promise<void> {
  const { top, bottom, left, right } = rangeOf(cursor)
  if (bottom - top >= mostAtOnce) {
    toast.warning(t('At most {{most}} rows can be emptied at once.', { most: mostAtOnce }))
    return
  }
  const columns = grid.columns
    .slice(left, right + 1)
    .filter(({ editable, field }) => editable && !field.required)
  const rows = await grid.lines.read(Math.max(0, top), bottom + 1)
  await writeCells(
    grid,
    rows.flatMap((row) =>
      columns.flatMap((column): CellChange[] =>
        plainValue(row[column.key] ?? null) === null ? [] : [{ row, column, value: null }],
      ),
    ),
  )
}
