import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { leavePart } from '#engine/routing/hold-part.ts'
import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { Tabs as TabList } from '#ui/tabs.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useMedia } from '../data-grid/use-media.ts'
import { safeUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import type { tabs } from './tabs.definition.ts'
import styles from './tabs.module.css'

/** Wider than any screen. */
const never = 100_000

/** Views of one thing. The open tab stands in the address under the node's id, so that back and a shared link work. */
export function Tabs({ id, props, slots, emit, expose }: ViewProps<typeof tabs>) {
  const t = useTranslate()
  const region = useRegion()
  const [search, setSearch] = useSearchParams()
  const { pathname, state } = useLocation()
  const beside = useMedia(`(min-width: ${props.beside_from ?? never}px)`)
  const items = props.items.map((item) => {
    const href = safeUrl(item.to)
    return {
      id: item.slot,
      label: item.label,
      ...(item.icon && { icon: item.icon }),
      ...(typeof item.count === 'number' && { count: formatNumber(item.count, region) }),
      ...(href !== undefined && { href }),
    }
  })
  const leadsHere = ({ to }: { to?: string | undefined }): boolean => to?.split(/[?#]/)[0] === pathname
  const marked = props.items.find((item) => item.current) ?? props.items.find(leadsHere)
  const wanted = search.get(id) ?? marked?.slot
  const active = items.find((item) => item.id === wanted)?.id ?? items[0]?.id
  useEffect(() => expose('active', active), [expose, active])
  if (active === undefined) return null
  if (beside) return <Beside items={props.items} slots={slots} />

  const open = (slot: string): void => {
    // What the way here asked of the screen, such as how a list begins, holds for each of its views.
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set(id, slot)
        return next
      },
      { state },
    )
    emit('changed', { slot })
  }
  return (
    <div className={styles.tabs}>
      <TabList
        label={props.label ?? t('Views')}
        items={items}
        value={active}
        onChange={(slot) => slot !== active && leavePart(() => open(slot))}
      >
        {slots[active] && <div className={styles.panel}>{slots[active]}</div>}
      </TabList>
    </div>
  )
}

interface BesideProps {
  items: ViewProps<typeof tabs>['props']['items']
  slots: ViewProps<typeof tabs>['slots']
}

/** All of them at once: columns of their widths, and what stands below. */
function Beside({ items, slots }: BesideProps) {
  const columns = items.filter(({ below }) => !below)
  const widths = columns.map(({ width }) => (width === undefined ? 'minmax(0, 1fr)' : `${width}px`))
  return (
    <div className={styles.beside} style={{ gridTemplateColumns: widths.join(' ') }}>
      {[...columns, ...items.filter(({ below }) => below)].map(({ slot, label, below, width }) => (
        <section key={slot} aria-label={label} className={below ? styles.below : styles.column}>
          {/* What stands at a side scrolls there: however much it holds, nothing below it moves. */}
          <div className={classes(styles.part, !below && width !== undefined && styles.side)}>
            {slots[slot]}
          </div>
        </section>
      ))}
    </div>
  )
}
