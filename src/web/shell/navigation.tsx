import { useState } from 'react'
import { NavLink } from 'react-router-dom'
import { routeTitle } from '#engine/routing/route-title.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import type { Place } from './navigation-tree.ts'
import styles from './navigation.module.css'
import { PersonMenu } from './person-menu.tsx'
import { usePlaces } from './use-places.ts'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

interface NavigationProps {
  folded: boolean
  onFold: (folded: boolean) => void
  onShortcuts: () => void
}

/** The left column: workspace on top, places, the person below. Folded, it keeps the icons. */
export function Navigation({ folded, onFold, onShortcuts }: NavigationProps) {
  const t = useTranslate()
  const { places, current } = usePlaces()
  return (
    <div className={styles.column} data-folded={folded || undefined}>
      <div className={styles.top}>
        <WorkspaceSwitcher folded={folded} />
      </div>
      <nav aria-label={t('Main navigation')} className={styles.places}>
        <ul className={styles.list}>
          {places.map((place) => (
            <PlaceItem key={place.path} place={place} current={current} folded={folded} />
          ))}
        </ul>
      </nav>
      <div className={styles.bottom}>
        <PersonMenu folded={folded} onShortcuts={onShortcuts} />
        <IconButton
          icon="sidebar"
          size="compact"
          label={folded ? t('Unfold the navigation') : t('Fold the navigation')}
          pressed={folded}
          onClick={() => onFold(!folded)}
        />
      </div>
    </div>
  )
}

function PlaceItem({ place, current, folded }: { place: Place; current: string | null; folded: boolean }) {
  const t = useTranslate()
  const inside = place.children.some((child) => child.path === current)
  const here = place.path === current
  const [opened, setOpened] = useState<boolean | null>(null)
  const open = !folded && place.children.length > 0 && (opened ?? (inside || here))
  const title = routeTitle(place, t)
  return (
    <li>
      <div className={styles.row}>
        <NavLink
          to={place.path}
          className={classes(styles.place, (here || (inside && !open)) && styles.here)}
          aria-current={here ? 'page' : undefined}
          {...(folded && { 'aria-label': title, ...tooltip(title) })}
        >
          <Icon name={place.icon} className={styles.icon} />
          {!folded && <span className={styles.title}>{title}</span>}
        </NavLink>
        {!folded && place.children.length > 0 && (
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={open}
            aria-label={t('Places under {{title}}', { title })}
            onClick={() => setOpened(!open)}
          >
            <Icon name={open ? 'chevron-down' : 'chevron-right'} />
          </button>
        )}
      </div>
      {open && (
        <ul className={styles.children}>
          {place.children.map((child) => (
            <li key={child.path}>
              <NavLink
                to={child.path}
                className={classes(styles.place, styles.child, child.path === current && styles.here)}
                aria-current={child.path === current ? 'page' : undefined}
              >
                <span className={styles.title}>{routeTitle(child, t)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
