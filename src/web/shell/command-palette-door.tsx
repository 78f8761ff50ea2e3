import { lazy, Suspense, useEffect } from 'react'
import { whenIdle } from '#ui/when-idle.ts'

const load = () => import('./command-palette.tsx')
const Content = lazy(() => load().then((module) => ({ default: module.CommandPalette })))

export interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}

/** The palette of Ctrl/Cmd-K; fetched when the browser is idle, so that no key typed into it is lost. */
export function CommandPalette(props: CommandPaletteProps) {
  useEffect(() => whenIdle(load), [])
  return props.open ? (
    <Suspense>
      <Content {...props} />
    </Suspense>
  ) : null
}
