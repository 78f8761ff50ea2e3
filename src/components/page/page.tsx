import { lazy } from 'react'
import { matchRoute } from '#engine/routing/match-route.ts'
import { useRoutes } from '#engine/routing/use-routes.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { safeUrl } from '../props/safe-url.definition.ts'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { page } from './page.definition.ts'
import styles from './page.module.css'

const MissingPage = lazy(() => import('../record/missing-page.tsx'))

/** A screen: title row, tabs, content to the edges, and what helps at the side. */
export function Page({ props, pending, editing, slots }: ViewProps<typeof page>) {
  const { title, subtitle, status, back, width, record } = props
  // Nothing of a screen makes sense without the record it is of, least of all what one could do with it.
  const backTo = safeUrl(back?.to)
  const way = back && backTo && <Back label={back.label} to={backTo} />
  if (record === null && !pending && !editing) return <MissingPage title={textOf(title)}>{way}</MissingPage>
  return (
    <div className={classes(styles.page, styles[width])}>
      <header className={classes(styles.head, slots.tabs !== undefined && styles.withTabs)}>
        {way}
        <div className={styles.row}>
          <div className={styles.title}>
            <h1 className={styles.name}>{textOf(title)}</h1>
            {status && textOf(status.text) !== '' && <Badge tone={status.tone}>{textOf(status.text)}</Badge>}
          </div>
          {slots.actions && <div className={styles.actions}>{slots.actions}</div>}
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {slots.tabs}
      </header>
      <div className={styles.body}>
        <div className={styles.content}>{slots.content}</div>
        {slots.side && <aside className={styles.side}>{slots.side}</aside>}
      </div>
    </div>
  )
}

/** The way up; none to a screen that is not for whoever looks at this one. */
function Back({ label, to }: { label: string; to: string }) {
  const { data: routes } = useRoutes()
  const path = to.split(/[?#]/)[0] ?? ''
  if (routes && path.startsWith('/') && !matchRoute(routes, path)) return null
  return (
    <Link href={to} className={styles.back}>
      <Icon name="chevron-left" />
      {label}
    </Link>
  )
}
