import type { Route } from '#contracts/route.ts'
import type { Translate } from '#ui/translate.ts'

/** A route's title: what the product ships is translated, the workspace's own words stay as they are. */
export const routeTitle = ({ title, origin }: Pick<Route, 'title' | 'origin'>, t: Translate): string =>
  origin === 'own' ? title : t(title)
