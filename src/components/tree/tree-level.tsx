import { useState } from 'react'
import type { Row } from '#contracts/query.ts'
import { usePagedQuery } from '#engine/data/use-paged-query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { textOf } from '../props/text-of.ts'
import { useTree } from './tree-context.ts'
import styles from './tree.module.css'
import { childrenQuery, levelQuery } from './tree-query.ts'

/** The records under one record. */
export function TreeLevel({ above, depth }: { above: string | null; depth: number }) {
  const t = useTranslate()
  const { shape, empty, create } = useTree()
  const level = usePagedQuery(levelQuery(shape, above), { keep: true })
  const ids = level.rows.map((row) => String(row['id']))
  const below = useQuery(ids.length > 0 ? childrenQuery(shape, ids) : null, { keep: true })
  const counts = new Map(below.data?.rows.map((row) => [row[shape.parent], Number(row['count'])]))
  const indent = { paddingLeft: 28 + depth * 20 }

  if (level.error && level.rows.length === 0) {
    return (
      <li role="none" className={styles.note} style={indent}>
        {t('This level could not be read.')}
        <Button size="compact" variant="ghost" onClick={level.refetch}>
          {t('Try again')}
        </Button>
      </li>
    )
  }
  if (level.isPending) {
    return (
      <li role="none" style={indent}>
        <Skeleton lines={depth === 0 ? 5 : 1} />
      </li>
    )
  }
  if (level.rows.length === 0 && depth === 0) {
    return (
      <li role="none">
        <EmptyState
          compact
          icon={empty?.icon ?? 'tree'}
          title={empty?.title ?? t('Nothing here yet')}
          action={
            create &&
            empty?.action && (
              <Button variant="primary" onClick={create}>
                {empty.action}
              </Button>
            )
          }
        >
          {empty?.text}
        </EmptyState>
      </li>
    )
  }
  return (
    <>
      {level.rows.map((row, at) => (
        <TreeItem
          key={String(row['id'])}
          row={row}
          depth={depth}
          count={counts.get(row['id']) ?? 0}
          first={depth === 0 && at === 0}
        />
      ))}
      {level.hasMore && (
        <li role="none" style={indent}>
          <Button size="compact" variant="ghost" loading={level.isLoadingMore} onClick={level.loadMore}>
            {t('Show more')}
          </Button>
        </li>
      )}
    </>
  )
}

interface TreeItemProps {
  row: Row
  depth: number
  count: number
  /** The one the Tab key reaches while nothing is chosen. */
  first: boolean
}

function TreeItem({ row, depth, count, first }: TreeItemProps) {
  const t = useTranslate()
  const { shape, icon, open, selected, movable, setOpen, select, move, askMove } = useTree()
  const [over, setOver] = useState(false)
  const id = String(row['id'])
  const isOpen = open.has(id) && count > 0
  const isSelected = selected === id
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree itself handles the keys
    <li
      role="treeitem"
      id={`tree-${id}`}
      data-tree-item={id}
      aria-level={depth + 1}
      aria-expanded={count > 0 ? isOpen : undefined}
      aria-selected={isSelected}
      tabIndex={isSelected || (first && !selected) ? 0 : -1}
      className={styles.item}
      onClick={(event) => {
        event.stopPropagation()
        select(row)
      }}
      {...(movable && {
        draggable: true,
        onDragStart: (event: React.DragEvent) => {
          event.stopPropagation()
          event.dataTransfer.setData('application/x-tree-row', JSON.stringify(row))
        },
        onDragOver: (event: React.DragEvent) => {
          event.preventDefault()
          event.stopPropagation()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: React.DragEvent) => {
          event.preventDefault()
          event.stopPropagation()
          setOver(false)
          const dragged = event.dataTransfer.getData('application/x-tree-row')
          if (dragged !== '') move(JSON.parse(dragged) as Row, id)
        },
      })}
    >
      <div
        className={classes(styles.line, isSelected && styles.selected, over && styles.over)}
        style={{ paddingLeft: 4 + depth * 20 }}
      >
        {count > 0 ? (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            className={styles.toggle}
            onClick={(event) => {
              event.stopPropagation()
              setOpen(id, !isOpen)
            }}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          </button>
        ) : (
          <span className={styles.toggle} />
        )}
        <Icon
          name={icon ?? (count > 0 ? (isOpen ? 'folder-open' : 'folder') : 'file')}
          className={styles.icon}
        />
        <span className={styles.title}>{textOf(row[shape.title]) || t('Without a name')}</span>
        {shape.note && <span className={styles.side}>{textOf(row[shape.note])}</span>}
        {movable && (
          <Menu
            align="end"
            items={[
              { label: t('Move to …'), icon: 'move', onSelect: () => askMove(row) },
              { label: t('Move to the top level'), icon: 'outdent', onSelect: () => move(row, null) },
            ]}
          >
            {({ onClick, ...trigger }) => (
              <IconButton
                icon="dots"
                size="compact"
                label={t('Actions')}
                tabIndex={-1}
                className={styles.menu}
                {...trigger}
                onClick={(event) => {
                  event.stopPropagation()
                  onClick()
                }}
              />
            )}
          </Menu>
        )}
      </div>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tree pattern of ARIA
        <ul role="group" className={styles.level}>
          <TreeLevel above={id} depth={depth + 1} />
        </ul>
      )}
    </li>
  )
}
