/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of records is no set of fields, and no landmark of the page */
import { useState } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row, Where } from '#contracts/query.ts'
import { usePagedQuery } from '#engine/data/use-paged-query.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { listQuery, type ListSource } from '../list-source/list-source.ts'
import { RecordFacts, RecordName } from '../list-source/record-card.tsx'
import type { BoardColumn } from './kanban-board.tsx'
import styles from './kanban.module.css'

interface KanbanColumnProps {
  source: ListSource
  by: FieldDescription
  column: BoardColumn
  columns: readonly BoardColumn[]
  movable: boolean
  moved: ReadonlyMap<string, { row: Row; value: BoardColumn['value'] }>
  onMove: (row: Row, value: BoardColumn['value']) => void
}

// The card under the pointer: a drag carries only text, and the record is needed where it is dropped.
let dragged: Row | null = null

/** One column with its cards. A card is dragged, or moved with its menu: by keyboard and on a phone. */
export function KanbanColumn({ source, by, column, columns, movable, moved, onMove }: KanbanColumnProps) {
  const t = useTranslate()
  const region = useRegion()
  const [over, setOver] = useState(false)
  const here: Where =
    column.value === null
      ? { field: by.key, op: 'empty', value: true }
      : { field: by.key, op: 'eq', value: column.value }
  const answer = usePagedQuery(listQuery(source, { where: here, fields: [by.key], size: 50 }), { keep: true })
  const stayed = answer.rows.filter((row) => !moved.has(String(row['id'])))
  const arrived = [...moved.values()].filter(({ value }) => value === column.value).map(({ row }) => row)
  return (
    // Dragging is for the pointer; each card's menu moves it too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={column.label}
      className={classes(styles.column, over && styles.over)}
      onDragOver={(event) => {
        if (!movable || !dragged) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (dragged) onMove(dragged, column.value)
        dragged = null
      }}
    >
      <h2 className={styles.head}>
        {column.label} <span className={styles.count}>{formatNumber(column.count, region)}</span>
      </h2>
      <ul className={styles.cards}>
        {[...arrived, ...stayed].map((row) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as above
          <li
            key={String(row['id'])}
            className={styles.card}
            draggable={movable}
            onDragStart={(event) => {
              dragged = row
              event.dataTransfer.setData('text/plain', String(row['id']))
              event.dataTransfer.effectAllowed = 'move'
            }}
            onDragEnd={() => {
              dragged = null
            }}
          >
            <RecordName source={source} row={row} />
            <RecordFacts source={source} row={row} without={by.key} />
            {movable && (
              <span className={styles.menu}>
                <Menu
                  align="end"
                  items={[
                    { kind: 'label', label: t('Move to') },
                    ...columns
                      .filter(({ value }) => value !== column.value && (value !== null || !by.required))
                      .map(({ label, value }) => ({ label, onSelect: () => onMove(row, value) })),
                  ]}
                >
                  {(trigger) => <IconButton icon="dots" size="compact" label={t('Move to')} {...trigger} />}
                </Menu>
              </span>
            )}
          </li>
        ))}
        {answer.isPending && <li className={styles.waiting} aria-label={t('Loading')} />}
      </ul>
      {answer.error && answer.rows.length === 0 && (
        <ErrorState compact title={t('This list could not be read')} onRetry={answer.refetch}>
          {t(answer.error.message)}
        </ErrorState>
      )}
      {answer.hasMore && (
        <Button size="compact" variant="ghost" loading={answer.isLoadingMore} onClick={answer.loadMore}>
          {t('Show more')}
        </Button>
      )}
    </div>
  )
}
