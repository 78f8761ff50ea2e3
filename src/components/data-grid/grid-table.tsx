/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, type CSSProperties } from 'react'
import { useRegion } from '#ui/region.ts'
import { preloadInputs } from '../field/field-views.ts'
import { columnTracks, partWidths } from './cell-style.ts'
import styles from './data-grid.module.css'
import { at, isSeveral, rangeOf } from './grid-cursor.ts'
import type { Grid } from './grid-context.ts'
import { GridHeader } from './grid-header.tsx'
import { actionsWidth, selectWidth } from './grid-layout.ts'
import { GridLinesView } from './grid-lines-view.tsx'
import { useCursor } from './grid-marks.ts'
import { cellId } from './grid-row.tsx'
import { physicalHeight } from './grid-scale.ts'
import { cellKey, filling } from './cell-keys.ts'
import { useCursorInSight } from './use-cursor-in-sight.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useTouchRange } from './use-touch-range.ts'
import { useGridWindow } from './use-grid-window.ts'

const RangeSums = lazy(() => import('./range-sums.tsx').then((module) => ({ default: module.RangeSums })))

const KeptLines = lazy(() => import('./kept-lines.tsx').then((module) => ({ default: module.KeptLines })))

const GridSums = lazy(() => import('./grid-sums.tsx').then((module) => ({ default: module.GridSums })))

// Needed at once when it is needed: a browser takes what is copied only during the event.
let copying: typeof import('./copy-range.ts') | null = null
const loadCopying = async (): Promise<void> => void (copying = await import('./copy-range.ts'))

const headerHeight = 33
/** Lines taller than this, in pixels, break their words. */
const tallFrom = 60

interface GridTableProps {
  grid: Grid
  /** Says which lines are in sight, so that they are asked for. */
  onView(from: number, to: number): void
}

/** The scrolling table. It holds the focus itself and points at the cell the cursor is in, so rows may come and go. */
export function GridTable({ grid, onView }: GridTableProps) {
  const region = useRegion()
  const scroller = useRef<HTMLDivElement>(null)
  const { rowHeight, lines, frame } = grid
  const cursor = useCursor(grid.marks)
  const { count } = lines.list
  const foot = lines.sums ? 33 : 0
  const { store, scrollToLine, scrollToTop } = useGridWindow(scroller, {
    count,
    rowHeight,
    layout: grid.layout,
    header: headerHeight,
    foot,
    beside: (grid.selectable ? selectWidth : 0) + (grid.rowActions.length > 0 ? actionsWidth : 0),
  })

  const style = useMemo(
    () =>
      ({
        ...partWidths(frame),
        '--grid-tracks': columnTracks(frame),
        '--grid-row': `${frame.rowHeight}px`,
      }) as CSSProperties,
    [frame],
  )

  // What keys need is fetched with the first focus; each edit gives it back.
  const wasFocused = useRef(false)
  const { name } = lines
  const named = useRef(name)
  useEffect(() => {
    if (named.current === name) return
    named.current = name
    scrollToTop()
  }, [name, scrollToTop])

  useCursorInSight(grid, scroller, scrollToLine)

  const pointer = useGridPointer(grid, scroller)
  const touch = useTouchRange(grid, scroller)
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.target !== scroller.current) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    if (cellKey(grid, event, page, region)) event.preventDefault()
  }
  // Without a text selection the browser sends these to the body, so the document is listened to while the grid has
  // the focus itself.
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement !== scroller.current || !cursor || cursor.row < 0) return
    event.preventDefault()
    const cells = copying?.copyCells(grid, cursor, region)
    if (cells) {
      event.clipboardData?.setData('text/plain', cells.text)
      event.clipboardData?.setData('text/html', cells.html)
    } else void import('./copy-far.ts').then(({ copyFar }) => copyFar(grid, cursor, region))
    // Of what is read only now nothing is emptied: it may never come to the clipboard.
    if (cells && event.type === 'cut' && grid.editable)
      void filling().then(({ clearRange }) => clearRange(grid, cursor))
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement !== scroller.current || !cursor || !grid.editable) return
    event.preventDefault()
    // Read now: after the event there is nothing to read.
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const html = text === '' ? (event.clipboardData?.getData('text/html') ?? '') : ''
    void import('./paste-range.ts').then(({ pasteRange }) => pasteRange(grid, cursor, { text, html }, region))
  })
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => onCopy(event)
    const paste = (event: ClipboardEvent): void => onPaste(event)
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])

  const table = (
    // A grid is one stop of the Tab key: arrows move inside it, and the active cell is pointed at.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is grid or treegrid
    <div
      ref={scroller}
      role={grid.tree ? 'treegrid' : 'grid'}
      tabIndex={0}
      aria-label={grid.label}
      aria-rowcount={lines.total === null && !grid.tree ? -1 : count + 1}
      aria-colcount={grid.columns.length + (grid.selectable ? 1 : 0) + 1}
      aria-multiselectable={grid.selectable || undefined}
      aria-activedescendant={
        cursor
          ? cursor.row < 0
            ? `${grid.id}-h-${cursor.column}`
            : cellId(grid.id, cursor.row, lines.list.at(cursor.row)?.kind === 'row' ? cursor.column : 0)
          : undefined
      }
      className={styles.scroller}
      data-tall={rowHeight > tallFrom || undefined}
      style={style}
      onFocus={(event) => {
        // Put by hand: React would draw the table for it. A menu of a line stands elsewhere in the document.
        event.currentTarget.toggleAttribute('data-focused', event.currentTarget.contains(event.target))
        if (event.target !== scroller.current) return
        if (!cursor && count > 0) grid.setCursor(at(0, 0))
        if (wasFocused.current) return
        wasFocused.current = true
        void loadCopying()
        if (grid.editable) void Promise.all([preloadInputs(), import('./edited-cell.tsx')])
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute('data-focused')
      }}
      onKeyDown={onKeyDown}
      {...pointer}
      {...touch}
    >
      <GridHeader grid={grid} store={store} active={cursor?.row === -1 ? cursor.column : -1} />
      <div className={styles.body} style={{ height: physicalHeight(count, rowHeight) }}>
        <GridLinesView grid={grid} store={store} scroller={scroller} onView={onView} />
      </div>
      {lines.sums && (
        <Suspense fallback={<div className={styles.sums} />}>
          <GridSums frame={frame} all={grid.all} sums={lines.sums} />
        </Suspense>
      )}
    </div>
  )
  return (
    <div className={styles.table}>
      {table}
      <Suspense>
        <KeptLines grid={grid} scroller={scroller} />
      </Suspense>
      {cursor && isSeveral(cursor) && (
        <Suspense>
          <RangeSums grid={grid} range={rangeOf(cursor)} />
        </Suspense>
      )}
    </div>
  )
}
