import type { Route } from '#contracts/route.ts'
import { routeTitle } from '#engine/routing/route-title.ts'
import { useRoutes } from '#engine/routing/use-routes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { safeUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import type { linkGrid } from './link-grid.definition.ts'
import styles from './link-grid.module.css'

interface Place {
  title: string
  text?: string | undefined
  icon?: string | null | undefined
  to: string
}

/** Places to go to, as cards. */
export function LinkGrid({ props: { label, items, parent } }: ViewProps<typeof linkGrid>) {
  return parent === undefined ? (
    <Places label={label} places={items ?? []} />
  ) : (
    <Screens label={label} parent={parent} first={items ?? []} />
  )
}

function Screens({
  label,
  parent,
  first,
}: {
  label: string | undefined
  parent: string
  first: readonly Place[]
}) {
  const t = useTranslate()
  const routes = useRoutes()
  if (routes.error && !routes.data)
    return <ErrorState compact title={t('The screens could not be read')} onRetry={routes.refetch} />
  if (!routes.data) {
    return (
      <div className={styles.grid} aria-busy="true">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} height={64} />
        ))}
      </div>
    )
  }
  const below = screensBelow(routes.data, parent).map((route) => ({
    title: routeTitle(route, t),
    icon: route.icon,
    to: route.path,
  }))
  const known = new Set(first.map(({ to }) => to))
  const places = [...first, ...below.filter(({ to }) => !known.has(to))]
  return places.length === 0 ? (
    <EmptyState compact icon="layout" title={t('No screens here')}>
      {t('You may open none of the screens that stand here. An administrator can change that.')}
    </EmptyState>
  ) : (
    <Places label={label} places={places} />
  )
}

function Places({ label, places }: { label: string | undefined; places: readonly Place[] }) {
  return (
    <ul aria-label={label} className={styles.grid}>
      {places.flatMap(({ title, text, icon, to }) => {
        const url = safeUrl(to)
        return url
          ? [
              <li key={to}>
                <Link href={url} className={styles.link}>
                  <span className={styles.icon}>
                    <Icon name={icon ?? 'layout'} size={20} />
                  </span>
                  <span>
                    <span className={styles.title}>{title}</span>
                    {text && <span className={styles.text}>{text}</span>}
                  </span>
                </Link>
              </li>,
            ]
          : []
      })}
    </ul>
  )
}

/** Screens under a path, in their order; those that need a record have no place to go to from here. */
export const screensBelow = (routes: readonly Route[], parent: string): Route[] =>
  routes
    .filter(
      (route) =>
        !route.path.includes('{') &&
        !route.path.includes('*') &&
        (parent === '*' ? route.nav : route.parent === parent),
    )
    .toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title))
