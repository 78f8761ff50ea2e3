import { lazy, Suspense, useEffect } from 'react'
import { useEver, type DialogProps } from './dialog.tsx'
import { whenIdle } from './when-idle.ts'

interface SheetProps extends Omit<DialogProps, 'role'> {
  /** Leaves the page behind usable: the details beside a list. */
  modeless?: boolean
}

const load = () => import('./dialog-surface.tsx')
const DialogSurface = lazy(() => load().then((module) => ({ default: module.DialogSurface })))

/** A panel from the right edge, from the lower edge on a phone: a record beside its list, settings of a thing. */
export function Sheet(props: SheetProps) {
  const mounted = useEver(props.open)
  useEffect(() => whenIdle(load), [])
  return mounted ? (
    <Suspense>
      <DialogSurface {...props} look="sheet" />
    </Suspense>
  ) : null
}
