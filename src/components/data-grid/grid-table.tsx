/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import { preloadInputs } from '../field/field-views.ts'
import { copyRange } from './copy-range.ts'
import { at } from './grid-cursor.ts'
import { cellKey } from './cell-keys.ts'
import type { Grid } from './grid-context.ts'
import { GridGroup } from './grid-group.tsx'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { GridSums } from './grid-sums.tsx'
import styles from './data-grid.module.css'
import { columnTracks } from './pin-style.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'

/** The scrolling table. It holds the focus itself and points at the cell the cursor is in, so rows may come and go. */
export function GridTable({ grid }: { grid: Grid }) {
  const region = useRegion()
  const t = useTranslate()
  const scroller = useRef<HTMLDivElement>(null)
  const { items, cursor, rowHeight } = grid
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: rowHeight + 4,
    scrollPaddingEnd: grid.data.sums ? rowHeight : 8,
  })
  const lines = virtual.getVirtualItems()
  const firstShown = lines[0]?.index ?? 0
  const lastShown = lines.at(-1)?.index ?? -1

  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const loadAt = useEffectEvent((index: number) => {
    const ahead = items.slice(index, index + 12).find((item) => item.kind === 'more')
    if (ahead?.kind === 'more') ahead.load()
  })
  // An open group may still be on its way above the last line in sight.
  useEffect(() => loadAt(firstShown), [firstShown, items.length])
  useEffect(() => loadAt(Math.max(0, lastShown)), [lastShown, items.length])

  useEffect(() => {
    if (!cursor || cursor.row < 0) return
    virtual.scrollToIndex(cursor.row)
    // The row is drawn by the next frame; then the column can be brought into sight.
    requestAnimationFrame(() => {
      document
        .getElementById(`${grid.id}-${cursor.row}-${cursor.column}`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    // Follows the cell, not the cursor that is made anew with every range.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [virtual, grid.id, cursor?.row, cursor?.column])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    if (cellKey(grid, event, page)) event.preventDefault()
  }
  // Without a text selection the browser sends these to the body, so the document is listened to while the grid has
  // the focus itself.
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement !== scroller.current || !cursor || cursor.row < 0) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', copyRange(grid, cursor, region))
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement !== scroller.current || !cursor || !grid.editable) return
    event.preventDefault()
    const text = event.clipboardData?.getData('text/plain') ?? ''
    void import('./paste-range.ts').then(({ pasteRange }) => pasteRange(grid, cursor, text, region))
  })
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => onCopy(event)
    const paste = (event: ClipboardEvent): void => onPaste(event)
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])

  return (
    // A grid is one stop of the Tab key: arrows move inside it, and the active cell is pointed at.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={grid.label}
      aria-rowcount={grid.data.total === null ? -1 : grid.data.total + 1}
      aria-colcount={grid.columns.length + (grid.selectable ? 1 : 0) + 1}
      aria-multiselectable={grid.selectable || undefined}
      aria-busy={grid.data.isFetching}
      aria-activedescendant={
        cursor
          ? cursor.row < 0
            ? `${grid.id}-h-${cursor.column}`
            : `${grid.id}-${cursor.row}-${cursor.column}`
          : undefined
      }
      className={styles.scroller}
      style={{ '--grid-tracks': columnTracks(grid), '--grid-row': `${rowHeight}px` } as React.CSSProperties}
      onFocus={(event) => {
        if (event.target !== scroller.current) return
        if (!cursor && items.length > 0) grid.setCursor(at(0, 0))
        if (grid.editable) void Promise.all([preloadInputs(), import('./cell-editor.tsx')])
      }}
      onKeyDown={onKeyDown}
    >
      <GridHeader grid={grid} />
      <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {lines.map((line) => {
          const item = items[line.index]
          const style = { transform: `translateY(${line.start}px)` }
          if (!item) return null
          if (item.kind === 'row')
            return <GridRow key={line.key} grid={grid} row={item.row} index={line.index} style={style} />
          if (item.kind === 'group')
            return <GridGroup key={line.key} grid={grid} item={item} index={line.index} style={style} />
          return (
            <div
              key={line.key}
              role="row"
              aria-rowindex={line.index + 2}
              className={styles.row}
              style={style}
            >
              <div role="gridcell" aria-label={t('Loading')} className={styles.loading} />
            </div>
          )
        })}
      </div>
      {grid.data.sums && <GridSums grid={grid} sums={grid.data.sums} />}
    </div>
  )
}
