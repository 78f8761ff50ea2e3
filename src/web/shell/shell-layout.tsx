import { useCallback, useMemo, useState } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useTitle } from '../use-title.ts'
import { ScreenTitleContext, untitled, type ScreenTitle } from './screen-title.ts'
import { Shell } from './shell.tsx'
import { SetScreenTitleContext } from './set-screen-title.ts'

/** The frame with the page of the address inside; the page tells its title, the frame shows it. */
export function ShellLayout() {
  const { pathname } = useLocation()
  const [titled, setTitled] = useState<ScreenTitle & { path?: string }>(untitled)
  const title = titled.path === pathname ? titled : untitled
  const setTitle = useCallback(
    (next: string, above = '') => setTitled({ path: pathname, title: next, above }),
    [pathname],
  )
  useTitle(title.title || null)
  return (
    <ScreenTitleContext value={title}>
      <SetScreenTitleContext value={setTitle}>
        {useMemo(
          () => (
            <Shell>
              <Outlet />
            </Shell>
          ),
          [],
        )}
      </SetScreenTitleContext>
    </ScreenTitleContext>
  )
}
