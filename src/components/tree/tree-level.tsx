import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
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

/** The records under one record; `path` holds its id and those of all above it, nearest first. */
export function TreeLevel({ path, depth }: { path: readonly string[]; depth: number }) {
  const above = path[0] ?? null
  const t = useTranslate()
  const { shape, empty, create, setOpen } = useTree()
  const level = usePagedQuery(levelQuery(shape, above), { keep: true })
  const ids = level.rows.map((row) => String(row['id']))
  const below = useQuery(ids.length > 0 ? childrenQuery(shape, ids) : null, { keep: true })
  const counts = new Map(below.data?.rows.map((row) => [row[shape.parent], Number(row['count'])]))
  const indent = { paddingLeft: 28 + depth * 20 }
  // One record that holds all others is nothing to choose from: what stands under it is what is looked for.
  const lone = depth === 0 && ids.length === 1 && !level.hasMore ? ids[0] : undefined
  const openLone = useEffectEvent(setOpen)
  useEffect(() => {
    if (lone !== undefined) openLone(lone, true)
  }, [lone])

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
          path={path}
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
  /** The ids of what it stands under, nearest first. */
  path: readonly string[]
  depth: number
  count: number
  /** The one the Tab key reaches while nothing is chosen. */
  first: boolean
}

function TreeItem({ row, path, depth, count, first }: TreeItemProps) {
  const t = useTranslate()
  const {
    shape,
    icon,
    open,
    selected,
    movable,
    choice,
    setOpen,
    point,
    move,
    askMove,
    drag,
    takes,
    inSight,
    arrive,
  } = useTree()
  const item = useRef<HTMLLIElement>(null)
  const [over, setOver] = useState(false)
  const id = String(row['id'])
  const isOpen = open.has(id) && count > 0
  const isSelected = selected === id
  const isChosen = choice.ids.has(id)
  const several = choice.ids.size > 0
  useEffect(() => inSight(id, { row, above: path }), [inSight, id, row, path])
  useEffect(() => {
    if (arrive(id)) item.current?.focus()
  }, [arrive, id])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree itself handles the keys
    <li
      ref={item}
      role="treeitem"
      id={`tree-${id}`}
      data-tree-item={id}
      aria-level={depth + 1}
      aria-expanded={count > 0 ? isOpen : undefined}
      aria-selected={several ? isChosen : isSelected}
      tabIndex={isSelected || (first && !selected) ? 0 : -1}
      className={styles.item}
      onClick={(event) => {
        event.stopPropagation()
        // An entry of its menu stands elsewhere on the page, and yet its clicks come by here.
        if (!event.currentTarget.contains(event.target as Node)) return
        point(id, { add: event.ctrlKey || event.metaKey || choice.picking, range: event.shiftKey })
      }}
      {...(movable && {
        draggable: true,
        onDragStart: (event: React.DragEvent) => {
          event.stopPropagation()
          const rows = choice.movedWith(row)
          drag(rows)
          event.dataTransfer.setData('application/x-tree-rows', JSON.stringify(rows))
        },
        onDragEnd: () => drag([]),
        onDragOver: (event: React.DragEvent) => {
          event.stopPropagation()
          if (!takes(id, path)) return
          event.preventDefault()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: React.DragEvent) => {
          event.preventDefault()
          event.stopPropagation()
          setOver(false)
          const dragged = event.dataTransfer.getData('application/x-tree-rows')
          if (dragged !== '') move(JSON.parse(dragged) as Row[], id)
        },
      })}
    >
      <div
        className={classes(
          styles.line,
          (several ? isChosen : isSelected) && styles.selected,
          over && styles.over,
        )}
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
              { label: t('Move to …'), icon: 'move', onSelect: () => askMove(choice.movedWith(row)) },
              {
                label: t('Move to the top level'),
                icon: 'outdent',
                onSelect: () => move(choice.movedWith(row), null),
              },
              {
                label: t('Choose several'),
                icon: 'check',
                onSelect: () => choice.startPicking({ row, above: path }),
              },
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
          <TreeBelow id={id} path={path} depth={depth + 1} />
        </ul>
      )}
    </li>
  )
}

/** The records under this one, which stands under `path`. */
function TreeBelow({ id, path, depth }: { id: string; path: readonly string[]; depth: number }) {
  const below = useMemo(() => [id, ...path], [id, path])
  return <TreeLevel path={below} depth={depth} />
}
