import { lazy, Suspense } from 'react'

const Content = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

interface ShortcutsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The list of keys; fetched when it is first asked for. */
export function ShortcutsDialog(props: ShortcutsProps) {
  return props.open ? (
    <Suspense>
      <Content {...props} />
    </Suspense>
  ) : null
}
