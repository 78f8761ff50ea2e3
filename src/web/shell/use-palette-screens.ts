import { useNavigate } from 'react-router-dom'
import { routeTitle } from '#engine/routing/route-title.ts'
import { useTranslate } from '#ui/translate.ts'
import { ancestry } from './navigation-tree.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { useRouteList } from './use-route-list.ts'

/** Every screen this person may open without naming a record. */
export function usePaletteScreens(): PaletteEntry[] {
  const t = useTranslate()
  const navigate = useNavigate()
  const routes = useRouteList()
  return routes
    .filter(({ path }) => !/\{\w+\}|\*/.test(path))
    .toSorted((a, b) => Number(b.nav) - Number(a.nav) || a.order - b.order)
    .map((route) => {
      const path = route.path.replace(/\/\{\w+\?\}$/, '')
      const above = ancestry(route, routes).slice(0, -1)
      return {
        id: `screen ${route.path}`,
        label: routeTitle(route, t),
        ...(above.length > 0 && { detail: above.map((each) => routeTitle(each, t)).join(' / ') }),
        icon: route.icon ?? 'square',
        words: path,
        run: () => void navigate(path),
      }
    })
}
