import type { Route } from '#contracts/route.ts'
import type { Translate } from '#ui/translate.ts'

/** A route's title: what the product ships is translated, the workspace's own words stay as they are. */
export const routeTitle = (
  { title, origin, renamed }: Pick<Route, 'title' | 'origin' | 'renamed'>,
  t: Translate,
): string => (origin === 'own' || renamed ? title : t(title))
