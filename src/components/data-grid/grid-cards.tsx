import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Row } from '#contracts/query.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { viewOfField } from '../field/view-of-field.tsx'
import { fieldViewOf } from '../field/field-views.ts'
import { isEmptyValue } from '../field/field-traits.ts'
import { GridGroup } from './grid-group.tsx'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import type { Grid } from './grid-context.ts'
import { RowMenu } from './row-menu.tsx'
import { KeptLines } from './kept-lines.tsx'
import { useLongPress } from './use-long-press.ts'
import styles from './grid-cards.module.css'

const mostFacts = 4

interface GridCardsProps {
  grid: Grid
  onView: (from: number, to: number) => void
  /** The grid has a height of its own: the cards keep to it. */
  fixed: boolean
  /** What the cards say, first what matters most; the first columns otherwise. */
  facts: Facts
}

type Facts = ViewProps<typeof dataGrid>['props']['facts']

/** The list on a phone: a card for each record, with its title and the first facts. */
export function GridCards({ grid, onView, fixed, facts }: GridCardsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { list } = grid.lines
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useVirtualizer({
    count: list.count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (list.at(index)?.kind === 'row' ? 112 : 44),
    overscan: 6,
  })
  const lines = virtual.getVirtualItems()
  const see = useEffectEvent(onView)
  const from = lines[0]?.index ?? 0
  const to = (lines.at(-1)?.index ?? 0) + 1
  useEffect(() => see(from, to), [from, to])
  // Cards without anything to press are still scrolled with the keyboard.
  const isOnlyRead = !grid.canOpen && grid.rowActions.length === 0
  return (
    <>
      <div
        ref={scroller}
        className={classes(styles.scroller, fixed && styles.fixed)}
        {...(isOnlyRead && { tabIndex: 0, role: 'group', 'aria-label': grid.label })}
      >
        <ul aria-label={grid.label} className={styles.list} style={{ height: virtual.getTotalSize() }}>
          {lines.map((line) => {
            const item = list.at(line.index)
            const style = { transform: `translateY(${line.start}px)` }
            if (!item) return null
            return (
              <li
                key={line.key}
                ref={virtual.measureElement}
                data-index={line.index}
                className={styles.item}
                style={style}
              >
                {item.kind === 'row' &&
                  (item.row ? (
                    <Card grid={grid} row={item.row} depth={item.depth} facts={facts} />
                  ) : (
                    <div className={styles.coming} />
                  ))}
                {item.kind === 'group' && <GridGroup card grid={grid} item={item} index={line.index} />}
              </li>
            )
          })}
        </ul>
      </div>
      <KeptLines grid={grid} scroller={scroller} cards={virtual} />
    </>
  )
}

function Card({ grid, row, depth, facts }: { grid: Grid; row: Row; depth: number; facts: Facts }) {
  const t = useTranslate()
  const title = grid.columns.find(({ key }) => key === grid.titleKey)
  const named = facts?.filter(({ field, usual }) => row[field] !== usual)
  const columns = named
    ? named.flatMap(({ field }) => grid.columns.find(({ key }) => key === field) ?? [])
    : grid.columns
  const filled = columns.filter(({ key }) => !isEmptyValue(row[key]))
  // What has no name is headed by the first thing that is known of it.
  const head = title && !isEmptyValue(row[title.key]) ? title : filled[0]
  const shown = filled.filter(({ key }) => key !== head?.key).slice(0, mostFacts)
  const actions = grid.rowActions.filter(({ only }) =>
    Object.entries(only ?? {}).every(([key, value]) => row[key] === value),
  )
  const href = grid.hrefOf(row)
  const id = String(row['id'])
  const chosen = grid.selection.has(id)
  const below = grid.tree ? grid.lines.childrenOf(id) : 0
  const choose = (): void => {
    const next = new Set(grid.selection)
    if (!next.delete(id)) next.add(id)
    grid.select(next)
  }
  const press = useLongPress(() => {
    if (!grid.mayChoose || grid.choosing) return
    grid.setChoosing(true)
    choose()
  })
  const { cell: Head } = fieldViewOf(head?.field.type ?? 'text')
  const name = head ? <Head value={row[head.key]} field={head.field} row={row} /> : t('Without a name')
  return (
    <article
      className={classes(styles.card, chosen && styles.chosen)}
      // In a tree: how far down it stands. Deeper than a few steps there is no room left to show it.
      style={depth > 0 && grid.tree ? { marginLeft: Math.min(depth, 4) * 16 } : undefined}
      {...press}
    >
      <div className={classes(styles.title, actions.length > 0 && styles.withMenu)}>
        {grid.choosing ? (
          <label className={styles.choose}>
            <input type="checkbox" className={styles.box} checked={chosen} onChange={choose} />
            <span>{name}</span>
          </label>
        ) : href ? (
          <Link href={href} className={styles.open}>
            {name}
          </Link>
        ) : grid.canOpen ? (
          <button type="button" className={styles.open} onClick={() => grid.open(row)}>
            {name}
          </button>
        ) : (
          name
        )}
        {!grid.choosing && grid.canOpen && actions.length === 0 && (
          <Icon name="chevron-right" className={styles.arrow} />
        )}
      </div>
      <dl className={styles.facts}>
        {shown.map((column) => {
          const { cell: Cell } = viewOfField(column.field)
          return (
            <div key={column.key} className={styles.fact}>
              <dt>{column.label}</dt>
              <dd>
                <Cell value={row[column.key]} field={column.field} row={row} />
              </dd>
            </div>
          )
        })}
      </dl>
      {below > 0 && (
        <button
          type="button"
          className={styles.below}
          aria-expanded={grid.isOpen(id)}
          onClick={() => grid.toggle(id)}
        >
          <Icon name={grid.isOpen(id) ? 'chevron-down' : 'chevron-right'} />
          {t('{{count}} under this', { count: below })}
        </button>
      )}
      {!grid.choosing && actions.length > 0 && (
        <div className={styles.menu}>
          <RowMenu frame={grid} row={row} />
        </div>
      )}
    </article>
  )
}
