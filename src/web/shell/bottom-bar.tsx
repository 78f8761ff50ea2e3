import { lazy, Suspense, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { routeTitle } from '#engine/routing/route-title.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './bottom-bar.module.css'
import { usePlaces } from './use-places.ts'

const PlacesSheet = lazy(() =>
  import('./places-sheet.tsx').then((module) => ({ default: module.PlacesSheet })),
)

/** On a phone: four places under the thumb, and a sheet with the rest. */
export function BottomBar({ onShortcuts }: { onShortcuts: () => void }) {
  const t = useTranslate()
  const { places, current } = usePlaces()
  const { key } = useLocation()
  // Open on the page it was opened on: going anywhere closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const first = places.slice(0, 4)
  const here = (path: string): boolean =>
    path === current ||
    places.some((place) => place.path === path && place.children.some((child) => child.path === current))
  const elsewhere = !first.some((place) => here(place.path))
  return (
    <nav aria-label={t('Places')} className={styles.bar}>
      {first.map((place) => (
        <NavLink
          key={place.path}
          to={place.path}
          className={classes(styles.place, here(place.path) && styles.here)}
          aria-current={place.path === current ? 'page' : undefined}
        >
          <Icon name={place.icon} size={20} />
          <span className={styles.words}>{routeTitle(place, t)}</span>
        </NavLink>
      ))}
      <button
        type="button"
        className={classes(styles.place, elsewhere && current !== null && styles.here)}
        aria-haspopup="dialog"
        aria-expanded={openOn === key}
        onClick={() => setOpenOn(key)}
      >
        <Icon name="menu" size={20} />
        <span className={styles.words}>{t('More')}</span>
      </button>
      {openOn !== null && (
        <Suspense>
          <PlacesSheet open={openOn === key} onClose={() => setOpenOn(null)} onShortcuts={onShortcuts} />
        </Suspense>
      )}
    </nav>
  )
}
