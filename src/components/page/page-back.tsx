import { matchRoute } from '#engine/routing/match-route.ts'
import { useRoutes } from '#engine/routing/use-routes.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { safeUrl } from '../props/safe-url.definition.ts'
import styles from './page.module.css'

interface PageBackProps {
  back: { label: string; to: string } | undefined
}

/** The way up; none to a screen that is not for whoever looks at this one. */
export function PageBack({ back }: PageBackProps) {
  const { data: routes } = useRoutes()
  const to = safeUrl(back?.to)
  if (!back || !to) return null
  const path = to.split(/[?#]/)[0] ?? ''
  if (routes && path.startsWith('/') && !matchRoute(routes, path)) return null
  return (
    <Link href={to} className={styles.back}>
      <Icon name="chevron-left" />
      {back.label}
    </Link>
  )
}
