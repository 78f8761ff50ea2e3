import { lazy, Suspense } from 'react'

const Content = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)

export interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}

/** The palette of Ctrl/Cmd-K; fetched when it is first asked for. */
export function CommandPalette(props: CommandPaletteProps) {
  return props.open ? (
    <Suspense>
      <Content {...props} />
    </Suspense>
  ) : null
}
