import { NavLink } from 'react-router-dom'
import { routeTitle } from '#engine/routing/route-title.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { Place } from './navigation-tree.ts'
import { PersonMenu } from './person-menu.tsx'
import styles from './places-sheet.module.css'
import { usePlaces } from './use-places.ts'

interface PlacesSheetProps {
  open: boolean
  onClose: () => void
  onShortcuts: () => void
}

/** Every place of the workspace, for the phone. */
export function PlacesSheet({ open, onClose, onShortcuts }: PlacesSheetProps) {
  const t = useTranslate()
  const { places, current } = usePlaces()
  const link = (place: Place, inner = false) => (
    <NavLink
      to={place.path}
      onClick={onClose}
      className={classes(styles.place, inner && styles.inner, place.path === current && styles.here)}
      aria-current={place.path === current ? 'page' : undefined}
    >
      {!inner && <Icon name={place.icon} size={20} />}
      {routeTitle(place, t)}
    </NavLink>
  )
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('All places')}
      footer={<PersonMenu onShortcuts={onShortcuts} />}
    >
      <ul className={styles.list}>
        {places.map((place) => (
          <li key={place.path}>
            {link(place)}
            {place.children.length > 0 && (
              <ul>
                {place.children.map((child) => (
                  <li key={child.path}>{link(child, true)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
